/** Facts brought to a form in which two machines can be compared: same roots, same separators, same names. */
import type { Facts } from '../probe-file/schema.ts'

/** `bin/python3.12`, `Scripts\python.exe` and `bin/python` are one launcher in three spellings. */
const LAUNCHER = /(^|\/)(?:Scripts|scripts|bin)\/python(?:\d+(?:\.\d+)?)?(?:\.exe)?$/

const slashes = (path: string): string => path.replaceAll('\\', '/')

/** A masked root replaced by what it stands for, unless that is no better known than the mask. */
function unmask(path: string, mask: string, root: string | undefined): string {
  const known = root !== undefined && root !== '' && !root.startsWith(mask)
  return known && (path === mask || path.startsWith(`${mask}/`)) ? slashes(root) + path.slice(mask.length) : path
}

/** A path as it would be masked on any machine: the environment kept in the repository is below `<repo>`. */
function normalisePath(path: string, facts: Facts): string {
  const { prefix, base_prefix } = facts.interpreter ?? {}
  const unmasked = unmask(unmask(slashes(path), '<prefix>', prefix), '<base>', base_prefix)
  return unmasked.replace(LAUNCHER, '$1bin/python')
}

/** Where the environment lies differs by design; what is in it is compared. */
function withinPrefix(path: string, { interpreter }: Facts): string {
  const root = interpreter?.prefix === undefined ? undefined : slashes(interpreter.prefix)
  const inside = root !== undefined && `${path}/`.startsWith(`${root}/`)
  return inside ? `<prefix>${path.slice(root.length)}` : path
}

/** The usual interpreter of its own environment: where that is kept differs by design. */
const OWN_LAUNCHER = /^<prefix>\/(?:bin\/python|python\.exe)$/

function executableText(facts: Facts): string | undefined {
  const { executable } = facts.interpreter ?? {}
  if (executable === undefined) return undefined
  const path = normalisePath(executable, facts)
  return OWN_LAUNCHER.test(withinPrefix(path, facts)) ? '<prefix>/bin/python' : path
}

type Hook = NonNullable<NonNullable<Facts['path']>['sitecustomize']>

/** It lies beside the standard library: it came with this Python, not from a home directory. */
export function isOfDistribution(hook: Hook | undefined, { path }: Facts): boolean {
  const folder = slashes(hook?.file ?? '').replace(/\/[^/]*$/, '')
  return path?.entries?.some((entry) => entry.label === 'stdlib' && slashes(entry.path ?? '') === folder) ?? false
}

/** Debian's and Ubuntu's own: it only imports `apport_python_hook`, which reports crashes. */
const APPORT = '43d81125d923'

function hookText(hook: Hook | undefined, facts: Facts): string | undefined {
  if (hook?.present === undefined) return undefined
  if (hook.hash === APPORT && hook.error === '' && isOfDistribution(hook, facts)) return 'none'
  if (!hook.present && hook.loaded !== true) return 'none'
  const failed = hook.error === undefined || hook.error === '' ? '' : ', failed'
  return `${normalisePath(hook.file ?? 'somewhere', facts)} ${hook.hash ?? ''}${failed}`.trim()
}

/** What counts is whether the user's directory takes part, not why it does not. */
function userSiteText({ path }: Facts): string | undefined {
  if (path?.user_site === undefined) return undefined
  return path.user_site === 'enabled' && path.user_site_on_path !== false ? 'enabled' : 'disabled'
}

const said = (value: boolean | number | string | undefined): string | undefined =>
  value === undefined ? undefined : String(value)

const listText = (items: readonly string[] | undefined, facts: Facts): string | undefined => {
  if (items === undefined) return undefined
  return items.length === 0 ? 'none' : items.map((item) => normalisePath(item, facts)).join(' ')
}

/** The counted differences: key and how to read its value; undefined where the file does not say. */
export const COUNTED: { readonly [key: string]: (facts: Facts) => string | undefined } = {
  'interpreter.executable': executableText,
  'interpreter.version': (facts) => facts.interpreter?.version,
  'interpreter.in_venv': (facts) => said(facts.interpreter?.in_venv),
  'git.cwd': (facts) => said(facts.git?.cwd === undefined ? undefined : slashes(facts.git.cwd)),
  'path.pythonpath': (facts) => listText(facts.path?.pythonpath, facts),
  'path.user_site': userSiteText,
  'path.sitecustomize': (facts) => hookText(facts.path?.sitecustomize, facts),
  'path.usercustomize': (facts) => hookText(facts.path?.usercustomize, facts),
  'path.pth_import_lines': (facts) => said(facts.path?.pth_import_lines),
}

/** Context: worth knowing, never counted. */
export const CONTEXT: { readonly [key: string]: (facts: Facts) => string | undefined } = {
  'host.platform': (facts) => facts.host?.platform,
  'host.arch': (facts) => facts.host?.arch,
  'interpreter.implementation': (facts) => facts.interpreter?.implementation,
  'interpreter.prefix': ({ interpreter }) =>
    interpreter?.prefix === undefined ? undefined : slashes(interpreter.prefix),
  'interpreter.executable_hash': (facts) => facts.interpreter?.executable_hash,
}

/** Every job has them and no shell does: to list them in each report would only be noise. */
const OF_PROVIDER =
  /^(?:CI|GITHUB|RUNNER|ACTIONS|GITLAB|CIRCLE|CIRCLECI|BUILDKITE|TRAVIS|APPVEYOR|TEAMCITY|BITBUCKET|JENKINS|TF)(?:_|$)/
const envNames = ({ env, probe }: Facts): readonly string[] | undefined =>
  probe?.ci === undefined ? env?.names : env?.names?.filter((name) => !OF_PROVIDER.test(name))

/** Context made of lists, of which only what one place has alone is shown. */
export const CONTEXT_SETS: { readonly [key: string]: (facts: Facts) => readonly string[] | undefined } = {
  // A list of claimed packages only would make every other package look absent.
  'packages.distributions': ({ packages }) => (packages?.scope === 'all' ? packages.distributions : undefined),
  'env.names': envNames,
}

/** What the keys of context begin with. */
export const CONTEXT_KEYS: readonly string[] = [...Object.keys(CONTEXT), ...Object.keys(CONTEXT_SETS)]

/** Counted for each claimed package. */
export const versionKey = (name: string): string => `packages.claimed.${name}.version`

const DIFFED = ['interpreter', 'path', 'packages', 'env', 'git', 'tests', 'secrets'] as const
/** Facts that differ between any two runs, or by design between a branch and the merge that ci checks out. */
const VOLATILE: ReadonlySet<string> = new Set(
  [
    'taken_at scope machine boot container in_container run attempt job hash recorded now',
    'digest executable_hash head parents patches branch shallow worktree',
  ].flatMap((line) => line.split(' ')),
)

function flatten(key: string, value: unknown, facts: Facts): string[] {
  if (Array.isArray(value)) {
    return value.length === 0 ? [`${key} = []`] : value.flatMap((item) => flatten(key, item, facts))
  }
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value)
      .filter(([name]) => !VOLATILE.has(name))
      .flatMap(([name, of]) => flatten(key === '' ? name : `${key}.${name}`, of, facts))
  }
  const path = typeof value === 'string' ? normalisePath(value, facts) : String(value)
  const text = key === 'prefix' ? path : withinPrefix(path, facts)
  return [`${key} = ${text}`]
}

function factsIn(section: (typeof DIFFED)[number], facts: Facts): object {
  const names = envNames(facts)
  return section === 'env' && names ? { ...facts.env, names } : (facts[section] ?? {})
}

/** Every steady fact as a line, by section, for a diff that people read. */
export const normaliseForDiff = (facts: Facts): Map<string, readonly string[]> =>
  new Map(DIFFED.map((section) => [section, flatten('', factsIn(section, facts), facts)]))
