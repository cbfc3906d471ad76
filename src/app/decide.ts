/** Use case: read every candidate, find out what it must be about, and judge. */

import type { Case } from '../core/case.ts'
import { faultOf } from '../core/fault.ts'
import { withoutWord } from '../core/judge/record.ts'
import { isAtContent, needsReference, olderCommits, patchesOf } from '../core/judge/reference.ts'
import type { Candidate, Fault, ProbeText } from '../core/model.ts'
import { readProbeFile } from '../core/probe-file/read.ts'
import { judgeCase } from '../core/verdict/verdict.ts'
import type { Verdict } from '../core/verdict-model.ts'
import type { Evidence } from './gather.ts'
import type { ReferenceLookup } from './ports.ts'

/** `faults` are those met outside gathering. */
export interface Question extends Omit<Case, 'candidates' | 'claims' | 'own' | 'loosened' | 'baseCommand' | 'unused'> {
  readonly evidence: Evidence
}

/** Never throws for what evidence or a lookup says: a broken lookup is a fault of the verdict. */
export async function decide(question: Question, lookup?: ReferenceLookup): Promise<Verdict> {
  const { evidence, ...rest } = question
  const foreign = evidence.loosened.some(({ what }) => what === 'probe changed')
  const candidates = evidence.texts.map(readCandidate).map((one) => (foreign ? withoutWord(one) : one))
  const patches = patchesOf(candidates, question.reference, question.ciFromFiles)
  const measured = { ...question, reference: { ...question.reference, patches } }
  const { reference, faults } = await complete(measured, candidates, lookup)
  return judgeCase({
    ...rest,
    candidates,
    claims: evidence.claims,
    own: evidence.own,
    loosened: evidence.loosened,
    baseCommand: evidence.baseClaims.testCommand,
    unused: evidence.notes,
    reference,
    faults: [...question.faults, ...evidence.faults, ...faults],
  })
}

const readCandidate = ({ provenance, named, text, problem }: ProbeText): Candidate => ({
  provenance,
  ...named,
  reading: problem ? { ok: false, problems: [problem] } : readProbeFile(text),
})

/** Asks about the pull request only what some file needs; mostly the content at its head settles it. */
async function complete(
  { reference, asked, evidence: { claims } }: Question,
  candidates: readonly Candidate[],
  lookup: ReferenceLookup | undefined,
): Promise<Pick<Case, 'reference' | 'faults'>> {
  const faults: Fault[] = []
  const attempt = async <T>(what: string, ask: () => Promise<T> | undefined): Promise<T | undefined> => {
    try {
      return await ask()
    } catch (error) {
      faults.push(faultOf('api', error, what))
      return undefined
    }
  }
  const head = needsReference(candidates, reference).head
    ? await attempt('content of the head', () => lookup?.headContent())
    : undefined
  const withHead = head === undefined ? reference : { ...reference, head }
  const commits = needsReference(candidates, withHead).commits
    ? await attempt('commits of the pull request', () => lookup?.commits())
    : undefined
  const whole = commits === undefined ? withHead : { ...withHead, commits }
  // What a laptop or a box says of the head is heard first, however the head was made.
  const isOpen = asked.oneOf !== undefined && !candidates.some((one) => one.place !== 'ci' && isAtContent(one, whole))
  const online = isOpen ? await attempt('the commit at the head', () => lookup?.headIsOnline()) : undefined
  const older = claims.olderTests === false ? olderCommits(candidates, whole) : []
  const since: { [commit: string]: readonly string[] } = {}
  for (const commit of older) {
    const files = await attempt(`files changed since ${commit.slice(0, 7)}`, () => lookup?.changedSince(commit))
    if (files) since[commit] = files
  }
  return { reference: { ...whole, headOnline: online || undefined, since }, faults }
}
