/** What could leak from this place. */
import { count, flag, map, table, text } from '../../shape/shape.ts'
import { error } from './where.ts'

export const secretsFacts = table('what could leak from this place', {
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
    index_urls: flag(
      'user info or a token in the URL of a package index: settings of pip, uv, poetry and conda, requirements and lock files',
    ),
    direct_urls: flag('user info or a token in a direct_url.json'),
  }),
  error,
})
