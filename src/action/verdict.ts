/** From evidence to a verdict: what the three modes have in common. */
import { sha256 } from '../adapters/git.ts'
import { createReferenceLookup, mayWrite, readFileAt } from '../adapters/pull-request.ts'
import { decide, type Question } from '../app/decide.ts'
import { type Evidence, gather } from '../app/gather.ts'
import type { Files, Git, ReferenceLookup, Source } from '../app/ports.ts'
import { redactText } from '../app/redact.ts'
import type { Unused } from '../core/model.ts'
import type { PullRequest } from '../core/pull-request.ts'
import type { Verdict } from '../core/verdict-model.ts'
import { InputError } from './inputs.ts'
import type { Session } from './session.ts'

export interface EvidenceNeeds {
  readonly files: Files
  readonly git: Git
  readonly sources: readonly Source[]
  readonly pull: PullRequest | undefined
}

/** Throws InputError for a claims file that is not one, with every problem it has. */
export async function gatherEvidence(session: Session, needs: EvidenceNeeds): Promise<Evidence> {
  const { api, inputs, inRepository, net } = session
  const { pull, ...rest } = needs
  const baseClaims = pull && { baseClaims: () => readFileAt(api, inRepository.claims, pull.baseSha) }
  const gathered = await gather({ ...rest, net, sha256, ...baseClaims }, inputs.claims)
  if (gathered.ok) return gathered.evidence
  const problems = gathered.problems.map(({ line, key, message }) => {
    const where = [gathered.file, ...(line === undefined ? [] : [String(line)])].join(':')
    return {
      input: 'claims',
      message: `${where}: ${key ? `${key} ` : ''}${message}`,
      fix: `claims: ${inputs.claims}`,
    }
  })
  throw new InputError(problems)
}

/** Whoever loosens the gate needs the right to; asked only where somebody does. */
export async function decideFor(
  session: Session,
  pull: PullRequest | undefined,
  question: Omit<Question, 'authorMayLoosen' | 'failOn'>,
): Promise<Verdict> {
  const { api, inputs } = session
  const loosened = question.evidence.loosened.length > 0
  const authorMayLoosen =
    loosened && pull !== undefined && !pull.authorIsBot && (await mayWrite(api, pull.author))
  return decide({ ...question, authorMayLoosen, failOn: inputs.failOn }, pull && lookupFor(session, pull))
}

const lookupFor = ({ api, inRepository }: Session, pull: PullRequest): ReferenceLookup =>
  createReferenceLookup(api, pull, { probesFolder: inRepository.probes, sha256 })

/** What was found and did not serve, in the log, where somebody looks for a missing file. */
export async function logNotes({ output, net }: Session, notes: readonly Unused[]): Promise<void> {
  for (const { message } of notes) output.log.info(redactText(await net(), message).text)
}

/** A secret that nearly left is worth more than a line in the report: it has to be revoked. */
export function tellRedacted({ output }: Session, { redacted = [] }: Verdict): void {
  for (const where of new Set(redacted.map((one) => one.where))) {
    const kinds = redacted.flatMap((one) => (one.where === where ? [one.kind] : [])).join(', ')
    output.log.warning(
      `${where} held what looks like a secret (${kinds}); it was replaced before anything left: revoke it`,
    )
  }
}
