/** The terminal: results on standard output, progress on standard error, colour only where it is seen. */
import type { Writable } from 'node:stream'
import type { Log } from '../app/ports.ts'
import { forScreen } from '../core/text/escape.ts'

/** What is known of a stream that may be a terminal. */
export interface Screen extends Writable {
  readonly isTTY?: boolean
  readonly columns?: number
}

export interface Terminal {
  readonly log: Log
  readonly colour: boolean
  /** Columns; undefined where output goes to a file or another program. */
  readonly width: number | undefined
  print(text: string): void
}

interface TerminalOptions {
  readonly out: Screen
  readonly err: Writable
  readonly env: NodeJS.ProcessEnv
  /** false: none, whatever the terminal. */
  readonly colour: boolean
}

export function createTerminal({ out, err, env, colour }: TerminalOptions): Terminal {
  // A reader may close the pipe early (`| head`): that is no failure of ours.
  for (const stream of [out, err]) stream.on('error', ignoreClosedPipe)
  return {
    // NO_COLOR counts when it is not empty: https://no-color.org
    colour: colour && out.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb',
    width: out.isTTY ? out.columns : undefined,
    print: (text) => void out.write(text),
    log: {
      info: (message) => void err.write(forScreen(`${message}\n`)),
      warning: (message) => void err.write(forScreen(`warning: ${message}\n`)),
    },
  }
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
