/** A table of failures: how each is recreated, and what the table in the pull request must say. */
import { expect } from 'vitest'
import type { Place } from '../../../src/core/model.ts'
import { PLACES } from '../../../src/core/model.ts'
import type { Verdict } from '../../../src/core/verdict-model.ts'
import type { Report } from './corpus.ts'
import type { Need } from './needs.ts'

export interface Row {
  /** Report that it recreates; rows without one are our own variations. */
  readonly id?: string
  readonly title: string
  readonly needs?: readonly Need[]
  play(): Promise<Verdict>
  /** `subject@place` → state and reason, like `fails MISSING`; `not asked`. The first subject is the report's. */
  readonly cells: { readonly [subjectAtPlace: string]: string }
  readonly signals?: readonly string[]
  readonly noSignals?: readonly string[]
  /** Places of which the report says nothing while our recreation does, and why. */
  readonly beyond?: { readonly [P in Place]?: string }
}

export function checkRow(row: Row, verdict: Verdict, report: Report | undefined): void {
  const said = Object.fromEntries(Object.keys(row.cells).map((key) => [key, cellText(verdict, key)]))
  expect(withoutFacts(said), JSON.stringify(said, null, 2)).toEqual(row.cells)
  if (report) checkReport(row, verdict, report)
  checkGate(verdict)
  const signals = verdict.signals.map(({ id }) => id)
  expect(signals).toEqual(expect.arrayContaining([...(row.signals ?? [])]))
  expect(signals.filter((id) => row.noSignals?.includes(id))).toEqual([])
}

/** Whatever is unknown or fails shuts the gate. */
function checkGate({ rows, gate }: Verdict): void {
  const cells = rows.flatMap((row) => PLACES.flatMap((place) => row.cells[place] ?? []))
  const open = cells.length > 0 && cells.every(({ state }) => state === 'holds')
  expect(gate.verdict).toBe(open ? 'pass' : 'blocked')
}

function splitKey(key: string): { subject: string; place: Place } {
  const at = key.lastIndexOf('@')
  return { subject: key.slice(0, at), place: key.slice(at + 1) as Place }
}

function cellText(verdict: Verdict, key: string): string {
  const { subject, place } = splitKey(key)
  const row = verdict.rows.find((one) => one.subject === subject)
  const cell = row?.cells[place]
  if (cell) return `${cell.state} ${cell.reason}: ${cell.fact}`
  return row ? 'not asked' : 'no such row'
}

const withoutFacts = (said: { readonly [key: string]: string }): { readonly [key: string]: string } =>
  Object.fromEntries(Object.entries(said).map(([key, text]) => [key, text.replace(/:.*/s, '')]))

/** All three cells of the report, also the ones that the row does not name. */
function checkReport({ cells, beyond = {} }: Row, verdict: Verdict, report: Report): void {
  const { subject } = splitKey(Object.keys(cells)[0] ?? '')
  const row = verdict.rows.find((one) => one.subject === subject && one.kind === report.claim)
  const states = PLACES.filter((place) => !beyond[place]).map((place) => [
    place,
    row ? (row.cells[place]?.state ?? 'unknown') : 'no such row',
  ])
  const expected = PLACES.filter((place) => !beyond[place]).map((place) => [place, report.cells[place]])
  expect(Object.fromEntries(states)).toEqual(Object.fromEntries(expected))
}
