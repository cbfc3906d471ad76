import "./runtime.js";
import { n as judgeFiles, t as gatherFiles } from "./shared14.js";
import { t as printVerdict } from "./shared15.js";
// src/cli/table.ts
/** `table`: judge the files that are there. */
async function table(world) {
	const verdict = await judgeFiles(world, await gatherFiles(world));
	await printVerdict(world, verdict);
	return verdict.gate.verdict === "pass" ? 0 : 1;
}
export { table };
