import fs from 'node:fs'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { factsAt, openPull, pretendPython, startAction } from '../support/action.ts'
import { atRoot, type Bed, evaluate, startBed } from '../support/bed.ts'
import { COMMAND } from '../support/facts.ts'

/** Steps of `.github/workflows/where-it-ran.yml`, carried out with what a caller gives. */
interface Called {
  on: { workflow_call: { inputs: Record<string, { default: string }> } }
  jobs: Record<string, { steps: { uses?: string; with?: Record<string, string> }[] }>
}
const { on, jobs } = parse(fs.readFileSync(atRoot('.github/workflows/where-it-ran.yml'), 'utf8')) as Called
const CLAIMS = `${JSON.stringify({
  salt: 'ab'.repeat(16),
  places: ['ci'],
  packages: ['requests'],
  tests: { command: COMMAND, reports: ['junit.xml'] },
})}\n`

let bed: Bed
let id = 100
beforeAll(async () => {
  bed = await startBed()
})
afterAll(() => bed.close())
afterEach(() => expect(bed.violations).toEqual([]))

function withOf(job: string, given: Record<string, string>, matrix: object | null): Record<string, string> {
  const defaults = Object.entries(on.workflow_call.inputs).map(([name, input]) => [name, input.default])
  const inputs = { ...Object.fromEntries(defaults), ...given }
  const step = jobs[job]?.steps.find(({ uses }) => uses?.startsWith('where-it-ran/'))
  const words = Object.entries(step?.with ?? {})
  return Object.fromEntries(words.map(([name, text]) => [name, evaluate(text, { inputs, matrix })]))
}

/** Every leg, then the report; `lost` legs never ran. */
async function call(given: Record<string, string>, lost: readonly string[] = []) {
  bed.gh.state.comments.clear()
  bed.ac.artifacts.clear()
  const scene = openPull(bed, { 'probes/claims.json': CLAIMS, 'cli_helpers/__init__.py': '' })
  const run = bed.addRun({
    id: ++id,
    event: 'pull_request',
    head_branch: 'topic',
    head_sha: scene.pull.head.sha,
  })
  const started = { bed, repo: scene.repo, run, event: scene.event, here: true }
  const pythons = JSON.parse(given['python-versions'] ?? '["3.x"]') as string[]
  for (const python of pythons.filter((one) => !lost.includes(one))) {
    const text = await factsAt(scene, 'ci', CLAIMS, { probe: { leg: `py${python}` } })
    const matrix = { python }
    const withs = { ...withOf('probe', given, matrix), python: pretendPython(text) }
    expect(await startAction({ ...started, matrix, with: withs })).toMatchObject({ code: 0 })
  }
  return startAction({ ...started, with: { ...withOf('report', given, null), python: '/no/python' } })
}

test('a leg in every Python, then one report that expects them all', async () => {
  const ran = await call({ install: 'pip install .', 'python-versions': '["3.13", "3.14"]' })
  expect(ran.outputs).toMatchObject({ verdict: 'pass', 'comment-status': 'created' })
  expect([...bed.ac.artifacts.values()].map(({ name }) => name)).toEqual([
    'probes-ci-py3.13',
    'probes-ci-py3.14',
    'probes-report',
  ])
})

test('a leg that never ran shuts the gate, whoever expects it', async () => {
  const withs = { install: 'pip install .', 'python-versions': '["3.13", "3.14"]' }
  expect((await call(withs, ['3.14'])).outputs.verdict).toBe('blocked')
  expect([...bed.gh.state.comments.values()][0]?.body).toContain('missing `py3.14`')
  const callers = await call({ install: 'pip install .', expect: 'ci-windows' })
  expect(callers.outputs.verdict).toBe('blocked')
  expect([...bed.gh.state.comments.values()][0]?.body).toContain('missing `windows`')
})

test('without `install` no leg of its own is expected', () => {
  expect(withOf('report', { expect: 'ci-a, ci-b' }, null).expect?.trim()).toBe('ci-a, ci-b')
  expect(withOf('report', {}, null).expect?.trim()).toBe('')
})
