/** What mends the open cells, and the one step that is named before all others. */
import type { Place } from '../model.ts'
import { joinWords } from '../text/words.ts'
import { type AskedCell, askedCells, type Block, holdsUp, type Row, type Verdict } from '../verdict-model.ts'

export interface Mend {
  readonly fix: string
  readonly cells: readonly AskedCell[]
}

export const openCells = (rows: readonly Row[]): AskedCell[] =>
  askedCells(rows).filter(({ cell }) => cell.state !== 'holds')

/** Open cells by fix, those that mend most first; equal ones in the table's order. */
export function mendsOf(cells: readonly AskedCell[]): Mend[] {
  const byFix = new Map<string, AskedCell[]>()
  for (const open of cells) {
    const fix = open.cell.fix ?? ''
    const same = byFix.get(fix)
    if (same) same.push(open)
    else byFix.set(fix, [open])
  }
  return [...byFix].map(([fix, mended]) => ({ fix, cells: mended })).sort((a, b) => b.cells.length - a.cells.length)
}

/** Several cells of one place with one reason are told as one. */
export function isOneThing(cells: readonly AskedCell[]): boolean {
  const kinds = new Set(cells.map(({ place, cell }) => `${place} ${cell.reason} ${cell.explained !== null}`))
  return cells.length > 2 && kinds.size === 1
}

interface NextStep {
  readonly text: string
  /** Where the step is to be taken; null where it is no place's. */
  readonly place: Place | null
  /** How many cells it mends; 0 where no cell is at fault. */
  readonly mends: number
  /** How many steps wait at its place, this one among them. */
  readonly steps?: number
}

/** Rows of which no asked place is asked: the line that asks it. */
function askSomething({ asked, claimsSource, claimedPlaces = [] }: Verdict): string {
  const places = asked.places.map((place) => `"${place}"`)
  if (places.length === 0) return 'name a place that is asked: places: ci'
  const line = `"tests": {"command": ["python", "-m", "pytest"], "in": [${places.join(', ')}]}`
  if (claimsSource === 'default')
    return `nothing was found to claim of ${joinWords(asked.places)}: commit probes/claims.json with {${line}}`
  const missing = asked.places.filter((place) => !claimedPlaces.includes(place))
  const wider = `"places": [${[...claimedPlaces, ...missing].map((place) => `"${place}"`).join(', ')}]`
  const lines = missing.length > 0 ? `${wider} and ${line}` : line
  return `ask something of ${joinWords(asked.places)}: put ${lines} into probes/claims.json`
}

/** The first claims.json: an approval does not help, the author's right to write does. */
const SET_UP = [
  'let a person with write access open the pull request that brings probes/claims.json, or push that file to',
  'the target branch first; without it the default claims apply, and nothing is loosened',
].join(' ')

/** What mends a gate that no cell shuts. */
const STEPS: readonly (readonly [Block['code'], string])[] = [
  ['LOOSENED', 'undo the change to probes/claims.json, or let a person with write access make it'],
  ['DIFFS', 'remove the difference, or explain it under "explain" in probes/claims.json'],
]

/** A place that speaks of an earlier commit probes again; a sentence without its difference is taken out. */
function refresh({ signals, staleExplanations }: Verdict): NextStep {
  const older = signals.find(({ id }) => id === 'older-content')
  const keys = joinWords(staleExplanations.map((key) => JSON.stringify(key)))
  const steps = [
    ...(older ? [older.next] : []),
    ...(keys === '' ? [] : [`take ${keys} out of "explain" in probes/claims.json: it excuses nothing any more`]),
  ]
  const [place = null] = older?.places ?? []
  return { text: steps.join('; ') || 'probe every place again at the head', place, mends: 0 }
}

/** Where the reader stands he can act at once; elsewhere the step that opens most comes first. */
function firstMend(mends: readonly Mend[], here: Place | undefined): Mend | undefined {
  const isHere = ({ cells }: Mend): boolean => cells.some(({ place }) => place === here)
  const most = mends.filter(({ cells }) => cells.length === mends[0]?.cells.length)
  const fails = ({ cells }: Mend): boolean => cells.some(({ cell }) => cell.state === 'fails')
  return mends.find(isHere) ?? most.find(fails) ?? most[0]
}

function stepOf({ rows, gate, here }: Verdict): NextStep | undefined {
  const mends = mendsOf(openCells(rows).filter((open) => holdsUp(open, gate))).filter(({ fix }) => fix !== '')
  const mend = firstMend(mends, here)
  if (!mend) return undefined
  const place = mend.cells[0]?.place ?? null
  const steps = mends.filter(({ cells }) => cells[0]?.place === place).length
  return { text: mend.fix, place, mends: mend.cells.length, steps }
}

/** Whose step it is: an agent has no laptop. Null: whoever can push. */
export const isFor = ({ place }: NextStep): 'person' | 'agent' | null =>
  place === 'local' ? 'person' : place === 'box' ? 'agent' : null

/** The one step that unblocks most; null where the gate is open. */
export function nextStep(verdict: Verdict): NextStep | null {
  const codes = verdict.gate.blocks.map(({ code }) => code)
  if (codes.length === 0) return null
  const fault = verdict.faults.find(({ fix }) => fix !== undefined)
  if (codes.includes('FAULT') && fault?.fix !== undefined) return { text: fault.fix, place: null, mends: 0 }
  const step = stepOf(verdict)
  if (step) return step
  if (codes.includes('NOTHING_CLAIMED')) return { text: askSomething(verdict), place: null, mends: 0 }
  if (codes[0] === 'STALE') return refresh(verdict)
  if (codes.includes('LOOSENED') && verdict.loosened.every(({ first }) => first))
    return { text: SET_UP, place: null, mends: 0 }
  const [, text] = STEPS.find(([code]) => codes.includes(code)) ?? [null, 'run the check again']
  return { text, place: null, mends: 0 }
}
