#!/usr/bin/env node
// Writes the tables of inputs and outputs in README.md from action.yml: node scripts/readme-tables.mjs [--check]
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import YAML from 'yaml'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const file = path.join(root, 'README.md')
const action = YAML.parse(fs.readFileSync(path.join(root, 'action.yml'), 'utf8'))
const cell = (text) => String(text).replaceAll('|', '\\|').trim()
const code = (text) => (text === '' || text === undefined ? '' : `\`${cell(text)}\``)

const inputs = Object.entries(action.inputs).map(
  ([name, { description, default: value }]) => `| ${code(name)} | ${code(value)} | ${cell(description)} |`,
)
const outputs = Object.entries(action.outputs).map(
  ([name, { description }]) => `| ${code(name)} | ${cell(description)} |`,
)
const tables = {
  inputs: ['| input | default | |', '|---|---|---|', ...inputs],
  outputs: ['| output | |', '|---|---|', ...outputs],
}

const before = fs.readFileSync(file, 'utf8')
let after = before
for (const [name, lines] of Object.entries(tables)) {
  const part = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`)
  if (!part.test(after)) throw new Error(`README.md has no place for ${name}: <!-- ${name} --> … <!-- /${name} -->`)
  after = after.replace(part, (_, start, end) => `${start}${lines.join('\n')}\n${end}`)
}
if (process.argv.includes('--check')) {
  if (after !== before) console.error('README.md does not say what action.yml says: node scripts/readme-tables.mjs')
  process.exitCode = after === before ? 0 : 1
} else fs.writeFileSync(file, after)
