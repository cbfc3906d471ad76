/** Use case: what a repository lacks to be asked, as a plan. Nothing is written here. */

import { hasSuite } from '../core/claims/default.ts'
import { claimsSchema } from '../core/claims/schema.ts'
import { CLAIMS_FILE, VENDORED_PROBE } from '../core/products.ts'
import { claimedSecrets, renderClaims, withPlaces } from '../core/setup/claims-file.ts'
import { addConftestLines, addIgnoreLines } from '../core/setup/conftest.ts'
import { readDependencies } from '../core/setup/dependencies.ts'
import { findNotes } from './init/notes.ts'
import {
  type Change,
  findCommand,
  findToxRun,
  type InitNeeds,
  type InitPlan,
  planProduct,
  SCHEMA,
} from './init/plan.ts'
import { planWorkflow } from './init/workflow-plan.ts'

export function planInit(needs: InitNeeds): InitPlan {
  const dependencies = readDependencies(needs.project)
  const command = findCommand(needs)
  const claims = renderClaims({ ...needs, dependencies, command })
  const workflow = planWorkflow(needs, command)
  const changes = [
    planProduct(needs, VENDORED_PROBE, needs.probe, 'the probe, one file: read it'),
    planClaims(needs, claims),
    planProduct(needs, SCHEMA, `${JSON.stringify(claimsSchema(), null, 2)}\n`, 'helps your editor'),
    planIgnore(needs),
    ...planConftest(needs),
    ...workflow.changes,
  ]
  return {
    command,
    tox: findToxRun(needs, command),
    changes,
    workflow,
    notes: [...findNotes(needs, dependencies.leftOut, command), ...workflow.notes],
  }
}

/** What is claimed is a person's word: it is never replaced, only its places are set where they are named. */
function planClaims({ present, placesNamed, places }: InitNeeds, derived: string): Change {
  const change = (what: Change['what'], about: string) =>
    ({ path: CLAIMS_FILE, at: 'folder', what, about }) as const
  const now = present(CLAIMS_FILE)
  if (now === undefined) return { ...change('create', 'what is claimed: edit it'), text: derived }
  const placed = placesNamed ? withPlaces(now, places) : now
  const line = `"places": ${JSON.stringify(places)}`
  if (placed === undefined)
    return change('by-hand', `other lines name other places too: set ${line} and mend them`)
  if (placed === now) return change('same', 'what is claimed: yours to edit')
  return { ...change('replace', `only its places: ${places.join(', ')}`), text: placed }
}

function planIgnore({ project, places }: InitNeeds): Change {
  const before = project.textOf('.gitignore') || undefined
  const secrets = places.includes('local') ? claimedSecrets(project) : []
  const text = addIgnoreLines(before ?? '', secrets)
  return planLines('.gitignore', 'what stays on its machine', before, text)
}

/** Only a suite has sessions to record. */
function planConftest({ project, folder }: InitNeeds): Change[] {
  if (!hasSuite(project.paths, project.textOf)) return []
  const before = project.textOf('conftest.py')
  const added = addConftestLines(before ?? '', folder !== '.')
  const [path, about] = ['conftest.py', 'records every test session']
  if (added.kind !== 'by-hand')
    return [planLines(path, about, before, added.kind === 'same' ? before : added.text)]
  const other = `line ${added.line} names other plugins: add "agent_probe" to them`
  return [{ path, at: 'folder', what: 'by-hand', about: other }]
}

function planLines(
  path: string,
  about: string,
  before: string | undefined,
  text: string | undefined,
): Change {
  if (text === before || text === undefined) return { path, at: 'folder', what: 'same', about }
  return { path, at: 'folder', what: before === undefined ? 'create' : 'add-lines', about, text }
}
