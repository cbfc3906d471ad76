/** What is claimed where no file says so: found in the names of the tracked files. */
import { type Claim, type Claims, PLACES, type Place } from '../model.ts'
import { words } from '../text/words.ts'

/** The test command where none is named. */
export const USUAL_COMMAND: readonly string[] = ['python', '-m', 'pytest']

/** Names that are no product: the tests, what runs them, and what ships this very check. */
const NOT_OWN = new Set<string>(
  words('setup conftest noxfile tests test docs examples benchmarks scripts agent_probe __init__ __main__'),
)

/** Folders of code that is no product of this repository: the same, and other people's. */
const NOT_OURS = new Set<string>([
  ...NOT_OWN,
  ...words('vendor vendored _vendor third_party third-party thirdparty 3rdparty external extern'),
])

const isOwn = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !NOT_OWN.has(name) && !/^tests?_|_tests?$/.test(name)

const INIT = '__init__.py'

/** Folder and name of a path; of a path at the top the folder is "". */
function split(path: string): readonly [folder: string, name: string] {
  const at = path.lastIndexOf('/')
  return [path.slice(0, Math.max(at, 0)), path.slice(at + 1)]
}

/**
 * Paths of what is the repository's own, modules without their ending: package roots at any depth that hold more than
 * tests; modules at the top and in `src/`. Beside products in src a module at the top is a script. `agent_probe.py` finds
 * the same. Paths are relative to the working directory, with `/`.
 */
function findOwn(tracked: readonly string[]): readonly string[] {
  const packages = new Set(tracked.filter((one) => one.endsWith(`/${INIT}`)).map((one) => split(one)[0]))
  const holds = new Map<string, string[]>([
    ['', []],
    ['src', []],
  ])
  for (const path of tracked.filter((one) => one.endsWith('.py'))) {
    let [folder, name] = split(path)
    while (packages.has(split(folder)[0])) folder = split(folder)[0]
    if (packages.has(folder) && !holds.has(folder)) holds.set(folder, [])
    holds.get(folder)?.push(name.slice(0, -'.py'.length))
  }
  const modulesIn = (folder: string): readonly string[] => holds.get(folder) ?? []
  const isWhole = (modules: readonly string[]) => modules.some(isOwn) || modules.every((one) => one === '__init__')
  const roots = [
    ...[...packages].filter((folder) => holds.has(folder) && isWhole(modulesIn(folder))),
    ...(packages.has('src') ? [] : modulesIn('src').map((one) => `src/${one}`)),
  ].filter(
    (path) =>
      isOwn(split(path)[1]) &&
      !split(path)[0]
        .split('/')
        .some((part) => NOT_OURS.has(part)),
  )
  const scripts = roots.some((path) => path.startsWith('src/'))
  return [...roots, ...(scripts ? [] : modulesIn('').filter(isOwn))]
}

const namesOf = (paths: readonly string[]): readonly string[] =>
  [...new Set(paths.map((path) => split(path)[1]))].sort()

/**
 * All import names that are the repository's own, sorted; of `src/acme/billing`, below a namespace, it is `billing`.
 * Tests that imported none of them tested something else.
 */
export const findFirstParty = (tracked: readonly string[]): readonly string[] => namesOf(findOwn(tracked))

/** Those at the top and in `src/`, which are claimed where no file says so. */
export const findOwnPackages = (tracked: readonly string[]): readonly string[] =>
  namesOf(findOwn(tracked).filter((path) => ['', 'src'].includes(split(path)[0])))

/** Files that may hold a pytest configuration among other things, and the section that says so. */
const CONFIGURATIONS: { readonly [file: string]: RegExp } = {
  'pyproject.toml': /^\[tool\.pytest(?:\.ini_options)?\]/m,
  'tox.ini': /^\[pytest\]/m,
  'setup.cfg': /^\[tool:pytest\]/m,
}

/** Worth reading before asking `claimsWithoutFile`: only if tracked. */
export const CONFIGURATION_FILES: readonly string[] = Object.keys(CONFIGURATIONS)

const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/

export function hasSuite(tracked: readonly string[], textOf: (path: string) => string | undefined): boolean {
  if (tracked.some((path) => path === 'pytest.ini' || path === '.pytest.ini' || TEST_FILE.test(path))) return true
  return Object.entries(CONFIGURATIONS).some(
    ([file, section]) => tracked.includes(file) && section.test(textOf(file) ?? ''),
  )
}

export const AT_HOME: readonly Place[] = ['local', 'box']

/** `textOf`: the text of one of CONFIGURATION_FILES, where the caller has read it. */
export function claimsWithoutFile(
  tracked: readonly string[],
  textOf: (path: string) => string | undefined = () => undefined,
): Claims {
  const packages = findOwnPackages(tracked).map(
    (subject): Claim => ({ kind: 'package installed', subject, in: PLACES, fromRepo: true }),
  )
  const suite: Claim = { kind: 'tests green', subject: 'suite', in: PLACES }
  return {
    digest: 'default',
    source: 'default',
    places: PLACES,
    claims: [
      ...packages,
      ...(hasSuite(tracked, textOf) ? [suite] : []),
      { kind: 'secret stored', subject: '.env', in: AT_HOME },
      { kind: 'secret stored', subject: 'configuration', in: AT_HOME },
    ],
    testReports: [],
    explanations: [],
  }
}
