import fs from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { loadSecretNet } from '../../src/adapters/secret-net.ts'
import { redactText, redactVerdict } from '../../src/app/redact.ts'
import type { Place } from '../../src/core/model.ts'
import { readProbeFile } from '../../src/core/probe-file/read.ts'
import type { Facts } from '../../src/core/probe-file/schema.ts'
import { fitMarkdown, SUMMARY_LIMIT } from '../../src/core/report/fit.ts'
import { renderJson } from '../../src/core/report/json.ts'
import { renderText } from '../../src/core/report/text.ts'
import { judgeCase } from '../../src/core/verdict/verdict.ts'
import { factsAt, openPull, pretendPython, startAction } from '../support/action.ts'
import { runCli } from '../support/cli.ts'
import { pullRequestEvent } from '../support/events.ts'
import { COMMAND, candidateOf, caseOf, factsOf } from '../support/facts.ts'
import { createRepo } from '../support/repo.ts'
import { runOf, useBed } from '../support/use-bed.ts'
import { writeProbeFile } from '../support/write-probe-file.ts'
import { makeZip } from '../support/zip.ts'
import { plant } from './support/plant.ts'
import { heartOf, SECRETS } from './support/secrets.ts'

const PLACES: readonly Place[] = ['local', 'box', 'ci']
const all = Object.values(SECRETS)
const kinds = Object.entries(SECRETS)

/** A secret for every field, another one for the next. */
const inTurn = (from: number) => {
  let at = from
  return () => all[at++ % all.length] ?? ''
}
const leaksIn = (text: string): string[] =>
  kinds.filter(([, secret]) => text.includes(heartOf(secret))).map(([kind]) => kind)

describe('every kind in every field of every place', async () => {
  const net = await loadSecretNet({})

  test.each(kinds)('%s', (_kind, secret) => {
    const planted = PLACES.map((place) => plant(factsOf(place), () => secret))
    expect(planted.every(({ fields }) => fields.length > 40)).toBe(true)
    const candidates = PLACES.map((place, at) => candidateOf(place, planted[at]?.facts ?? {}))
    const verdict = redactVerdict(net, judgeCase(caseOf({ candidates })))
    const files = planted.map(({ facts }) => redactText(net, writeProbeFile(facts), 'ci').text)
    const left = [...files, fitMarkdown(verdict, SUMMARY_LIMIT), renderText(verdict), renderJson(verdict)]
    expect(left.map(leaksIn)).toEqual(left.map(() => []))
    // What is left is still a probe file, whose facts say what they said.
    for (const file of files) expect(readProbeFile(file)).toMatchObject({ ok: true })
  })
})

const CLAIMS = {
  salt: 'ab'.repeat(16),
  places: PLACES,
  packages: ['requests', { name: SECRETS['GitHub classic token'] ?? '', in: ['ci'] }],
  env: [{ name: SECRETS['npm token'] ?? '', in: ['ci'] }],
  files: [`~/${SECRETS['GitLab token']}`, `~/${SECRETS['Slack bot token']}`],
  secrets: [{ name: `keys/${SECRETS['Stripe live key']}`, in: ['local'] }],
  tests: { command: [...COMMAND, `--token=${SECRETS['Hugging Face token']}`], reports: ['junit.xml'] },
  explain: {
    'interpreter.version': {
      values: { local: SECRETS['Google API key'] ?? '', ci: '3.12.7' },
      because: `see ${SECRETS['password in an address']} with ${SECRETS['bearer header']}`,
    },
  },
}

describe('end to end', () => {
  const bed = useBed()

  test('the action: zero in files, artifact, comment, summary, log and outputs', async () => {
    const claims = `${JSON.stringify(CLAIMS)}\n`
    const scene = openPull(bed, { 'probes/claims.json': claims, 'cli_helpers/__init__.py': '' })
    const from = inTurn(0)
    const textOf = async (place: Place) => {
      const read = readProbeFile(await factsAt(scene, place, claims))
      return writeProbeFile(plant(read.ok ? read.facts : ({} as Facts), from).facts)
    }
    scene.pull.body = `\`\`\`toml\n${await textOf('local')}\`\`\`\n`
    const box = makeZip([{ name: 'probes/box.txt', data: await textOf('box') }])
    await bed.addArtifact(runOf(bed, scene.pull), 'probes-box', box)
    const ran = await startAction({
      bed,
      repo: scene.repo,
      run: runOf(bed, scene.pull),
      event: pullRequestEvent(scene.pull),
      with: { python: pretendPython(await textOf('ci')) },
      env: { DEPLOY_PASSWORD: 'correct horse battery' },
    })
    const artifact = bed.ac.artifacts.get(Number(ran.outputs['artifact-id']))
    const zip = unzipSync(new Uint8Array(await (await fetch(artifact?.download() ?? '')).arrayBuffer()))
    const uploaded = Object.values(zip).map((bytes) => new TextDecoder().decode(bytes))
    const written = ['ci.txt', 'report.md', 'table.json'].map((name) =>
      fs.readFileSync(path.join(ran.workspace, 'probes', name), 'utf8'),
    )
    const comments = [...bed.gh.state.comments.values()].map(({ body }) => body)
    expect([uploaded.length, written.length, comments.length]).toEqual([3, 3, 1])
    const left = [
      ...uploaded,
      ...written,
      ...comments,
      ran.summary,
      ran.stdout,
      ran.stderr,
      JSON.stringify(ran.outputs),
    ]
    expect(left.map(leaksIn)).toEqual(left.map(() => []))

    expect(ran.code).toBe(1)
    const table = JSON.parse(written[2] ?? '')
    expect(table.rows.length).toBeGreaterThan(5)
    expect(new Set(table.redacted.map(({ where }: { where: string }) => where))).toContain('probes/ci.txt')
    expect(JSON.stringify(table.redacted)).toMatch(/artifact probes-box/)
    expect(comments[0]).toContain('Secret taken out')
    expect(ran.commands).toContainEqual(
      expect.objectContaining({
        command: 'warning',
        message: expect.stringContaining('probes/ci.txt held what looks like'),
      }),
    )
  })

  test('claims that are refused: the message holds none', async () => {
    const claims = JSON.stringify({
      packages: [{ name: SECRETS['password in an address'] }],
      [SECRETS['npm token'] ?? '']: 1,
    })
    const scene = openPull(bed, { 'probes/claims.json': claims })
    const run = runOf(bed, scene.pull)
    const ran = await startAction({ bed, repo: scene.repo, run, event: pullRequestEvent(scene.pull) })
    expect(ran.code).toBe(1)
    expect(ran.summary).toContain('claims.json')
    // What a child prints is the job's own output, as it was: the probe names the line of a committed file.
    const own = `${ran.stdout}${ran.stderr}`.split('\n').filter((line) => !line.startsWith('agent_probe.py: '))
    expect(leaksIn([...own, ran.summary, JSON.stringify(ran.outputs)].join('\n'))).toEqual([])
  })

  test('the command line: zero in what it prints and writes', async () => {
    const repo = createRepo({ 'probes/claims.json': JSON.stringify(CLAIMS), 'README.md': '' })
    const from = inTurn(7)
    for (const place of ['local', 'box'] as const)
      fs.writeFileSync(path.join(repo.dir, `probes/${place}.txt`), writeProbeFile(plant(factsOf(place), from).facts))
    const python = pretendPython(writeProbeFile(plant(factsOf('ci'), from).facts))
    const ran = await runCli(['run', '--place', 'ci', '--python', python], repo.dir)
    const written = ['ci.txt', 'report.md', 'table.json'].map((name) =>
      fs.readFileSync(path.join(repo.dir, 'probes', name), 'utf8'),
    )
    expect([...written, ran.stdout, ran.stderr].map(leaksIn)).toEqual([[], [], [], [], []])
    expect(ran.stdout).toContain('Secret taken out')
    expect(ran.status).toBe(1)

    for (const format of ['text', 'markdown', 'json']) {
      const { stdout, stderr } = await runCli(['table', '--format', format], repo.dir)
      expect(leaksIn(stdout + stderr)).toEqual([])
    }
    const probed = await runCli(['probe', 'ci', '--python', python], repo.dir)
    expect(probed.stderr).toContain('held what looks like a secret')
    expect(leaksIn(fs.readFileSync(path.join(repo.dir, 'probes/ci.txt'), 'utf8'))).toEqual([])
  })
})
