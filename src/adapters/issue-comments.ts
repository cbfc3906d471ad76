/** The comments of a pull request, all pages, asked once and shared by those who read and those who write. */

import type { CommentListing, GitHubApi, PullComment } from '../app/ports.ts'
import { once } from '../core/once.ts'
import { fieldsOf, idOf, textOf } from '../core/pull-request.ts'

/** GitHub takes no more than 2,500 comments today. */
const MAX_PAGES = 60

export const createCommentListing = (api: GitHubApi, pullNumber: number): CommentListing =>
  once(() => listComments(api, pullNumber))

/** Ascending by id, as GitHub lists them. */
export async function listComments(api: GitHubApi, pullNumber: number): ReturnType<CommentListing> {
  const route = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments'
  const answer = await api.askAll(route, { issue_number: pullNumber }, MAX_PAGES)
  if (!answer.ok) return answer
  return { ok: true, comments: answer.data.flatMap((item) => parseComment(item) ?? []) }
}

/** undefined: not a comment. */
function parseComment(value: unknown): PullComment | undefined {
  const comment = fieldsOf(value)
  const user = fieldsOf(comment.user)
  const id = idOf(comment.id)
  if (id === undefined) return undefined
  return {
    id,
    author: textOf(user.login),
    authorIsBot: user.type === 'Bot',
    association: textOf(comment.author_association),
    body: textOf(comment.body),
    url: textOf(comment.html_url),
    edited: comment.created_at !== comment.updated_at,
  }
}
