/** A leg whose name promises a Python, and the Python that ran there. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pythonOfLeg } from '../../../src/core/place.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import { candidateOf, caseOf, type FactOverrides } from '../../support/facts.ts'
import { runs } from '../../support/runs.ts'

test.each([
  ['py3.13', '3.13'],
  ['py3.9-ubuntu-latest', '3.9'],
  ['ubuntu_py312', '3.12'],
  ['py38-django42', '3.8'],
  ['py313-py3.13', '3.13'],
  ['py38-py39', undefined],
  ['3.13', undefined],
  ['python3.13', undefined],
  ['pypy3.10', undefined],
  ['py3', undefined],
  ['py3.13t', undefined],
  ['py3.13.1', undefined],
  ['happy38', undefined],
  ['numpy2.1', undefined],
  ['linux', undefined],
  [null, undefined],
])('leg %s promises %s', (leg, version) => expect(pythonOfLeg(leg)).toBe(version))

const ran = (version: string, more: FactOverrides = {}): FactOverrides => ({
  interpreter: { version },
  ...more,
  tests: { session: { version }, ...more.tests },
})

/** Cells of ci in a case with this one leg. */
function cellsOf(leg: string, facts: FactOverrides): { readonly [kind: string]: string } {
  const candidates = [
    ...(['local', 'box'] as const).map((place) => candidateOf(place)),
    candidateOf('ci', { ...facts, probe: { leg } }, { leg }),
  ]
  const { rows } = judgeCase(caseOf({ candidates }))
  return Object.fromEntries(
    rows.flatMap(({ kind, subject, cells: { ci } }) =>
      ci ? [[`${kind}/${subject}`, `${ci.reason}: ${ci.fact}`]] : [],
    ),
  )
}

const SUITE = 'tests green/suite'
const REQUESTS = 'package installed/requests'

test('.python-version won over the matrix: nothing is proven of the Python that the leg promises', () => {
  const cells = cellsOf('py3.13', ran('3.11.7'))
  const told = 'OTHER_INTERPRETER: leg py3.13 ran on Python 3.11.7'
  expect(cells).toMatchObject({ [SUITE]: told, [REQUESTS]: told })
  expect(cells['env var set/BILLING_MODE']).toMatch(/^IN_TEST_PROCESS/)
})

test('the fix is an environment of that Python', () => {
  const facts = { ...ran('3.11.7'), probe: { leg: 'py3.13' } }
  const { rows } = judgeCase(caseOf({ candidates: [candidateOf('ci', facts, { leg: 'py3.13' })] }))
  const row = rows.find(({ kind }) => kind === 'tests green')
  expect(row?.cells.ci?.fix).toMatch(/^make the environment of leg py3\.13 with Python 3\.13: /)
})

test('what failed there stays failed', () => {
  const cells = cellsOf(
    'py3.13',
    ran('3.11.7', { tests: { session: { version: '3.11.7' }, failed: 1, exit_status: 1 } }),
  )
  expect(cells[SUITE]).toMatch(/^FAILED/)
})

test.each(['py3.13', 'py313', 'ubuntu-py3.13'])('leg %s that ran on it holds', (leg) => {
  expect(cellsOf(leg, ran('3.13.0'))).toMatchObject({
    [SUITE]: expect.stringMatching(/^GREEN/),
    [REQUESTS]: expect.stringMatching(/^IN_PREFIX/),
  })
})

test('the version unsaid proves nothing; without a session the probed Python counts', () => {
  expect(cellsOf('py3.13', ran('3.13.0', { tests: { session: { version: undefined } } }))[REQUESTS]).toBe(
    'FACT_MISSING: tests.session.version',
  )
  const none = { tests: { source: 'none' } } as const
  expect(cellsOf('py3.13', { ...none, interpreter: { version: '3.13.0' } })[REQUESTS]).toMatch(/^IN_PREFIX/)
  expect(cellsOf('py3.13', { ...none, interpreter: { version: '3.1.3' } })[REQUESTS]).toMatch(/^OTHER_INTERPRETER/)
  expect(cellsOf('py3.13', { ...none, interpreter: { version: undefined } })[REQUESTS]).toBe(
    'FACT_MISSING: interpreter.version',
  )
})

test('renaming legs to names without a version changes no cell', () => {
  const names = fc.constantFrom('linux', '3.13', 'pypy3.10', 'a-3.8', 'postgres15', 'x')
  fc.assert(
    fc.property(names, names, fc.constantFrom('3.8.18', '3.13.0', '3.12.7'), (one, other, version) => {
      expect(cellsOf(one, ran(version))).toEqual(cellsOf(other, ran(version)))
    }),
    runs(30),
  )
})
