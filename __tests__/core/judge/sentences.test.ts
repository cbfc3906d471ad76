/** What cells say, branch by branch: one page that shows every sentence, and notices when one gets lost. */
import { expect, test } from 'vitest'
import type { ClaimKind } from '../../../src/core/model.ts'
import { LABELS } from '../../../src/core/probe-file/facts/where.ts'
import { claimsOf, type FactOverrides, idOf, OTHER_CONTENT } from '../../support/facts.ts'
import { cellOf, type Scene } from '../../support/judge-cell.ts'

type Line = readonly [what: string, kind: ClaimKind, subject: string, scene?: Scene]

const box = (facts: FactOverrides, more: Omit<Scene, 'facts'> = {}): Scene => ({ facts, ...more })

const secret = (what: string, of: object): Line => [
  what,
  'secret stored',
  '.env',
  box({ secrets: { files: { '.env': of } } }),
]
const spot = (name: string, found: boolean | undefined): Line => [
  `${name} ${found}`,
  'secret stored',
  'configuration',
  box({ secrets: { configuration: { [name]: found } } }),
]
const gone = (fact: string): Line => secret(`${fact} unsaid`, { [fact]: undefined })

const SECRETS: readonly Line[] = [
  ...['remotes', 'instead_of', 'headers', 'index_urls', 'direct_urls'].flatMap((name) => [
    spot(name, true),
    spot(name, undefined),
  ]),
  ['clean', 'secret stored', 'configuration'],
  [
    'in two places',
    'secret stored',
    'configuration',
    box({ secrets: { configuration: { remotes: true, headers: true } } }),
  ],
  secret('private', {}),
  secret('tracked', { tracked: true }),
  secret('absent', { exists: false }),
  secret('in a closed directory', { parent_readable: false }),
  secret('not ignored', { ignored: false }),
  secret('no mode said', { mode: undefined }),
  secret('others read, no mode said', { others_read: true, mode: undefined }),
  secret('not mine', { mine: false }),
  secret('not readable by its owner', { owner_reads: false, mode: '0200' }),
  secret('not mine, no modes', { mine: false, modes: false }),
  secret('others read, no modes', { others_read: true, modes: false }),
  secret('not ignored, outside', { ignored: false, in_repo: false }),
  secret('ignored unsaid, outside', { ignored: undefined, in_repo: false }),
  ...[
    'exists',
    'parent_readable',
    'modes',
    'mine',
    'owner_reads',
    'others_read',
    'tracked',
    'ignored',
    'in_repo',
  ].map(gone),
  ['nobody asked', 'secret stored', '.other'],
  ['no section', 'secret stored', '.env', box({ secrets: undefined })],
  [
    'a section that broke',
    'secret stored',
    'configuration',
    box({ secrets: { error: 'OSError: x', configuration: undefined } }),
  ],
]

const canary = (
  what: string,
  of: object,
  more: FactOverrides = {},
  scene: Omit<Scene, 'facts'> = {},
): Line => [what, 'file persisted', 'canary:home', box({ ...more, persist: { canary: { home: of } } }, scene)]
const file = (what: string, of: object): Line => [
  what,
  'file persisted',
  '~/.cache/model.bin',
  box({ persist: { files: { '~/.cache/model.bin': of } } }),
]
const lost = { remembered: true, remembered_there: false }
const hosted = { probe: { ci: { provider: 'github', runner: 'github-hosted' } } } as const

const FILES: readonly Line[] = [
  file('there', {}),
  file('not there', { exists: false }),
  file('not readable', { readable: false }),
  ['unasked file', 'file persisted', 'other.txt'],
  ['no section', 'file persisted', 'other.txt', box({ persist: undefined })],
  [
    'a section that broke',
    'file persisted',
    'x',
    box({ persist: { error: 'OSError: x', files: undefined } }),
  ],
  file('size unsaid', { size: undefined }),
  file('exists unsaid', { exists: undefined }),
  file('readable unsaid', { readable: undefined }),
  canary('memory unsaid', { remembered: undefined }),
  canary('memory here unsaid', { remembered_there: undefined }),
  canary('lost, same machine', lost),
  canary('lost, another machine', lost, { previous: { machine: 'a'.repeat(32) } }),
  canary('lost, machine unsaid', lost, { previous: { machine: undefined }, host: { machine: undefined } }),
  canary('lost, another machine, same pull request', lost, {
    previous: { machine: 'a'.repeat(32), run_id: idOf('local', 4) },
  }),
  canary('nonce unsaid', { nonce: undefined }),
  canary('none could be written', { nonce: undefined, writable: false }),
  canary('earlier unsaid', { earlier: undefined }),
  canary('first visit', { earlier: false }),
  canary('same session', { boot_changed: false, login_changed: false }),
  canary('container', { boot_changed: false, container_changed: true }),
  canary('login just now', { boot_changed: false, login_changed: true, age_s: 599 }),
  canary('login long ago', { boot_changed: false, login_changed: true, age_s: 600 }),
  canary('login, age unsaid', { boot_changed: false, login_changed: true, age_s: undefined }),
  canary('age unsaid', { age_s: undefined }),
  canary('minutes', { age_s: 7199 }),
  canary('hours', { age_s: 7200 }),
  canary('still hours', { age_s: 172_799 }),
  canary('days', { age_s: 172_800 }),
  canary('a hosted box that kept it', {}, hosted),
  canary('a hosted box that did not', { earlier: false }, hosted),
  canary('another hoster', { earlier: false }, { probe: { ci: { provider: 'x', runner: 'hosted' } } }),
  canary('its own runner', { earlier: false }, { probe: { ci: { provider: 'x', runner: 'self-hosted' } } }),
  canary('ci', {}, {}, { place: 'ci' }),
  canary('ci of its own', {}, { probe: { ci: { runner: 'self-hosted' } } }, { place: 'ci' }),
  canary('ci unsaid', {}, { probe: { ci: { runner: undefined } } }, { place: 'ci' }),
  ['nobody asked', 'file persisted', 'canary:temp'],
]

const variable = (what: string, facts: FactOverrides, more: Omit<Scene, 'facts'> = {}): Line => [
  what,
  'env var set',
  'BILLING_MODE',
  box(facts, more),
]
const NO_SESSION = { source: 'none' } as const
const here = (of: object, tests: object = NO_SESSION): FactOverrides => ({
  env: { claimed: { BILLING_MODE: of } },
  tests,
})
const hash = (value: string): FactOverrides => ({ tests: { env: { BILLING_MODE: { hash: value } } } })
const compare = { claim: { compare: true } }
const [ONE, TWO] = ['0123456789ab', 'ba9876543210']

const VARIABLES: readonly Line[] = [
  variable('set here', { tests: NO_SESSION }),
  variable('empty here', here({ empty: true })),
  variable('unset here', here({ set: false })),
  variable('unsaid here', here({ set: undefined })),
  variable('unset in the tests and here', here({ set: false }, { env: { BILLING_MODE: { set: false } } })),
  variable('unset in the tests', { tests: { env: { BILLING_MODE: { set: false } } } }),
  variable('unsaid in the tests', { tests: { env: { BILLING_MODE: { set: undefined } } } }),
  variable('not asked in the tests', { tests: { env: { BILLING_MODE: undefined } } }),
  variable('no such map in the tests', { tests: { env: undefined } }),
  variable('unclear record', { tests: { believed: undefined } }),
  variable('a report', { tests: { source: 'report' } }),
  variable('no section', { env: undefined, tests: NO_SESSION }),
  variable('a section that broke', { env: { error: 'OSError: x', claimed: undefined }, tests: NO_SESSION }),
  variable('compared, equal', hash(ONE), { ...compare, others: { ci: hash(ONE) } }),
  variable('compared, other', hash(ONE), { ...compare, others: { ci: hash(TWO) } }),
  variable('compared, ci silent', hash(ONE), { ...compare }),
  variable('compared, own hash unsaid', {}, { ...compare, others: { ci: hash(ONE) } }),
  variable('compared in ci', hash(ONE), { ...compare, place: 'ci', others: { box: hash(TWO) } }),
]

const suite = (what: string, facts: FactOverrides, more: Omit<Scene, 'facts'> = {}): Line => [
  what,
  'tests green',
  'suite',
  box(facts, more),
]
const ran = (what: string, tests: object, more: Omit<Scene, 'facts'> = {}): Line =>
  suite(what, { tests }, more)
const inCi = (what: string, session: object): Line => ran(what, { session }, { place: 'ci' })
const origin = (what: string, of: object | undefined): Line => ran(what, { origins: { cli_helpers: of } })
const report = (what: string, of: object | undefined): Line => ran(what, { reports: { 'junit.xml': of } })
const tree = (what: string, git: object, more: Omit<Scene, 'facts'> = {}): Line =>
  suite(what, { git: { tree_content: OTHER_CONTENT, ...git }, tests: both(OTHER_CONTENT) }, more)
const both = (content: string) => ({ content_before: content, content_after: content })
/** Claimed and run so, in another version of Python than the one probed. */
const runWith = (word: string): Line =>
  ran(
    `run with ${word}`,
    { command: [word, 'x'], session: { version: '3.8.1' } },
    {
      case: {
        claims: claimsOf({
          claims: [{ kind: 'tests green', subject: 'suite', in: ['box'] }],
          testCommand: [word, 'x'],
          testReports: [],
        }),
      },
    },
  )
const PLUGIN_FACTS = [
  ...['foreign', 'sessions', 'exit_status', 'executed', 'collected', 'passed', 'failed', 'errors'],
  ...['interrupted', 'hook_error', 'narrowed', 'believed', 'tracked', 'source', 'claimed_command'],
  ...['content_before', 'content_after', 'collect_only'],
]
const SESSION_FACTS = [
  'same_tree',
  'same_user',
  'machine',
  'prefix_agrees',
  'version',
  'in_container',
  'container',
]

const TESTS: readonly Line[] = [
  ...PLUGIN_FACTS.map((fact) => ran(`${fact} unsaid`, { [fact]: undefined })),
  ...SESSION_FACTS.map((fact) => ran(`session.${fact} unsaid`, { session: { [fact]: undefined } })),
  ran('no section', { source: undefined, error: 'OSError: x' }),
  ran('none', { source: 'none' }),
  ran('tracked', { tracked: true }),
  ran('another container', { session: { container: 'a'.repeat(32) } }),
  ran('outside, probed inside', { session: { in_container: false } }),
  ran('another user', { session: { same_user: false } }),
  ran('another tree', { session: { same_tree: false } }),
  inCi('another run', { run: '1' }),
  inCi('another attempt', { attempt: '2' }),
  inCi('another job', { job: 'other' }),
  inCi('another machine', { machine: 'a'.repeat(32) }),
  inCi('run unsaid', { run: undefined }),
  ran('collection error', { exit_status: 2, executed: 0, passed: 0, errors: 1 }),
  ran('broken conftest', { exit_status: 4, executed: 0, passed: 0 }),
  ran('errors, exit unsaid', { exit_status: undefined, executed: 0, passed: 0, errors: 2 }),
  ran('failed', { exit_status: 1, failed: 2, passed: 410 }),
  ran('errors in set-up', { exit_status: 1, errors: 1 }),
  ran('failed, exit 0', { failed: 1 }),
  ran('nothing', { exit_status: 5, executed: 0, passed: 0 }),
  ran('nothing, exit 0', { executed: 0, passed: 0, skipped: 3 }),
  ran('nothing, exit unsaid', { exit_status: undefined, executed: 0 }),
  ran('collect only', { collect_only: true }),
  ran('exit 3, all passed', { exit_status: 3 }),
  ran('exit 1, no counts', { exit_status: 1, passed: 0, skipped: 0 }),
  ran('passed nothing, executed something', { passed: 0 }),
  ran('no sessions', { sessions: 0 }),
  ran('a report of no sessions', { source: 'report', sessions: 0 }),
  ran('foreign module', { foreign: ['x from <other>/x.py'] }),
  ran('two foreign modules', { foreign: ['x from <other>/x.py', 'y from <other>/y.py'] }),
  origin('origin unsaid', undefined),
  origin('label unsaid', { label: undefined }),
  origin('imported unsaid', { imported: undefined }),
  origin('not imported', { imported: false }),
  origin('nowhere', { imported: false, label: 'none', origin: '' }),
  origin('elsewhere', { label: 'elsewhere', origin: '<other>/cli_helpers.py' }),
  origin('elsewhere, path unsaid', { label: 'venv', origin: undefined }),
  origin('by PYTHONPATH in the tree', { label: 'pythonpath' }),
  origin('by PYTHONPATH elsewhere', { label: 'pythonpath', origin: '<other>/cli_helpers.py' }),
  ran('origin unsaid, section broke', { origins: { cli_helpers: undefined }, error: 'OSError: x' }),
  ran(
    'one of two was imported',
    { origins: { other: { imported: false, label: 'none', origin: '' } } },
    { case: { own: ['cli_helpers', 'other'] } },
  ),
  ran(
    'neither was',
    { origins: { cli_helpers: { imported: false }, other: { imported: false, label: 'none', origin: '' } } },
    { case: { own: ['cli_helpers', 'other'] } },
  ),
  ran('a report of what would be imported', {
    source: 'report',
    origins: { cli_helpers: { imported: false } },
  }),
  ran('a report of nothing', {
    source: 'report',
    origins: { cli_helpers: { imported: false, label: 'none', origin: '' } },
  }),
  ran('a report, no session facts', { source: 'report', session: undefined, sessions: undefined }),
  ran('a report that is tracked', { source: 'report', tracked: true }),
  ran('a report of another tree', { source: 'report', session: { same_tree: false, prefix_agrees: false } }),
  ...['python', 'python3', 'python3.12', 'xpython', 'tox'].map((word) => runWith(word)),
  ran('no command said, another version', {
    command: undefined,
    claimed_command: undefined,
    session: { version: '3.8.1' },
  }),
  ran('exit 5, something executed', { exit_status: 5 }),
  suite(
    'no pull request, nothing to compare with',
    {},
    {
      place: 'local',
      case: { reference: { commits: [], pullRequest: false }, asked: { places: ['local'], why: '' } },
    },
  ),
  ran('nothing own', {}, { case: { own: [] } }),
  ran('hook', { hook_error: 'ImportError: x' }),
  ran('interrupted', { interrupted: true }),
  ran('narrowed', { narrowed: ['-k', '-m'] }),
  ran('another command', { claimed_command: false }),
  ran('another command, unsaid', { claimed_command: false, command: undefined }),
  ran('the command of another claims.json', { command: ['tox'] }),
  ran('another prefix', { session: { prefix_agrees: false, prefix: '~/env' } }),
  ran('another prefix, unsaid', { session: { prefix_agrees: false, prefix: undefined } }),
  ran('another version', { session: { version: '3.8.1' } }),
  suite('git broke', { git: { state: 'broken' } }),
  suite('git unsaid', { git: { state: undefined } }),
  suite('tree unsaid', { git: { tree_content: undefined } }),
  suite('git section broke', { git: { error: 'OSError: x', tree_content: undefined } }),
  ran('changed while running', { content_before: OTHER_CONTENT }),
  suite('changed since', { git: { tree_content: OTHER_CONTENT } }),
  tree('modified', { modified: 2, deleted: 1, untracked: 3 }),
  tree('untracked', { untracked: 1 }),
  tree('a commit between', {}),
  tree('ci at another content', {}, { place: 'ci' }),
  report('gone', { exists: false }),
  report('another file', { now: 'a'.repeat(64) }),
  report('unsaid', undefined),
  report('hash unsaid', { now: undefined }),
  report('recorded hash unsaid', { recorded: undefined }),
  report('exists unsaid', { exists: undefined }),
  ran('fewer than ci', { collected: 400 }),
  ran('as many as ci', { collected: 415 }),
  ran('ci does not say how many', {}, { others: { ci: { tests: { collected: undefined } } } }),
  ran('ci does not say of which content', {}, { others: { ci: { tests: { content_after: undefined } } } }),
  ran('ci has no session', { collected: 1 }, { others: { ci: { tests: { source: 'none' } } } }),
  ran(
    'fewer than ci, of other content',
    { collected: 1 },
    { others: { ci: { git: { tree_content: OTHER_CONTENT }, tests: both(OTHER_CONTENT) } } },
  ),
  ran('not believed', { believed: false, disbelief: ['stale-bytecode', 'other-packages'] }),
  ran('not believed, unsaid why', { believed: false, disbelief: undefined }),
  ran('green', {}),
  ran('green in ci', {}, { place: 'ci' }),
  ran('green, some deselected', { deselected: 4 }),
  ran('green, as a report has it', { source: 'report' }),
  suite('green, commit unsaid', { git: { head: undefined } }),
  ran('old bytecode', { stale: ['a.pyc'] }),
  ran('much old bytecode', { stale: ['a.pyc', 'b.pyc', 'c.pyc'] }),
]

const requests = (what: string, of: object, more: object = {}): Line => [
  what,
  'package installed',
  'requests',
  box({ packages: { claimed: { requests: of } }, ...more }),
]
const own = (what: string, facts: FactOverrides): Line => [
  what,
  'package installed',
  'cli_helpers',
  box(facts, { claim: { fromRepo: true } }),
]
const ownHere = (what: string, of: object): Line =>
  own(what, { packages: { claimed: { cli_helpers: of } }, tests: NO_SESSION })

const PACKAGES: readonly Line[] = [
  ...LABELS.map((label) => requests(`label ${label}`, { label })),
  ...LABELS.map((label) => ownHere(`own, label ${label}`, { label })),
  ...[...LABELS, 'none' as const].map((label) =>
    own(`own, session label ${label}`, { tests: { origins: { cli_helpers: { label } } } }),
  ),
  own('own, session path unsaid', {
    tests: { origins: { cli_helpers: { label: 'venv', origin: undefined } } },
  }),
  own('own, session unsaid', { tests: { origins: { cli_helpers: undefined } } }),
  ...['importable', 'loader', 'readable', 'label', 'origin', 'path_origin'].map((fact) =>
    requests(`${fact} unsaid`, { [fact]: undefined }),
  ),
  requests('hidden by a hook', { origin: '<other>/x.py' }),
  requests('builtin', { origin: 'built-in', loader: 'builtin', label: 'stdlib', path_origin: '' }),
  requests('frozen', { loader: 'frozen', label: 'stdlib', path_origin: '<base>/os.py' }),
  requests('nothing on the path', { path_origin: '' }),
  requests('no version', { version: '' }),
  requests('system, hidden', { label: 'system', origin: '<other>/x.py' }),
  requests('in user site, hiding another', { label: 'user-site', copies: ['venv'] }),
  requests('in user site, copies unsaid', { label: 'user-site', copies: undefined }),
  requests('editable in this tree', { label: 'repo', direct_url: 'editable' }),
  requests('in this tree, no distribution', { label: 'repo', direct_url: 'editable', distribution: '' }),
  requests('in this tree, install unsaid', { label: 'repo', direct_url: undefined }),
  requests('in this tree, distribution unsaid', { label: 'repo', distribution: undefined }),
  requests('editable elsewhere', { label: 'elsewhere', direct_url: 'editable' }),
  requests('PYTHONPATH in the tree', {
    label: 'pythonpath',
    origin: '<repo>/requests.py',
    path_origin: '<repo>/requests.py',
  }),
  requests('namespace', { loader: 'namespace' }),
  requests('not readable', { readable: false }),
  requests('absent', { importable: false, distribution: '' }),
  requests('absent, module unsaid', { importable: false, distribution: '', module: undefined }),
  requests('absent, not readable', { importable: false, readable: false }),
  requests('metadata only', { importable: false }),
  requests('metadata only, version unsaid', { importable: false, version: undefined }),
  ownHere('own, absent, tracked', { importable: false, in_tree: true }),
  ownHere('own, absent, not tracked', { importable: false, in_tree: false }),
  ownHere('own, absent, unsaid', { importable: false, in_tree: undefined }),
  ownHere('own namespace, tracked', { loader: 'namespace', tracked: true }),
  ownHere('own namespace, not tracked', { loader: 'namespace', tracked: false }),
  ownHere('own, by PYTHONPATH in the tree', { label: 'pythonpath' }),
  requests('unclear record, found', {}, { tests: { believed: undefined } }),
  requests(
    'unclear record, absent',
    { importable: false, distribution: '' },
    { tests: { believed: undefined } },
  ),
  own('own, unclear record, absent', {
    packages: { claimed: { cli_helpers: { importable: false } } },
    tests: { believed: undefined },
  }),
  requests('another prefix', {}, { tests: { session: { prefix_agrees: false, prefix: '~/env' } } }),
  requests('prefix unsaid', {}, { tests: { session: { prefix_agrees: undefined } } }),
  requests(
    'a report, prefix unsaid',
    {},
    { tests: { source: 'report', session: { prefix_agrees: undefined } } },
  ),
  requests('no session', {}, { tests: NO_SESSION }),
  ['nobody asked', 'package installed', 'other'],
]

const place = (what: string, facts: FactOverrides, more: Omit<Scene, 'facts'> = {}): Line =>
  suite(what, facts, more)
const PLACES: readonly Line[] = [
  place('same machine as local', {
    host: { machine: idOf('local', 1), container: undefined, in_container: false },
  }),
  place('nothing tells it from local', { host: { machine: undefined, container: undefined } }),
  place('no commit said', {
    git: { head: undefined, head_content: OTHER_CONTENT, tree_content: OTHER_CONTENT },
    tests: both(OTHER_CONTENT),
  }),
  place('another commit', {
    git: { head: 'd'.repeat(40), head_content: OTHER_CONTENT, tree_content: OTHER_CONTENT },
    tests: both(OTHER_CONTENT),
  }),
  place('says another place', { probe: { place: 'local' } }),
  place('says a leg', { probe: { leg: 'codex' } }),
  place('no provider', { probe: { ci: undefined } }, { place: 'ci' }),
]

const LINES: { readonly [title: string]: readonly Line[] } = {
  SECRETS,
  FILES,
  VARIABLES,
  TESTS,
  PACKAGES,
  PLACES,
}

test.each(Object.keys(LINES))('%s', async (title) => {
  const said = (LINES[title] ?? []).map(([what, kind, subject, scene]) => {
    const { state, reason, fact } = cellOf(kind, subject, scene)
    return `${what}\n  ${state} ${reason}: ${fact}\n`
  })
  await expect(said.join('')).toMatchFileSnapshot(`sentences/${title.toLowerCase()}.txt`)
})
