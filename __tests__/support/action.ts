import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { Limits } from '../../src/action/run-context.ts'
import { sha256 } from '../../src/adapters/git/git.ts'
import type { Place } from '../../src/core/model.ts'
import { inputsOf } from './bed/inputs.mjs'
import { type ActionRun, atRoot, type Bed, type Pull, type Run, type RunOptions, runAction } from './bed.ts'
import { pullRequestEvent } from './events.ts'
import { type FactOverrides, factsOf } from './facts.ts'
import { createFolder, createRepo, type Files, gitIn, type Repo, writeFiles } from './repo.ts'
import { writeProbeFile } from './write-probe-file.ts'

export const ACTION_YML = atRoot('action.yml')
const MAIN = atRoot('dist/action/index.js')

export interface Started {
  readonly bed: Bed
  /** What is checked out, at its HEAD; without one the workspace is empty. */
  readonly repo?: Repo
  readonly run: Run
  readonly event: unknown
  readonly eventName?: string
  readonly with?: Record<string, string>
  readonly matrix?: Record<string, unknown>
  readonly token?: string
  readonly env?: Record<string, string | undefined>
  /** What the steps before did in the workspace. */
  readonly before?: (workspace: string) => void
  /** In this process: a tenth of the time, where the start itself is not what is tested. */
  readonly here?: boolean
  /** Of the run in this process. */
  readonly limits?: Limits
}

/** Starts the built action, as the runner does, on a checkout as actions/checkout makes it. */
export async function startAction(options: Started): Promise<ActionRun> {
  const { bed, repo, run, event, matrix = null, token = bed.token } = options
  const dir = createFolder('action-')
  const workspace = path.join(dir, 'work/demo/demo')
  if (repo) {
    execFileSync('git', ['clone', '--quiet', '--no-checkout', repo.dir, workspace])
    execFileSync('git', ['-C', workspace, 'checkout', '--quiet', '--detach', repo.sha()])
  }
  options.before?.(workspace)
  const { inputs, warnings } = inputsOf(ACTION_YML, options.with, { github: { token }, matrix })
  if (warnings.length > 0) throw new Error(warnings.join('; '))
  const start = options.here ? await startHere(options.limits) : runAction
  return start({
    main: MAIN,
    dir,
    inputs,
    event,
    eventName: options.eventName ?? 'pull_request',
    server: bed,
    run,
    env: {
      GITHUB_SHA: repo?.sha(),
      GITHUB_RUN_ATTEMPT: String(run.run_attempt ?? 1),
      GITHUB_WORKFLOW_REF: 'octo/demo/.github/workflows/ci.yml@refs/pull/7/merge',
      NO_PROXY: '127.0.0.1,localhost',
      ...options.env,
    },
  })
}

/** The source is loaded for this alone: the built action needs none of it. */
async function startHere(limits: Limits | undefined): Promise<typeof runAction> {
  const { runHere } = await import('./in-process.ts')
  return (run: RunOptions) => runHere(run, { late: [], ...limits })
}

export interface Scene {
  readonly repo: Repo
  readonly pull: Pull
  readonly event: unknown
}

/**
 * A pull request with one commit on `topic`, merged for the test into `main`; the bed knows all commits.
 * `meanwhile` went into `main` since: then the merge has another content than the head.
 */
export function openPull(bed: Bed, files: Files, more: Partial<Pull> = {}, meanwhile?: Files): Scene {
  const repo = createRepo({ 'README.md': 'demo\n', ...baseOf(files) })
  const forkedSha = repo.sha()
  repo.branch('topic')
  const headSha = repo.commit('Change', files)
  repo.checkout('main')
  const baseSha = meanwhile ? repo.commit('Meanwhile', meanwhile) : forkedSha
  repo.merge('topic')
  for (const sha of new Set([forkedSha, baseSha, headSha]))
    bed.gh.addCommit({ sha, files: filesAt(repo, sha), parents: sha === forkedSha ? [] : [forkedSha] })
  const pull = bed.gh.addPull({
    number: 7,
    body: 'words',
    user: 'octocat',
    author_association: 'MEMBER',
    ...more,
    head: { ref: 'topic', sha: headSha, ...more.head },
    base: { ref: 'main', sha: baseSha, ...more.base },
  })
  return { repo, pull, event: pullRequestEvent(pull) }
}

/** claims.json is on the base already: a first one would be no loosening, but it would be another story. */
const baseOf = (files: Files): Files =>
  'probes/claims.json' in files ? { 'probes/claims.json': files['probes/claims.json'] ?? null } : {}

const filesAt = (repo: Repo, sha: string) =>
  Object.fromEntries(
    repo
      .git('ls-tree', '-r', '--name-only', sha)
      .split('\n')
      .map((file) => [file, `${repo.git('show', `${sha}:${file}`)}\n`]),
  )

/** Facts of a place about the content that is checked out there: green, and of this pull request. */
export async function factsAt(
  scene: Scene,
  place: Place,
  claims: string,
  overrides: FactOverrides = {},
): Promise<string> {
  const { repo, pull } = scene
  const git = gitIn(repo.dir)
  const head = await git.head()
  if (!head) throw new Error('the repository has no content')
  const facts = factsOf(place, {
    probe: { claims: sha256(claims), ...overrides.probe },
    git: {
      head: place === 'ci' ? head.sha : pull.head.sha,
      ...(place === 'ci' ? { parents: [pull.base.sha, pull.head.sha] } : {}),
      head_content: head.content,
      tree_content: head.content,
      ...overrides.git,
    },
    tests: { content_before: head.content, content_after: head.content, ...overrides.tests },
    ...Object.fromEntries(Object.entries(overrides).filter(([key]) => !['probe', 'git', 'tests'].includes(key))),
  })
  return writeProbeFile(facts)
}

/**
 * A program that answers like a Python and, asked to probe, writes this text; `says` is what it prints.
 * Its path goes into the input `python`.
 */
export function pretendPython(text: string, says = ''): string {
  const dir = createFolder('python-')
  writeFiles(dir, { 'file.txt': text, 'says.txt': says })
  const python = path.join(dir, 'python')
  const script = `#!/bin/sh
case " $* " in *" -c "*) printf 'where-it-ran:3.12'; exit 0;; esac
cat '${dir}/says.txt'
while [ $# -gt 0 ]; do [ "$1" = --out ] && out=$2; shift; done
mkdir -p "$(dirname "$out")" && cat '${dir}/file.txt' > "$out"
`
  fs.writeFileSync(python, script, { mode: 0o755 })
  return python
}
