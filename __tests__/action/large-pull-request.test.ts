import { expect, test } from 'vitest'
import { writeMarker } from '../../src/core/marker.ts'
import { factsAt, openPull, pretendPython, startAction } from '../support/action.ts'
import { requestsOf } from '../support/clients.ts'
import { ALL_PLACES } from '../support/facts.ts'
import { useBed } from '../support/use-bed.ts'
import { makeZip } from '../support/zip.ts'

const CLAIMS = `${JSON.stringify({ salt: 'ab'.repeat(16), places: ALL_PLACES, packages: ['requests'] })}\n`

const bed = useBed()

test('a thousand comments and fifteen hundred artifacts: all is found, in as many requests as there are pages', async () => {
  const scene = openPull(bed, { 'probes/claims.json': CLAIMS })
  const of = { event: 'pull_request', head_branch: 'topic', head_sha: scene.pull.head.sha }
  const [run, stranger] = [bed.addRun({ id: 200, ...of }), bed.addRun({ id: 150, head_branch: 'other' })]
  const marker = writeMarker({ key: '', workflow: 'ci.yml' }, { head: 'b'.repeat(40), run: 20, attempt: 1, at: 1 })
  for (let i = 0; i < 998; i++) {
    if (i === 700) bed.gh.addComment(7, `**Where it ran: words**\n\n${marker}\n`, 'github-actions[bot]')
    if (i === 900) bed.gh.addComment(7, `\`\`\`toml\n${await factsAt(scene, 'local', CLAIMS)}\`\`\`\n`, 'octocat')
    bed.gh.addComment(7, `words ${i}`, 'somebody')
  }
  const box = makeZip([{ name: 'probes/box.txt', data: await factsAt(scene, 'box', CLAIMS) }])
  await bed.addArtifact(run, 'probes-box', box)
  const far = { expires_at: '2999-01-01T00:00:00Z' }
  for (let i = 0; i < 1499; i++) bed.gh.addArtifact({ id: 2e9 + i, name: `log-${i}`, run, ...far })
  for (let i = 0; i < 250; i++) bed.gh.addArtifact({ id: 3e9 + i, name: 'probes-local', run: stranger, ...far })

  const from = bed.gh.requests.length
  const python = pretendPython(await factsAt(scene, 'ci', CLAIMS))
  const started = { bed, repo: scene.repo, run, event: scene.event, here: true }
  const ran = await startAction({ ...started, with: { python } })

  expect(ran.outputs).toMatchObject({ verdict: 'pass', 'comment-status': 'updated' })
  expect(bed.gh.state.comments.size).toBe(1000)
  const counts = new Map<string, number>()
  for (const one of requestsOf(bed, from)) counts.set(one, (counts.get(one) ?? 0) + 1)
  expect(Object.fromEntries(counts)).toEqual({
    'GET issues/list-comments': 10,
    'GET actions/list-workflow-run-artifacts': 15,
    'GET actions/list-artifacts-for-repo': 3,
    'GET actions/download-artifact': 1,
    'GET repos/get-content': 1,
    'GET issues/get-comment': 1,
    'PATCH issues/update-comment': 1,
  })
})
