import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { type FixInput, fixFor } from '../../../src/core/advice/fix/fix.ts'
import type { Claim, ClaimKind, Place } from '../../../src/core/model.ts'
import { REASONS, type Reason } from '../../../src/core/reasons.ts'
import { NASTY } from '../../support/arbitrary-facts.ts'
import { caseOf, claimsOf, type FactOverrides, factsOf } from '../../support/facts.ts'

const { commands } = caseOf()
const claim = (kind: ClaimKind, subject: string, overrides: Partial<Claim> = {}): Claim => ({
  kind,
  subject,
  in: ['local', 'box', 'ci'],
  ...overrides,
})
const fix = (
  reason: Reason,
  place: Place,
  of: Claim,
  facts: FactOverrides = {},
  overrides: Partial<FixInput> = {},
): string =>
  fixFor({
    claim: of,
    place,
    leg: null,
    reason,
    facts: factsOf(place, facts),
    claims: claimsOf(),
    commands,
    ...overrides,
  })

const requests = claim('package installed', 'requests')
const own = claim('package installed', 'cli_helpers', { fromRepo: true })
const variable = claim('env var set', 'BILLING_MODE')
const file = claim('file persisted', '~/.cache/model.bin')
const canary = claim('file persisted', 'canary:home')
const suite = claim('tests green', 'suite')
const secret = claim('secret stored', '.env')
const configuration = claim('secret stored', 'configuration')

const PROBED =
  'then run .venv/bin/python scripts/agent_probes/agent_probe.py local --for-commit, commit the file it names and push'

const DECLARED = (python: string): string =>
  `install what this project declares (such as ${python} -m pip install -e .), once you see requests among it; mend probes/claims.json if the name is a typing error`

describe('a secret that is not there', () => {
  const absent = (place: Place, places: readonly Place[]) =>
    fix('ABSENT', place, claim('secret stored', '.env', { in: places }))

  it('is made at home', () => {
    expect(absent('local', ['local', 'box'])).toMatch(/^\(umask 077; touch \.env\), and fill it, then run /)
  })

  it('is never asked of the box, which would then be told to throw it away', () => {
    expect(absent('box', ['local', 'box'])).toContain(
      'keep it away from there and ask it of the other places: {"name": ".env", "in": ["local"]} under "secrets" in probes/claims.json',
    )
    expect(absent('box', ['box'])).toContain(
      'keep it away from there: drop .env from "secrets" in probes/claims.json',
    )
    expect(absent('box', ['local', 'box'])).not.toContain('touch')
  })

  it('is written by a step in ci', () => {
    expect(absent('ci', ['local', 'ci'])).toContain(
      'write it in a step of the job, from a secret of the repository',
    )
  })
})

describe('a step that probes', () => {
  const probe = '.venv/bin/python scripts/agent_probes/agent_probe.py'
  const inside = { ...commands, rerun: 'run where-it-ran run', here: 'local' as const, probesHere: true }

  it('is not followed by the same probe again', () => {
    expect(fix('NO_RECORD', 'local', suite)).toBe(
      `run the tests with the record on: ${probe} local --tests always --for-commit, commit the file it names and push`,
    )
    const session = { tests: { session: { executable: '~/env/bin/python' } } }
    expect(fix('OTHER_INTERPRETER', 'box', suite, session)).toBe(
      'Tell the agent: on your own machine, probe with the interpreter that ran the tests: ~/env/bin/python scripts/agent_probes/agent_probe.py box --for-commit, commit the file it names and push',
    )
    expect(fix('NO_RECORD', 'box', suite, {}, { commands: inside })).toMatch(
      /box --tests always, then bring probes\/box\.txt here and run where-it-ran run$/,
    )
  })

  it('is left to the command that probes this place anyway', () => {
    expect(fix('MISSING', 'local', file, {}, { commands: inside })).toBe(
      'make ~/.cache/model.bin again, where this place keeps files, then run where-it-ran run',
    )
    expect(fix('MISSING', 'box', file, {}, { commands: inside })).toMatch(
      /, then run \S+ \S+ box, bring probes\/box\.txt here and run where-it-ran run$/,
    )
  })
})

describe('a variable that a recorded session did not have', () => {
  const probe = '.venv/bin/python scripts/agent_probes/agent_probe.py local --tests always'
  const unset = { tests: { env: { BILLING_MODE: { set: false } } } }
  const asked = { env: { claimed: { BILLING_MODE: { set: true } } } }

  it.each<Reason>(['UNSET', 'NOT_IN_TEST_PROCESS', 'VALUE_DIFFERS'])(
    'is looked for in another session: %s',
    (reason) => {
      expect(fix(reason, 'local', variable, unset)).toContain(`, then run ${probe} --for-commit, commit`)
      expect(fix(reason, 'ci', variable, unset)).not.toContain('--tests')
    },
  )

  it('because it was claimed later, is looked for in another session', () => {
    expect(fix('NOT_ASKED', 'local', variable, asked)).toContain(`, then run ${probe} --for-commit, commit`)
    expect(fix('NOT_ASKED', 'local', claim('env var set', 'NEWER'))).not.toContain('--tests')
    expect(fix('NOT_ASKED', 'local', file, asked)).not.toContain('--tests')
  })
})

describe('a CI that names no run', () => {
  const other = { probe: { ci: { provider: 'other' } }, tests: { source: 'session' } } as const
  const inside = {
    ...commands,
    rerun: 'run where-it-ran run --tests auto',
    here: 'ci' as const,
    probesHere: true,
  }

  it('starts the tests itself', () => {
    expect(fix('FACT_MISSING', 'ci', suite, other, { commands: inside })).toBe(
      'let the check start the tests itself: this CI names no run, so nothing says which run recorded them, then run where-it-ran run --tests always',
    )
    expect(fix('FACT_MISSING', 'ci', suite, { tests: { source: 'session' } })).toContain('leave --only away')
    expect(fix('FACT_MISSING', 'box', suite, other)).toContain('leave --only away')
  })
})

describe('an environment of uv', () => {
  const uv = { packages: { claimed: { requests: { installer: 'uv' } } } }

  it('has no pip to call', () => {
    expect(fix('MISSING', 'local', own, uv)).toContain('uv pip install --python .venv/bin/python -e .')
    expect(fix('METADATA_WITHOUT_CODE', 'local', requests, uv)).toContain(
      'uv pip install --python .venv/bin/python --force-reinstall -e .',
    )
  })
})

describe('tests that unittest runs', () => {
  it('are claimed as pytest runs them, which leaves a session', () => {
    const claims = claimsOf({ testCommand: ['python', '-m', 'unittest'] })
    const facts: FactOverrides = { tests: { source: 'run', sessions: 0 } }
    expect(fix('NO_RECORD', 'local', suite, facts, { claims })).toMatch(
      /^claim \["python", "-m", "pytest"\] in probes\/claims\.json and install pytest: /,
    )
  })
})

describe('a box that is no machine of its own', () => {
  const told =
    'otherwise tell the agent: on your own machine, check out this pull request, then run .venv/bin/python scripts/agent_probes/agent_probe.py box --for-commit, commit the file it names and push'
  const inside = { ...commands, rerun: 'run where-it-ran run' }

  it.each<[string, Partial<FixInput>, string]>([
    ['claimed in a file', {}, 'put "places": ["local", "ci"] into probes/claims.json'],
    ['claimed by default', { claims: claimsOf({ source: 'default' }) }, 'give the step places: local, ci'],
    [
      'claimed by default, asked by hand',
      { claims: claimsOf({ source: 'default' }), commands: inside },
      'ask with --places local,ci',
    ],
  ])('is no box, %s', (_what, overrides, how) => {
    const text = fix('SAME_MACHINE', 'box', suite, {}, overrides)
    expect(text).toContain(`where the agent works on the laptop itself there is no box: ${how}; otherwise`)
    if (overrides.commands === undefined) expect(text).toContain(told)
  })
})

describe('on a laptop', () => {
  const typed = {
    ...commands,
    rerun: 'run where-it-ran run --python python3',
    here: 'local' as const,
    probesHere: true,
  }
  const on = (reason: Reason, place: Place, of: Claim, facts: FactOverrides = {}) =>
    fix(reason, place, of, facts, { commands: typed })

  it('ci is filled by a push, and this place can be looked at alone', () => {
    expect(on('NO_PROBE', 'ci', suite)).toBe(
      'push, and let the workflow probe ci, or look at local alone: where-it-ran run --python python3 --places local',
    )
    expect(on('FAILED', 'ci', suite)).toMatch(/mend what fails, then push$/)
    const asked = { commands: { ...typed, rerun: 'run where-it-ran run --places local,ci' } }
    expect(fix('NO_PROBE', 'ci', suite, {}, asked)).toBe('push, and let the workflow probe ci')
    const inCi = { commands: { ...typed, here: 'ci' as const } }
    expect(fix('NO_PROBE', 'ci', suite, {}, inCi)).toBe(
      'run .venv/bin/python scripts/agent_probes/agent_probe.py ci in this job, then run where-it-ran run --python python3',
    )
    expect(fix('NO_PROBE', 'ci', suite)).toBe(
      `let the job that runs the tests reach the step of this action: if: \${{ !cancelled() }}, then push`,
    )
    const none = { noMerge: true } as const
    expect(fix('NOT_THIS_PR', 'ci', suite, {}, none)).toBe(
      'merge the base branch and resolve what conflicts, then push',
    )
  })

  it('tests are started again by the same command, not by one more', () => {
    expect(on('UNSET', 'local', variable, { tests: { env: { BILLING_MODE: { set: false } } } })).toBe(
      "export BILLING_MODE='…' in the process that starts the tests, then run where-it-ran run --python python3 --tests always",
    )
    const never = { ...typed, rerun: 'run where-it-ran run --tests never' }
    expect(fix('FAILED', 'local', suite, {}, { commands: never })).toBe(
      'run .venv/bin/python -m pytest -q and mend what fails, then run where-it-ran run --tests always',
    )
  })

  it('a Python that was named by oversight is not named again', () => {
    const forgotten = { interpreter: { in_venv: false, project_python: '<repo>/.venv/bin/python' } }
    expect(on('MISSING', 'local', requests, forgotten)).toBe(
      "use the project's own environment, then run where-it-ran run --python .venv/bin/python --tests always",
    )
    // What another Python did not find, it would not find the next time either.
    for (const [reason, of] of [
      ['NOT_IMPORTABLE_HERE', own],
      ['COLLECTION_ERROR', suite],
    ] as const)
      expect(on(reason, 'local', of, forgotten)).toBe(on('MISSING', 'local', requests, forgotten))
  })

  it.each([
    ['python3', 'run where-it-ran run --python .venv/bin/python'],
    ["'/opt/my python'", 'run where-it-ran run --python .venv/bin/python'],
    [
      "'/opt/it'\\''s/python' --fail-on never",
      'run where-it-ran run --python .venv/bin/python --fail-on never',
    ],
  ])('nor is %s, where the tests ran with another', (named, rerun) => {
    const commandsHere = { ...typed, rerun: `run where-it-ran run --python ${named}` }
    const ran = { tests: { session: { executable: '<repo>/.venv/bin/python' } } }
    expect(fix('OTHER_INTERPRETER', 'local', suite, ran, { commands: commandsHere })).toBe(
      `probe with the interpreter that ran the tests: .venv/bin/python scripts/agent_probes/agent_probe.py local, then ${rerun}`,
    )
  })

  it('says nothing of a pull request, and sends nobody where he stands', () => {
    const texts = (['NO_PROBE', 'NOT_THIS_PR', 'SAME_MACHINE', 'STALE_CONTENT'] as const).flatMap((reason) =>
      (['local', 'box', 'ci'] as const).map((place) => on(reason, place, suite)),
    )
    expect(texts.filter((text) => text.includes('pull request'))).toEqual([])
    expect(on('NOT_THIS_PR', 'local', suite)).toBe('run where-it-ran run --python python3')
    expect(on('NO_PROBE', 'box', suite)).toContain('check out the commit that is judged here, then run')
    expect(on('NOT_THIS_PR', 'ci', suite)).toMatch(
      /^push, and let the workflow probe ci, or look at local alone/,
    )
  })
})

it('installs nothing where the repository has no such package', () => {
  const nowhere = { packages: { claimed: { cli_helpers: { in_tree: false } } } }
  expect(fix('MISSING', 'local', own, nowhere)).toMatch(
    /^commit cli_helpers to this repository, or mend probes\/claims\.json if the name is a typing error, then /,
  )
})

it('sends whoever waits for the hash of ci to ci, and has nobody probe again', () => {
  const compared = claim('env var set', 'BILLING_MODE', { compare: true })
  const own = { env: { claimed: { BILLING_MODE: { hash: 'a'.repeat(12) } } } }
  const laptop = { ...commands, rerun: 'run where-it-ran run', here: 'local' as const, probesHere: true }
  const pushed = 'see that BILLING_MODE is under env: of the job that probes ci, then push'
  expect(fix('FACT_MISSING', 'local', compared, own)).toBe(pushed)
  expect(fix('FACT_MISSING', 'box', compared, own)).toBe(`Tell the agent: ${pushed}`)
  const here =
    'push, and let the workflow probe ci with BILLING_MODE under env: of that job, or look at local alone: where-it-ran run --places local'
  expect(fix('FACT_MISSING', 'local', compared, own, { commands: laptop })).toBe(here)
  expect(fix('FACT_MISSING', 'box', compared, own, { commands: laptop })).toBe(`Tell the agent: ${here}`)
  expect(fix('FACT_MISSING', 'local', compared)).toMatch(/^take the probe that this version ships/)
  expect(fix('FACT_MISSING', 'local', variable, own)).toMatch(/^take the probe that this version ships/)
})

describe('fixFor', () => {
  it.each<[Reason, Place, Claim, FactOverrides, string]>([
    ['MISSING', 'local', requests, {}, `${DECLARED('.venv/bin/python')}, ${PROBED}`],
    ['MISSING', 'ci', requests, {}, `${DECLARED('.venv/bin/python')}, then push`],
    ['MISSING', 'ci', own, {}, '.venv/bin/python -m pip install -e ., then push'],
    // The environment that was forgotten may well have it.
    [
      'MISSING',
      'local',
      requests,
      { interpreter: { in_venv: false, project_python: '<repo>/.venv/bin/python', prefix: '~/.pyenv' } },
      `use the project's own environment, ${PROBED.replace('--for', '--tests always --for')}`,
    ],
    // Claimed without "from", yet the repository's own: nobody else's package of that name may come.
    [
      'MISSING',
      'ci',
      requests,
      { packages: { claimed: { requests: { in_tree: true } } } },
      '.venv/bin/python -m pip install -e ., then push',
    ],
    ['NOT_IMPORTABLE_HERE', 'ci', own, {}, '.venv/bin/python -m pip install -e ., then push'],
    [
      'FAILED',
      'ci',
      suite,
      { tests: { sessions: 0 } },
      'read probes/ci-pytest.log: no test session began (is the runner installed for .venv/bin/python?), then push',
    ],
    [
      'OTHER_CHECKOUT',
      'ci',
      suite,
      { path: { pythonpath: ['~/old'] } },
      'unset PYTHONPATH where the tests start, then push',
    ],
    ['OTHER_CHECKOUT', 'ci', suite, {}, '.venv/bin/python -m pip install -e ., then push'],
    ['MISSING', 'local', file, {}, `make ~/.cache/model.bin again, where this place keeps files, ${PROBED}`],
    [
      'SHADOWED',
      'local',
      requests,
      { packages: { claimed: { requests: { label: 'pythonpath' } } } },
      `unset PYTHONPATH where the tests start, ${PROBED}`,
    ],
    [
      'UNSET',
      'local',
      variable,
      {},
      `export BILLING_MODE='…' in the process that starts the tests, ${PROBED.replace('--for', '--tests always --for')}`,
    ],
    ['UNSET', 'ci', variable, {}, 'add BILLING_MODE under env: of the job that runs the tests, then push'],
    ['FAILED', 'ci', suite, {}, 'run .venv/bin/python -m pytest -q and mend what fails, then push'],
    [
      'NO_RECORD',
      'ci',
      suite,
      { tests: { source: 'run', sessions: 0 } },
      'let .venv/bin/python -m pytest -q write junit.xml in every run, then push',
    ],
    [
      'STALE_CONTENT',
      'local',
      suite,
      { tests: { stale: ['<repo>/it works.py'] } },
      `touch 'it works.py', then run .venv/bin/python -m pytest -q, ${PROBED}`,
    ],
    [
      'STALE_CONTENT',
      'ci',
      suite,
      { git: { modified: 2, untracked: 1 } },
      'commit or ignore the 3 changed files, then run .venv/bin/python -m pytest -q, then push',
    ],
    [
      'GIT_REFUSED',
      'ci',
      suite,
      { git: { state: 'none' } },
      'put actions/checkout before this step, then push',
    ],
    [
      'GIT_REFUSED',
      'ci',
      suite,
      { git: { state: 'refused' } },
      'git config --global --add safe.directory "$PWD", then push',
    ],
    ['READABLE_BY_OTHERS', 'local', secret, {}, `chmod 600 .env, ${PROBED}`],
    ['NOT_IGNORED', 'local', secret, {}, `printf '%s\\n' .env >> .gitignore, ${PROBED}`],
    [
      'NO_INTERPRETER',
      'ci',
      suite,
      {},
      'put actions/setup-python before this step, or name the interpreter: python: .venv/bin/python, then push',
    ],
  ])('%s in %s', (reason, place, of, facts, expected) => {
    expect(fix(reason, place, of, facts)).toBe(expected)
  })

  it.each<[readonly string[], readonly string[], RegExp]>([
    [['tox', '-e', 'py312'], ['junit.xml'], /^add pass_env = PYTHONPATH, WHERE_IT_RAN_RUN to \[testenv\]/],
    [['uv', 'run', 'tox'], [], /^add pass_env/],
    [
      ['python', 'manage.py', 'test'],
      [],
      /^let .*manage\.py test write a JUnit report, and name it in .*"reports"/,
    ],
    [['python', 'manage.py', 'test'], ['out/a b.xml'], /manage\.py test write 'out\/a b\.xml' in every run/],
  ])(
    'a command that left no session is told how to leave one: %j, reports %j',
    (testCommand, testReports, says) => {
      const facts = { tests: { source: 'run' as const, sessions: 0 } }
      const claims = { ...claimsOf(), testCommand, testReports }
      expect(fix('NO_RECORD', 'ci', suite, facts, { claims })).toMatch(says)
    },
  )

  it('names the claims edit that excuses a lost canary', () => {
    expect(fix('CANARY_LOST', 'box', canary)).toContain(
      'explain it in probes/claims.json: "explain": {"file persisted/canary:home@box": {"reason": "CANARY_LOST", "because": "…"}}',
    )
  })

  it('names where a credential lies, and has it rotated', () => {
    const text = fix('CREDENTIAL_IN_CONFIG', 'ci', configuration, {
      secrets: { configuration: { headers: true } },
    })
    expect(text).toContain('persist-credentials: false')
    expect(text).toContain('rotate that credential')
    expect(text).not.toContain('set-url')
  })

  it('probes with the interpreter that ran the tests', () => {
    const text = fix('OTHER_INTERPRETER', 'local', requests, {
      tests: { session: { executable: '~/envs/t/bin/python' } },
    })
    expect(text).toContain('~/envs/t/bin/python scripts/agent_probes/agent_probe.py local')
  })

  it.each<[string, readonly string[], FactOverrides, string]>([
    ['not active', ['pytest', '-q'], {}, '. .venv/bin/activate && python scripts'],
    [
      'active',
      ['pytest', '-q'],
      { interpreter: { virtual_env: '<repo>/.venv' } },
      '.venv/bin/python scripts',
    ],
    ['none', ['pytest'], { interpreter: { in_venv: false } }, '.venv/bin/python scripts'],
    [
      'forgotten',
      ['pytest'],
      {
        interpreter: {
          in_venv: false,
          executable: '/usr/bin/python3',
          project_python: '<repo>/my env/bin/python',
        },
      },
      ". 'my env/bin/activate' && python scripts",
    ],
    [
      'of Windows',
      ['pytest'],
      { host: { platform: 'win32' }, interpreter: { executable: '<repo>\\.venv\\Scripts\\python.exe' } },
      "& '.venv\\Scripts\\Activate.ps1'; python scripts",
    ],
    ['found by the command itself', ['uv', 'run', 'pytest'], {}, '.venv/bin/python scripts'],
    ['no matter to python', ['python', '-m', 'pytest'], {}, '.venv/bin/python scripts'],
  ])(
    'a command that PATH finds is probed with the environment active: it is %s',
    (_, testCommand, facts, starts) => {
      const claims = { ...claimsOf(), testCommand }
      const text = fix('NO_RECORD', 'local', suite, facts, { claims })
      expect(text).toContain(
        `record on: ${starts}/agent_probes/agent_probe.py local --tests always --for-commit`,
      )
      expect(fix('NO_RECORD', 'ci', suite, facts, { claims })).not.toContain('activate')
    },
  )

  it('is a sentence for the agent on the box, with its leg, and says the same for the whole column', () => {
    const texts = [requests, variable, suite].map((of) =>
      fix('NO_PROBE', 'box', of, {}, { facts: null, leg: 'codex' }),
    )
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toBe(
      'Tell the agent: on your own machine, check out this pull request, then run python scripts/agent_probes/agent_probe.py box-codex --for-commit, commit the file it names and push',
    )
  })

  it('brings the file here where there is nothing to push', () => {
    const here = { ...commands, rerun: 'run where-it-ran table' }
    expect(fix('NO_PROBE', 'box', suite, {}, { facts: null, commands: here })).toMatch(
      /agent_probe\.py box, bring probes\/box\.txt here and run where-it-ran table$/,
    )
    expect(fix('NO_PROBE', 'local', suite, {}, { facts: null, commands: here })).toMatch(
      /agent_probe\.py local and run where-it-ran table$/,
    )
  })

  it('does not probe by hand where running the check probes', () => {
    const here = { ...commands, rerun: 'run where-it-ran run', here: 'local', probesHere: true } as const
    const facts = { facts: null, commands: here }
    expect(fix('NO_RECORD', 'local', suite, {}, facts)).not.toContain('local and run')
    expect(fix('NO_PROBE', 'local', suite, {}, facts)).toBe('run where-it-ran run')
    expect(fix('NO_PROBE', 'box', suite, {}, facts)).toContain('agent_probe.py box')
    expect(
      fix('NO_PROBE', 'local', suite, {}, { ...facts, commands: { ...here, probesHere: false } }),
    ).toContain('agent_probe.py local')
  })

  it('speaks PowerShell on Windows', () => {
    const windows: FactOverrides = {
      host: { platform: 'win32' },
      interpreter: { executable: "<repo>\\it's\\python.exe" },
    }
    expect(fix('MISSING', 'ci', own, windows)).toBe("& 'it''s\\python.exe' -m pip install -e ., then push")
    expect(fix('UNSET', 'local', variable, windows)).toContain("$env:BILLING_MODE = '…'")
    expect(fix('READABLE_BY_OTHERS', 'local', secret, windows)).toContain('icacls .env /inheritance:r')
  })

  it.each(['rm', '/bin/rm', '<repo>/tools/deploy.sh', 'C:\\x\\format.com', 'sudo', '/usr/bin/python3;id'])(
    'starts no other program that a file names as its Python: %s',
    (executable) => {
      const named = { interpreter: { executable, project_python: executable, in_venv: false } }
      expect(fix('MISSING', 'ci', own, named)).toMatch(/^python -m pip|^use the project/)
      expect(fix('UNSET', 'local', variable, named)).toContain('python scripts/agent_probes/agent_probe.py')
    },
  )

  it.each(['python3.13t', '/opt/pypy3.10/bin/pypy3', '~/x/python3.12-intel64', 'C:\\Py\\python.exe'])(
    'starts a Python by its path: %s',
    (executable) => expect(fix('MISSING', 'ci', own, { interpreter: { executable } })).toContain(executable),
  )

  it('gives no program a file whose name is an option of it', () => {
    const stale = { tests: { stale: ['<repo>/-rf.py'] } }
    expect(fix('PARTIAL_RUN', 'local', suite, { tests: { narrowed: ['--lf'] } })).toMatch(
      /^run the whole claimed command, nothing left out and --lf in no addopts of pytest/,
    )
    expect(
      fix('STALE_CONTENT', 'local', suite, { tests: { stale: ['<repo>/a/fast.cpython-312.so'] } }),
    ).toMatch(/^build the compiled modules anew, as a\/fast\.cpython-312\.so is older/)
    expect(fix('STALE_CONTENT', 'local', suite, stale)).toMatch(/^touch \.\/-rf\.py/)
  })

  it('climbs from a folder below the top to the environment at the top', () => {
    expect(fix('MISSING', 'ci', own, { git: { cwd: 'services/api' } })).toMatch(
      /^\.\.\/\.\.\/\.venv\/bin\/python -m pip/,
    )
  })

  it.each([
    ['<repo>/services/api/.venv/bin/python', '.venv/bin/python'],
    ['<repo>/services/web/.venv/bin/python', '../web/.venv/bin/python'],
    ['<repo>/services/apis/bin/python', '../apis/bin/python'],
  ])('climbs no further than both have in common: %s', (executable, typed) => {
    const text = fix('MISSING', 'ci', own, { git: { cwd: 'services/api' }, interpreter: { executable } })
    expect(text.split(' -m ')[0]).toBe(typed)
  })

  it('says what moves a dependency that leads to a checkout, not how to install this project', () => {
    const lies = (origin: string) =>
      ({ packages: { claimed: { requests: { label: 'other-checkout', origin } } } }) as const
    const inTree = fix('OTHER_CHECKOUT', 'ci', requests, lies('<repo>/requests/__init__.py'))
    expect(inTree).toMatch(/^move requests\/__init__\.py out of the way/)
    const editable = fix('OTHER_CHECKOUT', 'ci', requests, lies('~/src/requests/__init__.py'))
    expect(editable).toMatch(
      /^\.venv\/bin\/python -m pip uninstall requests, .*, then install what this project declares/,
    )
    expect(fix('OTHER_CHECKOUT', 'ci', own)).toMatch(/^\.venv\/bin\/python -m pip install -e \./)
  })

  it('names no interpreter of an environment that cannot be named', () => {
    const made = { tests: { session: { executable: '<other>/python' } } }
    expect(fix('OTHER_INTERPRETER', 'box', requests, made)).toContain(
      'let .venv/bin/python run the tests, such as',
    )
  })

  it('of a red report it says to mend the tests, of a program that is not there to install it', () => {
    const report = { tests: { source: 'report', sessions: 0, failed: 1 } } as const
    expect(fix('FAILED', 'box', suite, report)).toContain('mend what fails')
    expect(fix('NOTHING_EXECUTED', 'box', suite, { tests: { exit_status: 127 } })).toContain(
      'no such program',
    )
    expect(fix('NOTHING_EXECUTED', 'box', suite, { tests: { exit_status: 5 } })).toContain(
      'at least one test',
    )
  })

  it('of a file it says where it is to come from', () => {
    const kind = (of: 'none' | 'pointer') => ({ persist: { files: { [file.subject]: { kind: of } } } })
    expect(fix('MISSING', 'ci', file, kind('none'))).toMatch(
      /^commit .*, or let a step before this one make it/,
    )
    expect(fix('MISSING', 'ci', file, kind('pointer'))).toMatch(/^give actions\/checkout lfs: true/)
    expect(fix('MISSING', 'local', file, kind('pointer'))).toMatch(/^git lfs pull --include/)
    expect(fix('MISSING', 'local', file, kind('none'))).toMatch(/^make .* again/)
  })

  it('does not ask to commit that files are gone which a sparse checkout leaves out', () => {
    const git = (modified: number) => ({ tests: { stale: [] }, git: { modified, deleted: 1, untracked: 0 } })
    expect(fix('STALE_CONTENT', 'local', suite, git(0))).toMatch(/^bring back .*git sparse-checkout disable/)
    expect(fix('STALE_CONTENT', 'local', suite, git(1))).toMatch(/^commit or ignore the 2 changed files/)
  })

  it('takes away the variable that made another command of the claimed one', () => {
    const session = { source: 'session', sessions: 1 } as const
    const narrowed = { tests: { ...session, narrowed: ['-k'], addopts: ['-k'] } }
    expect(fix('PARTIAL_RUN', 'local', suite, narrowed)).toMatch(/^unset PYTEST_ADDOPTS, then run /)
    const byHand = { tests: { ...session, narrowed: ['-k'], addopts: ['-q'] } }
    expect(fix('PARTIAL_RUN', 'local', suite, byHand)).toMatch(/^run the whole claimed command/)
    const optimized = { tests: { ...session, narrowed: ['-O'] } }
    expect(fix('PARTIAL_RUN', 'local', suite, optimized)).toMatch(/^unset PYTHONOPTIMIZE, then run /)
    const other = { tests: { ...session, claimed_command: false, addopts: ['-W'] } }
    expect(fix('NO_RECORD', 'local', suite, other)).toMatch(/^unset PYTEST_ADDOPTS, then run the tests/)
    const ended = { tests: { source: 'run', sessions: 0 }, env: { names: ['PYTEST_ADDOPTS'] } } as const
    expect(fix('NO_RECORD', 'local', suite, ended)).toMatch(/^unset PYTEST_ADDOPTS, then run /)
  })

  it('of a report that no session wrote it says to write it', () => {
    const reports = (recorded?: string) => ({
      tests: { reports: { 'junit.xml': { now: 'ab'.repeat(32), recorded } } },
    })
    const claimed = { claims: { ...claimsOf(), testReports: ['junit.xml'] } }
    expect(fix('FACT_MISSING', 'local', suite, reports(), claimed)).toMatch(
      /^let .* write junit\.xml in every run/,
    )
    expect(fix('FACT_MISSING', 'local', suite, reports('ab'.repeat(32)), claimed)).toMatch(/^take the probe/)
  })

  it('asks to compare nothing of which no hash is ever written', () => {
    const compared = claim('env var set', 'API_KEY', { compare: true })
    const set = (hash?: string) => ({
      env: { claimed: { API_KEY: { set: true, hash } } },
      tests: { env: {} },
    })
    expect(fix('FACT_MISSING', 'box', compared, set())).toContain(
      'drop "compare" of API_KEY in probes/claims.json',
    )
    expect(fix('FACT_MISSING', 'box', compared, set('ab'.repeat(6)))).not.toContain('drop "compare"')
  })

  it.each([
    ['./.env', "printf '%s\\n' .env >> .gitignore"],
    ['conf//../.env', "printf '%s\\n' .env >> .gitignore"],
    ['../../.env', "printf '%s\\n' .env >> ../../.gitignore"],
    ['conf/.env', "printf '%s\\n' conf/.env >> .gitignore"],
  ])('ignores %s where git understands it', (subject, line) => {
    expect(fix('NOT_IGNORED', 'local', claim('secret stored', subject)).split(', then')[0]).toBe(line)
  })

  it('moves no namespace away that distributions share', () => {
    const by = (distribution: string) =>
      ({ packages: { claimed: { requests: { loader: 'namespace', distribution } } } }) as const
    expect(fix('NAMESPACE_ONLY', 'local', requests, by('types-http'))).toMatch(/^claim what lies in requests/)
    expect(fix('NAMESPACE_ONLY', 'local', requests, by('requests'))).toMatch(/^move the directory/)
    expect(fix('NAMESPACE_ONLY', 'local', requests, by(''))).toMatch(/^move the directory/)
  })

  it('shuts a folder in a way that leaves it open to its owner', () => {
    const mode = (of: string) => ({ secrets: { files: { '.env': { mode: of } } } })
    expect(fix('READABLE_BY_OTHERS', 'local', secret, mode('0755'))).toMatch(/^chmod go= \.env/)
    expect(fix('READABLE_BY_OTHERS', 'local', secret, mode('0644'))).toMatch(/^chmod 600 \.env/)
  })

  it('has a line for every open reason in every place, with or without facts, and ends with the check', () => {
    for (const [reason, { state }] of Object.entries(REASONS)) {
      if (state === 'holds') continue
      for (const place of ['local', 'box', 'ci'] as const) {
        for (const facts of [null, {}, factsOf(place)]) {
          const text = fix(reason as Reason, place, secret, {}, { facts })
          expect(text).toMatch(/push$/)
          expect(text).not.toMatch(/undefined|null|\n|<prefix>|<base>/)
        }
      }
    }
  })

  const inUserSite = (name: string): string =>
    fix('SHADOWED', 'ci', claim('package installed', name), {
      packages: { claimed: { [name]: { label: 'user-site' } } },
    })

  it('lets no name be an option', () => {
    expect(inUserSite('--pre')).toContain(' uninstall ./--pre,')
  })

  it('runs nothing that a name carries', () => {
    for (const evil of [...NASTY, '$(touch pwned)', '`touch pwned`', '; touch pwned', "'; touch pwned; '"]) {
      // An entry of that name would be the prototype.
      if (evil === '__proto__') continue
      const [command = ''] = inUserSite(evil).split(', which takes the copy')
      // The interpreter is replaced by echo: what is left is one argument, whatever the name was.
      const words = command.replace(/^\S+ -m pip uninstall /, '')
      expect(words).not.toBe(command)
      const printed = execFileSync('sh', ['-c', `printf '[%s]' ${words}`], { encoding: 'utf8' })
      expect(printed.startsWith('[') && printed.endsWith(']')).toBe(true)
      expect(printed).not.toContain('][')
    }
  })

  it('names no package to install that only a claim or a probe file names', () => {
    const evil = { packages: { claimed: { evil: { distribution: 'evil-dist', importable: false } } } }
    for (const reason of ['MISSING', 'METADATA_WITHOUT_CODE', 'NAMESPACE_ONLY'] as const)
      expect(fix(reason, 'box', claim('package installed', 'evil'), evil)).not.toMatch(
        /install (?:-\S+ )*evil/,
      )
  })
})
