/** The event that started this run, as a narrow parameter: what is odd leads to no pull request and a reason. */
import { readFileSync } from 'node:fs'
import { type Fields, fieldsOf, idOf, isSha, type PullRequest, parsePullRequest, textOf } from '../core/pull-request.ts'

/** Where the pull request of this run is to be found. Nothing here is a guess. */
export type PullHint =
  | { readonly from: 'payload'; readonly pull: PullRequest }
  | { readonly from: 'number'; readonly number: number }
  /** A push: the open pull request whose head is this commit. */
  | { readonly from: 'commit'; readonly sha: string }
  /** A workflow_run: the open pull request with this head. */
  | { readonly from: 'run'; readonly run: TriggeringRun }
  | { readonly from: 'nowhere'; readonly why: string }

/** The run that a workflow_run event is about. */
export type TriggeringRun = NonNullable<ReturnType<typeof parseRun>>

export interface GitHubContext {
  /** `pull_request`, `push` … */
  readonly event: string
  readonly owner: string
  readonly repo: string
  readonly repositoryId?: number | undefined
  readonly runId: number
  readonly attempt: number
  /** GITHUB_SHA: for a pull request the test merge commit. */
  readonly sha: string
  /** Path of the workflow, `.github/workflows/ci.yml`. */
  readonly workflow: string
  /** Login of who started this attempt. */
  readonly actor: string
  readonly serverUrl: string
  readonly hint: PullHint
  /** In a merge queue: what this group is put on. */
  readonly groupBase?: string
}

/** Reads what the runner says; a payload that can't be read is an odd event, not a crash. */
export function readGitHubContext(env: NodeJS.ProcessEnv): GitHubContext {
  const payload = readPayload(env.GITHUB_EVENT_PATH)
  const [owner = '', repo = ''] = (env.GITHUB_REPOSITORY ?? '').split('/')
  const repositoryId = idOf(Number(env.GITHUB_REPOSITORY_ID)) ?? idOf(fieldsOf(payload?.repository).id)
  const event = env.GITHUB_EVENT_NAME ?? ''
  const groupBase = fieldsOf(payload?.merge_group).base_sha
  return {
    event,
    owner,
    repo,
    repositoryId,
    runId: idOf(Number(env.GITHUB_RUN_ID)) ?? 0,
    attempt: idOf(Number(env.GITHUB_RUN_ATTEMPT)) ?? 1,
    sha: env.GITHUB_SHA ?? '',
    workflow: (env.GITHUB_WORKFLOW_REF ?? '').replace(/@.*$/, '').split('/').slice(2).join('/'),
    actor: env.GITHUB_TRIGGERING_ACTOR || (env.GITHUB_ACTOR ?? ''),
    serverUrl: env.GITHUB_SERVER_URL ?? 'https://github.com',
    ...(event === 'merge_group' && isSha(groupBase) ? { groupBase } : {}),
    hint: payload
      ? findHint(event, payload, env, repositoryId)
      : { from: 'nowhere', why: 'the event could not be read' },
  }
}

export const workflowFile = (path: string): string => path.split('/').at(-1) ?? ''

function readPayload(file: string | undefined): Fields | undefined {
  if (!file) return undefined
  try {
    const payload: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof payload === 'object' && payload !== null ? fieldsOf(payload) : undefined
  } catch {
    return undefined
  }
}

/** From event and payload to where the pull request is; a pure function of what it is given. */
export function findHint(event: string, payload: Fields, env: NodeJS.ProcessEnv, repositoryId?: number): PullHint {
  switch (event) {
    case 'pull_request':
    case 'pull_request_target':
    case 'pull_request_review':
    case 'pull_request_review_comment':
      return fromPull(payload, repositoryId)
    case 'merge_group':
      return fromMergeGroup(payload)
    case 'issue_comment':
      return fromIssue(payload)
    case 'workflow_run':
      return fromRun(payload)
    case 'push':
      return fromPush(payload, env)
    case 'workflow_dispatch':
      return nowhere('workflow_dispatch names no pull request: give one with pr-number')
    default:
      return nowhere(`a ${event || 'nameless'} event belongs to no pull request`)
  }
}

const nowhere = (why: string): PullHint => ({ from: 'nowhere', why })

function fromPull(payload: Fields, repositoryId?: number): PullHint {
  const pull = parsePullRequest(payload.pull_request, repositoryId)
  if (!pull) return nowhere('the event describes no pull request of this repository')
  const edited = payload.action === 'edited' && fieldsOf(payload.changes).body !== undefined
  return { from: 'payload', pull: edited ? { ...pull, bodyEdited: true } : pull }
}

/** The payload has no number; the name of the group's branch has the last one's. */
function fromMergeGroup(payload: Fields): PullHint {
  const ref = textOf(fieldsOf(payload.merge_group).head_ref)
  const [, number] = /^refs\/heads\/gh-readonly-queue\/.+\/pr-(\d{1,10})-[0-9a-f]{40,64}$/.exec(ref) ?? []
  const found = idOf(Number(number))
  return found ? { from: 'number', number: found } : nowhere('the merge group names no pull request')
}

function fromIssue(payload: Fields): PullHint {
  const issue = fieldsOf(payload.issue)
  const number = idOf(issue.number)
  if (number === undefined || !issue.pull_request) return nowhere('the comment is not on a pull request')
  return { from: 'number', number }
}

function fromPush(payload: Fields, env: NodeJS.ProcessEnv): PullHint {
  if (payload.deleted === true) return nowhere('the branch was deleted')
  if (!textOf(payload.ref).startsWith('refs/heads/')) return nowhere('a tag belongs to no pull request')
  return isSha(env.GITHUB_SHA) ? { from: 'commit', sha: env.GITHUB_SHA } : nowhere('the push names no commit')
}

function fromRun(payload: Fields): PullHint {
  const run = fieldsOf(payload.workflow_run)
  if (!/^pull_request(_target)?$/.test(textOf(run.event)))
    return nowhere(`the run that ended was started by ${textOf(run.event) || 'nothing known'}, not by a pull request`)
  // One that waits for approval, or was skipped, has nothing to tell; one that goes on has not told all.
  if (textOf(payload.action) !== 'completed') return nowhere('the run has not ended: types: [completed]')
  if (['action_required', 'skipped'].includes(textOf(run.conclusion)))
    return nowhere(`the run that ended did nothing, its conclusion is ${textOf(run.conclusion)}`)
  const parsed = parseRun(run)
  return parsed ? { from: 'run', run: parsed } : nowhere('the fork of the run that ended is gone')
}

/** `workflow` is the path of its file, `actor` is empty where the account is gone, `startedAt` counts seconds from 1970. */
function parseRun(run: Fields) {
  const repository = fieldsOf(run.head_repository)
  const [id, headRepositoryId] = [idOf(run.id), idOf(repository.id)]
  const [headOwner, headBranch] = [textOf(fieldsOf(repository.owner).login), textOf(run.head_branch)]
  if (id === undefined || headRepositoryId === undefined || !isSha(run.head_sha)) return undefined
  if (!headOwner || !headBranch) return undefined
  return {
    id,
    attempt: idOf(run.run_attempt) ?? 1,
    headSha: run.head_sha,
    headBranch,
    headOwner,
    headRepositoryId,
    workflow: textOf(run.path).replace(/@.*$/, ''),
    startedAt: Math.floor(Date.parse(textOf(run.run_started_at)) / 1000) || 0,
    actor: textOf(fieldsOf(run.triggering_actor).login) || textOf(fieldsOf(run.actor).login),
  }
}
