import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DefaultArtifactClient } from '@actions/artifact'
import { getOctokit } from '@actions/github'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inputsOf } from './bed/inputs.mjs'
import { toHtml } from './bed/render.mjs'
import { type Bed, findNode24, lintActions, runAction, startBed } from './bed.ts'

let bed: Bed
let dir: string

beforeAll(async () => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'bed-'))
  bed = await startBed()
})
afterAll(async () => {
  await bed.close()
  fs.rmSync(dir, { recursive: true, force: true })
})

test('the GitHub client creates and lists a comment', async () => {
  bed.gh.addPull({ number: 7 })
  const { rest } = getOctokit(bed.token, { baseUrl: bed.url })
  const on = { owner: bed.owner, repo: bed.repo, issue_number: 7 }
  const created = await rest.issues.createComment({ ...on, body: 'hello' })
  const listed = await rest.issues.listComments(on)
  expect(listed.data.map(({ id, body, user }) => [id, body, user?.login])).toEqual([
    [created.data.id, 'hello', 'github-actions[bot]'],
  ])
  expect(bed.violations).toEqual([])
})

test('the artifact client uploads, lists and downloads', async () => {
  const run = bed.addRun({ id: 11, event: 'pull_request', head_branch: 'topic' })
  vi.stubEnv('GITHUB_SERVER_URL', 'https://github.com')
  vi.stubEnv('GITHUB_API_URL', bed.url)
  vi.stubEnv('GITHUB_RETENTION_DAYS', '90')
  vi.stubEnv('ACTIONS_RESULTS_URL', bed.url)
  vi.stubEnv('ACTIONS_RUNTIME_TOKEN', bed.runtimeToken(run))
  const file = path.join(dir, 'probes/box.txt')
  fs.mkdirSync(path.dirname(file))
  fs.writeFileSync(file, 'place = "box"\n')

  // The client speaks to the runner through its output; the runner of this test must not listen.
  const stdout = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const client = new DefaultArtifactClient()
  const { id } = await client.uploadArtifact('probes-box', [file], dir)
  const { artifacts } = await client.listArtifacts()
  expect(artifacts.map((artifact) => [artifact.id, artifact.name])).toEqual([[id, 'probes-box']])
  await client.downloadArtifact(Number(id), { path: path.join(dir, 'got') })
  expect(fs.readFileSync(path.join(dir, 'got/probes/box.txt'), 'utf8')).toBe('place = "box"\n')
  stdout.mockRestore()
  vi.unstubAllEnvs()
  expect(bed.violations).toEqual([])
})

test('the runner starts an action on Node 24 with the inputs that action.yml says', async () => {
  const actionYml = path.join(dir, 'action.yml')
  fs.writeFileSync(
    actionYml,
    [
      'name: demo',
      'description: demo',
      'inputs:',
      '  github-token:',
      '    description: token',
      `    default: ${'$'}{{ github.token }}`,
      'runs:',
      '  using: node24',
      '  main: dist/main.mjs',
    ].join('\n'),
  )
  fs.mkdirSync(path.join(dir, 'dist'))
  const main = path.join(dir, 'dist/main.mjs')
  fs.writeFileSync(
    main,
    `import fs from 'node:fs'
fs.appendFileSync(process.env.GITHUB_OUTPUT, 'node=' + process.versions.node + '\\n')
console.log('::error title=Seen::' + process.env['INPUT_GITHUB-TOKEN'])
process.exitCode = 3`,
  )
  const { inputs, warnings } = inputsOf(actionYml, {}, { github: { token: bed.token } })
  const ran = await runAction({ main, dir: path.join(dir, 'run'), inputs, server: bed })
  expect(warnings).toEqual([])
  expect(ran).toMatchObject({
    code: 3,
    commands: [{ command: 'error', title: 'Seen', message: bed.token }],
    outputs: { node: expect.stringMatching(/^24\./) },
  })
  expect(findNode24()).toMatch(/node(\.exe)?$/)
  expect(await lintActions(actionYml)).toEqual([])
})

test('the language service refuses a wrong key', async () => {
  const actionYml = path.join(dir, 'wrong.yml')
  fs.writeFileSync(actionYml, 'name: demo\ndescription: demo\nwrong: 1\nruns:\n  using: node24\n  main: x.js\n')
  expect(await lintActions(actionYml)).toEqual([expect.stringContaining('wrong')])
})

test('a comment is shown without what GitHub takes out', async () => {
  const html = await toHtml('| a |\n|---|\n| <b onclick="x()">b</b> |\n\n<script>x()</script>')
  expect(html).toContain('<td><b>b</b></td>')
  expect(html).not.toMatch(/script|onclick/)
})

test('faults are played as they are meant: after so many, cut short, a page, and in the storage too', async () => {
  const headers = { authorization: `Bearer ${bed.token}` }
  const pulls = () => fetch(`${bed.url}/repos/octo/demo/pulls`, { headers })
  bed.faults.push({ match: /pulls/, after: 1, cut: true }, { match: /pulls/, html: true })
  expect((await pulls()).headers.get('content-type')).toContain('json')
  await expect(pulls().then((response) => response.text())).rejects.toThrow()
  const page = await pulls()
  expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([
    200,
    'text/html',
    expect.stringContaining('<html>'),
  ])
  expect((await pulls()).status).toBe(200)

  const artifact = await bed.addArtifact(bed.addRun({ id: 990 }), 'stored', 'bytes')
  bed.faults.push({ match: /GET .*devstoreaccount1/, status: 503 })
  expect((await fetch(artifact.download())).status).toBe(503)
  expect(await (await fetch(artifact.download())).text()).toBe('bytes')
})
