/** Where the step goes: into the job that is there, or into a workflow of its own. */
import { hasSuite } from '../../core/claims/default.ts'
import {
  COMMENT_WORKFLOW,
  permissions,
  renderCommentWorkflow,
  renderReportJob,
  renderStep,
  renderWorkflow,
  WORKFLOW,
} from '../../core/setup/new-workflow.ts'
import { findTool, pythonVersion } from '../../core/setup/tools.ts'
import { findOurStep, findTestSteps, type TestStep, type Workflow } from '../../core/setup/workflow.ts'
import { type Change, type InitNeeds, type Paste, planProduct, type WorkflowPlan } from './plan.ts'

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
    tests: hasSuite(project.paths, project.textOf),
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
    parts.push({
      about: 'its job has a matrix, so that each leg only probes: add a job that reports',
      text: report,
    })
  else if (!mayComment) parts.push(mayCommentPart(Math.max(indent - 2, 4)))
  return { file, below: `${file}:${end} (${command})`, parts }
}

const mayCommentPart = (indent: number) => ({
  about: 'and let that job comment',
  text: permissions(indent),
})

const pasteSomewhere = ({ folder, workflows }: InitNeeds): Paste => ({
  below: `the step that runs your tests, in ${likely(workflows).join(' or ')}`,
  parts: [{ about: 'the step', text: renderStep({ folder, indent: 6 }) }, mayCommentPart(4)],
})

/** A workflow for pull requests, where there is one; three names are enough to look at. */
function likely(workflows: readonly Workflow[]): readonly string[] {
  const forPulls = workflows.filter(({ text }) => /\bpull_request\b/.test(text))
  return (forPulls.length > 0 ? forPulls : workflows).slice(0, 3).map(({ path }) => path)
}
