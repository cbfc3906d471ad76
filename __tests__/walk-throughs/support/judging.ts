/** From the text of files to a verdict, as the doors put it together. */
import { createHash } from 'node:crypto'
import type { Case } from '../../../src/core/case.ts'
import { readClaims } from '../../../src/core/claims/read.ts'
import type { Candidate, Place, Reference } from '../../../src/core/model.ts'
import { readProbeFile } from '../../../src/core/probe-file/read.ts'
import type { Verdict } from '../../../src/core/verdict-model.ts'

/** A file as its source brings it. */
export function candidate(name: string, text: string, more: Partial<Candidate> = {}): Candidate {
  const [, place = 'ci', leg] = /^(local|box|ci)(?:-(.+))?$/.exec(name) ?? []
  const provenance: Candidate['provenance'] =
    place === 'ci'
      ? { kind: 'this-run', label: `probes/${name}.txt` }
      : { kind: 'artifact', label: `artifact probes-${name} of run 4700`, run: '4700' }
  return { provenance, place: place as Place, ...(leg ? { leg } : {}), reading: readProbeFile(text), ...more }
}

/** As the doors put it together, for a person's pull request. */
export function caseOf(
  claims: object,
  candidates: readonly Candidate[],
  reference: Reference,
  more: Partial<Case> = {},
): Case {
  const text = `${JSON.stringify(claims)}\n`
  const reading = readClaims(text, createHash('sha256').update(text).digest('hex'))
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
  return {
    claims: reading.claims,
    own: ['demo'],
    asked: { places: reading.claims.places, why: 'octocat is a person' },
    reference,
    candidates,
    expect: [],
    failOn: ['unknown', 'fails'],
    faults: [],
    loosened: [],
    authorMayLoosen: true,
    commands: { probe: 'python scripts/agent_probes/agent_probe.py', probesFolder: 'probes', rerun: 'push' },
    ...more,
  }
}

/** `tests green@local` → `holds GREEN`; `not asked`. */
export const cellsOf = ({ rows }: Verdict): { readonly [key: string]: string } =>
  Object.fromEntries(
    rows.flatMap(({ kind, subject, cells }) =>
      (['local', 'box', 'ci'] as const).map((place) => {
        const cell = cells[place]
        return [`${kind}/${subject}@${place}`, cell ? `${cell.state} ${cell.reason}` : 'not asked']
      }),
    ),
  )
