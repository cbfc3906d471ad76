// How long the action needs to its first own line of work, against a Node that does nothing.
//   node bench/start.mjs [--before DIR] [--write]
// The line is the one that opens the group of the probe: inputs and event are read, everything that this needs is
// loaded. Ends with 1 when it takes more than three times as long as `node -e 0` from its start to its end.
import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { inputsOf } from '../__tests__/support/bed/inputs.mjs'
import { alternate, sideBySide, table, tell, tellBefore, timed } from './measure.mjs'
import { ACTION_YML, mainOf, NODE24 } from './scene.mjs'

const LIMIT = 3
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'where-it-ran-bench-'))
try {
  const event = path.join(dir, 'event.json')
  fs.writeFileSync(event, '{}')
  const { inputs: read } = inputsOf(
    ACTION_YML,
    { mode: 'probe', python: 'python3' },
    { github: { token: '' }, matrix: null },
  )
  const inputs = Object.fromEntries(Object.entries(read).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]))
  const env = {
    PATH: process.env.PATH,
    GITHUB_EVENT_NAME: 'schedule',
    GITHUB_EVENT_PATH: event,
    GITHUB_REPOSITORY: 'octo/demo',
    GITHUB_WORKSPACE: dir,
    RUNNER_TEMP: dir,
    ...inputs,
  }
  const medians = await alternate(
    {
      ...sideBySide('action', (dir) => timed(() => sayFirst(NODE24, [mainOf(dir)], env, '::group::Probe ci'))),
      bare: () => timed(() => end(NODE24, ['-e', '0'], env)),
    },
    21,
  )
  const { action, bare } = medians
  tellBefore('to the first line of work', 'action', medians)
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

/** Until it says that; then it has shown what is measured, and goes. */
function sayFirst(program, words, env, line) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (data) => {
      said += data
      if (!said.includes(line)) return
      resolve()
      child.kill('SIGKILL')
    })
    child.on('error', reject)
    child.on('close', () => reject(new Error(`${words[0]} said: ${said}`)))
  })
}

function end(program, words, env) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { env, stdio: 'ignore' })
    child.on('error', reject)
    child.on('close', resolve)
  })
}
