/** Which Python it is, where its imports come from, and what is installed. */
import { count, flag, hex, list, map, oneOf, table, text } from '../../shape/shape.ts'
import { words } from '../../text/words.ts'
import { error, label, path } from './where.ts'

const hook = (which: string) =>
  table(`${which}: what this interpreter finds and did at start-up`, {
    present: flag('a file of that name is found on the path of a normal start'),
    file: path('that file'),
    hash: hex('first 12 hex digits of the sha256 of the file', 12),
    loaded: flag('it is in sys.modules: it ran'),
    error: text('"Type: message" that it raised at a fresh start; "" when it ran clean', 300),
  })

export const interpreterFacts = table('the Python that ran the probe', {
  executable: path('sys.executable; "" when Python does not know'),
  executable_hash: hex('first 12 hex digits of the sha256 of the real executable', 12),
  version: text('like 3.12.7', 40),
  implementation: text('CPython, PyPy …', 40),
  prefix: path('sys.prefix'),
  linked: flag('the prefix is a link to a folder elsewhere; absent where it is none'),
  base_prefix: path('sys.base_prefix'),
  in_venv: flag('prefix and base_prefix differ'),
  conda_prefix: path('CONDA_PREFIX; absent when not set'),
  isolated: flag('-I'),
  virtual_env: path('VIRTUAL_ENV; absent when not set'),
  requires_python: text(
    'the range that the project states, in its own words (pyproject.toml, setup.cfg, setup.py, Pipfile, .python-version); "" when none was read',
    100,
  ),
  project_python: path('the Python of an environment in the project that this one is not of; "" for none'),
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
  entries: list('sys.path in order', table('one', { path: path('entry'), label: label('its kind') }), 300),
  user_site: oneOf('effect, not variable', 'enabled', 'disabled', 'refused'),
  user_site_on_path: flag("the user's site directory is on sys.path"),
  pythonpath: list('PYTHONPATH as given to this process; [] when unset or ignored', path('entry'), 100),
  sitecustomize: hook('sitecustomize'),
  usercustomize: hook('usercustomize'),
  pth_error: text('"Type: message" of a .pth line that failed at a fresh start; "" when none did', 300),
  pth_import_lines: count('lines that run code, editable installs and known installers left out'),
  error,
})

const origin = {
  module: text('the top-level import name that was looked for', 200),
  importable: flag('a module of that name is found; also a namespace, or a distribution that has none'),
  origin: path('the file that wins'),
  label: label('where that file lies'),
  loader: oneOf(
    'what kind of thing it is; "none": commands, stubs or a list of others, nothing to import',
    ...words('source bytecode extension zip namespace builtin frozen none other'),
  ),
  path_origin: path('what path finding alone (no finders, no preloaded modules) would find; "" when nothing'),
}

export const packagesFacts = table('what is installed', {
  scope: oneOf('which distributions are listed', 'all', 'claimed'),
  distributions: list('name==version, sorted, names normalised', text('name==version', 200), 5000),
  pip: flag('pip is among them'),
  own: list("the repository's own top-level import names, tracked by git", text('import name', 200), 500),
  claimed: map(
    'each claimed name',
    table('a claimed package', {
      ...origin,
      readable: flag('the files can be read by this user'),
      distribution: text('distribution that carries it; "" when none does', 200),
      version: text('that distribution\'s version; "" when there is none', 100),
      installer: text('content of INSTALLER; "" when absent', 40),
      direct_url: oneOf('kind of its direct_url.json; never the URL', ...words('none editable dir archive vcs')),
      gone: text('first module below it that its RECORD lists and that is not there; "" when none', 400),
      locked: list('versions of that distribution that tracked lock files pin; [] when none', text('version', 100), 20),
      copies: list('labels of the copies that this one hides; two system sites are one', label('where'), 20),
      same: flag("of the repository's own: an installed copy equals this tree; false: an old build"),
      built_for: text('the tag of its wheel, where this interpreter can load nothing built for that', 100),
      in_tree: flag('a tracked module or package of that name is in the repository'),
      tracked: flag('the file that wins is tracked by git; of a namespace package, any Python file below it'),
    }),
  ),
  error,
})
