#!/usr/bin/env node
// Writes docs/mutation.md from the report of the last `npm run mutation:quick` (or `npm run mutation`): the score of each
// file, and every survivor with the reason that judged.json gives for it.
import fs from 'node:fs'
import { at, isCaught, oneLine, originalOf, readReport, reasonFor } from './survivors.mjs'

const { files } = readReport(process.argv[2])
const short = (text) => (text.length > 60 ? `${text.slice(0, 59)}…` : text)
const code = (text) => `\`${short(oneLine(text)).replaceAll('|', '\\|').replaceAll('`', "'")}\``

const name = (file) => file.replace(/^src\/core\//, '')
const all = Object.entries(files).map(([file, { source, mutants, untried = [] }]) => ({
  file: name(file),
  untried: untried.length,
  total: mutants.length,
  caught: mutants.filter(isCaught).length,
  left: mutants
    .filter((one) => !isCaught(one))
    .map((one) => ({ ...one, original: originalOf(source, one.location), because: reasonFor(file, source, one) })),
}))
const sum = (key) => all.reduce((total, one) => total + one[key], 0)
const percent = (part, whole) => `${((100 * part) / whole).toFixed(1)} %`

const left = all.flatMap(({ file, left: of }) => of.map((one) => ({ ...one, file })))
const NOT_JUDGED = 'Not judged yet.'
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
  '`npm run mutation` through vitest in an hour or more; `npm run mutation:again` tries what survived, and what stands on lines',
  'that have changed. `node scripts/mutation/report.mjs` writes this page, with the reasons of `scripts/mutation/judged.json`,',
  'and ends with 1 where a survivor has none. Properties and recreated cases are left out: what they alone would notice counts',
  'as survived.',
  '',
  `*${new Date().toISOString().slice(0, 10)}: ${sum('caught')} of ${sum('total')} caught, ${percent(sum('caught'), sum('total'))}.*`,
  ...(sum('untried') > 0
    ? ['', `Not tried yet: what stands on ${sum('untried')} lines that have changed since they were.`]
    : []),
  '',
  '| file | mutants | caught | |',
  '| --- | ---: | ---: | ---: |',
  ...all.map((one) => `| \`${one.file}\` | ${one.total} | ${one.caught} | ${percent(one.caught, one.total)} |`),
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
const unjudged = left.filter(({ because }) => because === undefined).length
console.log(`${percent(sum('caught'), sum('total'))}; ${left.length} left, ${unjudged} not judged`)
process.exitCode = unjudged === 0 ? 0 : 1
