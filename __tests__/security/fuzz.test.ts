/**
 * The small size of `npm run fuzz`: the same cases, fewer of them. A failure names the seed that brings it back.
 */
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readGitHubContext } from '../../src/adapters/github-event.ts'
import { loadSecretNet } from '../../src/adapters/secret-net.ts'
import { redactText, redactVerdict } from '../../src/app/redact.ts'
import type { Case } from '../../src/core/case.ts'
import { findLoosening } from '../../src/core/claims/loosening.ts'
import { readClaims } from '../../src/core/claims/read.ts'
import { CLAIMS_SHAPE } from '../../src/core/claims/schema.ts'
import type { Place, Reading } from '../../src/core/model.ts'
import { findProbeBlocks, placeOfBlock } from '../../src/core/probe-file/blocks.ts'
import { readProbeFile } from '../../src/core/probe-file/read.ts'
import { fitMarkdown, SUMMARY_LIMIT } from '../../src/core/report/fit.ts'
import { renderJson } from '../../src/core/report/json.ts'
import { renderText } from '../../src/core/report/text.ts'
import { forLog } from '../../src/core/text/escape.ts'
import { judgeCase } from '../../src/core/verdict/verdict.ts'
import type { Verdict } from '../../src/core/verdict-model.ts'
import {
  COMMAND,
  CONTENT,
  candidateOf,
  caseOf,
  type FactOverrides,
  factsOf,
  MERGE,
  OTHER_CONTENT,
} from '../support/facts.ts'
import { createFolder } from '../support/repo.ts'
import { writeProbeFile } from '../support/write-probe-file.ts'
import { harmlessly } from './support/alike.ts'
import { type Chance, chanceOf } from './support/chance.ts'
import { changeClaims, damageFacts, lieInFacts } from './support/grammar.ts'
import { mutateData, mutateText } from './support/mutate.ts'
import { pageOf } from './support/page.ts'

const CASES = Number(process.env.FUZZ_CASES ?? 1000)
const SEED = Number(process.env.FUZZ_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Every how many cases a report is rendered, and every how many its page is looked at. */
const REPORTS = Number(process.env.FUZZ_REPORTS ?? 5)
const PAGES = Number(process.env.FUZZ_PAGES ?? 50)
/** Four kinds share the time of a whole run. */
const TIME = { timeout: CASES > 5000 ? 7_200_000 : 120_000 }
const LIMIT = 1000
const ACTED_ON = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u

const net = await loadSecretNet({})
const none = () => ({ cases: 0, read: 0, reports: 0, pages: 0, slowest: 0 })
/** What was done, by kind. */
const log = new Map<string, ReturnType<typeof none>>()
let told = none()
afterAll(() => {
  if (process.env.FUZZ_TELL)
    fs.writeFileSync(process.env.FUZZ_TELL, JSON.stringify({ seed: SEED, ...Object.fromEntries(log) }, null, 1))
})

/** Runs the cases of a kind; a failure names the seed that brings it back. */
async function fuzz(
  kind: string,
  salt: number,
  share: number,
  one: (chance: Chance, at: number) => Promise<void> | void,
) {
  told = none()
  log.set(kind, told)
  for (let at = 0; at < CASES * share; at++) {
    const seed = (SEED + salt * 1_000_003 + at * 7919) >>> 0
    const started = process.cpuUsage()
    try {
      told.cases++
      await one(chanceOf(seed), at)
    } catch (error) {
      const why = String(error instanceof Error ? (error.stack ?? error.message) : error).slice(0, 1500)
      throw new Error(`FUZZ_SEED=${SEED}, case ${at} of kind ${salt}: ${why}`)
    }
    // What it took itself: a machine that has more to do is no hang.
    const { user, system } = process.cpuUsage(started)
    const took = (user + system) / 1000
    // A page takes as long as the renderer of this test takes.
    if (at % PAGES === 0) continue
    told.slowest = Math.max(told.slowest, Math.round(took))
    if (took > LIMIT) throw new Error(`FUZZ_SEED=${SEED}, case ${at} of kind ${salt} took ${took} ms`)
  }
  // Noise that no reader lets in proves little about what lies behind it.
  expect(told.read).toBeGreaterThan(told.cases / 2)
}

/** Situations that are not green, so that there is something to gain. */
const RED: readonly FactOverrides[] = [
  {},
  { tests: { exit_status: 1, failed: 2 } },
  { tests: { believed: false, disbelief: ['tracked'], tracked: true } },
  { tests: { narrowed: ['-k'], claimed_command: false } },
  { tests: { believed: false, disbelief: ['narrowed'], narrowed: ['-k'] } },
  { tests: { env: { BILLING_MODE: { set: false } } } },
  { tests: { session: { prefix_agrees: false } } },
  { tests: { session: { same_tree: false } } },
  { tests: { collected: 9, passed: 9, skipped: 0, executed: 9 } },
  { tests: { command: ['make', 'test'] } },
  { tests: { believed: undefined, tracked: true } },
  { packages: { claimed: { requests: { label: 'pythonpath' }, cli_helpers: { label: 'venv' } } } },
  { persist: { canary: { home: { remembered_there: false } }, files: { '~/.cache/model.bin': { exists: false } } } },
  { secrets: { files: { '.env': { tracked: true } }, configuration: { remotes: true } } },
  { probe: { taken_at: undefined }, git: { head: undefined } },
  { tests: { content_after: OTHER_CONTENT } },
  { git: { head_content: OTHER_CONTENT, tree_content: OTHER_CONTENT } },
  { packages: undefined },
  { env: { claimed: { BILLING_MODE: { set: false } } } },
  { tests: { foreign: ['cli_helpers from <other>/cli_helpers/__init__.py'] } },
  { packages: { claimed: { requests: { label: 'user-site', copies: ['venv'] } } } },
  { secrets: undefined, persist: undefined },
  { host: { machine: undefined, boot: undefined } },
]
const PLACES: readonly Place[] = ['local', 'box', 'ci']
const statesOf = ({ rows }: Verdict) =>
  new Map(
    rows.flatMap(({ kind, subject, cells }) =>
      PLACES.map((place) => [`${kind}/${subject}@${place}`, cells[place]?.state]),
    ),
  )

function expectNoGain(before: Verdict, after: Verdict): void {
  const [old, now] = [statesOf(before), statesOf(after)]
  if (before.gate.verdict === 'blocked') expect(after.gate.verdict).toBe('blocked')
  for (const [cell, state] of now) {
    if (state !== 'holds' || !old.has(cell) || old.get(cell) === 'holds') continue
    throw new Error(`${cell} was ${old.get(cell)} and holds now`)
  }
}

/** A file that can't be read is a file that is not there: its place holds nothing, and the gate is shut. */
function expectLost(place: Place, verdict: Verdict): void {
  expect(verdict.rows.map(({ cells }) => cells[place]?.state)).not.toContain('holds')
  expect(verdict.gate.verdict).toBe('blocked')
}

async function expectHarmless(verdict: Verdict, at: number): Promise<void> {
  if (at % REPORTS !== 0 && at % PAGES !== 0) return
  told.reports++
  const clean = redactVerdict(net, verdict)
  const [screen, json] = [renderText(clean), renderJson(clean)]
  expect(screen).not.toMatch(ACTED_ON)
  expect(json).not.toMatch(ACTED_ON)
  JSON.parse(json)
  const report = fitMarkdown(clean, SUMMARY_LIMIT)
  expect(report).not.toMatch(ACTED_ON)
  if (at % PAGES !== 0) return
  told.pages++
  expect((await pageOf(report)).elements).toEqual(
    (await pageOf(fitMarkdown(harmlessly(clean), SUMMARY_LIMIT))).elements,
  )
}

const fromFile = (place: Place) => ({ provenance: { kind: 'checkout', label: `probes/${place}.txt` } as const })

/** Where one changed file can stand among others. */
const SCENES: readonly ((place: Place, reading: Reading) => Case)[] = [
  (place, reading) =>
    caseOf({ candidates: PLACES.map((one) => candidateOf(one, {}, one === place ? { reading } : {})) }),
  // Of another source there is a green one.
  (place, reading) =>
    caseOf({
      candidates: [
        ...PLACES.map((one) => candidateOf(one, {}, one === place ? { reading } : {})),
        candidateOf(place, {}, fromFile(place)),
      ],
    }),
  // Without GitHub, all from files.
  (place, reading) =>
    caseOf({
      candidates: PLACES.map((one) =>
        candidateOf(one, {}, one === place ? { reading, ...fromFile(one) } : fromFile(one)),
      ),
      ciFromFiles: true,
      reference: { commits: [], pullRequest: false, merge: CONTENT, mergeSha: MERGE },
    }),
]

const files = PLACES.flatMap((place) =>
  RED.flatMap((red) =>
    SCENES.map((scene) => {
      const facts = factsOf(place, red)
      return { place, facts, text: writeProbeFile(facts), scene, red: JSON.stringify(red) }
    }),
  ),
)
type File = (typeof files)[number]
const judged = new Map(files.map((file) => [file, judgeCase(file.scene(file.place, readProbeFile(file.text)))]))

const differingLines = (a: string, b: string): string => {
  const [old, now] = [a.split('\n'), b.split('\n')]
  const more = (these: string[], those: string[]) =>
    these.filter(
      (line, at) =>
        these.slice(0, at).filter((one) => one === line).length >= those.filter((one) => one === line).length,
    )
  const gone = more(old, now).map((line) => `-${line}`)
  const come = more(now, old).map((line) => `+${line}`)
  return JSON.stringify([...gone, ...come].slice(0, 20)).slice(0, 600)
}

/** What a damaged file gains: nothing, in any cell of any place. */
function expectDamaged(file: File, text: string): Verdict {
  const reading = readProbeFile(text)
  if (reading.ok) told.read++
  const verdict = judgeCase(file.scene(file.place, reading))
  const before = judged.get(file)
  try {
    if (before) expectNoGain(before, verdict)
  } catch (error) {
    throw new Error(`${error}; ${file.red}, ${file.scene}; ${differingLines(file.text, text)}`)
  }
  if (!reading.ok) expectLost(file.place, verdict)
  return verdict
}

test('one item taken out of any list of any file: nothing gained', () => {
  for (const file of files.filter(({ scene }) => scene === SCENES[0])) {
    const lines = file.text.split('\n')
    for (const [at, line] of lines.entries())
      if (/^ {2}\S/.test(line)) expectDamaged(file, lines.toSpliced(at, 1).join('\n'))
  }
})

test('probe files', TIME, () =>
  fuzz('probe files', 1, 0.4, async (chance, at) => {
    const file = chance.one(files)
    const { place, facts, text, scene } = file
    const how = chance.below(10)
    const changed =
      how < 5
        ? writeProbeFile(damageFacts(facts, chance))
        : how < 7
          ? writeProbeFile(lieInFacts(facts, chance))
          : mutateText(text, chance)
    if (at % REPORTS === 0) redactText(net, changed, 'ci')
    // Who writes a file by hand may say anything of his own place; the report still has to be a report.
    if (how < 5 || how >= 7) return await expectHarmless(expectDamaged(file, changed), at)
    const reading = readProbeFile(changed)
    if (reading.ok) told.read++
    await expectHarmless(judgeCase(scene(place, reading)), at)
  }),
)

const CLAIMS = {
  $schema: './claims.schema.json',
  salt: '3f9c21d07ab44e6e',
  places: PLACES,
  packages: ['requests', { name: 'cli_helpers', from: 'repo' }],
  env: ['BILLING_MODE', { name: 'API_BASE', in: ['box', 'ci'], compare: true }],
  files: ['~/.cache/model.bin'],
  canary: ['home'],
  tests: { command: COMMAND, reports: ['junit.xml'] },
  secrets: ['.env'],
  explain: {
    'file persisted/canary:home@box': { reason: 'CANARY_LOST', because: 'the box is thrown away by design' },
    'interpreter.version': { values: { local: '3.12.*', ci: '3.12.7' }, because: 'laptops follow 3.12' },
  },
}
const digest = 'd1'.repeat(32)
const base = readClaims(JSON.stringify(CLAIMS), digest)

test('claims files', TIME, () =>
  fuzz('claims files', 2, 0.25, async (chance, at) => {
    const made = chance.rarely(4) ? mutateData(CLAIMS, chance) : changeClaims(CLAIMS_SHAPE, CLAIMS, chance)
    const data = JSON.stringify(made, null, 2)
    const text = chance.rarely(8) ? mutateText(data, chance) : data
    const reading = readClaims(text, digest)
    if (!reading.ok) {
      for (const { key, message } of reading.problems) expect(forLog(`${key} ${message}`)).not.toMatch(ACTED_ON)
      return
    }
    told.read++
    if (!base.ok) throw new Error('the claims of this test are none')
    const red = candidateOf('box', chance.one(RED))
    const candidates = [candidateOf('local'), red, candidateOf('ci')]
    const before = judgeCase(caseOf({ claims: base.claims, candidates }))
    const loosened = findLoosening(base.claims, reading.claims)
    const verdict = judgeCase(caseOf({ claims: reading.claims, candidates, loosened, authorMayLoosen: false }))
    // What a stranger gains by changing claims, the gate takes back.
    if (loosened.length > 0) expect(verdict.gate.verdict).toBe('blocked')
    else expectNoGain(before, verdict)
    await expectHarmless(verdict, at)
  }),
)

const words = [
  '# Title',
  'I installed it and the tests are green.',
  '- [x] done',
  '> quoted',
  '<!-- hint -->',
  '| a | b |\n| - | - |',
  '```sh\npytest\n```',
]

test('texts of pull requests', TIME, () =>
  fuzz('texts of pull requests', 3, 0.2, async (chance, at) => {
    const file = chance.one(files)
    const { place, text } = file
    const said = chance.rarely(2) ? writeProbeFile(damageFacts(file.facts, chance)) : text
    const fence = chance.one(['```', '~~~', '`````'])
    const parts = [chance.one(words), `${fence}toml\n${said}${fence}`, chance.one(words), chance.one(words)]
    const whole = parts.join('\n\n')
    const body = chance.rarely(2) ? mutateText(whole, chance) : whole
    const block = findProbeBlocks(body).find((one) => placeOfBlock(one)?.place === place)
    if (block === undefined) return
    await expectHarmless(expectDamaged(file, block), at)
  }),
)

interface Example {
  readonly name: string
  readonly examples: readonly unknown[]
}
const EVENTS = 'pull_request push merge_group workflow_run issue_comment workflow_dispatch pull_request_review'.split(
  ' ',
)
const examples = (createRequire(import.meta.url)('@octokit/webhooks-examples') as readonly Example[]).filter(
  ({ name }) => EVENTS.includes(name),
)

test('event payloads', TIME, () => {
  const file = path.join(createFolder('event-'), 'event.json')
  return fuzz('event payloads', 4, 0.15, (chance) => {
    const { name, examples: payloads } = chance.one(examples)
    const data = JSON.stringify(mutateData(chance.one(payloads), chance))
    fs.writeFileSync(file, chance.rarely(6) ? mutateText(data, chance) : data)
    const context = readGitHubContext({
      GITHUB_EVENT_PATH: file,
      GITHUB_EVENT_NAME: chance.rarely(5) ? chance.one(EVENTS) : name,
      GITHUB_REPOSITORY: 'octo/demo',
      GITHUB_REPOSITORY_ID: '1',
      GITHUB_REF: 'refs/heads/main',
      GITHUB_SHA: 'a'.repeat(40),
      GITHUB_RUN_ID: '1',
    })
    told.read++
    const { hint } = context
    if (hint.from === 'payload') {
      expect(hint.pull.headSha).toMatch(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
      expect(Number.isSafeInteger(hint.pull.number)).toBe(true)
    }
    if (hint.from === 'commit') expect(hint.sha).toMatch(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/)
  })
})
