/** Two runs of one pull request at the same moment; `RACES=50 npx vitest run __tests__/action/two-at-once.test.ts`. */
import { expect, test } from 'vitest'
import { factsAt, openPull, pretendPython, startAction } from '../support/action.ts'
import { useBed } from '../support/use-bed.ts'

const CLAIMS = `${JSON.stringify({ salt: 'ab'.repeat(16), places: ['ci'], packages: ['requests'] })}\n`
const RACES = Number(process.env.RACES ?? 2)

const bed = useBed()

test(`${RACES} times: one comment is left`, async () => {
  const scene = openPull(bed, { 'probes/claims.json': CLAIMS })
  const python = pretendPython(await factsAt(scene, 'ci', CLAIMS))
  const left: number[] = []
  for (let race = 0; race < RACES; race++) {
    bed.gh.state.comments.clear()
    const runs = [100 + 2 * race, 101 + 2 * race].map((id) =>
      bed.addRun({ id, event: 'pull_request', head_branch: 'topic', head_sha: scene.pull.head.sha }),
    )
    const started = runs.map((run) => startAction({ bed, repo: scene.repo, run, event: scene.event, with: { python } }))
    for (const ran of await Promise.all(started)) {
      expect([ran.code, ran.outputs.verdict]).toEqual([0, 'pass'])
    }
    const comments = [...bed.gh.state.comments.values()]
    left.push(comments.length)
    expect(comments[0]?.body).toMatch(new RegExp(`run=(?:${runs.map(({ id }) => id).join('|')}) `))
  }
  expect(left).toEqual(Array(RACES).fill(1))
  const created = bed.gh.requests.filter(({ operation }) => operation === 'issues/create-comment').length
  if (process.env.RACES) process.stdout.write(`both created a comment in ${created - RACES} of ${RACES}\n`)
}, 1_200_000)
