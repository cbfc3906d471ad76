#!/usr/bin/env node
// Renders a report as GitHub shows a comment, in both themes: node scripts/pictures.mjs REPORT.md docs/images/NAME
// Needs Chromium (CHROMIUM or /usr/bin/chromium); the pictures in the README are what examples/three-places made.
import fs from 'node:fs'
import path from 'node:path'
import { toPng } from '../__tests__/support/bed/render.mjs'

const [report, name] = process.argv.slice(2)
if (!report || !name) {
  console.error('usage: node scripts/pictures.mjs REPORT.md docs/images/NAME')
  process.exit(2)
}
const shots = await toPng(fs.readFileSync(report, 'utf8'), { width: 1120 })
fs.mkdirSync(path.dirname(name), { recursive: true })
for (const [theme, bytes] of Object.entries(shots)) {
  fs.writeFileSync(`${name}-${theme}.png`, bytes)
  console.log(`${name}-${theme}.png`)
}
