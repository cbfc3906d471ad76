/** Every reason code and every signal is reached from real probe files, and says what it says. */
import { expect, test } from 'vitest'
import { SIGNALS } from '../../src/core/advice/signals/signals.ts'
import { REASONS, type Reason, stateOf } from '../../src/core/reasons.ts'
import type { Verdict } from '../../src/core/verdict-model.ts'
import { cellsOf } from './support/judging.ts'
import { REACHED } from './support/reaching.ts'
import { SIGHTED } from './support/sighting.ts'
import { cellAt, type Play, play } from './support/stage.ts'

/** Each play is judged once. */
const played = new Map<string, Verdict>()
function playOf(name: string, scene: Play | undefined): Verdict {
  const verdict = played.get(name) ?? play(scene)
  played.set(name, verdict)
  return verdict
}

const CODES = Object.keys(REASONS) as Reason[]

test('as recorded everything holds, and the gate is open', () => {
  const verdict = play()
  const open = Object.entries(cellsOf(verdict)).filter(([, what]) => !/^(?:holds|not asked)/.test(what))
  expect(open).toEqual([])
  expect(verdict.gate.verdict).toBe('pass')
})

test.each(CODES)('%s', (code) => {
  const [key, scene] = REACHED[code]
  const verdict = playOf(code, scene)
  const cell = cellAt(verdict, key)
  expect(`${cell.state} ${cell.reason}`, cell.fact).toBe(`${stateOf(code)} ${code}`)
  if (cell.state !== 'holds') expect(verdict.gate.verdict).toBe('blocked')
})

test('every reason is reached by a row of its own', () => {
  expect(Object.keys(REACHED).sort()).toEqual([...CODES].sort())
})

test('what each reason says, and what mends it', async () => {
  const lines = CODES.map((code) => {
    const [key, scene] = REACHED[code]
    const { state, fact, fix } = cellAt(playOf(code, scene), key)
    return `${code}: ${state} at ${key}\n  ${fact}\n${fix === null ? '' : `  -> ${fix}\n`}`
  })
  // A new fact moves all lines below it.
  const text = lines.join('').replaceAll(/line \d+/g, 'line N')
  await expect(text).toMatchFileSnapshot('golden/reasons.txt')
})

test('every signal has a row of its own', () => {
  expect(Object.keys(SIGHTED).sort()).toEqual(SIGNALS.map(({ id }) => id).sort())
})

test.each(SIGNALS.map(({ id }) => id))('%s', (id) => {
  const [places, scene] = SIGHTED[id] ?? [[]]
  const seen = playOf(id, scene).signals.find((signal) => signal.id === id)
  expect(seen?.places).toEqual(places)
  expect(seen?.next).toMatch(/\S/)
})

test('what each signal says, and what to do next', async () => {
  const lines = SIGNALS.map(({ id }) => {
    const seen = playOf(id, SIGHTED[id]?.[1]).signals.find((signal) => signal.id === id)
    return `${id} (${seen?.places.join(', ')}), trust: ${seen?.trust}\n  ${seen?.what}\n  -> ${seen?.next}\n`
  })
  await expect(lines.join('')).toMatchFileSnapshot('golden/signals.txt')
})
