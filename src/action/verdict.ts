/** From evidence to a verdict, and what of it stands in the log. */
import { posix } from 'node:path'
import { sha256 } from '../adapters/git/git.ts'
import { createReferenceLookup, readFileAt } from '../adapters/pull-request.ts'
import { readShippedProbe } from '../adapters/python-probe/python-probe.ts'
import { decide, type Question } from '../app/decide.ts'
import { describeProblem, type Evidence, gather } from '../app/gather.ts'
import { redactText } from '../app/redact.ts'
import { isPerson } from '../core/asked.ts'
import type { Commands } from '../core/case.ts'
import { isProbeScript, VENDORED_PROBE } from '../core/content.ts'
import type { Unused } from '../core/model.ts'
import type { PullRequest } from '../core/pull-request.ts'
import type { Verdict } from '../core/verdict-model.ts'
import { InputError } from './inputs.ts'
import type { JudgedPlace, RunContext } from './run-context.ts'

/** What is claimed, without any file of a place. Throws InputError for a claims file that is not one. */
export async function gatherClaims(
  { api, inputs, inRepository, net }: RunContext,
  { files, git, base }: JudgedPlace,
  pull: PullRequest | undefined,
): Promise<Evidence> {
  const baseClaims = pull && (async () => readFileAt(api, inRepository.claims, await base(pull)))
  // Read on the disk only: through the interface each file is a request, and there no probe was started.
  const probes = pull && {
    shipped: readShippedProbe,
    atBase: async (file: string) => readFileAt(api, posix.join(inputs.workingDirectory, file), await base(pull)),
  }
  const onDisk = inputs.mode === 'comment' ? undefined : probes
  const needs = { files, git, sources: [], net, sha256, baseClaims, probes: onDisk }
  const gathered = await gather(needs, inputs.claims)
  if (gathered.ok) return gathered.evidence
  const problems = gathered.problems.map((problem) => ({
    input: 'claims',
    message: describeProblem(gathered.file, problem),
    fix: `claims: ${inputs.claims}`,
  }))
  throw new InputError(problems)
}

/** Loosening the gate needs write access. GitHub is asked for it only if this pull request loosens the gate. */
async function mayLoosen(run: RunContext, pull: PullRequest | undefined, evidence: Evidence): Promise<boolean> {
  const { isAgent, mayWrite } = run
  const { claims, baseClaims, loosened } = evidence
  const isOwner = (one: PullRequest) =>
    // Who is an agent at the base does not become a person by a pull request of its own.
    !one.authorIsBot && [claims, baseClaims].every((said) => isPerson(one, { claims: said, isAgent }))
  return loosened.length > 0 && pull !== undefined && isOwner(pull) && (await mayWrite(pull.author)) === true
}

/** A test command that this pull request changed, by somebody who may not, is not started. */
export const isCommandHeld = async (run: RunContext, pull: PullRequest | undefined, evidence: Evidence) =>
  evidence.loosened.some(({ what }) => what === 'command changed') && !(await mayLoosen(run, pull, evidence))

export async function decideFor(
  run: RunContext,
  pull: PullRequest | undefined,
  question: Omit<Question, 'authorMayLoosen' | 'failOn'>,
): Promise<Verdict> {
  const { api, inputs } = run
  const authorMayLoosen = await mayLoosen(run, pull, question.evidence)
  const lookup = pull && createReferenceLookup(api, pull, run.inRepository.probes, run.github.serverUrl)
  return decide({ ...question, authorMayLoosen, failOn: inputs.failOn }, lookup)
}

/** How the fixes name things; `tracked` are the repository's files, where they are known. */
export function commandsOf({ inputs }: RunContext, tracked: readonly string[] | undefined): Commands {
  const probe = tracked?.find(isProbeScript) ?? VENDORED_PROBE
  return { probe: `python ${probe}`, probesFolder: inputs.probes, rerun: 'push' }
}

/** Files that were found and not used stand in the log: there a missing file is looked for first. */
export async function logNotes({ output, net }: RunContext, notes: readonly Unused[]): Promise<void> {
  for (const { message } of notes) output.log.info(redactText(await net(), message).text)
}

/** A secret in a file has to be revoked, so it is also a warning of the step. */
export function logRedacted({ output }: RunContext, { redacted = [] }: Verdict): void {
  for (const where of new Set(redacted.map((one) => one.where))) {
    const kinds = redacted.flatMap((one) => (one.where === where ? [one.kind] : [])).join(', ')
    output.log.warning(
      `${where} held what looks like a secret (${kinds}); it was replaced before anything left: revoke it`,
    )
  }
}
