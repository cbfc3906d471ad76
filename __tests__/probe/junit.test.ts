/** What a report says in its suites counts as much as what it says in its test cases. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { findInterpreter } from '../support/python.ts'
import { createFolder } from '../support/repo.ts'
import { PLUGIN_FOLDER, plainEnv } from '../support/suite.ts'

const two = '<testcase name="a"/><testcase name="b"/>'

const REPORTS = [
  ['plain', `<testsuite tests="2" failures="0" errors="0">${two}</testsuite>`, [2, 0, 0, 0, 2]],
  ['without attributes', `<testsuites><testsuite>${two}</testsuite></testsuites>`, [2, 0, 0, 0, 2]],
  [
    'a failure that is counted once, by every suite around it',
    '<testsuites tests="2" failures="1"><testsuite tests="2" failures="1"><testcase/><testcase><failure/></testcase></testsuite></testsuites>',
    [1, 1, 0, 0, 2],
  ],
  ['a failure that only the suite tells of', `<testsuite tests="2" failures="1">${two}</testsuite>`, [2, 0, 1, 0, 2]],
  [
    'a suite that could not be set up',
    `<testsuites><testsuite><error>x</error></testsuite><testsuite>${two}</testsuite></testsuites>`,
    [2, 0, 1, 0, 2],
  ],
  ['tests that are not there', `<testsuite tests="10">${two}</testsuite>`, [2, 0, 0, 0, 10]],
  ['without a time that is one', '<testsuite timestamp="yesterday"><testcase/></testsuite>', [1, 0, 0, 0, 1]],
  ['skipped, then failed', '<testsuite><testcase><skipped/><failure/></testcase></testsuite>', [0, 1, 0, 0, 1]],
] as const
const NONE = [
  ['a day that no month has', '<testsuite timestamp="2026-02-30T01:02:03Z"><testcase/></testsuite>'],
  ['numbers that are none', '<testsuite tests="x"/>'],
  ['a document type', '<!DOCTYPE a><testsuite><testcase/></testsuite>'],
] as const

const asked = await findInterpreter()
if ('missing' in asked) throw new Error(asked.missing)
const dir = createFolder()
const texts = [...REPORTS, ...NONE].map(([, text]) => text)
for (const [at, text] of texts.entries()) fs.writeFileSync(path.join(dir, `${at}.xml`), text)
const line = 'import json, sys, agent_probe as p; print(json.dumps([p.read_junit(one, []) for one in sys.argv[1:]]))'
const told = JSON.parse(
  execFileSync(asked.found.path, ['-c', line, ...texts.map((_, at) => `${at}.xml`)], {
    cwd: dir,
    encoding: 'utf8',
    env: plainEnv({ PYTHONPATH: PLUGIN_FOLDER }),
  }),
) as unknown[]

it.each(REPORTS)('%s', (title, _, [passed, failed, errors, skipped, collected]) => {
  const at = REPORTS.findIndex(([name]) => name === title)
  expect(told[at]).toEqual({ passed, failed, errors, skipped, collected, deselected: 0 })
})

it.each(NONE)('%s: no report', (title) => {
  expect(told[REPORTS.length + NONE.findIndex(([name]) => name === title)]).toBeNull()
})

/** Suites of a report, when the run began, what the command printed, and what says that it is of an earlier run. */
const BEGAN = '2026-03-01T12:00:00Z'
const TIMES = [
  ['of this run', '2026-03-01T12:00:05.123456+00:00', '', ''],
  ['of this run, in whole seconds', '2026-03-01T11:59:59Z', '', ''],
  ['of this run, in the zone of the machine', '2026-03-01T07:00:05-05:00', '', ''],
  ['of this run, in another zone without a colon', '2026-03-01T17:30:05+0530', '', ''],
  ['of last year', '2025-03-01T12:00:05+00:00', '', 'a report is of 2025-03-01 12:00:05'],
  ['of an hour before', '2026-03-01T13:00:00+02:00', '', 'a report is of 2026-03-01 13:00:00'],
  ['no zone, local time of the machine', '2026-03-01T00:00:05', '', ''],
  ['no zone, more than any clock may differ', '2026-02-28T09:59:00', '', 'a report is of 2026-02-28 09:59:00'],
  ['tests that print it themselves, and ran just now', '2026-03-01T12:00:05Z', '//app:test (cached) PASSED', ''],
  ['no time at all', '', '', ''],
  ['no time, and a test prints a word', '', 'value taken (cached)\ntest: cached\nFROM-CACHE', ''],
  ['bazel', '', '//app:unit   (cached) PASSED in 0.5s', 'it says (cached) PASSED in 0.5s'],
  ['go', '', 'ok  \tacme/app\t(cached)', 'it says (cached)'],
  ['Gradle', '', '> Task :app:test FROM-CACHE', 'it says FROM-CACHE'],
  ['Gradle, only the compiled code', '', '> Task :app:compileTestJava FROM-CACHE\n> Task :app:test', ''],
  ['Turborepo', '', 'web:test: cache hit, replaying logs 0f3a', 'it says replay'],
  ['Turborepo, only the build', '', 'web:build: cache hit, replaying logs 0f3a', ''],
  ['Nx', '', '   Nx read the output from the cache instead of running it', 'it says output from the cache'],
] as const

const suites = TIMES.map(([, time]) => `<testsuites><testsuite timestamp="${time}">${two}</testsuite></testsuites>`)
for (const [at, text] of suites.entries()) fs.writeFileSync(path.join(dir, `time${at}.xml`), text)
const ask = `import json, sys, agent_probe as p
from datetime import datetime
def told(at, output):
    times = []
    p.read_junit("time%d.xml" % at, times)
    began = datetime.strptime(${JSON.stringify(BEGAN)}, "%Y-%m-%dT%H:%M:%S%z").timestamp()
    return p.find_cached([], times, began, output)
print(json.dumps([told(at, one) for at, one in enumerate(json.load(sys.stdin))]))`
const cached = JSON.parse(
  execFileSync(asked.found.path, ['-c', ask], {
    cwd: dir,
    encoding: 'utf8',
    input: JSON.stringify(TIMES.map(([, , output]) => output)),
    env: plainEnv({ PYTHONPATH: PLUGIN_FOLDER, PYTHONUTF8: '1' }),
  }),
) as string[]

it.each(TIMES.map(([title, , , said], at) => [title, said, cached[at]] as const))('when: %s', (_, said, found) => {
  expect(found).toBe(said)
})

/** What unittest prints at its end, and passed, failed, errors, skipped, collected. */
const SUMMARIES = [
  ['...\nRan 3 tests in 0.012s\n\nOK\n', [3, 0, 0, 0, 3]],
  ['Ran 1 test in 0.001s\r\n\r\nOK\r\n', [1, 0, 0, 0, 1]],
  ['Ran 5 tests in 0.1s\n\nFAILED (failures=1, errors=1, skipped=1)\n', [2, 1, 1, 1, 5]],
  ['Ran 4 tests in 0.1s\n\nOK (skipped=1, expected failures=2)\nDestroying test database…\n', [1, 0, 0, 3, 4]],
  ['Ran 2 tests in 0.1s\n\nFAILED (unexpected successes=1)\n', [1, 1, 0, 0, 2]],
  ['Ran 0 tests in 0.000s\n\nNO TESTS RAN\n', [0, 0, 0, 0, 0]],
  ['Ran 1 test in 0.1s\n\nOK\n--\nRan 2 tests in 0.1s\n\nFAILED (errors=2)\n', [1, 0, 2, 0, 3]],
  ['a test that prints: Ran 3 tests in 1s\n\nOK\n', undefined],
  ['OK\n', undefined],
] as const
const count =
  'import json, sys, agent_probe as p; print(json.dumps([p.read_summary(one) for one in json.load(sys.stdin)]))'
const summed = JSON.parse(
  execFileSync(asked.found.path, ['-c', count], {
    encoding: 'utf8',
    input: JSON.stringify(SUMMARIES.map(([text]) => text)),
    env: plainEnv({ PYTHONPATH: PLUGIN_FOLDER, PYTHONUTF8: '1' }),
  }),
) as unknown[]

it.each(SUMMARIES.map((one, at) => [...one, summed[at]] as const))('summary %j', (_, counts, found) => {
  const [passed, failed, errors, skipped, collected] = counts ?? []
  expect(found).toEqual(counts ? { passed, failed, errors, skipped, collected, deselected: 0 } : null)
})
