import type { Bed, Run } from './combined.mjs'

export interface Command {
  command: string
  message: string
  title?: string
  file?: string
  line?: string
}
export interface RunOptions {
  node?: string
  /** the file of the action that the runner starts */
  main: string
  /** an empty folder for workspace, home and file commands */
  dir: string
  inputs?: Record<string, string | number | boolean>
  event?: unknown
  eventName?: string
  server?: Bed
  run?: Run
  /** undefined takes a variable away */
  env?: Record<string, string | undefined>
  apiUrl?: string
  timeout?: number
  path?: string
}
export interface ActionRun {
  /** the exit status, or the signal that ended it */
  code: number | string
  ms: number
  stdout: string
  stderr: string
  commands: Command[]
  outputs: Record<string, string>
  state: Record<string, string>
  env: Record<string, string>
  paths: string[]
  summary: string
  workspace: string
}
export interface Prepared {
  env: Record<string, string>
  files: Record<string, string>
  workspace: string
}
export function prepareRun(options: RunOptions): Prepared
export function readRun(ended: Pick<ActionRun, 'code' | 'ms' | 'stdout' | 'stderr' | 'workspace'> & { files: Record<string, string> }): ActionRun
export function runAction(options: RunOptions): Promise<ActionRun>
