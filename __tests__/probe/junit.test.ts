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
  ['skipped, then failed', '<testsuite><testcase><skipped/><failure/></testcase></testsuite>', [0, 1, 0, 0, 1]],
] as const
const NONE = [
  ['numbers that are none', '<testsuite tests="x"/>'],
  ['a document type', '<!DOCTYPE a><testsuite><testcase/></testsuite>'],
] as const

const asked = await findInterpreter()
if ('missing' in asked) throw new Error(asked.missing)
const dir = createFolder()
const texts = [...REPORTS, ...NONE].map(([, text]) => text)
for (const [at, text] of texts.entries()) fs.writeFileSync(path.join(dir, `${at}.xml`), text)
const line = 'import json, sys, agent_probe as p; print(json.dumps([p.read_junit(one) for one in sys.argv[1:]]))'
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
