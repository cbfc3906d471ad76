/** A project on GitHub, and the people and agents who work on it: real clones, the vendored probe, their own machines. */
import fs from 'node:fs'
import path from 'node:path'
import type { Place } from '../../../src/core/model.ts'
import { canUnshare } from '../../cases/support/under.ts'
import { ALL_PLACES } from '../../support/facts.ts'
import { type Exit, type Machine, machineOf, shellOn } from '../../support/machine.ts'
import { needVenv } from '../../support/python.ts'
import { createRepo, type Files, type Repo } from '../../support/repo.ts'
import { VENDORED } from '../../support/suite.ts'
import { onMachine } from './desk.ts'

export const PYTEST = ['python', '-m', 'pytest', '-q']
export const CLAIMS = {
  salt: 'ab'.repeat(16),
  places: ALL_PLACES,
  packages: ['pytest', { name: 'demo', from: 'repo' }],
  env: ['MODE'],
  tests: { command: PYTEST },
}
export const IGNORED =
  '.venv\n__pycache__/\n.pytest_cache/\n.host_fingerprint.json\nprobes/*-pytest.log\nprobes/ci*.txt\nprobes/report.md\nprobes/table.json\n.env\n'
export const DEMO: Files = {
  ...VENDORED,
  '.gitignore': IGNORED,
  'README.md': 'Demo\n',
  'demo/__init__.py': 'ANSWER = 41\n',
  'tests/test_demo.py': 'import demo\n\n\ndef test_demo():\n    assert demo.ANSWER\n',
}

export interface Project {
  /** What GitHub holds. */
  readonly origin: Repo
  /** Folder of the Python that runs the tests. */
  readonly bin: string
  readonly version: string
}

/** On `main` as it was, on `topic` with a change. */
export async function createProject(claims: object = CLAIMS, files: Files = DEMO): Promise<Project> {
  const origin = createRepo({ ...files, 'probes/claims.json': `${JSON.stringify(claims)}\n` })
  origin.branch('topic')
  origin.commit('Change', { 'demo/__init__.py': 'ANSWER = 42\n' })
  origin.checkout('main')
  const { python, version } = await needVenv()
  return { origin, version, bin: path.dirname(python) }
}

const namespaces = canUnshare()

/** The names that tell one machine from another. */
export type Who = 'laptop' | 'agents-box'

export interface Desk {
  readonly machine: Machine
  type(text: string): Promise<Exit>
  /** Looks and pushes what was seen, as the README has it. */
  push(place: Place, more?: Pushed): Promise<void>
}
interface Pushed {
  /** What starts the Python of the tests here. */
  readonly python?: string
  readonly env?: Readonly<Record<string, string>>
  readonly words?: string
  /** Of the project, below the top of the repository. */
  readonly folder?: string
  /** In place of what the probe wrote. */
  readonly rewritten?: (text: string) => string
}

/** Somebody with a clone of `topic` and its `.venv`, or `tools` to make one; without namespaces only the file says that it is another machine. */
export function sitDown({ origin, bin }: Project, who: Who, tools?: string): Desk {
  const clone = machineOf(origin, bin, namespaces ? who : undefined)
  if (!tools) fs.symlinkSync(path.dirname(bin), path.join(clone.project, '.venv'))
  const machine = { ...clone, bin: tools ?? path.join(clone.project, '.venv/bin') }
  const type = (text: string) => shellOn(machine, text)
  return {
    machine,
    type,
    async push(place, more = {}) {
      const { python = 'python', env = { MODE: 'strict' }, words = '', folder = '.', rewritten = same } = more
      const set = Object.entries(env).map(([name, value]) => `${name}=${value} `)
      const probe = path.posix.relative(folder, 'scripts/agent_probes/agent_probe.py')
      await must(type(`cd ${folder}; ${set.join('')}${python} ${probe} ${place} --for-commit ${words}`))
      const file = path.join(machine.project, folder, `probes/${place}-topic.txt`)
      const text = fs.readFileSync(file, 'utf8')
      fs.writeFileSync(file, rewritten(namespaces ? text : onMachine(text, who)))
      await must(
        type(`git add '${folder}/probes/${place}-topic.txt' && git commit -qm 'Show what holds here' && git push -q`),
      )
    },
  }
}

const same = (text: string): string => text

export async function must(ended: Promise<Exit>): Promise<void> {
  const { status, stdout, stderr } = await ended
  if (status !== 0) throw new Error(`exit ${status}\n${stdout}${stderr}`)
}
