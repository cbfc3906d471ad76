/** One project and one pull request, looked at once from each place: what all stories are told with. */

import type { Place, Reference } from '../../../src/core/model.ts'
import { createRepo, type Files, type Repo } from '../../support/repo.ts'
import { checkOut, type Look, look, onMachine, settled } from './desk.ts'
import { type Content, contentOf, edited } from './text.ts'

export const CLAIMS = {
  salt: 'ab'.repeat(16),
  packages: ['pytest', { name: 'demo', from: 'repo' }],
  env: ['MODE'],
  tests: { command: ['python', '-m', 'pytest', '-q'] },
}

const MACHINE: { readonly [P in Place]: string } = { local: 'laptop', box: 'agents-box', ci: 'runner' }

export const PROJECT: Files = {
  '.gitignore': '.venv\n__pycache__/\n.pytest_cache/\n.host_fingerprint.json\nprobes/*.log\n.env\n',
  'README.md': 'Demo\n',
  'demo/__init__.py': 'ANSWER = 41\n',
  'tests/test_demo.py': 'import demo\n\n\ndef test_demo():\n    assert demo.ANSWER\n',
}

export interface Story {
  readonly repo: Repo
  /** Commits by name: base, c1 to c4, and merges of them. */
  readonly sha: { readonly [name: string]: string }
  /** A real look at a commit from a place; the same one is made once. */
  seen(place: Place, at: string, options?: Look): Promise<string>
  content(at: string): Content
  /** What the runner saw at the merge, as it would say at another one: only the content is that one's. */
  ranAt(merge: string): Promise<string>
  /** The pull request whose head is `head`, merged as `merge`. */
  reference(head: string, merge: string, commits: readonly string[]): Reference
}

/** Everything that may become of the pull request is committed first, in one order: the same ids on every machine. */
export async function createStory(claims: object = CLAIMS, files: Files = PROJECT): Promise<Story> {
  const repo = createRepo({ ...files, 'probes/claims.json': `${JSON.stringify(claims)}\n` })
  const sha: Record<string, string> = { base: repo.sha() }
  repo.branch('topic')
  for (const n of [1, 2, 3, 4])
    sha[`c${n}`] = repo.commit(`Step ${n}`, { 'demo/__init__.py': `ANSWER = ${41 + n}\n` })
  sha.merge = merge(repo, sha.base ?? '', 'topic')
  moveOn(repo, sha)
  return { repo, sha, ...lookers(repo, sha) }
}

/** Each head, and the merge of it that ci would test under `<name>-merge`. */
function moveOn(repo: Repo, sha: Record<string, string>): void {
  const start = (name: string, at: string) => repo.git('checkout', '--quiet', '-B', name, at)
  const end = (name: string, base = sha.base ?? '') => {
    sha[name] ??= repo.sha()
    sha[`${name}-merge`] = merge(repo, base, sha[name] ?? '')
  }
  start('moved', 'main')
  const moved = repo.commit('Meanwhile on main', { 'docs/other.md': 'Other\n' })
  sha['moved-merge'] = merge(repo, moved, 'topic')
  start('squashed', 'main')
  repo.git('merge', '--squash', '--quiet', 'topic')
  sha.squashed = repo.commit('All of it')
  end('squashed')
  start('rebased', 'topic')
  repo.git('rebase', '--quiet', moved)
  end('rebased', moved)
  start('updated', 'topic')
  repo.merge(moved)
  end('updated', moved)
  start('later', sha.merge ?? '')
  repo.commit('Another story', { 'demo/__init__.py': 'ANSWER = 50\n' })
  end('later', sha.merge)
  start('documented', 'topic')
  repo.commit('Say it better', { 'README.md': 'A better demo\n' })
  end('documented')
  start('only-docs', 'main')
  repo.commit('A better readme', { 'README.md': 'The best demo\n' })
  end('only-docs')
}

/** As GitHub makes it for a check: detached, base first. */
function merge(repo: Repo, base: string, head: string): string {
  repo.checkout(base)
  repo.git('checkout', '--quiet', '--detach')
  const sha = repo.merge(head)
  // A clone brings only what a name leads to.
  repo.git('tag', `merge-${sha}`)
  return sha
}

function lookers(repo: Repo, sha: { readonly [name: string]: string }): Omit<Story, 'repo' | 'sha'> {
  const texts = new Map<string, Promise<string>>()
  const content = (name: string): Content => contentOf(repo, sha[name] ?? name)
  const seen: Story['seen'] = (place, name, options = {}) =>
    once(texts, JSON.stringify([place, name, options]), async () => {
      const env = { MODE: 'strict', ...options.env }
      // Its own checkout: what one look leaves behind is not there for the next.
      const text = await look(place, await checkOut(repo, sha[name] ?? name), { ...options, env })
      return settled(onMachine(text, MACHINE[place]))
    })
  return {
    content,
    seen,
    async ranAt(merged) {
      const text = await seen('ci', 'merge')
      if (merged === 'merge') return text
      const { sha: head, content: id } = content(merged)
      const [, ...parents] = repo.git('rev-list', '--parents', '--max-count=1', head).split(' ')
      return edited(text, {
        probe: { ci: { sha: head } },
        git: { head, parents, head_content: id, tree_content: id },
        tests: { content_before: id, content_after: id },
      })
    },
    reference(head, merged, commits) {
      const [h, m] = [content(head), content(merged)]
      return {
        merge: m.content,
        mergeSha: m.sha,
        head: h.content,
        headSha: h.sha,
        commits: commits.map((name) => sha[name] ?? name),
        pullRequest: true,
      }
    },
  }
}

function once<T>(known: Map<string, Promise<T>>, key: string, make: () => Promise<T>): Promise<T> {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}
