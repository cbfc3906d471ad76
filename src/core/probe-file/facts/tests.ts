/** What the test process said. */
import { count, flag, hex, list, map, oneOf, table, text, utc } from '../../shape/shape.ts'
import { words } from '../../text/words.ts'
import { error, LABELS, label, path } from './where.ts'

const sessionOrigin = table("one of the repository's own packages, seen from inside the test process", {
  imported: flag('it was in sys.modules when the session ended'),
  origin: path('its file (imported) or the file that would have been imported; "" when none'),
  label: oneOf('where that lies; "none" when nothing was found', ...LABELS, 'none'),
  same: flag('an installed copy equals this tree byte for byte; false: an old build'),
  alone: flag(
    'no other code of it is on the import path; not imported: nor on PATH a command of it for another Python',
  ),
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

export const testsFacts = table('what the test process said', {
  source: oneOf('where these facts come from', 'session', 'run', 'report', 'none'),
  believed: flag('the probe found the record to be of this place and this content'),
  disbelief: list(
    'why not: tracked, unreadable, malformed, broken (the plugin failed), unfinished, other-machine, other-container, ' +
      'other-user, other-run, other-attempt, other-job, other-tree, other-command, other-packages, narrowed, collect-only, ' +
      'changed-while-running, changed-since, content-unknown, stale-bytecode (old bytecode or an old build ran), ignored-changed (a module that git ignores was imported, and is not the same any more), no-session (the command left no record)',
    text('code', 60),
    20,
  ),
  command: list('the claimed command', text('argument', 400), 100),
  claimed_command: flag('the recorded command is the claimed one'),
  narrowed: list('options that leave tests out (-k, -m, --lf, paths …)', text('option', 60), 40),
  collect_only: flag('--collect-only'),
  tracked: flag('the record is tracked by git: it was committed, not made here'),
  runner: text('pytest, unittest, other', 40),
  sessions: count('test sessions that this record sums up'),
  ...testCounts,
  unstarted: text('what of the command could not be started, by the word that names it; "" when all of it was', 120),
  cached: text(
    'what says that this is the result of an earlier run, where no session tells; "" when nothing does',
    300,
  ),
  xfailed: count('tests that failed as expected, among the skipped ones'),
  xpassed: count('tests that passed though they were expected to fail, among the passed ones'),
  reruns: count('times that a plugin ran a test again'),
  subtests: count('parts of tests that did not fail; they are no tests of their own'),
  executed: count('tests that ran to an outcome: passed + failed'),
  red_before: count('earlier sessions of the claimed command that were red on this content, in this place and job'),
  red_apart: count('of these, the ones with another interpreter or other variables: this one is no retry of them'),
  interrupted: flag('the session was interrupted or ended by an internal error'),
  hook_error: text('"Type: message" of a start-up hook that failed there; "" when none did', 300),
  addopts: list('option names in PYTEST_ADDOPTS, never their values', text('option', 60), 40),
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
  packages: map(
    "claimed packages inside the test process that are not said to be the repository's",
    table('a package', {
      imported: flag('it was in sys.modules; false: the rest is what the finders of that process answered'),
      importable: flag('a module of that name was found'),
      readable: flag('the files could be read'),
      origin: path('the file that won'),
      label: label('where that file lies'),
      loader: text('what kind of thing it is, as in packages.claimed', 20),
      distribution: text('distribution that carries it; "" when none does', 200),
      version: text('its version; "" when there is none', 100),
      direct_url: text('kind of its direct_url.json, as in packages.claimed', 20),
      copies: list('labels of the copies that this one hides', text('where', 20), 20),
    }),
  ),
  foreign: list('modules that another checkout or an old build gave to the tests', path('name from file'), 20),
  stale: list(
    'sources whose old bytecode ran, and compiled modules older than a changed source of theirs',
    path('file'),
    20,
  ),
  touched: list('loaded sources of this tree that were written while the tests ran', path('file'), 20),
  ignored: count('modules in this tree that the tests imported and that git ignores'),
  configured: list(
    'what leaves tests out in tracked configuration: options in addopts, testpaths, collect_ignore',
    text('name', 60),
    40,
  ),
  uncollected: count('tracked test files, by python_files, that were not looked into'),
  functions: count('the sum of files: test functions that were collected and not deselected'),
  skipped_files: list('test files that were skipped whole while collecting', path('file, or its folder')),
  files: map(
    'tracked files, or their folders where they are too many, from which tests were collected and not deselected',
    count('test functions, however many parameters each one has'),
  ),
  outside: map(
    'other checkouts within this one, as a worktree that is kept there, whose tests ran too: they are not counted',
    count('tests'),
  ),
  env: map(
    'claimed variables inside the test process',
    table('a variable', {
      set: flag('it was set there when the tests had run; false also where they emptied it'),
      start: oneOf(
        'how that process had it when it started; "untold": the system does not say',
        ...words('filled empty unset untold'),
      ),
      hash: hex('its salted hash there, where values are compared', 12),
    }),
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
})
