/** Which test command is claimed: the one that runs in CI now. */
import { USUAL_COMMAND } from '../../core/claims/default.ts'
import { WORKFLOW } from '../../core/setup/new-workflow.ts'
import type { Project } from '../../core/setup/project.ts'
import { readTestCommand, readToxCall, readToxCommand, tellsTheRun } from '../../core/setup/test-command.ts'
import { findTool } from '../../core/setup/tools.ts'
import { findTestSteps } from '../../core/setup/workflow.ts'
import type { InitNeeds } from './plan.ts'

/** The command of the workflow that runs the tests now, else tox's own, else pytest's. */
export function findCommand({ project, workflows, folder }: InitNeeds): readonly string[] {
  // What we wrote ourselves follows the claims, not the other way round.
  const theirs = workflows.filter(({ path }) => path !== WORKFLOW)
  for (const step of findTestSteps(theirs, folder)) {
    const words = readTestCommand(step.command) ?? toxOf(project, step.command)
    if (words) return words
  }
  return toxOf(project, findTool(project).test ?? '') ?? USUAL_COMMAND
}

/** The session inside tox speaks for itself only where tox lets it know of the run. */
const toxOf = (project: Project, line: string): readonly string[] | undefined => {
  const call = readToxCall(line)
  return call && ((tellsTheRun(project) ? readToxCommand(project) : undefined) ?? call)
}
