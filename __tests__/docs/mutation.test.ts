/** The page of mutants that survive: written from a run, and every one with the reason why it may. */
import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { atRoot } from '../support/bed.ts'

interface Spot {
  readonly line: number
  readonly column: number
}
type Range = { readonly [end in 'start' | 'end']: Spot }
interface Lines {
  followLines(old: string, now: string): ReadonlyMap<number, number>
  newRanges(at: ReadonlyMap<number, number>, now: string): readonly (readonly number[])[]
  follow(at: ReadonlyMap<number, number>, range: Range): Range | undefined
}
const lines: Lines = await import(pathToFileURL(atRoot('scripts/mutation/lines.mjs')).href)

interface Change {
  readonly file: string
  readonly from: string
  readonly also?: readonly Change[]
}
const { BREAKS }: { readonly BREAKS: readonly Change[] } = await import(
  pathToFileURL(atRoot('scripts/properties/breaks.mjs')).href
)

const page = fs.readFileSync(atRoot('docs/mutation.md'), 'utf8')
const share = (pattern: RegExp) => Number(pattern.exec(page)?.[1])

describe('mutants of judges and gate', () => {
  test('that survive all have their reason', () => {
    expect(page).not.toContain('Not judged yet')
  })
  test('are caught, 93 in a hundred, and 90 of those of judge.ts', () => {
    expect(share(/caught, ([\d.]+) %/)).toBeGreaterThanOrEqual(93)
    expect(share(/`judge\/judge\.ts` \| \d+ \| \d+ \| ([\d.]+) %/)).toBeGreaterThanOrEqual(90)
  })
})

describe('what is known of a line', () => {
  const old = 'a\nb\nc\nd'
  test.each([
    ['nothing changed', old, [], { start: 2, end: 3 }],
    ['lines before it', `x\ny\n${old}`, [[1, 2]], { start: 4, end: 5 }],
    ['a line within', 'a\nb\nx\nc\nd', [[3, 3]], { start: 2, end: 4 }],
    ['its last line is gone', 'a\nb\nd', [], undefined],
    ['its first line is another', 'a\nB\nc\nd', [[2, 2]], undefined],
  ])('follows it: %s', (_, now, ranges, expected) => {
    const followed = lines.followLines(old, now)
    const at = (line: number) => ({ line, column: 1 })
    const found = lines.follow(followed, { start: at(2), end: at(3) })
    expect(found && { start: found.start.line, end: found.end.line }).toEqual(expected)
    expect(lines.newRanges(followed, now)).toEqual(ranges)
  })
})

test('what npm run properties:broken changes stands in the code, once', () => {
  const changes = BREAKS.flatMap((one) => [one, ...(one.also ?? [])])
  const times = ({ file, from }: Change) => fs.readFileSync(atRoot(file), 'utf8').split(from).length - 1
  expect(changes.filter((one) => times(one) !== 1)).toEqual([])
})
