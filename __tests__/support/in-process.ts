/** The action in this process: no start-up to wait for, the same inputs, files and environment as a runner gives. */
import * as core from '@actions/core'
import { main } from '../../src/action/main.ts'
import type { Limits } from '../../src/action/run-context.ts'
import { prepareRun, type RunOptions, readRun } from './bed/runner.mjs'
import type { ActionRun } from './bed.ts'

let busy: Promise<unknown> = Promise.resolve()

/** One after the other: inputs and file commands are this process's own environment. */
export function runHere(options: RunOptions, limits: Limits = {}): Promise<ActionRun> {
  const ran = busy.then(() => run(options, limits))
  busy = ran.catch(() => {})
  return ran
}

async function run(options: RunOptions, limits: Limits): Promise<ActionRun> {
  const { env, files, workspace } = prepareRun(options)
  const [before, cwd, write, started] = [{ ...process.env }, process.cwd(), process.stdout.write, Date.now()]
  let stdout = ''
  process.stdout.write = (chunk: string | Uint8Array) => {
    stdout += chunk
    return true
  }
  try {
    setEnv(env)
    process.chdir(workspace)
    // The summary remembers the file of the run before.
    Object.assign(core.summary, { _filePath: undefined, _buffer: '' })
    await main(process.env, limits)
    const code = Number(process.exitCode ?? 0)
    return readRun({ code, ms: Date.now() - started, stdout, stderr: '', files, workspace })
  } finally {
    process.exitCode = 0
    process.stdout.write = write
    process.chdir(cwd)
    setEnv(before)
  }
}

function setEnv(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
}
