/** From evidence to a printed verdict: what `run` and `table` have in common. */
import { createCheckoutSource } from '../adapters/checkout-source.ts'
import { sha256 } from '../adapters/git/git.ts'
import { isBlob, isMadeOnline, readBaseFile, readBaseIds, readChanged } from '../adapters/git/history.ts'
import { readShippedProbe } from '../adapters/python-probe/python-probe.ts'
import { decide, type Question } from '../app/decide.ts'
import { type BaseClaims, describeProblem, type Evidence, gather, type ProbeTexts } from '../app/gather.ts'
import { broughtBy, type ProbedHere } from '../app/probe-here.ts'
import { findNotes } from '../app/publish.ts'
import { lookedAt, placesFor } from '../core/asked.ts'
import type { AskedPlaces } from '../core/case.ts'
import { CLAIMS_EXAMPLE } from '../core/claims/read.ts'
import { VENDORED_PROBE } from '../core/content.ts'
import type { Claims, Place, Problem } from '../core/model.ts'
import { once } from '../core/once.ts'
import type { Verdict } from '../core/verdict-model.ts'
import { UsageError } from './args.ts'
import { findVendoredProbe, readCheckout, tellHowToBring, tellHowToVendor } from './checkout.ts'
import { type CommandContext, detectPlace, patiently } from './context.ts'

interface Here {
  readonly place: Place
  readonly probed: ProbedHere
}

/** The same with the claims held against those that this branch began with, as far as git knows them. */
export async function gatherCompared(context: CommandContext, own?: string): Promise<Evidence> {
  const { settings, ask, terminal, history } = context
  const base = await readBaseFile(ask, await history(), settings.claims)
  if (base.known) {
    const atBase = async (file: string) => {
      const found = await readBaseFile(ask, await history(), file)
      return found.known ? found.text : undefined
    }
    const probes = { shipped: readShippedProbe, atBase }
    return gatherFiles(context, { own, baseClaims: async () => base.text, probes })
  }
  const evidence = await gatherFiles(context, { own })
  if (base.why !== undefined && evidence.claims.source === 'file')
    terminal.log.info(`${settings.claims} is compared with no earlier one: ${base.why}`)
  return evidence
}

interface Gathering {
  /** Name of the file that this run writes itself, which is not evidence from elsewhere. */
  readonly own?: string | undefined
  readonly baseClaims?: BaseClaims
  readonly probes?: ProbeTexts
}

export async function gatherFiles(
  { files, git, ask, history, settings, terminal, net }: CommandContext,
  { own, baseClaims, probes: texts }: Gathering = {},
): Promise<Evidence> {
  const { probes, claims } = settings
  const ids = once(async () => readBaseIds(ask, await history(), probes))
  const isAtBase = async (name: string, text: string) => isBlob(text, (await ids()).get(name))
  const sources = [createCheckoutSource(files, { probes, own, isAtBase })]
  const work = gather({ files, git, net, sha256, sources, baseClaims, probes: texts }, claims)
  const gathered = await patiently(terminal, 'reading claims and probe files', work)
  if (!gathered.ok) throw new UsageError(tellProblems(gathered.file, gathered.problems), CLAIMS_EXAMPLE)
  for (const { message } of gathered.evidence.notes) terminal.log.info(message)
  return gathered.evidence
}

export async function judgeFiles(context: CommandContext, evidence: Evidence, here?: Here): Promise<Verdict> {
  const { settings, terminal } = context
  const brought = broughtBy(here?.probed)
  const vendored = await findVendoredProbe(context)
  const place = here?.place ?? detectPlace(context.env)
  const asked = whoIsAsked(settings.places, evidence.claims, place)
  // What is probed in this run says itself what its tree is.
  const looked = here !== undefined && lookedAt(asked).includes(here.place)
  const checkout = await patiently(terminal, 'asking git what is checked out', readCheckout(context, looked))
  const { headSha = '' } = checkout.reference
  const question: Question = {
    evidence: { ...evidence, texts: [...brought.texts, ...evidence.texts] },
    asked,
    reference: checkout.reference,
    expect: settings.expect,
    failOn: settings.failOn,
    unprobed: brought.unprobed,
    // In ci, ci speaks for itself: a file that was committed could say anything.
    ciFromFiles: here?.place !== 'ci',
    faults: [...brought.faults, ...checkout.faults],
    authorMayLoosen: true,
    commands: {
      probe: `python ${vendored?.file ?? VENDORED_PROBE}`,
      probesFolder: settings.probes,
      rerun: `run ${context.again}`,
      here: place,
      probesHere: here !== undefined,
    },
  }
  const verdict = await decide(question, {
    headContent: async () => undefined,
    commits: async () => [],
    changedSince: (commit) => readChanged(context.ask, commit, headSha, settings.probes),
    headIsOnline: () => isMadeOnline(context.ask, headSha),
  })
  if (verdict.gate.verdict === 'blocked')
    if (vendored?.committed) tellHowToBring(context, vendored, verdict)
    else await tellHowToVendor(context, vendored)
  return verdict
}

/** Whose work it is stands in no checkout: a person's, except where a box asks. */
function whoIsAsked(named: readonly Place[], claims: Claims, here: Place): AskedPlaces {
  if (named.length > 0) return { places: named, why: '--places names them' }
  return placesFor(
    here === 'box' ? 'agent' : 'person',
    claims,
    'a checkout is judged like a pull request with write access',
  )
}

export const tellProblems = (file: string, problems: readonly Problem[]): string =>
  problems.map((problem) => describeProblem(file, problem)).join('\n')

/** On standard output, in the form that was asked for: code of another form is not loaded. */
export async function printVerdict(context: CommandContext, verdict: Verdict): Promise<void> {
  context.terminal.print(await render(context, verdict))
}

async function render({ settings, terminal, files }: CommandContext, verdict: Verdict): Promise<string> {
  const { format, probes } = settings
  if (format === 'json') return (await import('../core/report/json.ts')).renderJson(verdict)
  if (format === 'markdown') {
    const { renderMarkdown } = await import('../core/report/markdown.ts')
    return renderMarkdown(verdict, await findNotes(files, probes))
  }
  const { renderText } = await import('../core/report/text.ts')
  const { width, colour } = terminal
  return renderText(verdict, { colour, width: width ?? 100 })
}
