/** What setting up needs to know, and what it would do. */

import { hasSuite, USUAL_COMMAND } from '../core/claims/default.ts'
import type { Place } from '../core/model.ts'
import {
  COMMENT_WORKFLOW,
  permissions,
  renderCommentWorkflow,
  renderReportJob,
  renderStep,
  renderWorkflow,
  WORKFLOW,
} from '../core/setup/new-workflow.ts'
import { findTool, type Project, pythonVersion } from '../core/setup/project.ts'
import {
  djangoCommand,
  hasTests,
  isPart,
  readRunnerCall,
  readTestCommand,
  readToxCall,
  readToxCommand,
  tellsTheRun,
  toxEnvironment,
} from '../core/setup/test-command.ts'
import { findOurStep, findTestSteps, type TestStep, type Workflow } from '../core/setup/workflow.ts'

export const SCHEMA = 'probes/claims.schema.json'

export interface InitNeeds {
  readonly project: Project
  readonly workflows: readonly Workflow[]
  /** Of the working directory, from the top of the repository; `.` is the top. */
  readonly folder: string
  /** Other CI that the repository has, by the file that says so. */
  readonly otherCi: string | undefined
  readonly places: readonly Place[]
  /** The places were named on the command line: only then is an existing claims.json changed. */
  readonly placesNamed: boolean
  readonly force: boolean
  readonly forkSafe: boolean
  /** Text of the probe that comes with this program. */
  readonly probe: string
  /** Random, new for each run. */
  readonly salt: string
  /** The text that a file of ours has now. */
  readonly present: (path: string) => string | undefined
  /** Files that could not be read, each with the cause. */
  readonly unread: readonly string[]
  /** Files that have to be committed and that git ignores. */
  readonly ignored: readonly string[]
}

export interface Change {
  readonly path: string
  /** The workflows lie at the top of the repository, all else in the working directory. */
  readonly at: 'folder' | 'top'
  /** kept: the file has another text and stays. by-hand: a person has to edit it. */
  readonly what: 'create' | 'add-lines' | 'replace' | 'same' | 'kept' | 'by-hand'
  readonly about: string
  /** The new text of the file; absent where the file is not written. */
  readonly text?: string
}

/** What a person pastes into a workflow. */
interface Paste {
  /** The workflow, where it is known; from the top. */
  readonly file?: string
  /** Where, like `.github/workflows/ci.yml:23 (pytest)`. */
  readonly below: string
  readonly parts: readonly { readonly about: string; readonly text: string }[]
}

export interface WorkflowPlan {
  readonly changes: readonly Change[]
  readonly paste?: Paste
  readonly notes: readonly string[]
}

/** Tests that tox runs. */
export interface ToxRun {
  readonly environment: string
  /** The command that makes that environment. */
  readonly make: string
}

/** `notes`: what was seen and not claimed, and what to look at. */
export interface InitPlan extends WorkflowPlan {
  /** The claimed test command. */
  readonly command: readonly string[]
  readonly tox: ToxRun | undefined
}

/** A file that init writes as a whole. */
export function planProduct(
  { present, force }: Pick<InitNeeds, 'present' | 'force'>,
  path: string,
  text: string,
  about: string,
  at: Change['at'] = 'folder',
): Change {
  const now = present(path)
  if (now === undefined) return { path, at, what: 'create', about, text }
  if (now === text) return { path, at, what: 'same', about }
  return force ? { path, at, what: 'replace', about, text } : { path, at, what: 'kept', about }
}

/** The line that runs the tests now: the workflow's, else the tool's own. Undefined: the usual one will do. */
function findLine({ project, workflows, folder }: InitNeeds): string | undefined {
  // What we wrote ourselves follows the claims, not the other way round.
  const theirs = workflows.filter(({ path }) => path !== WORKFLOW)
  const lines = findTestSteps(theirs, folder).map(({ command }) => command)
  const whole = lines.filter((line) => !isPart(line))
  return (
    whole.find((line) => readTestCommand(line) ?? readToxCall(line) ?? readRunnerCall(line)) ?? findTool(project).test
  )
}

/** The command of the workflow that runs the tests now, else tox's own, else Django's, else pytest's. */
export function findCommand(needs: InitNeeds): readonly string[] {
  const { project } = needs
  const line = findLine(needs) ?? ''
  const django = hasSuite(project.paths, project.textOf) ? undefined : djangoCommand(project)
  return readTestCommand(line) ?? toxOf(project, line) ?? readRunnerCall(line) ?? django ?? USUAL_COMMAND
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

const OTHER_CI_PAGE = 'https://github.com/where-it-ran/where-it-ran/blob/main/docs/other-ci.md'

export function planWorkflow(needs: InitNeeds, command: readonly string[]): WorkflowPlan {
  const { workflows, folder, otherCi } = needs
  const ours = findOurStep(
    workflows.filter(({ path }) => path !== COMMENT_WORKFLOW),
    folder,
  )
  const [step] = findTestSteps(workflows, folder)
  const changes = planForkHalf(needs, step?.workflow)
  if (ours !== undefined) return { changes, notes: [`the step is in ${ours}`] }
  if (step) return { changes, paste: pasteInto(step, folder), notes: [] }
  if (workflows.length > 0) return { changes, paste: pasteSomewhere(needs), notes: [] }
  const note = `${otherCi} is here: run \`where-it-ran run\` after the tests, see ${OTHER_CI_PAGE}`
  if (otherCi !== undefined) return { changes, notes: [note] }
  return { changes: [...planOwn(needs, command), ...planForkHalf(needs, 'Where It Ran')], notes: [] }
}

function planOwn(needs: InitNeeds, command: readonly string[]): Change[] {
  const { project, folder } = needs
  const text = renderWorkflow({
    tool: findTool(project),
    folder,
    command,
    python: pythonVersion(project, folder),
    tests: hasTests(project, command),
  })
  return [planProduct(needs, WORKFLOW, text, 'installs, tests, then compares the places', 'top')]
}

function planForkHalf(needs: InitNeeds, workflow: string | undefined): Change[] {
  if (!needs.forkSafe || workflow === undefined) return []
  const text = renderCommentWorkflow(workflow)
  return [planProduct(needs, COMMENT_WORKFLOW, text, 'comments for runs of forks', 'top')]
}

function pasteInto(step: TestStep, folder: string): Paste {
  const { file, end, command, indent, mayComment } = step
  const report = renderReportJob(step, folder)
  const parts = [{ about: 'the step', text: renderStep({ folder, indent }) }]
  if (report !== undefined)
    parts.push({ about: 'its job has a matrix, so that each leg only probes: add a job that reports', text: report })
  else if (!mayComment) parts.push(mayCommentPart(Math.max(indent - 2, 4)))
  return { file, below: `${file}:${end} (${command})`, parts }
}

const mayCommentPart = (indent: number) => ({ about: 'and let that job comment', text: permissions(indent) })

const pasteSomewhere = ({ folder, workflows }: InitNeeds): Paste => ({
  below: `the step that runs your tests, in ${likely(workflows).join(' or ')}`,
  parts: [{ about: 'the step', text: renderStep({ folder, indent: 6 }) }, mayCommentPart(4)],
})

/** A workflow for pull requests, where there is one; three names are enough to look at. */
function likely(workflows: readonly Workflow[]): readonly string[] {
  const forPulls = workflows.filter(({ text }) => /\bpull_request\b/.test(text))
  return (forPulls.length > 0 ? forPulls : workflows).slice(0, 3).map(({ path }) => path)
}
