/** What is installed. */
import { count, flag, hex, list, map, oneOf, table, text } from '../../shape/shape.ts'
import { error, LABELS, label, path } from './where.ts'

const origin = {
  module: text('the top-level import name that was looked for', 200),
  importable: flag(
    'this interpreter finds a module of that name (a namespace package counts, and a whole distribution that brings none; see loader)',
  ),
  origin: path('the file that wins'),
  label: label('where that file lies'),
  loader: oneOf(
    'what kind of thing it is; "none": commands, stubs or a list of others, nothing to import',
    'source',
    'bytecode',
    'extension',
    'zip',
    'namespace',
    'builtin',
    'frozen',
    'none',
    'other',
  ),
  path_origin: path('what path finding alone (no finders, no preloaded modules) would find; "" when nothing'),
  path_label: oneOf('where that lies; "none" when nothing is found', ...LABELS, 'none'),
}

export const packagesFacts = table('what is installed', {
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
      copies: list(
        'labels of further copies that this one hides, each once; two system sites are one place',
        label('where'),
        20,
      ),
      same: flag(
        "of the repository's own: an installed copy that says byte for byte what this tree says; false: an old build",
      ),
      built_for: text(
        'the tag of the wheel that brought it, where this interpreter can load nothing built for that: copied from elsewhere',
        100,
      ),
      in_tree: flag('a tracked module or package of that name is in the repository'),
      tracked: flag('the file that wins is tracked by git; of a namespace package, any Python file below it'),
    }),
  ),
  error,
})
