/** What every mode stands on: the inputs, the run, and the adapters that both lead to. */
import { statSync } from 'node:fs'
import path from 'node:path'
import type { ActionsOutput } from '../adapters/actions-output.ts'
import { createGitHubClient } from '../adapters/github-client.ts'
import { type RunContext, readRunContext } from '../adapters/github-event.ts'
import type { GitHubApi, SecretNet } from '../app/ports.ts'
import { createIsAgent } from '../core/asked.ts'
import type { Commands } from '../core/model.ts'
import { isProbeScript, VENDORED_PROBE } from '../core/products.ts'
import { InputError, type Inputs, readInputs } from './inputs.ts'

/** How long things may take, in milliseconds; what is not said is as the adapters have it. */
export interface Limits {
  /** One request to the interface. */
  readonly timeout?: number
  /** All waits between attempts. */
  readonly patience?: number
  /** One upload. */
  readonly upload?: number
}

export interface Session {
  readonly env: NodeJS.ProcessEnv
  readonly inputs: Inputs
  readonly context: RunContext
  readonly output: ActionsOutput
  readonly api: GitHubApi
  readonly isAgent: (login: string) => boolean
  /** Absolute path of the working directory. */
  readonly cwd: string
  /** Claims and probe files as the repository names them, from its top. */
  readonly inRepository: { readonly claims: string; readonly probes: string }
  /** First part of artifact names, `probes` or `probes-<key>`. */
  readonly prefix: string
  readonly runUrl: (runId: number) => string
  readonly limits: Limits
  /** Seconds since 1970 at which this run began to look. */
  readonly startedAt: number
  /** Looks for secrets in what leaves; loaded once, when something does. */
  readonly net: () => Promise<SecretNet>
}

/** Throws InputError for wrong configuration. */
export function openSession(
  env: NodeJS.ProcessEnv,
  output: ActionsOutput,
  net: () => Promise<SecretNet>,
  limits: Limits = {},
): Session {
  const inputs = readInputs()
  const context = readRunContext(env)
  const { owner, repo, serverUrl } = context
  const from = (file: string) => path.posix.join(inputs.workingDirectory, file)
  return {
    env,
    inputs,
    context,
    output,
    api: createGitHubClient({ ...limits, token: inputs.token, owner, repo }),
    isAgent: createIsAgent(inputs.agents),
    cwd: findFolder(env, inputs),
    inRepository: { claims: from(inputs.claims), probes: from(inputs.probes) },
    prefix: [inputs.artifactPrefix, inputs.commentKey].filter(Boolean).join('-'),
    runUrl: (runId) => `${serverUrl}/${owner}/${repo}/actions/runs/${runId}`,
    limits,
    startedAt: Math.floor(Date.now() / 1000),
    net,
  }
}

function findFolder(env: NodeJS.ProcessEnv, { workingDirectory, mode }: Inputs): string {
  const folder = path.resolve(env.GITHUB_WORKSPACE ?? '.', workingDirectory)
  // What is posted for another run needs no checkout.
  if (mode === 'comment' || statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  const message = `there is no folder \`${workingDirectory}\` in the checkout`
  throw new InputError([{ input: 'working-directory', message, fix: 'working-directory: .' }])
}

/** Like Promise.all, but nothing is left running when one of them fails. */
export async function together<const T extends readonly Promise<unknown>[]>(
  work: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

/** A path of the working directory as the workflow sees it; nothing stays nothing. */
export const inWorkspace = ({ workingDirectory }: Inputs, file: string): string =>
  file === '' ? '' : path.posix.join(workingDirectory, file)

/** How the fixes name things; `tracked` are the repository's files, where they are known. */
export function commandsOf({ inputs }: Session, tracked: readonly string[] | undefined): Commands {
  const probe = tracked?.find(isProbeScript) ?? VENDORED_PROBE
  return { probe: `python ${probe}`, probesFolder: inputs.probes, rerun: 'push' }
}
