/**
 * Starts what the job should see, the probe with its test output, through @actions/exec. It knows no time
 * limit and takes a killed child for a good one; both are mended here.
 */
import type { Writable } from 'node:stream'
import type { Exec, ExecOptions, Exit } from '../app/ports.ts'

/** Bytes kept of a stream that is shown anyway: enough for the last message. */
const TAIL = 64 * 1024
/** Milliseconds in which the library has started a program. */
const LOOKS = 15

export interface ActionsExecParts {
  /** Takes what the child says while it runs. */
  readonly progress: Writable
  /** Starts what nobody watches: git, and the question whether a Python starts at all. */
  readonly quiet: Exec
  /** The absolute path of a program on PATH; undefined where there is none. */
  readonly find: (name: string) => string | undefined
}

export function createActionsExec({ progress, quiet, find }: ActionsExecParts): Exec {
  return async (command, args, options) => {
    if (!options.show) return quiet(command, args, options)
    const program = /[\\/]/.test(command) ? command : find(command)
    return program === undefined ? { kind: 'not-started', code: 'ENOENT' } : start(program, args, options, progress)
  }
}

async function start(
  program: string,
  args: readonly string[],
  options: ExecOptions,
  progress: Writable,
): Promise<Exit> {
  const { exec } = await import('@actions/exec')
  const out = keepTail(progress)
  const err = keepTail(progress)
  const run = exec(`"${program}"`, [...args], {
    cwd: options.cwd,
    silent: true,
    ignoreReturnCode: true,
    listeners: { stdout: out.take, stderr: err.take },
    ...(options.env ? { env: definedOnly(options.env) } : {}),
  }).then(
    (code: number | null): Exit =>
      code === null
        ? { kind: 'killed', by: 'a signal', stderr: err.text() }
        : { kind: 'exited', code, stdout: out.text(), stderr: err.text() },
    (error: unknown): Exit => ({ kind: 'not-started', code: error instanceof Error ? error.message : String(error) }),
  )
  // The library looks at a few files before it starts anything, and does not say when it has.
  if (options.started) setTimeout(options.started, LOOKS)
  return withinLimit(run, options.seconds, () => err.text())
}

/** The child cannot be stopped through the library: the runner ends what a job leaves behind. */
function withinLimit(run: Promise<Exit>, seconds: number, stderr: () => string): Promise<Exit> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Exit>((resolve) => {
    timer = setTimeout(() => resolve({ kind: 'timed-out', seconds, stderr: stderr() }), seconds * 1000)
  })
  return Promise.race([run, late]).finally(() => clearTimeout(timer))
}

function keepTail(progress: Writable) {
  let kept = Buffer.alloc(0)
  return {
    take(chunk: Buffer) {
      progress.write(chunk)
      kept = Buffer.concat([kept, chunk]).subarray(-TAIL)
    },
    text: () => kept.toString('utf8'),
  }
}

const definedOnly = (env: { readonly [name: string]: string | undefined }): { [name: string]: string } =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
