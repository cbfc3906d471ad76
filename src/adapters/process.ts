/** Child processes: no shell, a time limit, bounded output, progress shown while it comes. */
import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Writable } from 'node:stream'
import type { Exec, ExecOptions, Exit } from '../app/ports.ts'

/** Bytes kept of a stream that is shown anyway: enough for the last message. */
const TAIL = 64 * 1024
/** Bytes of an answer; git lists half a million files in less. More is no answer. */
const ANSWER = 64 * 1024 * 1024
/** How long a program may go on after it was asked to stop, and its pipes after it is gone; milliseconds. */
const GRACE = 3000

/** `progress` takes what children say when they are shown. */
export function createExec(progress: Writable): Exec {
  return (command, args, options) =>
    new Promise((resolve) => {
      const program = /[\\/]/.test(command) ? command : findProgram(command, options.env ?? process.env)
      const child = program === undefined ? 'ENOENT' : start(program, args, options)
      if (typeof child === 'string') resolve({ kind: 'not-started', code: child })
      else {
        watch(child, options, progress, resolve)
        options.started?.()
      }
    })
}

/**
 * The absolute path of a program on PATH. Relative entries are passed over, and so is the current
 * directory, which Windows would ask first: a repository may bring its own `git.exe`.
 */
export function findProgram(name: string, env: NodeJS.ProcessEnv): string | undefined {
  const key = Object.keys(env).find((one) => one.toUpperCase() === 'PATH') ?? 'PATH'
  const folders = (env[key] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  const names = process.platform === 'win32' && !/\.(?:exe|com)$/i.test(name) ? [`${name}.exe`, `${name}.com`] : [name]
  return folders.flatMap((folder) => names.map((one) => path.join(folder, one))).find(isProgram)
}

function isProgram(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK)
    return fs.statSync(file).isFile()
  } catch {
    return false
  }
}

/** A NUL in a name or an argument list that is too long is refused by throwing. */
function start(command: string, args: readonly string[], { cwd, env }: ExecOptions): ChildProcess | string {
  try {
    const stdio = ['ignore', 'pipe', 'pipe'] as const
    return spawn(command, args, { cwd, stdio: [...stdio], windowsHide: true, ...(env ? { env: { ...env } } : {}) })
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error)
  }
}

function watch(child: ChildProcess, options: ExecOptions, progress: Writable, resolve: (exit: Exit) => void) {
  let stopped: 'time' | 'size' | undefined
  const stop = (why: 'time' | 'size') => {
    stopped ??= why
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), GRACE).unref()
  }
  const limit = setTimeout(() => stop('time'), options.seconds * 1000)
  let grace: NodeJS.Timeout | undefined
  const out = keep(child.stdout, options, progress, () => stop('size'))
  const err = keep(child.stderr, options, progress, () => stop('size'))
  const finish = (exit: Exit) => {
    clearTimeout(limit)
    clearTimeout(grace)
    child.stdout?.destroy()
    child.stderr?.destroy()
    resolve(exit)
  }
  const ended = (code: number | null, signal: string | null) => {
    const stderr = err()
    if (stopped === 'time') finish({ kind: 'timed-out', seconds: options.seconds, stderr })
    else if (stopped === 'size') finish({ kind: 'killed', by: 'the limit on its output', stderr })
    else if (code === null) finish({ kind: 'killed', by: signal ?? 'a signal', stderr })
    else finish({ kind: 'exited', code, stdout: out(), stderr })
  }
  child.on('error', (error: NodeJS.ErrnoException) => {
    if (child.pid === undefined) finish({ kind: 'not-started', code: error.code ?? error.message })
  })
  child.on('close', ended)
  // A grandchild may hold the pipes open for ever: what the program itself said is enough.
  child.on('exit', (code, signal) => {
    grace = setTimeout(() => ended(code, signal), GRACE)
  })
}

/** Keeps what a stream says, within its bound; the function that comes back tells it. */
function keep(stream: ChildProcess['stdout'], options: ExecOptions, progress: Writable, tooMuch: () => void) {
  const chunks: Buffer[] = []
  let size = 0
  stream?.on('data', (chunk: Buffer) => {
    if (options.show) progress.write(chunk)
    chunks.push(chunk)
    size += chunk.length
    if (!options.show && size > ANSWER) tooMuch()
    while (size - (chunks[0]?.length ?? 0) > (options.show ? TAIL : ANSWER)) size -= chunks.shift()?.length ?? 0
  })
  return () => Buffer.concat(chunks).toString(options.raw ? 'latin1' : 'utf8')
}

/**
 * The environment without what the runner adds for an action of its own: inputs, state, service
 * tokens and command files. A probe that saw them would tell of the action, not of the job.
 */
export function withoutActionVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const own = /^(?:INPUT_|STATE_|ACTIONS_|GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)$)/
  return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name.toUpperCase())))
}
