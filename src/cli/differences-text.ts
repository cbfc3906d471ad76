/** Differences between two files, for a terminal: what counts first, then what is only context. */
import { forTerminal } from '../core/text/escape.ts'
import { padded, shortened } from '../core/text/terminal-width.ts'

export interface Told {
  readonly names: readonly [string, string]
  readonly differences: readonly {
    readonly key: string
    readonly values: readonly [string, string]
    readonly counted: boolean
    readonly explained: string | null
  }[]
}
type Line = Told['differences'][number]

interface Look {
  readonly colour: boolean
  readonly width: number | undefined
}

export function renderDifferences({ names, differences }: Told, look: Look): string {
  const [a, b] = names
  const counted = differences.filter((one) => one.counted)
  const open = counted.filter((one) => one.explained === null)
  const count = counted.length === 1 ? '1 difference that counts' : `${counted.length} differences that count`
  const head = `${a} and ${b}: ${count}, ${open.length} unexplained`
  const sections = [
    ...section('Counted', counted, names, look),
    ...section(
      'Context, never counted',
      differences.filter((one) => !one.counted),
      names,
      look,
    ),
  ]
  return `${[emphasise(head, open.length > 0, look), ...sections].join('\n')}\n`
}

function section(title: string, list: readonly Line[], [a, b]: Told['names'], look: Look): string[] {
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
