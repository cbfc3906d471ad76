/** What mends a package that is claimed. */

import { packageInTests } from '../../judge/record.ts'
import { pythonOfLeg } from '../../place.ts'
import { getOwn } from '../../text/own.ts'
import { andThen } from '../../text/shell.ts'
import { lastProbe, useOwnEnvironment } from './command.ts'
import {
  type FixContext,
  forgottenPython,
  isBorrowed,
  isRecorded,
  type Step,
  shellName,
  typeablePath,
  typeablePython,
  unsetVariable,
} from './context.ts'

/** What decided: the copy that the tests had, where they count. */
export function claimedPackage({ facts, claim, claims }: FixContext) {
  const here = getOwn(facts.packages?.claimed, claim.subject)
  const there = packageInTests(facts, claims, claim.subject)
  return here && { ...here, ...(there?.importable && there) }
}

const isOwn = (fix: FixContext): boolean =>
  fix.claim.fromRepo === true ||
  claimedPackage(fix)?.in_tree === true ||
  fix.claims.claims.some((one) => one.fromRepo && one.subject === fix.claim.subject)

const isOfUv = ({ facts }: FixContext): boolean =>
  Object.values(facts.packages?.claimed ?? {}).some(({ installer }) => installer === 'uv')

/** Environments of uv have no pip; into others Python itself brings it. */
export const pip = (fix: FixContext): string =>
  isOfUv(fix)
    ? `uv pip install${fix.python === 'python' ? '' : ` --python ${fix.python}`}`
    : `${fix.facts.packages?.pip === false ? `${fix.python} -m ensurepip${andThen(fix.shell)}` : ''}${fix.python} -m pip install`

const mendTypo = ({ claimsFile }: FixContext): string => `mend ${claimsFile} if the name is a typing error`

export const editable = (fix: FixContext): string => (isBorrowed(fix) ? makeEnvironment(fix) : `${pip(fix)} -e .`)

/** Another checkout keeps what it imports: this one gets an environment of its own. */
function makeEnvironment(fix: FixContext): string {
  const { linked, prefix } = fix.facts.interpreter ?? {}
  const windows = fix.shell === 'powershell'
  const then = andThen(fix.shell)
  // Through a link the new one would be written over the other checkout's.
  const unlink = linked ? `${windows ? 'Remove-Item' : 'rm'} ${shellName(prefix ?? '.venv', fix)}${then}` : ''
  const python = windows ? '.venv\\Scripts\\python.exe' : '.venv/bin/python'
  const [first, ...words] = fix.claims.testCommand ?? ['pytest']
  const what = `-e .${[first, ...words].includes('pytest') ? ' pytest' : ''}`
  const [make, install] = isOfUv(fix)
    ? ['uv venv', `uv pip install --python ${python} ${what}`]
    : [`${linked ? 'python3' : fix.python} -m venv .venv`, `${python} -m pip install ${what}`]
  const made = first === 'uv' ? 'uv sync' : `${make}${then}${install}`
  return `make an environment here, as this one serves another checkout: ${unlink}${made}, then run ${lastProbe(fix, ['--tests', 'always'], python)}`
}

/** Never `pip install NAME`: the name may be a typing error, and its owner on the index a stranger. */
export const install: Step = (fix) => {
  // What should come from the tree is not in it: no install would help.
  if (fix.claim.fromRepo && claimedPackage(fix)?.in_tree === false)
    return `commit ${fix.subject} to this repository, or ${mendTypo(fix)}`
  if (forgottenPython(fix.facts) !== undefined) return useOwnEnvironment(fix)
  if (isOwn(fix) || isBorrowed(fix)) return editable(fix)
  const declared = `what this project declares (such as ${editable(fix)})`
  return `install ${declared}, once you see ${fix.subject} among it; ${mendTypo(fix)}`
}

/** Nor by the name that metadata carries: the file that says it was written by others. */
const reinstall: Step = (fix) =>
  isBorrowed(fix)
    ? editable(fix)
    : `install again what this project declares, such as ${pip(fix)} --force-reinstall -e .`

const moveAway = (fix: FixContext): string => {
  const origin = claimedPackage(fix)?.origin
  return `move ${typeablePath(origin, fix.facts) || origin || 'the copy that wins'} out of the way`
}

const unsetPath = ({ shell }: FixContext): string => `${unsetVariable('PYTHONPATH', shell)} where the tests start`

/** Which copy wins decides what moves it out of the way. */
const unshadow: Step = (fix) => {
  const label = claimedPackage(fix)?.label
  if (label === 'pythonpath') return unsetPath(fix)
  if (label === 'user-site')
    return `${fix.python} -m pip uninstall ${fix.subject}, which takes the copy in the user site away`
  if (label === 'hook') {
    const hooks = [fix.facts.path?.sitecustomize?.file, fix.facts.path?.usercustomize?.file]
    return `take the import out of ${hooks.find((file) => file) ?? 'the start-up hook'}`
  }
  return moveAway(fix)
}

/** An entry of PYTHONPATH wins over every install: it has to go first. */
const useThisTree: Step = (fix) => {
  if ((fix.facts.path?.pythonpath ?? []).length > 0) return unsetPath(fix)
  if (fix.claim.kind !== 'package installed' || isOwn(fix) || isBorrowed(fix)) return editable(fix)
  return claimedPackage(fix)?.origin?.startsWith('<repo>')
    ? moveAway(fix)
    : `${pip(fix).replace('pip install', 'pip uninstall')} ${fix.subject}, which leads to a checkout of it, then ${install(fix)}`
}

/** The namespace belongs to a distribution of another name: moving it away would break that one. */
function isShared(fix: FixContext): boolean {
  const { distribution = '' } = claimedPackage(fix) ?? {}
  return distribution !== '' && distribution !== fix.claim.subject.toLowerCase().replace(/[-_.]+/g, '-')
}

function fillDirectory(fix: FixContext): string {
  if (isShared(fix))
    return `claim what lies in ${fix.subject}: it is a directory that distributions share, and no package`
  const directory = typeablePath(claimedPackage(fix)?.origin, fix.facts) ?? fix.subject
  return `move the directory ${directory} away, which has no module of that name, then ${install(fix)}`
}

/** An environment that a runner makes for itself has no path that could be typed. */
const probeThere: Step = (fix) => {
  const promised = pythonOfLeg(fix.leg)
  if (promised !== undefined && fix.facts.tests?.session?.prefix_agrees !== false)
    return `make the environment of leg ${fix.leg} with Python ${promised}: a .python-version (uv: set UV_PYTHON) or a restored environment may have brought another one`
  const there = fix.facts.tests?.session?.executable
  if (there === undefined || typeablePython(there, fix.facts))
    return `probe with the interpreter that ran the tests: ${lastProbe(fix, [], there)}`
  const command = `"command": ["python", "-m", "pytest"] under "tests" in ${fix.claimsFile}`
  return `let ${fix.python} run the tests, such as ${command}, or probe with the interpreter that ran them`
}

export const PACKAGE_FIXES = {
  SHADOWED: unshadow,
  OTHER_CHECKOUT: useThisTree,
  OUTSIDE_REPO: useThisTree,
  METADATA_WITHOUT_CODE: reinstall,
  BROKEN_INSTALL: reinstall,
  NAMESPACE_ONLY: fillDirectory,
  OTHER_INTERPRETER: probeThere,
  // A session that looked and did not find it will not find it the next time either.
  NOT_IMPORTABLE_HERE: (fix: FixContext) =>
    !isRecorded(fix.facts)
      ? `let a recorded test session import it: ${lastProbe(fix, ['--tests', 'always'])}`
      : forgottenPython(fix.facts) === undefined
        ? editable(fix)
        : useOwnEnvironment(fix),
} as const
