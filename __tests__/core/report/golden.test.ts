/** What a pull request shows in typical situations, as files that GitHub renders in review. */
import { describe, expect, it } from 'vitest'
import type { Case } from '../../../src/core/case.ts'
import { renderMarkdown } from '../../../src/core/report/markdown.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import { candidateOf, caseOf, claimsOf } from '../../support/facts.ts'

const onlyCi: Partial<Case> = { candidates: [candidateOf('ci')] }

const SITUATIONS: readonly [string, Partial<Case>][] = [
  ['everything-holds', {}],
  ['first-visit', onlyCi],
  [
    'the-laptop-borrows-from-home',
    {
      candidates: [
        candidateOf('local', {
          interpreter: { version: '3.10.13' },
          path: { pythonpath: ['<other>/helpers'], user_site: 'enabled', user_site_on_path: true },
          tests: { exit_status: 1, failed: 2, passed: 410 },
        }),
        candidateOf('box'),
        candidateOf('ci'),
      ],
    },
  ],
  [
    'the-variable-never-reached-the-tests',
    {
      candidates: [
        candidateOf('local'),
        candidateOf('box', { tests: { env: { BILLING_MODE: { set: false } } } }),
        candidateOf('ci'),
      ],
    },
  ],
  [
    'excused-and-explained',
    {
      claims: claimsOf({
        explanations: [
          {
            key: 'interpreter.version',
            because: 'laptops follow 3.12',
            values: { local: '3.12.*', box: '3.12.7', ci: '3.12.7' },
          },
          { key: 'git.cwd', because: 'was once run from a subfolder', values: { local: 'sub' } },
          { key: 'env var set/BILLING_MODE@box', because: 'the box has no billing', reason: 'UNSET' },
        ],
      }),
      candidates: [
        candidateOf('local', { interpreter: { version: '3.12.1' }, tests: { session: { version: '3.12.1' } } }),
        candidateOf('box', {
          env: { claimed: { BILLING_MODE: { set: false } } },
          tests: { env: { BILLING_MODE: { set: false } } },
        }),
        candidateOf('ci'),
      ],
    },
  ],
  [
    'loosened-by-a-bot-with-a-fault',
    {
      authorMayLoosen: false,
      loosened: [{ what: 'claim dropped', key: 'secret stored/.env' }],
      faults: [{ where: 'artifact', message: 'artifact probes-box expired', fix: 'run the probe on the box again' }],
      asked: { places: ['box', 'ci'], why: 'opened by a known agent' },
    },
  ],
]

describe('the report', () => {
  it.each(SITUATIONS)('of %s', async (name, overrides) => {
    const verdict = judgeCase(caseOf(overrides))
    await expect(renderMarkdown(verdict)).toMatchFileSnapshot(`golden/${name}.md`)
  })
})
