/** The command line: a plan is made, carried out, and its exit status told. */
import about from '../../package.json' with { type: 'json' }
import { forScreen } from '../core/text/escape.ts'
import { parseCommandLine } from './args.ts'
import { type CommandContext, type Invocation, openContext, UsageError } from './context.ts'
import { type CommandName, renderHelp } from './options.ts'
import type { Settings } from './settings.ts'

type Command = (context: CommandContext, names: readonly string[]) => Promise<number>

/** Loaded when they are asked for: `--help` waits for nothing. */
const COMMANDS: { readonly [name in CommandName]: () => Promise<Command> } = {
  run: async () => (await import('./run.ts')).run,
  probe: async () => (await import('./run.ts')).probe,
  table: async () => (await import('./run.ts')).table,
  diff: async () => (await import('./diff.ts')).diff,
  init: async () => (await import('./init.ts')).init,
}

/** 0: pass. 1: blocked, also by a fault of our own. 2: wrong use or configuration. */
export async function main(invocation: Invocation): Promise<number> {
  const plan = parseCommandLine(invocation.argv)
  switch (plan.kind) {
    case 'help':
      invocation.out.write(renderHelp(plan.command))
      return 0
    case 'version':
      invocation.out.write(`${about.version}\n`)
      return 0
    case 'usage':
      return complain(
        invocation,
        `${plan.message}\n  where-it-ran ${plan.command ? `${plan.command} ` : ''}--help`,
      )
    case 'command':
      return carryOut(plan.command, plan.settings, plan.names, invocation)
  }
}

async function carryOut(
  command: CommandName,
  settings: Settings,
  names: readonly string[],
  invocation: Invocation,
): Promise<number> {
  try {
    const work = await COMMANDS[command]()
    return await work(openContext(command, settings, invocation), names)
  } catch (error) {
    if (error instanceof UsageError) return complain(invocation, error.message)
    // Whatever broke, nothing was proven: the gate stays shut.
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error)
    invocation.err.write(forScreen(`where-it-ran: blocked, something went wrong here: ${told}\n`))
    return 1
  }
}

function complain({ err }: Invocation, message: string): 2 {
  err.write(forScreen(`where-it-ran: ${message}\n`))
  return 2
}
