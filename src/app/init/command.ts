/** Which test command is claimed: the one that runs in CI now. */
import { USUAL_COMMAND } from '../../core/claims/default.ts'
import { WORKFLOW } from '../../core/setup/new-workflow.ts'
import type { Project } from '../../core/setup/project.ts'
import {
  isPart,
  readTestCommand,
  readToxCall,
  readToxCommand,
  tellsTheRun,
  toxEnvironment,
} from '../../core/setup/test-command.ts'
import { findTool } from '../../core/setup/tools.ts'
import { findTestSteps } from '../../core/setup/workflow.ts'
import type { InitNeeds, ToxRun } from './plan.ts'

/** The line that runs the tests now: the workflow's, else the tool's own. Undefined: the usual one will do. */
function findLine({ project, workflows, folder }: InitNeeds): string | undefined {
  // What we wrote ourselves follows the claims, not the other way round.
  const theirs = workflows.filter(({ path }) => path !== WORKFLOW)
  const lines = findTestSteps(theirs, folder).map(({ command }) => command)
  const whole = lines.filter((line) => !isPart(line))
  return whole.find((line) => readTestCommand(line) ?? readToxCall(line)) ?? findTool(project).test
}

/** The command of the workflow that runs the tests now, else tox's own, else pytest's. */
export function findCommand(needs: InitNeeds): readonly string[] {
  const line = findLine(needs) ?? ''
  return readTestCommand(line) ?? toxOf(needs.project, line) ?? USUAL_COMMAND
}

/** The session inside tox speaks for itself only where tox lets it know of the run. */
const toxOf = (project: Project, line: string): readonly string[] | undefined => {
  const call = readToxCall(line)
  return call && ((tellsTheRun(project) ? readToxCommand(project) : undefined) ?? call)
}

/** Tests that tox runs have a Python of their own, which is there once tox has made it. */
export function findToxRun(needs: InitNeeds, command: readonly string[]): ToxRun | undefined {
  const call = readToxCall(findLine(needs) ?? '')
  if (call === undefined) return undefined
  const environment = toxEnvironment(call, needs.project)
  const start = [...call.slice(0, call.indexOf('tox') + 1), '-e', environment].join(' ')
  // The probe starts tox itself where tox is what is claimed.
  return { environment, make: command.includes('tox') ? `${start} --notest` : start }
}
