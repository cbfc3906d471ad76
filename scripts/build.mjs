// Bundles both doors and the probe into dist/. With --check it builds beside it and says what dist/ lacks, instead of writing.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import license from 'rollup-plugin-license'
import { joinRooms, readRooms } from './build/amalgamate.mjs'
import { CONTRACT_ROOM, makeContract } from './build/contract.mjs'
import { tracePackages } from './build/packages.mjs'
import { undiciWhenNeeded } from './build/undici.mjs'
import { leaveUnreached } from './build/unreached.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = path.join(root, 'dist')

await main(process.argv.slice(2))

async function main(args) {
  if (args.length > 0 && args[0] !== '--check') throw new Error(`unknown argument ${args[0]}; only --check is known`)
  if (args.length === 0) return build(dist)
  const fresh = fs.mkdtempSync(path.join(os.tmpdir(), 'where-it-ran-dist-'))
  try {
    await build(fresh)
    const problems = compare(readTree(dist), readTree(fresh))
    for (const problem of problems) console.error(problem)
    if (problems.length > 0) console.error('dist/ is not what src/ builds to: run `npm run build` and commit dist/')
    else console.log('dist/ is what src/ builds to')
    process.exitCode = problems.length > 0 ? 1 : 0
  } finally {
    fs.rmSync(fresh, { recursive: true, force: true })
  }
}

async function build(dir) {
  fs.rmSync(dir, { recursive: true, force: true })
  let dependencies = []
  const trace = tracePackages()
  const bundle = await rolldown({
    cwd: root,
    input: { action: 'src/action/index.ts', cli: 'src/cli/index.ts' },
    platform: 'node',
    tsconfig: false,
    // Its main file hides what it requires from a bundler.
    resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
    // @actions/core brings an HTTP client for tokens that are not asked for here; it loads with whoever needs it.
    treeshake: {
      moduleSideEffects: (id) =>
        !/\/node_modules\/(@actions\/http-client|undici|tunnel)\/|^(node:)?(https?|net|tls)$/.test(id),
    },
    // Says that the machine is busy, nothing about the code.
    checks: { bundlerTimings: false },
    // An import that can't be found would be left to the runner, where nothing is installed.
    onLog(level, log) {
      if (level === 'warn') throw new Error(`${log.code}: ${log.message}`)
    },
    plugins: [
      leaveUnreached(),
      undiciWhenNeeded(),
      trace,
      license({
        thirdParty: {
          multipleVersions: true,
          output: (found) => {
            dependencies = found
          },
        },
      }),
    ],
  })
  await bundle.write({
    dir,
    format: 'esm',
    // Every start reads them, and src/ has them.
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: '[name]/index.js',
    chunkFileNames: (chunk) => `chunks/${nameChunk(chunk)}.js`,
  })
  await bundle.close()

  fs.writeFileSync(path.join(dir, 'licenses.txt'), renderLicenses(dependencies, trace))
  fs.writeFileSync(path.join(dir, 'package.json'), '{ "type": "module" }\n')
  const rooms = readRooms(path.join(root, 'src/probe/where_it_ran_probe'))
  rooms.set(CONTRACT_ROOM, await makeContract(root))
  fs.writeFileSync(path.join(dir, 'agent_probe.py'), joinRooms(rooms))
  makeExecutable(path.join(dir, 'cli/index.js'))
}

/** A name that says what is inside and stays when the content changes. */
function nameChunk({ facadeModuleId, moduleIds }) {
  const names = moduleIds.filter((id) => !id.startsWith('\0')).map(nameModule)
  if (facadeModuleId) return nameModule(facadeModuleId) + (names.length === 0 ? '-exports' : '')
  return moduleIds.some((id) => id.startsWith(path.join(root, 'src'))) ? 'shared' : (names.at(-1) ?? 'runtime')
}

/** The package a module was installed with, else its path. */
function nameModule(id) {
  const file = path.relative(root, id).split(path.sep).join('/')
  const [, installed] = file.split(/.*node_modules\//)
  if (!installed) return file.replace(/^src\/|\.\w+$/g, '').replaceAll('/', '-')
  return installed
    .split('/')
    .slice(0, installed.startsWith('@') ? 2 : 1)
    .join('-')
    .replace('@', '')
}

/** Name, version, licence and why of every package of which something was written, and of no other. */
function renderLicenses(dependencies, { written, because }) {
  const listed = dependencies.filter(({ name }) => written().has(name))
  for (const name of written())
    if (!listed.some((one) => one.name === name)) throw new Error(`${name} is bundled and its licence is not known`)
  const parts = listed.map(({ name, version, license, licenseText }) => {
    if (!license) throw new Error(`${name} ${version} names no licence: may it be bundled?`)
    const way = because(name)
    const why = way.length === 0 ? 'Imported by src/.' : `Needed by ${way.toReversed().join(', needed by ')}.`
    const text = licenseText?.replaceAll('\r\n', '\n').trim() ?? 'The package has no licence file.'
    return `${name} ${version}\n${license}\n${why}\n\n${text}\n`
  })
  return parts.sort().join(`\n${'-'.repeat(80)}\n\n`)
}

function makeExecutable(file) {
  const text = fs.readFileSync(file, 'utf8')
  if (!text.startsWith('#!')) fs.writeFileSync(file, `#!/usr/bin/env node\n${text}`)
  fs.chmodSync(file, 0o755)
}

function readTree(dir) {
  if (!fs.existsSync(dir)) return new Map()
  const entries = fs.readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map((entry) => {
      const file = path.join(entry.parentPath, entry.name)
      const executable = process.platform !== 'win32' && (fs.statSync(file).mode & 0o111) !== 0
      return [path.relative(dir, file).split(path.sep).join('/'), { bytes: fs.readFileSync(file), executable }]
    }),
  )
}

function compare(committed, fresh) {
  const problems = []
  for (const file of [...new Set([...committed.keys(), ...fresh.keys()])].sort()) {
    const [old, now] = [committed.get(file), fresh.get(file)]
    if (!old) problems.push(`missing: dist/${file}`)
    // Python leaves bytecode beside a module that it imports; git ignores it.
    else if (!now && file.startsWith('__pycache__/')) continue
    else if (!now) problems.push(`not built any more: dist/${file}`)
    else if (!old.bytes.equals(now.bytes)) problems.push(`differs: dist/${file}`)
    else if (old.executable !== now.executable) problems.push(`wrong mode: dist/${file}`)
  }
  return problems
}
