// What dist/ weighs, and what of it each way in loads at once; the rest waits until it is needed.
//   node bench/sizes.mjs [--write]
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { table, tell } from './measure.mjs'

const dist = fileURLToPath(new URL('../dist/', import.meta.url))
const DOORS = ['action/index.js', 'cli/index.js']

const rows = DOORS.map((file) => {
  const start = follow(path.join(dist, file), 'static')
  const all = follow(path.join(dist, file), 'any')
  return [
    `\`${file}\``,
    `${kib(start)} (${start.length} files)`,
    `${kib(all)} (${all.length} files)`,
    kib(all, gzipSync),
  ]
})
const largest = fs
  .readdirSync(path.join(dist, 'chunks'))
  .map((file) => path.join(dist, 'chunks', file))
  .sort((a, b) => fs.statSync(b).size - fs.statSync(a).size)
  .slice(0, 6)
tell('sizes', 'node bench/sizes.mjs --write', [
  ...table([['way in', 'loaded at the start', 'with all that may follow', 'packed'], ...rows]),
  '',
  ...table([
    ['largest parts', 'size', 'packed'],
    ...largest.map((file) => [`\`${path.basename(file)}\``, kib([file]), kib([file], gzipSync)]),
    ['`agent_probe.py`', kib([path.join(dist, 'agent_probe.py')]), kib([path.join(dist, 'agent_probe.py')], gzipSync)],
  ]),
])

/** The file and all that it imports; `any` follows `import()` too. */
function follow(file, kind, seen = new Set()) {
  // Comments of bundled packages name files that were never there.
  if (seen.has(file) || !fs.existsSync(file)) return []
  seen.add(file)
  const text = fs.readFileSync(file, 'utf8')
  const statics = /^(?:import|export)\b[^;'"\n]*["'](\.{1,2}\/[^"'\n]+\.js)["'];?$/gm
  const dynamic = /\bimport\(["'](\.{1,2}\/[^"']+\.js)["']\)/g
  const found = [statics, ...(kind === 'any' ? [dynamic] : [])].flatMap((how) => [...text.matchAll(how)])
  return [file, ...found.flatMap(([, to]) => follow(path.resolve(path.dirname(file), to), kind, seen))]
}

function kib(files, pack = (bytes) => bytes) {
  const bytes = files.reduce((sum, file) => sum + pack(fs.readFileSync(file)).length, 0)
  return `${Math.round(bytes / 1024)} KiB`
}
