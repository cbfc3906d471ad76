/** `run`, and the parts of it that are commands too: `probe` writes this place's file, `table` judges the files. */
import { type ProbedHere, probeHere } from '../app/probe-here.ts'
import { publish } from '../app/publish.ts'
import { redactVerdict, writeClean } from '../app/redact.ts'
import type { Place } from '../core/model.ts'
import { placeName } from '../core/place.ts'
import { detectPlace } from './invocation.ts'
import { gatherCompared, judgeFiles, printVerdict } from './judge.ts'
import { orUsage, requireRepository, UsageError, type World } from './world.ts'

/** Probe this place, take the other files, print the table, write the reports. */
export async function run(world: World): Promise<number> {
  const { settings, files, terminal, env } = world
  await requireRepository(world)
  await requireFolder(world)
  const place = settings.place ?? detectPlace(env)
  // What is claimed is read first: nobody waits for tests to learn of a typing error.
  const evidence = await gatherCompared(world, `${placeName({ place, leg: settings.leg })}.txt`)
  const probed = await probePlace(world, place)
  const judged = await judgeFiles(world, evidence, { place, probed })
  const net = await world.net()
  const verdict = redactVerdict(net, judged, probed.ok ? await writeClean(net, files, probed) : [])
  await printVerdict(world, verdict)
  const { report, table, faults } = await publish(verdict, files, settings.probes, net)
  const written = [probed.ok ? probed.file : undefined, report, table].filter((file) => file !== undefined)
  if (written.length > 0) terminal.log.info(`wrote ${written.join(', ')}`)
  for (const { message, fix } of faults)
    terminal.log.warning(fix === undefined ? message : `${message}; ${fix}`)
  return verdict.gate.verdict === 'pass' && faults.length === 0 ? 0 : 1
}

/** `table`: judge the files that are there. */
export async function table(world: World): Promise<number> {
  const judged = await judgeFiles(world, await gatherCompared(world))
  const verdict = redactVerdict(await world.net(), judged)
  await printVerdict(world, verdict)
  return verdict.gate.verdict === 'pass' ? 0 : 1
}

/** `probe PLACE`: write the file, judge nothing. */
export async function probe(world: World): Promise<number> {
  const { settings, files, terminal, env } = world
  await requireFolder(world)
  const probed = await probePlace(world, settings.place ?? detectPlace(env))
  if (!probed.ok) throw new UsageError(probed.fault.message, probed.fault.fix)
  for (const { kind, where } of await writeClean(await world.net(), files, probed))
    terminal.log.warning(`${where} held what looks like a secret (${kind}); it was replaced: revoke it`)
  return 0
}

/** Asked before tests are run for a file that could not be written. */
async function requireFolder({ files, settings }: World): Promise<void> {
  await orUsage(files.list(settings.probes), 'name a folder for the probe files: --probes DIR')
}

async function probePlace({ settings, cwd, probe, terminal }: World, place: Place): Promise<ProbedHere> {
  const { python, claims, probes, tests, leg } = settings
  terminal.log.info(`probing ${placeName({ place, leg })} …`)
  const request = { place, python, cwd, claims, probes, tests, ...(leg === undefined ? {} : { leg }) }
  const probed = await probeHere(probe, request, terminal.log)
  const configured = ['named-interpreter', 'usage', 'cannot-write']
  if (!probed.ok && configured.includes(probed.why))
    throw new UsageError(probed.fault.message, probed.fault.fix)
  return probed
}
