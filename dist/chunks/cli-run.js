import "./runtime.js";
import { a as writeClean, i as redactVerdict, n as publish, o as loadSecretNet } from "./shared2.js";
import { t as probeHere } from "./shared11.js";
import { n as judgeFiles, t as gatherFiles } from "./shared14.js";
import { t as printVerdict } from "./shared15.js";
import { i as requireRepository, r as orUsage, t as UsageError } from "./shared12.js";
// src/cli/place.ts
/** One variable that each provider sets on its machines, beside the CI that most of them set. */
const PROVIDERS = [
	"GITHUB_ACTIONS",
	"GITLAB_CI",
	"CIRCLECI",
	"BUILDKITE",
	"TF_BUILD",
	"JENKINS_URL",
	"TRAVIS",
	"APPVEYOR",
	"TEAMCITY_VERSION",
	"BITBUCKET_BUILD_NUMBER"
];
const isSet = (value) => value !== void 0 && !/^(?:|0|false|no)$/i.test(value);
/** `ci` where a provider is detected, else `local`: a box has to say so itself. */
const detectPlace = (env) => /^(?:true|1)$/i.test(env.CI ?? "") || PROVIDERS.some((name) => isSet(env[name])) ? "ci" : "local";
// src/cli/run.ts
/** `run`: probe this place, take the other files, print the table, write the reports. */
async function run(world) {
	const { settings, files, terminal, env } = world;
	await requireRepository(world);
	await requireFolder(world);
	const place = settings.place ?? detectPlace(env);
	const evidence = await gatherFiles(world, `${slotName(place, settings.leg)}.txt`);
	const probed = await probePlace(world, place);
	const judged = await judgeFiles(world, evidence, {
		place,
		probed
	});
	const net = await loadSecretNet(env);
	const verdict = redactVerdict(net, judged, probed.ok ? await writeClean(net, files, probed) : []);
	await printVerdict(world, verdict);
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
/** `probe PLACE`: write the file, judge nothing. */
async function probe(world) {
	const { settings, files, terminal, env } = world;
	await requireFolder(world);
	const probed = await probePlace(world, settings.place ?? detectPlace(env));
	if (!probed.ok) throw new UsageError(probed.fault.message, probed.fault.fix);
	for (const { kind, where } of await writeClean(await loadSecretNet(env), files, probed)) terminal.log.warning(`${where} held what looks like a secret (${kind}); it was replaced: revoke it`);
	return 0;
}
/** Asked before tests are run for a file that could not be written. */
async function requireFolder({ files, settings }) {
	await orUsage(files.list(settings.probes), "name a folder for the probe files: --probes DIR");
}
async function probePlace({ settings, cwd, probe, terminal }, place) {
	const { python, claims, probes, tests, leg } = settings;
	terminal.log.info(`probing ${slotName(place, leg)} …`);
	const request = {
		place,
		python,
		cwd,
		claims,
		probes,
		tests,
		...leg === void 0 ? {} : { leg }
	};
	const probed = await probeHere(probe, request, terminal.log);
	if (!probed.ok && [
		"named-interpreter",
		"usage",
		"cannot-write"
	].includes(probed.why)) throw new UsageError(probed.fault.message, probed.fault.fix);
	return probed;
}
const slotName = (place, leg) => leg === void 0 ? place : `${place}-${leg}`;
export { probe, run };
