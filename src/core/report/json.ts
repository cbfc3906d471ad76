/** The report for programs and agents: `probes/table.json`, format 1. */
import { isFor, nextStep } from '../advice/next-step.ts'
import { PLACES } from '../model.ts'

import { forJson } from '../text/escape.ts'
import type { Cell, PlaceReport, Row, Verdict } from '../verdict-model.ts'

const FORMAT = 1

/** Named fields in that order: what a verdict gets later is not published by accident. */
const pick = <T, K extends keyof T>(from: T, ...keys: readonly K[]) =>
  Object.fromEntries(keys.map((key) => [key, from[key]])) as Pick<T, K>

const place = (report: PlaceReport) => ({
  ...pick(report, 'place', 'leg'),
  source: report.provenance?.kind ?? null,
  probe: report.probeVersion,
  ...pick(report, 'content', 'note'),
})

const cell = (one: Cell | null) =>
  one && {
    ...pick(one, 'state', 'reason', 'fact', 'fix', 'explained'),
    asked: !one.beside,
    legs: one.legs.map((leg) => pick(leg, 'leg', 'state', 'reason', 'fact')),
  }

const row = ({ kind, subject, cells }: Row) => ({
  claim: kind,
  subject,
  cells: Object.fromEntries(PLACES.map((name) => [name, cell(cells[name])])),
})

/** The verdict as plain data, keys in a fixed order. A cell that was not asked is null. */
export function toTable(verdict: Verdict) {
  const { gate } = verdict
  const next = nextStep(verdict)
  return {
    format: FORMAT,
    verdict: gate.verdict,
    gate: {
      ...pick(gate, 'failOn', 'unknown', 'failing', 'unexplained', 'notAsked'),
      loosened: verdict.loosened.map((one) => pick(one, 'what', 'key')),
      // Beyond the cells: without these an agent that reads "blocked" could not know what to mend.
      blocks: gate.blocks.map((one) => pick(one, 'code', 'text', 'count')),
      faults: verdict.faults.map(({ where, message, fix = null }) => ({ where, message, fix })),
      staleExplanations: verdict.staleExplanations,
    },
    places: verdict.places.map(place),
    unused: verdict.unused.map((one) => pick(one, 'place', 'message')),
    rows: verdict.rows.map(row),
    differences: verdict.differences.map((one) => pick(one, 'key', 'values', 'counted', 'explained')),
    signals: verdict.signals.map((one) => pick(one, 'id', 'places', 'trust', 'what', 'next')),
    checks: verdict.checks.map((one) => pick(one, 'id', 'state')),
    next: next && { ...pick(next, 'text', 'place', 'mends'), for: isFor(next) },
    redacted: (verdict.redacted ?? []).map((one) => pick(one, 'kind', 'where')),
  }
}

/** Two-space JSON with a line end; no character in it moves a cursor or turns a direction. */
export const renderJson = (verdict: Verdict): string => forJson(toTable(verdict))
