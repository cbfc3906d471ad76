#!/usr/bin/env node
// Types, lint and what nothing uses, side by side: each waits for the disk as much as it computes. Prints what failed.
import { exec } from 'node:child_process'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const CHECKS = ['tsc --noEmit', 'biome check', 'knip --no-progress']
const root = fileURLToPath(new URL('..', import.meta.url))
const PATH = [path.join(root, 'node_modules/.bin'), process.env.PATH].join(path.delimiter)

for (const { check, failed, out } of await Promise.all(CHECKS.map(run))) {
  if (!failed) continue
  console.error(`${check}:\n${out}`)
  process.exitCode = 1
}

function run(check) {
  return new Promise((done) => {
    exec(check, { cwd: root, env: { ...process.env, PATH }, maxBuffer: 2 ** 24 }, (error, stdout, stderr) =>
      done({ check, failed: error !== null, out: stdout + stderr }),
    )
  })
}
