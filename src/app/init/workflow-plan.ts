/** Where the step goes: into the job that is there, or into a workflow of its own. */
import { hasSuite } from '../../core/claims/default.ts'
import {
  COMMENT_WORKFLOW,
  PERMISSIONS,
  renderCommentWorkflow,
  renderReportJob,
  renderStep,
  renderWorkflow,
  WORKFLOW,
} from '../../core/setup/new-workflow.ts'
import { findTool, pythonVersion } from '../../core/setup/tools.ts'
import { findOurStep, findTestSteps, type TestStep, type Workflow } from '../../core/setup/workflow.ts'
import { type Change, type InitNeeds, type Paste, planProduct, type WorkflowPlan } from './plan.ts'

export function planWorkflow(needs: InitNeeds, command: readonly string[]): WorkflowPlan {
  const ours = findOurStep(
    needs.workflows.filter(({ path }) => path !== COMMENT_WORKFLOW),
    needs.folder,
  )
  const [step] = findTestSteps(needs.workflows, needs.folder)
  if (ours !== undefined)
    return { changes: planForkHalf(needs, step?.workflow), notes: [`the step is in ${ours}`] }
  if (step)
    return { changes: planForkHalf(needs, step.workflow), paste: pasteInto(step, needs.folder), notes: [] }
  if (needs.workflows.length > 0) return { changes: [], paste: pasteSomewhere(needs), notes: [] }
  if (needs.otherCi !== undefined)
    return {
      changes: [],
      notes: [
        `${needs.otherCi} is here: run \`where-it-ran run\` after the tests, see https://github.com/where-it-ran/where-it-ran/blob/main/docs/other-ci.md`,
      ],
    }
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
  const rights = { about: 'and let that job comment', text: indented(PERMISSIONS, Math.max(indent - 2, 4)) }
  return {
    file,
    below: `${file}:${end} (${command})`,
    parts: [
      { about: 'the step', text: renderStep({ folder, indent }) },
      ...(report === undefined
        ? mayComment
          ? []
          : [rights]
        : [
            {
              about: 'its job has a matrix, so that each leg only probes: add a job that reports',
              text: report,
            },
          ]),
    ],
  }
}

const pasteSomewhere = ({ folder, workflows }: InitNeeds): Paste => ({
  below: `the step that runs your tests, in ${likely(workflows).join(' or ')}`,
  parts: [
    { about: 'the step', text: renderStep({ folder, indent: 6 }) },
    { about: 'and let that job comment', text: indented(PERMISSIONS, 4) },
  ],
})

/** A workflow for pull requests, where there is one; three names are enough to look at. */
function likely(workflows: readonly Workflow[]): readonly string[] {
  const forPulls = workflows.filter(({ text }) => /\bpull_request\b/.test(text))
  return (forPulls.length > 0 ? forPulls : workflows).slice(0, 3).map(({ path }) => path)
}

const indented = (lines: readonly string[], indent: number): string =>
  `${lines.map((line) => ' '.repeat(indent) + line).join('\n')}\n`
