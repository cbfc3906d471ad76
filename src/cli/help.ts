/** Help texts, made from the table of commands and options. */
import { COMMANDS, type CommandName, type CommandSpec, OPTIONS, type OptionSpec } from './options.ts'

export function renderHelp(command?: CommandName): string {
  return command ? commandHelp(command, COMMANDS[command]) : overview()
}

function overview(): string {
  const commands = Object.entries(COMMANDS).map(([name, spec]): Pair => [usage(name, spec), spec.about])
  return [
    'where-it-ran: claim by place. Shows where a thing that was said to be done really holds.',
    '',
    ...columns(commands),
    ...columns([['--version', 'print the version']]),
    '',
    'where-it-ran COMMAND --help tells the options of one command.',
    'Exit status: 0 pass, 1 blocked by the gate, 2 wrong use or configuration.',
    '',
  ].join('\n')
}

function commandHelp(name: CommandName, spec: CommandSpec): string {
  const options = spec.options.map((option): Pair => {
    const { value, about, preset }: OptionSpec = OPTIONS[option]
    return [`--${option}${value ? ` ${value}` : ''}`, about + (preset ? ` (${preset})` : '')]
  })
  const ending = [`Exit status: ${spec.exit}.`, `Example: where-it-ran ${spec.example}`]
  return [
    `where-it-ran ${usage(name, spec)} [options]`,
    `  ${spec.about}`,
    '',
    ...columns(options),
    '',
    ...ending,
    '',
  ].join('\n')
}

type Pair = readonly [string, string]
const usage = (name: string, spec: CommandSpec): string => [name, ...spec.arguments].join(' ')

function columns(pairs: readonly Pair[]): string[] {
  const width = Math.max(16, ...pairs.map(([left]) => left.length))
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`)
}
