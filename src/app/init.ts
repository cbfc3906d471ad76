/** Use case: what a repository lacks to be asked, as a plan. Nothing is written here. */

import { hasSuite } from '../core/claims/default.ts'
import { claimsSchema } from '../core/claims/schema.ts'
import { CLAIMS_FILE, isProbeScript, VENDORED_PROBE } from '../core/content.ts'
import { claimedSecrets, placesLine, renderClaims, withPlaces } from '../core/setup/claims-file.ts'
import { addConftestLines, addIgnoreLines } from '../core/setup/conftest.ts'
import { packageList, readDependencies } from '../core/setup/dependencies.ts'
import { WORKFLOW } from '../core/setup/new-workflow.ts'
import { isTelling, isWritten, type Project } from '../core/setup/project.ts'
import { hasTests, isOtherRunner, readRunnerCall, readToxCommand } from '../core/setup/test-command.ts'
import { findTestSteps, type Workflow } from '../core/setup/workflow.ts'
import {
  type Change,
  findCommand,
  findToxRun,
  type InitNeeds,
  type InitPlan,
  planProduct,
  planWorkflow,
  SCHEMA,
} from './init-plan.ts'

export function planInit(needs: InitNeeds): InitPlan {
  const dependencies = readDependencies(needs.project)
  const command = findCommand(needs)
  const claims = renderClaims({ ...needs, dependencies, command })
  const workflow = planWorkflow(needs, command)
  const changes = [
    planProduct(needs, VENDORED_PROBE, needs.probe, 'the probe, one file: read it'),
    planClaims(needs, claims),
    planProduct(needs, SCHEMA, `${JSON.stringify(claimsSchema(), null, 2)}\n`, 'helps your editor'),
    planIgnore(needs),
    ...planConftest(needs),
    ...workflow.changes,
  ]
  return {
    command,
    tox: findToxRun(needs, command),
    ...workflow,
    changes,
    notes: [...findNotes(needs, dependencies.leftOut, command), ...workflow.notes],
  }
}

/** What is claimed is a person's word: it is never replaced, only its places are set where they are named. */
function planClaims({ present, placesNamed, places }: InitNeeds, derived: string): Change {
  const change = (what: Change['what'], about: string) => ({ path: CLAIMS_FILE, at: 'folder', what, about }) as const
  const now = present(CLAIMS_FILE)
  if (now === undefined) return { ...change('create', 'what is claimed: edit it'), text: derived }
  const placed = placesNamed ? withPlaces(now, places) : now
  if (placed === undefined)
    return change('by-hand', `other lines name other places too: set ${placesLine(places)} and mend them`)
  if (placed === now) return change('same', 'what is claimed: yours to edit')
  return { ...change('replace', `only its places: ${places.join(', ')}`), text: placed }
}

function planIgnore({ project, places }: InitNeeds): Change {
  const before = project.textOf('.gitignore') || undefined
  const secrets = places.includes('local') ? claimedSecrets(project) : []
  const text = addIgnoreLines(before ?? '', secrets)
  return planLines('.gitignore', 'what stays on its machine', before, text)
}

/** Only a suite has sessions to record. */
function planConftest({ project }: InitNeeds): Change[] {
  if (!hasSuite(project.paths, project.textOf)) return []
  const before = project.textOf('conftest.py')
  const added = addConftestLines(before ?? '')
  const [path, about] = ['conftest.py', 'records every test session']
  if (added.kind !== 'by-hand') return [planLines(path, about, before, added.kind === 'same' ? before : added.text)]
  const other = `line ${added.line} names other plugins: add "agent_probe" to them`
  return [{ path, at: 'folder', what: 'by-hand', about: other }]
}

function planLines(path: string, about: string, before: string | undefined, text: string | undefined): Change {
  if (text === before || text === undefined) return { path, at: 'folder', what: 'same', about }
  return { path, at: 'folder', what: before === undefined ? 'create' : 'add-lines', about, text }
}

function findNotes(
  { project, workflows, unread, ignored }: InitNeeds,
  leftOut: readonly string[],
  command: readonly string[],
): readonly string[] {
  const suite = hasSuite(project.paths, project.textOf)
  const commands = [...findTestSteps(workflows).map((step) => step.command), command.join(' ')]
  const runners = commands.filter(isOtherRunner)
  const packages = packageList(project)
  const untold = [...unread, ...workflows.flatMap(({ problem }) => problem ?? [])]
  const others = project.paths.filter((path) => path !== VENDORED_PROBE && isProbeScript(path))
  return [
    ...(hasTests(project, command) ? [] : ['no tests were found, so none are claimed']),
    ...[...new Set(runners)].map((one) => runnerNote(one, command)),
    // Without the lines `pip install .` refuses, or packs the folder.
    ...(packages ? [[PACKAGING, ...packages].join('\n      ')] : []),
    ...(command.includes('tox') ? toxNote(project) : []),
    ...(suite && readRunnerCall(command.join(' ')) === undefined && !namesPytest(project, workflows)
      ? [NO_PYTEST]
      : []),
    ...leftOut.map((what) => `not claimed: ${what}`),
    ...untold.map((what) => `nothing was taken from it: ${what}`),
    ...ignored.map(ignoredNote),
    ...others.map((path) => `another probe lies in ${path}: keep one of the two`),
  ]
}

const PACKAGING = 'setuptools would take the folder probes for a package of yours: add to pyproject.toml'
const NO_PYTEST =
  'pytest runs the tests, those of unittest too, but this project does not install it: python -m pip install pytest'

const runnerNote = (line: string, claimed: readonly string[]): string =>
  line === claimed.join(' ')
    ? `\`${line}\` leaves no record: the check starts it itself in every place, and reads the summary that it prints`
    : `\`${line}\` leaves no record: claim it with the JUnit report that it writes, under "tests": "reports"`

const ignoredNote = (path: string): string =>
  `git ignores ${path}, and it has to be committed: mend the line that \`git check-ignore -v ${path}\` names`

/** Lines that init wrote into conftest.py and a workflow do not count. */
function namesPytest(project: Project, workflows: readonly Workflow[]): boolean {
  const told = project.paths.filter((path) => isTelling(path) && !isWritten(path)).map(project.textOf)
  const theirs = workflows.filter(({ path }) => path !== WORKFLOW).map(({ text }) => text)
  return [...told, ...theirs].some((text) => text?.includes('pytest'))
}

function toxNote(project: Project): string[] {
  const inside = readToxCommand(project)
  const claim = inside ? `"command": ${JSON.stringify(inside)}` : 'the command that tox runs'
  return [
    'in CI tox hides from the tests which run they are of, so the check starts tox once more. To have them run once:',
    '    1. let [testenv] of tox pass it on: pass_env = GITHUB_*',
    `    2. claim in probes/claims.json what runs inside: ${claim}`,
  ]
}
