/** What the runner takes from us: outputs, the summary, the log and the end of the step. */
import { randomUUID } from 'node:crypto'
import * as core from '@actions/core'
import type { Log } from '../app/ports.ts'
import { forLog } from '../core/text/escape.ts'

/** Bytes of one step's summary; what is larger is thrown away by the runner, all of it. */
const SUMMARY_LIMIT = 1024 * 1024

export interface ActionsOutput {
  readonly log: Log
  /** What is wrong where the runner's file of outputs cannot be written, and what mends it. */
  outputs(values: { readonly [name: string]: string | number }): string | undefined
  /** False: it was too large, or there is nowhere to write it. */
  summary(markdown: string): Promise<boolean>
  /** Lines that a child prints reach the log, and command nothing. */
  inert<T>(title: string, work: () => Promise<T>): Promise<T>
  /** Fails the step, with one line. */
  fail(message: string): void
}

/** The usual cause: an image whose user is not the one that the runner made its files for. */
const WRITABLE = 'container: { options: --user root }'

const codeOf = (error: unknown): string => String((error as { code?: unknown } | undefined)?.code ?? 'missing file')

export function createActionsOutput(): ActionsOutput {
  return {
    log: { info: (message) => core.info(forLog(message)), warning: (message) => core.warning(forLog(message)) },
    outputs(values) {
      try {
        for (const [name, value] of Object.entries(values)) core.setOutput(name, forLog(String(value)))
        return undefined
      } catch (error) {
        return `the outputs of this step cannot be written (${codeOf(error)}, GITHUB_OUTPUT); mend it: ${WRITABLE}`
      }
    },
    summary: writeSummary,
    inert,
    fail: (message) => core.setFailed(forLog(message)),
  }
}

async function writeSummary(markdown: string): Promise<boolean> {
  if (Buffer.byteLength(markdown) > SUMMARY_LIMIT) return false
  try {
    await core.summary.addRaw(markdown, true).write()
    return true
  } catch (error) {
    core.warning(`the job summary was not written: ${error instanceof Error ? forLog(error.message) : 'unknown'}`)
    return false
  }
}

/** Tests print what they like: `::set-output` and `::add-mask` among it. */
async function inert<T>(title: string, work: () => Promise<T>): Promise<T> {
  const token = randomUUID()
  core.startGroup(title)
  process.stdout.write(`::stop-commands::${token}\n`)
  try {
    return await work()
  } finally {
    process.stdout.write(`\n::${token}::\n`)
    core.endGroup()
  }
}
