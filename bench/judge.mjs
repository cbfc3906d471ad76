// Reads, judges and renders a large pull request: 200 claims, three places with four legs each, 2,000 distributions.
//   node bench/judge.mjs [--rounds N] [--write]
// Ends with 1 when reading, judging and rendering (Markdown, text, JSON) take 200 ms or more together. Milliseconds are
// those that the process spent computing, its collector and compiler included: who else is busy does not count.
import fs from 'node:fs'
import { Session } from 'node:inspector/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import { alternate, table, tell } from './measure.mjs'

const LIMIT = 200
const LEGS = ['a', 'b', 'c', 'd']
const times = (count, make) => Array.from({ length: count }, (_, n) => make(n))
const ratio = (a, b) => (a / b).toFixed(1)
const root = fileURLToPath(new URL('..', import.meta.url))
const at = process.argv.indexOf('--rounds')
const rounds = at < 0 ? 21 : Number(process.argv[at + 1])

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'where-it-ran-bench-'))
try {
  process.exitCode = (await measure(await loadCore(folder))) < LIMIT ? 0 : 1
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}

/** The core as it ships: bundled, in one file. */
async function loadCore(dir) {
  const entry = path.join(dir, 'entry.ts')
  const from = (file) => JSON.stringify(path.join(root, file))
  fs.writeFileSync(
    entry,
    `export { readProbeFile } from ${from('src/core/probe-file/read.ts')}
export { writeProbeFile } from ${from('__tests__/support/write-probe-file.ts')}
export { judgeCase } from ${from('src/core/verdict/verdict.ts')}
export { COMMENT_LIMIT, fitMarkdown } from ${from('src/core/report/fit.ts')}
export { renderText } from ${from('src/core/report/text.ts')}
export { renderJson } from ${from('src/core/report/json.ts')}
export { caseOf, claimsOf, factsOf } from ${from('__tests__/support/facts.ts')}
`,
  )
  const bundle = await rolldown({ cwd: root, input: entry, platform: 'node', tsconfig: false })
  await bundle.write({ dir, format: 'esm', entryFileNames: 'core.mjs' })
  return import(pathToFileURL(path.join(dir, 'core.mjs')).href)
}

/** Milliseconds of the processor that `act` takes. */
function spent(act) {
  const before = process.cpuUsage()
  act()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** Milliseconds of the whole way of a fact. */
async function measure(core) {
  const { files, rest } = makeCase(core)
  const json = files.map(({ text }) => {
    const reading = core.readProbeFile(text)
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems[0]))
    return JSON.stringify(reading.facts)
  })
  const read = () => files.map(({ text, ...more }) => ({ ...more, reading: core.readProbeFile(text) }))
  const judge = (candidates) => core.judgeCase(core.caseOf({ ...rest, candidates }))
  const render = (verdict) => [
    core.fitMarkdown(verdict, core.COMMENT_LIMIT),
    core.renderText(verdict),
    core.renderJson(verdict),
  ]
  const candidates = read()
  const verdict = judge(candidates)
  const all = () => render(judge(read()))
  const ms = await alternate(
    {
      parse: () => spent(() => json.map((text) => JSON.parse(text))),
      read: () => spent(read),
      judge: () => spent(() => judge(candidates)),
      render: () => spent(() => render(verdict)),
      all: () => spent(all),
    },
    rounds,
  )
  const [markdown, text, tableJson] = render(verdict)
  const { rows, gate, differences } = verdict
  const kib = (texts) => `${Math.round(texts.reduce((sum, one) => sum + Buffer.byteLength(one), 0) / 1024)} KiB`
  tell('judge', 'node bench/judge.mjs --write', [
    `${rows.length} claims, ${files.length} files of ${kib([files[0].text])}, 2,000 distributions in each; ${gate.unknown} cells unknown, ${gate.failing} failing, ${differences.length} differences.`,
    '',
    ...table([
      ['what', 'of', 'ms', 'ratio'],
      ['`JSON.parse` of the same facts', kib(json), ms.parse.toFixed(1), '1.0'],
      ['read the probe files', kib(files.map((one) => one.text)), ms.read.toFixed(1), ratio(ms.read, ms.parse)],
      ['judge', `${rows.length} × 12 cells`, ms.judge.toFixed(1), ratio(ms.judge, ms.parse)],
      [
        'render Markdown, text, JSON',
        kib([markdown, text, tableJson]),
        ms.render.toFixed(1),
        ratio(ms.render, ms.parse),
      ],
      ['**all of it**', `limit ${LIMIT} ms`, `**${ms.all.toFixed(1)}**`, ratio(ms.all, ms.parse)],
    ]),
    '',
    'Where the time goes (own time, sampled over twenty rounds):',
    '',
    ...table([['function', 'share'], ...(await profile(all))]),
  ])
  return ms.all
}

/** The functions with the most time of their own. */
async function profile(act, count = 10) {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 200 })
  await session.post('Profiler.start')
  for (let round = 0; round < 20; round++) act()
  const { profile: seen } = await session.post('Profiler.stop')
  session.disconnect()
  const own = new Map()
  for (const { callFrame, hitCount } of seen.nodes) {
    const name = `\`${callFrame.functionName || '(anonymous)'}\``
    own.set(name, (own.get(name) ?? 0) + hitCount)
  }
  const total = [...own.values()].reduce((sum, hits) => sum + hits, 0)
  const most = [...own].sort((a, b) => b[1] - a[1]).slice(0, count)
  return most.map(([name, hits]) => [name, `${((100 * hits) / total).toFixed(1)} %`])
}

/** Twelve files with something to say about each other: every tenth claim does not hold somewhere. */
function makeCase({ claimsOf, factsOf, writeProbeFile }) {
  const places = ['local', 'box', 'ci']
  const claim = (kind, prefix) => (n) => ({ kind, subject: `${prefix}${n}`, in: places })
  const claims = claimsOf({
    claims: [
      ...times(80, claim('package installed', 'package-')),
      ...times(60, claim('env var set', 'VARIABLE_')),
      ...times(39, claim('file persisted', 'data/file-')),
      { kind: 'tests green', subject: 'suite', in: places },
      ...times(20, claim('secret stored', '.secret-')),
    ],
  })
  const files = places.flatMap((place, p) =>
    LEGS.map((leg, l) => ({
      place,
      leg,
      provenance:
        place === 'ci'
          ? { kind: 'this-run', label: `probes/ci-${leg}.txt` }
          : { kind: 'artifact', label: `artifact probes-${place}-${leg}`, run: '4700' },
      text: writeProbeFile(factsFor(factsOf, place, leg, p * LEGS.length + l)),
    })),
  )
  return { files, rest: { claims, expect: places.flatMap((place) => LEGS.map((leg) => `${place}-${leg}`)) } }
}

function factsFor(factsOf, place, leg, index) {
  const usual = factsOf(place)
  const holds = (n) => n % 10 !== 0 || index % 3 !== 0
  const id = (n) => (index * 16 + n).toString(16).padStart(32, '0')
  const variables = named(60, 'VARIABLE_', (n) => ({ set: holds(n), start: 'filled', from: '.env', file: 'absent' }))
  return factsOf(place, {
    probe: { leg },
    host: { machine: id(1), boot: id(2), hostname: `${place}-${leg}` },
    interpreter: { version: `3.12.${index}` },
    packages: {
      scope: 'all',
      count: 2000,
      distributions: times(2000, (n) => `distribution-${n}==1.${n % 7 === 0 ? index : 0}.${n}`),
      claimed: named(80, 'package-', (n) => ({ ...usual.packages.claimed.requests, importable: holds(n) })),
    },
    env: { claimed: variables },
    persist: {
      files: named(39, 'data/file-', (n) => ({ ...usual.persist.files['~/.cache/model.bin'], exists: holds(n) })),
    },
    tests: {
      env: variables && named(60, 'VARIABLE_', (n) => ({ set: holds(n) })),
      session: { machine: id(1), boot: id(2), version: `3.12.${index}` },
    },
    secrets: { files: named(20, '.secret-', (n) => ({ ...usual.secrets.files['.env'], ignored: holds(n) })) },
  })
}

function named(count, prefix, make) {
  return Object.fromEntries(times(count, (n) => [`${prefix}${n}`, make(n)]))
}
