import http from 'node:http'
import net from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { factsAt, openPull, pretendPython, startAction } from '../support/action.ts'
import { type Bed, startBed } from '../support/bed.ts'
import { pullRequestEvent } from '../support/events.ts'
import { COMMAND } from '../support/facts.ts'

const CLAIMS = `${JSON.stringify({ salt: 'ab'.repeat(16), places: ['ci'], tests: { command: COMMAND } })}\n`

let bed: Bed
let id = 100
let proxy: { readonly url: string; readonly asked: string[]; close(): void }
beforeAll(async () => {
  bed = await startBed()
  proxy = await startProxy(Number(new URL(bed.url).port))
})
afterAll(async () => {
  proxy.close()
  await bed.close()
})

/** The only way out of a company's network: it opens tunnels (RFC 9110, 9.3.6), here all to the double. */
async function startProxy(to: number) {
  const asked: string[] = []
  const server = http.createServer((_, response) => response.writeHead(405).end())
  server.on('connect', (request, socket: net.Socket) => {
    asked.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim())
    const there = net.connect(to, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      there.pipe(socket).pipe(there)
    })
    for (const end of [there, socket]) end.on('error', () => [there, socket].map((one) => one.destroy()))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as net.AddressInfo
  return { url: `http://ada:pass%20word@127.0.0.1:${port}`, asked, close: () => void server.close() }
}

async function runBehind(env: { readonly [name: string]: string }) {
  bed.gh.state.pulls.clear()
  bed.gh.state.comments.clear()
  const scene = openPull(bed, { 'probes/claims.json': CLAIMS, 'cli_helpers/__init__.py': '1\n' })
  return startAction({
    bed,
    repo: scene.repo,
    run: bed.addRun({
      id: ++id,
      event: 'pull_request',
      head_branch: 'topic',
      head_sha: scene.pull.head.sha,
      head_repository: { id: 1, full_name: 'octo/demo' },
    }),
    event: pullRequestEvent(scene.pull),
    env: { GITHUB_API_URL: `http://api.company.test:${new URL(bed.url).port}`, ...env },
    with: { python: pretendPython(await factsAt(scene, 'ci', CLAIMS)) },
  })
}

test('GitHub is asked through the proxy that the runner names', async () => {
  const ran = await runBehind({ http_proxy: proxy.url })
  expect(ran.outputs).toMatchObject({ verdict: 'pass', 'comment-status': 'created' })
  const basic = Buffer.from('ada:pass word').toString('base64')
  expect(proxy.asked.length).toBeGreaterThan(0)
  expect([...new Set(proxy.asked)]).toEqual([`api.company.test:${new URL(bed.url).port} Basic ${basic}`])
})
