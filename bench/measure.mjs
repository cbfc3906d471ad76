// What the benches share: alternating rounds, medians, the machine's name, and their sections of RESULTS.md.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

const RESULTS = fileURLToPath(new URL('RESULTS.md', import.meta.url))

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** The word after this option, which is taken out of the arguments. */
export function takeOption(name) {
  const at = process.argv.indexOf(name)
  return at < 0 ? undefined : process.argv.splice(at, 2)[1]
}

const before = takeOption('--before')
if (before !== undefined && !fs.existsSync(path.join(before, 'dist/agent_probe.py')))
  throw new Error(`--before ${before}: give a checkout with dist/ and node_modules`)

/**
 * `act(DIR)` for this checkout; with `--before DIR` also for that one, and for this one again: how far two equal
 * things differ is the noise.
 */
export function sideBySide(name, act) {
  const now = () => act(ROOT)
  if (before === undefined) return { [name]: now }
  return { [name]: now, [`${name} before`]: () => act(path.resolve(before)), [`${name} again`]: now }
}

/** What `--before` showed, on standard error: RESULTS.md holds no other version's times. */
export function tellBefore(what, name, medians) {
  if (before === undefined) return
  const [now, was, again] = ['', ' before', ' again'].map((suffix) => medians[name + suffix])
  const noise = Math.abs(again / now - 1) * 100
  console.error(
    `${what}: ${Math.round(now)} ms now, ${Math.round(was)} ms before: ${(now / was).toFixed(2)} times, noise ${noise.toFixed(0)} %`,
  )
}

/** Milliseconds that `act` takes. */
export async function timed(act) {
  const started = performance.now()
  await act()
  return performance.now() - started
}

/**
 * Each contender once a round, in turn, so that a busy moment hits all of them; the first round only warms
 * caches. `contenders` maps names to functions that give milliseconds. Gives the medians by name.
 */
export async function alternate(contenders, rounds = 7) {
  const all = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let round = 0; round <= rounds; round++)
    for (const [name, act] of Object.entries(contenders)) {
      const ms = await act()
      if (round > 0) all[name].push(ms)
    }
  return Object.fromEntries(Object.entries(all).map(([name, ms]) => [name, median(ms)]))
}

export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

/** `2 × Some CPU, 24 GiB, Linux 6.1, Node 24.1.0, Python 3.12.1`: never a host's name. */
export function describeMachine(python = 'python3') {
  const [cpu] = os.cpus()
  const said = execFileSync(python, ['--version'], { encoding: 'utf8' }).trim()
  const memory = Math.round(os.totalmem() / 2 ** 30)
  return `${os.cpus().length} × ${cpu?.model.trim()}, ${memory} GiB, ${os.type()} ${os.release().split('-')[0]}, Node ${process.versions.node}, ${said}`
}

/**
 * With `--write` among the arguments the section of RESULTS.md between `<!-- name -->` and `<!-- /name -->` is
 * replaced; else the lines are only printed. `command` is what makes them again.
 */
export function tell(name, command, lines, python) {
  const today = new Date().toISOString().slice(0, 10)
  const text = [`*${today}, \`${command}\`, ${describeMachine(python)}*`, '', ...lines].join('\n')
  console.log(text)
  if (!process.argv.includes('--write')) return
  const before = fs.readFileSync(RESULTS, 'utf8')
  const section = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- /${name} -->)`)
  if (!section.test(before)) throw new Error(`RESULTS.md has no section ${name}`)
  fs.writeFileSync(
    RESULTS,
    before.replace(section, (_, start, end) => `${start}${text}\n${end}`),
  )
}

/** Rows of a Markdown table; the first is the head. */
export function table([head, ...rows]) {
  const line = (cells) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)]
}
