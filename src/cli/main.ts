/** The command line: a plan is made, carried out, and its exit status told. */
import about from '../../package.json' with { type: 'json' }
import { messageOf } from '../core/fault.ts'
import { forScreen } from '../core/text/escape.ts'
import { parseCommandLine, UsageError } from './args.ts'
import { type CommandContext, type Invocation, openContext } from './context.ts'
import { type CommandName, renderHelp } from './options.ts'

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
  try {
    const plan = parseCommandLine(invocation.argv)
    if (plan.kind !== 'command') {
      invocation.out.write(plan.kind === 'help' ? renderHelp(plan.command) : `${about.version}\n`)
      return 0
    }
    const work = await COMMANDS[plan.command]()
    return await work(openContext(plan.command, plan.settings, invocation), plan.names)
  } catch (error) {
    const wrongUse = error instanceof UsageError
    // Whatever broke, nothing was proven: the gate stays shut.
    const told = error instanceof Error && !wrongUse ? (error.stack ?? error.message) : messageOf(error)
    const lead = wrongUse ? '' : 'blocked, something went wrong here: '
    invocation.err.write(forScreen(`where-it-ran: ${lead}${told}\n`))
    return wrongUse ? 2 : 1
  }
}
