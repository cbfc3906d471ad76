/** `table`: judge the files that are there. */
import { redactVerdict } from '../app/redact.ts'
import { gatherCompared, judgeFiles } from './judge.ts'
import { printVerdict } from './print.ts'
import type { World } from './world.ts'

export async function table(world: World): Promise<number> {
  const judged = await judgeFiles(world, await gatherCompared(world))
  const verdict = redactVerdict(await world.net(), judged)
  await printVerdict(world, verdict)
  return verdict.gate.verdict === 'pass' ? 0 : 1
}
