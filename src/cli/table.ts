/** `table`: judge the files that are there. */
import { gatherFiles, judgeFiles } from './judge.ts'
import { printVerdict } from './print.ts'
import type { World } from './world.ts'

export async function table(world: World): Promise<number> {
  const verdict = await judgeFiles(world, await gatherFiles(world))
  await printVerdict(world, verdict)
  return verdict.gate.verdict === 'pass' ? 0 : 1
}
