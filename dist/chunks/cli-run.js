import "./runtime.js";
import { S as writeClean, d as publish, m as probeHere, x as redactVerdict } from "./shared4.js";
import { c as placeName } from "./shared5.js";
import { a as requireRepository, o as UsageError, r as orUsage, t as detectPlace } from "./shared14.js";
import { i as printVerdict, r as judgeFiles, t as gatherCompared } from "./shared16.js";
// src/cli/run.ts
async function run(context) {
	const { settings, files, terminal, env } = context;
	await requireRepository(context);
	await requireFolder(context);
	const place = settings.place ?? detectPlace(env);
	const evidence = await gatherCompared(context, `${placeName({
		place,
		leg: settings.leg
	})}.txt`);
	const probed = await probePlace(context, place);
	const judged = await judgeFiles(context, evidence, {
		place,
		probed
	});
	const net = await context.net();
	const verdict = redactVerdict(net, judged, probed.ok ? await writeClean(net, files, probed) : []);
	await printVerdict(context, verdict);
	const { report, table, faults } = await publish(verdict, files, settings.probes, net);
	const written = [
		probed.ok ? probed.file : void 0,
		report,
		table
	].filter((file) => file !== void 0);
	if (written.length > 0) terminal.log.info(`wrote ${written.join(", ")}`);
	for (const { message, fix } of faults) terminal.log.warning(fix === void 0 ? message : `${message}; ${fix}`);
	return verdict.gate.verdict === "pass" && faults.length === 0 ? 0 : 1;
}
async function table(context) {
	const judged = await judgeFiles(context, await gatherCompared(context));
	const verdict = redactVerdict(await context.net(), judged);
	await printVerdict(context, verdict);
	return verdict.gate.verdict === "pass" ? 0 : 1;
}
async function probe(context) {
	const { settings, files, terminal, env } = context;
	await requireFolder(context);
	const probed = await probePlace(context, settings.place ?? detectPlace(env));
	if (!probed.ok) throw new UsageError(probed.fault.message, probed.fault.fix);
	for (const { kind, where } of await writeClean(await context.net(), files, probed)) terminal.log.warning(`${where} held what looks like a secret (${kind}); it was replaced: revoke it`);
	return 0;
}
async function requireFolder({ files, settings }) {
	await orUsage(files.list(settings.probes), "name a folder for the probe files: --probes DIR");
}
async function probePlace({ settings, cwd, probe, terminal }, place) {
	const request = {
		...settings,
		place,
		cwd
	};
	terminal.log.info(`probing ${placeName(request)} …`);
	const probed = await probeHere(probe, request);
	if (probed.ok) terminal.log.info(`probed by ${probed.interpreter.why}`);
	if (!probed.ok && [
		"named-interpreter",
		"usage",
		"cannot-write"
	].includes(probed.why)) throw new UsageError(probed.fault.message, probed.fault.fix);
	return probed;
}
export { probe, run, table };
