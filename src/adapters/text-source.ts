/** Probe files pasted into the pull request: into its body and its comments. */

import type { CommentListing, Found, PullComment, Source } from '../app/ports.ts'
import { mentionsMarker } from '../core/marker.ts'
import type { Fault, ProbeText, Provenance, Unused } from '../core/model.ts'
import { oncePer } from '../core/once.ts'
import { findProbeBlocks, placeOfBlock } from '../core/probe-file/blocks.ts'
import { FIRST_LINE } from '../core/probe-file/schema.ts'
import type { PullRequest } from '../core/pull-request.ts'

interface TextSourceOptions {
  readonly pull: PullRequest
  readonly comments: CommentListing
  /** A login that is known as an agent's. */
  readonly isAgent: (login: string) => boolean
  /** Asked once per login that pasted a block and is neither author nor agent. */
  readonly mayWrite: (login: string) => Promise<boolean | undefined>
}

/** Blocks that are read; a pull request has a handful. */
const MAX_BLOCKS = 40

interface Post {
  readonly body: string
  readonly author: string
  readonly provenance: Provenance
}

export function createTextSource(options: TextSourceOptions): Source {
  return {
    kind: 'text',
    async find() {
      const listing = await options.comments()
      const comments = listing.ok ? listing.data.map(fromComment) : []
      const faults: Fault[] = listing.ok ? [] : [{ ...listing.fault, where: 'text' }]
      const found = await readPosts(options, [fromBody(options.pull), ...comments])
      return { ...found, faults }
    },
  }
}

function fromBody({ body, author, url, bodyEdited }: PullRequest): Post {
  const label = 'the description of the pull request'
  return { body, author, provenance: { kind: 'text', label, url, actor: author, edited: bodyEdited } }
}

function fromComment({ body, author, url, edited }: PullComment): Post {
  const label = `comment by ${author || 'a deleted account'}${edited ? ', edited' : ''}`
  return { body, author, provenance: { kind: 'text', label, url, actor: author, edited } }
}

async function readPosts(options: TextSourceOptions, all: readonly Post[]): Promise<Omit<Found, 'faults'>> {
  const texts: ProbeText[] = []
  const notes: Unused[] = []
  const allowed = createPermission(options)
  for (const one of all) {
    const blocks = findProbeBlocks(one.body)
    const unread = countUnread(one.body, blocks.length)
    if (unread !== undefined) notes.push({ place: null, message: `${one.provenance.label}: ${unread}` })
    for (const text of blocks) {
      const named = placeOfBlock(text)
      const why = await refusal(named?.place, one, allowed, texts.length)
      if (named && !why) texts.push({ provenance: one.provenance, named, text })
      else notes.push({ place: named?.place ?? null, message: `${one.provenance.label}: ${why}` })
    }
  }
  return { texts, notes }
}

/** A pasted file that is not read is said, with the reason. Our own comment, which quotes files, is no message. */
function countUnread(body: string, read: number): string | undefined {
  const count = body.split(FIRST_LINE).length - 1 - read
  if (count <= 0 || mentionsMarker(body)) return undefined
  const what = count === 1 ? 'a probe file is' : `${count} probe files are`
  return `${what} not read: quoted, in a diff, hidden by HTML, or in no fence that begins with it and ends`
}

async function refusal(
  place: string | undefined,
  { author, body }: Post,
  allowed: (login: string) => Promise<boolean>,
  count: number,
): Promise<string | undefined> {
  if (place === undefined) return 'a block that names no place'
  if (place === 'ci') return 'ignored, ci speaks through its own run only'
  // Our own comment quotes probe files, and so does a copy of it: neither is a file of a place.
  if (mentionsMarker(body)) return 'ignored, a copy of this report stands in the same text'
  if (count >= MAX_BLOCKS) return `ignored, more than ${MAX_BLOCKS} blocks`
  if (await allowed(author)) return undefined
  return 'ignored, its writer is neither the author nor an agent and has no write access'
}

/** GitHub is asked once for each login that is neither the author nor an agent. */
const createPermission = ({ pull, isAgent, mayWrite }: TextSourceOptions) =>
  oncePer(async (login: string): Promise<boolean> => {
    if (!login) return false
    return login === pull.author || isAgent(login) || (await mayWrite(login)) === true
  })
