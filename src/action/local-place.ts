/** The place of this job: its files, its git and its probe. Under pull_request_target none of them starts anything. */

import path from 'node:path'
import { createActionsExec } from '../adapters/actions-exec.ts'
import { originOf } from '../adapters/artifact-source/candidates.ts'
import { createFiles } from '../adapters/files.ts'
import { createAskGit } from '../adapters/git/ask.ts'
import { createGit, readParents } from '../adapters/git/git.ts'
import { createExec, findProgram, withoutActionVariables } from '../adapters/process.ts'
import { createPythonProbe } from '../adapters/python-probe/python-probe.ts'
import type { Files, Git, ProbeRequest } from '../app/ports.ts'
import { failedProbe, type ProbedHere, probeHere } from '../app/probe-here.ts'
import { writeClean } from '../app/redact.ts'
import { messageOf } from '../core/fault.ts'
import { once, oncePer } from '../core/once.ts'
import { placeName } from '../core/place.ts'
import type { PullRequest } from '../core/pull-request.ts'
import { findBase, isHeadOfMerge, referenceTo } from './pull.ts'
import { readReference } from './remote-place.ts'
import type { JudgedPlace, RunContext } from './run-context.ts'

interface LocalPlace extends JudgedPlace {
  /** Begins with what needs no answer from GitHub: which interpreter it is. */
  prepare(): void
}

export function openLocalPlace(run: RunContext): LocalPlace {
  const { cwd, inputs, env, github } = run
  const files = createFiles(cwd)
  const reports = {
    files,
    folder: inputs.probes,
    pathOf: (file: string) => file && path.posix.join(inputs.workingDirectory, file),
  }
  const request: ProbeRequest = { ...inputs, cwd }
  if (github.event === 'pull_request_target')
    return {
      files,
      git: SILENT_GIT,
      reports,
      prepare: () => {},
      // The token can write there, and a workflow may have checked out a stranger's code: nothing is started, not even git.
      probe: async () =>
        failedProbe(request, {
          message: 'under pull_request_target nothing is started, so this place is not probed',
          fix: 'on: pull_request',
        }),
      base: (pull) => findBase(run, pull, undefined),
      reference: async (pull) => referenceTo(github, pull, undefined),
    }
  const childEnv = withoutActionVariables(env)
  const quiet = createExec(process.stdout)
  const ask = createAskGit({ exec: quiet, cwd, env: childEnv })
  const git = createGit(ask, inputs.probes)
  const which = (name: string) => findProgram(name, childEnv)
  const checkout = once(async () => {
    const head = await git.head()
    const parents = head && (await readParents(ask, head.sha))
    return head && parents && { ...head, parents }
  })
  const exec = createActionsExec({ progress: process.stdout, quiet, find: which })
  const runner = createPythonProbe({ exec, git, which, env: childEnv })
  return {
    files,
    git,
    reports,
    prepare: () => runner.prepare(request),
    probe: (started, held) => {
      const asked = held ? { ...request, tests: 'never' as const } : request
      return probe(run, asked, files, () => probeHere(runner, asked, started))
    },
    base: oncePer(async (pull: PullRequest) => findBase(run, pull, await checkout())),
    async reference(pull) {
      const here = await checkout()
      const known = referenceTo(github, pull, here)
      if (!pull || !here || !isHeadOfMerge(github, pull, here)) return known
      // ci has to test the merge, whatever this job has checked out.
      const merged = await readReference(run, { ...pull, mergeSha: github.sha })
      return { ...merged, reference: { ...merged.reference, head: here.content } }
    },
  }
}

async function probe(
  { inputs, output, github, net }: RunContext,
  request: ProbeRequest,
  files: Files,
  look: () => Promise<ProbedHere>,
): Promise<ProbedHere> {
  const refused = await problemOfFolder(files, inputs.probes)
  if (refused !== undefined)
    return failedProbe(request, { message: refused, fix: 'make it a folder of this repository' })
  const probed = await output.inert(`Probe ${placeName(inputs)}`, look)
  if (!probed.ok) return probed
  output.log.info(`probed by ${probed.interpreter.why}`)
  const file = path.posix.join(inputs.probes, `${placeName(inputs)}.txt`)
  const redacted = await writeClean(await net(), files, { file, probe: probed.probe })
  const origin = { run: String(github.runId), ...originOf(github.workflow, github.actor) }
  const provenance = { ...probed.probe.provenance, ...origin }
  return { ...probed, probe: { ...probed.probe, provenance }, redacted }
}

/** The probe writes where it is told to: a link would lead it out of the workspace. */
const problemOfFolder = (files: Files, probes: string): Promise<string | undefined> =>
  files.list(probes).then(() => undefined, messageOf)

const SILENT_GIT: Git = {
  trackedFiles: async () => undefined,
  state: async () => 'no-git',
  isTracked: async () => true,
  head: async () => undefined,
}
