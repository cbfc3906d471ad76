// A full probe (without running tests) against `python -m pip inspect`, side by side in one run.
//   node bench/probe.mjs [PYTHON] [--rounds N]
// Prints, for 100 and 1,000 distributions in repositories of 100 and 50,000 files, both medians, their ratio and
// the milliseconds of each family. Ends with 1 when a ratio is above 0.5.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'

const PROBE = fileURLToPath(new URL('../src/probe/agent_probe.py', import.meta.url))
const LIMIT = 0.5
const args = process.argv.slice(2)
const at = args.indexOf('--rounds')
const rounds = at < 0 ? 7 : Number(args.splice(at, 2)[1])
const [base = 'python3'] = args

const CLAIMS = {
  salt: 'bench',
  packages: ['made-up-7', 'made_up_8', 'json', { name: 'demo', from: 'repo' }],
  env: ['HOME', { name: 'LANG', compare: true }],
  files: ['new.txt'],
  secrets: ['.env'],
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'where-it-ran-bench-'))
try {
  process.exitCode = measureAll() > LIMIT ? 1 : 0
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}

function measureAll() {
  const ratios = []
  for (const distributions of [100, 1000]) {
    const python = makeEnvironment(distributions)
    for (const files of [100, 50_000])
      ratios.push(measure(python, distributions, makeRepository(files), files))
  }
  return Math.max(...ratios)
}

function measure(python, distributions, repository, files) {
  const inspect = []
  const probe = []
  const families = {}
  for (let round = 0; round <= rounds; round++) {
    const [a] = time(python, ['-m', 'pip', 'inspect'], repository)
    const [b, text] = time(python, [PROBE, 'box', '--tests', 'never', '--stdout'], repository)
    if (round === 0) continue // the first of each fills the caches of the file system
    inspect.push(a)
    probe.push(b)
    const [, durations = ''] = /\[probe\.durations\]\n((?:\w+ = \d+\n)+)/.exec(text) ?? []
    for (const [, family, ms] of durations.matchAll(/(\w+) = (\d+)/g))
      families[family] = [...(families[family] ?? []), Number(ms)]
  }
  const ratio = median(probe) / median(inspect)
  const each = Object.entries(families).map(([name, ms]) => `${name} ${median(ms)}`)
  console.log(
    `${distributions} distributions, ${files} files: pip inspect ${Math.round(median(inspect))} ms, ` +
      `probe ${Math.round(median(probe))} ms, ratio ${ratio.toFixed(2)}\n  ${each.join(', ')}`,
  )
  return ratio
}

function time(python, words, cwd) {
  const started = performance.now()
  const text = execFileSync(python, words, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return [performance.now() - started, text]
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}

/** A virtual environment with pip and made-up distributions of the usual size. */
function makeEnvironment(count) {
  const dir = path.join(folder, `env-${count}`)
  execFileSync(base, ['-m', 'venv', dir])
  const python = path.join(dir, process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python')
  const code = 'import sysconfig; print(sysconfig.get_path("purelib"))'
  const site = execFileSync(python, ['-c', code], { encoding: 'utf8' }).trim()
  const description = 'A line of a description as long as those that people write.\n'.repeat(80)
  for (let i = 0; i < count; i++) {
    const name = `made_up_${i}`
    writeFiles(site, {
      [`${name}/__init__.py`]: `__version__ = "1.${i}"\n`,
      [`${name}-1.${i}.dist-info/METADATA`]: `Metadata-Version: 2.1\nName: made-up-${i}\nVersion: 1.${i}\nRequires-Dist: made-up-0\n\n${description}`,
      [`${name}-1.${i}.dist-info/RECORD`]: `${name}/__init__.py,,\n`.repeat(40),
      [`${name}-1.${i}.dist-info/INSTALLER`]: 'pip\n',
      [`${name}-1.${i}.dist-info/WHEEL`]: 'Wheel-Version: 1.0\nRoot-Is-Purelib: true\n',
    })
  }
  return python
}

/** Everything that claims.json can ask for, and one changed and one untracked file. */
function makeRepository(files) {
  const dir = path.join(folder, `repository-${files}`)
  if (fs.existsSync(dir)) return dir
  const content = {
    'demo/__init__.py': '',
    '.gitignore': '.env\n',
    'probes/claims.json': JSON.stringify(CLAIMS),
  }
  for (let i = 0; i < files; i++) content[`data/${i % 250}/file-${i}.txt`] = `content of file ${i}\n`
  writeFiles(dir, content)
  const git = (...words) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', ...words], {
      cwd: dir,
    })
  git('init', '--quiet')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'First')
  writeFiles(dir, { 'data/0/file-0.txt': 'changed\n', 'new.txt': 'new\n', '.env': 'TOKEN=dummy\n' })
  return dir
}

function writeFiles(dir, files) {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(dir, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, content)
  }
}
