/**
 * What a fact is: the one table of every key a probe file may hold, format 1.
 *
 * `agent_probe.py` writes it, `read.ts` checks it, `docs/format.md` is generated from it, and the
 * judges see it as the type `Facts`. Every fact but `probe.format` and `probe.place` may be absent:
 * an absent fact is unknown. "No" is therefore always written down (`false`, `[]`, `"none"`): a judge
 * may say `holds` only on facts that are there, so deleting one can never help a claim.
 */

/** The first line of every probe file; a fenced block in a pull request is ours only if it starts so. */
export const FIRST_LINE = '# where-it-ran probe file, format 1'

export const FORMAT = 1

interface Described {
  readonly about: string
}
export interface TextSpec extends Described {
  readonly kind: 'text'
  readonly max: number
  readonly pattern?: RegExp
}
export interface OneOfSpec<V extends string> extends Described {
  readonly kind: 'one-of'
  readonly values: readonly V[]
}
export interface CountSpec extends Described {
  readonly kind: 'count'
}
export interface FlagSpec extends Described {
  readonly kind: 'flag'
}
export interface ListSpec<S extends Spec> extends Described {
  readonly kind: 'list'
  readonly of: S
  readonly max: number
}
export interface MapSpec<S extends Spec> extends Described {
  readonly kind: 'map'
  readonly of: S
  readonly max: number
}
export interface TableSpec<F extends Record<string, Spec>> extends Described {
  readonly kind: 'table'
  readonly facts: F
}
export type Spec =
  | TextSpec
  | OneOfSpec<string>
  | CountSpec
  | FlagSpec
  | ListSpec<Spec>
  | MapSpec<Spec>
  | TableSpec<Record<string, Spec>>

/** The value a spec accepts; every key of a table is optional (an absent fact is unknown). */
export type Value<S> = S extends TextSpec
  ? string
  : S extends OneOfSpec<infer V>
    ? V
    : S extends CountSpec
      ? number
      : S extends FlagSpec
        ? boolean
        : S extends ListSpec<infer E>
          ? readonly Value<E>[]
          : S extends MapSpec<infer E>
            ? { readonly [subject: string]: Value<E> }
            : S extends TableSpec<infer F>
              ? { readonly [K in keyof F]?: Value<F[K]> }
              : never

const text = (about: string, max = 400): TextSpec => ({ kind: 'text', about, max })
const hex = (about: string, length: number): TextSpec => ({
  kind: 'text',
  about,
  max: length,
  pattern: new RegExp(`^[0-9a-f]{${length}}$`),
})
/** A git object id: 40 hex digits (SHA-1) or 64 (SHA-256 repositories). */
const objectId = (about: string): TextSpec => ({
  kind: 'text',
  about,
  max: 64,
  pattern: /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/,
})
const utc = (about: string): TextSpec => ({
  kind: 'text',
  about,
  max: 20,
  pattern: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/,
})
const oneOf = <const V extends string>(about: string, ...values: readonly V[]): OneOfSpec<V> => ({
  kind: 'one-of',
  about,
  values,
})
const count = (about: string): CountSpec => ({ kind: 'count', about })
const flag = (about: string): FlagSpec => ({ kind: 'flag', about })
const list = <S extends Spec>(about: string, of: S, max = 500): ListSpec<S> => ({
  kind: 'list',
  about,
  of,
  max,
})
const map = <S extends Spec>(about: string, of: S, max = 500): MapSpec<S> => ({ kind: 'map', about, of, max })
const table = <F extends Record<string, Spec>>(about: string, facts: F): TableSpec<F> => ({
  kind: 'table',
  about,
  facts,
})

const error = text('"Type: message" when this family broke; its other facts may be missing')
const path = (about: string): TextSpec =>
  text(`${about} (masked: ~ home, <repo>, <prefix>, <base>, <other>/basename)`, 1000)

/** Where something was found, seen from this interpreter. */
export const LABELS = [
  'stdlib', // the standard library, frozen and built-in modules
  'venv', // site-packages below sys.prefix, in a virtual environment
  'prefix', // site-packages below sys.prefix, outside a virtual environment
  'system', // site-packages of the base interpreter, seen from a virtual environment, or dist-packages
  'user-site', // the user's site-packages
  'pythonpath', // an entry of PYTHONPATH
  'cwd', // the current directory, outside any repository
  'repo', // inside the repository's tree (not inside an environment kept there, and no ignored build of a tracked package)
  'other-checkout', // inside another working tree (worktree or clone)
  'hook', // put there by a start-up hook: path finding alone would not have found it
  'elsewhere',
  'missing', // a path entry that does not exist
] as const
const label = (about: string) => oneOf(about, ...LABELS)

const hook = (which: string) =>
  table(`${which}: what this interpreter finds and did at start-up`, {
    present: flag('a file of that name is found on the path of a normal start'),
    file: path('that file'),
    hash: hex('first 12 hex digits of the sha256 of the file', 12),
    loaded: flag('it is in sys.modules: it ran'),
    error: text(
      '"Type: message" that it raised when run by a fresh interpreter start; "" when it ran clean',
      300,
    ),
    premade: list(
      'top-level modules outside the standard library that the hook imported',
      text('module', 100),
      50,
    ),
  })

const origin = {
  module: text('the top-level import name that was looked for', 200),
  importable: flag('this interpreter finds a module of that name (a namespace package counts; see loader)'),
  origin: path('the file that wins'),
  label: label('where that file lies'),
  loader: oneOf(
    'what kind of thing it is',
    'source',
    'bytecode',
    'extension',
    'zip',
    'namespace',
    'builtin',
    'frozen',
    'other',
  ),
  path_origin: path('what path finding alone (no finders, no preloaded modules) would find; "" when nothing'),
  path_label: oneOf('where that lies; "none" when nothing is found', ...LABELS, 'none'),
}

const sessionOrigin = table("one of the repository's own packages, seen from inside the test process", {
  imported: flag('it was in sys.modules when the session ended'),
  origin: path('its file (imported) or the file that would have been imported; "" when none'),
  label: oneOf('where that lies; "none" when nothing was found', ...LABELS, 'none'),
})

const testCounts = {
  exit_status: count('exit status of the command (pytest: 0 to 6); 256 when it was killed or never ended'),
  collected: count('tests collected, deselected ones left out'),
  passed: count('tests passed (xpassed among them)'),
  failed: count('tests failed'),
  errors: count('errors in set-up, tear-down and collection'),
  skipped: count('tests skipped (xfailed among them)'),
  deselected: count('tests collected and deselected'),
}

export const SCHEMA = table('a probe file', {
  probe: table('who wrote this file, when and where', {
    format: count('number of this format: 1'),
    place: oneOf('the place', 'local', 'box', 'ci'),
    leg: text('the leg of the place; absent when the place is whole', 40),
    version: text('version of agent_probe.py', 40),
    digest: hex('sha256 of agent_probe.py', 64),
    taken_at: utc('UTC; a label only, never decides anything'),
    claims: text('sha256 of claims.json as read; "default" when there was none', 64),
    run_id: hex('random, names this run of the probe', 32),
    families: list('families that were asked for', text('family', 20), 20),
    error,
    ci: table('absent outside a CI provider', {
      provider: text(
        'github, gitlab, circleci, buildkite, azure, jenkins, travis, appveyor, teamcity, bitbucket, other',
        40,
      ),
      run: text('id of the run', 80),
      attempt: text('attempt of the run', 20),
      job: text('id of the job', 200),
      runner: oneOf('who owns the machine', 'github-hosted', 'self-hosted', 'hosted', 'unknown'),
      event: text('event that started the run', 60),
      sha: objectId('commit the provider says it checked out'),
    }),
    durations: map('milliseconds spent per family', count('milliseconds'), 20),
  }),
  previous: table("this place's earlier file, read before it was overwritten", {
    found: flag('there was one, and it could be read'),
    run_id: hex('its probe.run_id', 32),
    machine: hex('its host.machine', 32),
    boot: hex('its host.boot', 32),
    container: hex('its host.container', 32),
    hostname: text('its host.hostname or host.hostname_hash', 260),
    env_names: hex('its env.names_digest', 64),
    canaries: map('its canary nonces', hex('nonce', 32), 3),
    env: map(
      'its claimed variables, as far as they are still claimed',
      table('a claimed variable', {
        set: flag('it was set in the probed process'),
        hash: hex('its salted hash, where values are compared', 12),
      }),
    ),
    error,
  }),
  host: table('which machine this is', {
    hostname: text('host name; box and ci only, unless --host says otherwise', 260),
    hostname_hash: hex('first 12 hex digits of the keyed hash of the host name', 12),
    machine: hex(
      'app-specific machine id (HMAC-SHA256 of the machine id, systemd recipe); never the raw id',
      32,
    ),
    machine_absent: flag('this system has no machine id, as most container images'),
    boot: hex('keyed hash of the boot id or boot time', 32),
    container: hex('keyed hash of the container id; absent outside a container', 32),
    in_container: flag('a container id was found'),
    platform: oneOf('operating system', 'linux', 'darwin', 'win32', 'other'),
    arch: text('machine architecture', 40),
    uid_is_euid: flag('real and effective user are the same'),
    owns_tree: flag('this user owns the top of the working tree'),
    shell: text('base name of the login shell', 60),
    error,
  }),
  interpreter: table('the Python that ran the probe', {
    executable: path('sys.executable; "" when Python does not know'),
    real_executable: path('the binary that really runs (/proc/self/exe or the like)'),
    executable_hash: hex('first 12 hex digits of the sha256 of the real executable', 12),
    executable_agrees: flag('sys.executable resolves to the real executable (or to a redirector of it)'),
    version: text('like 3.12.7', 40),
    implementation: text('CPython, PyPy …', 40),
    prefix: path('sys.prefix'),
    base_prefix: path('sys.base_prefix'),
    in_venv: flag('prefix and base_prefix differ'),
    conda_prefix: path('CONDA_PREFIX; absent when not set'),
    argv_form: oneOf('how this Python was started', 'script', 'module', 'command', 'other'),
    isolated: flag('-I'),
    safe_path: flag('-P, PYTHONSAFEPATH or -I, as it took effect'),
    no_user_site: flag('-s, PYTHONNOUSERSITE or -I, as it took effect'),
    no_site: flag('-S'),
    virtual_env: path('VIRTUAL_ENV; absent when not set'),
    virtual_env_agrees: flag('VIRTUAL_ENV is sys.prefix; true when it is not set'),
    externally_managed: flag('the environment carries an EXTERNALLY-MANAGED marker'),
    requires_python: text('requires-python of pyproject.toml; "" when the project states none', 100),
    project_python: path(
      'the interpreter of a virtual environment kept in the project that this one is not of; "" when there is none',
    ),
    on_path: list(
      'python and pip commands on PATH, first of each name',
      table('a command', {
        name: text('name', 40),
        target: path('where it leads'),
        kind: oneOf('what it is', 'binary', 'script', 'shim', 'redirector', 'unreadable'),
        starts: oneOf('whose interpreter it starts', 'this', 'other', 'none', 'unknown'),
      }),
      40,
    ),
    scripts: count('console scripts with a Python shebang in the directory of scripts of this prefix'),
    scripts_other: count('of those, how many start another interpreter'),
    scripts_broken: count('of those, how many name an interpreter that is not there'),
    error,
  }),
  path: table('where imports come from', {
    entries: list(
      'sys.path in order',
      table('an entry', { path: path('entry'), label: label('kind of entry') }),
      300,
    ),
    user_site: oneOf('effect, not variable', 'enabled', 'disabled', 'refused'),
    user_site_exists: flag("the user's site directory exists"),
    user_site_on_path: flag("the user's site directory is on sys.path"),
    pythonpath: list(
      'entries of PYTHONPATH as given to this process; [] when unset or ignored',
      path('entry'),
      100,
    ),
    pythonpath_ignored: flag('PYTHONPATH is set but this start ignores it'),
    sitecustomize: hook('sitecustomize'),
    usercustomize: hook('usercustomize'),
    pth: list(
      'every .pth file of the site directories',
      table('a .pth file', {
        file: path('file'),
        hash: hex('first 12 hex digits of its sha256', 12),
        import_lines: count('lines that run code at start-up'),
        paths: list('directories it adds', path('directory'), 50),
        editable: flag('written by an editable install'),
      }),
      300,
    ),
    pth_error: text('"Type: message" of a .pth line that failed at a fresh start; "" when none did', 300),
    pth_import_lines: count('lines that run code, editable installs and known installers left out'),
    editable: list(
      'editable installs: finders and paths',
      table('one', {
        name: text('distribution or finder', 200),
        target: path('where its code lies'),
        label: label('where that is'),
      }),
      200,
    ),
    error,
  }),
  packages: table('what is installed', {
    scope: oneOf('which distributions are listed', 'all', 'claimed'),
    count: count('distributions found on sys.path'),
    digest: hex('sha256 of the sorted name==version list', 64),
    distributions: list('name==version, sorted, names normalised', text('name==version', 200), 5000),
    own: list("the repository's own top-level import names, tracked by git", text('import name', 200), 500),
    claimed: map(
      'each claimed name',
      table('a claimed package', {
        ...origin,
        readable: flag('the files can be read by this user'),
        distribution: text('distribution that carries it; "" when none does', 200),
        version: text('that distribution\'s version; "" when there is none', 100),
        metadata_copies: count('metadata directories of that distribution on sys.path'),
        installer: text('content of INSTALLER; "" when absent', 40),
        direct_url: oneOf(
          'kind of its direct_url.json; never the URL',
          'none',
          'editable',
          'dir',
          'archive',
          'vcs',
        ),
        copies: list('labels of further copies that this one hides', label('where'), 20),
        in_tree: flag('a tracked module or package of that name is in the repository'),
        tracked: flag(
          'the file that wins is tracked by git; of a namespace package, any Python file below it',
        ),
      }),
    ),
    error,
  }),
  env: table('environment variables: names, never values', {
    claimed: map(
      'each claimed variable',
      table('a claimed variable', {
        set: flag('set in the probed process (an empty value counts as set)'),
        inherited: flag('it was there when the process started; false: set later; absent: cannot be told'),
        empty: flag('set to the empty string'),
        hash: hex(
          'salted hash of the value, only with "compare": true and never for secret-looking names',
          12,
        ),
      }),
    ),
    names: list('names with a prefix of the allow-list, sorted', text('name', 200), 500),
    names_digest: hex('sha256 of all names but the per-session ones', 64),
    names_count: count('how many names that digest covers'),
    left_out: count('names not listed'),
    error,
  }),
  persist: table('what outlives a session', {
    canary: map(
      'canaries: home, repo, temp',
      table('a canary', {
        nonce: hex('random, names the canary that is there now', 32),
        earlier: flag('it was there before this run: an earlier run wrote it'),
        age_s: count('seconds since it was first written, by this clock'),
        first_seen: utc('when it was first written'),
        boot_changed: flag('the boot is another one than when it was written'),
        container_changed: flag('the container is another one than when it was written'),
        login_changed: flag('the login session is another one than when it was written'),
        machine_same: flag('the machine is the one it was written on'),
        remembered: flag("this place's previous file names a canary here"),
        remembered_there: flag('and that canary is the one that is there now'),
        writable: flag('a canary could be written here'),
        fs: text('file-system type', 40),
        mount: oneOf('what kind of file system', 'disk', 'memory', 'overlay', 'network', 'unknown'),
      }),
      3,
    ),
    files: map(
      'each claimed file',
      table('a claimed file', {
        exists: flag('it exists'),
        readable: flag('this user can read it'),
        kind: oneOf('what it is', 'file', 'directory', 'other', 'none'),
        size: count('bytes'),
        mtime: utc('last change'),
        mode: text('permission bits, octal', 6),
        sha256: hex('sha256 of the content (files up to 64 MiB, never secret ones)', 64),
        tracked: flag('tracked by git'),
        outside_cwd: flag('a relative path that leads outside the working directory'),
      }),
    ),
    error,
  }),
  git: table('which content this is', {
    state: oneOf('what git said', 'ok', 'none', 'refused', 'unborn', 'bare', 'no-git', 'broken'),
    head: objectId('commit id of HEAD'),
    parents: list('parents from the commit object', objectId('commit id'), 16),
    branch: text('branch; absent when detached', 260),
    detached: flag('HEAD is detached'),
    synthetic_merge: flag('HEAD is a merge commit that a CI provider made'),
    shallow: flag('shallow clone'),
    worktree: flag('a linked worktree'),
    submodule: flag('the tree is a submodule of another'),
    cwd: text('working directory within the repository ("." at the top)', 1000),
    head_content: hex('content id of HEAD without our own products', 64),
    tree_content: hex('content id of the working tree as it stands', 64),
    modified: count('tracked files changed (staged or not)'),
    deleted: count('tracked files missing'),
    untracked: count('untracked files that are not ignored, our own products left out'),
    ignored: count('ignored files and directories that are there'),
    hidden: count('files marked assume-unchanged or skip-worktree'),
    submodules: count('submodules'),
    error,
  }),
  tests: table('what the test process said', {
    source: oneOf('where these facts come from', 'session', 'run', 'report', 'none'),
    believed: flag('the probe found the record to be of this place and this content'),
    disbelief: list(
      'why not: tracked, unreadable, malformed, broken (the plugin failed), unfinished, other-machine, other-container, ' +
        'other-user, other-run, other-attempt, other-job, other-tree, other-command, other-packages, narrowed, collect-only, ' +
        'changed-while-running, changed-since, content-unknown, stale-bytecode (old bytecode ran), no-session (the command left no record)',
      text('code', 60),
      20,
    ),
    command: list('the claimed command', text('argument', 400), 100),
    claimed_command: flag('the recorded command is the claimed one'),
    narrowed: list('options that leave tests out (-k, -m, --lf, paths …)', text('option', 60), 40),
    collect_only: flag('--collect-only'),
    tracked: flag('the record is tracked by git: it was committed, not made here'),
    runner: text('pytest, unittest, other', 40),
    runner_version: text('version of the runner', 40),
    sessions: count('test sessions that this record sums up'),
    ...testCounts,
    executed: count('tests that ran to an outcome: passed + failed'),
    interrupted: flag('the session was interrupted or ended by an internal error'),
    hook_error: text(
      '"Type: message" of a start-up hook that failed in the test process; "" when none did',
      300,
    ),
    addopts: list('option names in PYTEST_ADDOPTS, never their values', text('option', 60), 40),
    plugins: list('names of the plugins', text('plugin', 120), 200),
    duration_ms: count('milliseconds'),
    content_before: hex('content id of the tree when the session started', 64),
    content_after: hex('content id of the tree when it ended', 64),
    session: table('the test process', {
      executable: path('its sys.executable'),
      prefix: path('its sys.prefix'),
      prefix_agrees: flag("its prefix is the probed interpreter's"),
      version: text('its Python', 40),
      isolated: flag('it ran with -I'),
      cwd: text('its working directory within the repository', 1000),
      same_tree: flag('its repository is the one probed here'),
      same_user: flag('its user is the one probing'),
      machine: hex('its host.machine', 32),
      container: hex('its host.container', 32),
      in_container: flag('its host.in_container'),
      boot: hex('its host.boot', 32),
      run: text('its CI run', 80),
      attempt: text('its CI attempt', 20),
      job: text('its CI job', 200),
      taken_at: utc('when it started'),
    }),
    origins: map("the repository's own packages inside the test process", sessionOrigin),
    foreign: list(
      'modules that another checkout of this repository gave to the tests; [] when none did',
      path('name from file'),
      20,
    ),
    stale: list(
      'sources of this tree in whose place old bytecode ran; [] when none was found',
      path('file'),
      20,
    ),
    env: map(
      'claimed variables inside the test process',
      table('a variable', { set: flag('it was set there') }),
    ),
    reports: map(
      'claimed reports',
      table('a report', {
        recorded: hex('sha256 when the session ended', 64),
        now: hex('sha256 now', 64),
        exists: flag('it is there now'),
      }),
      50,
    ),
    isolated: table('second run with -I', { ...testCounts }),
    error,
  }),
  secrets: table('what could leak from this place', {
    umask: text('octal', 6),
    files: map(
      'each claimed secret file',
      table('a secret file', {
        exists: flag('it exists'),
        parent_readable: flag('its directory can be searched by this user'),
        modes: flag('permission bits mean something here (false on Windows)'),
        mode: text('permission bits, octal', 6),
        mine: flag('owned by this user'),
        owner_reads: flag('its owner can read it'),
        others_read: flag('someone else can read it, through every parent'),
        tracked: flag('tracked by git'),
        ignored: flag('ignored by git'),
        in_repo: flag('inside the repository'),
      }),
    ),
    env_names: count('variables with a secret-looking name'),
    configuration: table('credentials in configuration: yes or no, never the value', {
      remotes: flag('user info in the URL of a git remote'),
      instead_of: flag('user info in url.*.insteadOf'),
      headers: flag('http.*.extraheader or an included credentials file'),
      index_urls: flag('user info in a pip, uv or poetry index URL'),
      direct_urls: flag('user info or a token in a direct_url.json'),
    }),
    error,
  }),
})

/** All facts of one file, each possibly absent. */
export type Facts = Value<typeof SCHEMA>
export type Label = (typeof LABELS)[number]
