/** Verdicts for the renderers: plain ones, and ones in which every string from outside is hostile. */
import fc from 'fast-check'
import type { Place, State } from '../../src/core/model.ts'
import { REASONS, type Reason, stateOf } from '../../src/core/reasons.ts'
import { decideGate } from '../../src/core/verdict/gate.ts'
import type { Cell, Row, Verdict } from '../../src/core/verdict-model.ts'

export const cellOf = (reason: Reason, overrides: Partial<Cell> = {}): Cell => ({
  state: stateOf(reason),
  reason,
  fact: 'a fact',
  fix: stateOf(reason) === 'holds' ? null : `mend ${reason}, then push`,
  explained: null,
  legs: [],
  ...overrides,
})

export const rowOf = (cells: Partial<Row['cells']>, overrides: Partial<Row> = {}): Row => ({
  kind: 'package installed',
  subject: 'requests',
  cells: { local: null, box: null, ci: null, ...cells },
  ...overrides,
})

/** A verdict whose gate is what the gate decides about its parts. */
export function verdictOf(overrides: Partial<Omit<Verdict, 'gate'>> = {}): Verdict {
  const parts = {
    rows: [rowOf({ local: cellOf('IN_PREFIX'), box: cellOf('IN_PREFIX'), ci: cellOf('IN_PREFIX') })],
    places: [],
    differences: [],
    staleExplanations: [],
    signals: [],
    checks: [],
    loosened: [],
    faults: [],
    unused: [],
    asked: { places: ['local', 'box', 'ci'] as const, why: 'opened by a person' },
    reference: { commits: [], pullRequest: true },
    claimsSource: 'file' as const,
    ...overrides,
  }
  return { ...parts, gate: decideGate({ ...parts, authorMayLoosen: false, failOn: ['unknown', 'fails'] }) }
}

/** The same string everywhere where something comes from outside. */
export function hostileVerdict(evil: string): Verdict {
  const bad = cellOf('MISSING', { fact: evil, fix: evil, explained: evil })
  const legs = [{ leg: evil, state: 'unknown' as State, reason: 'NO_PROBE' as Reason, fact: evil }]
  const provenance = {
    kind: 'text' as const,
    label: evil,
    url: evil,
    run: evil,
    workflow: evil,
    actor: evil,
    edited: true,
  }
  return verdictOf({
    rows: [
      rowOf(
        {
          local: bad,
          box: cellOf('NO_PROBE', { fact: evil, fix: evil, legs }),
          ci: cellOf('IN_PREFIX', { fact: evil }),
        },
        { subject: evil },
      ),
      rowOf({ local: cellOf('SAME_MACHINE', { fact: evil, fix: evil }) }, { kind: 'secret stored', subject: evil }),
    ],
    places: [
      {
        place: 'local',
        leg: evil,
        provenance,
        probeVersion: evil,
        content: 'stale',
        note: evil,
        facts: { interpreter: { version: evil } },
      },
      {
        place: 'ci',
        leg: null,
        provenance,
        probeVersion: evil,
        content: 'match-merge',
        note: evil,
        facts: { interpreter: { version: `${evil}2` } },
      },
    ],
    differences: [
      { key: evil, values: { local: evil, box: evil, ci: `${evil}!` }, counted: true, explained: null },
      { key: evil, values: { local: evil }, counted: false, explained: evil },
    ],
    staleExplanations: [evil],
    signals: [{ id: 'other-version', places: ['local', 'box'], trust: false, what: evil, next: evil }],
    checks: [{ id: 'own-modules-from-repo', state: 'fails' }],
    loosened: [{ what: 'claim dropped', key: evil }],
    faults: [{ where: evil, message: evil, fix: evil }],
    unused: [{ place: 'box', message: evil }],
    asked: { places: ['local', 'box', 'ci'], why: evil },
  })
}

const reasons = Object.keys(REASONS) as Reason[]

export function arbitraryVerdict(text: fc.Arbitrary<string>, maxRows = 8): fc.Arbitrary<Verdict> {
  const cell = fc
    .record({ reason: fc.constantFrom(...reasons), fact: text, fix: text, explained: fc.option(text) })
    .map(({ reason, fact, fix, explained }) => {
      const state = stateOf(reason)
      return cellOf(reason, {
        fact,
        fix: state === 'holds' ? null : fix,
        explained: state === 'fails' ? explained : null,
      })
    })
  const place = fc.option(cell)
  const row = fc
    .record({ subject: text, local: place, box: place, ci: place })
    .map(({ subject, ...cells }) => rowOf(cells, { subject }))
  const values = fc.dictionary(fc.constantFrom<Place>('local', 'box', 'ci'), text)
  const difference = fc.record({ key: text, values, counted: fc.boolean(), explained: fc.option(text) })
  return fc
    .record({
      rows: fc.array(row, { maxLength: maxRows }),
      differences: fc.array(difference, { maxLength: 4 }),
      why: text,
    })
    .map(({ rows, differences, why }) =>
      verdictOf({ rows, differences, asked: { places: ['local', 'box', 'ci'], why } }),
    )
}
