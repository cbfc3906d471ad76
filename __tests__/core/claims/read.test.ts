import { describe, expect, test } from 'vitest'
import { CLAIMS_EXAMPLE, MAX_CLAIMS_LENGTH, readClaims } from '../../../src/core/claims/read.ts'
import { claimsSchema } from '../../../src/core/claims/schema.ts'
import type { Claims } from '../../../src/core/model.ts'

const DIGEST = 'd1'.repeat(32)
const read = (value: unknown) => readClaims(typeof value === 'string' ? value : JSON.stringify(value), DIGEST)

function claimsFrom(value: unknown): Claims {
  const reading = read(value)
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return reading.claims
}

/** The example of the documentation, whole. */
const EXAMPLE = {
  $schema: './claims.schema.json',
  salt: '3f9c',
  places: ['local', 'box', 'ci'],
  packages: ['requests', { name: 'cli_helpers', from: 'repo' }],
  env: ['BILLING_MODE', { name: 'API_BASE', in: ['box', 'ci'], compare: true }],
  files: ['~/.cache/model.bin'],
  canary: ['home'],
  tests: { command: ['python', '-m', 'pytest', '-q', '--maxfail=1'], reports: ['junit.xml'] },
  secrets: ['.env'],
  explain: {
    'file persisted/canary:home@box': { reason: 'CANARY_LOST', because: 'the box is thrown away by design' },
    'interpreter.version': { values: { local: '3.12.*', ci: '3.12.7' }, because: 'laptops follow 3.12' },
  },
}

describe('what is claimed', () => {
  const [all, home] = [
    ['local', 'box', 'ci'],
    ['local', 'box'],
  ]

  test('in a stable order, each where it should be true', () => {
    expect(claimsFrom(EXAMPLE)).toEqual({
      digest: DIGEST,
      source: 'file',
      places: all,
      listsAll: true,
      claims: [
        { kind: 'package installed', subject: 'requests', in: all },
        { kind: 'package installed', subject: 'cli_helpers', in: all, fromRepo: true },
        { kind: 'env var set', subject: 'BILLING_MODE', in: all },
        { kind: 'env var set', subject: 'API_BASE', in: ['box', 'ci'], compare: true },
        { kind: 'file persisted', subject: '~/.cache/model.bin', in: all },
        { kind: 'file persisted', subject: 'canary:home', in: home },
        { kind: 'tests green', subject: 'suite', in: all },
        { kind: 'secret stored', subject: '.env', in: home },
        { kind: 'secret stored', subject: 'configuration', in: home },
      ],
      testCommand: ['python', '-m', 'pytest', '-q', '--maxfail=1'],
      testReports: ['junit.xml'],
      explanations: [
        { key: 'file persisted/canary:home@box', reason: 'CANARY_LOST', because: 'the box is thrown away by design' },
        { key: 'interpreter.version', values: { local: '3.12.*', ci: '3.12.7' }, because: 'laptops follow 3.12' },
      ],
    })
  })

  test('the salt goes along', () => {
    expect(read(EXAMPLE)).toMatchObject({ ok: true, salt: '3f9c' })
    expect(read({})).toMatchObject({ ok: true, salt: undefined })
  })

  test.each<[string, unknown, unknown]>([
    ['nothing', {}, []],
    ['the suite by its key alone', { tests: {} }, [{ kind: 'tests green', subject: 'suite', in: all }]],
    [
      'configuration beside an empty list of secrets',
      { secrets: [] },
      [{ kind: 'secret stored', subject: 'configuration', in: home }],
    ],
    [
      'fewer places for all',
      { places: ['ci', 'local'], env: ['A'] },
      [{ kind: 'env var set', subject: 'A', in: ['local', 'ci'] }],
    ],
    [
      'canaries at home only where asked',
      { places: ['box', 'ci'], canary: ['temp'] },
      [{ kind: 'file persisted', subject: 'canary:temp', in: ['box'] }],
    ],
    [
      'a canary in ci where it says so',
      { canary: [{ name: 'repo', in: ['ci'] }] },
      [{ kind: 'file persisted', subject: 'canary:repo', in: ['ci'] }],
    ],
    [
      'configuration where it says so',
      { secrets: [{ name: 'configuration', in: ['ci'] }] },
      [{ kind: 'secret stored', subject: 'configuration', in: ['ci'] }],
    ],
    ['a suite with places', { tests: { in: ['ci'] } }, [{ kind: 'tests green', subject: 'suite', in: ['ci'] }]],
  ])('%s', (_, file, claims) => {
    expect(claimsFrom(file).claims).toEqual(claims)
  })

  test('a byte-order mark is no part of it', () => {
    expect(read('\ufeff{}')).toMatchObject({ ok: true })
  })
})

/** A file, and below it the key and the message of its first problem. */
const WRONG = String.raw`
  []
    $: expected an object, found a list
  {"package": []}
    $.package: unknown key, did you mean packages? It is one of $schema, salt, places, who, box, packages
  {"env": [{"name": "A", "at": []}]}
    $.env[0].at: unknown key; expected one of name, in, compare, empty, from
  {"places": ["locl"]}
    $.places[0]: expected one of "local", "box", "ci", found "locl", did you mean local?
  {"files": [{"name": "a", "from": "repo"}]}
    $.files[0].from: unknown key
  {"env": [1]}
    $.env[0]: expected a variable name or an object, found a number
  {"env": "A"}
    $.env: expected a list, found text
  {"env": [{"in": ["ci"]}]}
    $.env[0]: expected the key "name"
  {"env": ["A=1"]}
    $.env[0]: expected a variable name, found "A=1"
  {"packages": ["requests>=2"]}
    $.packages[0]: expected a package name
  {"places": ["laptop"]}
    $.places[0]: expected one of "local", "box", "ci", found "laptop"
  {"places": "ci"}
    $.places: expected a list or an object, found text
  {"places": {"person": ["ci"], "robot": ["ci"]}}
    $.places.robot: unknown key; expected one of person, agent, other
  {"who": {"acme renovate": "other"}}
    $.who["acme renovate"]: expected a login
  {"who": {"acme": "robot"}}
    $.who.acme: expected one of "person", "agent", "other", found "robot"
  {"tests": {"apart": ["a*b*c*d"]}}
    $.tests.apart[0]: expected a path with at most two wildcards
  {"tests": {"earlier": "no"}}
    $.tests.earlier: expected true or false, found text
  {"places": []}
    $.places: expected 1 to 3 entries, found 0
  {"places": ["ci", "ci"]}
    $.places[1]: is there twice
  {"places": ["ci"], "env": [{"name": "A", "in": ["box"]}]}
    $.env[0].in: expected places among ci, found box
  {"places": ["ci"], "secrets": [".env"]}
    $.secrets[0]: expected "in"
  {"canary": ["root"]}
    $.canary[0]: expected one of "home", "repo", "temp", found "root"
  {"files": ["canary:home"]}
    $.files[0]: expected a path; canaries are listed under "canary"
  {"secrets": [""]}
    $.secrets[0]: expected a path
  {"env": ["A", {"name": "A", "in": ["ci"]}]}
    $.env[1]: "A" is claimed twice, first at $.env[0]
  {"env": [{"name": "A", "in": ["box"], "compare": true}]}
    $.env[0]: expected ci among its places
  {"env": [{"name": "A", "compare": true, "empty": true}]}
    $.env[0]: expected "compare" or "empty": two empty values agree on nothing
  {"env": [{"name": "A", "from": ""}]}
    $.env[0].from: expected a path
  {"tests": {"command": "pytest"}}
    $.tests.command: expected a list, found text
  {"tests": {"command": []}}
    $.tests.command: expected 1 to 100 entries, found 0
  {"packages": [{"name": "a", "from": "pypi"}]}
    $.packages[0].from: expected "repo", found "pypi"
  {"explain": {"box": {"because": "so"}}}
    $.explain.box: expected kind/subject@place or the key of a difference
  {"explain": {"env var set/A@box": {"because": "so"}}}
    $.explain["env var set/A@box"]: expected "reason"
  {"explain": {"interpreter.version": {"because": "so"}}}
    $.explain["interpreter.version"]: expected "values"
  {"explain": {"env var set/A@box": {"because": "so", "reason": "BAD"}}}
    $.explain["env var set/A@box"].reason: expected one of "IN_PREFIX"
  {"explain": {"git.cwd": {"values": {"ci": "."}}}}
    $.explain["git.cwd"]: expected the key "because"
  {"explain": {"env var set/A@box": {"because": "so", "reason": "NO_PROBE"}}}
    $.explain["env var set/A@box"]: NO_PROBE in this cell is never excused
  {"explain": {"secret stored/.env@box": {"because": "so", "reason": "TRACKED"}}}
    $.explain["secret stored/.env@box"]: TRACKED in this cell is never excused
  {"explain": {"tests green/suite@ci": {"because": "so", "reason": "FAILED"}}}
    $.explain["tests green/suite@ci"]: FAILED in this cell is never excused
  {"explain": {"interpreter.verson": {"because": "so", "values": {"ci": "3.12.*"}}}}
    $.explain["interpreter.verson"]: no difference of that name is counted, did you mean interpreter.version?
  {"explain": {"host.platform": {"because": "so", "values": {"ci": "linux"}}}}
    $.explain["host.platform"]: host.platform is context: it never counts and needs no sentence
  {"env": ["API_BASE"], "explain": {"env var set/API_BSE@box": {"because": "so", "reason": "UNSET"}}}
    $.explain["env var set/API_BSE@box"]: no such cell is claimed, did you mean env var set/API_BASE@box?
  {"env": ["A"], "env": []}
    $: the key "env" is there twice
  {"env": ["A"], "\u0065nv": []}
    $: the key "env" is there twice
`
  .trim()
  .split('\n')

const explain = (key: string, value: object) => ({ explain: { [key]: { because: 'so', ...value } } })

describe('everything wrong is named, with its path and what was expected', () => {
  test.each(WRONG.flatMap((line, index) => (index % 2 === 0 ? [[line.trim(), WRONG[index + 1]?.trim()]] : [])))(
    '%s',
    (file, told) => {
      const reading = read(file)
      const [problem] = reading.ok ? [] : reading.problems
      expect(`${problem?.key}: ${problem?.message}`).toContain(told)
    },
  )

  test.each<[string, unknown, string | undefined, string]>([
    ['a path with a control character', { files: ['a\u0000b'] }, '$.files[0]', 'expected a path'],
    [
      'too many',
      { env: Array.from({ length: 201 }, (_, i) => `A${i}`) },
      '$.env',
      'expected at most 200 entries, found 201',
    ],
    ['too long a name', { env: ['A'.repeat(201)] }, '$.env[0]', 'expected at most 200 characters'],
    [
      'a cell of a place that is not asked',
      { env: [{ name: 'A', in: ['ci'] }], ...explain('env var set/A@box', { reason: 'UNSET' }) },
      '$.explain["env var set/A@box"]',
      'no such cell is claimed, did you mean env var set/A@ci?',
    ],
    ['not JSON', '{"env": ["A",]}', undefined, 'not JSON'],
    ['a prototype', '{"__proto__": {"env": []}}', '$.__proto__', 'unknown key'],
    ['too large a file', ' '.repeat(MAX_CLAIMS_LENGTH + 1), '$', 'expected at most 65536 characters, found 65537'],
  ])('%s', (_, file, key, message) => {
    const reading = read(file)
    if (reading.ok) throw new Error('was read')
    expect(reading.problems[0]?.key).toBe(key)
    expect(reading.problems[0]?.message).toContain(message)
  })

  test('all at once', () => {
    const reading = read({ places: ['moon'], env: [1, 'A B'], nope: true, explain: { box: { x: 1 } } })
    expect(reading.ok ? [] : reading.problems.map(({ key }) => key)).toEqual([
      '$.places[0]',
      '$.env[0]',
      '$.env[1]',
      '$.nope',
      '$.explain.box',
      '$.explain.box',
      '$.explain.box.x',
    ])
  })

  test.each<[string, (number | undefined)[]]>([
    ['{\n "places": [\n  "ci",\n  "moon"\n ],\n "env": [\n  {\n   "at": 1,\n   "name": "A"\n  }\n ]\n}', [4, 8]],
    ['{\n "env": ["A"],\n "files": [{\n  "in": []}]\n}', [3, 4]],
    ['{\n "env": ["A"],\n "env": []\n}', [3]],
    ['{\n "env": ["A",\n  "A"]\n}', [3]],
    ['{\n "places": ["ci"],\n "canary": [\n  "home"]\n}', [4]],
  ])('each with the line it stands on: %j', (text, lines) => {
    const reading = read(text)
    expect(reading.ok ? [] : reading.problems.map(({ line }) => line)).toEqual(lines)
  })

  test('but a file of nothing else is answered in fifty lines', () => {
    const reading = read({ env: Array.from({ length: 200 }, () => 1) })
    expect(reading.ok ? [] : reading.problems).toHaveLength(51)
  })

  test('a syntax error is told with its line', () => {
    const reading = read('{\n  "env": ["A"]\n  "files": []\n}')
    expect(reading).toMatchObject({ ok: false, problems: [{ line: 3 }] })
  })

  test('nesting without end is refused, not followed', () => {
    expect(read(`${'['.repeat(30_000)}${']'.repeat(30_000)}`).ok).toBe(false)
    expect(read(`{"env": ${'['.repeat(30_000)}${']'.repeat(30_000)}}`).ok).toBe(false)
  })
})

test('the example that is shown beside problems has none', () => {
  expect(read(CLAIMS_EXAMPLE.slice(CLAIMS_EXAMPLE.indexOf('{')))).toMatchObject({ ok: true })
})

test('every part of the schema for editors says what it is about', () => {
  const undescribed: string[] = []
  const visit = (schema: unknown, path: string): void => {
    if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return
    const here = schema as { [key: string]: unknown }
    if (('type' in here || 'enum' in here) && !here.description) undescribed.push(path)
    for (const [key, value] of Object.entries(here)) visit(value, `${path}/${key}`)
  }
  visit(claimsSchema(), '')
  expect(undescribed).toEqual([])
})
