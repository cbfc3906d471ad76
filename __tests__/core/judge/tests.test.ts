import { describe, expect, test } from 'vitest'
import type { Candidate } from '../../../src/core/model.ts'
import type { Reason } from '../../../src/core/reasons.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import {
  CONTENT,
  candidateOf,
  caseOf,
  claimsOf,
  EARLIER,
  EARLIER_CONTENT,
  type FactOverrides,
  HEAD,
  idOf,
  MERGE,
  OTHER_CONTENT,
  referenceOf,
} from '../../support/facts.ts'
import { cellOf, type Scene } from '../../support/judge-cell.ts'

const tests = (facts: object): FactOverrides => ({ tests: facts })
const nothing = { executed: 0, passed: 0, collected: 0, skipped: 0 }
const ofTree = (content: string): FactOverrides => ({
  git: { tree_content: content },
  tests: { content_before: content, content_after: content },
})
const session = (facts: object) => tests({ session: facts })
const origin = (facts: object) => tests({ origins: { cli_helpers: facts } })

const table: [string, FactOverrides, Reason][] = [
  ['green', {}, 'GREEN'],
  ['one failed', tests({ exit_status: 1, failed: 1, passed: 411 }), 'FAILED'],
  ['an error in set-up', tests({ exit_status: 1, errors: 1 }), 'FAILED'],
  ['exit 0, yet one failed', tests({ failed: 1 }), 'FAILED'],
  ['killed', tests({ exit_status: 256 }), 'FAILED'],
  ['exit 5', tests({ exit_status: 5, ...nothing }), 'NOTHING_EXECUTED'],
  ['exit 5 turned into 0', tests(nothing), 'NOTHING_EXECUTED'],
  ['all skipped', tests({ executed: 0, passed: 0, skipped: 415 }), 'NOTHING_EXECUTED'],
  ['--collect-only', tests({ collect_only: true }), 'NOTHING_EXECUTED'],
  ['none passed', tests({ passed: 0, skipped: 415 }), 'NOTHING_EXECUTED'],
  ['fewer reported than collected', tests({ passed: 0 }), 'PARTIAL_RUN'],
  ['errors while collecting', tests({ exit_status: 2, errors: 2, ...nothing }), 'COLLECTION_ERROR'],
  ['conftest.py cannot be imported', tests({ exit_status: 4, ...nothing }), 'COLLECTION_ERROR'],
  ['python of another prefix', session({ prefix_agrees: false }), 'OTHER_INTERPRETER'],
  ['another Python in the same folder by now', session({ version: '3.9.18' }), 'OTHER_INTERPRETER'],
  ['a Python of no version', session({ version: undefined }), 'FACT_MISSING'],
  ['a module of another checkout', tests({ foreign: ['x from ~/other/x.py'] }), 'OTHER_CHECKOUT'],
  ['nothing said of other checkouts', tests({ foreign: undefined }), 'FACT_MISSING'],
  ['python of a prefix that is not told', session({ prefix_agrees: undefined }), 'FACT_MISSING'],
  ['old bytecode', tests({ stale: ['<repo>/a.py', '<repo>/b.py'], believed: false }), 'STALE_CONTENT'],
  ['no old bytecode', tests({ stale: [] }), 'GREEN'],
  ['narrowed', tests({ narrowed: ['-k'], claimed_command: false }), 'PARTIAL_RUN'],
  ['interrupted', tests({ interrupted: true }), 'PARTIAL_RUN'],
  ['another command', tests({ claimed_command: false }), 'NO_RECORD'],
  ['the command of yesterday’s claims', tests({ command: ['python', '-m', 'pytest'] }), 'NO_RECORD'],
  ['no session', tests({ source: 'none' }), 'NO_RECORD'],
  [
    'a command that only says so',
    tests({
      source: 'run',
      sessions: 0,
      origins: undefined,
      session: undefined,
      believed: false,
      executed: undefined,
      passed: undefined,
    }),
    'NO_RECORD',
  ],
  [
    'a command that left nothing and went wrong',
    tests({ source: 'run', sessions: 0, exit_status: 1, executed: undefined }),
    'FAILED',
  ],
  ['a hook failed', tests({ hook_error: 'ImportError: cli_helpers_missing' }), 'HOOK_ERROR'],
  ['the record is committed', tests({ tracked: true }), 'FOREIGN_RECORD'],
  ['recorded in another container', session({ container: idOf('local', 3) }), 'FOREIGN_RECORD'],
  ['recorded outside the container', session({ in_container: false }), 'FOREIGN_RECORD'],
  ['recorded by another user', session({ same_user: false }), 'FOREIGN_RECORD'],
  [
    'the probe disbelieves it for reasons of its own',
    tests({ believed: false, disbelief: ['x'] }),
    'FOREIGN_RECORD',
  ],
  [
    'a foreign record says nothing of failures',
    tests({ tracked: true, failed: 3, exit_status: 1 }),
    'FOREIGN_RECORD',
  ],
  ['ran in another working tree', session({ same_tree: false }), 'OTHER_CHECKOUT'],
  [
    'imported another checkout',
    origin({ label: 'other-checkout', origin: '<other>/x.py' }),
    'OTHER_CHECKOUT',
  ],
  ['imported an installed copy', origin({ label: 'venv' }), 'OTHER_CHECKOUT'],
  ['would import an installed copy', origin({ label: 'venv', imported: false }), 'OTHER_CHECKOUT'],
  ['imported none of its own code', origin({ label: 'none', imported: false, origin: '' }), 'ORIGIN_UNKNOWN'],
  ['found, not imported', origin({ imported: false }), 'ORIGIN_UNKNOWN'],
  ['no word of its own code', tests({ origins: undefined }), 'ORIGIN_UNKNOWN'],
  ['the tree changed meanwhile', tests({ content_before: OTHER_CONTENT }), 'CHANGED_WHILE_RUNNING'],
  ['the tree changed afterwards', { git: { tree_content: OTHER_CONTENT } }, 'STALE_CONTENT'],
  ['a changed tree on top of head', ofTree(OTHER_CONTENT), 'STALE_CONTENT'],
  [
    'a report of another session',
    tests({ reports: { 'junit.xml': { now: '00'.repeat(32) } } }),
    'REPORT_MISMATCH',
  ],
  ['a report that is gone', tests({ reports: { 'junit.xml': { exists: false } } }), 'REPORT_MISMATCH'],
  ['no word of the report', tests({ reports: undefined }), 'FACT_MISSING'],
  ['fewer collected than ci', tests({ collected: 414 }), 'PARTIAL_RUN'],
  ['deselected by configuration', tests({ deselected: 7 }), 'GREEN'],
  ['the family broke', { tests: { source: undefined, error: 'OSError: x' } }, 'PROBE_ERROR'],
  ['no such section', { tests: undefined }, 'FACT_MISSING'],
  ['red beats a missing fact', tests({ failed: 1, session: undefined, origins: undefined }), 'FAILED'],
  [
    'another checkout beats a changed tree',
    { ...ofTree(OTHER_CONTENT), ...session({ same_tree: false }) },
    'OTHER_CHECKOUT',
  ],
]

describe('tests are green', () => {
  test.each(table)('%s', (_, facts, reason) => {
    expect(cellOf('tests green', 'suite', { facts })).toMatchObject({ reason })
  })

  const needed = [
    ...['exit_status', 'executed', 'collected', 'passed', 'failed', 'errors', 'interrupted', 'hook_error'],
    ...['narrowed', 'believed', 'tracked', 'command', 'claimed_command', 'collect_only'],
    ...['content_before', 'content_after'],
  ]
  test.each(needed)('unknown without tests.%s', (fact) => {
    const { state } = cellOf('tests green', 'suite', { facts: tests({ [fact]: undefined }) })
    expect(state).toBe('unknown')
  })

  test('outside a container the machine decides', () => {
    const record = (machine: string): Scene => ({ place: 'local', facts: session({ machine }) })
    expect(cellOf('tests green', 'suite', record(idOf('local', 1))).reason).toBe('GREEN')
    expect(cellOf('tests green', 'suite', record(idOf('box', 1))).reason).toBe('FOREIGN_RECORD')
  })

  test.each(['run', 'attempt', 'job'])('in ci the record is of this %s', (fact) => {
    const facts = session({ [fact]: 'other' })
    expect(cellOf('tests green', 'suite', { place: 'ci', facts }).reason).toBe('FOREIGN_RECORD')
  })

  test('git has to say which content it is', () => {
    const facts = { git: { state: 'refused', head_content: undefined } } as const
    expect(cellOf('tests green', 'suite', { place: 'ci', facts }).reason).toBe('GIT_REFUSED')
  })
})

const atEarlier = (git: object = {}): FactOverrides => ({
  git: { head: EARLIER, head_content: EARLIER_CONTENT, tree_content: EARLIER_CONTENT, ...git },
  tests: { content_before: EARLIER_CONTENT, content_after: EARLIER_CONTENT },
})

describe('content, not commits', () => {
  test('a clean earlier commit of this pull request holds, and says so', () => {
    const cell = cellOf('tests green', 'suite', { facts: atEarlier() })
    expect(cell).toMatchObject({
      reason: 'GREEN',
      fact: '412 passed, 3 skipped at d4e5f6a, 1 commit before head',
    })
  })

  test('a changed tree on an earlier commit does not', () => {
    const facts = atEarlier({ head_content: OTHER_CONTENT, modified: 2, untracked: 1 })
    const cell = cellOf('tests green', 'suite', { facts })
    expect(cell).toMatchObject({ reason: 'STALE_CONTENT', fact: '2 modified, 1 untracked' })
  })

  test('a commit of nobody’s pull request is no evidence', () => {
    const facts = atEarlier({ head: '9'.repeat(40) })
    expect(cellOf('tests green', 'suite', { facts }).reason).toBe('NOT_THIS_PR')
  })

  test('the dirty tree that was committed afterwards is the commit', () => {
    const facts = { git: { head: EARLIER, head_content: EARLIER_CONTENT, modified: 1 } }
    expect(cellOf('tests green', 'suite', { facts }).reason).toBe('GREEN')
  })

  test('ci needs the merge, head is not enough', () => {
    const reference = referenceOf({ merge: OTHER_CONTENT })
    const scene = (place: 'box' | 'ci') => ({ place, case: { reference } })
    expect(cellOf('tests green', 'suite', scene('ci')).reason).toBe('STALE_CONTENT')
    expect(cellOf('tests green', 'suite', scene('box')).reason).toBe('GREEN')
  })

  test('untracked files make ci another content, with their number', () => {
    const facts = { ...ofTree(OTHER_CONTENT), git: { tree_content: OTHER_CONTENT, untracked: 2 } }
    const cell = cellOf('tests green', 'suite', { place: 'ci', facts })
    expect(cell).toMatchObject({ reason: 'STALE_CONTENT', fact: '2 untracked' })
  })

  test('ci is the measure only for the same content, and must say its number', () => {
    const ci = (facts: object) => ({ facts: tests({ collected: 1 }), others: { ci: tests(facts) } })
    expect(cellOf('tests green', 'suite', ci({ collected: undefined })).reason).toBe('FACT_MISSING')
    expect(cellOf('tests green', 'suite', ci({ source: 'none' })).reason).toBe('GREEN')
    expect(cellOf('tests green', 'suite', ci({ content_after: OTHER_CONTENT })).reason).toBe('GREEN')
  })

  test('with nothing to compare with, no tests hold', () => {
    const reference = { commits: [], pullRequest: false }
    const scene = { place: 'local', case: { reference, asked: { places: ['local'], why: '' } } } as const
    expect(cellOf('tests green', 'suite', scene).state).toBe('unknown')
    expect(cellOf('package installed', 'requests', scene).reason).toBe('IN_PREFIX')
  })

  test('the fact names head with the merge beside it', () => {
    const reference = referenceOf({ headSha: HEAD, mergeSha: MERGE })
    const cell = cellOf('tests green', 'suite', { place: 'ci', case: { reference } })
    expect(cell.fact).toBe('412 passed, 3 skipped at a1b2c3d, merged as b2c3d4e')
  })
})

describe('whose code was imported', () => {
  const withOwn = (own: string[], facts: FactOverrides = {}): Scene => ({ facts, case: { own } })

  test('a name that is nowhere is neutral beside one that was imported', () => {
    const facts = tests({ origins: { tools: { imported: false, origin: '', label: 'none' } } })
    expect(cellOf('tests green', 'suite', withOwn(['cli_helpers', 'tools'], facts)).reason).toBe('GREEN')
  })

  test('a name of this checkout that the record does not know is missing', () => {
    expect(cellOf('tests green', 'suite', withOwn(['cli_helpers', 'added'])).reason).toBe('ORIGIN_UNKNOWN')
  })

  test('a repository without packages needs none', () => {
    const facts = tests({ origins: undefined })
    expect(cellOf('tests green', 'suite', withOwn([], facts)).reason).toBe('GREEN')
    expect(cellOf('tests green', 'suite', withOwn(['cli_helpers'], facts)).reason).toBe('ORIGIN_UNKNOWN')
  })
})

test('a report of another runner is evidence where there is no code of its own to ask about', () => {
  const facts = tests({ source: 'report', runner: 'unittest', session: undefined, origins: undefined })
  expect(cellOf('tests green', 'suite', { facts, case: { own: [] } }).reason).toBe('GREEN')
  expect(cellOf('tests green', 'suite', { facts }).reason).toBe('ORIGIN_UNKNOWN')
})

test('a session of another command is told by what is claimed, not by what nobody knows it ran', () => {
  const fact = (tests: FactOverrides['tests']) => cellOf('tests green', 'suite', { facts: { tests } }).fact
  expect(fact({ claimed_command: false })).toBe(
    'the session that was recorded did not run python -m pytest -q',
  )
  expect(fact({ command: ['pytest'] })).toBe('recorded for pytest, claimed is python -m pytest -q')
})

describe('whose job it was, at a provider that nobody knows', () => {
  const unknown = { provider: 'other', run: undefined, attempt: undefined, job: undefined } as const
  const nobody = { run: undefined, attempt: undefined, job: undefined }
  const inCi = (source: 'run' | 'session', ci: object = unknown) =>
    cellOf('tests green', 'suite', {
      place: 'ci',
      facts: { probe: { ci }, tests: { source, session: nobody } },
    }).reason

  test('what the probe started is of this job, what it found is of nobody knows which', () => {
    expect(inCi('run')).toBe('GREEN')
    expect(inCi('session')).toBe('FACT_MISSING')
  })
  test('a provider that is known names its job', () => {
    expect(inCi('run', { ...unknown, provider: 'github' })).toBe('FACT_MISSING')
  })
  test('on a laptop nobody asks for a job', () => {
    expect(cellOf('tests green', 'suite', { place: 'local', facts: tests({ session: nobody }) }).reason).toBe(
      'GREEN',
    )
  })
})

test('where no command is claimed by name, the probe says whether the usual one ran', () => {
  const { testCommand: _, ...claims } = claimsOf()
  const said = (claimed_command: boolean | undefined) =>
    cellOf('tests green', 'suite', {
      facts: tests({ claimed_command }),
      case: { claims: { ...claims, claims: claimsOf().claims.filter(({ kind }) => kind === 'tests green') } },
    }).reason
  expect([said(true), said(false), said(undefined)]).toEqual(['GREEN', 'NO_RECORD', 'FACT_MISSING'])
})

test('a clean commit at the head is green while nobody has asked for the head’s content', () => {
  const scene: Scene = {
    facts: ofTree(EARLIER_CONTENT),
    case: { reference: { ...referenceOf(), merge: OTHER_CONTENT, head: undefined } as never },
  }
  const facts = { ...scene.facts, git: { tree_content: EARLIER_CONTENT, head_content: EARLIER_CONTENT } }
  expect(cellOf('tests green', 'suite', { ...scene, facts })).toMatchObject({
    reason: 'GREEN',
    fact: expect.stringMatching(/ at a1b2c3d, at head$/),
  })
})

describe('which content was tested', () => {
  const moved = referenceOf({ merge: OTHER_CONTENT, head: CONTENT })
  const at = (facts: FactOverrides, more: Scene = {}) =>
    cellOf('tests green', 'suite', { facts, case: { reference: moved }, ...more })
  const bare = (more: object) => ({ reference: { commits: [], pullRequest: true, ...more } })

  test('a tree that was dirty when it was tested, and is the head’s content by now', () => {
    expect(at({ git: { head: EARLIER, head_content: EARLIER_CONTENT } }).reason).toBe('GREEN')
  })
  test('a clean commit is the head’s by its name alone', () => {
    const reference = { merge: OTHER_CONTENT, headSha: HEAD }
    expect(at({}, { case: bare(reference) }).reason).toBe('GREEN')
    expect(at({}, { case: bare({ ...reference, headSha: MERGE }) }).reason).toBe('NOT_THIS_PR')
    const dirty = { git: { head_content: EARLIER_CONTENT, modified: 1 } }
    expect(at(dirty, { case: bare(reference) })).toMatchObject({
      reason: 'STALE_CONTENT',
      fact: '1 modified',
    })
  })
  test('a commit without a name is nobody’s', () => {
    const made = candidateOf(
      'box',
      { git: { head: undefined } },
      { provenance: { kind: 'this-run', label: 'x' } },
    )
    const reference = { commits: [], pullRequest: false, merge: OTHER_CONTENT }
    const { rows } = judgeCase(caseOf({ candidates: [made], reference }))
    expect(rows[5]?.cells.box?.reason).toBe('STALE_CONTENT')
  })
  test.each([
    ['headSha and mergeSha are one', referenceOf({ mergeSha: HEAD, headSha: HEAD }), ' at a1b2c3d'],
    [
      'the merge has its own commit',
      referenceOf({ mergeSha: HEAD, headSha: EARLIER }),
      ', merged as a1b2c3d',
    ],
  ])('is told by name: %s', (_, reference, end) => {
    const { fact } = at({}, { case: { reference } })
    expect(fact.endsWith(end)).toBe(true)
    expect(fact.includes('merged')).toBe(end.includes('merged'))
  })
})

describe('how many tests ci has', () => {
  const leg = (name: string, collected: number | undefined) =>
    candidateOf(
      'ci',
      { probe: { leg: name }, tests: { collected, passed: collected, skipped: 0 } },
      { leg: name },
    )
  const cells = (collected: number, ...legs: Candidate[]) => {
    const mine = candidateOf('box', { tests: { collected, passed: collected, skipped: 0 } })
    return judgeCase(caseOf({ candidates: [candidateOf('local'), mine, ...legs] })).rows[5]?.cells
  }

  test('is what its smallest leg has: legs may differ', () => {
    const both = [leg('a', 400), leg('b', 410)]
    expect(cells(400, ...both)?.ci?.state).toBe('holds')
    expect(cells(400, ...both)?.box?.reason).toBe('GREEN')
    expect(cells(399, ...both)?.box).toMatchObject({
      reason: 'PARTIAL_RUN',
      fact: '399 collected, ci collected 400',
    })
  })
  test('is no measure of ci itself: a leg that does not say stands alone', () => {
    expect(cells(415, leg('a', 400), leg('b', undefined))?.ci?.legs.map((one) => one.leg)).toEqual(['b'])
  })
  test('is not known while one leg does not say', () => {
    expect(cells(415, leg('a', 400), leg('b', undefined))?.box).toMatchObject({
      reason: 'FACT_MISSING',
      fact: 'ci does not say how many tests it collected',
    })
  })
})

test('what is claimed from the repository is its own, also where git lists no package', () => {
  const facts = origin({ label: 'venv', origin: '<prefix>/lib/cli_helpers/__init__.py' })
  const claims = claimsOf({
    claims: [
      { kind: 'tests green', subject: 'suite', in: ['box'] },
      { kind: 'package installed', subject: 'cli-helpers.sub', in: ['box'], fromRepo: true },
    ],
  })
  expect(cellOf('tests green', 'suite', { facts, case: { own: [], claims } }).reason).toBe('OTHER_CHECKOUT')
  const claimless = { ...claims, claims: claims.claims.slice(0, 1) }
  expect(cellOf('tests green', 'suite', { facts, case: { own: [], claims: claimless } }).reason).toBe('GREEN')
})

test.each(['exit_status', 'foreign', 'believed', 'passed'])('a report without %s is not green', (fact) => {
  const report = { source: 'report' as const, session: undefined, sessions: undefined, origins: undefined }
  const scene = (more: object) => ({
    facts: {
      tests: { ...report, origins: { cli_helpers: { label: 'repo' as const, imported: false } }, ...more },
    },
  })
  expect(cellOf('tests green', 'suite', scene({})).reason).toBe('GREEN')
  expect(cellOf('tests green', 'suite', scene({ [fact]: undefined })).state).toBe('unknown')
})

test.each([
  [{ claimed_command: false }, 'the session that was recorded did not run python -m pytest -q'],
  [{ command: ['python', '-m', 'nose'] }, 'recorded for python -m nose, claimed is python -m pytest -q'],
])('another command is told by its words: %j', (facts, fact) => {
  expect(cellOf('tests green', 'suite', { facts: tests(facts) })).toMatchObject({
    reason: 'NO_RECORD',
    fact,
  })
})

test('fewer tests than ci is not made whole by a ci file that cannot be read', () => {
  const ci = { ...candidateOf('ci'), reading: { ok: false, problems: [] } } as const
  const candidates = [candidateOf('local', tests({ collected: 414 })), candidateOf('box'), ci]
  const suite = judgeCase(caseOf({ candidates })).rows.find(({ kind }) => kind === 'tests green')
  expect(suite?.cells.local).toMatchObject({ state: 'unknown', reason: 'UNREADABLE_FILE' })
})

test('green says what it leaned on and what it left out', () => {
  const said = (facts: FactOverrides) => cellOf('tests green', 'suite', { facts }).fact
  const at = ' at a1b2c3d'
  expect(said({})).toBe(`412 passed, 3 skipped${at}`)
  expect(said({ tests: { deselected: 7 } })).toBe(`412 passed, 3 skipped${at}, 7 deselected by configuration`)
  expect(said({ tests: { ignored: 1 } })).toMatch(/, with a module that git ignores$/)
  expect(said({ tests: { ignored: 2 } })).toMatch(/, with 2 modules that git ignores$/)
  expect(cellOf('tests green', 'suite', { facts: tests({ touched: ['<repo>/a.py'] }) })).toMatchObject({
    reason: 'CHANGED_WHILE_RUNNING',
    fact: '<repo>/a.py was written while the tests ran',
  })
  expect(said({ git: { submodules_absent: 1 } })).toMatch(/, without a submodule that is not checked out$/)
  expect(said({ git: { submodules_absent: 2 } })).toMatch(/, without 2 submodules that are not checked out$/)
})

describe('the repository’s own code, where the tests only start commands or an install copied it', () => {
  const installed = { label: 'venv', origin: '<prefix>/lib/cli_helpers/__init__.py' } as const
  const said = (facts: object) => cellOf('tests green', 'suite', { facts: origin(facts) })

  test('counts where it is the only copy', () => {
    expect(said({ imported: false, alone: true }).reason).toBe('GREEN')
    expect(said({ imported: false, alone: false }).reason).toBe('ORIGIN_UNKNOWN')
  })
  test('counts where the copy was built from this tree, byte for byte', () => {
    expect(said({ ...installed, same: true }).reason).toBe('GREEN')
    expect(said({ ...installed, same: false })).toMatchObject({
      reason: 'OTHER_CHECKOUT',
      fact: 'cli_helpers from <prefix>/lib/cli_helpers/__init__.py, an old build of it',
    })
  })
  test('and so does the package', () => {
    const cell = (same: boolean) =>
      cellOf('package installed', 'cli_helpers', {
        facts: origin({ ...installed, same }),
        claim: { fromRepo: true },
      })
    expect(cell(true)).toMatchObject({
      reason: 'IN_REPO',
      fact: '<prefix>/lib/cli_helpers/__init__.py in the test process, built from this tree',
    })
    expect(cell(false)).toMatchObject({
      reason: 'OUTSIDE_REPO',
      fact: '<prefix>/lib/cli_helpers/__init__.py in the test process, an old build of it',
    })
  })
})

test('a session of which no test passed says so', () => {
  expect(cellOf('tests green', 'suite', { facts: tests({ passed: 0, skipped: 415 }) }).fact).toBe(
    'no test passed',
  )
})
