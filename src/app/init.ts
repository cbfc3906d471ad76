/** Use case: what a repository lacks to be asked, as a plan. Nothing is written here. */

import { hasSuite } from '../core/claims/default.ts'
import { claimsSchema } from '../core/claims/schema.ts'
import { claimedSecrets, renderClaims } from '../core/setup/claims-file.ts'
import { readDependencies } from '../core/setup/dependencies.ts'
import { addConftestLines, addIgnoreLines, ignores } from '../core/setup/lines.ts'
import { findCommand } from './init/command.ts'
import { findNotes } from './init/notes.ts'
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
    notes: [...findNotes(needs, dependencies.leftOut, command), ...workflow.notes],
  }
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
