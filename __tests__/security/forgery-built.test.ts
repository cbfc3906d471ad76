/** Forgeries before the whole action, and what a reader of the page sees; that dist/ says the same, its first test shows. */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { writeMarker } from '../../src/core/marker.ts'
import { factsAt, openPull, pretendPython, type Started, startAction } from '../support/action.ts'
import type { Run } from '../support/bed.ts'
import { pullRequestEvent } from '../support/events.ts'
import { ALL_PLACES, COMMAND } from '../support/facts.ts'
import { createFolder } from '../support/repo.ts'
import { FORK, runOf, useBed } from '../support/use-bed.ts'
import { makeZip } from '../support/zip.ts'

const CLAIMS = `${JSON.stringify({
  salt: 'ab'.repeat(16),
  places: ALL_PLACES,
  packages: ['requests'],
  tests: { command: COMMAND, reports: ['junit.xml'] },
})}\n`

const bed = useBed()
beforeAll(() => bed.gh.setPermission('reader', 'read'))

const fenced = (text: string) => `\`\`\`toml\n${text}\`\`\`\n`
const zip = (text: string) => makeZip([{ name: 'probes/box.txt', data: text }])

/** local came in the description, ci is probed by the run itself; the box is what is forged. */
async function openScene() {
  const scene = openPull(bed, { 'probes/claims.json': CLAIMS, 'cli_helpers/__init__.py': '' })
  const { pull } = scene
  pull.body = fenced(await factsAt(scene, 'local', CLAIMS))
  const addRun = (more: Partial<Run> = {}): Run => runOf(bed, pull, more)
  const ci = await factsAt(scene, 'ci', CLAIMS)
  return { ...scene, addRun, ci, box: await factsAt(scene, 'box', CLAIMS) }
}
type Opened = Awaited<ReturnType<typeof openScene>>
type Forge = (scene: Opened) => Promise<unknown> | unknown

async function tryIt(forge: Forge, more: Partial<Started> = {}) {
  const scene = await openScene()
  const run = scene.addRun()
  await forge(scene)
  const own = await startAction({
    bed,
    repo: scene.repo,
    run,
    event: pullRequestEvent(scene.pull),
    ...more,
    with: { python: pretendPython(scene.ci), ...more.with },
  })
  const posted = [...bed.gh.state.comments.values()].find(({ body }) => body.startsWith('**Where it ran'))
  const table = path.join(own.workspace, 'probes/table.json')
  const { rows } = (fs.existsSync(table) ? JSON.parse(fs.readFileSync(table, 'utf8')) : { rows: [] }) as {
    readonly rows: readonly { readonly cells: { readonly box: { readonly state: string } | null } }[]
  }
  return { own, page: posted?.body ?? '', box: rows.map(({ cells }) => cells.box?.state) }
}

test('an honest box opens the gate: what fails below fails by the forgery', async () => {
  const { own, box } = await tryIt(({ addRun, box }) => bed.addArtifact(addRun(), 'probes-box', zip(box)))
  expect([own.code, own.outputs.verdict, box]).toEqual([0, 'pass', ['holds', 'holds']])
})

const marker = writeMarker({ key: '', workflow: 'ci.yml' }, { head: 'a'.repeat(40), run: 1, attempt: 1, at: 1 })
const say =
  (login: string, of: (box: string) => string = fenced): Forge =>
  ({ box }) =>
    bed.gh.addComment(7, of(box), login)

const forgeries: readonly (readonly [string, Forge, RegExp])[] = [
  ['a comment by a stranger', say('stranger'), /comment by stranger: ignored, its writer/],
  ['a comment by somebody who may only read', say('reader'), /comment by reader: ignored, its writer/],
  ['a comment by a bot that is no agent', say('spam[bot]'), /comment by spam\[bot\]: ignored, its writer/],
  [
    'our own comment, copied back by the author',
    say('octocat', (box) => `${fenced(box)}\n${marker}`),
    /comment by octocat: ignored, a copy of this report/,
  ],
  [
    'a quote',
    say('octocat', (box) => fenced(box).replace(/^/gm, '> ')),
    /comment by octocat: a probe file is not read: quoted/,
  ],
  [
    'an artifact of a run of a fork',
    ({ addRun, box }) => bed.addArtifact(addRun({ head_repository: FORK }), 'probes-box', zip(box)),
    /its branch has this name in another repository/,
  ],
  [
    'an archive whose bytes were changed',
    ({ addRun, box }) => {
      const archive = Buffer.from(zip(box))
      archive.writeUInt32LE(1, archive.lastIndexOf(Buffer.from('PK\u0001\u0002')) + 16)
      return bed.addArtifact(addRun(), 'probes-box', archive)
    },
    /checksum differs/,
  ],
  [
    'a broken artifact over a green description',
    async ({ addRun, box, pull }) => {
      pull.body += fenced(box)
      await bed.addArtifact(addRun(), 'probes-box', zip(`${box}[verdict]\ngate = "pass"\n`))
    },
    /verdict not a fact of this format/,
  ],
  [
    'a broken file after a green one, in a comment',
    async (scene) => {
      await say('octocat')(scene)
      await say('octocat', (box) => fenced(box.replace('[host]', '[host')))(scene)
    },
    /comment by octocat: line \d+: not TOML/,
  ],
  [
    'a record that counts by its own word only',
    ({ addRun, box }) =>
      bed.addArtifact(addRun(), 'probes-box', zip(box.replace('tracked = false\nrunner', 'tracked = true\nrunner'))),
    /the record is tracked by git/,
  ],
]

test.each(forgeries)('%s: blocked, and the page says why', async (_what, forge, why) => {
  const { own, page, box } = await tryIt(forge, { here: true })
  expect([own.code, own.outputs.verdict]).toEqual([1, 'blocked'])
  expect(box).toEqual(['unknown', 'unknown'])
  expect(page).toMatch(/^\*\*Where it ran: blocked/)
  expect(page).toMatch(why)
})

test('a folder of probe files that is a link: nothing is probed, and nothing is written where it leads', async () => {
  const outside = createFolder('outside-')
  const { own } = await tryIt(() => undefined, {
    here: true,
    before: (workspace) => {
      fs.rmSync(path.join(workspace, 'probes'), { recursive: true })
      fs.symlinkSync(outside, path.join(workspace, 'probes'))
    },
  })
  expect([own.code, fs.readdirSync(outside)]).toEqual([1, []])
  expect(own.summary).toMatch(/probes: it is a symbolic link|it leads out of the working directory/)
})
