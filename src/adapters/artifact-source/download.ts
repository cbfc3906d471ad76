/** One artifact from the list to the text of its probe file: its bytes are checked before anything is read. */
import { createHash } from 'node:crypto'
import type { ApiAnswer, GitHubApi } from '../../app/ports.ts'
import type { Fault } from '../../core/model.ts'
import { placeName } from '../../core/place.ts'
import { LIMITS, readFromArchive } from './archive.ts'
import type { Named } from './candidates.ts'

interface From {
  readonly api: GitHubApi
  /** Folder of the probe files, the first part of an entry's name. */
  readonly probes: string
}

export type Unread = { readonly why: string; readonly fix?: string; readonly fault?: Fault }

/** The probe file in an artifact, or why there is none to be had. */
export async function readOne({ api, probes }: From, named: Named): Promise<string | Unread> {
  const { artifact } = named
  if (artifact.expired) return { why: `expired on ${artifact.expiresAt.slice(0, 10)}` }
  if (!(artifact.size <= LIMITS.archive))
    return { why: `refused, it is larger than ${LIMITS.archive / 1024 / 1024} MiB` }
  const route = 'GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/zip'
  const answer = await api.download(route, { artifact_id: artifact.id }, LIMITS.archive)
  if (!answer.ok) return explain(answer)
  if (artifact.digest && artifact.digest !== digestOf(answer.data))
    return { why: 'refused, its bytes are not those that GitHub has the digest of' }
  const file = `${placeName(named)}.txt`
  const unpacked = readFromArchive(answer.data, [...new Set([`${probes}/${file}`, `probes/${file}`, file])])
  return unpacked.ok ? unpacked.text : { why: `refused, ${unpacked.why}` }
}

function explain(answer: ApiAnswer & { ok: false }): Unread {
  if (answer.status === 410) return { why: 'expired' }
  if (answer.status === 413) return { why: `refused, it is larger than ${LIMITS.archive / 1024 / 1024} MiB` }
  return { why: 'could not be downloaded', fault: { ...answer.fault, where: 'artifact' } }
}

const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
