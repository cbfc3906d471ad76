/** Runs `agent_probe.py`, the only thing that looks, with the interpreter under test. */
import { existsSync, readFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Exit, InterpreterChoice, ProbeRequest, ProbeRun, ProbeRunner } from '../../app/ports.ts'
import { placeName } from '../../core/place.ts'
import { MAX_BYTES } from '../../core/probe-file/read.ts'
import { chooseInterpreter, type PythonNeeds } from './choose.ts'
import { activate, describeExit, startPython } from './start.ts'

/** Seconds: the probe may run the project's tests. */
const LIMIT = 6 * 60 * 60
/** Beside the bundle in dist, and in the sources. */
const SCRIPTS = ['../agent_probe.py', '../../../dist/agent_probe.py']

const NAME_ONE =
  'install Python 3.8 or newer before this step, or name one: --python PATH (input `python` of the action)'

export function createPythonProbe(needs: PythonNeeds): ProbeRunner {
  let choosing: Promise<InterpreterChoice | Failed> | undefined
  return {
    prepare(request) {
      choosing ??= choose(needs, request)
      // `run` awaits the same promise and reports its error.
      choosing.catch(() => undefined)
    },
    async run(request, started) {
      const choice = await (choosing ?? choose(needs, request))
      if ('ok' in choice) return choice
      const { cwd, claims, tests } = request
      const file = `${request.probes}/${placeName(request)}.txt`
      const before = await readText(path.resolve(cwd, file))
      const [program = '', ...first] = choice.command
      const options = ['--tests', tests, '--claims', claims, '--out', file]
      const args = [...first, findShippedProbe(), placeName(request), ...options]
      const env = activate(choice.command, needs.env)
      const exit = await needs.exec(program, args, { cwd, env, seconds: LIMIT, show: true, started })
      if (exit.kind !== 'exited' || exit.code !== 0) return explain(exit, choice)
      const text = await readText(path.resolve(cwd, file))
      // Every run has its own random id: the same text is the text of an earlier run.
      const message = `the probe said it wrote ${file}, but there is no new file`
      if (text === undefined || text === before) return failed('crashed', message, 'run the check again')
      return { ok: true, file, text, interpreter: choice }
    },
  }
}

type Failed = Extract<ProbeRun, { ok: false }>
function failed(why: Failed['why'], message: string, fix: string): Failed {
  return { ok: false, why, message, fix }
}

async function choose(needs: PythonNeeds, request: ProbeRequest): Promise<InterpreterChoice | Failed> {
  if (request.python !== '') return chooseNamed(needs, request)
  const chosen = await chooseInterpreter(needs, request)
  if (chosen.ok) return chosen.choice
  const message = `no Python could be started: ${chosen.tried.join('; ')}`
  return failed(chosen.old ? 'unsupported' : 'no-interpreter', message, homeFix(needs) ?? NAME_ONE)
}

async function chooseNamed(needs: PythonNeeds, request: ProbeRequest): Promise<InterpreterChoice | Failed> {
  const { python, cwd } = request
  const command = await splitNamed(python, cwd)
  const start = await startPython(needs, command, cwd)
  if (start.ok) return { command, why: `${python} (named)` }
  const fix = homeFix(needs) ?? `try \`${python} --version\`, then name a Python that starts, or none`
  return failed('named-interpreter', `the named Python, ${python}, ${start.message}`, fix)
}

/** A path, which may have spaces, or a command with its first arguments, like `uv run python`. */
async function splitNamed(python: string, cwd: string): Promise<readonly string[]> {
  const file = path.resolve(cwd, python)
  const stat = await fs.stat(file).catch(() => undefined)
  if (stat?.isFile() && /[\\/]/.test(python)) return [file]
  const [program = python, ...args] = python.trim().split(/\s+/)
  return [/[\\/]/.test(program) ? path.resolve(cwd, program) : program, ...args]
}

/** The probe that comes with this program; what a repository vendors is a copy of it. */
function findShippedProbe(): string {
  const files = SCRIPTS.map((script) => fileURLToPath(new URL(script, import.meta.url)))
  const file = files.find((one) => existsSync(one))
  if (file !== undefined) return file
  throw new Error('agent_probe.py is not beside this program: the package is damaged, install it again')
}

export const readShippedProbe = (): string => readFileSync(findShippedProbe(), 'utf8')

/** The exit statuses are the probe's own promise. */
function explain(exit: Exit, { command }: InterpreterChoice): Failed {
  const name = command.join(' ')
  const message = `${name}: the probe ${describeExit(exit)}`
  const code = exit.kind === 'exited' ? exit.code : undefined
  if (code === 2) return failed('usage', message, 'mend the option or the claims file that it names')
  if (code === 3) return failed('unsupported', message, NAME_ONE)
  if (code === 4) return failed('cannot-write', message, 'make the probes folder writable for this user')
  if (exit.kind === 'not-started') return failed('no-interpreter', message, NAME_ONE)
  return failed('crashed', message, 'run the probe by hand to see all it says, then run the check again')
}

/** A wrong PYTHONHOME lets no Python start, whichever is named. */
function homeFix({ env }: PythonNeeds): string | undefined {
  if (!env.PYTHONHOME) return undefined
  return 'unset PYTHONHOME: it is set, and Python looks for its standard library there'
}

async function readText(file: string): Promise<string | undefined> {
  try {
    const stat = await fs.lstat(file)
    if (!stat.isFile() || stat.size > MAX_BYTES) return undefined
    return await fs.readFile(file, 'utf8')
  } catch {
    return undefined
  }
}
