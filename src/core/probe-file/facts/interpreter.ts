/** Which Python it is, and where its imports come from. */
import { count, flag, hex, list, oneOf, table, text } from '../../shape/shape.ts'
import { error, label, path } from './where.ts'

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

export const interpreterFacts = table('the Python that ran the probe', {
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
})

export const pathFacts = table('where imports come from', {
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
})
