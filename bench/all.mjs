// Every bench, one after the other; arguments go to each.   npm run bench -- --write
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

const BENCHES = ['sizes', 'start', 'report', 'judge', 'probe', 'growth']
const over = BENCHES.filter((name) => {
  const file = fileURLToPath(new URL(`${name}.mjs`, import.meta.url))
  if (!fs.existsSync(file)) throw new Error(`there is no bench ${name}`)
  console.log(`\n## ${name}\n`)
  return spawnSync(process.execPath, [file, ...process.argv.slice(2)], { stdio: 'inherit' }).status !== 0
})
if (over.length > 0) console.error(`over its limit, or broken: ${over.join(', ')}`)
process.exitCode = over.length > 0 ? 1 : 0
