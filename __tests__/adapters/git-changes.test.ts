import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { SETTINGS } from '../../src/adapters/git/ask.ts'
import { countChanges } from '../../src/adapters/git/changes.ts'
import { atRoot } from '../support/bed.ts'
import { findInterpreter } from '../support/python.ts'
import { askIn, createFolder, createRepo, type Repo } from '../support/repo.ts'

const count = (dir: string) => countChanges(askIn(dir), 'probes')

/** Everything that a configuration can name to be run; what ran is in the file that comes back. */
function trap(repo: Repo): string {
  const ran = path.join(createFolder(), 'ran')
  for (const key of ['filter.evil.clean', 'filter.evil.process', 'filter.a=b.clean', 'core.fsmonitor', 'diff.external'])
    repo.git('config', key, `sh -c 'echo ${key} >> ${ran}; cat'`)
  for (const hook of ['post-index-change', 'fsmonitor-watchman', 'query-watchman'])
    fs.writeFileSync(path.join(repo.dir, '.git/hooks', hook), `#!/bin/sh\necho ${hook} >> ${ran}\n`, { mode: 0o755 })
  return ran
}

const CODE = { 'a.py': '1\n', 'b.dat': '2\n', '.gitattributes': '*.dat filter=evil\n*.eq filter=a=b\n', 'c.eq': '3\n' }

describe('nothing that is configured runs because changes are counted', () => {
  test('in the repository', async () => {
    const repo = createRepo(CODE)
    const ran = trap(repo)
    repo.write({ 'b.dat': '9\n', 'c.eq': '9\n', 'new.py': '' })
    expect(await count(repo.dir)).toBe(3)
    expect(fs.existsSync(ran)).toBe(false)
    // The trap is one: git runs it where nobody switches it off.
    execFileSync('git', ['status'], { cwd: repo.dir, stdio: 'ignore' })
    expect(fs.readFileSync(ran, 'utf8')).toContain('filter.evil')
  })

  test('in a submodule, whose own configuration names it', async () => {
    const inner = createRepo(CODE)
    const repo = createRepo({ 'a.py': '1\n' })
    repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'inner')
    repo.commit('Add a submodule')
    expect(await count(repo.dir)).toBe(0)
    const ran = path.join(createFolder(), 'ran')
    const at = path.join(repo.dir, 'inner')
    execFileSync('git', ['config', 'filter.evil.clean', `sh -c 'echo x >> ${ran}; cat'`], { cwd: at })
    fs.writeFileSync(path.join(at, 'b.dat'), '9\n')
    fs.writeFileSync(path.join(at, 'new.py'), '')
    expect(await count(repo.dir)).toBe(2)
    expect(fs.existsSync(ran)).toBe(false)
  })
})

describe('what only looks changed while filters are off', () => {
  const filtered = (clean: string) => {
    const repo = createRepo({ '.gitattributes': '*.dat filter=f\n' })
    repo.git('config', 'filter.f.clean', clean)
    return repo
  }

  test('a file that the index knows is none, edited it is one', async () => {
    const repo = filtered('tr a-z A-Z')
    repo.commit('Filter', { 'b.dat': 'lower\n' })
    // git looks at whole seconds and reads again what was written in the index's own.
    const index = path.join(repo.dir, '.git/index')
    fs.utimesSync(index, new Date(1000), new Date(1000))
    expect(repo.git('--no-optional-locks', '-c', 'filter.f.clean=', 'status', '--porcelain')).toBe(' M b.dat')
    expect(await count(repo.dir)).toBe(0)
    repo.write({ 'b.dat': 'other\n' })
    expect(await count(repo.dir)).toBe(1)
  })

  test('a file that its Git LFS pointer names is none, another of the same size is one', async () => {
    const text = 'large\n'
    const oid = createHash('sha256').update(text).digest('hex')
    const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${oid}\nsize ${text.length}\n`
    const stored = path.join(createFolder(), 'pointer')
    fs.writeFileSync(stored, pointer)
    const repo = filtered(`cat > /dev/null; cat ${stored}`)
    repo.commit('Filter', { 'b.dat': text })
    expect(repo.git('cat-file', 'blob', 'HEAD:b.dat')).toBe(pointer.trim())
    fs.utimesSync(path.join(repo.dir, 'b.dat'), new Date(1000), new Date(1000))
    expect(await count(repo.dir)).toBe(0)
    repo.write({ 'b.dat': 'Large\n' })
    expect(await count(repo.dir)).toBe(1)
  })
})

test('git is asked with the settings of the probe', async ({ skip }) => {
  const python = await findInterpreter()
  if ('missing' in python) return skip(python.missing)
  const print = 'import agent_probe, json; print(json.dumps(agent_probe.GIT_SETTINGS))'
  const said = execFileSync(python.found.path, ['-c', print], { cwd: atRoot('dist'), encoding: 'utf8' })
  expect(SETTINGS.map((pair) => pair.join('='))).toEqual(JSON.parse(said))
})

test('no variable makes git write or fetch', async () => {
  const repo = createRepo({ a: '1' })
  const trace = path.join(createFolder(), 'trace')
  const env = { ...process.env, GIT_TRACE: trace, GIT_TRACE2_EVENT: trace }
  expect(await countChanges(askIn(repo.dir, env), 'probes')).toBe(0)
  expect(fs.existsSync(trace)).toBe(false)
})
