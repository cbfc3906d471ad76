#!/usr/bin/env node
// Makes the pictures of the docs, in both themes, from what examples/three-places really produces:
//
//   node scripts/pictures.mjs                 docs/images/*.png; takes about two minutes
//   node scripts/pictures.mjs REPORT.md NAME  one report as GitHub shows a comment: NAME-light.png, NAME-dark.png
//
// Needs Chromium (CHROMIUM or /usr/bin/chromium); the terminal also util-linux's `script`.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromiumPath, shoot, toPng } from '../__tests__/support/bed/render.mjs'
import { terminalPage } from './pictures/terminal.mjs'

/** The headline, the table and the next step: what a reviewer sees in ten seconds. */
const UPPER_PART = '.markdown-body > table + p'
const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const [report, name] = process.argv.slice(2)
if ((report === undefined) !== (name === undefined) || report === '--help') {
  console.error('usage: node scripts/pictures.mjs [REPORT.md NAME]')
  process.exit(2)
}
if (!fs.existsSync(chromiumPath)) {
  console.error(`no pictures: there is no Chromium at ${chromiumPath}; name one: CHROMIUM=/path`)
  process.exit(1)
}
if (report) save(name, await toPng(fs.readFileSync(report, 'utf8'), { width: 1120 }))
else await makeAll(path.join(root, 'docs/images'))

function save(to, shots) {
  fs.mkdirSync(path.dirname(to), { recursive: true })
  for (const [theme, bytes] of Object.entries(shots)) {
    fs.writeFileSync(`${to}-${theme}.png`, bytes)
    console.log(`${path.relative(process.cwd(), to)}-${theme}.png`)
  }
}

async function makeAll(images) {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'pictures-'))
  try {
    for (const [picture, options, verdict] of [
      ['comment', [], 1],
      ['passing', ['--mended'], 0],
    ]) {
      const into = path.join(work, picture)
      build(into, options, verdict)
      const text = fs.readFileSync(path.join(into, 'ci/probes/report.md'), 'utf8')
      save(path.join(images, picture), await toPng(text, { width: 1120, until: UPPER_PART }))
    }
    const typed = 'where-it-ran table'
    const shown = onTerminal(path.join(work, 'comment/ci'), typed)
    save(path.join(images, 'terminal'), await shoot((theme) => terminalPage(typed, shown, theme), { width: 900 }))
  } finally {
    fs.rmSync(work, { recursive: true, force: true })
  }
}

function build(into, options, verdict) {
  const example = path.join(root, 'examples/three-places/run.mjs')
  const { status } = spawnSync(process.execPath, [example, '--into', into, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (status !== verdict) throw new Error(`three-places ${options} ended with ${status}, not with ${verdict}`)
}

/** What the command prints when somebody sits before it. */
function onTerminal(cwd, typed) {
  const env = {
    PATH: `${path.join(cwd, '../bin')}:${path.dirname(process.execPath)}:/usr/bin:/bin`,
    HOME: cwd,
    TERM: 'xterm-256color',
    LANG: 'C.UTF-8',
  }
  const { stdout, error } = spawnSync('script', ['-qec', `stty cols 100; ${typed}`, '/dev/null'], {
    cwd,
    env,
    encoding: 'utf8',
  })
  if (error) throw new Error(`no picture of the terminal: script: ${error.code}`)
  return stdout
}
