/** `diff A B`: what differs between two files, which of it counts, and what is explained. */
import { redactStrings } from '../app/redact.ts'
import { compareFacts } from '../core/compare/differences.ts'
import type { Serving } from '../core/judge/serving.ts'
import type { Claims } from '../core/model.ts'
import { parseProbeName } from '../core/place.ts'
import { MAX_BYTES, readProbeFile } from '../core/probe-file/read.ts'
import { forJson, forTerminal } from '../core/text/escape.ts'
import { padded, shortened } from '../core/text/terminal-width.ts'
import { isUnexplained } from '../core/verdict-model.ts'
import { UsageError } from './args.ts'
import { type CommandContext, orUsage } from './context.ts'
import { gatherFiles, tellProblems } from './judge.ts'

/** Exit status 1 when something that counts is not explained. */
export async function diff(context: CommandContext, [a = '', b = '']: readonly string[]): Promise<number> {
  const { settings, terminal } = context
  if (settings.format === 'markdown') throw new UsageError('diff has no markdown; --format text or json')
  const [one, other] = await Promise.all([readServing(context, a), readServing(context, b)])
  const { claims } = await gatherFiles(context)
  const differences = redactStrings(await context.net(), compareTwo(one, other, claims))
  const comparison: Comparison = { names: [a, b], differences }
  if (settings.format === 'json') terminal.print(forJson({ format: 1, ...comparison }))
  else terminal.print(renderDifferences(comparison, terminal))
  return comparison.differences.some(isUnexplained) ? 1 : 0
}

/** Two legs of one place are compared like two places; sentences about places explain nothing there. */
function compareTwo(a: Serving, b: Serving, claims: Claims): Comparison['differences'] {
  const same = a.place === b.place
  const [left, right] = same ? (['local', 'box'] as const) : [a.place, b.place]
  const pair = [
    { ...a, place: left },
    { ...b, place: right },
  ]
  const { differences } = compareFacts(pair, same ? { ...claims, explanations: [] } : claims)
  return differences.map(({ key, values, counted, explained }) => ({
    key,
    values: [values[left] ?? '', values[right] ?? ''],
    counted,
    explained,
  }))
}

async function readServing(context: CommandContext, name: string): Promise<Serving> {
  const { files, settings } = context
  const named = parseProbeName(`${name}.txt`)
  if (!named) throw new UsageError(`"${name}" is no place`, 'local, box or ci, or one with a leg, like ci-py3.13')
  const file = `${settings.probes}/${await findFile(context, name)}`
  const text = await orUsage(files.read(file, MAX_BYTES))
  if (text === undefined) throw new UsageError(`${file} went away while it was read`)
  const reading = readProbeFile(text)
  if (!reading.ok) throw new UsageError(tellProblems(file, reading.problems))
  const said = reading.facts.probe?.place
  if (said !== named.place) throw new UsageError(`${file} says it is from ${said}, not from ${named.place}`)
  return {
    place: named.place,
    leg: reading.facts.probe?.leg ?? null,
    facts: reading.facts,
    provenance: { kind: 'checkout', label: file },
    relation: 'unknown',
    commitsBehind: null,
  }
}

/** `box` also means the one file of a branch or a leg of it, as `--for-commit` names them. */
async function findFile({ files, settings, self, terminal }: CommandContext, name: string): Promise<string> {
  const names = (await orUsage(files.list(settings.probes))).map((entry) => entry.name)
  const file = `${name}.txt`
  if (names.includes(file)) return file
  const near = names.filter((one) => one.startsWith(`${name}-`) && parseProbeName(one) !== undefined)
  const [only] = near
  const absent = `there is no ${settings.probes}/${file}`
  if (only === undefined) throw new UsageError(absent, `make it in that place: ${self} probe ${name}`)
  const choices = near.map((one) => one.replace(/\.txt$/, '')).join(', ')
  if (near.length > 1) throw new UsageError(absent, `name one of ${choices}`)
  terminal.log.info(`${name} is ${settings.probes}/${only}`)
  return only
}

/** What is printed; `values` stand in the order of `names`. */
interface Comparison {
  readonly names: readonly [string, string]
  readonly differences: readonly {
    readonly key: string
    readonly values: readonly [string, string]
    readonly counted: boolean
    readonly explained: string | null
  }[]
}
type Line = Comparison['differences'][number]

interface Look {
  readonly colour: boolean
  readonly width: number | undefined
}

function renderDifferences({ names, differences }: Comparison, look: Look): string {
  const [a, b] = names
  const counted = differences.filter((one) => one.counted)
  const open = counted.filter((one) => one.explained === null)
  const count = counted.length === 1 ? '1 difference that counts' : `${counted.length} differences that count`
  const head = `${a} and ${b}: ${count}, ${open.length} unexplained`
  const context = differences.filter((one) => !one.counted)
  const sections = [
    ...section('Counted', counted, names, look),
    ...section('Context, never counted', context, names, look),
  ]
  return `${[emphasise(head, open.length > 0, look), ...sections].join('\n')}\n`
}

function section(title: string, list: readonly Line[], [a, b]: Comparison['names'], look: Look): string[] {
  if (list.length === 0) return []
  const label = Math.max(a.length, b.length)
  const line = (name: string, value: string) =>
    shortened(`    ${padded(name, label)}  ${forTerminal(value)}`, Math.max(60, look.width ?? 400))
  const lines = list.flatMap(({ key, values, counted, explained }) => [
    `  ${forTerminal(key)}${counted ? `: ${verdictOf(explained)}` : ''}`,
    line(a, values[0]),
    line(b, values[1]),
  ])
  return ['', title, ...lines]
}

const verdictOf = (explained: string | null): string =>
  explained === null ? 'unexplained' : `explained, ${forTerminal(explained)}`

const emphasise = (text: string, bad: boolean, { colour }: Look): string =>
  colour ? `\u001b[${bad ? 31 : 32}m${text}\u001b[0m` : text
