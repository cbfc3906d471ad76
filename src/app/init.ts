/** Use case: what a repository lacks to be asked, as a plan. Nothing is written here. */

import { hasSuite, USUAL_COMMAND } from '../core/claims/default.ts'
import { claimsSchema } from '../core/claims/schema.ts'
import { claimedSecrets, renderClaims } from '../core/setup/claims-file.ts'
import { type Dependencies, readDependencies } from '../core/setup/dependencies.ts'
import { addConftestLines, addIgnoreLines, ignores } from '../core/setup/lines.ts'
import { WORKFLOW } from '../core/setup/new-workflow.ts'
import type { Project } from '../core/setup/project.ts'
import { readTestCommand, readToxCall, readToxCommand, tellsTheRun } from '../core/setup/test-command.ts'
import { findTool } from '../core/setup/tools.ts'
import { findTestSteps } from '../core/setup/workflow.ts'
import {
  type Change,
  CLAIMS,
  type InitNeeds,
  type InitPlan,
  PROBE,
  planProduct,
  SCHEMA,
} from './init/plan.ts'
import { planWorkflow } from './init/workflow-plan.ts'

export function planInit(needs: InitNeeds): InitPlan {
  const dependencies = readDependencies(needs.project)
  const command = findCommand(needs)
  const claims = renderClaims({ ...needs, dependencies, command, salt: keptSalt(needs) ?? needs.salt })
  const workflow = planWorkflow(needs, command)
  const changes = [
    planProduct(needs, PROBE, needs.probe, 'the probe, one file: read it'),
    planProduct(needs, CLAIMS, claims, 'what is claimed: edit it'),
    planProduct(needs, SCHEMA, `${JSON.stringify(claimsSchema(), null, 2)}\n`, 'helps your editor'),
    planIgnore(needs),
    ...planConftest(needs),
    ...workflow.changes,
  ]
  return {
    command,
    changes,
    workflow,
    notes: [...findNotes(needs, dependencies), ...toxNote(command), ...workflow.notes],
  }
}

function findNotes({ project, unread, ignored }: InitNeeds, { leftOut }: Dependencies): string[] {
  const others = project.paths.filter((path) => path !== PROBE && /(?:^|\/)agent_probe\.py$/.test(path))
  return [
    ...(hasSuite(project.paths, project.textOf) ? [] : ['no tests were found, so none are claimed']),
    ...leftOut.map((what) => `not claimed: ${what}`),
    ...unread.map((what) => `nothing was taken from it: ${what}`),
    ...ignored.map(
      (path) =>
        `git ignores ${path}, and it has to be committed: mend the line that \`git check-ignore -v ${path}\` names`,
    ),
    ...others.map((path) => `another probe lies in ${path}: keep one of the two`),
  ]
}

const toxNote = (command: readonly string[]): string[] =>
  command.includes('tox')
    ? [
        'tox tells tests nothing of the run, so they run once more: `pass_env = GITHUB_*` in [testenv], then init --force',
      ]
    : []

/** The command of the workflow that runs the tests now, else tox's own, else pytest's. */
function findCommand({ project, workflows }: InitNeeds): readonly string[] {
  // What we wrote ourselves follows the claims, not the other way round.
  const theirs = workflows.filter(({ path }) => path !== WORKFLOW)
  for (const step of findTestSteps(theirs)) {
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

/** Hashes and canaries of earlier probes are keyed with it. */
function keptSalt({ present }: InitNeeds): string | undefined {
  return /"salt"\s*:\s*"([A-Za-z0-9+/=_.-]{1,200})"/.exec(present(CLAIMS) ?? '')?.[1]
}

function planIgnore({ project, places }: InitNeeds): Change {
  const before = project.textOf('.gitignore') ?? ''
  const secrets = places.includes('local') ? claimedSecrets(project) : []
  const text = addIgnoreLines(
    before,
    secrets.filter((file) => !ignores(before, file)),
  )
  const change = { path: '.gitignore', at: 'folder', about: 'what stays on its machine' } as const
  if (text === before) return { ...change, what: 'same' }
  return { ...change, what: before === '' ? 'create' : 'add-lines', text }
}

/** Only a suite has sessions to record. */
function planConftest({ project }: InitNeeds): Change[] {
  if (!hasSuite(project.paths, project.textOf)) return []
  const before = project.textOf('conftest.py')
  const added = addConftestLines(before ?? '')
  const change = { path: 'conftest.py', at: 'folder', about: 'records every test session' } as const
  if (added.kind === 'same') return [{ ...change, what: 'same' }]
  if (added.kind === 'by-hand')
    return [
      {
        ...change,
        what: 'by-hand',
        about: `line ${added.line} names other plugins: add "agent_probe" to them`,
      },
    ]
  return [{ ...change, what: before === undefined ? 'create' : 'add-lines', text: added.text }]
}
