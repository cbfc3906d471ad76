import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { createAskGit } from '../../src/adapters/git/ask.ts'
import { createGit } from '../../src/adapters/git/git.ts'
import { createExec } from '../../src/adapters/process.ts'

/** A file's text or bytes; null takes the file away. */
export type Files = Record<string, string | Uint8Array | null>

export interface Repo {
  readonly dir: string
  /** what git prints, without the last newline */
  git(...args: string[]): string
  /** writes without staging */
  write(files: Files): void
  /** stages everything that is not ignored; the new commit's sha */
  commit(message: string, files?: Files): string
  /** makes a branch here and switches to it */
  branch(name: string, at?: string): void
  /** switches to a branch, a tag or a commit */
  checkout(ref: string): void
  /** always a merge commit, as GitHub's is; its sha */
  merge(ref: string): string
  /** a second working tree on a new branch, or detached at a commit */
  worktree(at: { branch: string } | { commit: string }): Repo
  /** a clone over file://, so that depth is honoured */
  clone(options?: { depth?: number; branch?: string }): Repo
  sha(ref?: string): string
}

/** Ours, asked in a folder. */
export const askIn = (cwd: string, env: NodeJS.ProcessEnv = process.env) =>
  createAskGit({ exec: createExec(process.stderr), cwd, env })
export const gitIn = (cwd: string, env?: NodeJS.ProcessEnv, probes = 'probes') => createGit(askIn(cwd, env), probes)

const made: string[] = []
// Evaluated once per test file: what its tests made goes when they are done.
afterAll(() => {
  for (const dir of made.splice(0)) fs.rmSync(dir, { recursive: true, force: true, maxRetries: 3 })
})

/** An empty folder, its real path, removed after the tests of this file. */
export function createFolder(name = 'where-it-ran-'): string {
  const dir = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), name)))
  made.push(dir)
  return dir
}

/** A real repository on branch main, with its first commit where files are given. */
export function createRepo(files?: Files): Repo {
  const repo = openRepo(path.join(createFolder(), 'repo'))
  fs.mkdirSync(repo.dir)
  repo.git('init', '--quiet', '--initial-branch=main')
  if (files) repo.commit('First', files)
  return repo
}

export function writeFiles(dir: string, files: Files): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(dir, name)
    if (content === null) {
      fs.rmSync(file, { recursive: true })
      continue
    }
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, content)
  }
}

function openRepo(dir: string): Repo {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: dir, env: gitEnv(), encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).replace(
      /\n$/,
      '',
    )
  const sha = (ref = 'HEAD') => git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)
  const beside = (name: string) => path.join(fs.mkdtempSync(path.join(path.dirname(dir), 'beside-')), name)
  return {
    dir,
    git,
    sha,
    write: (files) => writeFiles(dir, files),
    commit(message, files = {}) {
      writeFiles(dir, files)
      git('add', '--all')
      git('commit', '--quiet', '--allow-empty', '--message', message)
      return sha()
    },
    branch: (name, at = 'HEAD') => void git('switch', '--quiet', '--create', name, at),
    checkout: (ref) => void git('checkout', '--quiet', ref),
    merge(ref) {
      git('merge', '--quiet', '--no-ff', '--message', `Merge ${ref}`, ref)
      return sha()
    },
    worktree(at) {
      const tree = beside('tree')
      if ('branch' in at) git('worktree', 'add', '--quiet', '-b', at.branch, tree)
      else git('worktree', 'add', '--quiet', '--detach', tree, at.commit)
      return openRepo(tree)
    },
    clone({ depth, branch } = {}) {
      const copy = beside('clone')
      const options = [...(depth ? [`--depth=${depth}`] : []), ...(branch ? [`--branch=${branch}`] : [])]
      git('clone', '--quiet', ...options, pathToFileUrl(dir), copy)
      return openRepo(copy)
    },
  }
}

const pathToFileUrl = (dir: string) => `file://${process.platform === 'win32' ? '/' : ''}${dir.replaceAll('\\', '/')}`

let ticks = 0
/** Nobody's configuration, and dates a minute apart: the same steps give the same ids on every machine. */
function gitEnv(): NodeJS.ProcessEnv {
  const at = new Date(Date.UTC(2026, 0, 1, 0, ticks++)).toISOString()
  const who = { NAME: 'Ada', EMAIL: 'ada@example.invalid', DATE: at }
  const clean = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const own = Object.entries(who).flatMap(([key, value]) => [
    [`GIT_AUTHOR_${key}`, value],
    [`GIT_COMMITTER_${key}`, value],
  ])
  return {
    ...Object.fromEntries([...clean, ...own]),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_COUNT: '2',
    GIT_CONFIG_KEY_0: 'core.autocrlf',
    GIT_CONFIG_VALUE_0: 'false',
    GIT_CONFIG_KEY_1: 'protocol.file.allow',
    GIT_CONFIG_VALUE_1: 'always',
  }
}
