import { createRequire } from 'node:module'
import type { Pull } from './bed.ts'

/** Webhook payloads as GitHub documents them, about the bed's repository; what a test is about is overridden. */
export interface Payload {
  [name: string]: unknown
}
interface Definition {
  readonly name: string
  readonly examples: readonly Payload[]
}

const require = createRequire(import.meta.url)
const definitions = require('@octokit/webhooks-examples') as readonly Definition[]

const HOME = { id: 1, name: 'demo', full_name: 'octo/demo', owner: { login: 'octo', id: 2, type: 'User' } }

/** A deep copy of the first example of an event that fits. */
function example(name: string, fits: (payload: Payload) => boolean = () => true): Payload {
  const found = definitions.find((one) => one.name === name)?.examples.find(fits)
  if (!found) throw new Error(`no example of ${name}`)
  return { ...structuredClone(found), repository: HOME }
}

/** The pull request of the bed as an event tells of it; also what pull_request_target says. */
export function pullRequestEvent(pull: Pull, more: Payload = {}): Payload {
  const payload = example('pull_request', (one) => one.action === 'synchronize')
  const { head, base, user, ...rest } = pull
  const account = typeof user === 'string' ? { login: user, type: user.endsWith('[bot]') ? 'Bot' : 'User' } : user
  return {
    ...payload,
    number: pull.number,
    pull_request: {
      ...(payload.pull_request as Payload),
      ...rest,
      html_url: `https://github.com/octo/demo/pull/${pull.number}`,
      merge_commit_sha: null,
      user: account ?? null,
      head: { ...head, repo: head.repo === undefined ? HOME : repositoryOf(head.repo) },
      base: { ...base, repo: HOME },
    },
    ...more,
  }
}

const repositoryOf = (repo: Pull['head']['repo']) =>
  repo ? { ...repo, owner: { login: repo.owner ?? repo.full_name.split('/')[0], type: 'User' } } : null

/** `base`: what the group is put on. */
export const mergeGroupEvent = (headRef: string, base?: string): Payload => {
  const payload = example('merge_group')
  const own = { head_ref: headRef, ...(base === undefined ? {} : { base_sha: base }) }
  return { ...payload, merge_group: { ...(payload.merge_group as Payload), ...own } }
}

export const pushEvent = (more: Payload = {}): Payload => ({
  ...example('push', (one) => one.deleted === false && String(one.ref).startsWith('refs/heads/')),
  ...more,
})

/** `run` overrides what is said of the run that ended. */
export const workflowRunEvent = (run: Payload): Payload => {
  const payload = example('workflow_run', (one) => one.action === 'completed')
  return {
    ...payload,
    workflow_run: {
      ...(payload.workflow_run as Payload),
      event: 'pull_request',
      path: '.github/workflows/ci.yml',
      ...run,
    },
  }
}

export const issueCommentEvent = (issue: Payload): Payload => {
  const payload = example('issue_comment')
  return { ...payload, issue: { ...(payload.issue as Payload), ...issue } }
}
