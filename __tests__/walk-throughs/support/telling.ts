/** What a story must show: states and reasons, the gate, the signals, and one step that can be acted on. */
import { expect, test } from 'vitest'
import { renderJson } from '../../../src/core/report/json.ts'
import type { Block, Verdict } from '../../../src/core/verdict-model.ts'
import { matchGolden } from './golden.ts'

/** table.json, as far as a story looks into it. */
export interface Table {
  readonly verdict: string
  readonly gate: {
    readonly blocks: readonly { readonly code: string }[]
    readonly loosened: readonly object[]
    readonly unexplained: number
  }
  readonly rows: readonly {
    readonly claim: string
    readonly subject: string
    readonly cells: Readonly<Record<string, TableCell | null>>
  }[]
  readonly differences: readonly { readonly key: string; readonly counted: boolean }[]
  readonly signals: readonly { readonly id: string }[]
  readonly next: { readonly text: string } | null
}
interface TableCell {
  readonly state: string
  readonly reason: string
  readonly fact: string
  readonly fix: string | null
}
export interface Told {
  readonly table: Table
  /** What is posted or printed, without what is another in every run. */
  readonly shown?: string
}

export interface Telling {
  readonly title: string
  play(): Promise<Told> | Told
  /** `tests green/suite@local` → `holds GREEN`: the cells that the story is about. */
  readonly cells: { readonly [key: string]: string }
  /** Why the gate is shut; empty: it is open. */
  readonly blocks: readonly Block['code'][]
  readonly signals?: readonly string[]
  readonly noSignals?: readonly string[]
  /** What the reader is told to do next; null: nothing. */
  readonly next: RegExp | null
  /** Name of the golden file of what is shown. */
  readonly golden?: string
}

export const toldOf = (verdict: Verdict): Told => ({ table: JSON.parse(renderJson(verdict)) })

export function tell(tellings: readonly Telling[], lack?: string): void {
  for (const telling of tellings)
    test(telling.title, async ({ skip }) => {
      if (lack !== undefined) return skip(lack)
      const { table, shown } = await telling.play()
      check(telling, table)
      if (telling.golden) await matchGolden(telling.golden, shown)
    })
}

function check(telling: Omit<Telling, 'title' | 'play'>, table: Table): void {
  const all = cellsIn(table)
  const seen = Object.fromEntries(Object.keys(telling.cells).map((key) => [key, all[key] ?? 'no such row']))
  expect(seen, JSON.stringify(table.rows).slice(0, 4000)).toEqual(telling.cells)
  expect(table.gate.blocks.map(({ code }) => code)).toEqual(telling.blocks)
  expect(table.verdict).toBe(telling.blocks.length > 0 ? 'blocked' : 'pass')
  const signals = table.signals.map(({ id }) => id)
  expect(signals).toEqual(expect.arrayContaining([...(telling.signals ?? [])]))
  expect(signals.filter((id) => telling.noSignals?.includes(id))).toEqual([])
  const step = table.next?.text ?? null
  if (telling.next === null) expect(step).toBeNull()
  else expect(step).toMatch(telling.next)
  checkFixes(table)
}

/** Whatever does not hold says what mends it. */
function checkFixes({ rows }: Table): void {
  for (const { subject, cells } of rows)
    for (const cell of Object.values(cells)) {
      if (cell && cell.state !== 'holds') expect(cell.fix, subject).toMatch(/\S/)
      else expect(cell?.fix ?? null).toBeNull()
    }
}

/** `tests green/suite@local` → `holds GREEN`; `not asked`. */
export const cellsIn = ({ rows }: Table): { readonly [key: string]: string } =>
  Object.fromEntries(
    rows.flatMap(({ claim, subject, cells }) =>
      (['local', 'box', 'ci'] as const).map((place) => {
        const cell = cells[place]
        return [`${claim}/${subject}@${place}`, cell ? `${cell.state} ${cell.reason}` : 'not asked']
      }),
    ),
  )

/** Every one of these cells is in this state for this reason. */
export const all = (keys: readonly string[], what: string): { readonly [key: string]: string } =>
  Object.fromEntries(keys.map((key) => [key, what]))

export const suiteAt = (places: readonly string[], what: string) =>
  all(
    places.map((place) => `tests green/suite@${place}`),
    what,
  )
