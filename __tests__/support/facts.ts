/** Test data: a fully green place, and a fully green case. Overrides replace; `undefined` takes a fact away. */

import type { Case } from '../../src/core/case.ts'
import type { Candidate, Claims, Place, Reference } from '../../src/core/model.ts'
import { type Facts, FORMAT } from '../../src/core/probe-file/schema.ts'

type Overrides<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: Overrides<T[K]> | undefined }
    : T
export type FactOverrides = Overrides<Facts>

export const HEAD = 'a1b2c3d4'.repeat(5)
export const MERGE = 'b2c3d4e5'.repeat(5)
export const BASE = 'c3d4e5f6'.repeat(5)
/** The pull request's earlier commit, one before head. */
export const EARLIER = 'd4e5f6a7'.repeat(5)
export const CONTENT = 'c0'.repeat(32)
export const EARLIER_CONTENT = 'e0'.repeat(32)
export const OTHER_CONTENT = 'f0'.repeat(32)
const CLAIMS_DIGEST = 'd1'.repeat(32)
export const COMMAND = ['python', '-m', 'pytest', '-q'] as const

const number = { local: 1, box: 2, ci: 3 } as const
/** 32 hex digits, another one for each place and purpose. */
export const idOf = (place: Place, purpose: number): string => `${number[place]}${purpose}`.repeat(16)

const inCi = {
  provider: 'github',
  run: '4711',
  attempt: '1',
  job: 'test',
  runner: 'github-hosted',
  event: 'pull_request',
  sha: MERGE,
} as const

const package_ = { gone: '', locked: [], importable: true, loader: 'source', readable: true, copies: [] } as const

const requests = {
  ...package_,
  module: 'requests',
  origin: '<prefix>/lib/python3.12/site-packages/requests/__init__.py',
  label: 'venv',
  path_origin: '<prefix>/lib/python3.12/site-packages/requests/__init__.py',
  distribution: 'requests',
  version: '2.32.3',
  installer: 'pip',
  direct_url: 'none',
  in_tree: false,
  tracked: false,
} as const

const cliHelpers = {
  ...package_,
  module: 'cli_helpers',
  origin: '<repo>/cli_helpers/__init__.py',
  label: 'repo',
  path_origin: '<repo>/cli_helpers/__init__.py',
  distribution: '',
  version: '',
  installer: '',
  direct_url: 'none',
  in_tree: true,
  tracked: true,
} as const

const noHook = { present: false, loaded: false, error: '' } as const

/** What is the same everywhere. */
const common = {
  interpreter: {
    executable: '<repo>/.venv/bin/python',
    executable_hash: '0123456789ab',
    version: '3.12.7',
    implementation: 'CPython',
    prefix: '<repo>/.venv',
    base_prefix: '<base>',
    in_venv: true,
    isolated: false,
    requires_python: '>=3.10',
    on_path: [{ name: 'python', target: '<repo>/.venv/bin/python', kind: 'binary', starts: 'this' }],
    scripts: 4,
    scripts_other: 0,
    scripts_broken: 0,
  },
  path: {
    entries: [
      { path: '<repo>', label: 'repo' },
      { path: '<base>/lib/python3.12', label: 'stdlib' },
      { path: '<prefix>/lib/python3.12/site-packages', label: 'venv' },
    ],
    user_site: 'disabled',
    user_site_on_path: false,
    pythonpath: [],
    sitecustomize: noHook,
    usercustomize: noHook,
    pth_import_lines: 0,
  },
  packages: {
    scope: 'claimed',
    distributions: ['requests==2.32.3'],
    pip: true,
    own: ['cli_helpers'],
    claimed: { requests, cli_helpers: cliHelpers },
  },
  env: { claimed: { BILLING_MODE: { set: true, start: 'filled', from: '.env', file: 'absent' } }, names: ['PATH'] },
  secrets: {
    files: {
      '.env': {
        exists: true,
        parent_readable: true,
        modes: true,
        mode: '0600',
        mine: true,
        owner_reads: true,
        others_read: false,
        unlooked: false,
        tracked: false,
        encrypted: false,
        ignored: true,
        in_repo: true,
        empty: false,
        copies: [],
        history: [],
      },
    },
    found: {},
    env_names: 0,
    configuration: {
      remotes: false,
      instead_of: false,
      headers: false,
      proxies: false,
      lfs: false,
      helpers: false,
      index_urls: false,
      stored: false,
      direct_urls: false,
      given: [],
      shut: true,
    },
  },
} as const satisfies Facts

const gitFacts = (place: Place) =>
  ({
    state: 'ok',
    head: place === 'ci' ? MERGE : HEAD,
    parents: place === 'ci' ? [BASE, HEAD] : [EARLIER],
    ...(place === 'ci' ? {} : { branch: 'feature' }),
    shallow: place === 'ci',
    worktree: false,
    cwd: '.',
    head_content: CONTENT,
    tree_content: CONTENT,
    modified: 0,
    deleted: 0,
    untracked: 0,
    ignored: 3,
    hidden: 0,
    submodules: 0,
  }) as const satisfies Facts['git']

const testFacts = (place: Place) =>
  ({
    source: 'session',
    believed: true,
    disbelief: [],
    command: COMMAND,
    claimed_command: true,
    narrowed: [],
    collect_only: false,
    tracked: false,
    runner: 'pytest',
    sessions: 1,
    exit_status: 0,
    collected: 415,
    passed: 412,
    failed: 0,
    errors: 0,
    skipped: 3,
    deselected: 0,
    unstarted: '',
    cached: '',
    xfailed: 0,
    xpassed: 0,
    reruns: 0,
    subtests: 0,
    executed: 412,
    red_before: 0,
    red_apart: 0,
    interrupted: false,
    hook_error: '',
    addopts: [],
    content_before: CONTENT,
    content_after: CONTENT,
    session: {
      executable: '<repo>/.venv/bin/python',
      prefix: '<repo>/.venv',
      prefix_agrees: true,
      version: '3.12.7',
      isolated: false,
      cwd: '.',
      same_tree: true,
      same_user: true,
      machine: idOf(place, 1),
      in_container: place === 'box',
      ...(place === 'box' ? { container: idOf(place, 3) } : {}),
      boot: idOf(place, 2),
      ...(place === 'ci' ? { run: inCi.run, attempt: inCi.attempt, job: inCi.job } : {}),
      taken_at: '2026-01-02T03:04:05Z',
    },
    configured: [],
    uncollected: 0,
    functions: 40,
    skipped_files: [],
    files: { 'tests/test_cli.py': 25, 'tests/test_config.py': 15 },
    foreign: [],
    origins: { cli_helpers: { imported: true, origin: '<repo>/cli_helpers/__init__.py', label: 'repo' } },
    packages: {
      requests: {
        imported: true,
        importable: true,
        readable: true,
        origin: requests.origin,
        label: 'venv',
        loader: 'source',
        distribution: 'requests',
        version: '2.32.3',
        direct_url: 'none',
        copies: [],
      },
    },
    env: { BILLING_MODE: { set: true, start: 'filled' } },
    reports: { 'junit.xml': { recorded: '99'.repeat(32), now: '99'.repeat(32), exists: true } },
    isolated: { exit_status: 0, collected: 415, passed: 412, failed: 0, errors: 0, skipped: 3 },
  }) as const satisfies Facts['tests']

function greenFacts(place: Place): Facts {
  return {
    probe: {
      format: FORMAT,
      place,
      version: '1.0.0',
      digest: '66'.repeat(32),
      taken_at: '2026-01-02T03:04:05Z',
      claims: CLAIMS_DIGEST,
      run_id: idOf(place, 4),
      ...(place === 'ci' ? { ci: inCi } : {}),
    },
    previous: {
      found: true,
      run_id: idOf(place, 5),
      machine: idOf(place, 1),
      boot: idOf(place, 6),
      canaries: { home: idOf(place, 7) },
    },
    host: {
      hostname: place,
      machine: idOf(place, 1),
      boot: idOf(place, 2),
      in_container: place === 'box',
      ...(place === 'box' ? { container: idOf(place, 3) } : {}),
      platform: 'linux',
      arch: 'x86_64',
      shell: 'bash',
    },
    ...common,
    persist: {
      canary: {
        home: {
          nonce: idOf(place, 7),
          earlier: true,
          age_s: 86_400,
          boot_changed: true,
          container_changed: false,
          login_changed: true,
          machine_same: true,
          remembered: true,
          remembered_there: true,
          writable: true,
        },
      },
      files: {
        '~/.cache/model.bin': {
          exists: true,
          readable: true,
          kind: 'file',
          size: 1024,
          empty: false,
          memory: false,
          kept: true,
          tracked: false,
          outside_cwd: true,
        },
      },
    },
    git: gitFacts(place),
    tests: testFacts(place),
  }
}

const isTable = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function merge(base: unknown, overrides: unknown): unknown {
  if (!isTable(overrides)) return overrides
  const merged: Record<string, unknown> = isTable(base) ? { ...base } : {}
  for (const [key, value] of Object.entries(overrides)) {
    if (value === undefined) delete merged[key]
    else merged[key] = merge(merged[key], value)
  }
  return merged
}

/** A place where everything claimed by `claimsOf()` holds, as far as it can hold there. */
export const factsOf = (place: Place, overrides: FactOverrides = {}): Facts => withFacts(greenFacts(place), overrides)

/** Facts with some of them otherwise. */
export const withFacts = (facts: Facts, overrides: FactOverrides): Facts => merge(facts, overrides) as Facts

/** Any table, with some things in it otherwise. */
export const withOverrides = <T extends object>(base: T, overrides: object): T => merge(base, overrides) as T

/** The file of a place: made in this run for ci, an artifact otherwise. */
export const candidateOf = (
  place: Place,
  facts: FactOverrides = {},
  overrides: Partial<Candidate> = {},
): Candidate => ({
  provenance:
    place === 'ci'
      ? { kind: 'this-run', label: 'probes/ci.txt' }
      : { kind: 'artifact', label: `artifact probes-${place} of run 4700`, run: '4700' },
  place,
  reading: { ok: true, facts: factsOf(place, facts) },
  ...overrides,
})

const everywhere = ['local', 'box', 'ci'] as const
/** All three are asked of a person, box and ci of an agent. */
export const ALL_PLACES = { person: everywhere, agent: ['box', 'ci'], other: ['ci'] } as const
const atHome = ['local', 'box'] as const

export const claimsOf = (overrides: Partial<Claims> = {}): Claims => ({
  digest: CLAIMS_DIGEST,
  source: 'file',
  places: everywhere,
  claims: [
    { kind: 'package installed', subject: 'requests', in: everywhere },
    { kind: 'package installed', subject: 'cli_helpers', in: everywhere, fromRepo: true },
    { kind: 'env var set', subject: 'BILLING_MODE', in: everywhere },
    { kind: 'file persisted', subject: '~/.cache/model.bin', in: everywhere },
    { kind: 'file persisted', subject: 'canary:home', in: atHome },
    { kind: 'tests green', subject: 'suite', in: everywhere },
    { kind: 'secret stored', subject: '.env', in: atHome },
    { kind: 'secret stored', subject: 'configuration', in: atHome },
  ],
  testCommand: COMMAND,
  testReports: ['junit.xml'],
  explanations: [],
  ...overrides,
})

export const referenceOf = (overrides: Partial<Reference> = {}): Reference => ({
  merge: CONTENT,
  mergeSha: MERGE,
  head: CONTENT,
  headSha: HEAD,
  commits: [EARLIER, HEAD],
  pullRequest: true,
  ...overrides,
})

/** A pull request where all three places are green: the gate passes. */
export const caseOf = (overrides: Partial<Case> = {}): Case => ({
  claims: claimsOf(),
  asked: { places: everywhere, why: 'opened by a person' },
  own: ['cli_helpers'],
  reference: referenceOf(),
  candidates: everywhere.map((place) => candidateOf(place)),
  expect: [],
  failOn: ['unknown', 'fails'],
  faults: [],
  loosened: [],
  authorMayLoosen: true,
  commands: { probe: 'python scripts/agent_probes/agent_probe.py', probesFolder: 'probes', rerun: 'push' },
  ...overrides,
})
