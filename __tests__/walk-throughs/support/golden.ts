/** Golden reports. All but the first are told by what is otherwise in them: they have most lines in common. */
import fs from 'node:fs'
import { expect } from 'vitest'

const BASE = 'nothing-moved'
const folder = new URL('../golden/', import.meta.url)

export async function matchGolden(name: string, shown: string | undefined): Promise<void> {
  const file = (ending: string) => new URL(`${name}.${ending}`, folder).pathname
  if (name === BASE) return expect(shown).toMatchFileSnapshot(file('md'))
  await expect(againstBase(shown ?? '')).toMatchFileSnapshot(file('txt'))
}

/** The lines of a text; `= 3-9` stands for lines 3 to 9 of nothing-moved.md, so that no line goes unchecked. */
function againstBase(text: string): string {
  const base = fs.readFileSync(new URL(`${BASE}.md`, folder), 'utf8').split('\n')
  const lines = text.split('\n')
  const told: string[] = []
  let next = 0
  for (let at = 0; at < lines.length; ) {
    const from = findRun(base, lines, at, next)
    let length = 0
    while (from >= 0 && lines[at + length] === base[from + length] && at + length < lines.length) length += 1
    if (length === 0) told.push(lines[at++] ?? '')
    else told.push(length === 1 ? `= ${from + 1}` : `= ${from + 1}-${from + length}`)
    at += length
    if (length > 0) next = from + length
  }
  return `${told.join('\n')}\n`
}

/** Where the base goes on as the text does: after the last run, else anywhere; a blank line alone is no run. */
function findRun(base: readonly string[], lines: readonly string[], at: number, next: number): number {
  const fits = (line: string, index: number) => line === lines[at] && (line !== '' || base[index + 1] === lines[at + 1])
  const after = base.findIndex((line, index) => index >= next && fits(line, index))
  return after >= 0 ? after : base.findIndex(fits)
}
