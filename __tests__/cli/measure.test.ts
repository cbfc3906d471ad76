/** What the command line measures a checkout against: where its branch left the default branch, and its own commits. */
import { describe, expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { ALL_PLACES, COMMAND, factsOf } from '../support/facts.ts'
import { createRepo, gitIn, type Repo } from '../support/repo.ts'
import { writeProbeFile } from '../support/write-probe-file.ts'

const CLAIMS = {
  places: { ...ALL_PLACES, person: ['local'] },
  packages: ['requests'],
  tests: { command: [...COMMAND] },
}
const CODE = { 'cli_helpers/__init__.py': 'x = 1\n', 'probes/claims.json': JSON.stringify(CLAIMS) }

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

/** A branch of two commits, as a clone has it. */
function branch() {
  const repo = createRepo(CODE)
  repo.git('update-ref', 'refs/remotes/origin/main', repo.sha())
  repo.branch('fix')
  repo.commit('Fix', { 'cli_helpers/more.py': 'y = 1\n' })
  return repo
}

async function table({ dir }: Repo) {
  const { status, stdout, stderr } = await runCli(['table', '--format', 'json'], dir)
  const { rows, unused, places } = JSON.parse(stdout)
  return { status, local: rows[1].cells.local, unused, places, all: stdout + stderr }
}

describe('a file about an earlier commit of the branch', () => {
  test('serves, as it does on the pull request: a docs commit does not send anybody back to the probe', async () => {
    const repo = branch()
    const text = await factsAt('local', repo)
    repo.commit('Docs', { 'README.md': 'words\n', 'probes/local-fix.txt': text })
    const seen = await table(repo)
    expect(seen.local).toMatchObject({ state: 'holds', fact: expect.stringContaining('1 commit before head') })
    expect(seen.status).toBe(0)
  })

  test('does not where the commit is none of the branch', async () => {
    const repo = branch()
    const text = await factsAt('local', repo)
    repo.git('commit', '--quiet', '--amend', '--message', 'Another one')
    repo.commit('Docs', { 'README.md': 'words\n', 'probes/local-fix.txt': text })
    expect((await table(repo)).local).toMatchObject({ reason: 'NOT_THIS_PR' })
  })
})

describe('a file that was there where the branch began', () => {
  test('is of an earlier pull request and silent, even if the content is the same again', async () => {
    const repo = createRepo(CODE)
    repo.write({ 'probes/local-topic.txt': await factsAt('local', repo) })
    repo.commit('Merged', { 'probes/box-topic.txt': 'no probe file\n' })
    repo.git('update-ref', 'refs/remotes/origin/main', repo.sha())
    repo.branch('fix')
    repo.commit('Other claims', { 'probes/notes.md': 'x\n' })
    const seen = await table(repo)
    expect(seen.local).toMatchObject({ reason: 'NO_PROBE' })
    expect([seen.unused, seen.places.map(({ note }: { note: string | null }) => note)]).toEqual([[], [null]])
  })

  test('speaks on the default branch itself: nothing is measured there', async () => {
    const repo = createRepo(CODE)
    repo.commit('Merged', { 'probes/local-topic.txt': await factsAt('local', repo) })
    repo.git('update-ref', 'refs/remotes/origin/main', repo.sha())
    expect((await table(repo)).status).toBe(0)
  })
})

test('files of the branch about other commits are named, and nobody is told to delete them', async () => {
  const repo = branch()
  const text = await factsAt('local', repo)
  repo.git('commit', '--quiet', '--amend', '--message', 'Another one')
  repo.commit('Left', {
    'x.py': '',
    'probes/local-fix.txt': text,
    'probes/local-old.txt': text,
    'probes/box-old.txt': text.replace('"local"', '"box"'),
  })
  const seen = await table(repo)
  expect(seen.all).not.toContain('git rm')
})

test('a merge that a provider made for the test: the head is its second parent', async () => {
  const repo = branch()
  const text = await factsAt('local', repo)
  repo.checkout('main')
  const base = repo.commit('Meanwhile', { 'base.txt': '' })
  repo.git('update-ref', 'refs/remotes/origin/main', base)
  repo.git('checkout', '--quiet', '--detach', 'main')
  repo.merge('fix')
  repo.write({ 'probes/local.txt': text })
  const seen = await table(repo)
  expect(seen.local).toMatchObject({ state: 'holds' })
  expect(seen.places).toMatchObject([{ content: 'match-head' }])
})
