/** Which command lines are the claimed command: those that differ in how to run and how to tell, and no others. */
import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { findInterpreter } from '../support/python.ts'
import { PLUGIN_FOLDER, plainEnv } from '../support/suite.ts'

const SAME = [
  ['', '-q'],
  ['', '-qx --tb=short -rA --color yes'],
  ['', '--cov=mypkg'],
  ['', '--cov=mypkg --cov=other --cov-report=term-missing --cov-branch'],
  ['', '--cov --cov-report xml:cov.xml --cov-config=.coveragerc'],
  ['tests', '--cov=mypkg tests'],
  ['--cov=mypkg', ''],
  ['-n auto', '-n4 --dist loadfile'],
  ['--cov=mypkg --cov-fail-under=80', '--cov=mypkg --cov-fail-under=80 -q'],
] as const
const OTHER = [
  ['', 'tests'],
  ['', '-k answer'],
  ['', '--cov tests'],
  ['', '--cov=mypkg tests/test_one.py'],
  ['', '--reruns 3'],
  // Without its threshold, or with less to measure, it is easier to pass.
  ['--cov=mypkg --cov-fail-under=80', '--cov=mypkg'],
  ['--cov=mypkg --cov-fail-under=80', '--cov=tiny --cov-fail-under=80'],
] as const

it('words that only say how to run or to tell do not count, whatever their form', async () => {
  const asked = await findInterpreter()
  if ('missing' in asked) throw new Error(asked.missing)
  const line =
    'import json, sys, agent_probe as p; print(json.dumps([p.essential_words(a.split()) for a in json.loads(sys.argv[1])]))'
  const pairs = [...SAME, ...OTHER]
  const answer = execFileSync(asked.found.path, ['-c', line, JSON.stringify(pairs.flat())], {
    encoding: 'utf8',
    env: plainEnv({ PYTHONPATH: PLUGIN_FOLDER }),
  })
  const words = JSON.parse(answer) as string[][]
  const alike = pairs.filter((_, at) => words[2 * at]?.join(' ') === words[2 * at + 1]?.join(' '))
  expect(alike).toEqual(SAME)
})
