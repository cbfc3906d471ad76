import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { InputError, type Inputs, readInputs, readLeg } from '../../src/action/inputs.ts'
import { ACTION_YML } from '../support/action.ts'
import { inputsOf } from '../support/bed/inputs.mjs'
import { lintActions } from '../support/bed.ts'

beforeEach(() => {
  for (const name of Object.keys(process.env)) if (name.startsWith('INPUT_')) vi.stubEnv(name, undefined)
})
afterEach(() => {
  vi.unstubAllEnvs()
})

const hashed = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** As the runner passes them: the defaults of action.yml, then what the workflow says. */
function read(withs: Record<string, string> = {}, matrix: object | null = null): Inputs {
  const { inputs, warnings } = inputsOf(ACTION_YML, withs, { github: { token: 'ghs_x' }, matrix })
  expect(warnings).toEqual([])
  for (const [name, value] of Object.entries(inputs)) vi.stubEnv(`INPUT_${name.toUpperCase()}`, value)
  return readInputs()
}
function problemsOf(withs: Record<string, string>) {
  try {
    read(withs)
  } catch (error) {
    if (error instanceof InputError) return error.problems.map(({ input, fix }) => [input, fix])
    throw error
  }
  throw new Error('nothing was wrong')
}

test('action.yml is one that GitHub takes', async () => {
  expect(await lintActions(ACTION_YML)).toEqual([])
})

test('every input and output has one sentence', () => {
  const { action } = inputsOf(ACTION_YML, {}, { github: { token: '' }, matrix: null })
  for (const part of [action.inputs, action.outputs])
    for (const { description } of Object.values(part ?? {}) as { description: string }[])
      expect(description).toMatch(/^[A-Z][^\n]*\.$/)
})

test('without a line of configuration', () => {
  expect(read()).toEqual({
    mode: 'report',
    place: 'ci',
    expect: [],
    places: 'auto',
    python: '',
    workingDirectory: '.',
    claims: 'probes/claims.json',
    probes: 'probes',
    tests: 'auto',
    failOn: ['unknown', 'fails'],
    comment: true,
    commentKey: '',
    sources: ['artifact', 'text', 'checkout'],
    agents: [],
    artifactPrefix: 'probes',
    token: 'ghs_x',
  })
})

test.each<[Record<string, string>, object | null, Partial<Inputs>]>([
  [{}, { python: '3.13', os: 'windows-latest' }, { mode: 'probe', leg: 'py3.13-windows-latest' }],
  [{ leg: 'py3.13' }, { python: '3.13' }, { mode: 'probe', leg: 'py3.13' }],
  [{ mode: 'report' }, { python: '3.13' }, { mode: 'report', leg: 'py3.13' }],
  [{ place: 'box' }, null, { mode: 'probe', place: 'box' }],
  [{ place: 'box', mode: 'report' }, null, { mode: 'report' }],
  [{ mode: 'comment' }, null, { mode: 'comment' }],
  [
    { 'working-directory': './pkg/api/' },
    null,
    { workingDirectory: 'pkg/api', commentKey: `pkg-api-${hashed('pkg/api')}` },
  ],
  [{ 'working-directory': 'pkg\\api', 'comment-key': 'x' }, null, { workingDirectory: 'pkg/api', commentKey: 'x' }],
  [{ expect: 'ci-py3.13, ci-py3.14\nbox-codex' }, null, { expect: ['ci-py3.13', 'ci-py3.14', 'box-codex'] }],
  [{ places: 'ci, box' }, null, { places: ['ci', 'box'] }],
  [{ 'fail-on': 'never' }, null, { failOn: ['never'] }],
  [{ sources: 'checkout' }, null, { sources: ['checkout'] }],
  [{ agents: 'a-bot[bot], someone' }, null, { agents: ['a-bot[bot]', 'someone'] }],
  [{ 'retention-days': '3', 'pr-number': '12' }, null, { retentionDays: 3, prNumber: 12 }],
])('%j, matrix %j', (withs, matrix, expected) => {
  expect(read(withs, matrix)).toMatchObject(expected)
})

describe('wrong', () => {
  test.each<[string, string, string]>([
    ['mode', 'check', 'mode: auto'],
    ['place', 'laptop', 'place: local'],
    ['places', 'local, cloud', 'places: local, box, ci'],
    ['places', '', 'places: local, box, ci'],
    ['tests', 'yes', 'tests: auto'],
    ['comment', 'no', 'comment: true'],
    ['fail-on', 'red', 'fail-on: unknown, fails, diffs'],
    ['fail-on', '', 'fail-on: unknown, fails, diffs'],
    ['fail-on', 'never, fails', 'fail-on: never'],
    ['sources', 'mail', 'sources: artifact, text, checkout'],
    ['expect', 'py3.13', 'expect: ci-py3.13'],
    ['agents', 'a b/c', 'agents: my-agent[bot]'],
    ['comment-key', 'a b', 'comment-key: my-check'],
    ['comment-key', '-->', 'comment-key: my-check'],
    ['artifact-prefix', 'a/b', 'artifact-prefix: my-check'],
    ['retention-days', '0', 'retention-days: 7'],
    ['retention-days', '401', 'retention-days: 7'],
    ['pr-number', '7; rm', 'pr-number: 7'],
    ['working-directory', '../x', 'working-directory: pkg/api'],
    ['working-directory', 'a/../../x', 'working-directory: pkg/api'],
    ['claims', '/etc/passwd', 'claims: pkg/api'],
    ['probes', 'C:\\x', 'probes: pkg/api'],
  ])('%s: %j', (input, value, fix) => {
    expect(problemsOf({ [input]: value })).toEqual([[input, fix]])
  })

  test('all of them at once', () => {
    const wrong = { mode: 'x', place: 'x', tests: 'x', comment: 'x', sources: 'x', 'pr-number': 'x' }
    expect(
      problemsOf(wrong)
        .map(([input]) => input)
        .sort(),
    ).toEqual(Object.keys(wrong).sort())
  })
})

describe('the leg of a matrix', () => {
  test.each([
    ['', undefined],
    ['null', undefined],
    ['{}', undefined],
    ['{"python":"3.13"}', 'py3.13'],
    ['{"os":"linux","pyver":3.9}', 'linux-py3.9'],
    ['{"python-version":"3.13.1","py":"pypy3.10","django":"4.2"}', '3.13.1-pypy3.10-4.2'],
    ['{"a":1,"b":true,"c":null,"d":{"e":["x","y"]}}', '1-true-x-y'],
    ['{"os":"windows latest / arm"}', `windows-latest-arm-${hashed('windows latest / arm')}`],
    ['{"extra":""}', hashed('')],
    ['{"name":"日本"}', hashed('日本')],
    ['py3.13', 'py3.13'],
    ['../../x', `..-..-x-${hashed('../../x')}`],
    ['{not json', `not-json-${hashed('{not json')}`],
  ])('%s is %s', (input, leg) => {
    expect(readLeg(input)).toBe(leg)
  })

  test('names that were changed to fit stay apart, and no check is called like a place', () => {
    const keys = ['a/b', 'a-b', 'a.b', '日本', '中国', `${'x'.repeat(40)}/1`, `${'x'.repeat(40)}/2`].map(
      (folder) => read({ 'working-directory': folder }).commentKey,
    )
    expect(new Set(keys).size).toBe(keys.length)
    for (const key of ['box', 'ci-x', 'local']) expect(read({ 'comment-key': key }).commentKey).toMatch(/^in-/)
    expect(read({ 'comment-key': 'boxes' }).commentKey).toBe('boxes')
  })

  test('too long: short enough, and still told apart', () => {
    const [a, b] = ['x', 'y'].map((end) => readLeg(JSON.stringify({ name: `${'n'.repeat(60)}${end}` })))
    expect(a).toMatch(/^n{31}-[0-9a-f]{8}$/)
    expect(a).not.toBe(b)
  })
})
