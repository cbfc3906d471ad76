import { describe, expect, it } from 'vitest'
import { SIGNALS } from '../../../src/core/advice/signals/signals.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import type { Signal } from '../../../src/core/verdict-model.ts'
import {
  candidateOf,
  caseOf,
  claimsOf,
  EARLIER,
  EARLIER_CONTENT,
  type FactOverrides,
  OTHER_CONTENT,
} from '../../support/facts.ts'

/** The quiet case: nothing restarted, no secret on the box. */
const quiet: FactOverrides = { previous: undefined, secrets: { files: { '.env': { exists: false } } } }
const all = (local: FactOverrides, box: FactOverrides = {}, ci: FactOverrides = {}) =>
  judgeCase(
    caseOf({
      claims: claimsOf(),
      candidates: [
        candidateOf('local', { ...quiet, ...local }),
        candidateOf('box', { ...quiet, ...box }),
        candidateOf('ci', { ...quiet, ...ci }),
      ],
    }),
  )
const find = (id: string, signals: readonly Signal[]): Signal | undefined => signals.find((signal) => signal.id === id)

const failed: FactOverrides['tests'] = { exit_status: 1, failed: 2, passed: 410 }

/** id, the facts of local, what `next` must hold, trust. Every other place is as it should be. */
const TABLE: readonly [string, FactOverrides, Partial<Signal>, RegExp][] = [
  [
    'dirty-home',
    { path: { pythonpath: ['~/old helpers'] } },
    {
      trust: false,
      places: ['local', 'box', 'ci'],
      apart: ['local'],
      what: 'local has PYTHONPATH ~/old helpers; box and ci are clean',
    },
    /^on local: env -u PYTHONPATH PYTHONNOUSERSITE=1 \.venv\/bin\/python -I -m pytest -q$/,
  ],
  [
    'other-version',
    { interpreter: { version: '3.10.13' } },
    {
      trust: false,
      places: ['local', 'box', 'ci'],
      apart: ['local'],
      what: 'Python 3.10.13 on local, Python 3.12.7 on box and ci',
    },
    /rebuild the environment of local with Python 3\.12\.7 from the same lock file, or stop comparing/,
  ],
  [
    'invisible-file',
    {
      packages: { claimed: { cli_helpers: { importable: false } } },
      tests: { origins: { cli_helpers: { imported: false, origin: '', label: 'none' } } },
    },
    { trust: false, places: ['local'] },
    /os\.getcwd\(\).*-m pytest -q -s/,
  ],
  [
    'only-without-isolation',
    { tests: { isolated: { exit_status: 1 } } },
    { trust: false, places: ['local'] },
    /-I -m pytest -q/,
  ],
  [
    'same-path-other-host',
    { interpreter: { version: '3.10.13' }, tests: failed },
    { trust: false },
    /^compare machine and executable first: local 11111111 0123456789ab, box 23232323 /,
  ],
  [
    'same-bytes-other-runtime',
    { interpreter: { version: '3.10.13' } },
    { trust: false },
    /local 3\.10\.13 in <repo>\/\.venv \(venv\)/,
  ],
  [
    'green-here-red-there',
    { tests: failed },
    { trust: false, apart: ['local'], what: 'tests hold in box and ci, fail in local' },
    /^read the difference of the two session records: see "Facts of the two places that disagree" in this report$/,
  ],
  [
    'no-session',
    { tests: { believed: false, disbelief: ['other-machine'] } },
    { trust: false, places: ['local'] },
    /agent_probe\.py local --tests always/,
  ],
  [
    'not-inherited',
    { tests: { env: { BILLING_MODE: { set: false } } } },
    { trust: false, places: ['local'] },
    /"BILLING_MODE" in os\.environ/,
  ],
  [
    'orphan-report',
    { tests: { reports: { 'junit.xml': { now: '11'.repeat(32) } } } },
    { trust: false, places: ['local'] },
    /regenerate it.*-m pytest -q/,
  ],
  [
    'export-died',
    {
      previous: { found: true, env: { BILLING_MODE: { set: true } } },
      env: { claimed: { BILLING_MODE: { set: false } } },
    },
    { trust: null, places: ['local'], what: 'since the last probe of local no longer set: BILLING_MODE' },
    /^set BILLING_MODE where the process starts/,
  ],
  [
    'forgotten-venv',
    {
      interpreter: {
        in_venv: false,
        executable: '<prefix>/bin/python',
        prefix: '~/.pyenv/versions/3.12.7',
        project_python: '<repo>/.venv/bin/python',
      },
    },
    {
      trust: false,
      places: ['local'],
      what: "local was probed with <prefix>/bin/python, beside the project's own <repo>/.venv/bin/python",
    },
    /^probe with the project's own: \.venv\/bin\/python scripts\/agent_probes\/agent_probe\.py local --tests always --for-commit$/,
  ],
  [
    'older-content',
    {
      git: { head: EARLIER, head_content: EARLIER_CONTENT, tree_content: EARLIER_CONTENT },
      tests: { content_before: EARLIER_CONTENT, content_after: EARLIER_CONTENT },
    },
    { trust: 'as-far-as-it-goes', places: ['local'], what: 'local speaks of d4e5f6a, 1 commit before head' },
    /probe again at the head: .*agent_probe\.py local --for-commit$/,
  ],
  [
    'fewer-executed',
    { tests: { collected: 415, executed: 12, passed: 12, skipped: 403 } },
    {
      trust: false,
      places: ['local', 'box', 'ci'],
      apart: ['local'],
      what: 'local executed fewer tests than box and ci: 12 and 403 skipped, box 412 and 3 skipped',
    },
    /^see what is skipped there and why: \.venv\/bin\/python -m pytest -q -rs$/,
  ],
  [
    'broken-launcher',
    { interpreter: { scripts_broken: 1 } },
    { trust: false, places: ['local'] },
    /by its path: \.venv\/bin\/python/,
  ],
  [
    'failing-hook',
    {
      path: { sitecustomize: { present: true, file: '~/hooks/sitecustomize.py', error: 'NameError: x' } },
      tests: { hook_error: 'NameError: x' },
    },
    { trust: null, places: ['local'], what: 'local: a start-up hook failed: NameError: x' },
    /mend or remove the start-up hook ~\/hooks\/sitecustomize\.py/,
  ],
  [
    'same-runtime',
    {},
    { trust: true, places: ['local', 'box', 'ci'] },
    /rerun the same command here: \.venv\/bin\/python -m pytest -q/,
  ],
]

describe('findSignals', () => {
  it.each(TABLE)('%s', (id, local, expected, next) => {
    const signal = find(id, all(local).signals)
    expect(signal).toMatchObject(expected)
    expect(signal?.next).toMatch(next)
  })

  it.each([
    [
      'both lie in the checkout',
      'push',
      ['checkout', 'checkout'],
      /git diff --no-index 'probes\/box fix\.txt' probes\/ci\.txt$/,
    ],
    ['one came with an artifact', 'push', ['artifact', 'checkout'], /in this report$/],
    ['one came with a comment', 'run where-it-ran run', ['text', 'checkout'], /in this report$/],
    ['a job on GitHub wrote one', 'push', ['checkout', 'this-run'], /in this report$/],
    ['this very run wrote one', 'run where-it-ran run', ['checkout', 'this-run'], /fix\.txt' probes\/ci\.txt$/],
  ] as const)('a difference is shown by a command only where the reader has the files: %s', (_, rerun, kinds, next) => {
    const [ofBox, ofCi] = kinds
    const box = { provenance: { kind: ofBox, label: 'probes/box fix.txt' } }
    const ci = { provenance: { kind: ofCi, label: ofCi === 'checkout' ? 'probes/ci.txt' : 'written by this run' } }
    const c = caseOf({
      candidates: [candidateOf('box', { tests: failed }, box), candidateOf('ci', {}, ci)],
      ciFromFiles: true,
    })
    const { signals } = judgeCase({ ...c, commands: { ...c.commands, rerun } })
    expect(find('green-here-red-there', signals)?.next).toMatch(next)
  })

  it.each(TABLE.filter(([id]) => id !== 'same-runtime'))('%s stays quiet where all is well', (id) => {
    expect(find(id, all({}).signals)).toBeUndefined()
  })

  it('fresh-box and secret-on-box are about the box alone', () => {
    const restarted: FactOverrides = { previous: { found: true, boot: '77'.repeat(16) } }
    const secret: FactOverrides = { secrets: { files: { '.env': { exists: true } }, env_names: 2 } }
    expect(find('fresh-box', all(restarted).signals)).toBeUndefined()
    expect(find('fresh-box', all({}, restarted).signals)).toMatchObject({
      places: ['box'],
      trust: null,
      next: expect.stringContaining('treat the disk as new'),
    })
    expect(find('secret-on-box', all(secret).signals)).toBeUndefined()
    expect(find('secret-on-box', all({}, secret).signals)).toMatchObject({
      places: ['box'],
      trust: null,
      next: expect.stringContaining('rotate it'),
    })
  })

  it('counts one name as one', () => {
    const one = { secrets: { files: { '.env': { exists: false } }, env_names: 1 } }
    expect(find('secret-on-box', all({}, one).signals)?.what).toBe('on box: 1 secret-looking variable name')
  })

  it('same-runtime is not said of a runtime with an unknown part', () => {
    expect(find('same-runtime', all({ path: { sitecustomize: undefined } }).signals)?.places).toEqual(['box', 'ci'])
  })

  it('speaks the shell of the place', () => {
    const signal = find('dirty-home', all({ host: { platform: 'win32' }, path: { pythonpath: ['~/x'] } }).signals)
    expect(signal?.next).toContain("$env:PYTHONPATH = $null; $env:PYTHONNOUSERSITE = '1'; .venv/bin/python -I")
  })

  it('says nothing of a file that the tests saw, whatever the probe could import', () => {
    const facts = { packages: { claimed: { cli_helpers: { importable: false } } } }
    expect(find('invisible-file', all(facts).signals)).toBeUndefined()
  })

  it.each([
    ['of Homebrew, beside the standard library', '<base>/lib/python3.12/sitecustomize.py', undefined],
    [
      'of a site-packages',
      '<base>/lib/python3.12/site-packages/sitecustomize.py',
      'local has sitecustomize; box and ci are clean',
    ],
    ['of a home', '~/lib/sitecustomize.py', 'local has sitecustomize; box and ci are clean'],
  ])('dirty-home and a start-up hook %s', (_, file, what) => {
    const hook = { present: true, loaded: true, file, hash: 'abcdef012345' }
    expect(find('dirty-home', all({ path: { sitecustomize: hook } }).signals)?.what).toBe(what)
    const users = { present: true, file: '<base>/lib/python3.12/usercustomize.py' }
    expect(find('dirty-home', all({ path: { usercustomize: users } }).signals)).toBeDefined()
  })

  it.each([
    [['no-session'], 'the command left none', /^load the plugin, so that the session is recorded: /],
    [
      ['changed-since', 'odd'],
      'files have changed since, odd',
      /^run them once more, with the record on: .* --tests always/,
    ],
  ])('no-session tells why in words, and what mends it: %j', (disbelief, why, next) => {
    const signal = find('no-session', all({ tests: { believed: false, disbelief } }).signals)
    expect(signal?.what).toBe(`tests ran in local, and their record does not count: ${why}`)
    expect(signal?.next).toMatch(next)
  })

  it('no-session is not said of a runner that is not there', () => {
    const tests = { source: 'run', believed: false, disbelief: ['no-session'], unstarted: 'tox' } as const
    expect(find('no-session', all({ tests }).signals)).toBeUndefined()
  })

  it('names what was left uncommitted at the head, and trusts nothing of it', () => {
    const changed: FactOverrides = {
      git: { modified: 1, untracked: 1, tree_content: EARLIER_CONTENT },
      tests: { content_before: EARLIER_CONTENT, content_after: EARLIER_CONTENT },
    }
    expect(find('older-content', all(changed).signals)).toMatchObject({
      trust: false,
      what: 'local speaks of uncommitted changes on top of HEAD',
      next: expect.stringMatching(/^commit or ignore them, then probe again: .*agent_probe\.py local --for-commit$/),
    })
    const older = { ...changed, git: { ...changed.git, head: EARLIER, head_content: EARLIER_CONTENT } }
    expect(
      find('older-content', all({ ...older, git: { ...older.git, tree_content: OTHER_CONTENT } }).signals)?.what,
    ).toBe('local speaks of d4e5f6a, 1 commit before head, with uncommitted changes')
  })

  it.each<[string, FactOverrides, string | undefined]>([
    ['a claimed name was set since', { previous: { env: { BILLING_MODE: { set: false } } } }, undefined],
    [
      'a value changed, of which only the name is shown',
      {
        previous: { env: { BILLING_MODE: { set: true, hash: 'a'.repeat(12) } } },
        env: { claimed: { BILLING_MODE: { hash: 'b'.repeat(12) } } },
      },
      'since the last probe of local set to another value: BILLING_MODE',
    ],
    [
      'a value is no longer compared',
      { previous: { env: { BILLING_MODE: { set: true, hash: 'a'.repeat(12) } } } },
      undefined,
    ],
  ])('export-died when %s', (_what, local, what) => {
    expect(find('export-died', all(local).signals)?.what).toBe(what)
  })

  it('forgotten-venv is not said of whoever is in another environment on purpose', () => {
    const there = { project_python: '<repo>/.venv/bin/python' }
    const inTox = { interpreter: { ...there, in_venv: true } }
    const inConda = { interpreter: { ...there, in_venv: false, conda_prefix: '~/conda' } }
    for (const local of [inTox, inConda]) expect(find('forgotten-venv', all(local).signals)).toBeUndefined()
  })

  it('broken-launcher is said of the pip of another environment only where a package is missing', () => {
    const pip = { name: 'pip', target: '<other>/pip', kind: 'script', starts: 'other' } as const
    const onPath: FactOverrides = { interpreter: { on_path: [pip] } }
    expect(find('broken-launcher', all(onPath).signals)).toBeUndefined()
    const missing = { packages: { claimed: { requests: { importable: false, distribution: '' } } } }
    expect(find('broken-launcher', all({ ...onPath, ...missing }).signals)?.what).toBe(
      'pip of local starts another interpreter, or none',
    )
    const dead: FactOverrides = { interpreter: { on_path: [{ ...pip, starts: 'none' }] } }
    expect(find('broken-launcher', all(dead).signals)).toBeDefined()
  })

  it('asks of a matrix that one leg has the version', () => {
    const legs = ['3.12.7', '3.13.1'].map((version, leg) =>
      candidateOf('ci', { ...quiet, probe: { leg: `py${leg}` }, interpreter: { version } }, { leg: `py${leg}` }),
    )
    const judge = (version: string) =>
      judgeCase(
        caseOf({
          candidates: [candidateOf('local', { ...quiet, interpreter: { version } }), ...legs],
          asked: { places: ['local', 'ci'], why: '' },
        }),
      ).signals
    expect(find('other-version', judge('3.13.1'))).toBeUndefined()
    expect(find('other-version', judge('3.10.13'))).toMatchObject({
      apart: ['local'],
      next: expect.stringContaining('with Python 3.12.7 or 3.13.1 from'),
    })
  })

  it('puts causes first, and last what is about a place where all is well', () => {
    const ids = all(
      { path: { pythonpath: ['~/x'] }, interpreter: { version: '3.10.13' }, tests: failed },
      { secrets: { env_names: 1 } },
    ).signals.map(({ id }) => id)
    expect(ids).toEqual([
      'dirty-home',
      'other-version',
      'green-here-red-there',
      'same-bytes-other-runtime',
      'same-path-other-host',
      'secret-on-box',
      'same-runtime',
    ])
  })

  it('has the rows of the table', () => {
    expect(SIGNALS.map(({ id }) => id).sort()).toEqual(
      [...TABLE.map(([id]) => id), 'fresh-box', 'secret-on-box'].sort(),
    )
  })
})

describe('findChecks', () => {
  const states = (local: FactOverrides) => Object.fromEntries(all(local).checks.map(({ id, state }) => [id, state]))
  const good = {
    'fits-declared-range': 'holds',
    'no-unexplained-difference': 'holds',
    'isolated-run-passes': 'holds',
    'own-modules-from-repo': 'holds',
  }

  it.each<[string, FactOverrides, Partial<typeof good>]>([
    ['all is well', {}, {}],
    [
      'the interpreter is too old',
      { interpreter: { version: '3.9.1' } },
      { 'fits-declared-range': 'fails', 'no-unexplained-difference': 'fails' },
    ],
    ['no range is known', { interpreter: { requires_python: undefined } }, { 'fits-declared-range': 'unknown' }],
    ['the project states no range', { interpreter: { requires_python: '' } }, { 'fits-declared-range': 'unknown' }],
    ['the isolated run fails', { tests: { isolated: { exit_status: 1 } } }, { 'isolated-run-passes': 'fails' }],
    ['the isolated run executed nothing', { tests: { isolated: { passed: 0 } } }, { 'isolated-run-passes': 'fails' }],
    ['there is no isolated run', { tests: { isolated: undefined } }, { 'isolated-run-passes': 'unknown' }],
    [
      'an own module comes from elsewhere',
      { tests: { origins: { cli_helpers: { label: 'user-site' } } } },
      { 'own-modules-from-repo': 'fails' },
    ],
    [
      'an own module is not said to come from anywhere',
      { tests: { origins: { cli_helpers: undefined } } },
      { 'own-modules-from-repo': 'unknown' },
    ],
    ['the own modules are not known', { packages: { own: undefined } }, { 'own-modules-from-repo': 'unknown' }],
  ])('when %s', (_what, local, expected) => {
    expect(states(local)).toEqual({ ...good, ...expected })
  })
})
