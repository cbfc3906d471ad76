/** What lies in the process, on the disk and in git, and what could leak from there. */
import { count, flag, hex, list, map, objectId, oneOf, table, text } from '../../shape/shape.ts'
import { words } from '../../text/words.ts'
import { error } from './where.ts'

export const envFacts = table('environment variables: names, never values', {
  claimed: map(
    'each claimed variable',
    table('a claimed variable', {
      set: flag('set in the probed process (an empty value counts as set)'),
      start: oneOf('how that process had it when it started', ...words('filled empty unset')),
      from: text('the file that may bring it: the one that the claim names, else .env', 500),
      file: oneOf(
        'what that file says of it; "tracked": git has the file',
        ...words('filled empty unset absent tracked'),
      ),
      hash: hex('salted hash of the value, only with "compare": true and never for secret-looking names', 12),
    }),
  ),
  names: list('names with a prefix of the allow-list, sorted', text('name', 200), 500),
  error,
})

export const persistFacts = table('what outlives a session', {
  canary: map(
    'canaries: home, repo, temp',
    table('a canary', {
      nonce: hex('random, names the canary that is there now', 32),
      earlier: flag('it was there before this run: an earlier run wrote it'),
      age_s: count('seconds since it was first written, by this clock'),
      boot_changed: flag('the boot is another one than when it was written'),
      container_changed: flag('the container is another one than when it was written'),
      login_changed: flag('the login session is another one than when it was written'),
      committed: flag('HEAD has a file of this place that names it; only of one that another box wrote'),
      machine_same: flag('the machine is the one it was written on'),
      remembered: flag("this place's previous file names a canary here"),
      remembered_there: flag('and that canary is the one that is there now'),
      writable: flag('a canary could be written here'),
    }),
    3,
  ),
  files: map(
    'each claimed file',
    table('a claimed file', {
      exists: flag('it exists'),
      readable: flag('this user can read it'),
      kind: oneOf('"pointer": of Git LFS, not the file', ...words('file directory other pointer none')),
      size: count('bytes'),
      empty: flag('nothing in it: no byte; of a folder, no file below it that has one'),
      memory: flag('on tmpfs or its like, which is no disk'),
      kept: flag('older than this boot, container or login, or seen by a probe before those; box only'),
      tracked: flag('tracked by git'),
      outside_cwd: flag('a relative path that leads outside the working directory'),
    }),
  ),
  error,
})

export const gitFacts = table('which content this is', {
  state: oneOf('what git said', 'ok', 'none', 'refused', 'unborn', 'bare', 'no-git', 'unlinked', 'broken'),
  head: objectId('commit id of HEAD'),
  parents: list('parents from the commit object', objectId('commit id'), 16),
  patches: list('patch ids of the commits since the base; absent in a shallow clone', objectId('patch id'), 50),
  branch: text('branch; absent when detached', 260),
  shallow: flag('shallow clone'),
  worktree: flag('a linked worktree'),
  cwd: text('working directory within the repository ("." at the top)', 1000),
  head_content: hex('content id of HEAD without our own products', 64),
  tree_content: hex('content id of the working tree as it stands', 64),
  modified: count('tracked files changed (staged or not)'),
  deleted: count('tracked files missing'),
  untracked: count('untracked files that are not ignored, our own products left out'),
  ignored: count('ignored files and directories that are there'),
  hidden: count('files marked assume-unchanged or skip-worktree'),
  submodules: count('submodules'),
  submodules_absent: count('submodules that are not checked out'),
  error,
})

export const secretsFacts = table('what could leak from this place', {
  files: map(
    'each claimed secret file',
    table('a secret file', {
      exists: flag('it exists'),
      empty: flag('0 bytes, or a folder without a file'),
      copies: list('tracked files of the same bytes', text('path', 400), 20),
      history: list(
        'commits of the history of HEAD that held it in plain, newest first; absent: nobody looked to the end',
        objectId('commit id'),
        100,
      ),
      parent_readable: flag('its directory can be searched by this user'),
      modes: flag('permission bits mean something here (false on Windows)'),
      mode: text('permission bits, octal', 6),
      mine: flag('owned by this user'),
      owner_reads: flag('its owner can read it'),
      others_read: flag('someone else can read it, through every parent; on Windows by its access list'),
      unlooked: flag('the access list of Windows could not be read: who may read the file was not looked at'),
      tracked: flag('tracked by git'),
      encrypted: flag('what git tracks of it is encrypted (git-crypt, SOPS, ansible-vault, dotenvx and the like)'),
      ignored: flag('ignored by git'),
      in_repo: flag('inside the repository'),
    }),
  ),
  found: map(
    'tracked files of usual names in which something looks secret',
    list('commits of the history of HEAD that added or changed it, newest first', objectId('commit id'), 100),
  ),
  env_names: count('variables with a secret-looking name'),
  configuration: table('credentials in configuration: yes or no, never the value', {
    remotes: flag('user info in the URL of a git remote'),
    instead_of: flag('user info in url.*.insteadOf'),
    headers: flag('http.*.extraheader or an included credentials file'),
    proxies: flag('user info in the URL of a proxy, in git or a variable'),
    lfs: flag('user info in the URL of Git LFS'),
    helpers: flag('a credential helper that is a command with a password in it'),
    index_urls: flag('user info or a token in the URL of a package index, in settings, variables, lock or build files'),
    stored: flag('what git keeps: ~/.git-credentials'),
    direct_urls: flag('user info or a token in a direct_url.json'),
    given: list(
      'where the set-up of CI or of a hosted agent put one; the flags above leave it out',
      text('name', 20),
      20,
    ),
    shut: flag(
      'each that is flagged lies in a variable, or in a file that only its owner reads and git does not track',
    ),
  }),
  error,
})
