import "./runtime.js";
import { d as redactVerdict } from "./shared4.js";
import { r as judgeFiles, t as gatherCompared } from "./shared19.js";
import { t as printVerdict } from "./shared20.js";
// src/cli/table.ts
async function table(world) {
	const judged = await judgeFiles(world, await gatherCompared(world));
	const verdict = redactVerdict(await world.net(), judged);
	await printVerdict(world, verdict);
	return verdict.gate.verdict === "pass" ? 0 : 1;
}
export { table };
