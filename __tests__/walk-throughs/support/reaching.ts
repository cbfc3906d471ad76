/** How each reason code and each signal is reached from the recorded files. A new code without a row does not compile. */
import type { Reason } from '../../../src/core/reasons.ts'
import type { FactOverrides } from '../../support/facts.ts'
import { CLAIMS, machineOf, recorded } from './recorded-files.ts'
import type { Play } from './stage.ts'
import { factsIn } from './text.ts'

/** Where it shows, and what was otherwise. */
export type Reaching = readonly [key: string, scene?: Play]

const PYTEST = 'package installed/pytest'
const DEMO = 'package installed/demo'
const MODE = 'env var set/MODE'
const FILE = 'file persisted/~/model.bin'
const CANARY = 'file persisted/canary:home'
const SUITE = 'tests green/suite'
const DOT_ENV = 'secret stored/.env'

const box = (facts: FactOverrides): Play => ({ facts: { box: facts } })
const pytest = (one: NonNullable<NonNullable<FactOverrides['tests']>['packages']>[string]): Play =>
  box({ packages: { claimed: { pytest: { ...(one as object) } } }, tests: { packages: { pytest: one } } })
const origin = (of: string, label: 'elsewhere' | 'other-checkout' | 'none' | 'pythonpath'): Play =>
  box({ tests: { origins: { demo: { origin: of, label, imported: label !== 'none' } } } })
const canary = (of: NonNullable<NonNullable<FactOverrides['persist']>['canary']>[string]): Play =>
  box({ persist: { canary: { home: of } } })
const secret = (of: NonNullable<NonNullable<FactOverrides['secrets']>['files']>[string]): Play =>
  box({ secrets: { files: { '.env': of } } })
/** The only commit of the recorded pull request. */
const HEAD = factsIn(recorded('local')).git?.head ?? ''
const NO_SESSION: FactOverrides = { tests: { source: 'none' } }
const OTHER = 'f0'.repeat(32)
/** A tree that is none of this pull request's. */
const ELSEWHERE: FactOverrides = {
  git: { head: 'd'.repeat(40), head_content: OTHER, tree_content: OTHER },
  tests: { content_before: OTHER, content_after: OTHER },
}

const OLDER: Play = { ...box(ELSEWHERE), earlier: ['d'.repeat(40)] }

export const REACHED: { readonly [R in Reason]: Reaching } = {
  IN_PREFIX: [`${PYTEST}@box`],
  IN_STDLIB: ['package installed/json@ci'],
  IN_SYSTEM_SITE: [`${PYTEST}@box`, pytest({ label: 'system' })],
  IN_USER_SITE: [`${PYTEST}@box`, pytest({ label: 'user-site' })],
  IN_REPO: [`${DEMO}@ci`],
  MISSING: [`${PYTEST}@box`, pytest({ importable: false, distribution: '', version: '' })],
  SHADOWED: [`${PYTEST}@box`, pytest({ label: 'pythonpath', origin: '<other>/pytest/__init__.py' })],
  OTHER_CHECKOUT: [`${DEMO}@box`, origin('<other>/demo/__init__.py', 'other-checkout')],
  METADATA_WITHOUT_CODE: [`${PYTEST}@box`, pytest({ importable: false })],
  BROKEN_INSTALL: [
    `${PYTEST}@box`,
    box({
      packages: { claimed: { pytest: { gone: 'pytest/_x.py' } } },
      tests: { packages: { pytest: { imported: false } } },
    }),
  ],
  NAMESPACE_ONLY: [`${PYTEST}@box`, pytest({ loader: 'namespace', origin: '<repo>/pytest', label: 'repo' })],
  UNREADABLE: [`${FILE}@box`, box({ persist: { files: { '~/model.bin': { readable: false } } } })],
  OUTSIDE_REPO: [`${DEMO}@box`, origin('<other>/demo/__init__.py', 'elsewhere')],
  OTHER_INTERPRETER: [
    `${SUITE}@box`,
    box({ tests: { session: { executable: '~/env/bin/python', prefix: '~/env', prefix_agrees: false } } }),
  ],
  NOT_IMPORTABLE_HERE: [`${DEMO}@box`, origin('', 'none')],
  SET: [`${MODE}@box`, box(NO_SESSION)],
  IN_TEST_PROCESS: [`${MODE}@local`],
  UNSET: [`${MODE}@box`, box({ env: { claimed: { MODE: { set: false } } }, tests: { env: { MODE: { set: false } } } })],
  EMPTY: [`${MODE}@box`, box({ tests: { env: { MODE: { start: 'empty' } } } })],
  NOT_IN_TEST_PROCESS: [`${MODE}@box`, box({ tests: { env: { MODE: { set: false } } } })],
  VALUE_DIFFERS: ['env var set/SHARED@box', box({ tests: { env: { SHARED: { hash: 'ba9876543210' } } } })],
  EXISTS: [`${FILE}@local`],
  SURVIVED: [`${CANARY}@local`],
  CANARY_LOST: [`${CANARY}@box`, canary({ remembered_there: false })],
  EPHEMERAL_RUNNER: [`${CANARY}@ci`, { claims: { canary: [{ name: 'home', in: ['local', 'box', 'ci'] }] } }],
  FIRST_VISIT: [`${CANARY}@box`, canary({ earlier: false, remembered: false })],
  SAME_SESSION: [`${CANARY}@box`, canary({ boot_changed: false })],
  GREEN: [`${SUITE}@ci`],
  GREEN_EARLIER: [`${SUITE}@box`, OLDER],
  OLDER_CONTENT: [`${SUITE}@box`, { ...OLDER, claims: { tests: { ...CLAIMS.tests, earlier: false } } }],
  FAILED: [`${SUITE}@box`, box({ tests: { exit_status: 1, failed: 1, passed: 0 } })],
  NO_RUNNER: [`${SUITE}@box`, box({ tests: { unstarted: 'pytest', exit_status: 1, executed: 0, passed: 0 } })],
  CACHED_RESULT: [
    `${SUITE}@box`,
    box({ tests: { source: 'report', sessions: 0, cached: 'a report is of 2025-12-01 08:00:00' } }),
  ],
  NOTHING_EXECUTED: [`${SUITE}@box`, box({ tests: { exit_status: 5, collected: 0, executed: 0, passed: 0 } })],
  COLLECTION_ERROR: [`${SUITE}@box`, box({ tests: { exit_status: 2, errors: 1, executed: 0, passed: 0 } })],
  PARTIAL_RUN: [`${SUITE}@box`, box({ tests: { narrowed: ['-k'] } })],
  STALE_CONTENT: [`${SUITE}@box`, box({ git: { tree_content: OTHER, modified: 1 } })],
  STALE_BUILD: [`${SUITE}@box`, box({ tests: { stale: ['<repo>/demo/fast.so'], believed: false } })],
  CHANGED_WHILE_RUNNING: [`${SUITE}@box`, box({ tests: { content_before: OTHER } })],
  REPORT_MISMATCH: [`${SUITE}@box`, box({ tests: { reports: { 'junit.xml': { now: '11'.repeat(32) } } } })],
  FOREIGN_RECORD: [`${SUITE}@box`, box({ tests: { session: { machine: '1'.repeat(32) } } })],
  NO_RECORD: [`${SUITE}@box`, box(NO_SESSION)],
  HOOK_ERROR: [`${SUITE}@box`, box({ tests: { hook_error: 'ImportError: no module named x' } })],
  GIT_REFUSED: [`${SUITE}@box`, box({ git: { state: 'refused' } })],
  ORIGIN_UNKNOWN: [`${SUITE}@box`, box({ tests: { origins: { demo: undefined } } })],
  PRIVATE: [`${DOT_ENV}@local`],
  CLEAN: ['secret stored/configuration@local'],
  ABSENT: [`${DOT_ENV}@box`, secret({ exists: false })],
  READABLE_BY_OTHERS: [`${DOT_ENV}@box`, secret({ others_read: true, mode: '0644' })],
  TRACKED: [`${DOT_ENV}@box`, secret({ tracked: true })],
  IN_HISTORY: [`${DOT_ENV}@box`, secret({ history: [HEAD] })],
  IN_OLD_HISTORY: [`${DOT_ENV}@box`, secret({ history: ['0d'.repeat(20)] })],
  SHALLOW: [`${DOT_ENV}@box`, box({ git: { shallow: true }, secrets: { files: { '.env': { history: undefined } } } })],
  NOT_IGNORED: [`${DOT_ENV}@box`, secret({ ignored: false })],
  CREDENTIAL_IN_CONFIG: [
    'secret stored/configuration@box',
    box({ secrets: { configuration: { remotes: true, index_urls: true, shut: false } } }),
  ],
  LOOKS_SECRET: ['secret stored/tests/key.pem@box', box({ secrets: { found: { 'tests/key.pem': [HEAD] } } })],
  CREDENTIAL_KEPT: ['secret stored/configuration@box', box({ secrets: { configuration: { index_urls: true } } })],
  UNREADABLE_PARENT: [`${DOT_ENV}@box`, secret({ parent_readable: false, exists: undefined })],
  NO_MODES: [`${DOT_ENV}@box`, secret({ modes: false, mode: undefined, others_read: undefined })],
  NOT_ASKED: [`${FILE}@box`, box({ persist: { files: { '~/model.bin': undefined } } })],
  FACT_MISSING: [`${SUITE}@box`, box({ tests: { sessions: undefined } })],
  NO_PROBE: [`${SUITE}@box`, { gone: ['box'] }],
  NOT_THIS_PR: [`${SUITE}@box`, box(ELSEWHERE)],
  UNREADABLE_FILE: [`${SUITE}@box`, { text: { box: (text) => text.replace('passed = 1', 'passed = "one"') } }],
  WRONG_PLACE: [`${SUITE}@box`, box({ probe: { place: 'local' } })],
  PROBE_ERROR: [
    `${FILE}@box`,
    box({ persist: { canary: undefined, files: undefined, error: 'OSError: disk on fire' } }),
  ],
  NO_INTERPRETER: [
    `${SUITE}@ci`,
    {
      gone: ['ci'],
      case: { unprobed: [{ place: 'ci', reason: 'NO_INTERPRETER', fact: '.venv/bin/python does not start' }] },
    },
  ],
  SAME_MACHINE: [`${SUITE}@box`, { text: { box: (text) => text.replaceAll(machineOf('box'), machineOf('local')) } }],
  NOT_IN_CI: [`${SUITE}@ci`, { facts: { ci: { probe: { ci: undefined } } } }],
  MISSING_LEG: [`${SUITE}@ci`, { case: { expect: ['ci-py3.13'] } }],
}
