/** One recreated failure: a real repository, real looks at it by the real probe, and the verdict on them. */
import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { createExec } from '../../../src/adapters/process.ts'
import { createPythonProbe } from '../../../src/adapters/python-probe/python-probe.ts'
import { probeHere } from '../../../src/app/probe-here.ts'
import type { Case, Unprobed } from '../../../src/core/case.ts'
import type { Candidate, Place } from '../../../src/core/model.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import type { Verdict } from '../../../src/core/verdict-model.ts'
import { atRoot } from '../../support/bed.ts'
import { createRepo, type Files, type Repo } from '../../support/repo.ts'
import { readCandidate, readCase } from './case.ts'
import { PLAIN_ENV } from './python.ts'
import { NOBODY, runUnder, type Under } from './under.ts'

/** The source, unless another one is to be tried, like an older vendored one. */
export const PROBE = process.env.WHERE_IT_RAN_PROBE ?? atRoot('dist/agent_probe.py')

/** `local`, or a place and a leg. */
export type Name = Place | `${Place}-${string}`

export interface Look {
  readonly python: string
  /** working directory; the repository when it is not said */
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  readonly under?: Under
  readonly tests?: 'auto' | 'always' | 'never'
  readonly args?: readonly string[]
  /** families may break here, and say so */
  readonly mayBreak?: boolean
  /** the command, where it is not the interpreter with the script */
  readonly launch?: (script: readonly string[]) => readonly string[]
}

export interface Scene {
  /** others may look into it; goes with the repository */
  readonly dir: string
  /** home directory of everybody in this scene */
  readonly home: string
  readonly repo: Repo
  /** Runs a command as a look would; its output. */
  run(argv: readonly string[], look?: Partial<Look>): Promise<string>
  /** Probes a place; its file becomes a candidate. */
  look(name: Name, look: Look): Promise<void>
  /** Tries to probe as the product does, with the Python of that name. */
  lookInVain(place: Place, python: string, look?: Partial<Look>): Promise<Unprobed>
  judge(overrides?: Partial<Case>): Promise<Verdict>
  readonly candidates: readonly Candidate[]
}

const SALT = '5a17'.repeat(8)

/** `claims` become probes/claims.json, committed with `files`; the project lies in `folder` of its repository. */
export function createScene(claims: object, files: Files = { 'README.md': 'Demo\n' }, folder = '.'): Scene {
  const repo = createTree(claims, files, folder)
  const [dir, project] = [path.dirname(repo.dir), path.join(repo.dir, folder)]
  const home = path.join(dir, 'home')
  fs.mkdirSync(home, { recursive: true })
  const candidates: Candidate[] = []
  const unprobed: Unprobed[] = []
  const all = (look: Partial<Look>) => start(dir, home, { cwd: project, ...look })
  return {
    dir,
    home,
    repo,
    candidates,
    run: (argv, look = {}) => all(look)(argv),
    async look(name, look) {
      const script = [PROBE, name, '--tests', look.tests ?? 'never', ...(look.args ?? [])]
      const argv = look.launch?.(script) ?? [look.python, ...script]
      await all({ ...look, env: { ...ciEnv(name, repo), ...look.env } })(argv)
      const file = path.join(look.cwd ?? project, 'probes', `${name}.txt`)
      candidates.push(readWritten(name, file, dir, look.mayBreak))
    },
    async lookInVain(place, python, look = {}) {
      const found = await tryToProbe(dir, home, { cwd: project, ...look }, place, python)
      unprobed.push(found)
      return found
    },
    judge: async (overrides = {}) =>
      judgeCase({ ...(await readCase({ ...repo, dir: project }, candidates)), unprobed, ...overrides }),
  }
}

/** A repository that others may look into. */
function createTree(claims: object, files: Files, folder: string): Repo {
  const text = `${JSON.stringify({ salt: SALT, ...claims }, null, 2)}\n`
  const ignore = { '.gitignore': '.venv/\nprobes/*.log\n.host_fingerprint.json\n' }
  const all = Object.entries({ ...ignore, ...files, 'probes/claims.json': text }).filter(([, body]) => body !== null)
  const repo = createRepo(Object.fromEntries(all.map(([name, body]) => [path.join(folder, name), body])))
  const beside = path.dirname(repo.dir)
  fs.chmodSync(beside, 0o755)
  fs.mkdirSync(path.join(beside, 'tmp'))
  fs.chmodSync(path.join(beside, 'tmp'), 0o1777)
  return repo
}

function readWritten(name: Name, file: string, dir: string, mayBreak = false): Candidate {
  const written = fs.readFileSync(file, 'utf8')
  expectDiscretion(written, dir)
  const candidate = readCandidate(name, written)
  if (!mayBreak) expectWhole(candidate)
  return candidate
}

interface Start extends Partial<Look> {
  readonly cwd: string
}

const envOf = (home: string, { env = {} }: Start): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries({ ...PLAIN_ENV, HOME: home, TMPDIR: path.join(path.dirname(home), 'tmp'), ...env }).filter(
      ([, value]) => value !== undefined,
    ),
  )

/** A wrong exit status is an error that shows what was said. */
function start(dir: string, home: string, options: Start): (argv: readonly string[]) => Promise<string> {
  return (argv) =>
    new Promise((resolve, reject) => {
      const [program = '', ...args] = runUnder(options.under ?? {}, dir, argv)
      const { cwd } = options
      execFile(program, args, { cwd, env: envOf(home, options), timeout: 50_000 }, (error, stdout, stderr) => {
        if (error) reject(new Error(`${argv.join(' ')}: exit ${error.code}\n${stdout}${stderr}`))
        else resolve(stdout)
      })
    })
}

async function tryToProbe(dir: string, home: string, options: Start, place: Place, python: string): Promise<Unprobed> {
  const exec = createExec(new Writable({ write: (_chunk, _encoding, done) => done() }))
  const under = options.under
  const env = envOf(home, options)
  const inThere: typeof exec = (command, args, more) => {
    const [program = '', ...rest] = under ? runUnder(under, dir, [command, ...args]) : [command, ...args]
    return exec(program, rest, more)
  }
  const runner = createPythonProbe({ exec: inThere, env } as Parameters<typeof createPythonProbe>[0])
  const request = { place, python, cwd: options.cwd, claims: 'probes/claims.json', probes: 'probes' }
  const probed = await probeHere(runner, { ...request, tests: 'never' })
  if (probed.ok) throw new Error(`${python} was started after all`)
  return probed.unprobed
}

/** What GitHub's runner sets for a job that has checked out what it was given. */
export function ciEnv(name: Name, repo: Repo): NodeJS.ProcessEnv {
  if (!name.startsWith('ci')) return {}
  return {
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_RUN_ID: '4711',
    GITHUB_RUN_ATTEMPT: '1',
    GITHUB_JOB: 'test',
    GITHUB_EVENT_NAME: 'pull_request',
    GITHUB_SHA: repo.sha(),
    RUNNER_ENVIRONMENT: 'github-hosted',
  }
}

/** Words that these tests use as values and credentials. */
export const SECRET = 'dummysecret'

/** No file of ours may carry a value, a credential or where this machine keeps things. */
function expectDiscretion(text: string, dir: string): void {
  const leaked = [SECRET, dir].filter((word) => text.includes(word))
  if (leaked.length > 0) throw new Error(`the probe file says ${leaked.join(', ')}:\n${text}`)
}

/** The file is a good one, and no family broke while it looked. */
function expectWhole({ reading }: Candidate): void {
  if (!reading.ok) throw new Error(reading.problems.map(({ key, message }) => `${key}: ${message}`).join('; '))
  const broken = Object.entries(reading.facts).flatMap(([family, facts]) =>
    'error' in facts && facts.error !== '' ? [`${family}: ${facts.error}`] : [],
  )
  if (broken.length > 0) throw new Error(`a family broke: ${broken.join('; ')}`)
}

/** The tree belongs to the user without rights, as a service's does. */
export const handOver = (scene: Scene): void => {
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, scene.repo.dir])
}
