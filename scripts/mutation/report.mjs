#!/usr/bin/env node
// Writes docs/mutation.md from the report of the last `npm run mutation:quick` (or `npm run mutation`): the score of each
// file, and every survivor with the reason that judged.json gives for it.
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'

const at = (file) => fileURLToPath(new URL(`../../${file}`, import.meta.url))
const [from = at('node_modules/.cache/where-it-ran/mutation-report.json')] = process.argv.slice(2)
const { files } = JSON.parse(fs.readFileSync(from, 'utf8'))
const reasons = JSON.parse(fs.readFileSync(at('scripts/mutation/judged.json'), 'utf8'))

const CAUGHT = ['Killed', 'Timeout', 'RuntimeError', 'CompileError']
const oneLine = (text) => text.replace(/\s+/g, ' ').trim()
const short = (text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)
const code = (text) => `\`${short(oneLine(text)).replaceAll('|', '\\|').replaceAll('`', "'")}\``

function originalOf(source, { start, end }) {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1)
  lines[0] = lines[0].slice(start.column - 1)
  return lines.join('\n')
}

const name = (file) => file.replace(/^src\/core\//, '')
const all = Object.entries(files).map(([file, { source, mutants }]) => ({
  file: name(file),
  total: mutants.length,
  caught: mutants.filter(({ status }) => CAUGHT.includes(status)).length,
  left: mutants
    .filter(({ status }) => !CAUGHT.includes(status))
    .map((one) => ({ ...one, original: originalOf(source, one.location) })),
}))
const sum = (key) => all.reduce((total, one) => total + one[key], 0)
const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`

/** What is the same on every line, with the reason for the first entry whose words it has. */
function reasonFor(file, { mutatorName, original, replacement }) {
  const said = `${file}: ${mutatorName}: ${oneLine(original)} -> ${oneLine(replacement)}`
  return reasons.find(({ has }) => has.every((word) => said.includes(word)))?.because
}

const left = all.flatMap(({ file, left: of }) =>
  of.map((one) => ({ file, ...one, because: reasonFor(file, one) })),
)
const NOT_JUDGED =
  'Not judged one by one yet; the quick run leaves out the properties and the recreated cases.'
const groups = new Map()
for (const one of left) {
  const because = one.because ?? NOT_JUDGED
  groups.set(because, [...(groups.get(because) ?? []), one])
}
const lines = [
  '# Mutants of judges and gate',
  '',
  'What a test suite is worth shows when the code is wrong: Stryker changes judges and gate in every way it knows, one',
  'change at a time, and looks whether a test fails. `npm run mutation:quick` does it in one process in a quarter of an hour,',
  '`npm run mutation` through vitest in an hour or more; `node scripts/mutation/report.mjs` writes this page.',
  '',
  `*${new Date().toISOString().slice(0, 10)}: ${sum('caught')} of ${sum('total')} caught, ${percent(sum('caught'), sum('total'))}.*`,
  '',
  '| file | mutants | caught | |',
  '| --- | ---: | ---: | ---: |',
  ...all.map(
    (one) => `| \`${one.file}\` | ${one.total} | ${one.caught} | ${percent(one.caught, one.total)} |`,
  ),
  '',
  '## What survives, and why it may',
  '',
  ...[...groups].flatMap(([because, survivors]) => [
    `${because} (${survivors.length})`,
    '',
    ...survivors.map(
      ({ file, location, original, replacement }) =>
        `- \`${file}:${location.start.line}\` ${code(original)} → ${code(replacement || 'nothing')}`,
    ),
    '',
  ]),
]
fs.writeFileSync(at('docs/mutation.md'), `${lines.join('\n').trimEnd()}\n`)
console.log(
  `${percent(sum('caught'), sum('total'))}; ${left.length} left, ${left.filter((one) => !one.because).length} not judged`,
)
