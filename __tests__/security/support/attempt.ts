/** One pull request whose gate is red because the box is silent, and somebody who wants it green. */
import fs from 'node:fs'
import path from 'node:path'
import { createArtifactSource } from '../../../src/adapters/artifact-source/artifact-source.ts'
import { createCheckoutSource } from '../../../src/adapters/checkout-source.ts'
import { createFiles } from '../../../src/adapters/files.ts'
import { sha256 } from '../../../src/adapters/git/git.ts'
import { createReferenceLookup, mayWrite, readFileAt } from '../../../src/adapters/pull-request.ts'
import { loadSecretNet } from '../../../src/adapters/secret-net.ts'
import { createCommentListing } from '../../../src/adapters/sticky-comment.ts'
import { createTextSource } from '../../../src/adapters/text-source.ts'
import { decide } from '../../../src/app/decide.ts'
import { gather } from '../../../src/app/gather.ts'
import { createIsAgent, whoIsAsked } from '../../../src/core/asked.ts'
import type { Place } from '../../../src/core/model.ts'
import { readProbeFile } from '../../../src/core/probe-file/read.ts'
import type { Facts } from '../../../src/core/probe-file/schema.ts'
import type { Verdict } from '../../../src/core/verdict-model.ts'
import { factsAt, openPull, type Scene } from '../../support/action.ts'
import type { Bed, Pull, Run } from '../../support/bed.ts'
import { clientOf, describePull } from '../../support/clients.ts'
import { ALL_PLACES, COMMAND, type FactOverrides, withFacts } from '../../support/facts.ts'
import { gitIn } from '../../support/repo.ts'
import { writeProbeFile } from '../../support/write-probe-file.ts'
import { makeZip } from '../../support/zip.ts'

export const CLAIMS = {
  salt: 'ab'.repeat(16),
  places: ALL_PLACES,
  packages: ['requests'],
  env: ['BILLING_MODE'],
  tests: { command: COMMAND, reports: ['junit.xml'] },
}

export interface Attempt extends Scene {
  readonly bed: Bed
  readonly run: Run
  /** A probe file of that place about this pull request, green but for the overrides. */
  textOf(place: Place, overrides?: FactOverrides): string
  /** An earlier run of this pull request, or of whatever the overrides say. */
  earlierRun(more?: Partial<Run>): Run
  upload(run: Run, name: string, entry: string, text: string): Promise<unknown>
  write(file: string, text: string): void
  say(text: string, login: string): void
}

export const fenced = (text: string): string => `\`\`\`toml\n${text}\`\`\`\n`
const isAgent = createIsAgent([])
const net = loadSecretNet({})
let number = 0

export interface Pretext {
  readonly pull?: Partial<Pull>
  readonly base?: object
  readonly head?: object
  readonly expect?: readonly string[]
}

interface Stage extends Scene {
  readonly claims: string
  readonly green: { readonly [P in Place]: Facts }
}

const stages = new Map<string, Promise<Stage>>()

/** Repositories cost most, and a forgery needs none of its own. */
function stageOf(bed: Bed, claims: string): Promise<Stage> {
  const made = stages.get(claims) ?? makeStage(bed, claims)
  stages.set(claims, made)
  return made
}

async function makeStage(bed: Bed, claims: string): Promise<Stage> {
  bed.gh.state.pulls.clear()
  const scene = openPull(bed, { 'cli_helpers/__init__.py': '', 'probes/claims.json': claims }, { user: 'octocat' })
  const read = async (place: Place) => {
    const reading = readProbeFile(await factsAt(scene, place, claims))
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
    return reading.facts
  }
  return { ...scene, claims, green: { local: await read('local'), box: await read('box'), ci: await read('ci') } }
}

/** ci is probed, local came with an artifact; then `forge` does what it does, and the gate decides. */
export async function attempt(
  bed: Bed,
  forge: (attempt: Attempt) => Promise<unknown> | unknown,
  pretext: Pretext = {},
): Promise<Verdict> {
  const stage = await stageOf(bed, `${JSON.stringify(pretext.head ?? CLAIMS)}\n`)
  for (const state of [bed.gh.state.pulls, bed.gh.state.comments, bed.ac.artifacts]) state.clear()
  const { head, base, body } = stage.pull
  const pull = bed.gh.addPull({
    number: 7,
    body: body ?? null,
    user: 'octocat',
    author_association: 'MEMBER',
    ...pretext.pull,
    head: { ref: 'topic', sha: head.sha, ...pretext.pull?.head },
    base: { ref: 'main', sha: base.sha },
  })
  bed.gh.addFile('probes/claims.json', pretext.base ? `${JSON.stringify(pretext.base)}\n` : stage.claims, base.sha)
  const earlierRun = (more: Partial<Run> = {}) =>
    bed.addRun({
      id: 10_000 + ++number,
      event: 'pull_request',
      head_branch: 'topic',
      head_sha: head.sha,
      head_repository: { id: 1, full_name: 'octo/demo' },
      ...more,
    })
  const written: string[] = []
  const made: Attempt = {
    ...stage,
    pull,
    bed,
    run: earlierRun(),
    earlierRun,
    textOf: (place, overrides = {}) => writeProbeFile(withFacts(stage.green[place], overrides)),
    upload: (run, name, entry, text) => bed.addArtifact(run, name, makeZip([{ name: entry, data: text }])),
    write(file, text) {
      written.push(path.join(stage.repo.dir, file))
      fs.writeFileSync(path.join(stage.repo.dir, file), text)
    },
    say: (text, login) => void bed.gh.addComment(7, text, login),
  }
  await made.upload(earlierRun(), 'probes-local', 'probes/local.txt', made.textOf('local'))
  await forge(made)
  const verdict = await judge(made, pretext)
  for (const file of written) fs.rmSync(file)
  return verdict
}

/** As the action does it, in this process. */
async function judge(made: Attempt, { expect = [] }: Pretext): Promise<Verdict> {
  const { bed, repo, run } = made
  const api = clientOf(bed)
  const pull = describePull(made.pull)
  const files = createFiles(repo.dir)
  const git = gitIn(repo.dir)
  const comments = createCommentListing(api, pull.number)
  const gathered = await gather(
    {
      files,
      git,
      sha256,
      net: () => net,
      baseClaims: () => readFileAt(api, 'probes/claims.json', pull.baseSha),
      sources: [
        createArtifactSource({
          api,
          runId: run.id,
          attempt: 1,
          runUrl: (id) => `https://github.com/octo/demo/actions/runs/${id}`,
          prefix: 'probes',
          probes: 'probes',
          earlier: ['local', 'box', ...expect],
          own: 'ci',
          pull,
        }),
        createTextSource({ pull, comments, isAgent, mayWrite: (login) => mayWrite(api, login) }),
        createCheckoutSource(files, { probes: 'probes', own: 'ci.txt' }),
      ],
    },
    'probes/claims.json',
  )
  if (!gathered.ok) throw new Error(JSON.stringify(gathered.problems))
  const { evidence } = gathered
  const head = await git.head()
  if (!head) throw new Error('no head')
  const ci = {
    provenance: { kind: 'this-run' as const, label: 'probes/ci.txt, written by this run' },
    named: { place: 'ci' as const },
    text: made.textOf('ci'),
  }
  return decide(
    {
      evidence: { ...evidence, texts: [ci, ...evidence.texts] },
      asked: whoIsAsked(pull, { places: 'auto', claims: evidence.claims, isAgent }),
      reference: { commits: [], pullRequest: true, merge: head.content, mergeSha: head.sha, headSha: pull.headSha },
      expect,
      failOn: ['unknown', 'fails'],
      unprobed: [],
      faults: [],
      authorMayLoosen: evidence.loosened.length > 0 && !pull.authorIsBot && (await mayWrite(api, pull.author)) === true,
      commands: { probe: 'python scripts/agent_probes/agent_probe.py', probesFolder: 'probes', rerun: 'push' },
    },
    createReferenceLookup(api, pull, 'probes'),
  )
}
