/** Which of local and box is the one that is asked: the one that says most. The other one counts only where it refutes. */
import { lookedAt } from '../asked.ts'
import type { AskedPlaces, Case } from '../case.ts'
import { isExact } from '../judge/content.ts'
import type { Slot } from '../judge/serving.ts'
import type { Place } from '../model.ts'
import { byPlace, parsePlaceName } from '../place.ts'
import { type Cell, isOpen, type Row } from '../verdict-model.ts'

interface Settled {
  readonly asked: AskedPlaces
  readonly slots: readonly Slot[]
  readonly rows: readonly Row[]
}

/** A file at this content, also one that a doubt keeps from serving: it refutes all the same. */
const isAtContent = ({ serving, doubted }: Slot): boolean =>
  [...(serving ? [serving] : []), ...doubted].some(({ relation }) => isExact(relation))

/** A file speaks; there is one, and it does not; there is none. */
const silenceOf = (slots: readonly Slot[]): number =>
  slots.some(({ serving }) => serving) ? 0 : slots.some((slot) => !isAbsent(slot)) ? 1 : 2

const isAbsent = ({ silent, considered }: Slot): boolean => considered === null && silent?.reason === 'NO_PROBE'

export function settleAsked({ asked, expect, reference }: Case, all: Omit<Settled, 'asked'>): Settled {
  const { oneOf = [] } = asked
  const slotsOf = (place: Place) => all.slots.filter((slot) => slot.place === place)
  const cellsOf = (place: Place) => all.rows.flatMap(({ cells }) => cells[place] ?? [])
  const named = expect.flatMap((name) => parsePlaceName(name)?.place ?? [])
  const ranked = oneOf
    .filter((place) => cellsOf(place).length > 0)
    .map((place) => {
      const slots = slotsOf(place)
      const open = cellsOf(place).filter(isOpen).length
      return { place, rank: [silenceOf(slots), open, slots.some(isAtContent) ? 0 : 1] }
    })
    .sort((a, b) => a.rank.map((part, at) => part - (b.rank[at] ?? 0)).find((part) => part !== 0) ?? 0)
  const chosen = reference.headOnline ? [] : ranked.slice(0, 1).map(({ place }) => place)
  const places = lookedAt(asked).filter((place) => [...asked.places, ...chosen, ...named].includes(place))
  /** What a place that need not speak says. */
  const beside = (place: Place, cell: Cell | null): Cell | null => {
    const slots = slotsOf(place)
    if (cell === null || silenceOf(slots) === 2) return null
    return cell.state === 'fails' && isOpen(cell) && slots.some(isAtContent) ? cell : { ...cell, beside: true }
  }
  return {
    asked: {
      ...(asked.elsewhere ? { elsewhere: asked.elsewhere } : {}),
      places,
      why: reference.headOnline && oneOf.length > 0 ? `${asked.why}, ${ONLINE}` : asked.why,
    },
    slots: all.slots.filter((slot) => places.includes(slot.place) || silenceOf(slotsOf(slot.place)) < 2),
    rows: all.rows.map((row) => ({
      ...row,
      cells: byPlace((place) => (places.includes(place) ? row.cells[place] : beside(place, row.cells[place]))),
    })),
  }
}

const ONLINE = 'and its head was made on github.com, so that no laptop and no box has had it'
