/** Which content this is: ids as git itself would give them, and nothing of git changed by looking. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Facts } from '../../src/core/probe-file/schema.ts'
import { judgeCase } from '../../src/core/verdict/verdict.ts'
import { candidateOf, caseOf, referenceOf } from '../support/facts.ts'
import { contentOfHead, contentOfTree, errorsOf, look } from '../support/look.ts'
import { needing } from '../support/needs.ts'
import { createFolder, createRepo, type Files, type Repo, writeFiles } from '../support/repo.ts'

const FILES: Files = {
  'demo/__init__.py': 'WHO = 1\n',
  'tests/test_a.py': 'def test(): pass\n',
  '.gitignore': '*.log\n',
}
const OWN =
  /^(?:(?:b\/)?\.host_fingerprint\.json|(?:probes\/(?:claims\.json|notes\.md|box(?:-[\w.-]+)?(?:\.txt|-pytest\.log))|b\/probes\/(?:claims\.json|ci\.txt)))$|(?:^|\/)__pycache__\/[^/]+\.[^/]+\.pyc$/
const git = async (repo: Repo, cwd = repo.dir, env: NodeJS.ProcessEnv = {}) => {
  const { facts } = await look(cwd, { only: 'git', env })
  expect(errorsOf(facts)).toEqual({})
  return facts.git ?? {}
}

/** What becomes of a suite that is green on the tree that was looked at, where the commit is judged. */
function suiteCell(git: NonNullable<Facts['git']>): string {
  const { head = '', head_content = '', tree_content = '' } = git
  const box = candidateOf('box', { git, tests: { content_before: tree_content, content_after: tree_content } })
  const commit = { merge: head_content, mergeSha: head, head: head_content, headSha: head, commits: [head] }
  const { rows } = judgeCase(caseOf({ candidates: [box], reference: referenceOf(commit) }))
  const { state, reason } = rows.find(({ kind }) => kind === 'tests green')?.cells.box ?? {}
  return `${state} ${reason}`
}
const STALE = 'unknown STALE_CONTENT'

describe('content of the tree, as git would commit it', () => {
  const cases: Record<string, [change: (repo: Repo) => void, counts: object]> = {
    'as committed': [() => {}, { modified: 0, deleted: 0, untracked: 0, ignored: 0, hidden: 0 }],
    'a change': [(repo) => repo.write({ 'demo/__init__.py': 'WHO = 2\n' }), { modified: 1, deleted: 0, untracked: 0 }],
    'a staged change': [
      (repo) => {
        repo.write({ 'demo/__init__.py': 'WHO = 2\n' })
        repo.git('add', '--all')
      },
      { modified: 1, deleted: 0, untracked: 0 },
    ],
    'a change staged and taken back in the tree': [
      (repo) => {
        repo.write({ 'demo/__init__.py': 'WHO = 2\n' })
        repo.git('add', '--all')
        repo.write({ 'demo/__init__.py': 'WHO = 1\n' })
      },
      { modified: 1, deleted: 0, untracked: 0 },
    ],
    'a deleted file': [(repo) => repo.write({ 'demo/__init__.py': null }), { modified: 0, deleted: 1, untracked: 0 }],
    'a file renamed with git': [
      (repo) => void repo.git('mv', 'demo/__init__.py', 'demo/other.py'),
      { modified: 1, deleted: 1, untracked: 0 },
    ],
    'a file taken out of the index only': [
      (repo) => void repo.git('rm', '--quiet', '--cached', 'demo/__init__.py'),
      { modified: 1, deleted: 0, untracked: 0 },
    ],
    'untracked and ignored files': [
      (repo) => repo.write({ 'new.py': '', 'a/b/new.py': '', 'x.log': '', 'logs/y.log': '' }),
      { modified: 0, deleted: 0, untracked: 2, ignored: 2 },
    ],
    'a changed mode': [(repo) => fs.chmodSync(path.join(repo.dir, 'tests/test_a.py'), 0o755), { modified: 1 }],
    'a file that became a link': [
      (repo) => {
        repo.write({ 'demo/__init__.py': null })
        fs.symlinkSync('../tests/test_a.py', path.join(repo.dir, 'demo/__init__.py'))
      },
      { modified: 1, deleted: 0 },
    ],
    'a folder where a file was, and a file where a folder was': [
      (repo) => {
        repo.write({ 'demo/__init__.py': null, 'tests/test_a.py': null })
        repo.write({ 'demo/__init__.py/x.py': '' })
        fs.rmdirSync(path.join(repo.dir, 'tests'))
        repo.write({ tests: 'x' })
      },
      { deleted: 2, untracked: 2 },
    ],
    'a folder that became a link to another with the same files': [
      (repo) => {
        fs.renameSync(path.join(repo.dir, 'demo'), path.join(repo.dir, 'moved'))
        fs.symlinkSync('moved', path.join(repo.dir, 'demo'))
      },
      { deleted: 1, untracked: 2 },
    ],
    'a repository of its own inside': [
      (repo) => {
        execFileSync('git', ['init', '--quiet', 'inner'], { cwd: repo.dir })
        execFileSync(
          'git',
          ['-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '--quiet', '--allow-empty', '-m', 'x'],
          { cwd: path.join(repo.dir, 'inner') },
        )
      },
      { untracked: 1 },
    ],
    'names in other alphabets, with blanks, tabs and line breaks': [
      (repo) => repo.write({ 'ü ñ.py': '', 'a\tb.py': '', 'c\nd.py': '', '𝕏/\uffee.py': '', '"q".py': '' }),
      { untracked: 5 },
    ],
    'names that hold the names of our products': [
      (repo) => repo.write({ 'a\t.host_fingerprint.json': '', 'b/probes/box.txt': '', 'probes/box.txt.py': '' }),
      { untracked: 3 },
    ],
    'our own products': [
      (repo) =>
        repo.write({
          '.host_fingerprint.json': '{}',
          'probes/claims.json': '{}',
          'probes/notes.md': '',
          'probes/box-x.txt': '',
          'probes/box-pytest.log': '',
        }),
      { modified: 0, deleted: 0, untracked: 0 },
    ],
    'the products of another check, and what only looks like them': [
      (repo) =>
        repo.write({
          'b/probes/claims.json': '{}',
          'b/probes/ci.txt': '',
          'b/.host_fingerprint.json': '{}',
          'b/probes/x.py': '',
          'c/probes/ci.txt': '',
          'd/probes/claims.json': '{}',
          'd/probes/__init__.py': '',
          'e/myprobes/claims.json': '{}',
        }),
      { untracked: 5 },
    ],
    'compiled files, and those that can be imported by themselves': [
      (repo) =>
        repo.write({
          'demo/__pycache__/__init__.cpython-312.pyc': '',
          '__pycache__/a.cpython-312.opt-1.pyc': '',
          'tests/__pycache__/test_a.cpython-312-pytest-8.3.5.pyc': '',
          'demo/__pycache__/hidden.pyc': '',
          'demo/x.cpython-312.pyc': '',
          'y.pyc': '',
        }),
      { untracked: 3 },
    ],
    'code among our products': [(repo) => repo.write({ 'probes/conftest.py': '' }), { untracked: 1 }],
  }
  it.each(Object.entries(cases))('%s', async (_, [change, counts]) => {
    const repo = createRepo(FILES)
    change(repo)
    const expected = { head_content: contentOfHead(repo, OWN), tree_content: contentOfTree(repo, OWN) }
    const facts = await git(repo)
    expect(facts).toMatchObject({ state: 'ok', head: repo.sha(), ...expected, ...counts })
    expect(suiteCell(facts)).toBe(expected.tree_content === expected.head_content ? 'holds GREEN' : STALE)
  })

  it('with our products committed, and from a folder below the top', async () => {
    const repo = createRepo({ ...FILES, 'probes/box.txt': 'x', '.host_fingerprint.json': '{}' })
    const facts = await git(repo, path.join(repo.dir, 'demo'))
    // Seen from demo/, the probes folder is demo/probes.
    expect(facts).toMatchObject({ cwd: 'demo', head_content: contentOfHead(repo, /^\.host_fingerprint\.json$/) })
    expect((await git(repo)).head_content).toBe(contentOfHead(repo, OWN))
  })

  it('is the same for the dirty tree and for the commit made of it', async () => {
    const repo = createRepo(FILES)
    repo.write({ 'demo/__init__.py': 'WHO = 3\n', 'demo/new.py': '' })
    const { tree_content: dirty } = await git(repo)
    repo.commit('Exactly that')
    expect(await git(repo)).toMatchObject({ head_content: dirty, tree_content: dirty })
  })

  it('with line ends that attributes turn, and an index that keeps them', async () => {
    const repo = createRepo({ 'a.txt': 'one\r\ntwo\r\n', 'b.txt': 'x\n' })
    repo.commit('Attributes', { '.gitattributes': '* text=auto\n' })
    repo.write({ 'b.txt': 'x\r\n' })
    expect(suiteCell(await git(repo))).toBe('holds GREEN')
    repo.write({ 'a.txt': 'one\r\ntwo\r\nthree\r\n' })
    expect((await git(repo)).tree_content).toBe(contentOfTree(repo))
    const plain = createRepo({ 'a.txt': 'one\n' })
    plain.write({ 'a.txt': 'one\r\n' })
    expect(suiteCell(await git(plain))).toBe(STALE)
  })
})

describe('what hides a change is seen through', () => {
  it.each(['--assume-unchanged', '--skip-worktree'])('%s', async (flag) => {
    const repo = createRepo(FILES)
    repo.git('update-index', flag, 'demo/__init__.py')
    expect(await git(repo)).toMatchObject({ hidden: 1, modified: 0, tree_content: contentOfHead(repo) })
    repo.write({ 'demo/__init__.py': 'WHO = 9\n' })
    repo.git('update-index', `--no-${flag.slice(2)}`, 'demo/__init__.py')
    const expected = contentOfTree(repo)
    repo.git('update-index', flag, 'demo/__init__.py')
    expect(repo.git('status', '--porcelain')).toBe('')
    const facts = await git(repo)
    expect(facts).toMatchObject({ hidden: 1, modified: 1, tree_content: expected })
    expect(suiteCell(facts)).toBe(STALE)
  })

  it('size and time put back within the same second', async () => {
    const repo = createRepo(FILES)
    const file = path.join(repo.dir, 'demo/__init__.py')
    const old = new Date('2020-01-01T00:00:00Z')
    fs.utimesSync(file, old, old)
    repo.git('update-index', '--refresh')
    repo.git('config', 'core.trustctime', 'false')
    repo.git('config', 'core.checkStat', 'minimal')
    fs.writeFileSync(file, 'WHO = 7\n')
    fs.utimesSync(file, old, old)
    const facts = await git(repo)
    expect(facts.modified).toBe(1)
    expect(suiteCell(facts)).toBe(STALE)
  })

  it('a replaced commit', async () => {
    const repo = createRepo(FILES)
    const honest = contentOfHead(repo)
    const head = repo.sha()
    const other = repo.commit('Other', { 'demo/__init__.py': 'WHO = 8\n' })
    repo.git('reset', '--quiet', '--hard', head)
    repo.git('replace', head, other)
    expect((await git(repo)).head_content).toBe(honest)
  })

  it('a change inside a submodule', async () => {
    const inner = createRepo({ 'lib.py': 'x = 1\n' })
    const repo = createRepo(FILES)
    repo.git('submodule', '--quiet', 'add', inner.dir, 'vendor')
    repo.commit('Submodule')
    expect(await git(repo)).toMatchObject({ submodules: 1, modified: 0, tree_content: contentOfHead(repo) })
    writeFiles(repo.dir, { 'vendor/lib.py': 'x = 2\n' })
    const facts = await git(repo)
    expect(facts.modified).toBe(1)
    expect(facts.tree_content).not.toBe(facts.head_content)
    const { facts: below } = await look(path.join(repo.dir, 'vendor'), { only: 'git' })
    expect(below.git).toMatchObject({ state: 'ok', head: inner.sha() })
    repo.git('submodule', '--quiet', 'deinit', '--force', 'vendor')
    expect(await git(repo)).toMatchObject({ submodules_absent: 1, tree_content: contentOfHead(repo) })
    writeFiles(repo.dir, { 'vendor/lib.py': 'x = 2\n' })
    expect(repo.git('status', '--porcelain')).toBe('')
    const copied = await git(repo)
    expect(copied.modified).toBe(1)
    expect(copied.tree_content).not.toBe(copied.head_content)
  })

  it('a repository inside that has no commit yet', async () => {
    const repo = createRepo(FILES)
    repo.git('init', '--quiet', 'scratch')
    const facts = await git(repo)
    expect(facts).toMatchObject({ untracked: 1 })
    expect(facts.tree_content).not.toBe(facts.head_content)
  })

  it('a name that differs by case only, in a clone from where that makes no difference', async () => {
    const repo = createRepo(FILES)
    const [name] = Object.keys(FILES).filter((one) => !one.includes('/') && /[a-z]/.test(one))
    const twin = String(name).toUpperCase()
    if (fs.existsSync(path.join(repo.dir, twin))) return // here it makes none
    repo.git('config', 'core.ignoreCase', 'true')
    writeFiles(repo.dir, { [twin]: 'x = 2\n' })
    expect(repo.git('status', '--porcelain')).toBe('')
    expect((await git(repo)).untracked).toBe(1)
  })
})

describe('what git says of itself', () => {
  it('a linked worktree, detached', async () => {
    const repo = createRepo(FILES)
    const tree = repo.worktree({ commit: repo.sha() })
    const facts = await git(tree)
    expect(facts).toMatchObject({ worktree: true, shallow: false })
    expect(facts).not.toHaveProperty('branch')
    expect(facts.branch).toBeUndefined()
  })

  it.each([
    ['with a line end of Windows', (repo: Repo) => repo.write({ '.git/HEAD': 'ref: refs/heads/main\r\n' })],
    [
      'by another name',
      (repo: Repo) => {
        repo.git('symbolic-ref', 'refs/heads/trunk', 'refs/heads/main')
        repo.git('symbolic-ref', 'HEAD', 'refs/heads/trunk')
      },
    ],
  ])('the branch is the one that git says: %s', async (_, change) => {
    const repo = createRepo(FILES)
    change(repo)
    const said = repo.git('branch', '--show-current').trim()
    expect(await git(repo)).toMatchObject({ branch: said })
    expect(said).toBe('main')
  })

  it('a shallow clone has the names of parents that it has not got', async () => {
    const repo = createRepo(FILES)
    const parent = repo.sha()
    repo.commit('Second', { x: '' })
    expect(await git(repo.clone({ depth: 1 }))).toMatchObject({ shallow: true, parents: [parent], branch: 'main' })
  })

  const merged = (message: (head: string, base: string) => string) => {
    const repo = createRepo(FILES)
    repo.branch('feature')
    const head = repo.commit('Feature', { x: '' })
    repo.checkout('main')
    const base = repo.commit('Base', { y: '' })
    repo.git('checkout', '--quiet', '--detach')
    repo.git('merge', '--quiet', '--no-ff', '--message', message(head, base), 'feature')
    return { repo, parents: [base, head] }
  }
  it('a merge that a CI provider made, by its message, its ref or the provider’s word', async () => {
    const { repo, parents } = merged((head, base) => `Merge ${head} into ${base}`)
    // Without a remote nothing but such a merge says where the pull request began.
    const patches = [expect.any(String)]
    expect(await git(repo)).toMatchObject({ parents, patches })
    const { repo: plain } = merged(() => 'Merge')
    expect(await git(plain)).not.toHaveProperty('patches')
    const told = { GITHUB_REF: 'refs/pull/7/merge', GITHUB_SHA: plain.sha() }
    expect(await git(plain, plain.dir, told)).toMatchObject({ patches })
    plain.git('update-ref', 'refs/remotes/pull/7/merge', 'HEAD')
    expect(await git(plain)).toMatchObject({ patches })
  })

  it('no repository, no commit yet, a bare one, no git: told apart', async () => {
    const state = async (dir: string, env: NodeJS.ProcessEnv = {}) => (await look(dir, { only: 'git', env })).facts.git
    expect(await state(createFolder())).toEqual({ state: 'none' })
    const unborn = createRepo()
    unborn.write({ a: 'x' })
    const facts = await state(unborn.dir)
    expect(facts).toMatchObject({ state: 'unborn', branch: 'main', untracked: 1, modified: 0 })
    expect(facts?.head).toBeUndefined()
    expect(facts?.tree_content).toBe(contentOfTree(unborn))
    const bare = createRepo(FILES)
    expect(await state(path.join(bare.dir, '.git'))).toEqual({ state: 'bare' })
    expect(await state(bare.dir, { PATH: createFolder() })).toEqual({ state: 'no-git' })
  })

  needing('root').it('a tree of somebody else is refused, not bypassed', async () => {
    const repo = createRepo({ ...FILES, 'mine.py': '' })
    writeFiles(repo.dir, { 'probes/claims.json': '{"packages": [{"name": "mine", "from": "repo"}]}' })
    execFileSync('chown', ['-R', '65534', repo.dir])
    const { facts } = await look(repo.dir, { only: 'git,host,secrets,packages' })
    expect(facts.git).toEqual({ state: 'refused' })
    // It may be a copy that git ignores, and which names are tracked nobody says.
    const { importable, label, in_tree } = facts.packages?.claimed?.mine ?? {}
    expect({ importable, label, in_tree }).toEqual({ importable: true, label: undefined, in_tree: undefined })
    expect(facts.packages?.own).toBeUndefined()
    // What git would not show is no "no".
    expect(facts.secrets?.configuration?.remotes).toBeUndefined()
    expect(facts.secrets?.configuration?.headers).toBeUndefined()
  })
})

describe('looking changes nothing and runs nothing', () => {
  const snapshot = (repo: Repo) => ({
    index: createHash('sha256')
      .update(fs.readFileSync(path.join(repo.dir, '.git/index')))
      .digest('hex'),
    objects: fs.readdirSync(path.join(repo.dir, '.git'), { recursive: true }).map((name) => {
      const found = fs.lstatSync(path.join(repo.dir, '.git', String(name)), { bigint: true })
      return found.isFile() ? `${name} ${found.size} ${found.mtimeNs}` : name
    }),
    refs: repo.git('for-each-ref'),
  })
  it('neither index nor object store nor anything in .git', async () => {
    const repo = createRepo(FILES)
    repo.write({ 'demo/__init__.py': 'WHO = 4\n', 'new.py': 'x = 1\n', 'same.py': 'WHO = 1\n' })
    repo.git('config', 'core.splitIndex', 'true')
    const before = snapshot(repo)
    await look(repo.dir)
    expect(snapshot(repo)).toEqual(before)
    expect(repo.git('status', '--porcelain').split('\n').sort()).toEqual([
      ' M demo/__init__.py',
      '?? new.py',
      '?? same.py',
    ])
  })

  it('no filter, monitor, hook, pager, diff driver or text conversion', async () => {
    const repo = createRepo({ ...FILES, '.gitattributes': '*.py filter=evil diff=evil\n' })
    const ran = path.join(createFolder(), 'ran')
    const evil = `sh -c 'echo "$0" >> ${ran}; cat'`
    for (const key of [
      'filter.evil.clean',
      'filter.evil.smudge',
      'filter.a=b.clean',
      'diff.evil.textconv',
      'diff.evil.command',
      'core.fsmonitor',
      'core.pager',
      'pager.ls-files',
      'diff.external',
      'core.sshCommand',
      'core.editor',
      'credential.helper',
      'gpg.program',
    ])
      repo.git('config', key, key === 'credential.helper' ? `!${evil}` : evil)
    repo.git('config', 'filter.evil.process', `touch ${ran}`)
    for (const hook of [
      'pre-commit',
      'post-index-change',
      'post-checkout',
      'fsmonitor-watchman',
      'reference-transaction',
    ])
      fs.writeFileSync(path.join(repo.dir, '.git/hooks', hook), `#!/bin/sh\necho ${hook} >> ${ran}\n`, { mode: 0o755 })
    repo.write({ 'demo/__init__.py': 'WHO = 5\n', 'demo/new.py': '' })
    await look(repo.dir)
    // `git config` would read this one file instead, and name no filter.
    await look(repo.dir, { only: 'git', env: { GIT_CONFIG: os.devNull } })
    expect(fs.existsSync(ran)).toBe(false)
  })
})
