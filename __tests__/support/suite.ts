/** A small project with a test suite and the probe in it, and the ways to start both. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { readProbeFile } from '../../src/core/probe-file/read.ts'
import type { Facts } from '../../src/core/probe-file/schema.ts'
import { atRoot } from './bed.ts'
import { createRepo, type Files, type Repo } from './repo.ts'

export const PROBE = atRoot('dist/agent_probe.py')
/** The two lines that load the plugin from a folder. */
const linesFor = (folder: string): string =>
  `import sys; sys.path.append(${JSON.stringify(folder)})\npytest_plugins = ["agent_probe"]\n`
const source = fs.readFileSync(PROBE, 'utf8')
/** One copy for all suites, so that it is compiled once. */
const shared = atRoot(
  `node_modules/.cache/where-it-ran/plugin-${createHash('sha256').update(source).digest('hex').slice(0, 12)}`,
)
if (!fs.existsSync(shared)) {
  fs.mkdirSync(shared, { recursive: true })
  fs.writeFileSync(path.join(shared, 'agent_probe.py'), source)
}
export const LOAD = linesFor(shared)
/** The folder of the plugin, for PYTHONPATH. */
export const PLUGIN_FOLDER = shared
/** The probe as projects keep it. */
export const LOAD_VENDORED = linesFor('scripts/agent_probes')
export const VENDORED: Files = { 'conftest.py': LOAD_VENDORED, 'scripts/agent_probes/agent_probe.py': source }
export const RECORD = '.host_fingerprint.json'

export interface Ended {
  /** null: killed */
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}
export interface Record_ {
  readonly [key: string]: unknown
  readonly session: { readonly [key: string]: unknown }
}
interface Options {
  readonly cwd?: string
  readonly env?: NodeJS.ProcessEnv
  /** Called with the process id once something was printed that matches. */
  readonly when?: { readonly prints: RegExp; readonly call: (pid: number) => void }
}

/** One package, one passing test of it. */
export const PROJECT: Files = {
  'mypkg/__init__.py': 'ANSWER = 42\n',
  'tests/test_answer.py': 'import mypkg\n\ndef test_answer():\n    assert mypkg.ANSWER == 42\n',
}

/** That project in git, the plugin loaded by conftest.py, compiled files ignored; null leaves a file out. */
export function createSuite(files: Files = {}, claims?: object): Repo {
  const all: Files = {
    ...PROJECT,
    'conftest.py': LOAD,
    '.gitignore': '__pycache__/\n.pytest_cache/\njunit.xml\n',
    ...(claims ? { 'probes/claims.json': JSON.stringify({ salt: '00ff', ...claims }) } : {}),
    ...files,
  }
  return createRepo(Object.fromEntries(Object.entries(all).filter(([, content]) => content !== null)))
}

/** Nothing of what this process was told about Python, pytest or CI. */
export function plainEnv(more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const told = /^(?:PY|GITHUB_|RUNNER_|ACTIONS_|CI$|GIT_|VIRTUAL_ENV|WHERE_IT_RAN)/
  const rest = Object.entries(process.env).filter(([name]) => !told.test(name))
  return { ...Object.fromEntries(rest), ...more }
}

export function start(command: readonly string[], { cwd, env = plainEnv(), when }: Options = {}): Promise<Ended> {
  const [program = '', ...args] = command
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd, env, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : null) : 0
      resolve({ code, stdout, stderr })
    })
    let [seen, called] = ['', false]
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (text: string) => {
        seen += text
        if (called || !when?.prints.test(seen) || child.pid === undefined) return
        called = true
        when.call(child.pid)
      })
  })
}

export const readRecord = (dir: string): Record_ =>
  JSON.parse(fs.readFileSync(path.join(dir, RECORD), 'utf8')) as Record_

export const hasRecord = (dir: string): boolean => fs.existsSync(path.join(dir, RECORD))

/** Rewrites the record as somebody might who wants to be believed. */
export function editRecord(dir: string, edit: (record: { session: { [key: string]: unknown } }) => void): void {
  const record = readRecord(dir) as { session: { [key: string]: unknown } }
  edit(record)
  fs.writeFileSync(path.join(dir, RECORD), JSON.stringify(record))
}

export interface Probed extends Ended {
  readonly facts: Facts
  readonly tests: NonNullable<Facts['tests']>
}

/** Runs the probe for tests and git, and reads what it says as the core does. */
export async function probe(
  python: string,
  cwd: string,
  args: readonly string[] = [],
  options: Options & { readonly place?: string } = {},
): Promise<Probed> {
  const { place = 'local' } = options
  const command = [python, PROBE, place, '--only', 'tests,git,host', '--stdout', ...args]
  const ended = await start(command, { ...options, cwd })
  const reading = readProbeFile(ended.stdout)
  if (!reading.ok) throw new Error(`${JSON.stringify(reading.problems)}\n${ended.stdout}\n${ended.stderr}`)
  return { ...ended, facts: reading.facts, tests: reading.facts.tests ?? {} }
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
const TEMPORARY = new RegExp(
  `(?:${['/tmp', os.tmpdir(), fs.realpathSync(os.tmpdir())].map(escaped).join('|')})[\\\\/][\\w.\\\\/-]*`,
  'g',
)

/** Without what differs between any two runs, and without our lines: what pytest printed. */
export const comparable = (text: string): string =>
  text
    .replace(/\[host-fingerprint\][\s\S]*?\[\/host-fingerprint\]\n/, '')
    .replace(/\d+\.\d+s/g, 'TIME')
    .replace(/={3,}/g, '===')
    .replace(/0x[0-9a-f]+/g, 'ADDRESS')
    .replace(/.*INTERNALERROR.*\n/g, '')
    .replace(/generated xml file: .*/, '')
    .replaceAll(TEMPORARY, 'PATH')
