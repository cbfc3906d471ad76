/** What every mode works with: the inputs, GitHub's context of this run, and the adapters that both lead to. */
import { statSync } from 'node:fs'
import path from 'node:path'
import type { ActionsOutput } from '../adapters/actions-output.ts'
import { createGitHubClient } from '../adapters/github-client/github-client.ts'
import { type GitHubContext, readGitHubContext, type TriggeringRun } from '../adapters/github-event.ts'
import { mayWrite } from '../adapters/pull-request.ts'
import type { Files, Git, GitHubApi, SecretNet } from '../app/ports.ts'
import type { ProbedHere } from '../app/probe-here.ts'
import { createIsAgent } from '../core/asked.ts'
import type { Case } from '../core/case.ts'
import { oncePer } from '../core/once.ts'
import type { PullRequest } from '../core/pull-request.ts'
import { InputError, type Inputs, readInputs } from './inputs.ts'

/** In milliseconds: one request, all waits between attempts, one upload, waits for a late leg. Adapters have their own. */
export interface Limits {
  readonly timeout?: number
  readonly patience?: number
  readonly upload?: number
  readonly late?: readonly number[]
}

export interface RunContext {
  readonly env: NodeJS.ProcessEnv
  readonly inputs: Inputs
  readonly github: GitHubContext
  readonly output: ActionsOutput
  readonly api: GitHubApi
  readonly isAgent: (login: string) => boolean
  /** Asked once for each login; undefined: GitHub does not say. */
  readonly mayWrite: (login: string) => Promise<boolean | undefined>
  /** Absolute path of the working directory. */
  readonly cwd: string
  /** Claims and probe files as the repository names them, from its top. */
  readonly inRepository: { readonly claims: string; readonly probes: string }
  /** First part of artifact names, `probes` or `probes-<key>`. */
  readonly prefix: string
  readonly runUrl: (runId: number) => string
  readonly limits: Limits
  /** Seconds since 1970 at which this run began. */
  readonly startedAt: number
  /** Looks for secrets in what leaves; loaded once, when something does. */
  readonly net: () => Promise<SecretNet>
}

/** The run whose artifacts are read and whose result is posted: this one, or the one that a workflow_run event is about. */
export type ReportedRun = Pick<TriggeringRun, 'id' | 'attempt' | 'workflow' | 'actor' | 'startedAt'>

/** What is judged: the checkout of this job, or a pull request that is only read through GitHub's interface. */
export interface JudgedPlace {
  readonly files: Files
  readonly git: Git
  /** Absent: the place is not here. `started` is called once the probe runs; `held`: no test command is started. */
  probe?(started: () => void, held: boolean): Promise<ProbedHere>
  /** The commit that the pull request is measured against. */
  base(pull: PullRequest): Promise<string>
  /** What evidence must be about. What is not known of it leaves its cells unknown, and is said. */
  reference(pull: PullRequest | undefined): Promise<ReferenceAndFaults>
  /** Where the report is written, and how the workflow finds a file of it. */
  readonly reports: { readonly files: Files; readonly folder: string; readonly pathOf: (file: string) => string }
}

export type ReferenceAndFaults = Pick<Case, 'reference' | 'faults'>

/** Throws InputError for wrong configuration. */
export function openRun(
  env: NodeJS.ProcessEnv,
  output: ActionsOutput,
  net: () => Promise<SecretNet>,
  limits: Limits = {},
): RunContext {
  const inputs = readInputs()
  const github = readGitHubContext(env)
  const { owner, repo, serverUrl } = github
  const api = createGitHubClient({ ...limits, token: inputs.token, owner, repo })
  const from = (file: string) => path.posix.join(inputs.workingDirectory, file)
  return {
    env,
    inputs,
    github,
    output,
    api,
    isAgent: createIsAgent(inputs.agents),
    mayWrite: oncePer((login) => mayWrite(api, login)),
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
  // Mode comment needs no checkout.
  if (mode === 'comment' || statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  const message = `there is no folder \`${workingDirectory}\` in the checkout`
  throw new InputError([{ input: 'working-directory', message, fix: 'working-directory: .' }])
}
