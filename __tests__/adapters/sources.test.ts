/** One contract for every way in which probe files reach us. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createArtifactSource } from '../../src/adapters/artifact-source/artifact-source.ts'
import { createCheckoutSource } from '../../src/adapters/checkout-source.ts'
import { createFiles } from '../../src/adapters/files.ts'
import { createCommentListing } from '../../src/adapters/sticky-comment.ts'
import { createTextSource } from '../../src/adapters/text-source.ts'
import type { Source } from '../../src/app/ports.ts'
import { FIRST_LINE } from '../../src/core/probe-file/schema.ts'
import { type Bed, type Pull, startBed } from '../support/bed.ts'
import { clientOf, describePull } from '../support/clients.ts'
import { createFolder, writeFiles } from '../support/repo.ts'
import { makeZip } from '../support/zip.ts'

const HEAD = 'a'.repeat(40)
const text = (place: string, leg?: string) =>
  `${FIRST_LINE}\n[probe]\nplace = "${place}"\n${leg ? `leg = "${leg}"\n` : ''}`

/** A world in which files can be put, and things can go wrong. */
interface World {
  put(place: string, leg: string | undefined, content: string): Promise<unknown>
  source(): Source
  breakDown(): void
}

let bed: Bed
let pull: Pull
let count = 100
beforeAll(async () => {
  bed = await startBed()
})
afterAll(async () => {
  expect(bed.violations).toEqual([])
  await bed.close()
})
const named = (place: string, leg?: string) => (leg ? `${place}-${leg}` : place)

const worlds: { readonly [kind in Source['kind']]: () => World } = {
  artifact() {
    const run = bed.addRun({
      id: ++count,
      head_branch: 'topic',
      head_sha: HEAD,
      head_repository: { id: 1, full_name: 'octo/demo' },
    })
    const options = {
      api: clientOf(bed, { patience: 0 }),
      runId: run.id,
      attempt: 1,
      runUrl: String,
      prefix: 'probes',
      probes: 'probes',
    }
    return {
      put: (place, leg, content) =>
        bed.addArtifact(
          run,
          `probes-${named(place, leg)}`,
          makeZip([{ name: `probes/${named(place, leg)}.txt`, data: content }]),
        ),
      source: () => createArtifactSource({ ...options, pull: describePull(pull), earlier: [] }),
      breakDown: () => bed.faults.push({ match: /artifacts/, times: 9, status: 500 }),
    }
  },
  text() {
    pull = bed.gh.addPull({ number: ++count, user: 'author' })
    const { number } = pull
    return {
      put: async (_place, _leg, content) => bed.gh.addComment(number, `\`\`\`toml\n${content}\`\`\`\n`, 'author'),
      source: () =>
        createTextSource({
          pull: describePull(pull),
          comments: createCommentListing(clientOf(bed, { patience: 0 }), number),
          isAgent: () => false,
          mayWrite: async () => false,
        }),
      breakDown: () => bed.faults.push({ match: /comments/, times: 9, status: 500 }),
    }
  },
  checkout() {
    const dir = createFolder()
    writeFiles(dir, { 'probes/notes.md': '' })
    return {
      put: async (place, leg, content) => writeFiles(dir, { [`probes/${named(place, leg)}.txt`]: content }),
      source: () => createCheckoutSource(createFiles(dir), { probes: 'probes' }),
      breakDown: () => {
        writeFiles(dir, { probes: null })
        writeFiles(dir, { probes: 'a file' })
      },
    }
  },
}

describe.each(Object.keys(worlds) as Source['kind'][])('%s', (kind) => {
  const open = () => {
    pull = bed.gh.addPull({ number: ++count, user: 'author', head: { ref: 'topic', sha: HEAD } })
    bed.faults.length = 0
    return worlds[kind]()
  }

  test('nothing there is nothing found, and nothing wrong', async () => {
    expect(await open().source().find()).toEqual({ texts: [], notes: [], faults: [] })
  })

  test('brings places and legs, byte for byte, and says from where', async () => {
    const world = open()
    await world.put('local', undefined, text('local'))
    await world.put('box', 'codex', `${text('box', 'codex')}# ✓ "quoted" \\ done\n`)
    const { texts, notes, faults } = await world.source().find()
    expect(texts.map((one) => [one.named, one.text])).toEqual(
      expect.arrayContaining([
        [{ place: 'local' }, text('local')],
        [{ place: 'box', leg: 'codex' }, `${text('box', 'codex')}# ✓ "quoted" \\ done\n`],
      ]),
    )
    expect(texts.length).toBe(2)
    expect([notes, faults]).toEqual([[], []])
    for (const { provenance } of texts) expect(provenance.label).toMatch(/\S/)
  })

  test('does not judge: what is no probe file is brought or refused, never mended', async () => {
    const world = open()
    const broken = `${text('box')}this is [ not TOML\n`
    await world.put('box', undefined, broken)
    const { texts } = await world.source().find()
    expect(texts.map((one) => one.text)).toEqual([broken])
  })

  test('never throws: what breaks is a fault', async () => {
    const world = open()
    await world.put('box', undefined, text('box'))
    world.breakDown()
    const { faults } = await world.source().find()
    expect(faults.length).toBeGreaterThan(0)
    for (const fault of faults) expect(fault.message).toMatch(/\S/)
    bed.faults.length = 0
  })

  test('is the same when asked twice', async () => {
    const world = open()
    await world.put('box', undefined, text('box'))
    expect(await world.source().find()).toEqual(await world.source().find())
  })
})
