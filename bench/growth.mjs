// How the action and the probe grow: files, distributions, comments, artifacts, legs.
//   node bench/growth.mjs [--write] [--only files,distributions,comments,artifacts,legs]
// Each curve starts at its smallest size; `per step` is the time added for each further thing. Ends with 1 where the
// growth is worse than linear: the last stretch costs more than twice per thing what the curve costs overall.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { zipSync } from 'fflate'
import { median, table, tell, timed } from './measure.mjs'
import { openScene, PROBE } from './scene.mjs'

const ROUNDS = 5
const at = process.argv.indexOf('--only')
const only = at < 0 ? undefined : process.argv[at + 1].split(',')
const CURVES = { files, distributions, comments, artifacts, legs }

const rows = [['what grows', 'from … to', 'milliseconds', 'requests', 'per thing, last stretch / overall']]
const worse = []
for (const [name, measure] of Object.entries(CURVES)) {
  if (only && !only.includes(name)) continue
  const points = []
  for await (const point of measure()) {
    points.push(point)
    console.error(name, point)
  }
  const bend = bendOf(points)
  if (bend > 2) worse.push(name)
  rows.push([
    name,
    points.map(({ size }) => size.toLocaleString('en')).join(', '),
    points.map(({ ms }) => Math.round(ms)).join(', '),
    points[0].requests === undefined ? '–' : points.map(({ requests }) => requests).join(', '),
    bend.toFixed(2),
  ])
}
tell('growth', 'node bench/growth.mjs --write', [
  ...table(rows),
  '',
  'Files and distributions: the probe alone, without tests. Comments, artifacts and legs: a whole `report` run on the doubles.',
])
if (worse.length > 0) console.error(`worse than linear: ${worse.join(', ')}`)
process.exitCode = worse.length > 0 ? 1 : 0

/** 1 is a straight line; what is lost in the noise of the smaller sizes counts as flat. */
function bendOf(points) {
  const slope = (a, b) => (b.ms - a.ms) / (b.size - a.size)
  const [first, last] = [points[0], points.at(-1)]
  const overall = slope(first, last)
  return last.ms < first.ms * 1.5 ? 1 : slope(points.at(-2), last) / overall
}

async function* files() {
  for (const size of [10, 100, 1000, 10_000, 100_000]) {
    const scene = await openScene({ files: size })
    yield { size, ms: await probeTime(scene) }
    await scene.close()
  }
}

async function* distributions() {
  for (const size of [10, 100, 1000, 3000]) {
    const scene = await openScene()
    const python = makeEnvironment(path.join(scene.dir, 'venv'), size)
    yield { size, ms: await probeTime(scene, python) }
    await scene.close()
  }
}

async function* comments() {
  const scene = await openScene()
  let there = 0
  for (const size of [1, 10, 100, 1000, 5000]) {
    for (; there < size; there++) scene.bed.gh.addComment(7, `comment ${there}`)
    yield { size, ...(await runTime(scene)) }
  }
  await scene.close()
}

async function* artifacts() {
  const scene = await openScene()
  const run = scene.addRun()
  let there = 0
  for (const size of [1, 10, 100, 1000]) {
    for (; there < size; there++)
      await scene.bed.addArtifact(run, `coverage-${there}`, zipSync({ 'x.txt': new Uint8Array(1) }))
    yield { size, ...(await runTime(scene, { run })) }
  }
  await scene.close()
}

async function* legs() {
  for (const size of [3, 10, 30]) {
    const scene = await openScene()
    const run = scene.addRun()
    for (let leg = 0; leg < size; leg++) {
      const place = `ci-py3.${leg}`
      const text = execFileSync('python3', [PROBE, place, '--tests', 'never', '--stdout'], {
        cwd: scene.workspace,
        stdio: ['ignore', 'pipe', 'ignore'],
      })
      await scene.bed.addArtifact(run, `probes-${place}`, zipSync({ [`probes/${place}.txt`]: new Uint8Array(text) }))
    }
    yield { size, ...(await runTime(scene, { run })) }
    await scene.close()
  }
}

async function probeTime(scene, python = scene.python) {
  const words = [PROBE, 'box', '--tests', 'never', '--stdout']
  const times = []
  for (let round = 0; round <= ROUNDS; round++)
    times.push(await timed(() => execFileSync(python, words, { cwd: scene.workspace, stdio: 'ignore' })))
  return median(times.slice(1))
}

async function runTime(scene, { run } = {}) {
  const times = []
  let requests = 0
  for (let round = 0; round <= ROUNDS; round++) {
    // What an earlier round uploaded is gone: the run keeps the artifacts it is measured with.
    for (const [id, artifact] of scene.bed.ac.artifacts)
      if (artifact.name === 'probes-ci' || artifact.name === 'probes-report') scene.bed.ac.artifacts.delete(id)
    const before = scene.bed.gh.requests.length
    const ran = await scene.runAction({ ...(run ? { run } : {}), inputs: { 'comment-key': '' } })
    if (!ran.outputs['comment-url']) throw new Error(ran.stdout.slice(-2000))
    times.push(ran.ms)
    requests = scene.bed.gh.requests.length - before
  }
  return { ms: median(times.slice(1)), requests }
}

/** Made-up distributions of the usual size in a virtual environment. */
function makeEnvironment(dir, count) {
  execFileSync('python3', ['-m', 'venv', '--without-pip', dir])
  const python = path.join(dir, 'bin/python')
  const code = 'import sysconfig; print(sysconfig.get_path("purelib"))'
  const site = execFileSync(python, ['-c', code], { encoding: 'utf8' }).trim()
  const description = 'A line of a description as long as those that people write.\n'.repeat(80)
  for (let i = 0; i < count; i++) {
    const info = path.join(site, `made_up_${i}-1.${i}.dist-info`)
    fs.mkdirSync(path.join(site, `made_up_${i}`))
    fs.writeFileSync(path.join(site, `made_up_${i}/__init__.py`), '')
    fs.mkdirSync(info)
    fs.writeFileSync(
      path.join(info, 'METADATA'),
      `Metadata-Version: 2.1\nName: made-up-${i}\nVersion: 1.${i}\n\n${description}`,
    )
    fs.writeFileSync(path.join(info, 'RECORD'), 'made_up/__init__.py,,\n'.repeat(40))
  }
  return python
}
