/** What a story must show: states and reasons, the gate, the signals, and one step that can be acted on. */
import { expect, test } from 'vitest'
import { renderJson } from '../../../src/core/report/json.ts'
import { renderMarkdown } from '../../../src/core/report/markdown.ts'
import { nextStep } from '../../../src/core/report/next-step.ts'
import { renderText } from '../../../src/core/report/text.ts'
import type { Block, Verdict } from '../../../src/core/verdict-model.ts'
import { cellsOf } from './judging.ts'

export interface Telling {
  readonly title: string
  play(): Promise<Verdict> | Verdict
  /** `tests green/suite@local` → `holds GREEN`: the cells that the story is about. */
  readonly cells: { readonly [key: string]: string }
  /** Why the gate is shut; empty: it is open. */
  readonly blocks: readonly Block['code'][]
  readonly signals?: readonly string[]
  readonly noSignals?: readonly string[]
  /** What the reader is told to do next; null: nothing. */
  readonly next: RegExp | null
  /** Name of its golden report. */
  readonly golden?: string
  /** The same for a terminal and for programs, beside it. */
  readonly inAllForms?: boolean
}

export function tell(tellings: readonly Telling[], lack?: string): void {
  for (const telling of tellings)
    test(telling.title, async ({ skip }) => {
      if (lack !== undefined) return skip(lack)
      const verdict = await telling.play()
      check(telling, verdict)
      await compare(telling, verdict)
    })
}

async function compare({ golden, inAllForms }: Telling, verdict: Verdict): Promise<void> {
  if (golden === undefined) return
  await expect(renderMarkdown(verdict)).toMatchFileSnapshot(`golden/${golden}.md`)
  if (!inAllForms) return
  await expect(renderText(verdict)).toMatchFileSnapshot(`golden/${golden}.txt`)
  await expect(renderJson(verdict)).toMatchFileSnapshot(`golden/${golden}.json`)
}

function check(telling: Telling, verdict: Verdict): void {
  const all = cellsOf(verdict)
  const seen = Object.fromEntries(Object.keys(telling.cells).map((key) => [key, all[key] ?? 'no such row']))
  const facts = verdict.rows.map(({ subject, cells }) => [
    subject,
    Object.values(cells).map((cell) => cell?.fact),
  ])
  expect(seen, JSON.stringify(facts)).toEqual(telling.cells)
  expect(verdict.gate.blocks.map(({ code }) => code)).toEqual(telling.blocks)
  const signals = verdict.signals.map(({ id }) => id)
  expect(signals).toEqual(expect.arrayContaining([...(telling.signals ?? [])]))
  expect(signals.filter((id) => telling.noSignals?.includes(id))).toEqual([])
  const step = nextStep(verdict)?.text ?? null
  if (telling.next === null) expect(step).toBeNull()
  else expect(step).toMatch(telling.next)
  checkFixes(verdict)
}

/** Whatever does not hold says what mends it. */
function checkFixes({ rows }: Verdict): void {
  for (const { subject, cells } of rows)
    for (const cell of Object.values(cells)) {
      if (cell && cell.state !== 'holds') expect(cell.fix, subject).toMatch(/\S/)
      else expect(cell?.fix ?? null).toBeNull()
    }
}

/** Every asked cell of these places is in this state for this reason. */
export const all = (keys: readonly string[], what: string): { readonly [key: string]: string } =>
  Object.fromEntries(keys.map((key) => [key, what]))
