// One run of the action against the same work chained from single actions.
//   node bench/report.mjs [--before DIR] [--write]
// Ends with 1 when the action takes more than 0.6 of the chain.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { alternate, sideBySide, table, tell, tellBefore, timed } from './measure.mjs'
import { mainOf, NODE24, openScene, PROBE } from './scene.mjs'

const LIMIT = 0.6
const scene = await openScene()
try {
  const steps = await bundleSteps()
  const parts = {}
  const contenders = { ...sideBySide('action', runTimed), chained: () => timed(() => runChain(steps, parts)) }
  const medians = await alternate(contenders)
  const { action, chained } = medians
  tellBefore('one step of this action', 'action', medians)
  const ratio = action / chained
  const each = Object.entries(parts).map(([name, ms]) => `${name} ${Math.round(ms)} ms`)
  tell('report', 'node bench/report.mjs --write', [
    ...table([
      ['', 'median', 'of the chain'],
      ['one step of this action', `${Math.round(action)} ms`, ratio.toFixed(2)],
      ['probe, upload, two downloads and a comment, chained', `${Math.round(chained)} ms`, '1.00'],
    ]),
    '',
    `The chain's last round: ${each.join(', ')}. Peak memory of the action: ${await peakMemory()} MiB.`,
  ])
  process.exitCode = ratio > LIMIT ? 1 : 0
} finally {
  await scene.close()
}

/** Everything is written anew, so that both sides create or update a comment. */
async function runTimed(checkout) {
  const main = mainOf(checkout)
  const ran = await scene.runAction({ main, inputs: { 'comment-key': `round-${Math.random()}`.slice(0, 20) } })
  if (ran.outputs.verdict === undefined || !ran.outputs['comment-url'])
    throw new Error(`the action did not do its work: ${ran.stdout.slice(-2000)}${ran.stderr}`)
  return ran.ms
}

async function runChain({ upload, download, comment }, parts) {
  const run = scene.addRun()
  const ci = path.join(scene.workspace, 'probes/ci.txt')
  const out = path.join(scene.dir, 'downloaded')
  const env = environmentOf(run)
  const step = async (name, program, ...words) => {
    parts[name] = await timed(() => start(program, words, env))
  }
  await step('probe', scene.python, PROBE, 'ci', '--tests', 'never', '--out', ci)
  await step('upload', NODE24, upload, 'probes-ci', scene.workspace, ci)
  for (const [index, place] of ['local', 'box'].entries())
    await step(`download ${place}`, NODE24, download, `probes-${place}`, String(101 + index), out)
  await step('comment', NODE24, comment, ci)
}

function start(program, words, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd: scene.workspace, env, stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr.on('data', (data) => {
      said += data
    })
    child.on('error', reject)
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`${words[0]}: ${code}: ${said}`))))
  })
}

function environmentOf(run) {
  const { bed } = scene
  return {
    ...process.env,
    CI: 'true',
    TOKEN: bed.token,
    GITHUB_API_URL: bed.url,
    GITHUB_SERVER_URL: 'https://github.com',
    GITHUB_REPOSITORY: 'octo/demo',
    GITHUB_RUN_ID: String(run.id),
    ACTIONS_RESULTS_URL: `${bed.url}/`,
    ACTIONS_RUNTIME_TOKEN: bed.runtimeToken(run),
  }
}

/** Bundled as published actions are: what is measured is their work, not the reading of node_modules. */
async function bundleSteps() {
  const steps = {}
  for (const name of ['upload', 'download', 'comment']) {
    const file = path.join(scene.dir, 'steps', `${name}.mjs`)
    const bundle = await rolldown({
      input: fileURLToPath(new URL(`chained/${name}.mjs`, import.meta.url)),
      platform: 'node',
      logLevel: 'silent',
    })
    await bundle.write({ file, format: 'esm', codeSplitting: false })
    await bundle.close()
    steps[name] = file
  }
  return steps
}

/** MiB, of the process itself. VmHWM, not maxRSS: that one begins with what the parent had before exec. */
async function peakMemory() {
  const file = path.join(scene.dir, 'peak.mjs')
  const told = path.join(scene.dir, 'peak')
  fs.writeFileSync(
    file,
    `import fs from 'node:fs'
process.on('exit', () => fs.writeFileSync(${JSON.stringify(told)}, fs.readFileSync('/proc/self/status')))`,
  )
  await scene.runAction({ env: { NODE_OPTIONS: `--import=${file}` } })
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(fs.readFileSync(told, 'utf8'))?.[1]) / 1024)
}
