/** The command line's promises: exit statuses, where the file goes, and that old interpreters are told. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { findProbeBlocks } from '../../src/core/probe-file/blocks.ts'
import { readProbeFile } from '../../src/core/probe-file/read.ts'
import { parseProbeName } from '../../src/core/products.ts'
import { look, lookRaw, writeClaims } from '../support/look.ts'
import { findInterpreters, findOldInterpreters } from '../support/python.ts'
import { createFolder, createRepo } from '../support/repo.ts'
import { PROBE, start } from '../support/suite.ts'

const QUIET = ['--tests', 'never']
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)
const placeIn = (file: string) => {
  const reading = readProbeFile(fs.readFileSync(file, 'utf8'))
  return reading.ok ? reading.facts.probe : reading.problems
}

describe('interpreters', () => {
  it('every supported one writes a file that the reader takes', async () => {
    const { dir } = createRepo({ 'demo.py': '' })
    for (const { path: python, version } of await findInterpreters()) {
      const { code, facts } = await look(dir, { python })
      expect({ code, version: facts.interpreter?.version }).toEqual({ code: 0, version })
    }
  })

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
    'a wrong place': [
      '{"secrets": [{"name": "x", "in": ["boxx"]}]}',
      /\$\.secrets\[0\]\.in: expected a list of local/,
    ],
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
    const { code } = await lookRaw(repo.dir, {
      place: 'box',
      args: [...QUIET, '--for-commit', '--only', 'git'],
    })
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

it('families that are not asked for leave no section', async () => {
  const { facts } = await look(createFolder(), { only: 'secrets,env' })
  expect(Object.keys(facts)).toEqual(['probe', 'env', 'secrets'])
  expect(facts.probe?.families).toEqual(['env', 'secrets'])
  expect(Object.keys(facts.probe?.durations ?? {})).toEqual(['probe', 'env', 'secrets'])
})
