/** What was seen and not claimed, and what stands in the way. */

import { hasSuite } from '../../core/claims/default.ts'
import { isProbeScript, VENDORED_PROBE } from '../../core/products.ts'
import { packageList } from '../../core/setup/dependencies.ts'
import { WORKFLOW } from '../../core/setup/new-workflow.ts'
import { isTelling, isWritten, type Project } from '../../core/setup/project.ts'
import { readToxCommand } from '../../core/setup/test-command.ts'
import { findTestSteps, type Workflow } from '../../core/setup/workflow.ts'
import type { InitNeeds } from './plan.ts'

/** They tell nothing of their tests to anybody. */
const OTHER_RUNNER = /-m\s+unittest\b|manage\.py\s+test\b/

export function findNotes(
  { project, workflows, unread, ignored }: InitNeeds,
  leftOut: readonly string[],
  command: readonly string[],
): readonly string[] {
  const others = project.paths.filter((path) => path !== VENDORED_PROBE && isProbeScript(path))
  return [
    ...(hasSuite(project.paths, project.textOf) ? [] : ['no tests were found, so none are claimed']),
    ...findTestSteps(workflows).flatMap((step) => runnerNote(step.command)),
    ...packagingNote(packageList(project)),
    ...toxNote(command, project),
    ...pytestNote(project, workflows),
    ...leftOut.map((what) => `not claimed: ${what}`),
    ...[...unread, ...workflows.flatMap(({ problem }) => problem ?? [])].map(
      (what) => `nothing was taken from it: ${what}`,
    ),
    ...ignored.map(
      (path) =>
        `git ignores ${path}, and it has to be committed: mend the line that \`git check-ignore -v ${path}\` names`,
    ),
    ...others.map((path) => `another probe lies in ${path}: keep one of the two`),
  ]
}

/** Its own lines in conftest.py and workflow do not count: they are ours. */
function pytestNote(project: Project, workflows: readonly Workflow[]): string[] {
  const told = project.paths.filter((path) => isTelling(path) && !isWritten(path)).map(project.textOf)
  const theirs = workflows.filter(({ path }) => path !== WORKFLOW).map(({ text }) => text)
  const known = [...told, ...theirs].some((text) => text?.includes('pytest'))
  return known || !hasSuite(project.paths, project.textOf)
    ? []
    : [
        'pytest runs the tests, those of unittest too, and nothing here installs it: python -m pip install pytest',
      ]
}

const runnerNote = (command: string): string[] =>
  OTHER_RUNNER.test(command)
    ? [
        `\`${command}\` leaves no record: claim it with the JUnit report that it writes, under "tests": "reports"`,
      ]
    : []

/** Without it `pip install .` refuses, or packs the folder. */
const packagingNote = (lines: readonly string[] | undefined): string[] =>
  lines === undefined
    ? []
    : [
        [
          'setuptools would take the folder probes for a package of yours: add to pyproject.toml',
          ...lines,
        ].join('\n      '),
      ]

function toxNote(command: readonly string[], project: Project): string[] {
  if (!command.includes('tox')) return []
  const inside = readToxCommand(project)
  const claim = inside ? `"command": ${JSON.stringify(inside)}` : 'the command that tox runs'
  return [
    'in CI tox hides from the tests which run they are of, so the check starts tox once more. To have them run once:',
    '    1. let [testenv] of tox pass it on: pass_env = GITHUB_*',
    `    2. claim in probes/claims.json what runs inside: ${claim}`,
  ]
}
