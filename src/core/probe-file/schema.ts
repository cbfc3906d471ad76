/**
 * What a fact is: the one table of every key that a probe file may hold, format 1.
 *
 * Every fact but `probe.format` and `probe.place` may be absent, and is unknown then. So "no" is written down
 * (`false`, `[]`, `"none"`), and `holds` rests only on facts that are there: deleting one helps no claim.
 */

import { table, type Value } from '../shape/shape.ts'
import { hostFacts, previousFacts, probeFacts } from './facts/place.ts'
import { interpreterFacts, packagesFacts, pathFacts } from './facts/python.ts'
import { envFacts, gitFacts, persistFacts, secretsFacts } from './facts/state.ts'
import { testsFacts } from './facts/tests.ts'

/** The first line of every probe file; a fenced block in a pull request is ours only if it starts so. */
export const FIRST_LINE = '# where-it-ran probe file, format 1'

export const FORMAT = 1

export const SCHEMA = table('a probe file', {
  probe: probeFacts,
  previous: previousFacts,
  host: hostFacts,
  interpreter: interpreterFacts,
  path: pathFacts,
  packages: packagesFacts,
  env: envFacts,
  persist: persistFacts,
  git: gitFacts,
  tests: testsFacts,
  secrets: secretsFacts,
})

/** Facts of earlier probes that are not asked for any more: a file that still says them is no worse for it. */
const RETIRED = [
  /^probe\.families$/,
  /^host\.(?:uid_is_euid|owns_tree)$/,
  /^interpreter\.(?:executable_agrees|argv_form|virtual_env_agrees|externally_managed|real_executable|safe_path|no_(?:user_)?site)$/,
  /^path\.(?:user_site_exists|(?:site|user)customize\.premade|pythonpath_ignored|editable|pth(?:\..+)?)$/,
  /^packages\.(?:count|digest|claimed\..+\.(?:path_label|metadata_copies))$/,
  /^(?:previous\.(?:hostname|env_names)|env\.(?:names_digest|names_count|left_out)|secrets\.umask)$/,
  /^persist\.files\..+\.(?:mtime|mode|sha256)$/,
  /^env\.claimed\..+\.(?:inherited|empty)$/,
  /^tests\.(?:runner_version|plugins|duration_ms|env\..+\.by_tests)$/,
  /^git\.(?:detached|synthetic_merge|submodule)$/,
  /^persist\.canary\..+\.(?:first_seen|fs|mount|visits)$/,
]

export const isRetired = (path: readonly (string | number)[]): boolean =>
  RETIRED.some((one) => one.test(path.join('.')))

/** All facts of one file, each possibly absent. */
export type Facts = Value<typeof SCHEMA>
/** What one file says of its test session. */
export type Tests = NonNullable<Facts['tests']>
