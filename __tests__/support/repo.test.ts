import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createRepo, type Repo } from './repo.ts'

test('a repository with a branch, a merge, a worktree and a shallow clone', () => {
  const repo = createRepo({ 'a.txt': 'one\n', 'dir/b.txt': 'b\n' })
  const first = repo.sha()
  repo.branch('topic')
  const topic = repo.commit('Change', { 'a.txt': 'two\n', 'dir/b.txt': null })
  repo.checkout('main')
  const merge = repo.merge('topic')
  expect(repo.git('show', '--no-patch', '--format=%P', merge)).toBe(`${first} ${topic}`)
  expect(repo.git('ls-files')).toBe('a.txt')

  const tree = repo.worktree({ branch: 'beside' })
  tree.commit('Beside', { 'c.txt': 'c\n' })
  expect(fs.existsSync(path.join(repo.dir, 'c.txt'))).toBe(false)
  expect(repo.worktree({ commit: first }).sha()).toBe(first)

  const shallow = repo.clone({ depth: 1, branch: 'topic' })
  expect([shallow.sha(), shallow.git('rev-parse', '--is-shallow-repository')]).toEqual([topic, 'true'])
})

test('a working tree can be left dirty', () => {
  const repo = createRepo({ 'a.txt': 'one\n' })
  repo.write({ 'a.txt': 'two\n', 'new.txt': '' })
  expect(repo.git('status', '--porcelain').split('\n')).toEqual([' M a.txt', '?? new.txt'])
})

test('authors and dates are those of no machine', () => {
  const authors = (repo: Repo) => repo.git('log', '--format=%an <%ae> %ad', '--date=format:%Y')
  expect(authors(createRepo({ a: 'a' }))).toBe('Ada <ada@example.invalid> 2026')
})
