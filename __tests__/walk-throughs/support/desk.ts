/** Real looks by the real probe at real checkouts, and what one may do with the text that they leave. */
import fs from 'node:fs'
import path from 'node:path'
import type { Place } from '../../../src/core/model.ts'
import { venvWithPytest } from '../../support/python.ts'
import { createFolder, type Repo } from '../../support/repo.ts'
import { PROBE, start } from '../../support/suite.ts'
import { edited, factsIn } from './text.ts'

export interface Look {
  /** Relative to the repository; below `<repo>/.venv` where nothing else is said. */
  readonly python?: string
  readonly tests?: 'auto' | 'always' | 'never'
  readonly env?: NodeJS.ProcessEnv
  readonly home?: string
  /** Folder of the repository in which the probe runs. */
  readonly folder?: string
  /** Attempt of the CI run. */
  readonly attempt?: string
  readonly args?: readonly string[]
}

/** What GitHub's runner sets in a job of a pull request. */
const inCi = (sha: string, attempt = '1'): NodeJS.ProcessEnv => ({
  CI: 'true',
  GITHUB_ACTIONS: 'true',
  GITHUB_RUN_ID: '4711',
  GITHUB_RUN_ATTEMPT: attempt,
  GITHUB_JOB: 'test',
  GITHUB_EVENT_NAME: 'pull_request',
  GITHUB_SHA: sha,
  RUNNER_ENVIRONMENT: 'github-hosted',
})

/** The text of one look; whatever the probe has to complain of is an error. */
export async function look(place: Place, repo: Repo, options: Look = {}): Promise<string> {
  const { python = '.venv/bin/python', tests = 'always', folder = '.', env = {} } = options
  const home = options.home ?? createFolder('home-')
  const ci = place === 'ci' ? inCi(repo.sha(), options.attempt) : {}
  const ended = await start(
    [path.resolve(repo.dir, python), PROBE, place, '--tests', tests, '--stdout', ...(options.args ?? [])],
    { cwd: path.join(repo.dir, folder), env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: home, ...ci, ...env } },
  )
  factsIn(ended.stdout, ended.stderr)
  return ended.stdout
}

/** The file as it would say on another machine: only what names the machine changes. */
export function onMachine(text: string, name: string): string {
  const { host } = factsIn(text)
  if (!host?.machine || !host.boot) throw new Error('this machine has no machine id')
  const moved = text.replaceAll(host.machine, idFrom(name, 'machine')).replaceAll(host.boot, idFrom(name, 'boot'))
  return host.hostname === undefined ? moved : edited(moved, { host: { hostname: name } })
}

const idFrom = (name: string, what: string): string =>
  Buffer.from(`${what}:${name}`.padEnd(16, '.').slice(-16)).toString('hex')

/** The same file without what differs from one developer's machine to the next: reports made of it can be compared. */
export function settled(text: string): string {
  const { interpreter, packages } = factsIn(text)
  const version = interpreter?.version ?? ''
  const [minor = ''] = /^\d+\.\d+/.exec(version) ?? []
  const [major, number] = minor.split('.')
  const told = text
    .replaceAll(version, '3.12.7')
    .replaceAll(`python${minor}`, 'python3.12')
    .replaceAll(`python${major}${number}`, 'python312')
  const pytest = packages?.claimed?.pytest ? { claimed: { pytest: { version: '8.3.5' } } } : {}
  return edited(told, {
    host: { platform: 'linux', arch: 'x86_64', shell: 'bash' },
    interpreter: { executable_hash: '0123456789ab', base_prefix: '<other>/3.12', on_path: [] },
    packages: { ...pytest, distributions: ['pytest==8.3.5'] },
    env: { names: [] },
    secrets: { env_names: 0 },
  })
}

/** A checkout of its own with an environment that has pytest. */
export async function checkOut(repo: Repo, sha: string): Promise<Repo> {
  const copy = repo.clone()
  copy.git('checkout', '--quiet', '--detach', sha)
  const venv = await venvWithPytest()
  if ('missing' in venv) throw new Error(venv.missing)
  fs.symlinkSync(venv.found.dir, path.join(copy.dir, '.venv'))
  return copy
}
