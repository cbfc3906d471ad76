/** `run`, and the parts of it that are commands too: `probe` writes this place's file, `table` judges the files. */
import { type ProbedHere, probeHere } from '../app/probe-here.ts'
import { publish } from '../app/publish.ts'
import { redactVerdict, writeClean } from '../app/redact.ts'
import type { Place } from '../core/model.ts'
import { placeName } from '../core/place.ts'
import { UsageError } from './args.ts'
import { type CommandContext, detectPlace, orUsage, requireRepository } from './context.ts'
import { gatherCompared, judgeFiles, printVerdict } from './judge.ts'

export async function run(context: CommandContext): Promise<number> {
  const { settings, files, terminal, env } = context
  await requireRepository(context)
  await requireFolder(context)
  const place = settings.place ?? detectPlace(env)
  // Claims are read before the probe runs: a typing error in them is told at once, not after the tests.
  const evidence = await gatherCompared(context, `${placeName({ place, leg: settings.leg })}.txt`)
  const probed = await probePlace(context, place)
  const judged = await judgeFiles(context, evidence, { place, probed })
  const net = await context.net()
  const verdict = redactVerdict(net, judged, probed.ok ? await writeClean(net, files, probed) : [])
  await printVerdict(context, verdict)
  const { report, table, faults } = await publish(verdict, files, settings.probes, net)
  const written = [probed.ok ? probed.file : undefined, report, table].filter((file) => file !== undefined)
  if (written.length > 0) terminal.log.info(`wrote ${written.join(', ')}`)
  for (const { message, fix } of faults) terminal.log.warning(fix === undefined ? message : `${message}; ${fix}`)
  return verdict.gate.verdict === 'pass' && faults.length === 0 ? 0 : 1
}

export async function table(context: CommandContext): Promise<number> {
  const judged = await judgeFiles(context, await gatherCompared(context))
  const verdict = redactVerdict(await context.net(), judged)
  await printVerdict(context, verdict)
  return verdict.gate.verdict === 'pass' ? 0 : 1
}

export async function probe(context: CommandContext): Promise<number> {
  const { settings, files, terminal, env } = context
  await requireFolder(context)
  const probed = await probePlace(context, settings.place ?? detectPlace(env))
  if (!probed.ok) throw new UsageError(probed.fault.message, probed.fault.fix)
  for (const { kind, where } of await writeClean(await context.net(), files, probed))
    terminal.log.warning(`${where} held what looks like a secret (${kind}); it was replaced: revoke it`)
  return 0
}

/** Asked before tests are run for a file that could not be written. */
async function requireFolder({ files, settings }: CommandContext): Promise<void> {
  await orUsage(files.list(settings.probes), 'name a folder for the probe files: --probes DIR')
}

async function probePlace({ settings, cwd, probe, terminal }: CommandContext, place: Place): Promise<ProbedHere> {
  const request = { ...settings, place, cwd }
  terminal.log.info(`probing ${placeName(request)} …`)
  const probed = await probeHere(probe, request)
  if (probed.ok) terminal.log.info(`probed by ${probed.interpreter.why}`)
  const configured = ['named-interpreter', 'usage', 'cannot-write']
  if (!probed.ok && configured.includes(probed.why)) throw new UsageError(probed.fault.message, probed.fault.fix)
  return probed
}
