import fs from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { factsAt, openPull, pretendPython, startAction } from '../support/action.ts'
import { evaluate } from '../support/bed/inputs.mjs'
import { atRoot } from '../support/bed.ts'
import { claimsText, filesWith } from '../support/green.ts'
import { runOf, useBed } from '../support/use-bed.ts'

/** Steps of `.github/workflows/where-it-ran.yml`, carried out with what a caller gives. */
interface Called {
  on: { workflow_call: { inputs: Record<string, { default: string }> } }
  jobs: Record<string, { steps: { uses?: string; with?: Record<string, string> }[] }>
}
const { on, jobs } = parse(fs.readFileSync(atRoot('.github/workflows/where-it-ran.yml'), 'utf8')) as Called
const CLAIMS = claimsText({ places: ['ci'] })
const bed = useBed()

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
  const scene = openPull(bed, filesWith(CLAIMS))
  const run = runOf(bed, scene.pull)
  const started = { bed, repo: scene.repo, run, event: scene.event, here: true }
  const pythons = JSON.parse(given['python-versions'] ?? '["3.x"]') as string[]
  for (const python of pythons.filter((one) => !lost.includes(one))) {
    // A leg speaks for the Python that it names alone.
    const version = `${python}.1`
    const facts = { probe: { leg: `py${python}` }, interpreter: { version }, tests: { session: { version } } }
    const text = await factsAt(scene, 'ci', CLAIMS, facts)
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
