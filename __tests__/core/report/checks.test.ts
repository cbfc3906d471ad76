import { describe, expect, test } from 'vitest'
import { renderJson } from '../../../src/core/report/json.ts'
import { renderMarkdown } from '../../../src/core/report/markdown.ts'
import { renderText } from '../../../src/core/report/text.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import { candidateOf, caseOf, type FactOverrides } from '../../support/facts.ts'

const none = { tests: { isolated: undefined } }

describe('the isolated run stands in the report', () => {
  test.each<[string, FactOverrides, FactOverrides, string | undefined]>([
    ['nowhere, where nobody made one', none, none, undefined],
    ['where all places made one', {}, {}, '✔'],
    ['where one of two did, and the other is asked for it', none, {}, '?'],
    ['where a home is dirty, which it would tell', { ...none, path: { pythonpath: ['~/lib'] } }, none, '?'],
  ])('%s', (_, local, ci, said) => {
    const candidates = [candidateOf('local', local), candidateOf('ci', ci)]
    const verdict = judgeCase(caseOf({ candidates, asked: { places: ['local', 'ci'], why: 'so' } }))
    for (const text of [renderText(verdict), renderMarkdown(verdict)]) {
      expect(text).toContain('interpreter fits the declared range ✔')
      expect(/isolated run passes (.)/.exec(text)?.[1]).toBe(said)
    }
    expect(renderJson(verdict)).toContain('isolated-run-passes')
  })
})
