/** Does this command start a Python that the probe supports, and with which environment? */
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Exec, Exit } from '../../app/ports.ts'

export type Start = { readonly ok: true } | { readonly ok: false; readonly message: string; readonly old: boolean }

/** Understood by every Python from 2.6 on. */
const ASK = "import sys; sys.stdout.write('where-it-ran:%d.%d' % sys.version_info[:2])"
const ANSWER = /where-it-ran:(\d+)\.(\d+)$/
/** Seconds; tools that start an interpreter may look around first. */
const LIMIT = 60

export async function startPython(
  needs: { readonly exec: Exec; readonly env: NodeJS.ProcessEnv },
  command: readonly string[],
  cwd: string,
): Promise<Start> {
  const [program = '', ...args] = command
  const exit = await needs.exec(program, [...args, '-c', ASK], { cwd, env: needs.env, seconds: LIMIT })
  const [, major, minor] = (exit.kind === 'exited' && ANSWER.exec(exit.stdout)) || []
  if (major === undefined || minor === undefined) return { ok: false, message: describeExit(exit), old: false }
  const version = `${major}.${minor}`
  if (Number(major) === 3 && Number(minor) >= 8) return { ok: true }
  return { ok: false, message: `is Python ${version}; the probe needs 3.8 or newer`, old: true }
}

/** What a command did instead of what was hoped for, as the end of a sentence. */
export function describeExit(exit: Exit): string {
  switch (exit.kind) {
    case 'not-started':
      return `can't be started (${exit.code})`
    case 'timed-out':
      return `was stopped after ${exit.seconds} seconds`
    case 'killed':
      return `was killed by ${exit.by}`
    case 'exited':
      return `ended with exit status ${exit.code}${lastWords(exit.stderr)}`
  }
}

/** The last line of standard error, which is where programs say why. */
function lastWords(stderr: string): string {
  const line = stderr.trim().split(/\r?\n/).at(-1)?.trim().slice(0, 200)
  return line ? `: ${line}` : ''
}

/**
 * `env` for children of a Python in a virtual environment: its programs come first, as `activate` does it, so that
 * `pytest` is the one beside this Python. For any other Python `env` as it is.
 */
export function activate(command: readonly string[], env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const [python = ''] = command
  if (command.length !== 1 || !path.isAbsolute(python)) return env
  const folder = path.dirname(python)
  const root = path.dirname(folder)
  const isEnvironment = existsSync(path.join(root, 'pyvenv.cfg'))
  const key = Object.keys(env).find((one) => one.toUpperCase() === 'PATH') ?? 'PATH'
  const first = (env[key] ?? '').split(path.delimiter)[0]
  if (!isEnvironment || first === folder) return env
  const joined = env[key] ? [folder, env[key]].join(path.delimiter) : folder
  return { ...env, [key]: joined, VIRTUAL_ENV: root }
}
