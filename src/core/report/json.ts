/** The report for programs and agents: `probes/table.json`, format 1. */

import { nextStep } from '../advice/next-step.ts'
import { PLACES } from '../model.ts'

import { forJson } from '../text/escape.ts'
import type { Cell, PlaceReport, Row, Verdict } from '../verdict-model.ts'

const FORMAT = 1

function nextOf(verdict: Verdict): object | null {
  const step = nextStep(verdict)
  return step && { text: step.text, place: step.place, mends: step.mends }
}

const place = ({ place: name, leg, provenance, probeVersion, content, note }: PlaceReport) => ({
  place: name,
  leg,
  source: provenance?.kind ?? null,
  probe: probeVersion,
  content,
  note,
})

const cell = (one: Cell | null) =>
  one && {
    state: one.state,
    reason: one.reason,
    fact: one.fact,
    fix: one.fix,
    explained: one.explained,
    legs: one.legs.map(({ leg, state, reason, fact }) => ({ leg, state, reason, fact })),
  }

const row = ({ kind, subject, cells }: Row) => ({
  claim: kind,
  subject,
  cells: Object.fromEntries(PLACES.map((name) => [name, cell(cells[name])])),
})

/** The verdict as plain data, keys in a fixed order. A cell that was not asked is null. */
export function toTable(verdict: Verdict) {
  const { gate, loosened, faults, staleExplanations } = verdict
  return {
    format: FORMAT,
    verdict: gate.verdict,
    gate: {
      failOn: gate.failOn,
      unknown: gate.unknown,
      failing: gate.failing,
      unexplained: gate.unexplained,
      notAsked: gate.notAsked,
      loosened: loosened.map(({ what, key }) => ({ what, key })),
      // Beyond the cells: without these an agent that reads "blocked" could not know what to mend.
      blocks: gate.blocks.map(({ code, text, count }) => ({ code, text, count })),
      faults: faults.map(({ where, message, fix }) => ({ where, message, fix: fix ?? null })),
      staleExplanations,
    },
    places: verdict.places.map(place),
    unused: verdict.unused.map(({ place: name, message }) => ({ place: name, message })),
    rows: verdict.rows.map(row),
    differences: verdict.differences.map(({ key, values, counted, explained }) => ({
      key,
      values,
      counted,
      explained,
    })),
    signals: verdict.signals.map(({ id, places, trust, what, next }) => ({ id, places, trust, what, next })),
    checks: verdict.checks.map(({ id, state }) => ({ id, state })),
    next: nextOf(verdict),
    redacted: (verdict.redacted ?? []).map(({ kind, where }) => ({ kind, where })),
  }
}

/** Two-space JSON with a line end; no character in it moves a cursor or turns a direction. */
export const renderJson = (verdict: Verdict): string => forJson(toTable(verdict))
