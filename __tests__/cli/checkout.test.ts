import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { COMMAND, factsOf } from '../support/facts.ts'
import { createFolder, createRepo, gitIn, type Repo } from '../support/repo.ts'
import { writeProbeFile } from '../support/write-probe-file.ts'

const CLAIMS = {
  places: ['local', 'ci'],
  packages: ['requests'],
  tests: { command: [...COMMAND], in: ['local', 'ci'] },
}
const CODE = { 'cli_helpers/__init__.py': 'x = 1\n', 'probes/claims.json': JSON.stringify(CLAIMS) }

/** What a place says that stood at a commit of this repository, its tree as committed. */
async function factsAt(place: 'local' | 'box' | 'ci', { dir, sha, git }: Repo) {
  const head = await gitIn(dir).head()
  const content = head?.content
  const parents = git('show', '--no-patch', '--format=%P', sha()).split(' ').filter(Boolean)
  return writeProbeFile(
    factsOf(place, {
      git: { head: sha(), head_content: content, tree_content: content, parents },
      tests: { content_before: content, content_after: content, reports: undefined },
    }),
  )
}

async function probed() {
  const repo = createRepo(CODE)
  repo.write({ 'probes/local.txt': await factsAt('local', repo), 'probes/ci.txt': await factsAt('ci', repo) })
  return repo
}

async function table(dir: string, ...more: string[]) {
  const { status, stdout, stderr } = await runCli(['table', '--format', 'json', ...more], dir)
  const { rows, faults = [], gate } = JSON.parse(stdout)
  const reasons = rows.map(({ cells }: Row) => [cells.local?.reason, cells.ci?.reason])
  return { status, reasons, rows, gate, faults: [...faults, ...gate.faults].map(String), stderr, stdout }
}
interface Row {
  readonly cells: { readonly [place: string]: { readonly reason: string; readonly fix: string } | null }
}

test('outside a repository it says so, and sends nobody to init', async () => {
  const { status, gate, stderr } = await table(createFolder())
  expect(gate.faults[0]).toMatchObject({ where: 'git', message: expect.stringMatching(/^this is no git repository/) })
  expect(stderr).not.toContain('init')
  expect(status).toBe(1)
  expect((await table(createRepo({ a: '' }).dir)).stderr).toMatch(/has no probe yet.* init\n/)
})

test('a box whose file is missing, or of another commit, is told how it can bring it', async () => {
  const probe = 'scripts/agent_probes/agent_probe.py'
  const claims = JSON.stringify({ packages: ['requests'] })
  const repo = createRepo({ ...CODE, [probe]: '', 'probes/claims.json': claims })
  const hint = `python ${probe} box --for-commit, commit the file it names, push; then git pull here`
  expect((await table(repo.dir, '--places', 'box')).stderr).toContain(hint)
  expect((await table(repo.dir, '--places', 'ci')).stderr).not.toContain(hint)
  repo.write({ 'probes/box-other.txt': await factsAt('box', repo) })
  repo.commit('Code', { 'new.py': '' })
  expect((await table(repo.dir, '--places', 'box')).stderr).toContain(hint)
})

test('a probe file in UTF-16 is unreadable, which is something else than none', async () => {
  const repo = await probed()
  const text = fs.readFileSync(path.join(repo.dir, 'probes/local.txt'), 'utf8')
  repo.write({ 'probes/local.txt': Buffer.from(`\ufeff${text}`, 'utf16le') })
  const { status, rows, gate, reasons } = await table(repo.dir)
  expect(reasons).toEqual([
    ['UNREADABLE_FILE', 'IN_PREFIX'],
    ['UNREADABLE_FILE', 'GREEN'],
  ])
  expect(rows[0].cells.local.fact).toMatch(/^probes\/local\.txt: it is UTF-16/)
  expect(JSON.stringify(gate)).toContain('it is UTF-16')
  expect(status).toBe(1)
})

describe('table judges the commit that is checked out', () => {
  test('and passes on files that are about it', async () => {
    const { dir } = await probed()
    const { status, reasons } = await table(dir)
    expect(reasons).toEqual([
      ['IN_PREFIX', 'IN_PREFIX'],
      ['GREEN', 'GREEN'],
    ])
    expect(status).toBe(0)
  })

  test('not the one that its files are about', async () => {
    const repo = await probed()
    repo.git('add', '-f', 'probes')
    repo.commit('Break the code', { 'cli_helpers/__init__.py': 'x = 2\n' })
    const { status, reasons, rows, stdout } = await table(repo.dir)
    expect(status).toBe(1)
    expect(reasons.flat()).toEqual(Array(4).fill('NOT_THIS_PR'))
    expect(stdout).toContain(`, not ${repo.sha().slice(0, 7)}`)
    expect(rows[1].cells.ci.fix).toMatch(/^push, and let the workflow probe ci, or look at local alone: /)
  })

  test.each([
    ['changed', { 'cli_helpers/__init__.py': 'x = 2\n' }, 1],
    ['deleted', { 'cli_helpers/__init__.py': null }, 1],
    ['new', { 'b.txt': '', 'more/c.txt': '' }, 2],
  ])('not a tree with a file that is %s', async (_, files, count) => {
    const repo = await probed()
    repo.write(files)
    const { status, gate } = await table(repo.dir)
    expect(status).toBe(1)
    expect(gate.faults).toEqual([
      expect.objectContaining({
        message: expect.stringMatching(new RegExp(`^${count} changed .* ${repo.sha().slice(0, 7)} is what is`)),
        fix: expect.stringContaining('git status'),
      }),
    ])
  })

  test('and takes its own products and what git ignores for no change', async () => {
    const repo = await probed()
    repo.write({
      'probes/report.md': '',
      'services/api/probes/claims.json': '{}',
      'services/api/probes/local.txt': '',
      '__pycache__/a.cpython-312.pyc': '',
      'probes/local-pytest.log': '',
    })
    expect((await table(repo.dir)).status).toBe(0)
  })

  test('also by a ci file that merged it into its base, and by none of another branch', async () => {
    const repo = createRepo(CODE)
    repo.branch('topic')
    repo.commit('Work', { 'b.txt': '' })
    repo.checkout('main')
    repo.commit('The base moves', { 'c.txt': '' })
    repo.branch('merged')
    repo.merge('topic')
    const ci = await factsAt('ci', repo)
    repo.checkout('topic')
    repo.write({ 'probes/local.txt': await factsAt('local', repo), 'probes/ci.txt': ci })
    const onTopic = await table(repo.dir)
    expect([onTopic.status, onTopic.reasons[1]]).toEqual([0, ['GREEN', 'GREEN']])
    expect(onTopic.rows[1].cells.ci.fact).toContain(`at ${repo.sha('topic').slice(0, 7)}, merged as`)
    repo.checkout('main')
    expect((await table(repo.dir)).reasons[1]).toEqual(['NOT_THIS_PR', 'NOT_THIS_PR'])
  })
})

describe('claims are held against those that the branch began with', () => {
  const narrowed = { ...CLAIMS, packages: [], tests: { ...CLAIMS.tests, in: ['local'] } }

  test.each([
    ['narrowed in a commit', true],
    ['narrowed and in no commit yet', false],
  ])('and %s, the report says so at its head', async (_, committed) => {
    const repo = createRepo(CODE).clone()
    repo.branch('topic')
    repo.write({ 'probes/claims.json': JSON.stringify(narrowed) })
    if (committed) repo.commit('Claim less')
    const { gate, stderr } = await table(repo.dir)
    expect(gate.loosened).toEqual([
      { what: 'claim dropped', key: 'package installed/requests' },
      { what: 'claim narrowed', key: 'tests green/suite' },
    ])
    expect(stderr).not.toContain('no earlier')
  })

  test('and removed', async () => {
    const repo = createRepo(CODE).clone()
    repo.branch('topic')
    repo.commit('Claim nothing', { 'probes/claims.json': null })
    const { gate } = await table(repo.dir)
    expect(gate.loosened).toContainEqual({ what: 'claims removed', key: 'claims.json' })
  })

  test('where the branch left, not where the default branch is by now', async () => {
    const origin = createRepo(CODE)
    const repo = origin.clone()
    origin.commit('Claim more later', { 'probes/claims.json': JSON.stringify({ ...CLAIMS, env: ['BILLING_MODE'] }) })
    repo.branch('topic')
    repo.git('fetch', '--quiet')
    expect((await table(repo.dir)).gate.loosened).toEqual([])
  })

  test('what git does not have is said; without an origin there is nothing to say', async () => {
    const origin = createRepo(CODE)
    expect((await table(origin.dir)).stderr).not.toContain('no earlier one')
    origin.branch('topic')
    origin.commit('Work')
    origin.checkout('main')
    const alone = origin.clone({ depth: 1, branch: 'topic' })
    const { stderr, gate } = await table(alone.dir)
    expect(stderr).toContain(
      "probes/claims.json is compared with no earlier one: git does not have origin's default branch",
    )
    expect(gate.loosened).toEqual([])
  })
})
