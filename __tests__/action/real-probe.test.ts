import { expect, test } from 'vitest'
import { openPull, startAction } from '../support/action.ts'
import { findInterpreter } from '../support/python.ts'
import { useBed } from '../support/use-bed.ts'

const bed = useBed()

/** Everything is real but GitHub: the action that is built, a Python, the probe, git. */
test('the shipped probe and the shipped action agree', async ({ skip }) => {
  const python = await findInterpreter()
  if ('missing' in python) return skip(python.missing)
  const claims = { salt: 'ab'.repeat(16), places: ['ci'], packages: ['json', 'no_such_package'], env: ['CI'] }
  const scene = openPull(bed, { 'probes/claims.json': `${JSON.stringify(claims)}\n` })
  const run = bed.addRun({ id: 101, event: 'pull_request', head_branch: 'topic', head_sha: scene.pull.head.sha })
  const ran = await startAction({ bed, repo: scene.repo, run, event: scene.event, with: { python: python.found.path } })
  const states = [...(bed.gh.state.comments.values() ?? [])][0]?.body
  expect(states).toMatch(/package installed `json` .*✅/)
  expect(states).toMatch(/package installed `no_such_package` .*❌/)
  expect(states).toMatch(/env var set `CI` .*✅/)
  expect(ran.outputs).toMatchObject({ verdict: 'blocked', unknown: '0', failing: '1' })
})
