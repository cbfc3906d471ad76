/** Use case: look at this place with the probe. What goes wrong is data: a place without a file is unknown. */

import type { Unprobed } from '../core/case.ts'
import { messageOf } from '../core/fault.ts'
import type { Fault, NamedPlace, ProbeText, Redaction } from '../core/model.ts'
import type { InterpreterChoice, ProbeRequest, ProbeRun, ProbeRunner } from './ports.ts'

type FailedRun = Extract<ProbeRun, { ok: false }>

export type ProbedHere =
  | {
      readonly ok: true
      readonly probe: ProbeText
      /** Path of the file, relative to the working directory. */
      readonly file: string
      readonly interpreter: InterpreterChoice
      /** What was taken out of the file before it may leave. */
      readonly redacted?: readonly Redaction[]
    }
  | { readonly ok: false; readonly why: FailedRun['why']; readonly unprobed: Unprobed; readonly fault: Fault }

export async function probeHere(runner: ProbeRunner, request: ProbeRequest, started?: () => void): Promise<ProbedHere> {
  const run = await runner.run(request, started).catch((error: unknown): FailedRun => {
    return { ok: false, why: 'crashed', message: messageOf(error), fix: 'run the check again' }
  })
  if (!run.ok) return failedProbe(request, run)
  const { file, text, interpreter } = run
  const provenance = { kind: 'this-run', label: `${file}, written by this run` } as const
  return { ok: true, file, interpreter, probe: { provenance, named: placeOf(request), text } }
}

/** A place that has no file: its cells are unknown, and the verdict has a fault. */
export function failedProbe(
  request: ProbeRequest,
  { why = 'usage', message, fix }: Partial<FailedRun> & Pick<FailedRun, 'message' | 'fix'>,
): ProbedHere {
  const started = why === 'crashed' || why === 'usage' || why === 'cannot-write'
  const reason = started ? 'PROBE_ERROR' : 'NO_INTERPRETER'
  return {
    ok: false,
    why,
    unprobed: { ...placeOf(request), reason, fact: message },
    fault: { where: 'probe', message, fix },
  }
}

const placeOf = ({ place, leg }: ProbeRequest): NamedPlace => ({ place, leg })

/** What it brings to the verdict. */
export const broughtBy = (probed: ProbedHere | undefined) => ({
  texts: probed?.ok ? [probed.probe] : [],
  unprobed: probed?.ok === false ? [probed.unprobed] : [],
  faults: probed?.ok === false ? [probed.fault] : [],
})
