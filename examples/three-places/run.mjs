#!/usr/bin/env node
// Builds three honestly different places on one machine and runs the whole job on them.
//
import { execFileSync, spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const here = path.dirname(fileURLToPath(import.meta.url))
const root = path.resolve(here, '../..')
const HELP = `node examples/three-places/run.mjs [--into DIR] [--mended] [--markdown]

Builds three honestly different places on one machine and runs the whole job on them.

  local  a clone at the head, a virtual environment of one Python, BILLING_MODE exported
  box    another Python, another home with a user-site package, a PYTHONPATH that still names an old
         checkout, in namespaces of its own (host name, machine id) where the system allows it
  ci     a clone at the merge commit, an environment of its own, again in namespaces of its own

  --into DIR  build there and leave it; else in a new folder for temporary files
  --mended    set the box up as it should have been: the same claims pass
  --markdown  print the report as the pull request would show it

Where namespaces are refused the three are one machine, and the table says SAME_MACHINE.
It takes about a minute, installs pytest with pip, and exits by the gate: 0 pass, 1 blocked; 2 wrong use.`

const given = readArguments()
const { mended = false, markdown = false } = given
const into = given.into ? path.resolve(given.into) : fs.mkdtempSync(path.join(os.tmpdir(), 'three-places-'))

function readArguments() {
  const options = { into: 'string', mended: 'boolean', markdown: 'boolean', help: 'boolean' }
  try {
    const types = Object.entries(options).map(([name, type]) => [name, { type }])
    const { values } = parseArgs({ options: Object.fromEntries(types) })
    if (!values.help) return values
    console.log(HELP)
    process.exit(0)
  } catch (error) {
    console.error(`three-places: ${error.message}\n\n${HELP}`)
    process.exit(2)
  }
}

fs.mkdirSync(into, { recursive: true })
const at = (...parts) => path.join(into, ...parts)
const say = (text) => console.error(`three-places: ${text}`)

function run(command, args, options = {}) {
  const { env, quiet, ...rest } = options
  return execFileSync(command, args, {
    stdio: ['ignore', quiet ? 'ignore' : 'pipe', quiet ? 'ignore' : 'inherit'],
    encoding: 'utf8',
    env: { ...clean, ...env },
    ...rest,
  })
}

// What every place starts from: no variable of the caller's that could blur the difference.
const clean = Object.fromEntries(
  ['PATH', 'LANG', 'TMPDIR', 'PIP_INDEX_URL', 'PIP_CERT', 'PIP_FIND_LINKS', 'SSL_CERT_FILE'].flatMap((n) =>
    process.env[n] === undefined ? [] : [[n, process.env[n]]],
  ),
)
clean.PIP_DISABLE_PIP_VERSION_CHECK = '1'
clean.PYTHONDONTWRITEBYTECODE = '1'

/** Two Pythons, 3.11 or newer first; the same one twice where there is only one. */
function findPythons() {
  const versions = path.join(os.homedir(), '.pyenv/versions')
  const kept = fs.existsSync(versions) ? fs.readdirSync(versions) : []
  const paths = [
    ...kept.map((v) => path.join(versions, v, 'bin/python')),
    'python3.13',
    'python3.12',
    'python3.11',
    'python3',
  ]
  const found = new Map()
  for (const python of paths) {
    const out = spawnSync(python, ['-c', 'import sys,venv,ensurepip;print("%d.%d"%sys.version_info[:2])'], {
      encoding: 'utf8',
    })
    if (out.status === 0 && Number(out.stdout.split('.')[1]) >= 10 && !found.has(out.stdout.trim()))
      found.set(out.stdout.trim(), python)
  }
  const order = [...found.keys()].sort((a, b) => Number(b.split('.')[1]) - Number(a.split('.')[1]))
  if (order.length === 0) throw new Error('no Python 3.10 or newer with venv and ensurepip was found')
  return { newer: found.get(order[0]), older: found.get(order.at(-1)) }
}

/** A wheel of one module, made by hand so that nothing has to be built or fetched. */
function makeWheel(python) {
  const file = at('rates-1.0-py3-none-any.whl')
  const source = 'def rate(currency):\n    return {"EUR": 0.92, "USD": 1.0}[currency]\n'
  run(python, [
    '-c',
    `import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as z:
    z.writestr("rates.py", sys.argv[2])
    z.writestr("rates-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: rates\\nVersion: 1.0\\n")
    z.writestr("rates-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nGenerator: hand\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    z.writestr("rates-1.0.dist-info/RECORD", "")`,
    file,
    source,
  ])
  return file
}

const identity = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.invalid']
const git = (cwd, ...args) => run('git', [...identity, ...args], { cwd, env: { HOME: at('home-local') } }).trim()

/** origin: a base commit, a topic commit (the pull request) and the merge commit that CI will see. */
function makeRepository() {
  const origin = at('origin')
  fs.cpSync(path.join(here, 'project'), origin, { recursive: true })
  fs.mkdirSync(path.join(origin, 'scripts/agent_probes'), { recursive: true })
  fs.copyFileSync(path.join(root, 'dist/agent_probe.py'), path.join(origin, 'scripts/agent_probes/agent_probe.py'))
  if (mended) dropCanary(path.join(origin, 'probes/claims.json'))
  const module = path.join(origin, 'src/billing/__init__.py')
  const finished = fs.readFileSync(module, 'utf8')
  fs.writeFileSync(module, finished.replace('round(cents * rate(currency))', 'int(cents * rate(currency))'))
  git(origin, 'init', '-q', '-b', 'main')
  git(origin, 'add', '-A')
  git(origin, 'commit', '-qm', 'Bill in the currency of the customer')
  git(origin, 'checkout', '-qb', 'topic')
  fs.writeFileSync(module, finished)
  git(origin, 'commit', '-qam', 'Round invoices instead of cutting them')
  const head = git(origin, 'rev-parse', 'HEAD')
  git(origin, 'checkout', '-q', '--detach', 'main')
  git(origin, 'merge', '-q', '--no-ff', '-m', `Merge ${head} into ${git(origin, 'rev-parse', 'main')}`, 'topic')
  git(origin, 'update-ref', 'refs/pull/1/merge', 'HEAD')
  git(origin, 'checkout', '-q', 'main')
  return { origin, head, merge: git(origin, 'rev-parse', 'refs/pull/1/merge') }
}

/** The box is thrown away by design: the honest edit is to stop claiming that it keeps anything. */
function dropCanary(file) {
  const { canary: _, ...claims } = JSON.parse(fs.readFileSync(file, 'utf8'))
  fs.writeFileSync(file, `${JSON.stringify(claims, null, 2)}\n`)
}

function clone(origin, place, commit) {
  git(into, 'clone', '-q', origin, place)
  if (commit) {
    git(at(place), 'fetch', '-q', 'origin', 'refs/pull/1/merge')
    git(at(place), 'checkout', '-q', '--detach', commit)
  } else git(at(place), 'checkout', '-q', 'topic')
  return at(place)
}

/** Command words that start a process in namespaces of its own, with a host name and machine id; [] where refused. */
function namespaces(name, machineId) {
  const file = at(`machine-id-${name}`)
  fs.writeFileSync(file, `${machineId}\n`)
  const script = 'hostname "$1" && mount --bind "$2" /etc/machine-id && shift 2 && exec "$@"'
  for (const flags of [
    ['--mount', '--uts'],
    ['--map-root-user', '--mount', '--uts'],
  ]) {
    const words = ['unshare', ...flags, 'sh', '-c', script, 'sh', name, file]
    if (spawnSync(words[0], [...words.slice(1), 'true']).status === 0) return words
  }
  say(`namespaces are refused here: ${name} will be this very machine, and the table will say so`)
  return []
}

function start(prefix, command, args, options) {
  const words = [...prefix, command, ...args]
  return spawnSync(words[0], words.slice(1), { encoding: 'utf8', ...options, env: { ...clean, ...options.env } })
}

/** An environment with pytest, the wheel and the project itself, installed so that edits are seen. */
function venv(python, folder, wheel, project) {
  run(python, ['-m', 'venv', folder], { quiet: true })
  const inside = path.join(folder, 'bin/python')
  run(inside, ['-m', 'pip', 'install', '-q', 'pytest', wheel], {})
  run(inside, ['-m', 'pip', 'install', '-q', '--no-deps', '--editable', project], {})
  return inside
}

const probe = 'scripts/agent_probes/agent_probe.py'
const { newer, older } = findPythons()
fs.mkdirSync(at('home-local'))
say(`building in ${into}`)
const wheel = makeWheel(newer)
const { origin, merge } = makeRepository()

// local: everything as the developer thinks it is
const local = clone(origin, 'local')
const localPython = venv(newer, path.join(local, '.venv'), wheel, local)
fs.writeFileSync(path.join(local, '.env'), 'DEMO_TOKEN=dummy\n', { mode: 0o600 })
const localRun = start([], localPython, [probe, 'local'], {
  cwd: local,
  env: { HOME: at('home-local'), BILLING_MODE: 'strict', VIRTUAL_ENV: path.join(local, '.venv') },
})
if (localRun.status !== 0) throw new Error(`local: ${localRun.stderr}`)

// box: what an agent finds on a machine that somebody else used before
const box = clone(origin, 'box')
const homeBox = at('home-box')
fs.mkdirSync(homeBox)
const old = at('home-box/old-checkout')
git(into, 'clone', '-q', '-b', 'main', origin, old)
const inBox = namespaces('box-7', 'b0c5b0c5b0c54b0c8b0cb0c5b0c5b0c5')
let boxPython = older
const boxEnv = { HOME: homeBox }
if (mended) {
  boxPython = venv(newer, path.join(box, '.venv'), wheel, box)
  boxEnv.BILLING_MODE = 'strict'
} else {
  run(
    older,
    [
      '-m',
      'pip',
      'install',
      '-q',
      '--no-warn-script-location',
      '--user',
      '--break-system-packages',
      'pytest',
      wheel,
    ].filter(
      (w) => w !== '--break-system-packages' || /break-system/.test(run(older, ['-m', 'pip', 'install', '--help'])),
    ),
    { env: { HOME: homeBox } },
  )
  boxEnv.PYTHONPATH = path.join(old, 'src')
}
const boxRun = start(inBox, boxPython, [probe, 'box'], { cwd: box, env: boxEnv })
if (boxRun.status !== 0) throw new Error(`box: ${boxRun.stderr}`)

// ci: the merge commit, and the files the two others left
const ci = clone(origin, 'ci', merge)
const ciPython = venv(newer, at('venv-ci'), wheel, ci)
for (const [place, folder] of [
  ['local', local],
  ['box', box],
])
  fs.copyFileSync(path.join(folder, `probes/${place}.txt`), path.join(ci, `probes/${place}.txt`))
fs.mkdirSync(at('home-ci'))
fs.mkdirSync(at('bin'))
fs.symlinkSync(path.join(root, 'dist/cli/index.js'), at('bin/where-it-ran'))
const inCi = namespaces('runner', 'c1c1c1c1c1c14c1c8c1cc1c1c1c1c1c1')
const job = start(
  inCi,
  process.execPath,
  [
    at('bin/where-it-ran'),
    'run',
    '--python',
    path.relative(ci, ciPython),
    ...(markdown ? ['--format', 'markdown'] : []),
  ],
  {
    cwd: ci,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      HOME: at('home-ci'),
      BILLING_MODE: 'strict',
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_RUN_ID: '1',
      GITHUB_RUN_ATTEMPT: '1',
      GITHUB_JOB: 'test',
      GITHUB_SHA: merge,
      GITHUB_EVENT_NAME: 'pull_request',
      RUNNER_ENVIRONMENT: 'github-hosted',
    },
  },
)
say(`the report is ${path.join(ci, 'probes/report.md')}`)
process.exitCode = job.status ?? 1
