import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { findProgram } from '../../src/adapters/process.ts'
import { readProbeFile } from '../../src/core/probe-file/read.ts'
import { type CliExit, runCli } from '../support/cli.ts'
import { ALL_PLACES, COMMAND, factsOf } from '../support/facts.ts'
import { findInterpreter } from '../support/python.ts'
import { createFolder, createRepo, gitIn, type Repo } from '../support/repo.ts'
import { writeProbeFile } from '../support/write-probe-file.ts'

const python = await findInterpreter()
if ('missing' in python) throw new Error(python.missing)
const git = findProgram('git', process.env)
/** What any Python can show: a module of the standard library, a variable that every process has. */
const claims = { places: ALL_PLACES, packages: ['json'], env: ['PATH'] }

const NO_IDENTITY = 'this machine says neither a machine id nor a container, so no place is proven another'
let repo: Repo
let bin: string
beforeEach(() => {
  bin = createFolder()
  fs.symlinkSync(python.found.path, path.join(bin, 'python'))
  repo = createRepo({ 'probes/claims.json': JSON.stringify(claims), 'a.py': 'x = 1\n' })
})
/** Two places are told apart by the identity of their machines, which not every machine has. */
const identity = await (async () => {
  const dir = createRepo({ a: '' }).dir
  await runCli(['probe', 'box', '--python', python.found.path], dir)
  const reading = readProbeFile(fs.readFileSync(path.join(dir, 'probes/box.txt'), 'utf8'))
  return reading.ok && reading.facts.host?.machine !== undefined
})()
const cli = (args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<CliExit> =>
  runCli(args, repo.dir, { PATH: `${bin}:/usr/bin:/bin`, ...env })
const probes = () => fs.readdirSync(path.join(repo.dir, 'probes')).sort()
const read = (name: string) => fs.readFileSync(path.join(repo.dir, 'probes', name), 'utf8')
interface Cell {
  readonly state: string
  readonly reason: string
  readonly fix: string | null
}
const rows = (): { cells: Record<'local' | 'box' | 'ci', Cell> }[] => JSON.parse(read('table.json')).rows

/** The file of this machine as another machine would have written it: other ids, other boot, other place. */
function moveTo(place: 'local' | 'box', from: string, digit: string): void {
  const other = digit.repeat(32)
  const text = read(from)
    .replace(/^place = ".*"$/m, `place = "${place}"`)
    .replace(/^(machine|boot|container) = ".*"$/gm, `$1 = "${other}"`)
  repo.write({ [`probes/${place}.txt`]: text })
}

test('CI=true in a repository without earlier files: the ci column, and what fills the others', async ({ skip }) => {
  skip(!identity, NO_IDENTITY)
  const { status, stdout, stderr } = await cli(['run'], { CI: 'true' })
  expect(probes()).toEqual(['ci.txt', 'claims.json', 'report.md', 'table.json'])
  expect(rows()).toHaveLength(2)
  for (const { cells } of rows()) {
    expect(cells.ci.state).toBe('holds')
    expect([cells.local.reason, cells.box.reason]).toEqual(['NO_PROBE', 'NO_PROBE'])
    expect([cells.local.fix, cells.box.fix]).toEqual([expect.stringMatching(/local/), expect.stringMatching(/box/)])
  }
  expect(stdout).toMatch(/env var set: PATH +\? unknown +\? unknown +✔ holds/)
  expect(stderr).toMatch(/wrote probes\/ci\.txt, probes\/report\.md, probes\/table\.json/)
  expect(status).toBe(1)
})

test('without CI it is the local place; --place says otherwise', async () => {
  await cli(['run'])
  expect(probes()).toContain('local.txt')
  await cli(['run', '--place', 'box', '--leg', 'codex'])
  expect(probes()).toContain('box-codex.txt')
})

test('three green places: pass, whatever the probe took to find out', async () => {
  repo.commit('The code that the facts are about', { 'a.py': null, 'cli_helpers/__init__.py': '' })
  const head = await gitIn(repo.dir).head()
  const content = head?.content
  const about = {
    git: { head: head?.sha, head_content: content, tree_content: content },
    tests: { content_before: content, content_after: content },
  }
  const green = {
    places: ALL_PLACES,
    packages: ['requests'],
    env: ['BILLING_MODE'],
    tests: { command: [...COMMAND], reports: ['junit.xml'] },
  }
  repo.write({
    'probes/claims.json': JSON.stringify(green),
    'probes/local.txt': writeProbeFile(factsOf('local', about)),
    'probes/box.txt': writeProbeFile(factsOf('box', about)),
    'facts-of-ci': writeProbeFile(factsOf('ci', about)),
  })
  const start = '[ "$1" = -c ] && printf where-it-ran:3.12 && exit 0'
  fs.rmSync(path.join(bin, 'python'))
  fs.writeFileSync(path.join(bin, 'python'), `#!/bin/sh\n${start}\ncp facts-of-ci probes/ci.txt\n`, { mode: 0o755 })
  const { status, stdout } = await cli(['run'], { CI: 'true' })
  expect(stdout).toMatch(/tests green: suite +✔ holds +✔ holds +✔ holds/)
  expect(status).toBe(0)
})

/** Takes the only Python away; git stays. */
function withoutPython(): NodeJS.ProcessEnv {
  fs.rmSync(path.join(bin, 'python'))
  fs.symlinkSync(git ?? '', path.join(bin, 'git'))
  return { CI: 'true', PATH: bin }
}

describe('with the files of two other machines beside it', () => {
  beforeEach(async () => {
    await cli(['probe', 'box'])
    moveTo('local', 'box.txt', 'a')
    moveTo('box', 'box.txt', 'b')
  })

  test('and a ci file that somebody committed: it is named and not listened to', async () => {
    await cli(['run'], { CI: 'true' })
    repo.commit('A ci file, committed', {
      'probes/ci-forged.txt': read('ci.txt').replace('place = "ci"', 'place = "ci"\nleg = "forged"'),
    })
    const { status } = await cli(['run'], withoutPython())
    expect(rows()[0]?.cells.ci).toMatchObject({ state: 'unknown', reason: 'NO_INTERPRETER' })
    expect(read('table.json')).toMatch(/ignored, ci comes only from this run: probes\/ci-forged\.txt/)
    expect(status).toBe(1)
  })

  test('and the tree changed since: blocked, the files are about other content', async () => {
    repo.commit('Other code', { 'a.py': 'x = 2\n' })
    const { status } = await cli(['run'], { CI: 'true' })
    expect(rows()[0]?.cells.local).toMatchObject({ state: 'unknown', reason: 'NOT_THIS_PR' })
    expect(status).toBe(1)
  })

  test('and the files committed since: pass, they are no part of the content', async ({ skip }) => {
    skip(!identity, NO_IDENTITY)
    repo.commit('Probe files')
    const { status, stdout } = await cli(['run'], { CI: 'true' })
    expect(stdout).toMatch(/json +✔ holds +✔ holds +✔ holds/)
    expect(status).toBe(0)
  })

  test('copied from this machine instead: the same machine is no second place', async () => {
    repo.write({ 'probes/box.txt': read('local.txt').replace('place = "local"', 'place = "box"') })
    const { status } = await cli(['run'], { CI: 'true' })
    expect(rows()[0]?.cells.box).toMatchObject({ state: 'unknown', reason: 'SAME_MACHINE' })
    expect(status).toBe(1)
  })
})

describe('when no Python starts', () => {
  test('the column says so, the gate is shut, and the reports are written', async () => {
    const { status, stdout } = await cli(['run'], withoutPython())
    expect(rows()[0]?.cells.ci).toMatchObject({ state: 'unknown', reason: 'NO_INTERPRETER', fix: expect.any(String) })
    expect(stdout).toMatch(/no Python could be started/)
    expect(status).toBe(1)
  })

  test('an old file of this place does not speak in its stead', async ({ skip }) => {
    skip(!identity, NO_IDENTITY)
    await cli(['run'])
    expect(rows()[0]?.cells.local.state).toBe('holds')
    const { status } = await cli(['run', '--place', 'local'], withoutPython())
    expect(rows()[0]?.cells.local).toMatchObject({ state: 'unknown', reason: 'NO_INTERPRETER' })
    expect(status).toBe(1)
  })

  test('`probe` ends with 2', async () => {
    expect(await cli(['probe', 'box'], withoutPython())).toMatchObject({ status: 2, stdout: '' })
  })
})

test('before the first commit: a table of unknowns, and why', async () => {
  repo = createRepo()
  repo.write({ 'probes/claims.json': JSON.stringify(claims) })
  const { status, stdout } = await cli(['run'])
  expect(stdout).toMatch(/there is no commit yet/)
  expect(status).toBe(1)
  // What it says to do is enough.
  const fix = /there is no commit yet.*\n *-> (.+)\n/.exec(stdout)?.[1] ?? ''
  const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid'].join(' ')
  execFileSync('sh', ['-c', fix.replaceAll('git ', `git ${who} `)], { cwd: repo.dir, stdio: 'ignore' })
  expect((await cli(['run'])).stdout).not.toMatch(/fault/)
})

test('the probe and git agree on the content, also below the top', async () => {
  repo.commit('A project below', {
    'sub/probes/claims.json': JSON.stringify(claims),
    'sub/b.py': '',
    'sub/probes/x.py': '',
  })
  await cli(['probe', 'local', '--working-directory', 'sub'])
  const reading = readProbeFile(fs.readFileSync(path.join(repo.dir, 'sub/probes/local.txt'), 'utf8'))
  const below = path.join(repo.dir, 'sub')
  const head = await gitIn(below).head()
  expect(reading.ok && reading.facts.git).toMatchObject({ head: head?.sha, head_content: head?.content })
})

test('the probe: absent, there and not committed, staged, committed', async () => {
  const file = 'scripts/agent_probes/agent_probe.py'
  const said = async () => (await cli(['table'])).stderr
  expect(await said()).toMatch(/has no probe yet, .*: node \S+ init$/m)
  repo.write({ [file]: 'pass\n' })
  const uncommitted = `the probe is not committed yet, and the other places need it: git add ${file} && git commit`
  expect(await said()).toContain(uncommitted)
  repo.git('add', file)
  expect(await said()).toContain(uncommitted)
  repo.commit('Add the probe')
  expect(await said()).not.toContain('the other places need')
})

test('the next step is the one of the place that runs', async () => {
  repo.write({ 'probes/claims.json': JSON.stringify({ packages: ['no_such_module'], env: ['PATH'] }) })
  repo.commit('Claim more')
  const { stdout } = await cli(['run'])
  // The box lacks two cells, this place one: it is this one that can be mended here.
  expect(stdout).toMatch(/^Next step, Local \(for a person\): /m)
})
