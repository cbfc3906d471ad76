/** From evidence to a printed verdict: what `run` and `table` have in common. */

import { createCheckoutSource } from '../adapters/checkout-source.ts'
import { sha256 } from '../adapters/git.ts'
import { decide } from '../app/decide.ts'
import { type Evidence, gather } from '../app/gather.ts'
import type { ProbedHere } from '../app/probe-here.ts'
import { CLAIMS_EXAMPLE } from '../core/claims/read.ts'
import type { Claims, Fault, Place, Problem, Reference } from '../core/model.ts'
import { VENDORED_PROBE } from '../core/products.ts'
import type { Verdict } from '../core/verdict-model.ts'
import { patiently } from './patience.ts'
import { detectPlace } from './place.ts'
import { findVendoredProbe, tellHowToVendor } from './vendored-probe.ts'
import { UsageError, type World } from './world.ts'

export interface Here {
  readonly place: Place
  readonly probed: ProbedHere
}

/** `own`: name of the file that this run writes itself, which is not evidence from elsewhere. */
export async function gatherFiles(
  { files, git, settings, terminal, net }: World,
  own?: string,
): Promise<Evidence> {
  const { probes, claims } = settings
  const source = createCheckoutSource(files, { probes, ...(own === undefined ? {} : { own }) })
  const work = gather({ files, git, net, sha256, sources: [source] }, claims)
  const gathered = await patiently(terminal, 'reading claims and probe files', work)
  if (!gathered.ok) throw new UsageError(tellProblems(gathered.file, gathered.problems), CLAIMS_EXAMPLE)
  for (const { message } of gathered.evidence.notes) terminal.log.info(message)
  return gathered.evidence
}

export async function judgeFiles(world: World, evidence: Evidence, here?: Here): Promise<Verdict> {
  const { settings, terminal } = world
  const probed = here?.probed
  const texts = probed?.ok ? [probed.probe, ...evidence.texts] : evidence.texts
  const vendored = await findVendoredProbe(world)
  const reference = await patiently(terminal, 'asking git what is checked out', readReference(world))
  const verdict = await decide({
    evidence: { ...evidence, texts },
    asked: whoIsAsked(settings.places, evidence.claims),
    reference,
    expect: settings.expect,
    failOn: settings.failOn,
    unprobed: probed && !probed.ok ? [probed.unprobed] : [],
    // In ci, ci speaks for itself: a file that was committed could say anything.
    ciFromFiles: here?.place !== 'ci',
    faults: [...(probed && !probed.ok ? [probed.fault] : []), ...(await unborn(world))],
    authorMayLoosen: true,
    commands: {
      probe: `python ${vendored?.file ?? VENDORED_PROBE}`,
      probesFolder: settings.probes,
      rerun: `run ${world.again}`,
      here: here?.place ?? detectPlace(world.env),
      probesHere: here !== undefined,
    },
  })
  if (!vendored?.committed && verdict.gate.verdict === 'blocked') tellHowToVendor(world, vendored)
  return verdict
}

function whoIsAsked(named: readonly Place[], { places, source }: Claims) {
  if (named.length > 0) return { places: named, why: '--places names them' }
  return { places, why: source === 'file' ? 'the claims name them' : 'no claims.json names fewer' }
}

/** Without a pull request the checkout is what everything is about, until a ci file says better. */
async function readReference({ git }: World): Promise<Reference> {
  const head = await git.head()
  const merge = head ? { merge: head.content, mergeSha: head.sha } : {}
  return { ...merge, commits: [], pullRequest: false }
}

async function unborn({ git }: World): Promise<readonly Fault[]> {
  if ((await git.state()) !== 'unborn') return []
  return [
    {
      where: 'git',
      message: 'there is no commit yet, so nothing says what content this is',
      fix: 'git commit',
    },
  ]
}

export function tellProblems(file: string, problems: readonly Problem[]): string {
  const lines = problems.map(({ line, key, message }) => {
    const where = line === undefined ? file : `${file}:${line}`
    return `${where}: ${key === undefined ? '' : `${key} `}${message}`
  })
  return lines.join('\n')
}
