import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseTree, sha256 } from '../../src/adapters/git/git.ts'
import { contentRecords } from '../../src/core/content.ts'
import { createFolder, createRepo, gitIn, type Repo } from '../support/repo.ts'

const open = (dir: string, probes = 'probes') => gitIn(dir, process.env, probes)
/** The recipe, written again with nothing of ours: sorted records of ls-tree, joined by NUL, hashed. */
function expectedContent(repo: Repo, leaveOut: RegExp): string {
  const listing = execFileSync('git', ['ls-tree', '-r', '-z', 'HEAD'], { cwd: repo.dir, encoding: 'buffer' })
  const records = listing.toString('latin1').split('\0').slice(0, -1)
  const kept = records.filter((record) => !leaveOut.test(record.slice(record.indexOf('\t') + 1)))
  return createHash('sha256').update(kept.join('\0'), 'latin1').digest('hex')
}

describe('in a repository', () => {
  const repo = createRepo({
    'a.py': '1',
    'dir/b c.py': '2',
    'dir/é.py': '3',
    'dir.py': '4',
    'probes/claims.json': '{}',
    'probes/code.py': '5',
    '.host_fingerprint.json': '{}',
  })

  test('tracked files, whatever their names', async () => {
    const tracked = await open(repo.dir).trackedFiles()
    expect([...(tracked ?? [])].sort()).toEqual(
      [
        '.host_fingerprint.json',
        'a.py',
        'dir.py',
        'dir/b c.py',
        'dir/é.py',
        'probes/claims.json',
        'probes/code.py',
      ].sort(),
    )
  })

  test('content is the records without our own products', async () => {
    const leaveOut = /^(\.host_fingerprint\.json|probes\/claims\.json)$/
    expect(await open(repo.dir).head()).toEqual({ sha: repo.sha(), content: expectedContent(repo, leaveOut) })
  })

  test('content is the same from a folder within, which has its own probes folder', async () => {
    // The other check's claims are no content either.
    const leaveOut = /^(\.host_fingerprint\.json|probes\/claims\.json)$/
    expect(await open(path.join(repo.dir, 'dir')).head()).toMatchObject({ content: expectedContent(repo, leaveOut) })
    expect(await open(path.join(repo.dir, 'dir')).trackedFiles()).toEqual(['b c.py', 'é.py'])
  })

  test('content from the API is content from git', async () => {
    const listing = execFileSync('git', ['ls-tree', '-r', '-z', 'HEAD'], { cwd: repo.dir, encoding: 'utf8' })
    expect(sha256(contentRecords(parseTree(listing)?.toReversed() ?? [], 'probes'))).toBe(
      (await open(repo.dir).head())?.content,
    )
  })

  test('committing a probe file changes no content, committing code does', async () => {
    const before = await open(repo.dir).head()
    repo.commit('Probe', { 'probes/box.txt': 'facts', 'probes/local-my-branch.txt': 'facts' })
    const after = await open(repo.dir).head()
    expect(after?.content).toBe(before?.content)
    expect(after?.sha).not.toBe(before?.sha)
    repo.commit('Code', { 'probes/hidden.py': 'code' })
    expect((await open(repo.dir).head())?.content).not.toBe(before?.content)
  })

  test('a name that is not UTF-8 has its own content', async ({ skip }) => {
    skip(process.platform === 'win32', 'Windows has no such names')
    const odd = createRepo({ a: '1' })
    const name = Buffer.concat([Buffer.from(`${odd.dir}/`), Buffer.from([0xff, 0x61])])
    fs.writeFileSync(name, '2')
    odd.commit('Odd name')
    expect(await open(odd.dir).head()).toMatchObject({ content: expectedContent(odd, /^$/) })
  })

  test('what is tracked, and what is not', async () => {
    fs.writeFileSync(path.join(repo.dir, 'new.py'), '')
    const git = open(repo.dir)
    const at = (name: string) => git.isTracked(path.join(repo.dir, name))
    expect(await Promise.all(['a.py', 'dir/é.py', 'new.py', 'gone.py', '../outside'].map(at))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})

test('the index is left as it is', async () => {
  const repo = createRepo({ a: '1' })
  const index = path.join(repo.dir, '.git/index')
  fs.utimesSync(path.join(repo.dir, 'a'), new Date(1), new Date(1))
  const before = [fs.readFileSync(index), fs.statSync(index).mtimeMs]
  await open(repo.dir).head()
  await open(repo.dir).trackedFiles()
  expect([fs.readFileSync(index), fs.statSync(index).mtimeMs]).toEqual(before)
})

describe('where git does not say', () => {
  test('in a repository of another user, but for single paths', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root can give a repository away')
    const repo = createRepo({ a: '1' })
    repo.write({ b: '2' })
    execFileSync('chown', ['-R', '12345', repo.dir])
    const git = open(repo.dir)
    expect([await git.state(), await git.head(), await git.trackedFiles()]).toEqual(['refused', undefined, undefined])
    const paths = ['a', 'b', '../x'].map((name) => path.join(repo.dir, name))
    expect(await Promise.all(paths.map((one) => git.isTracked(one)))).toEqual([true, false, false])
  })
  test('outside a repository', async () => {
    const git = open(createFolder())
    expect([await git.state(), await git.head(), await git.trackedFiles()]).toEqual(['none', undefined, undefined])
    expect(await git.isTracked('/etc/passwd')).toBe(false)
  })
  test('before the first commit', async () => {
    const git = open(createRepo().dir)
    expect([await git.state(), await git.head(), await git.trackedFiles()]).toEqual(['unborn', undefined, []])
  })
  test('without git', async () => {
    const git = gitIn(createFolder(), { PATH: createFolder() })
    expect([await git.state(), await git.head(), await git.trackedFiles()]).toEqual(['no-git', undefined, undefined])
  })
  test('in a healthy one', async () => {
    expect(await open(createRepo({ a: '1' }).dir).state()).toBe('ok')
  })
})
