/** This place: its files, its git and its probe. Under pull_request_target none of them starts anything. */
import path from 'node:path'
import { createActionsExec } from '../adapters/actions-exec.ts'
import { originOf } from '../adapters/artifact-source/run.ts'
import { createFiles } from '../adapters/files.ts'
import { readParents } from '../adapters/git/commit-parents.ts'
import { createGit } from '../adapters/git.ts'
import { createExec, findProgram, withoutActionVariables } from '../adapters/process.ts'
import { createPythonProbe } from '../adapters/python-probe.ts'
import type { Files, Git, ProbeRequest, ProbeRunner } from '../app/ports.ts'
import { type ProbedHere, probeHere } from '../app/probe-here.ts'
import { writeClean } from '../app/redact.ts'
import { placeName } from '../core/place.ts'
import type { Checkout } from './pull.ts'
import type { Session } from './session.ts'

export interface Here {
  readonly files: Files
  readonly git: Git
  /** Begins with what needs no answer from anybody: which interpreter it is. */
  prepare(): void
  /** `started`: from then on there is time for other work. */
  probe(started?: () => void): Promise<ProbedHere>
  /** What is checked out; undefined where git does not say. */
  checkout(): Promise<Checkout | undefined>
}

export function openPlace(session: Session): Here {
  const { cwd, inputs, env } = session
  const files = createFiles(cwd)
  if (session.context.event === 'pull_request_target')
    return {
      files,
      git: silentGit,
      prepare: () => {},
      // The base is checked out there, with a token that can write: nothing of it may run, not even git.
      probe: async () =>
        unprobed(
          session,
          'under pull_request_target nothing is started, so this place is not probed',
          'on: pull_request',
        ),
      checkout: async () => undefined,
    }
  const childEnv = withoutActionVariables(env)
  const quiet = createExec(process.stdout)
  const git = createGit(quiet, cwd, inputs.probes, childEnv)
  const which = (name: string) => findProgram(name, childEnv)
  const exec = createActionsExec({ progress: process.stdout, quiet, find: which })
  const runner = createPythonProbe({ exec, git, which, env: childEnv })
  return {
    files,
    git,
    prepare: () => runner.prepare(requestOf(session)),
    probe: (started) => probe(session, { files, runner, started }),
    async checkout() {
      const head = await git.head()
      const parents = head && (await readParents(quiet, cwd, head.sha, childEnv))
      return head && parents && { ...head, parents }
    },
  }
}

interface Probing {
  readonly files: Files
  readonly runner: ProbeRunner
  readonly started: (() => void) | undefined
}

function requestOf({ inputs, cwd }: Session): ProbeRequest {
  const { place, leg, python, claims, probes, tests } = inputs
  return { place, python, cwd, claims, probes, tests, ...(leg === undefined ? {} : { leg }) }
}

async function probe(session: Session, { files, runner, started }: Probing): Promise<ProbedHere> {
  const { inputs, output, context, net } = session
  const quiet = { info: () => {}, warning: () => {} }
  const refused = await lookAtFolder(files, inputs.probes)
  if (refused !== undefined) return unprobed(session, refused, 'make it a folder of this repository')
  const probed = await output.inert(`Probe ${placeName(inputs)}`, () =>
    probeHere(runner, requestOf(session), quiet, started),
  )
  if (!probed.ok) return probed
  output.log.info(`probed by ${probed.interpreter.why}`)
  const file = path.posix.join(inputs.probes, `${placeName(inputs)}.txt`)
  const redacted = await writeClean(await net(), files, { file, probe: probed.probe })
  const origin = { run: String(context.runId), ...originOf(context.workflow, context.actor) }
  const provenance = { ...probed.probe.provenance, ...origin }
  return { ...probed, probe: { ...probed.probe, provenance }, redacted }
}

/** The probe writes where it is told to: a link would lead it out of the workspace. */
async function lookAtFolder(files: Files, probes: string): Promise<string | undefined> {
  try {
    await files.list(probes)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function unprobed({ inputs }: Session, message: string, fix: string): ProbedHere {
  const { place, leg } = inputs
  return {
    ok: false,
    why: 'usage',
    unprobed: { place, ...(leg === undefined ? {} : { leg }), reason: 'PROBE_ERROR', fact: message },
    fault: { where: 'probe', message, fix },
  }
}

const silentGit: Git = {
  trackedFiles: async () => undefined,
  state: async () => 'no-git',
  isTracked: async () => true,
  head: async () => undefined,
}
