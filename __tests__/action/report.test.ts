import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { factsAt, openPull, pretendPython, type Started } from '../support/action.ts'
import { issueCommentEvent, mergeGroupEvent, pullRequestEvent, pushEvent } from '../support/events.ts'
import { addFile, claimsText, fenced, filesWith, openGreen, type Ready, startOn } from '../support/green.ts'
import { createFolder, createRepo, writeFiles } from '../support/repo.ts'
import { commentsOn, FORK, runOf, useBed } from '../support/use-bed.ts'

const CLAIMS = claimsText()
const bed = useBed()

const comments = () => commentsOn(bed)
/** ci is probed by this run, box came with an artifact of an earlier run, local is in the description. */
const greenScene = () => openGreen(bed)
const start = (scene: Ready, more?: Partial<Started>) => startOn(bed, scene, more)
/** The same in this process, where how it is started does not matter. */
const startHere = (scene: Ready, more: Partial<Started> = {}) => start(scene, { here: true, ...more })

describe('everything holds in every place', () => {
  test('the gate opens', async () => {
    const ran = await start(await greenScene())
    expect(ran.outputs).toMatchObject({ verdict: 'pass', unknown: '0', failing: '0', 'comment-status': 'created' })
    expect(ran.code).toBe(0)
    expect(comments().map(({ body }) => body.split('\n')[0])).toEqual([expect.stringContaining('pass')])
    expect(ran.summary).toContain('| Claim in chat | Probe | Local | Agent box | CI |')
    expect(comments()[0]?.body).toMatch(
      /CI\*\*: (?:this-run )?`probes\/ci\.txt, written by this run`, run `\d+` of `\.github\/workflows\/ci\.yml` by `octocat`/,
    )
    expect(comments()[0]?.body).toMatch(
      /box\*\*: `artifact probes-box of run \d+` of `\.github\/workflows\/ci\.yml` by `octocat`/,
    )
  })

  test('the bytes judged are the bytes uploaded, with report and table', async () => {
    const scene = await greenScene()
    const ran = await start(scene)
    const artifact = bed.ac.artifacts.get(Number(ran.outputs['artifact-id']))
    expect(artifact?.name).toBe('probes-ci')
    const zip = unzipSync(new Uint8Array(await (await fetch(artifact?.download() ?? '')).arrayBuffer()))
    expect(Object.keys(zip).sort()).toEqual(['probes/ci.txt', 'probes/report.md', 'probes/table.json'])
    expect(new TextDecoder().decode(zip['probes/ci.txt'])).toBe(scene.ci)
    expect(JSON.parse(new TextDecoder().decode(zip['probes/table.json']))).toMatchObject({ format: 1, verdict: 'pass' })
    expect(ran.outputs).toMatchObject({ report: 'probes/report.md', table: 'probes/table.json' })
    expect(ran.outputs['artifact-url']).toMatch(/\/actions\/runs\/\d+\/artifacts\/\d+$/)
  })

  test('a re-run reads the description as it is now, and nothing else of the pull request', async () => {
    const scene = await greenScene()
    const [event, local] = [structuredClone(scene.event), scene.pull.body]
    Object.assign((event as { pull_request: object }).pull_request, { body: 'nothing yet' })
    const run = runOf(bed, scene.pull)
    expect((await startHere(scene, { event, run })).outputs).toMatchObject({ verdict: 'blocked', unknown: '2' })
    const again = bed.addRun({ ...run, run_attempt: 2 })
    scene.pull.body = local ?? ''
    scene.pull.head.sha = 'f'.repeat(40)
    expect((await startHere(scene, { event, run: again })).outputs).toMatchObject({ verdict: 'pass', unknown: '0' })
    bed.faults.push({ match: /pulls\/7$/, times: 9, status: 403 })
    expect((await startHere(scene, { event, run: again })).outputs).toMatchObject({ verdict: 'blocked' })
  })

  test('no token in the log, the report or the files', async () => {
    const ran = await start(await greenScene())
    expect([ran.stdout, ran.stderr, ran.summary, JSON.stringify(ran.outputs)].join('\n')).not.toContain(bed.token)
  })
})

describe('a place is missing', () => {
  test('the gate stays shut, and one line says why', async () => {
    const scene = await greenScene()
    bed.ac.artifacts.clear()
    const ran = await startHere(scene)
    expect(ran.code).toBe(1)
    expect(ran.outputs).toMatchObject({ verdict: 'blocked', unknown: '2', failing: '0' })
    expect(ran.commands.filter(({ command }) => command === 'error')).toMatchObject([
      { message: expect.stringMatching(/^where-it-ran: blocked, 2 cells are unknown[^\n]*$/) },
    ])
  })

  test('what was found and did not serve is named in summary and comment', async () => {
    const scene = await greenScene()
    const [artifact] = [...bed.ac.artifacts.values()]
    bed.expire(artifact?.id ?? 0)
    const ran = await startHere(scene)
    expect(ran.outputs).toMatchObject({ verdict: 'blocked', unknown: '2' })
    for (const said of [ran.summary, comments()[0]?.body])
      expect(said).toMatch(/Found and not used: `artifact probes-box of run \d+: expired on \d{4}-\d\d-\d\d`/)
  })

  test('no Python at all', async () => {
    const scene = await greenScene()
    const ran = await startHere(scene, { with: { python: '/nowhere/python' } })
    expect(ran.code).toBe(1)
    expect(ran.outputs.verdict).toBe('blocked')
    expect(ran.summary).toContain('/nowhere/python')
  })

  test.each(['', 'nothing\n', '# where-it-ran probe file, format 1\n[probe]\nformat = 1\nplace = "box"\n'])(
    'this place wrote %j',
    async (text) => {
      const ran = await startHere({ ...(await greenScene()), python: pretendPython(text) })
      expect(ran.code).toBe(1)
      // Nothing tells the other places from one that cannot be read.
      expect(ran.outputs).toMatchObject({ verdict: 'blocked', unknown: '6' })
    },
  )
})

test('a permission that the workflow did not give is a warning, with the line to paste', async () => {
  const token = bed.addToken('ghs_reader', 'read-all')
  const ran = await startHere(await greenScene(), { token })
  expect(ran.outputs.verdict).toBe('pass')
  expect(ran.commands.filter(({ command }) => command === 'warning')).toEqual([
    {
      command: 'warning',
      message: expect.stringMatching(/^no comment: POST .*; mend it: permissions: \{.*pull-requests: write/),
    },
  ])
})

describe('a fork', () => {
  test('its token can not write: the gate is the same, the comment is skipped with the way out', async () => {
    const scene = openPull(bed, filesWith(CLAIMS), { user: 'eve', author_association: 'CONTRIBUTOR' })
    scene.pull.head.repo = FORK
    scene.pull.body = fenced(await factsAt(scene, 'local', CLAIMS))
    const python = pretendPython(await factsAt(scene, 'ci', CLAIMS))
    const event = pullRequestEvent(scene.pull)
    const box = await factsAt(scene, 'box', CLAIMS)
    const theirs = runOf(bed, scene.pull, { head_repository: FORK })
    await addFile(bed, theirs, 'box', box)
    const token = bed.addToken('ghs_readonly', 'read-all')
    const ran = await startHere({ ...scene, python }, { event, token })
    expect(ran.outputs).toMatchObject({ verdict: 'pass', 'comment-url': '' })
    expect(ran.outputs['comment-status']).toMatch(/^skipped: POST .*pull-requests: write/)
    expect(ran.summary).toContain('mode: comment')
    expect(comments()).toEqual([])
    expect(ran.code).toBe(0)
  })

  test('it gets no secrets: an empty variable that sounds like one is not asked of ci, and the head says so', async () => {
    const claims = claimsText({
      env: [
        { name: 'API_KEY', in: ['ci'] },
        { name: 'MODE', in: ['ci'] },
      ],
    })
    const scene = openPull(bed, filesWith(claims), { user: 'eve', author_association: 'FIRST_TIME_CONTRIBUTOR' })
    scene.pull.head.repo = FORK
    const empty = { set: true, start: 'empty' } as const
    const tests = { env: { API_KEY: empty, MODE: empty } }
    const python = pretendPython(await factsAt(scene, 'ci', claims, { tests }))
    const ran = await startHere({ ...scene, python }, { event: pullRequestEvent(scene.pull) })
    expect(ran.summary).toContain('`API_KEY` is empty in ci and not asked there: GitHub hands this run no secrets')
    expect(ran.summary).not.toContain('`MODE` is empty in ci and not asked there')
    expect(ran.outputs).toMatchObject({ verdict: 'blocked' })
  })

  test('of somebody without write access: only ci is asked', async () => {
    const scene = openPull(bed, filesWith(CLAIMS), { user: 'eve', author_association: 'FIRST_TIME_CONTRIBUTOR' })
    scene.pull.head.repo = FORK
    const python = pretendPython(await factsAt(scene, 'ci', CLAIMS))
    const event = pullRequestEvent(scene.pull)
    const ran = await startHere({ ...scene, python }, { event })
    expect(ran.outputs).toMatchObject({ verdict: 'pass' })
    expect(ran.summary).toContain('has no write access here')
  })
})

describe('who opened it', () => {
  const claims = claimsText({ places: undefined })
  const open = async (more: object = {}) => {
    const scene = openPull(bed, filesWith(claims), more)
    return { ...scene, python: pretendPython(await factsAt(scene, 'ci', claims)) }
  }

  test('a person with write access: ci, and one of local and box', async () => {
    const scene = await open()
    const ran = await startHere(scene)
    expect(ran.outputs).toMatchObject({ verdict: 'blocked', unknown: '2' })
    expect(ran.summary).toContain('Asked: local, ci, because `octocat is a person`')
    bed.faults.push({
      match: /git\/commits/,
      status: 200,
      body: { committer: { email: 'noreply@github.com' }, verification: { verified: true } },
    })
    const online = await startHere(scene)
    expect(online.outputs).toMatchObject({ verdict: 'pass' })
    expect(online.summary).toContain('made on github.com')
  })

  test.each<[string, object, Record<string, string>]>([
    ['the workflow', {}, { agents: 'octocat' }],
    ['the target branch', { who: { octocat: 'agent' } }, {}],
  ])('an agent with the account of a person may not loosen what it is named in: %s', async (_, more, inputs) => {
    const base = claimsText({ packages: ['requests', 'yaml'], ...more })
    const now = claimsText({ who: { octocat: 'person' } })
    const scene = openPull(bed, filesWith(base))
    const python = pretendPython(await factsAt(scene, 'ci', now))
    const before = (workspace: string) => writeFiles(workspace, { 'probes/claims.json': now })
    const ran = await startHere({ ...scene, python }, { with: inputs, before })
    expect(ran.summary).toContain('claim dropped `package installed/yaml`')
    expect(ran.summary).toContain('by someone who may not')
  })

  test('a person with write access may', async () => {
    const scene = openPull(bed, filesWith(claimsText({ packages: ['requests', 'yaml'] })))
    const now = claimsText()
    const python = pretendPython(await factsAt(scene, 'ci', now))
    const before = (workspace: string) => writeFiles(workspace, { 'probes/claims.json': now })
    bed.faults.push({ match: /collaborators/, status: 200, body: { permission: 'write' } })
    const ran = await startHere({ ...scene, python }, { before })
    expect(ran.summary).toContain('claim dropped `package installed/yaml`')
    expect(ran.summary).not.toContain('by someone who may not')
  })
})

describe('other events', () => {
  const onlyCi = async () => {
    const scene = openPull(bed, filesWith(CLAIMS))
    return { ...scene, python: pretendPython(await factsAt(scene, 'ci', CLAIMS)) }
  }

  test.each<[string, string, unknown, RegExp]>([
    [
      'merge_group: ci alone is asked, the comment is left alone',
      'merge_group',
      (base: string) => mergeGroupEvent(`refs/heads/gh-readonly-queue/main/pr-7-${'c'.repeat(40)}`, base),
      /^skipped: a merge queue/,
    ],
    ['push without a pull request', 'push', pushEvent({ ref: 'refs/heads/main' }), /^skipped: no open pull/],
    ['schedule', 'schedule', {}, /^skipped: a schedule event belongs to no pull request/],
    ['workflow_dispatch', 'workflow_dispatch', {}, /^skipped: workflow_dispatch names no pull request/],
  ])('%s: the table is in the summary', async (_, eventName, event, status) => {
    const scene = await onlyCi()
    if (eventName === 'push') bed.gh.state.pulls.clear()
    const sent = typeof event === 'function' ? event(scene.pull.base.sha) : event
    const ran = await startHere(scene, { event: sent, eventName })
    expect(ran.outputs).toMatchObject({ verdict: 'pass', 'comment-status': expect.stringMatching(status) })
    expect(ran.summary).toContain('| Claim in chat |')
    expect(comments()).toEqual([])
  })

  test('push of the head of an open pull request: it is that one, and everybody is asked', async () => {
    const scene = await onlyCi()
    scene.repo.checkout(scene.pull.head.sha)
    const event = pushEvent({ ref: 'refs/heads/topic' })
    const ran = await startHere(scene, { event, eventName: 'push' })
    expect(ran.outputs).toMatchObject({ verdict: 'blocked', 'comment-status': 'created' })
  })

  test('a push whose pull request can not be asked for is no pass', async () => {
    const scene = await onlyCi()
    bed.faults.push({ match: /commits\/\w+\/pulls/, status: 403 })
    const event = pushEvent({ ref: 'refs/heads/topic' })
    const ran = await startHere(scene, { event, eventName: 'push' })
    expect(ran.outputs.verdict).toBe('blocked')
  })

  test('workflow_dispatch on another commit proves nothing of the pull request it names', async () => {
    const scene = await greenScene()
    const other = createRepo({ ...filesWith(CLAIMS), 'other.txt': 'x' })
    const ran = await startHere(scene, {
      repo: other,
      event: {},
      eventName: 'workflow_dispatch',
      with: { 'pr-number': '7' },
    })
    expect(ran.outputs.verdict).toBe('blocked')
    expect(comments()[0]?.body).not.toMatch(/(?<!is no )\bpass\b/)
  })

  test('issue_comment stands on the default branch: said plainly, and nothing there speaks for the pull request', async () => {
    const claims = `${JSON.stringify({ salt: 'ab'.repeat(16), places: ['ci'], packages: ['requests'] })}\n`
    const scene = openPull(bed, { ...filesWith(CLAIMS), 'probes/claims.json': claims })
    const python = pretendPython(await factsAt(scene, 'ci', claims))
    scene.repo.checkout(scene.pull.base.sha)
    const ran = await startHere(
      { ...scene, python },
      { event: issueCommentEvent({ number: 7, pull_request: {} }), eventName: 'issue_comment' },
    )
    expect(ran.outputs).toMatchObject({ verdict: 'blocked', 'comment-status': 'created' })
    expect(comments()[0]?.body).toContain('is checked out under issue_comment')
    expect(comments()[0]?.body).toContain('Mend it: `on: pull_request`')
  })

  test('claims that were taken out can not hide behind a base that is not to be read', async () => {
    const scene = await greenScene()
    bed.faults.push({ match: /contents|git\/commits/, times: 1e6, status: 404, body: { message: 'Not Found' } })
    const ran = await startHere(scene)
    expect(ran.outputs).toMatchObject({ verdict: 'blocked', unknown: '0', failing: '0' })
    expect(ran.summary).toContain('contents/probes/claims.json: 404')
  })

  test('a pr-number that the event contradicts is not used, and that is said', async () => {
    const scene = await greenScene()
    const ran = await startHere(scene, { with: { 'pr-number': '9' } })
    expect(ran.outputs).toMatchObject({ verdict: 'pass', 'comment-status': 'created' })
    expect(comments().map(({ issue }) => issue)).toEqual([7])
    expect(ran.commands).toContainEqual({
      command: 'warning',
      message: 'pr-number: 9 is not used, this event is about #7',
    })
  })

  test('a payload that describes nothing: only ci, never a crash', async () => {
    const scene = await onlyCi()
    const ran = await startHere(scene, { event: { pull_request: 'x' } })
    expect(ran.outputs['comment-status']).toMatch(/^skipped: the event describes no pull request/)
    expect(ran.stdout).not.toContain('it broke')
  })

  test('pull_request_target: no program is started, and the gate is shut', async () => {
    const scene = await greenScene()
    const bin = createFolder('bin-')
    for (const name of ['git', 'python', 'python3', 'uv', 'poetry', 'sh'])
      fs.writeFileSync(path.join(bin, name), `#!/bin/sh\necho started > '${bin}/mark'\n`, { mode: 0o755 })
    const ran = await startHere(scene, {
      eventName: 'pull_request_target',
      with: { python: path.join(bin, 'python') },
      env: { PATH: bin, GITHUB_REF: 'refs/heads/main' },
    })
    expect(fs.existsSync(path.join(bin, 'mark'))).toBe(false)
    expect(ran.outputs).toMatchObject({ verdict: 'blocked', 'artifact-id': expect.any(String) })
    expect(ran.stdout).not.toContain('stop-commands')
    expect(ran.summary).toContain('pull_request_target')
  })
})

describe('nothing green comes out of trouble', () => {
  test.each([
    ['every answer of the interface is 500', { match: /^\w+ (?!\/twirp)/, times: 1e6, status: 500 }],
    ['every answer is 403', { match: /GET|POST/, times: 1e6, status: 403 }],
    ['every answer is half', { match: /GET|POST/, times: 1e6, status: 200, body: {} }],
    ['every connection breaks', { match: /GET|POST/, times: 1e6, destroy: true }],
  ])('%s', async (_, fault) => {
    const scene = await greenScene()
    bed.faults.push(fault)
    const ran = await startHere(scene)
    expect(ran.code).toBe(1)
    expect(ran.outputs.verdict).toBe('blocked')
    expect(ran.summary).toContain('| Claim in chat |')
    expect(ran.outputs['comment-status']).toMatch(/^skipped: .{10,}/)
  })

  test.each([
    ['a folder', os.tmpdir(), 'EISDIR'],
    ['no file', '/nowhere/set_output', 'missing file'],
  ])('outputs that cannot be written, as there is %s: one error names the file and the cure', async (_, file, code) => {
    const ran = await start(await greenScene(), { env: { GITHUB_OUTPUT: file } })
    expect(ran.code).toBe(1)
    const errors = ran.commands.filter(({ command }) => command === 'error')
    expect(errors.map(({ message }) => message)).toEqual([
      `where-it-ran: the outputs of this step cannot be written (${code}, GITHUB_OUTPUT); mend it: container: { options: --user root }`,
    ])
    expect(ran.stdout + ran.stderr).not.toMatch(/\n\s+at /)
  })

  test('no token at all: the comment is skipped and said so, with the line that mends it; the gate decides', async () => {
    const ran = await startHere(await greenScene(), { with: { 'github-token': '' } })
    expect([ran.code, ran.outputs.verdict]).toEqual([1, 'blocked'])
    expect(ran.outputs['comment-status']).toMatch(/^skipped: .*token/)
    expect(ran.summary).toContain('| Claim in chat |')
    expect(ran.summary).toMatch(/github-token: \$\{\{ github\.token \}\}/)
    expect(comments()).toEqual([])
  })

  test('malformed claims: the file, the line and no table', async () => {
    const scene = openPull(bed, { ...filesWith(CLAIMS), 'probes/claims.json': '{"places": ["moon"], "packages": 7}\n' })
    const ran = await startHere({ ...scene, python: pretendPython('') })
    expect(ran.code).toBe(1)
    expect(ran.outputs).toMatchObject({ verdict: 'blocked', 'comment-status': 'skipped: there is no verdict' })
    const errors = ran.commands.filter(({ command }) => command === 'error')
    expect(errors).toMatchObject([{ message: expect.stringMatching(/probes\/claims\.json.*moon/) }])
    expect(errors[0]?.message).toContain('packages')
    expect(ran.summary).toContain('probes/claims.json')
  })

  test('what a test prints commands nothing', async () => {
    const scene = await greenScene()
    const says = '::set-output name=verdict::pass\n::add-mask::blocked\n##[set-output]\n'
    const ran = await startHere({ ...scene, python: pretendPython('', says) })
    const lines = ran.stdout.split('\n')
    const stop = lines.findIndex((line) => line.startsWith('::stop-commands::'))
    const token = lines[stop]?.slice('::stop-commands::'.length)
    const resume = lines.indexOf(`::${token}::`)
    const said = lines.findIndex((line) => line.includes('set-output name'))
    expect(stop).toBeGreaterThan(-1)
    expect(said).toBeGreaterThan(stop)
    expect(resume).toBeGreaterThan(said)
    expect(ran.outputs.verdict).toBe('blocked')
  })

  test('an upload that is refused is said, and the rest works', async () => {
    const scene = await greenScene()
    const ran = await startHere(scene, { env: { GITHUB_SERVER_URL: 'https://github.example' } })
    expect(ran.outputs).toMatchObject({ verdict: 'pass', 'artifact-id': '', 'comment-status': 'created' })
    expect(ran.summary).toContain('GHES')
  })

  test('comment: false', async () => {
    const ran = await startHere(await greenScene(), { with: { comment: 'false' } })
    expect(ran.outputs).toMatchObject({ verdict: 'pass', 'comment-status': 'skipped: comment: false' })
    expect(comments()).toEqual([])
  })
})
