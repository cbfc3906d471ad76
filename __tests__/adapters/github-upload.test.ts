import fs from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createArtifactSource } from '../../src/adapters/artifact-source/artifact-source.ts'
import { uploadArtifact } from '../../src/adapters/artifact-upload.ts'
import type { Run } from '../support/bed.ts'
import { clientOf } from '../support/clients.ts'
import { createFolder, writeFiles } from '../support/repo.ts'
import { useBed } from '../support/use-bed.ts'

const bed = useBed({ keep: ['artifacts'] })
let run: Run
let root: string
let id = 100
beforeEach(() => {
  run = bed.addRun({ id: ++id })
  root = createFolder()
  writeFiles(root, { 'probes/ci.txt': 'facts', 'probes/report.md': '# report', 'other.txt': 'no' })
  vi.stubEnv('GITHUB_SERVER_URL', 'https://github.com')
  vi.stubEnv('GITHUB_RETENTION_DAYS', '90')
  // Read once, when the client is loaded.
  vi.stubEnv('GITHUB_API_URL', bed.url)
  vi.stubEnv('ACTIONS_RESULTS_URL', bed.url)
  vi.stubEnv('ACTIONS_RUNTIME_TOKEN', bed.runtimeToken(run))
  // The client speaks to the runner through its output; the runner of this test must not listen.
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

const FILES = ['probes/ci.txt', 'probes/report.md']
const upload = (more = {}, files = FILES) =>
  uploadArtifact(
    { attempt: 1, runUrl: 'https://github.com/octo/demo/actions/runs/1', ...more },
    'probes-ci',
    root,
    files,
  )
const named = () => [...bed.ac.artifacts.values()].map(({ name }) => name)

test('files under their paths, and nothing else', async () => {
  const outcome = await upload()
  const [artifact] = [...bed.ac.artifacts.values()].slice(-1)
  expect(outcome).toEqual({
    ok: true,
    id: String(artifact?.id),
    url: `https://github.com/octo/demo/actions/runs/1/artifacts/${artifact?.id}`,
  })
  const bytes = new Uint8Array(await (await fetch(artifact?.download() ?? '')).arrayBuffer())
  const files = Object.entries(unzipSync(bytes)).map(([name, data]) => [name, new TextDecoder().decode(data)])
  expect(Object.fromEntries(files)).toEqual({ 'probes/ci.txt': 'facts', 'probes/report.md': '# report' })
})

test('kept as long as it was asked to', async () => {
  await upload({ retentionDays: 3 })
  const [artifact] = [...bed.ac.artifacts.values()].slice(-1)
  const days = (Date.parse(artifact?.expires_at ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(2.9)
  expect(days).toBeLessThan(3.1)
})

describe("GitHub's own client, unmodified", () => {
  const load = async () => new (await import('@actions/artifact')).DefaultArtifactClient()

  test('reads what we wrote, from inside the run and from outside', async () => {
    const outcome = await upload()
    const client = await load()
    const { artifact } = await client.getArtifact('probes-ci')
    expect(outcome).toMatchObject({ ok: true, id: String(artifact.id) })
    const from = { token: bed.token, workflowRunId: run.id, repositoryOwner: 'octo', repositoryName: 'demo' }
    for (const findBy of [undefined, from]) {
      const to = createFolder()
      const digest = { expectedHash: artifact.digest ?? '' }
      const read = await client.downloadArtifact(artifact.id, { path: to, ...digest, ...(findBy && { findBy }) })
      expect(read).toMatchObject({ downloadPath: to, digestMismatch: false })
      expect(fs.readFileSync(path.join(to, 'probes/ci.txt'), 'utf8')).toBe('facts')
      expect(fs.readdirSync(path.join(to, 'probes')).sort()).toEqual(['ci.txt', 'report.md'])
    }
  })

  // actions/upload-artifact is this client, with the deepest folder that holds all files as its root.
  test.each([
    ['one file, at the top', ['probes/box.txt'], 'probes', 'box.txt'],
    ['a folder, at its top', ['probes/box.txt', 'probes/local.txt'], 'probes', 'box.txt'],
    ['files of several folders, under their paths', ['probes/box.txt', 'other.txt'], '.', 'probes/box.txt'],
    ['a file from elsewhere', ['elsewhere/box.txt'], 'elsewhere', 'box.txt'],
  ])('what actions/upload-artifact wrote is read: %s', async (_, files, below, entry) => {
    writeFiles(root, Object.fromEntries(files.map((file) => [file, `text of ${file}`])))
    const top = path.join(root, below)
    const written = await (await load()).uploadArtifact(
      'probes-box',
      files.map((file) => path.join(root, file)),
      top,
    )
    const artifact = bed.ac.artifacts.get(Number(written.id))
    const bytes = new Uint8Array(await (await fetch(artifact?.download() ?? '')).arrayBuffer())
    expect(Object.keys(unzipSync(bytes))).toContain(entry)
    const source = createArtifactSource({
      api: clientOf(bed),
      runId: run.id,
      attempt: 1,
      runUrl: String,
      prefix: 'probes',
      probes: 'probes',
      earlier: [],
    })
    expect(await source.find()).toMatchObject({
      texts: [{ named: { place: 'box' }, text: `text of ${files[0]}` }],
      notes: [],
      faults: [],
    })
  })
})

describe('a name that is taken', () => {
  test("is another leg's in the first attempt: said, with what to write", async () => {
    await upload()
    const before = named().length
    expect(await upload()).toMatchObject({
      ok: false,
      fault: { where: 'upload', message: expect.stringContaining('probes-ci'), fix: 'leg: a-name-of-its-own' },
    })
    expect(named().length).toBe(before)
  })

  test('gets the attempt in a later one; what was there stays', async () => {
    bed.ac.artifacts.clear()
    await upload()
    expect(await upload({ attempt: 2 })).toMatchObject({ ok: true })
    expect(named()).toEqual(['probes-ci', 'probes-ci@2'])
    expect(await upload({ attempt: 2 })).toMatchObject({ ok: false, fault: { fix: 'leg: a-name-of-its-own-2' } })
  })
})

describe('is data when it fails', () => {
  test.each([
    ['an Enterprise server, which has no such artifacts', 'GITHUB_SERVER_URL', 'https://github.example', /GHES/],
    ['outside a job', 'ACTIONS_RUNTIME_TOKEN', '', /ACTIONS_RUNTIME_TOKEN/],
  ])('%s', async (_, variable, value, message) => {
    vi.stubEnv(variable, value)
    const outcome = await upload()
    expect(outcome).toMatchObject({ ok: false, fault: { message: expect.stringMatching(message) } })
    expect(!outcome.ok && outcome.fault.fix).toBe(value ? 'sources: text, checkout' : 're-run the job')
  })

  test('a file that is not there', async () => {
    expect(await upload({}, ['probes/none.txt'])).toMatchObject({ ok: false })
  })

  test('a service that never answers: it is given up in time', async () => {
    bed.faults.push({ match: /CreateArtifact/, times: 9, hang: true })
    const started = Date.now()
    expect(await upload({ timeout: 300 })).toMatchObject({
      ok: false,
      fault: { message: 'artifact probes-ci: not done after 0.3 s', fix: 're-run the job' },
    })
    expect(Date.now() - started).toBeLessThan(20_000)
  })
})
