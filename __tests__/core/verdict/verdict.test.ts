import { expect, test } from 'vitest'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import { caseOf } from '../../support/facts.ts'

test('three green places pass, with every reason that stands for holds there', () => {
  const { gate, rows } = judgeCase(caseOf())
  const told = rows.map(({ kind, subject, cells: { local, box, ci } }) => [
    `${kind}/${subject}`,
    ...[local, box, ci].map((cell) => cell?.reason ?? null),
  ])
  expect(told).toEqual([
    ['package installed/requests', 'IN_PREFIX', 'IN_PREFIX', 'IN_PREFIX'],
    ['package installed/cli_helpers', 'IN_REPO', 'IN_REPO', 'IN_REPO'],
    ['env var set/BILLING_MODE', 'IN_TEST_PROCESS', 'IN_TEST_PROCESS', 'IN_TEST_PROCESS'],
    ['file persisted/~/.cache/model.bin', 'EXISTS', 'EXISTS', 'EXISTS'],
    ['file persisted/canary:home', 'SURVIVED', 'SURVIVED', null],
    ['tests green/suite', 'GREEN', 'GREEN', 'GREEN'],
    ['secret stored/.env', 'PRIVATE', 'PRIVATE', null],
    ['secret stored/configuration', 'CLEAN', 'CLEAN', null],
  ])
  expect(gate).toMatchObject({ verdict: 'pass', blocks: [], unknown: 0, failing: 0 })
})

test('the deciding fact is one short sentence', () => {
  const { rows } = judgeCase(caseOf())
  expect(rows[0]?.cells.local?.fact).toBe('2.32.3 in <repo>/.venv, imported by the tests')
  expect(rows[5]?.cells.ci?.fact).toBe('412 passed, 3 skipped at a1b2c3d, merged as b2c3d4e')
  expect(rows[5]?.cells.local?.fact).toBe('412 passed, 3 skipped at a1b2c3d')
})
