import "./runtime.js";
import { n as compareFacts, y as redactStrings } from "./shared4.js";
import { s as parseProbeName } from "./shared5.js";
import { D as MAX_BYTES, O as readProbeFile } from "./shared3.js";
import { _ as forJson, b as forTerminal } from "./shared2.js";
import { n as shortened, t as padded } from "./shared15.js";
import { m as isUnexplained } from "./shared8.js";
import { o as UsageError, r as orUsage } from "./shared14.js";
import { a as tellProblems, n as gatherFiles } from "./shared16.js";
// src/cli/diff.ts
async function diff(context, [a = "", b = ""]) {
	const { settings, terminal } = context;
	if (settings.format === "markdown") throw new UsageError("diff has no markdown; --format text or json");
	const [one, other] = await Promise.all([readServing(context, a), readServing(context, b)]);
	const { claims } = await gatherFiles(context);
	const differences = redactStrings(await context.net(), compareTwo(one, other, claims));
	const comparison = {
		names: [a, b],
		differences
	};
	if (settings.format === "json") terminal.print(forJson({
		format: 1,
		...comparison
	}));
	else terminal.print(renderDifferences(comparison, terminal));
	return comparison.differences.some(isUnexplained) ? 1 : 0;
}
function compareTwo(a, b, claims) {
	const same = a.place === b.place;
	const [left, right] = same ? ["local", "box"] : [a.place, b.place];
	const pair = [{
		...a,
		place: left
	}, {
		...b,
		place: right
	}];
	const { differences } = compareFacts(pair, same ? {
		...claims,
		explanations: []
	} : claims);
	return differences.map(({ key, values, counted, explained }) => ({
		key,
		values: [values[left] ?? "", values[right] ?? ""],
		counted,
		explained
	}));
}
async function readServing(context, name) {
	const { files, settings } = context;
	const named = parseProbeName(`${name}.txt`);
	if (!named) throw new UsageError(`"${name}" is no place`, "local, box or ci, or one with a leg, like ci-py3.13");
	const file = `${settings.probes}/${await findFile(context, name)}`;
	const text = await orUsage(files.read(file, MAX_BYTES));
	if (text === void 0) throw new UsageError(`${file} went away while it was read`);
	const reading = readProbeFile(text);
	if (!reading.ok) throw new UsageError(tellProblems(file, reading.problems));
	const said = reading.facts.probe?.place;
	if (said !== named.place) throw new UsageError(`${file} says it is from ${said}, not from ${named.place}`);
	return {
		place: named.place,
		leg: reading.facts.probe?.leg ?? null,
		facts: reading.facts,
		provenance: {
			kind: "checkout",
			label: file
		},
		relation: "unknown",
		commitsBehind: null
	};
}
async function findFile({ files, settings, self, terminal }, name) {
	const names = (await orUsage(files.list(settings.probes))).map((entry) => entry.name);
	const file = `${name}.txt`;
	if (names.includes(file)) return file;
	const near = names.filter((one) => one.startsWith(`${name}-`) && parseProbeName(one) !== void 0);
	const [only] = near;
	const absent = `there is no ${settings.probes}/${file}`;
	if (only === void 0) throw new UsageError(absent, `make it in that place: ${self} probe ${name}`);
	const choices = near.map((one) => one.replace(/\.txt$/, "")).join(", ");
	if (near.length > 1) throw new UsageError(absent, `name one of ${choices}`);
	terminal.log.info(`${name} is ${settings.probes}/${only}`);
	return only;
}
function renderDifferences({ names, differences }, look) {
	const [a, b] = names;
	const counted = differences.filter((one) => one.counted);
	const open = counted.filter((one) => one.explained === null);
	const head = `${a} and ${b}: ${counted.length === 1 ? "1 difference that counts" : `${counted.length} differences that count`}, ${open.length} unexplained`;
	const context = differences.filter((one) => !one.counted);
	const sections = [...section("Counted", counted, names, look), ...section("Context, never counted", context, names, look)];
	return `${[emphasise(head, open.length > 0, look), ...sections].join("\n")}\n`;
}
function section(title, list, [a, b], look) {
	if (list.length === 0) return [];
	const label = Math.max(a.length, b.length);
	const line = (name, value) => shortened(`    ${padded(name, label)}  ${forTerminal(value)}`, Math.max(60, look.width ?? 400));
	return [
		"",
		title,
		...list.flatMap(({ key, values, counted, explained }) => [
			`  ${forTerminal(key)}${counted ? `: ${verdictOf(explained)}` : ""}`,
			line(a, values[0]),
			line(b, values[1])
		])
	];
}
const verdictOf = (explained) => explained === null ? "unexplained" : `explained, ${forTerminal(explained)}`;
const emphasise = (text, bad, { colour }) => colour ? `\u001b[${bad ? 31 : 32}m${text}\u001b[0m` : text;
export { diff };
