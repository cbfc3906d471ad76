/** What is claimed where no file says so: found in the names of the tracked files. */
import { type Claim, type Claims, PLACES, type Place } from '../model.ts'
import { words } from '../text/words.ts'

/** The test command where none is named. */
export const USUAL_COMMAND: readonly string[] = ['python', '-m', 'pytest']

/** Names that are no product: the tests, what runs them, and what ships this very check. */
const NOT_OWN = new Set<string>(
  words('setup conftest noxfile tests test docs examples benchmarks scripts agent_probe __init__ __main__'),
)

const isOwn = (name: string): boolean =>
  /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !NOT_OWN.has(name) && !name.startsWith('test_') && !name.endsWith('_test')

/** `name/__init__.py` or `name.py`, at the root or, where src is no package itself, under `src/`. */
function readName(path: string, srcIsPackage: boolean) {
  const inSrc = path.startsWith('src/') && !srcIsPackage
  const found = /^(\w+)(\.py|\/__init__\.py)$/.exec(inSrc ? path.slice('src/'.length) : path)
  const [, name = '', end] = found ?? []
  return isOwn(name) ? [{ name, inSrc, isModule: end === '.py' }] : []
}

/**
 * The repository's own import names, sorted: tracked packages and modules at the root and in `src/`.
 * Where `src/__init__.py` is tracked, src is a package like any other; else a module beside products in src is
 * a script. `agent_probe.py` finds the same. Paths are relative to the working directory, with `/`.
 */
export function findOwnPackages(tracked: readonly string[]): readonly string[] {
  const srcIsPackage = tracked.includes('src/__init__.py')
  const found = tracked.flatMap((path) => readName(path, srcIsPackage))
  const scripts = found.some(({ inSrc }) => inSrc)
  const own = found.filter(({ inSrc, isModule }) => inSrc || !isModule || !scripts)
  return [...new Set(own.map(({ name }) => name))].sort()
}

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
