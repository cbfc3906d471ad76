/** All in one value: which files serve, what they say of each claim, how places differ, and the gate. */
import { findChecks } from '../advice/checklist.ts'
import { fixFor } from '../advice/fix/fix.ts'
import { findSignals } from '../advice/signals/signals.ts'
import { lookedAt } from '../asked.ts'
import type { Case } from '../case.ts'
import { compareFacts } from '../compare/differences.ts'
import { judgeRows } from '../judge/judge.ts'
import { findUnused, servePlaces } from '../judge/serve.ts'
import type { Slot } from '../judge/serving.ts'
import { type Claims, cellKey, type Explanation, type Fault, type Place } from '../model.ts'
import { parsePlaceName } from '../place.ts'
import { askedCells, type PlaceReport, type Row, type Verdict } from '../verdict-model.ts'
import { decideGate } from './gate.ts'
import { settleAsked } from './settle.ts'

export function judgeCase(c: Case): Verdict {
  const served = servePlaces(c, placesToLookAt(c))
  const { reference } = served
  const judged = judgeRows({ c, slots: served.slots, reference, mend: mendOf(c) })
  const { asked, rows, slots } = settleAsked(c, { slots: served.slots, rows: judged })
  const servings = slots.flatMap(({ serving }) => serving ?? [])
  const { claims, commands } = c
  const comparison = compareFacts(servings, claims)
  const { differences } = comparison
  const staleExplanations = [...comparison.staleExplanations, ...staleCellExplanations(c, rows)]
  const evidence = { servings, rows, differences, claims: repeatable(c), commands }
  const places = slots.map(reportPlace)
  const faults = [...c.faults, ...expectFaults(c)]
  // A place that need not speak is not missed.
  const needed = places.filter(({ place }) => asked.places.includes(place))
  const gate = decideGate({ ...c, rows, places: needed, differences, staleExplanations, faults })
  return {
    gate,
    rows,
    places,
    differences,
    staleExplanations,
    signals: findSignals(evidence),
    checks: findChecks(evidence),
    loosened: toldLoosening(c),
    faults,
    unused: [...findUnused(served), ...(c.unused ?? [])],
    asked,
    reference,
    claimsSource: claims.source,
    claimedPlaces: claims.places,
    listsAll: claims.listsAll,
    withheld: namesWithheld(c, rows),
    box: claims.box,
    here: commands.here,
  }
}

/** Claimed of ci, which is asked: only a missing secret leaves such a cell open. */
function namesWithheld({ withoutSecrets, asked, claims }: Case, rows: readonly Row[]): string[] {
  if (!withoutSecrets || !asked.places.includes('ci')) return []
  const open = claims.claims.filter((claim, at) => claim.in.includes('ci') && rows[at]?.cells.ci === null)
  return open.flatMap(({ kind, subject }) => (kind === 'env var set' ? [subject] : []))
}

/** The first claims.json of an author who may loosen breaks no promise; only a suite left out of ci is told. */
function toldLoosening({ loosened, authorMayLoosen, claims }: Case): Case['loosened'] {
  if (!authorMayLoosen) return loosened
  const suite = claims.claims.some((claim) => claim.kind === 'tests green' && claim.in.includes('ci'))
  return loosened.filter(({ first, key }) => !first || (!suite && key.startsWith('tests green/')))
}

/** Places of which something is asked: a file from another place neither helps nor hurts. */
const placesToLookAt = ({ asked, claims }: Case): Place[] =>
  lookedAt(asked).filter((place) => claims.claims.some((claim) => claim.in.includes(place)))

/** A leg that cannot be read as one would otherwise be expected of no place, and never be missed. */
const expectFaults = ({ expect }: Case): Fault[] =>
  expect
    .filter((name) => parsePlaceName(name) === undefined)
    .map((name) => ({
      where: 'expect',
      message: `"${name}" is no leg of local, box or ci`,
      fix: 'expect: ci-py3.12, ci-py3.13',
    }))

export const mendOf =
  (c: Case): Parameters<typeof judgeRows>[0]['mend'] =>
  (claim, reason, { place, leg, considered, twin }) =>
    fixFor({
      ...{ claim, place, leg, reason, twin, facts: considered?.facts ?? null },
      ...{ claims: repeatable(c), commands: c.commands, noMerge: c.reference.noMerge },
    })

/** Claims as advice may repeat them: a test command that somebody brought who may not is not ours to say. */
function repeatable({ claims, loosened, authorMayLoosen, baseCommand }: Case): Claims {
  const held = !authorMayLoosen && loosened.some(({ what }) => what === 'command changed')
  return held ? { ...claims, testCommand: baseCommand } : claims
}

/** Explanations of cells that no longer fail for their reason. */
function staleCellExplanations({ claims }: Case, rows: readonly Row[]): string[] {
  const isStale = ({ key, reason }: Explanation): boolean => {
    // A file that looks secret is judged by the pull requests that change it, and by no other.
    if (reason === undefined || reason === 'LOOKS_SECRET') return false
    const claimed = claims.claims.some((claim) => claim.in.some((place) => cellKey(claim, place) === key))
    const cells = askedCells(rows).filter(({ row, place }) => cellKey(row, place) === key)
    // Where the place is not asked today, or unknown, the sentence stays.
    return !claimed || cells.some(({ cell }) => cell.state !== 'unknown' && cell.reason !== reason)
  }
  return claims.explanations.filter(isStale).map(({ key }) => key)
}

const reportPlace = ({ place, leg, considered, serving, note }: Slot): PlaceReport => ({
  place,
  leg,
  provenance: considered?.provenance ?? null,
  probeVersion: considered?.facts.probe?.version ?? null,
  content: considered?.relation ?? 'unknown',
  note,
  facts: serving?.facts ?? null,
})
