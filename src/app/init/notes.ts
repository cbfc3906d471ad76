/** What was seen and not claimed, and what stands in the way. */

import { hasSuite } from '../../core/claims/default.ts'
import { isProbeScript, VENDORED_PROBE } from '../../core/products.ts'
import { packageList } from '../../core/setup/dependencies.ts'
import { WORKFLOW } from '../../core/setup/new-workflow.ts'
import { isTelling, isWritten, type Project } from '../../core/setup/project.ts'
import { readToxCommand } from '../../core/setup/test-command.ts'
import { findTestSteps, type Workflow } from '../../core/setup/workflow.ts'
import type { InitNeeds } from './plan.ts'

/** Runners that write no record of a session. */
const OTHER_RUNNER = /-m\s+unittest\b|manage\.py\s+test\b/

export function findNotes(
  { project, workflows, unread, ignored }: InitNeeds,
  leftOut: readonly string[],
  command: readonly string[],
): readonly string[] {
  const suite = hasSuite(project.paths, project.textOf)
  const commands = findTestSteps(workflows).map((step) => step.command)
  const packages = packageList(project)
  const untold = [...unread, ...workflows.flatMap(({ problem }) => problem ?? [])]
  const others = project.paths.filter((path) => path !== VENDORED_PROBE && isProbeScript(path))
  return [
    ...(suite ? [] : ['no tests were found, so none are claimed']),
    ...commands.filter((one) => OTHER_RUNNER.test(one)).map(runnerNote),
    // Without the lines `pip install .` refuses, or packs the folder.
    ...(packages ? [[PACKAGING, ...packages].join('\n      ')] : []),
    ...(command.includes('tox') ? toxNote(project) : []),
    ...(suite && !namesPytest(project, workflows) ? [NO_PYTEST] : []),
    ...leftOut.map((what) => `not claimed: ${what}`),
    ...untold.map((what) => `nothing was taken from it: ${what}`),
    ...ignored.map(ignoredNote),
    ...others.map((path) => `another probe lies in ${path}: keep one of the two`),
  ]
}

const PACKAGING = 'setuptools would take the folder probes for a package of yours: add to pyproject.toml'
const NO_PYTEST =
  'pytest runs the tests, those of unittest too, and nothing here installs it: python -m pip install pytest'

const runnerNote = (command: string): string =>
  `\`${command}\` leaves no record: claim it with the JUnit report that it writes, under "tests": "reports"`

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
