/** The command line's promises: exit statuses, where the file goes, and that old interpreters are told. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseProbeName } from '../../src/core/place.ts'
import { findProbeBlocks } from '../../src/core/probe-file/blocks.ts'
import { readProbeFile } from '../../src/core/probe-file/read.ts'
import { errorsOf, look, lookRaw, writeClaims } from '../support/look.ts'
import { needing } from '../support/needs.ts'
import { findInterpreter, findInterpreters, findOldInterpreters } from '../support/python.ts'
import { createFolder, createRepo } from '../support/repo.ts'
import { PROBE, start } from '../support/suite.ts'

const QUIET = ['--tests', 'never']
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)
const placeIn = (file: string) => {
  const reading = readProbeFile(fs.readFileSync(file, 'utf8'))
  return reading.ok ? reading.facts.probe : reading.problems
}

describe('interpreters', () => {
  it('an older one is told which are supported, in one line', async () => {
    const old = await findOldInterpreters()
    for (const { path: python, version } of old) {
      const ended = await lookRaw(createFolder(), { python })
      expect(ended).toMatchObject({ code: 3, stdout: '' })
      const short = version.split('.').slice(0, 2).join('.')
      expect(ended.stderr).toBe(
        `agent_probe.py: Python ${short} is too old to be probed; supported: CPython 3.8 to 3.14\n`,
      )
    }
  })
})

describe('wrong usage ends with 2 and says what is wrong', () => {
  const cases: Record<string, [args: readonly string[], says: RegExp]> = {
    'no place': [[], /required.*PLACE/s],
    'another place': [['laptop'], /PLACE is local, box or ci.*'laptop'/],
    'a place with a line break': [['local\n'], /PLACE is/],
    'a leg that is too long': [[`ci-${'x'.repeat(41)}`], /PLACE is/],
    'a leg that leads elsewhere': [['ci-../x'], /PLACE is/],
    'an unknown family': [['local', '--only', 'git,gut'], /no family gut; there are probe, previous, host/],
    'no family': [['local', '--only', ','], /no family named/],
    'two outputs': [['local', '--stdout', '--out', 'x'], /not allowed with/],
    'a folder that is not there': [['local', '--repo', 'gone'], /--repo gone: No such file/],
    'an unknown option': [['local', '--fast'], /--fast/],
  }
  it.each(Object.entries(cases))('%s', async (_, [args, says]) => {
    const dir = createFolder()
    const { path: python } = (await findInterpreters()).at(-1) ?? { path: 'python3' }
    const ended = await start([python, PROBE, ...args], { cwd: dir })
    expect(ended.code).toBe(2)
    expect(ended.stderr).toMatch(says)
    expect(fs.readdirSync(dir)).toEqual([])
  })
})

/** What was killed, and is only not yet asked for by the parent that it was left to, has ended. */
const isRunning = (pid: string) => {
  const stat = `/proc/${pid}/stat`
  if (fs.existsSync(stat)) return !/\) [ZX] /.test(fs.readFileSync(stat, 'utf8'))
  try {
    return process.kill(Number(pid), 0)
  } catch {
    return false
  }
}

describe('a claims file that is wrong ends with 2 and names every wrong place', () => {
  const cases: Record<string, [text: string, says: RegExp]> = {
    'no JSON': ['{', /claims\.json is not JSON: /],
    'no text': ['\u0000', /claims\.json is not JSON/],
    'no object': ['[]', /\$: expected an object/],
    'an unknown key': ['{"pakages": []}', /\$\.pakages: unknown key; expected one of .*packages/],
    'a wrong list': ['{"packages": {}}', /\$\.packages: expected a list/],
    'a wrong name': ['{"env": ["A B"]}', /\$\.env\[0\]: "A B" is no such name/],
    'a name with a line break': ['{"env": ["A\\n"]}', /\$\.env\[0\]/],
    'no name': ['{"files": [{"in": ["box"]}]}', /\$\.files\[0\]: expected a name/],
    'a wrong place': ['{"secrets": [{"name": "x", "in": ["boxx"]}]}', /\$\.secrets\[0\]\.in: expected a list of local/],
    'a wrong canary': ['{"canary": ["house"]}', /\$\.canary\[0\]/],
    'two at once': ['{"salt": 1, "tests": []}', /\$\.salt: .*\$\.tests: /],
    'an empty command': ['{"tests": {"command": []}}', /\$\.tests\.command/],
    'nested too deep': [`${'['.repeat(100_000)}`, /is not JSON/],
  }
  it.each(Object.entries(cases))('%s', async (_, [text, says]) => {
    const dir = createFolder()
    fs.mkdirSync(path.join(dir, 'probes'))
    fs.writeFileSync(path.join(dir, 'probes/claims.json'), text)
    const { code, stderr, stdout } = await lookRaw(dir, { args: QUIET })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(says)
    expect(fs.readdirSync(path.join(dir, 'probes'))).toEqual(['claims.json'])
  })

  needing('posix').it('told at once, whatever git is waiting for', async () => {
    const { dir } = createRepo({ 'probes/claims.json': '{' })
    const bin = createFolder()
    const alive = path.join(bin, 'alive')
    fs.writeFileSync(path.join(bin, 'git'), `#!/bin/sh\necho $$ >> ${alive}\nexec sleep 90\n`, { mode: 0o755 })
    const before = Date.now()
    const env = { PATH: `${bin}:${process.env.PATH}` }
    const { code, stderr } = await lookRaw(dir, { args: QUIET, env })
    expect({ code, late: Date.now() - before > 60_000 }).toEqual({ code: 2, late: false })
    expect(stderr).toMatch(/is not JSON/)
    const started = fs.existsSync(alive) ? fs.readFileSync(alive, 'utf8').trim().split('\n') : []
    await expect.poll(() => started.filter(isRunning), { timeout: 60_000 }).toEqual([])
  })
})

describe('where the file goes', () => {
  it('by default to the probes folder, and the last line says so', async () => {
    const dir = createFolder()
    const { code, stdout, stderr } = await lookRaw(dir, { place: 'ci-py3.13-windows', args: QUIET })
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
    expect(lastLine(stderr)).toBe('probes/ci-py3.13-windows.txt: read it before you publish it')
    expect(placeIn(path.join(dir, 'probes/ci-py3.13-windows.txt'))).toMatchObject({
      place: 'ci',
      leg: 'py3.13-windows',
    })
    expect(fs.readdirSync(path.join(dir, 'probes'))).toEqual(['ci-py3.13-windows.txt'])
  })

  it('beside another claims file, to --out, into another folder', async () => {
    const dir = createFolder()
    writeClaims(dir, { env: ['X'] })
    fs.renameSync(path.join(dir, 'probes'), path.join(dir, 'checks'))
    await lookRaw(dir, { args: [...QUIET, '--claims', 'checks/claims.json'] })
    expect(placeIn(path.join(dir, 'checks/box.txt'))).toMatchObject({ place: 'box' })
    await lookRaw(dir, { args: [...QUIET, '--out', 'a/b/c.txt'] })
    expect(placeIn(path.join(dir, 'a/b/c.txt'))).toMatchObject({ place: 'box' })
    await lookRaw(createFolder(), { args: [...QUIET, '--repo', dir] })
    expect(placeIn(path.join(dir, 'probes/box.txt'))).toMatchObject({ place: 'box' })
  })

  it('--comment prints a block that is found in a comment', async () => {
    const { stdout, stderr } = await lookRaw(createFolder(), { args: [...QUIET, '--comment'] })
    const [block = ''] = findProbeBlocks(`Here it is:\n\n${stdout}\nThanks`)
    expect(readProbeFile(block)).toMatchObject({ ok: true, facts: { probe: { place: 'box' } } })
    expect(lastLine(stderr)).toMatch(/read it before you publish it$/)
  })

  it.each([
    ['feature', 'box-feature.txt'],
    ['feature/a b'.replace(' ', '+'), /^box-feature-a-b-[0-9a-f]{8}\.txt$/],
    ['x'.repeat(100), /^box-x{27}-[0-9a-f]{8}\.txt$/],
    ['größe', /^box-gr-e-[0-9a-f]{8}\.txt$/],
  ])('--for-commit on branch %s', async (branch, expected) => {
    const repo = createRepo({ a: '' })
    repo.branch(branch)
    const { code } = await lookRaw(repo.dir, { place: 'box', args: [...QUIET, '--for-commit', '--only', 'git'] })
    const [name = ''] = fs.readdirSync(path.join(repo.dir, 'probes'))
    expect(code).toBe(0)
    expect(name).toMatch(expected)
    expect(parseProbeName(name)?.place).toBe('box')
  })

  it('two branches that look alike never share a file', async () => {
    const repo = createRepo({ a: '' })
    for (const branch of ['a-b', 'a+b', 'a#b']) {
      repo.branch(branch)
      await lookRaw(repo.dir, { args: [...QUIET, '--for-commit', '--only', 'git'] })
    }
    expect(fs.readdirSync(path.join(repo.dir, 'probes'))).toHaveLength(3)
  })

  it('--for-commit without a repository says why not', async () => {
    const { code, stderr } = await lookRaw(createFolder(), { args: [...QUIET, '--for-commit'] })
    expect(code).toBe(2)
    expect(stderr).toMatch(/--for-commit needs a branch: git says none/)
  })

  it.each([
    ['a file where the folder should be', (dir: string) => fs.writeFileSync(path.join(dir, 'probes'), '')],
    [
      'a folder where the file should be',
      (dir: string) => fs.mkdirSync(path.join(dir, 'probes/box.txt/x'), { recursive: true }),
    ],
  ])('what cannot be written ends with 4: %s', async (_, prepare) => {
    const dir = createFolder()
    prepare(dir)
    const { code, stderr } = await lookRaw(dir, { args: QUIET })
    expect(code).toBe(4)
    expect(stderr).toMatch(/cannot write .*box\.txt: /)
    expect(fs.readdirSync(dir)).toEqual(['probes'])
  })

  it('replaces an earlier file in one go: a link is replaced, not followed', async () => {
    const dir = createFolder()
    const precious = path.join(dir, 'precious')
    fs.writeFileSync(precious, 'mine')
    fs.mkdirSync(path.join(dir, 'probes'))
    fs.symlinkSync('../precious', path.join(dir, 'probes/box.txt'))
    await lookRaw(dir, { args: QUIET })
    expect(fs.readFileSync(precious, 'utf8')).toBe('mine')
    expect(fs.lstatSync(path.join(dir, 'probes/box.txt')).isFile()).toBe(true)
  })
})

describe('how it is started cannot break it', () => {
  it('a working directory that is gone: one line, exit 2', async () => {
    const { found: python } = (await findInterpreter()) as { found: { path: string } }
    const command = `mkdir gone && cd gone && rmdir ../gone && exec '${python.path}' '${PROBE}' local`
    const ended = await start(['sh', '-c', command], { cwd: createFolder() })
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toMatch(/^agent_probe\.py: the working directory is gone[^\n]*\n$/)
  })

  it('asked to stay interactive and to take warnings for errors', async () => {
    const env = { PYTHONINSPECT: '1', PYTHONWARNINGS: 'error', PYTHONDEVMODE: '1' }
    const { code, stderr, facts } = await look(createRepo({ 'demo.py': '' }).dir, { env })
    expect(errorsOf(facts)).toEqual({})
    const said = stderr.split('\n').filter((line) => !line.startsWith('agent_probe.py: '))
    expect({ code, said }).toEqual({ code: 0, said: ['stdout: read it before you publish it', ''] })
    expect((await lookRaw(createFolder(), { env, args: ['--no-such-option'] })).code).toBe(2)
  })
})

describe('what it says of itself', () => {
  it('--help has a line for every option and every exit status, --version the version', async () => {
    const help = await lookRaw(createFolder(), { args: ['--help'] })
    expect(help).toMatchObject({ code: 0, stderr: '' })
    const options = [...fs.readFileSync(PROBE, 'utf8').matchAll(/(?:add|add_argument)\("(--[a-z-]+)"/g)]
    expect(options.length).toBeGreaterThan(11)
    for (const [, option = ''] of options) expect(help.stdout).toMatch(new RegExp(`^  ${option}\\b.*\\s+\\S+`, 'm'))
    expect(help.stdout).toMatch(/0: written.*2: .*3: .*4: /s)
    const version = await lookRaw(createFolder(), { args: ['--version'] })
    expect(version.stdout).toMatch(/^agent_probe\.py \d+\.\d+\.\d+ \(format 1\)\n$/)
  })

  it('names of files that are not in the commit, first ten of each kind; the file counts them', async () => {
    const repo = createRepo({ 'demo.py': '', 'old.py': '', '.gitignore': '*.tmp\n__pycache__/\n' })
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`new${at + 10}.py`, '']))
    repo.write({ ...many, 'demo.py': 'x', 'old.py': null, 'a\nb.tmp': '', '__pycache__/demo.cpython-312.pyc': '' })
    const { stderr, stdout, facts } = await look(repo.dir, { only: 'git' })
    expect(facts.git).toMatchObject({ modified: 1, deleted: 1, untracked: 12, ignored: 2 })
    const names = Array.from({ length: 10 }, (_, at) => `new${at + 10}.py`).join(', ')
    for (const line of ['modified: demo.py', 'deleted: old.py', `untracked: ${names} and 2 more`, 'ignored: a\\nb.tmp'])
      expect(stderr).toContain(`agent_probe.py: ${line}\n`)
    expect(stdout).not.toMatch(/new1|demo\.py|\.tmp/)
  })
})

describe('claims', () => {
  const said = (stderr: string) => stderr.split('\n').filter((line) => /claim|no git/.test(line))
  it('are those of the nearest folder up to the top, and the probe looks from there', async () => {
    const repo = createRepo({ 'a/b/x.py': '', 'a/c/probes/claims.json': '{"env": ["C"]}' })
    repo.write({ 'probes/claims.json': '{"env": ["TOP"]}' })
    const below = await look(path.join(repo.dir, 'a/b'), { only: 'git,env' })
    expect(Object.keys(below.facts.env?.claimed ?? {})).toEqual(['TOP'])
    expect(below.facts.git?.cwd).toBe('.')
    expect(said(below.stderr)).toEqual(['agent_probe.py: claims: ../../probes/claims.json, looked at from ../..'])
    const near = await look(path.join(repo.dir, 'a/c'), { only: 'env' })
    expect(Object.keys(near.facts.env?.claimed ?? {})).toEqual(['C'])
    expect(said(near.stderr)).toEqual(['agent_probe.py: claims: probes/claims.json'])
    const { stderr } = await lookRaw(path.join(repo.dir, 'a/b'), { args: [...QUIET, '--only', 'env'] })
    expect(lastLine(stderr)).toBe('../../probes/box.txt: read it before you publish it')
  })

  it('stop at the top of the repository; none, and no repository, are said', async () => {
    const outer = createFolder()
    writeClaims(outer, { env: ['OUTER'] })
    const inner = path.join(outer, 'inner')
    fs.mkdirSync(inner)
    const alone = await look(inner, { only: 'env' })
    expect(said(alone.stderr)).toEqual([
      'agent_probe.py: no probes/claims.json: the default claims apply (own packages, tests, .env, configuration)',
      'agent_probe.py: no git repository here: the code cannot be identified, so no test result will count',
    ])
    await start(['git', 'init', '--quiet'], { cwd: inner })
    const { stderr, facts } = await look(inner, { only: 'env' })
    expect(said(stderr)).toHaveLength(1)
    expect(facts.env?.claimed).toEqual({})
  })

  it('that are named are read as named', async () => {
    const repo = createRepo({ 'a/x.py': '', 'probes/claims.json': '{"env": ["TOP"]}' })
    const args = ['--claims', 'probes/claims.json', '--stdout']
    expect((await look(path.join(repo.dir, 'a'), { only: 'env', args })).facts.env?.claimed).toEqual({})
  })
})

it('families that are not asked for leave no section', async () => {
  const { facts } = await look(createFolder(), { only: 'secrets,env' })
  expect(Object.keys(facts)).toEqual(['probe', 'env', 'secrets'])
  expect(Object.keys(facts.probe?.durations ?? {})).toEqual(['probe', 'env', 'secrets'])
})
