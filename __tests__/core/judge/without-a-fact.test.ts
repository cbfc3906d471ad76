/** Every single fact, and every section, taken away from a green case: nothing breaks, nothing begins to hold. */
import { expect, test } from 'vitest'
import type { Case } from '../../../src/core/model.ts'
import { judgeCase } from '../../../src/core/verdict.ts'
import { change, factsIn, holding, MANDATORY, pathsOf, withFacts } from '../../support/arbitrary-case.ts'
import { caseOf } from '../../support/facts.ts'

/** One fact or section of one file, taken away. */
const takeAway = (c: Case): { path: string; without: Case }[] =>
  c.candidates.flatMap((candidate, index) =>
    pathsOf(factsIn(candidate))
      .filter((path) => !MANDATORY.includes(path.join('.')))
      .map((path) => ({
        path: `${candidate.place}: ${path.join('.')}`,
        without: {
          ...c,
          candidates: c.candidates.with(
            index,
            withFacts(candidate, change(factsIn(candidate), path, undefined)),
          ),
        },
      })),
  )

test('green, with any single fact or section taken away: nothing begins to hold, the gate opens for nobody', () => {
  const c = caseOf()
  const before = holding(judgeCase(c))
  for (const { path, without } of takeAway(c)) {
    const begun = holding(judgeCase(without)).filter((cell) => !before.includes(cell))
    expect(begun, path).toEqual([])
  }
})

test('sections taken away two at a time break nothing', () => {
  const c = caseOf()
  for (const [index, candidate] of c.candidates.entries()) {
    const sections = Object.keys(factsIn(candidate)).filter((name) => name !== 'probe')
    for (const one of sections)
      for (const other of sections) {
        const less = withFacts(
          candidate,
          change(change(factsIn(candidate), [one], undefined), [other], undefined),
        )
        const verdict = judgeCase({ ...c, candidates: c.candidates.with(index, less) })
        expect(verdict.gate.verdict, `${candidate.place} without ${one} and ${other}`).toMatch(/pass|blocked/)
      }
  }
})
