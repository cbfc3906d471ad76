#!/usr/bin/env node
// Writes what the docs say of the code's own tables: node scripts/docs.mjs [--check]
//   docs/format.md      facts, from src/core/probe-file/schema.ts
//   docs/verdicts.md    reasons with their fixes, blocks, signals, checks
//   docs/other-ci.md    commands of the command line
//   schemas/*.json      claims.json, from the validator; table.json, from its words
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'
import { commandTable } from './docs/commands.mjs'
import { factTables } from './docs/facts.mjs'
import { tableSchema } from './docs/table-schema.mjs'
import { blockTable, reasonTables, signalTable } from './docs/verdicts.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const load = async (file) =>
  (await runnerImport(path.join(root, 'src', file), { configFile: false, logLevel: 'error', root })).module

const [{ SCHEMA }, { REASONS }, { fixFor }, { SIGNALS }, gate, { claimsSchema }, model, cases, cli] = await Promise.all(
  [
    'core/probe-file/schema.ts',
    'core/reasons.ts',
    'core/advice/fix/fix.ts',
    'core/advice/signals/signals.ts',
    'core/verdict/gate.ts',
    'core/claims/schema.ts',
    'core/model.ts',
    'core/case.ts',
    'cli/options.ts',
  ].map(load),
)

/** Replaces what stands between <!-- name --> and <!-- /name -->. */
function fill(page, parts) {
  let text = fs.readFileSync(path.join(root, page), 'utf8')
  for (const [name, lines] of Object.entries(parts)) {
    const part = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`)
    if (!part.test(text)) throw new Error(`${page} has no place for ${name}: <!-- ${name} --> … <!-- /${name} -->`)
    text = text.replace(part, (_, start, end) => `${start}\n${lines.join('\n')}\n\n${end}`)
  }
  return text
}

const words = {
  places: model.PLACES,
  kinds: model.CLAIM_KINDS,
  reasons: Object.keys(REASONS),
  failOn: cases.FAIL_ON,
  sources: model.SOURCES,
  blocks: Object.keys(gate.BLOCK_TEXTS),
  signals: SIGNALS.map(({ id }) => id),
}
const json = (value) => `${JSON.stringify(value, null, 2)}\n`

const files = {
  'docs/format.md': fill('docs/format.md', { facts: factTables(SCHEMA) }),
  'docs/verdicts.md': fill('docs/verdicts.md', {
    reasons: reasonTables(REASONS, fixFor),
    blocks: blockTable(gate.BLOCK_TEXTS),
    signals: signalTable(SIGNALS),
  }),
  'docs/other-ci.md': fill('docs/other-ci.md', { commands: commandTable(cli.COMMANDS) }),
  'schemas/claims.schema.json': json(claimsSchema()),
  'schemas/table.schema.json': json(tableSchema(words)),
}

const stale = Object.entries(files).filter(([file, text]) => {
  const at = path.join(root, file)
  return !fs.existsSync(at) || fs.readFileSync(at, 'utf8') !== text
})
if (process.argv.includes('--check')) {
  for (const [file] of stale) console.error(`${file} is not what the code says: node scripts/docs.mjs`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else
  for (const [file, text] of stale) {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    fs.writeFileSync(path.join(root, file), text)
    console.log(`wrote ${file}`)
  }
