import { describe, expect, test } from 'vitest'
import type { Reason } from '../../../src/core/reasons.ts'
import type { FactOverrides } from '../../support/facts.ts'
import { cellOf, type Scene } from '../../support/judge-cell.ts'

const requests = (facts: object): FactOverrides => ({ packages: { claimed: { requests: facts } } })
const other = { origin: '<other>/old/requests/__init__.py', path_origin: '<other>/old/requests/__init__.py' }

const installed: [string, FactOverrides, Reason][] = [
  ['in the environment', {}, 'IN_PREFIX'],
  ['in a prefix that is no environment', requests({ label: 'prefix' }), 'IN_PREFIX'],
  ['in the standard library', requests({ label: 'stdlib', loader: 'frozen', path_origin: '' }), 'IN_STDLIB'],
  ['in the system site', requests({ label: 'system' }), 'IN_SYSTEM_SITE'],
  ['in one system site, beside another', requests({ label: 'system', copies: ['system'] }), 'IN_SYSTEM_SITE'],
  [
    "in the system site, hiding the environment's",
    requests({ label: 'system', copies: ['venv'] }),
    'SHADOWED',
  ],
  [
    'in the system site, hiding who knows what',
    requests({ label: 'system', copies: undefined }),
    'FACT_MISSING',
  ],
  ['in the user site, hiding nothing', requests({ label: 'user-site' }), 'IN_USER_SITE'],
  ['code without metadata: the origin decides', requests({ distribution: '', version: '' }), 'IN_PREFIX'],
  [
    'in the user site, hiding the environment’s',
    requests({ label: 'user-site', copies: ['venv'] }),
    'SHADOWED',
  ],
  ['from PYTHONPATH', requests({ label: 'pythonpath', ...other }), 'SHADOWED'],
  ['from the working directory', requests({ label: 'cwd', ...other }), 'SHADOWED'],
  ['from the tree, of the same name', requests({ label: 'repo' }), 'SHADOWED'],
  ['from a start-up hook', requests({ label: 'hook', path_origin: '' }), 'SHADOWED'],
  ['put there by a hook, before the path is asked', requests({ origin: '<other>/ghost.py' }), 'SHADOWED'],
  ['from nowhere known', requests({ label: 'elsewhere' }), 'SHADOWED'],
  ['editable from elsewhere', requests({ label: 'elsewhere', direct_url: 'editable' }), 'OTHER_CHECKOUT'],
  ['from another checkout', requests({ label: 'other-checkout' }), 'OTHER_CHECKOUT'],
  ['this tree, installed editable', requests({ label: 'repo', direct_url: 'editable' }), 'IN_REPO'],
  ['an empty directory', requests({ loader: 'namespace' }), 'NAMESPACE_ONLY'],
  ['not readable', requests({ readable: false }), 'UNREADABLE'],
  ['not readable, so not importable', requests({ importable: false, readable: false }), 'UNREADABLE'],
  ['metadata only', requests({ importable: false }), 'METADATA_WITHOUT_CODE'],
  ['not found', requests({ importable: false, distribution: '', version: '' }), 'MISSING'],
  ['asked of another name', { packages: { claimed: { requests: undefined } } }, 'NOT_ASKED'],
  ['a broken family', { packages: { error: 'OSError: x', claimed: undefined } }, 'PROBE_ERROR'],
  ['no such section', { packages: undefined }, 'FACT_MISSING'],
  ['no word of where path finding leads', requests({ path_origin: undefined }), 'FACT_MISSING'],
  ['no word of a session', { tests: undefined }, 'FACT_MISSING'],
  ['no session', { tests: { source: 'none' } }, 'IN_PREFIX'],
  ['tests of another interpreter', { tests: { session: { prefix_agrees: false } } }, 'OTHER_INTERPRETER'],
  [
    'a foreign record of another interpreter',
    { tests: { believed: false, tracked: true, session: { prefix_agrees: false } } },
    'IN_PREFIX',
  ],
  ['a record that is believed, and whose facts say no', { tests: { tracked: true } }, 'FACT_MISSING'],
  [
    'tests of who knows which interpreter',
    { tests: { session: { prefix_agrees: undefined } } },
    'FACT_MISSING',
  ],
]

/** What refutes decides before what is missing (DESIGN 5). */
const unsaid = { readable: undefined, loader: undefined, version: undefined }
const refuted: [string, FactOverrides, Reason][] = [
  ['shadowed', requests({ label: 'repo', ...unsaid }), 'SHADOWED'],
  ['of another checkout', requests({ label: 'other-checkout', ...unsaid }), 'OTHER_CHECKOUT'],
  [
    'of another checkout, which a hook put there',
    requests({ label: 'other-checkout', path_origin: '<other>/elsewhere.py' }),
    'OTHER_CHECKOUT',
  ],
  ['not readable', requests({ readable: false, label: undefined }), 'UNREADABLE'],
  ['not known to be shadowed', requests(unsaid), 'FACT_MISSING'],
]
test.each(refuted)('with facts missing, %s', (_, facts, reason) => {
  expect(cellOf('package installed', 'requests', { facts })).toMatchObject({ reason })
})

describe('a package is installed where it should come from', () => {
  test.each(installed)('%s', (_, facts, reason) => {
    expect(cellOf('package installed', 'requests', { facts })).toMatchObject({ reason })
  })
})

const own = (facts: object, tests: object = { source: 'none' }): FactOverrides => ({
  packages: { claimed: { cli_helpers: facts } },
  tests,
})
const imported = (origin: object): FactOverrides => ({ tests: { origins: { cli_helpers: origin } } })
test('the same bytes, in a place that nobody names', () => {
  const claim = { fromRepo: true }
  const scene = { facts: own({ label: undefined, same: true }), claim }
  expect(cellOf('package installed', 'cli_helpers', scene)).toMatchObject({ reason: 'FACT_MISSING' })
})

const absent = { importable: false, origin: '', label: undefined, path_origin: '', path_label: 'none' }

const fromRepo: [string, FactOverrides, Reason][] = [
  ['found in the tree, no session', own({}), 'IN_REPO'],
  ['through an editable finder', own({ path_origin: '', direct_url: 'editable' }), 'IN_REPO'],
  ['PYTHONPATH leads into the tree', own({ label: 'pythonpath' }), 'IN_REPO'],
  ['PYTHONPATH leads out of it', own({ label: 'pythonpath', origin: '<other>/cli_helpers.py' }), 'SHADOWED'],
  ['a copy in the environment', own({ label: 'venv' }), 'OUTSIDE_REPO'],
  ['another checkout', own({ label: 'other-checkout' }), 'OTHER_CHECKOUT'],
  ['in the tree, not importable, no session', own(absent), 'NOT_IMPORTABLE_HERE'],
  ['neither in the tree nor importable', own({ ...absent, in_tree: false }), 'MISSING'],
  ['who knows whether in the tree', own({ ...absent, in_tree: undefined }), 'FACT_MISSING'],
  ['a folder without __init__.py, with tracked code', own({ loader: 'namespace' }), 'IN_REPO'],
  ['a folder without tracked code', own({ loader: 'namespace', tracked: false }), 'NAMESPACE_ONLY'],
  ['a folder, who knows what is tracked', own({ loader: 'namespace', tracked: undefined }), 'NAMESPACE_ONLY'],
  ['imported from the tree by the tests', imported({}), 'IN_REPO'],
  ['the session decides over the probe', { ...own({ label: 'other-checkout' }, {}) }, 'IN_REPO'],
  ['imported from another checkout by the tests', imported({ label: 'other-checkout' }), 'OTHER_CHECKOUT'],
  ['imported from the environment by the tests', imported({ label: 'venv' }), 'OUTSIDE_REPO'],
  ['put there by a hook in the tests', imported({ label: 'hook' }), 'SHADOWED'],
  ['not found by the tests', imported({ imported: false, label: 'none', origin: '' }), 'NOT_IMPORTABLE_HERE'],
  [
    'nowhere at all, as far as tests and tree say',
    {
      packages: { claimed: { cli_helpers: { in_tree: false } } },
      ...imported({ imported: false, label: 'none', origin: '' }),
    },
    'MISSING',
  ],
  ['not named by the session', { tests: { origins: { cli_helpers: undefined } } }, 'FACT_MISSING'],
]

describe('a package comes from the repository', () => {
  test.each(fromRepo)('%s', (_, facts, reason) => {
    const scene: Scene = { facts, claim: { fromRepo: true } }
    expect(cellOf('package installed', 'cli_helpers', scene)).toMatchObject({ reason })
  })
})

test('a subject is a name like any other, whatever prototypes know of it', () => {
  expect(cellOf('package installed', 'constructor')).toMatchObject({ state: 'unknown', reason: 'NOT_ASKED' })
})

test('a package that cannot be read is named even where nothing says where it lies', () => {
  const facts = requests({ readable: false, label: undefined, origin: undefined, version: '' })
  expect(cellOf('package installed', 'requests', { facts })).toMatchObject({
    reason: 'UNREADABLE',
    fact: 'an unknown place',
  })
})

describe('a package of the repository in a recorded session', () => {
  const own = (subject: string, facts: FactOverrides) =>
    cellOf('package installed', subject, { facts, claim: { fromRepo: true } })
  const origins = (of: object, more: object = {}): FactOverrides => ({
    tests: { origins: { cli_helpers: of }, ...more },
  })

  test('is known by its top-level import name, dashes and all', () => {
    expect(own('cli-helpers.tables', {})).toMatchObject({
      reason: 'IN_REPO',
      fact: '<repo>/cli_helpers/__init__.py in the test process',
    })
  })
  test('counts where it was imported, whatever git lists', () => {
    const untracked: FactOverrides = { packages: { claimed: { cli_helpers: { in_tree: false } } } }
    expect(own('cli_helpers', untracked).reason).toBe('IN_REPO')
    const nowhere = origins({ label: 'none', imported: false, origin: '' })
    expect(own('cli_helpers', nowhere).reason).toBe('NOT_IMPORTABLE_HERE')
    expect(own('cli_helpers', { ...nowhere, ...untracked })).toMatchObject({
      reason: 'MISSING',
      fact: 'no module cli_helpers, neither in the tree nor in the test process',
    })
  })
  test('is, under a report, what the probed interpreter would import', () => {
    const report = { source: 'report', session: undefined } as const
    expect(own('cli_helpers', origins({ label: 'repo', imported: false }, report)).reason).toBe('IN_REPO')
    expect(own('cli_helpers', origins({ label: 'venv', imported: false }, report)).reason).toBe(
      'OUTSIDE_REPO',
    )
  })
  test('tests of an interpreter whose place is not told are of another one all the same', () => {
    const facts = { tests: { session: { prefix_agrees: false, prefix: undefined } } }
    expect(own('cli_helpers', facts)).toMatchObject({
      reason: 'OTHER_INTERPRETER',
      fact: 'tests ran in another prefix',
    })
  })
})

const noSession: FactOverrides = { tests: { source: 'none' } }
const cliHelpers = (facts: object): FactOverrides => ({
  ...noSession,
  packages: { claimed: { cli_helpers: facts } },
})
test.each<[string, FactOverrides, Reason]>([
  ['a namespace of the tree, tracked below', cliHelpers({ loader: 'namespace', tracked: true }), 'IN_REPO'],
  [
    'a namespace of the tree, nothing tracked',
    cliHelpers({ loader: 'namespace', tracked: false }),
    'NAMESPACE_ONLY',
  ],
  [
    'a namespace elsewhere',
    cliHelpers({ loader: 'namespace', tracked: true, label: 'venv', origin: '<prefix>/lib/cli_helpers' }),
    'NAMESPACE_ONLY',
  ],
  ['of another checkout', cliHelpers({ label: 'other-checkout' }), 'OTHER_CHECKOUT'],
])('without a session, a package of the repository: %s', (_, facts, reason) => {
  expect(cellOf('package installed', 'cli_helpers', { facts, claim: { fromRepo: true } })).toMatchObject({
    reason,
  })
})

test.each<[string, FactOverrides, Reason]>([
  [
    'a namespace in the tree, tracked below',
    requests({ loader: 'namespace', tracked: true, label: 'repo' }),
    'NAMESPACE_ONLY',
  ],
  [
    'part of the interpreter itself',
    requests({ loader: 'builtin', label: 'stdlib', origin: 'built-in', path_origin: '<other>/requests.py' }),
    'IN_STDLIB',
  ],
  ['nowhere known', requests({ label: undefined }), 'FACT_MISSING'],
  ['in the environment, once installed editable', requests({ direct_url: 'editable' }), 'IN_PREFIX'],
])('an installed package: %s', (_, facts, reason) => {
  expect(cellOf('package installed', 'requests', { facts })).toMatchObject({ reason })
})
