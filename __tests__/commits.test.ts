import { spawnSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { atRoot } from './support/bed.ts'
import { createRepo, type Files } from './support/repo.ts'

/** A build of one line: what `src/a` says, in capitals. */
const BUILD = `import fs from 'node:fs'
const built = fs.readFileSync('src/a', 'utf8').toUpperCase()
if (fs.readFileSync('dist/a', 'utf8') !== built) { console.error('differs: dist/a'); process.exitCode = 1 }
`
const FIRST: Files = { 'scripts/build.mjs': BUILD, 'src/a': 'one\n', 'dist/a': 'ONE\n', README: 'a\n' }
const TWO: Files = { 'src/a': 'two\n', 'dist/a': 'TWO\n' }

function check(dir: string, ...args: string[]): { status: number | null; out: string } {
  const words = [atRoot('scripts/check-commits.mjs'), ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, words, { cwd: dir, encoding: 'utf8' })
  return { status, out: stdout + stderr }
}

describe('of a commit that is right nothing is said', () => {
  test.each<[string, string, Files]>([
    ['source with what it builds to', 'Say two', TWO],
    ['a page, which is built from nothing', 'Say b', { README: 'b\n' }],
    ['72 characters, whatever their bytes', 'é'.repeat(72), { README: 'b\n' }],
  ])('%s', (_, subject, files) => {
    const repo = createRepo(FIRST)
    repo.commit(subject, files)
    expect(check(repo.dir, 'HEAD~1..HEAD')).toEqual({ status: 0, out: '1 commits, 0 of them wrong\n' })
    expect(repo.git('worktree', 'list').split('\n')).toHaveLength(1)
  })
})

describe('a commit that is wrong is named, and what is wrong with it', () => {
  test.each<[string, string, Files, RegExp]>([
    ['source without dist/', 'Say two', { 'src/a': 'two\n' }, /Say two\n {2}differs: dist\/a\n/],
    ['another build without dist/', 'Shout', { 'scripts/build.mjs': BUILD.replace('Upper', 'Lower') }, /differs/],
    ['dist/ of something else', 'Say two', { ...TWO, 'dist/a': 'TOO\n' }, /differs/],
    ['dist/ alone', 'Build', { 'dist/b': '' }, /changes dist\/ alone/],
    ['73 characters', 'x'.repeat(73), { README: 'b\n' }, /73 characters; 72 is the most/],
  ])('%s', (_, subject, files, says) => {
    const repo = createRepo(FIRST)
    const wrong = repo.commit(subject, files)
    // What the commit after it mends does not make it right.
    repo.commit('Say three', { 'src/a': 'three\n', 'dist/a': 'THREE\n', 'scripts/build.mjs': BUILD })
    const { status, out } = check(repo.dir, 'HEAD~2..HEAD')
    expect(out).toMatch(says)
    expect(out).toContain(wrong.slice(0, 12))
    expect({ status, last: out.split('\n').at(-2) }).toEqual({ status: 1, last: '2 commits, 1 of them wrong' })
  })
})

test.each([[[]], [['HEAD']], [['nowhere..HEAD']], [['HEAD~1..HEAD', 'more']]])('%j is no range', (args) => {
  const repo = createRepo(FIRST)
  repo.commit('Second', { README: 'b\n' })
  expect(check(repo.dir, ...args)).toMatchObject({ status: 2, out: expect.stringContaining('BASE..HEAD') })
})
