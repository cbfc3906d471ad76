import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import about from '../../package.json' with { type: 'json' }
import { atRoot } from '../support/bed.ts'
import { runCli } from '../support/cli.ts'
import { ALL_PLACES, type FactOverrides, factsOf } from '../support/facts.ts'
import { createFolder, createRepo, type Files, gitIn, writeFiles } from '../support/repo.ts'
import { writeProbeFile } from '../support/write-probe-file.ts'

const windows = process.platform === 'win32'
const never = ['--tests', 'never']

describe('help and version', () => {
  test.each([[[]], [['diff', '-h']]])('%j', async (args) => {
    const { status, stdout, stderr } = await runCli(args, createFolder())
    expect([status, stderr]).toEqual([0, ''])
    expect(stdout).toMatch(/where-it-ran/)
  })
  test('--version', async () => {
    expect(await runCli(['--version'], createFolder())).toEqual({ status: 0, stdout: `${about.version}\n`, stderr: '' })
  })
})

describe('wrong use or configuration ends with 2, says what mends it, and prints no table', () => {
  const repo = createRepo({
    'a.py': '',
    'broken.json': '{ "packages": [',
    'unknown.json': '{ "packges": [] }',
    file: '',
    'probes/local.txt': writeProbeFile(factsOf('local')),
    'probes/box.txt': '[probe\n',
    'probes/ci.txt': writeProbeFile(factsOf('box')),
  })
  test.each([
    [['run', '--pyhton', '3'], /unknown option --pyhton, did you mean --python\?\n.*where-it-ran run --help/],
    [['run', '--working-directory', 'nowhere'], /there is no folder nowhere\n.*--working-directory DIR/],
    [
      ['run', ...never, '--python', '/nowhere/python'],
      /the named Python, \/nowhere\/python, can't be started \(ENOENT\)/,
    ],
    [['probe', 'box', ...never, '--python', './file'], /the named Python, \.\/file, can't be started/],
    [['table', '--claims', 'broken.json'], /broken\.json/],
    [['table', '--claims', 'unknown.json'], /unknown\.json.*packges/],
    [['table', '--claims', 'none.json'], /none\.json: there is no such file/],
    [['table', '--claims', '../claims.json'], /leads out of the working directory/],
    [['run', ...never, '--probes', 'file'], /file.*--probes DIR/s],
    [['diff', 'local', 'cloud'], /"cloud" is no place/],
    [['diff', 'local', 'box-codex'], /there is no probes\/box-codex\.txt\n.*dist\/cli\/index\.js probe box-codex/],
    [['diff', 'local', 'box'], /probes\/box\.txt:1: /],
    [['diff', 'local', 'ci'], /probes\/ci\.txt says it is from box, not from ci/],
    [['diff', 'local', 'local', '--format', 'markdown'], /no markdown/],
  ])('%j', async (args, message) => {
    const { status, stdout, stderr } = await runCli(args, repo.dir)
    expect(stderr).toMatch(message)
    expect([status, stdout]).toEqual([2, ''])
  })

  test('outside a repository, where nothing is written', async () => {
    const dir = createFolder()
    const { status, stderr } = await runCli(['run', ...never], dir)
    expect(stderr).toMatch(/is in no git repository\n.*--working-directory DIR/)
    expect([status, fs.readdirSync(dir)]).toEqual([2, []])
  })

  test('a claims file that is a link out of the project', async ({ skip }) => {
    skip(windows, 'on Windows links need a right that few have')
    const outside = createFolder()
    writeFiles(outside, { 'claims.json': '{}' })
    const linked = createRepo({ a: '' })
    fs.symlinkSync(outside, path.join(linked.dir, 'probes'))
    const { status, stderr } = await runCli(['table'], linked.dir)
    expect(stderr).toMatch(/leads out of the working directory/)
    expect(status).toBe(2)
  })
})

/** A repository, and files that say of three places what `facts.ts` calls green of its commit. */
async function greenRepo() {
  const claims = JSON.stringify({ places: ALL_PLACES, packages: ['requests'], env: ['BILLING_MODE'] })
  const repo = createRepo({ 'a.py': '', 'probes/claims.json': claims })
  const { sha: head, content } = (await gitIn(repo.dir).head()) ?? {}
  const git = { head, head_content: content, tree_content: content, parents: [] }
  const tests = { content_before: content, content_after: content }
  const greenFiles = (local: FactOverrides = {}) => ({
    'probes/local.txt': writeProbeFile(factsOf('local', { ...local, git, tests: { ...tests, ...local.tests } })),
    'probes/box.txt': writeProbeFile(factsOf('box', { git, tests })),
    'probes/ci.txt': writeProbeFile(factsOf('ci', { git, tests })),
  })
  repo.write(greenFiles())
  return { repo, greenFiles }
}

describe('table', async () => {
  const { repo: green } = await greenRepo()

  test('passes when every cell holds, of the commit that is checked out', async () => {
    const before = fs.readdirSync(path.join(green.dir, 'probes'))
    const { status, stdout, stderr } = await runCli(['table'], green.dir, { FORCE_COLOR: '1' })
    expect(stdout).toMatch(/package installed: requests +✔ holds +✔ holds +✔ holds/)
    expect([status, stderr]).toEqual([0, ''])
    // No colour without a terminal, and nothing is written.
    expect(stdout).not.toContain('\u001b')
    expect(fs.readdirSync(path.join(green.dir, 'probes'))).toEqual(before)
  })

  test.each([
    ['json', /^\{\n? *"format": ?1,/],
    ['markdown', /^\| *Claim in chat *\| *Probe *\| *Local *\| *Agent box *\| *CI *\|$/m],
  ])('as %s', async (format, expected) => {
    const { status, stdout } = await runCli(['table', '--format', format], green.dir)
    expect([status, stdout]).toEqual([0, expect.stringMatching(expected)])
    if (format === 'json')
      expect(JSON.parse(stdout)).toMatchObject({ verdict: 'pass', gate: { unknown: 0, failing: 0 } })
  })

  const unset = { env: { claimed: { BILLING_MODE: { set: false } } }, tests: { env: undefined } }
  test.each<[string, (greenFiles: (local?: FactOverrides) => Files) => Files]>([
    ['a claim that fails', (greenFiles) => greenFiles(unset)],
    ['a file that is gone', () => ({ 'probes/local.txt': null })],
    ['a file that is no TOML', () => ({ 'probes/local.txt': 'x = = 1\n' })],
  ])('is blocked by %s', async (_, change) => {
    const { repo, greenFiles } = await greenRepo()
    repo.write(change(greenFiles))
    const { status, stdout } = await runCli(['table', '--format', 'json'], repo.dir)
    expect([status, JSON.parse(stdout).verdict]).toEqual([1, 'blocked'])
  })

  test('a leg that is expected and absent blocks', async () => {
    const { status, stdout } = await runCli(['table', '--format', 'json', '--expect', 'ci-py3.13'], green.dir)
    expect([status, stdout]).toEqual([1, expect.stringContaining('MISSING_LEG')])
  })

  test('only the places that are named are asked', async () => {
    const { repo } = await greenRepo()
    repo.write({ 'probes/box.txt': null })
    expect((await runCli(['table'], repo.dir)).status).toBe(1)
    expect((await runCli(['table', '--places', 'local,ci'], repo.dir)).status).toBe(0)
  })

  test('whoever reads no more is no failure', ({ skip }) => {
    skip(windows, 'Windows breaks no pipe with a signal')
    const script = `"${process.execPath}" "${atRoot('dist/cli/index.js')}" table | true`
    expect(() => execFileSync('bash', ['-c', script], { cwd: green.dir, stdio: 'pipe' })).not.toThrow()
  })
})

describe('diff', () => {
  const because = 'laptops follow 3.12'
  const repo = createRepo({
    'probes/claims.json': JSON.stringify({
      explain: { 'interpreter.version': { values: { local: '3.12.*', ci: '3.12.7' }, because } },
    }),
    'probes/local.txt': writeProbeFile(factsOf('local', { interpreter: { version: '3.12.1' } })),
    'probes/box.txt': writeProbeFile(factsOf('box', { interpreter: { version: '3.10.13' } })),
    'probes/ci.txt': writeProbeFile(factsOf('ci')),
    'probes/ci-a.txt': writeProbeFile(factsOf('ci', { probe: { leg: 'a' } })),
    'probes/ci-b.txt': writeProbeFile(factsOf('ci', { probe: { leg: 'b' }, interpreter: { version: '3.13.0' } })),
  })

  test('one that counts and that nobody explains: 1', async () => {
    const { status, stdout } = await runCli(['diff', 'local', 'box'], repo.dir)
    expect(stdout).toMatch(/^local and box: 1 difference that counts, 1 unexplained$/m)
    expect(stdout).toMatch(/interpreter\.version: unexplained\n +local +3\.12\.1\n +box +3\.10\.13/)
    expect(status).toBe(1)
  })
  test('one that is explained: 0, with the sentence', async () => {
    const { status, stdout } = await runCli(['diff', 'local', 'ci'], repo.dir)
    expect(stdout).toMatch(/interpreter\.version: explained, laptops follow 3\.12/)
    expect(status).toBe(0)
  })
  test('two legs of one place', async () => {
    const { status, stdout } = await runCli(['diff', 'ci-a', 'ci-b', '--format', 'json'], repo.dir)
    expect(JSON.parse(stdout)).toMatchObject({
      names: ['ci-a', 'ci-b'],
      differences: [{ key: 'interpreter.version', values: ['3.12.7', '3.13.0'], counted: true, explained: null }],
    })
    expect(status).toBe(1)
  })
  test('a place means the one file that is called after it and a branch; of several none is guessed', async () => {
    const { dir } = createRepo({
      'probes/local.txt': writeProbeFile(factsOf('local')),
      'probes/box-topic.txt': writeProbeFile(factsOf('box', { interpreter: { version: '3.10.13' } })),
    })
    const { status, stdout, stderr } = await runCli(['diff', 'local', 'box'], dir)
    expect(stderr).toContain('box is probes/box-topic.txt')
    expect([status, stdout]).toEqual([1, expect.stringContaining('3.10.13')])
    fs.copyFileSync(path.join(dir, 'probes/box-topic.txt'), path.join(dir, 'probes/box-other.txt'))
    const two = await runCli(['diff', 'local', 'box'], dir)
    expect([two.status, two.stderr]).toEqual([2, expect.stringContaining('name one of box-other, box-topic')])
  })
  test('none', async () => {
    expect(await runCli(['diff', 'ci', 'ci-a'], repo.dir)).toMatchObject({ status: 0 })
  })
})
