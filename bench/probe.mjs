// A full probe (without running tests) against `python -m pip inspect` and `python -m test.pythoninfo`, side by side.
//   node bench/probe.mjs [PYTHON] [--rounds N] [--scene DISTRIBUTIONS,FILES] [--before DIR] [--write]
// For 100 and 1,000 distributions in repositories of 100 and 50,000 files: the medians, their ratios and the
// milliseconds of each family, which overlap: what takes long is started early. Ends with 1 when a probe takes more
// than half of pip inspect. --scene measures that one alone; --before: another checkout, measured in the same rounds.
// Last the probe's own start, as a session plugin and as a script, with and without compiled bytecode.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { alternate, median, sideBySide, table, takeOption, tell, tellBefore, timed } from './measure.mjs'

const LIMIT = 0.5
const rounds = Number(takeOption('--rounds') ?? 9)
const scene = takeOption('--scene')?.split(',').map(Number)
const [base = 'python3'] = process.argv.slice(2).filter((word) => word !== '--write')
const probeOf = (dir) => path.join(dir, 'dist/agent_probe.py')

const CLAIMS = {
  salt: 'bench',
  packages: ['made-up-7', 'made_up_8', 'json', { name: 'demo', from: 'repo' }],
  env: ['HOME', { name: 'LANG', compare: true }],
  files: ['new.txt'],
  secrets: ['.env'],
}

const STARTS = {
  'session plugin, nothing compiled': { words: ['-c', 'import agent_probe'], compiled: false },
  'session plugin, compiled': { words: ['-c', 'import agent_probe'], compiled: true },
  'script, nothing compiled': { words: ['agent_probe.py', '--version'], compiled: false },
  'script, compiled': { words: ['agent_probe.py', '--version'], compiled: true },
}
const copies = new Map()
/** Itself: a version manager's shim is a shell script that takes longer than Python. */
const python = execFileSync(base, ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim()

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'where-it-ran-bench-'))
try {
  process.exitCode = (await measureAll()) > LIMIT ? 1 : 0
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}

async function measureAll() {
  const found = []
  for (const distributions of scene?.slice(0, 1) ?? [100, 1000]) {
    const python = makeEnvironment(distributions)
    for (const files of scene?.slice(1, 2) ?? [100, 50_000])
      found.push({ distributions, files, ...(await measure(python, makeRepository(files))) })
  }
  const count = (number) => number.toLocaleString('en')
  const ms = (number) => (number === undefined ? '–' : `${Math.round(number)} ms`)
  for (const { distributions, files, ...medians } of found)
    tellBefore(`${count(distributions)} distributions, ${count(files)} files`, 'probe', medians)
  const starts = await measureStart()
  const rows = found.map(({ distributions, files, probe, inspect, pythoninfo }) => [
    `${count(distributions)} distributions, ${count(files)} files`,
    ms(probe),
    ms(inspect),
    ms(pythoninfo),
    (probe / inspect).toFixed(2),
    pythoninfo === undefined ? '–' : (probe / pythoninfo).toFixed(2),
  ])
  const names = Object.keys(found[0].families)
  const families = found.map(({ distributions, files, families: of }) => [
    `${count(distributions)}, ${count(files)}`,
    ...names.map((name) => String(of[name])),
  ])
  tell(
    'probe',
    'node bench/probe.mjs --write',
    [
      ...table([['', 'probe', 'pip inspect', 'test.pythoninfo', 'of pip inspect', 'of pythoninfo'], ...rows]),
      '',
      'Milliseconds of each family. What git and a fresh start of Python take runs beside them.',
      '',
      ...table([['distributions, files', ...names], ...families]),
      '',
      'The start alone, before anything is looked at, against a Python that does nothing.',
      '',
      ...table([['', 'median', 'of a bare Python'], ...starts]),
    ],
    base,
  )
  return Math.max(...found.map(({ probe, inspect }) => probe / inspect))
}

async function measure(python, repository) {
  const all = new Map()
  const familiesOf = (dir) => all.get(dir) ?? all.set(dir, {}).get(dir)
  const look = (probe) => run(python, [probe, 'box', '--tests', 'never', '--stdout'], repository)
  const medians = await alternate(
    {
      ...sideBySide('probe', (dir) => timed(() => noteFamilies(look(probeOf(dir)), familiesOf(dir)))),
      inspect: () => timed(() => run(python, ['-m', 'pip', 'inspect'], repository)),
      ...(hasPythoninfo(python)
        ? { pythoninfo: () => timed(() => run(python, ['-m', 'test.pythoninfo'], repository)) }
        : {}),
    },
    rounds,
  )
  const [families] = all.values()
  const each = Object.entries(families).map(([name, ms]) => [name, median(ms.slice(1))])
  return { ...medians, families: Object.fromEntries(each) }
}

/** Each in a folder of its own, so that no run finds what another one compiled. */
async function measureStart() {
  const bare = () => timed(() => startPython(folder, ['-c', '0'], false))
  const contenders = Object.entries(STARTS).map(([name, { words, compiled }]) =>
    sideBySide(name, (dir) => timed(() => startPython(copyOf(probeOf(dir), compiled), words, compiled))),
  )
  const medians = await alternate({ bare, ...Object.assign({}, ...contenders) }, Math.max(rounds, 15))
  for (const name of Object.keys(STARTS)) tellBefore(name, name, medians)
  return [...Object.keys(STARTS), 'bare'].map((name) => [
    name === 'bare' ? '`python -c 0`' : name,
    `${Math.round(medians[name])} ms`,
    (medians[name] / medians.bare).toFixed(2),
  ])
}

function copyOf(probe, compiled) {
  const key = `${compiled} ${probe}`
  if (!copies.has(key)) {
    const dir = fs.mkdtempSync(path.join(folder, 'start-'))
    fs.copyFileSync(probe, path.join(dir, 'agent_probe.py'))
    copies.set(key, dir)
  }
  return copies.get(key)
}

function startPython(cwd, words, compiled) {
  const { PYTHONDONTWRITEBYTECODE: _, ...env } = process.env
  if (!compiled) env.PYTHONDONTWRITEBYTECODE = '1'
  execFileSync(python, words, { cwd, env, stdio: 'ignore' })
}

/** Some distributors leave the test package out. */
function hasPythoninfo(python) {
  const code = 'import importlib.util as u; raise SystemExit(u.find_spec("test.pythoninfo") is None)'
  try {
    execFileSync(python, ['-c', code], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Of this checkout: the medians of its families. */
function noteFamilies(text, families) {
  const [, durations = ''] = /\[probe\.durations\]\n((?:\w+ = \d+\n)+)/.exec(text) ?? []
  for (const [, family, ms] of durations.matchAll(/(\w+) = (\d+)/g))
    families[family] = [...(families[family] ?? []), Number(ms)]
}

function run(python, words, cwd) {
  return execFileSync(python, words, { cwd, encoding: 'utf8', maxBuffer: 1 << 28, stdio: ['ignore', 'pipe', 'ignore'] })
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

/**
 * Everything that claims.json can ask for, and one changed and one untracked file. git would begin to pack so many
 * files in the background, and be measured too.
 */
function makeRepository(files) {
  const dir = path.join(folder, `repository-${files}`)
  if (fs.existsSync(dir)) return dir
  const content = { 'demo/__init__.py': '', '.gitignore': '.env\n', 'probes/claims.json': JSON.stringify(CLAIMS) }
  for (let i = 0; i < files; i++) content[`data/${i % 250}/file-${i}.txt`] = `content of file ${i}\n`
  writeFiles(dir, content)
  const git = (...words) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', '-c', 'gc.auto=0', ...words], {
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
