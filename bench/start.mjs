// How long the action needs to its first own line of work, against a Node that does nothing.
//   node bench/start.mjs [--write]
// A wrong `mode` ends the run there: the inputs and the event were read, nothing else was done. What is measured is
// the whole process, its end included. Ends with 1 when it takes more than three times as long.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { alternate, table, tell, timed } from './measure.mjs'
import { MAIN, NODE24 } from './scene.mjs'

const LIMIT = 3
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'where-it-ran-bench-'))
try {
  const event = path.join(dir, 'event.json')
  fs.writeFileSync(event, '{}')
  const env = {
    PATH: process.env.PATH,
    GITHUB_EVENT_NAME: 'push',
    GITHUB_EVENT_PATH: event,
    GITHUB_REPOSITORY: 'octo/demo',
    GITHUB_WORKSPACE: dir,
    INPUT_MODE: 'no-such-mode',
  }
  const { action, bare } = await alternate(
    {
      action: () => timed(() => end(NODE24, [MAIN], env, 'mode: `no-such-mode`')),
      bare: () => timed(() => end(NODE24, ['-e', '0'], env, '')),
    },
    21,
  )
  const ratio = action / bare
  tell('start', 'node bench/start.mjs --write', [
    ...table([
      ['', 'median', 'of a bare Node'],
      ['the action, to its first line of work', `${Math.round(action)} ms`, ratio.toFixed(2)],
      ['`node -e 0`', `${Math.round(bare)} ms`, '1.00'],
    ]),
  ])
  process.exitCode = ratio > LIMIT ? 1 : 0
} finally {
  fs.rmSync(dir, { recursive: true, force: true })
}

/** It must say what is expected: a file that is missing would end fast, too. */
function end(program, words, env, expected) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (data) => {
      said += data
    })
    child.on('error', reject)
    child.on('close', () =>
      said.includes(expected) ? resolve() : reject(new Error(`${words[0]} said: ${said}`)),
    )
  })
}
