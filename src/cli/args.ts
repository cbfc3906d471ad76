/** The command line as a plan, or what is wrong with it. Nothing here touches the outside world. */
import { parseArgs } from 'node:util'
import { PLACES } from '../core/model.ts'
import { VENDORED_PROBE } from '../core/products.ts'
import { meant } from '../core/text/closest.ts'
import { COMMANDS, type CommandName, type CommandSpec, OPTIONS } from './options.ts'
import { checkValue, PLACE_AND_LEG, readSettings, type Settings, type Values } from './settings.ts'

export type Plan =
  | { readonly kind: 'help'; readonly command?: CommandName }
  | { readonly kind: 'version' }
  | {
      readonly kind: 'command'
      readonly command: CommandName
      readonly names: readonly string[]
      readonly settings: Settings
    }
  | { readonly kind: 'usage'; readonly message: string; readonly command?: CommandName }

export function parseCommandLine(argv: readonly string[]): Plan {
  const [first, ...rest] = argv
  if (first === undefined || first === 'help' || first === '--help' || first === '-h') return { kind: 'help' }
  if (first === '--version' || first === '-V') return { kind: 'version' }
  if (!isCommand(first)) return unknownWord('command', first, Object.keys(COMMANDS))
  if (rest.includes('--help') || rest.includes('-h')) return { kind: 'help', command: first }
  const parsed = parseOptions(first, rest)
  return 'message' in parsed ? { kind: 'usage', command: first, message: parsed.message } : parsed
}

/** Options of agent_probe.py that this program leaves to it. */
const PROBES_OWN: readonly string[] = ['for-commit', 'comment', 'stdout', 'out', 'only', 'packages', 'host']

type Refused = { readonly message: string }

function parseOptions(command: CommandName, args: readonly string[]): Plan | Refused {
  const spec: CommandSpec = COMMANDS[command]
  const { tokens } = parseArgs({
    args: [...args],
    strict: false,
    allowPositionals: true,
    tokens: true,
    options: Object.fromEntries(
      spec.options.map((name) => [name, { type: takesValue(name) ? 'string' : 'boolean' }]),
    ),
  })
  const values: Values = {}
  const names: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') names.push(token.value)
    if (token.kind !== 'option') continue
    const name = spec.options.find((one) => one === token.name)
    if (!name && PROBES_OWN.includes(token.name))
      return {
        message: `${token.rawName} is an option of the probe itself: python ${VENDORED_PROBE} PLACE ${token.rawName}`,
      }
    if (!name)
      return unknownWord(
        'option',
        token.rawName,
        spec.options.map((one) => `--${one}`),
      )
    const problem = checkValue(name, token.value)
    if (problem) return { message: problem }
    values[name] = token.value ?? true
  }
  return plan(command, spec, names, values)
}

function plan(
  command: CommandName,
  spec: CommandSpec,
  names: readonly string[],
  values: Values,
): Plan | Refused {
  const missing = spec.arguments[names.length]
  if (missing) return { message: `${command} needs ${spec.arguments.join(' and ')}: ${missing} is missing` }
  if (names.length > spec.arguments.length)
    return { message: `${command} takes ${spec.arguments.length || 'no'} words, not also "${names.at(-1)}"` }
  const place = command === 'probe' ? parsePlace(names[0] ?? '', values) : {}
  if ('message' in place) return place
  const settings = readSettings({ ...values, ...place })
  return 'message' in settings ? settings : { kind: 'command', command, names, settings }
}

/** `ci-py3.13` is a place and a leg; --leg says the same apart. */
function parsePlace(name: string, values: Values): Values | Refused {
  const [, place, leg = values.leg] = PLACE_AND_LEG.exec(name) ?? []
  if (!place)
    return {
      message: `"${name}" is no place${meant(name, PLACES)}: local, box or ci, or one with a leg, like ci-py3.13`,
    }
  return leg === undefined ? { place } : { place, leg }
}

function unknownWord(what: string, word: string, known: readonly string[]) {
  const message = `unknown ${what} ${word}${meant(word, known) || `; known: ${known.join(', ')}`}`
  return { kind: 'usage', message } as const
}

const takesValue = (name: keyof typeof OPTIONS): boolean => 'value' in OPTIONS[name]
const isCommand = (word: string): word is CommandName => Object.hasOwn(COMMANDS, word)
