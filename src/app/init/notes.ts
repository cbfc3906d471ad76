/** What was seen and not claimed, and what stands in the way. */
import { hasSuite } from '../../core/claims/default.ts'
import { packageList } from '../../core/setup/packaging.ts'
import { findTestSteps } from '../../core/setup/workflow.ts'
import { type InitNeeds, PROBE } from './plan.ts'

/** They tell nothing of their tests to anybody. */
const OTHER_RUNNER = /-m\s+unittest\b|manage\.py\s+test\b/

export function findNotes(
  { project, workflows, unread, ignored }: InitNeeds,
  leftOut: readonly string[],
  command: readonly string[],
): readonly string[] {
  const others = project.paths.filter((path) => path !== PROBE && /(?:^|\/)agent_probe\.py$/.test(path))
  return [
    ...(hasSuite(project.paths, project.textOf) ? [] : ['no tests were found, so none are claimed']),
    ...findTestSteps(workflows).flatMap((step) => runnerNote(step.command)),
    ...packagingNote(packageList(project)),
    ...toxNote(command),
    ...leftOut.map((what) => `not claimed: ${what}`),
    ...unread.map((what) => `nothing was taken from it: ${what}`),
    ...ignored.map(
      (path) =>
        `git ignores ${path}, and it has to be committed: mend the line that \`git check-ignore -v ${path}\` names`,
    ),
    ...others.map((path) => `another probe lies in ${path}: keep one of the two`),
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

const toxNote = (command: readonly string[]): string[] =>
  command.includes('tox')
    ? [
        'tox tells tests nothing of the run, so they run once more: `pass_env = GITHUB_*` in [testenv], then init --force',
      ]
    : []
