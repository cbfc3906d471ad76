/** One unified diff of the two places that disagree most: facts, section by section, in the file's order. */
import { normaliseForDiff } from '../compare/normalise.ts'
import type { Place } from '../model.ts'
import { placeName } from '../place.ts'
import type { Facts } from '../probe-file/schema.ts'
import { isUnexplained, type PlaceReport, type Verdict } from '../verdict-model.ts'

/** A longer diff is too much for a comment. */
const MAX_LINES = 120

type Pair = readonly [PlaceReport & { facts: Facts }, PlaceReport & { facts: Facts }]

const PAIRS: readonly (readonly [Place, Place])[] = [
  ['local', 'ci'],
  ['box', 'ci'],
  ['local', 'box'],
]

function served(verdict: Verdict, place: Place): (PlaceReport & { facts: Facts }) | undefined {
  const report = verdict.places.find((one) => one.place === place && one.facts !== null)
  return report?.facts ? { ...report, facts: report.facts } : undefined
}

/** How much two places disagree: cells first, unexplained differences second. */
function disagreement(verdict: Verdict, [a, b]: readonly [Place, Place]): number {
  const rows = verdict.rows.filter(({ cells }) => {
    const states = [cells[a]?.state, cells[b]?.state]
    return states.includes('holds') && states.includes('fails')
  })
  const differing = verdict.differences.filter((one) => isUnexplained(one) && one.values[a] !== one.values[b])
  return rows.length * 1000 + differing.length
}

function pairThatBlocks(verdict: Verdict): Pair | undefined {
  const ranked = PAIRS.map((pair) => ({ pair, rank: disagreement(verdict, pair) }))
    .filter(({ rank }) => rank > 0)
    .sort((a, b) => b.rank - a.rank)
  for (const { pair } of ranked) {
    const [a, b] = [served(verdict, pair[0]), served(verdict, pair[1])]
    if (a && b) return [a, b]
  }
  return undefined
}

const fileName = (report: PlaceReport): string => `probes/${placeName(report)}.txt`

/** Lines of a unified diff, file names first; empty when no two places disagree. */
export function unifiedDiff(verdict: Verdict): string[] {
  const pair = pairThatBlocks(verdict)
  if (!pair) return []
  const [a, b] = [linesOf(pair[0].facts, pair[1].facts), linesOf(pair[1].facts, pair[0].facts)]
  const hunks = [...a.keys()].flatMap((section) => hunk(section, a.get(section) ?? [], b.get(section) ?? []))
  if (hunks.length === 0) return []
  const cut =
    hunks.length > MAX_LINES ? [...hunks.slice(0, MAX_LINES), `@@ ${hunks.length - MAX_LINES} more lines @@`] : hunks
  return [`--- ${fileName(pair[0])}`, `+++ ${fileName(pair[1])}`, ...cut]
}

/** Where one place has no session, that is the difference: what the other one's session did is none. */
function linesOf(facts: Facts, other: Facts): Map<string, readonly string[]> {
  const lines = normaliseForDiff(listedInBoth(facts, other))
  const { source } = facts.tests ?? {}
  const none = [facts, other].some(({ tests }) => tests?.source === 'none')
  return none && source !== undefined ? new Map([...lines, ['tests', [`source = ${source}`]]]) : lines
}

/** A place may list claimed packages only, and another one all. */
function listedInBoth(facts: Facts, other: Facts): Facts {
  const { packages } = facts
  if (packages?.distributions === undefined || packages.scope === other.packages?.scope) return facts
  const claimed = [facts, other].flatMap((one) => Object.values(one.packages?.claimed ?? {}))
  const names = new Set(claimed.map(({ distribution }) => distribution))
  const distributions = packages.distributions.filter((one) => names.has(one.split('==')[0]))
  return { ...facts, packages: { ...packages, distributions } }
}

function hunk(section: string, a: readonly string[], b: readonly string[]): string[] {
  const [inA, inB] = [new Set(a), new Set(b)]
  const removed = a.filter((line) => !inB.has(line)).map((line) => `-${line}`)
  const added = b.filter((line) => !inA.has(line)).map((line) => `+${line}`)
  return removed.length + added.length === 0 ? [] : [`@@ ${section} @@`, ...removed, ...added]
}
