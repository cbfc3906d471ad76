#!/usr/bin/env node
import "../chunks/runtime.js";
import { f as forScreen, i as PLACES, r as FAIL_ON } from "../chunks/shared2.js";
import { parseArgs } from "node:util";
import { _ as VENDORED_PROBE, g as CLAIMS_FILE, o as meant } from "../chunks/shared3.js";
import { a as parsePlaceName, r as isLeg } from "../chunks/shared5.js";
import { n as openContext, t as UsageError } from "../chunks/shared14.js";
// package.json
var version = "1.0.0";
// src/cli/options.ts
const OPTIONS = {
	place: {
		value: "PLACE",
		about: "local, box or ci; found where a CI provider is detected",
		words: [
			"local",
			"box",
			"ci"
		]
	},
	leg: {
		value: "LEG",
		about: "the leg of the place, like py3.13"
	},
	python: {
		value: "PYTHON",
		about: "interpreter to probe: a path or a command; found when not given"
	},
	"working-directory": {
		value: "DIR",
		about: "folder of the project; else the one this is started in or below",
		preset: "."
	},
	claims: {
		value: "FILE",
		about: "what is claimed, below the working directory",
		preset: CLAIMS_FILE
	},
	probes: {
		value: "DIR",
		about: "folder of the probe files, below the working directory",
		preset: "probes"
	},
	tests: {
		value: "WHEN",
		about: "auto takes a believed session record, else runs the tests; always, never",
		words: [
			"auto",
			"always",
			"never"
		],
		preset: "auto"
	},
	"fail-on": {
		value: "LIST",
		about: "what shuts the gate: unknown, fails, diffs, stale; or never alone",
		words: [
			"unknown",
			"fails",
			"diffs",
			"stale",
			"never"
		],
		list: true,
		alone: "never",
		preset: "unknown,fails"
	},
	format: {
		value: "FORMAT",
		about: "text, markdown or json",
		words: [
			"text",
			"markdown",
			"json"
		],
		preset: "text"
	},
	places: {
		value: "LIST",
		about: "places that are asked; auto: those of the claims, all three without claims",
		words: [
			"auto",
			"local",
			"box",
			"ci"
		],
		list: true,
		alone: "auto",
		preset: "auto"
	},
	expect: {
		value: "LIST",
		about: "legs that must be there, like ci-py3.12,ci-py3.13",
		preset: ""
	},
	"dry-run": { about: "say what would be written, write nothing" },
	force: { about: "replace what is ours and is another version; claims.json is never replaced" },
	"fork-safe": { about: "also write the workflow that comments for runs of forks" },
	"no-color": { about: "no colour, whatever the terminal" }
};
const WHERE = [
	"working-directory",
	"claims",
	"probes"
];
const JUDGE = [
	"fail-on",
	"places",
	"expect",
	"format",
	"no-color"
];
const GATE = "0 pass; 1 blocked by the gate; 2 wrong use or configuration";
const COMMANDS$1 = {
	run: {
		about: "probe this place, take the other files, print the table, exit by the gate",
		arguments: [],
		options: [
			"place",
			"leg",
			"python",
			"tests",
			...WHERE,
			...JUDGE
		],
		exit: GATE,
		example: "run --python .venv/bin/python"
	},
	probe: {
		about: "write the probe file of this place, judge nothing",
		arguments: ["PLACE"],
		options: [
			"leg",
			"python",
			"tests",
			...WHERE
		],
		exit: "0 the file is written, whatever it says; 2 wrong use or configuration, or it is not written",
		example: "probe box-codex --tests always"
	},
	table: {
		about: "judge the files that are there, exit by the gate",
		arguments: [],
		options: [...WHERE, ...JUDGE],
		exit: GATE,
		example: "table --format json"
	},
	diff: {
		about: "what differs between two places, explained or not",
		arguments: ["A", "B"],
		options: [
			...WHERE,
			"format",
			"no-color"
		],
		exit: "0 nothing that counts is unexplained; 1 something is; 2 wrong use or configuration",
		example: "diff local box"
	},
	init: {
		about: "put the probe, claims.json and what they need into a project; say what to paste",
		arguments: [],
		options: [
			"places",
			"dry-run",
			"force",
			"fork-safe",
			"working-directory",
			"no-color"
		],
		exit: "0 done, or nothing to do; 2 wrong use, or something can not be read or written",
		example: "init --dry-run"
	}
};
function renderHelp(command) {
	return command ? commandHelp(command, COMMANDS$1[command]) : overview();
}
function overview() {
	return [
		"where-it-ran: claim by place. Shows where a thing that was said to be done really holds.",
		"",
		...columns(Object.entries(COMMANDS$1).map(([name, spec]) => [usage(name, spec), spec.about])),
		...columns([["--version", "print the version"]]),
		"",
		"where-it-ran COMMAND --help tells the options of one command.",
		"Exit status: 0 pass, 1 blocked by the gate, 2 wrong use or configuration.",
		""
	].join("\n");
}
function commandHelp(name, spec) {
	const options = spec.options.map((option) => {
		const { value, about, preset } = OPTIONS[option];
		return [`--${option}${value ? ` ${value}` : ""}`, about + (preset ? ` (${preset})` : "")];
	});
	const ending = [`Exit status: ${spec.exit}.`, `Example: where-it-ran ${spec.example}`];
	return [
		`where-it-ran ${usage(name, spec)} [options]`,
		`  ${spec.about}`,
		"",
		...columns(options),
		"",
		...ending,
		""
	].join("\n");
}
const usage = (name, spec) => [name, ...spec.arguments].join(" ");
function columns(pairs) {
	const width = Math.max(16, ...pairs.map(([left]) => left.length));
	return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
// src/cli/settings.ts
const PLACE_AND_LEG = /^(local|box|ci)(?:-(.+))?$/;
function readSettings(values) {
	const text = (name) => {
		const value = values[name] ?? OPTIONS[name].preset ?? "";
		return typeof value === "string" ? value : "";
	};
	const failOn = FAIL_ON.filter((word) => split(text("fail-on")).includes(word));
	const places = PLACES.filter((word) => split(text("places")).includes(word));
	const place = PLACES.find((word) => word === values.place);
	const leg = text("leg");
	const problem = checkLeg(leg) ?? checkLegs(split(text("expect")));
	if (problem) return { message: problem };
	return {
		...place ? { place } : {},
		...leg ? { leg } : {},
		python: text("python"),
		workingDirectory: text("working-directory"),
		claims: tidy(text("claims")),
		probes: tidy(text("probes")),
		tests: text("tests"),
		failOn,
		format: text("format"),
		places,
		expect: split(text("expect")),
		color: values["no-color"] === void 0,
		dryRun: values["dry-run"] !== void 0,
		force: values.force !== void 0,
		forkSafe: values["fork-safe"] !== void 0
	};
}
function checkValue(name, value) {
	const spec = OPTIONS[name];
	if (!spec.value) return value === void 0 ? void 0 : `--${name} takes no value`;
	if (!value) return `--${name} needs a value: --${name} ${spec.value}`;
	const words = spec.list ? split(value) : [value];
	if (words.length === 0) return `--${name} names nothing`;
	const allowed = spec.words ?? words;
	const strange = words.find((word) => !allowed.includes(word));
	if (strange !== void 0) return `--${name} ${value}: "${strange}" is not known${meant(strange, allowed)}; allowed: ${allowed.join(", ")}`;
	const { alone } = spec;
	return alone && words.length > 1 && words.includes(alone) ? `--${name}: ${alone} stands alone` : void 0;
}
const isNamedLeg = (leg) => isLeg(leg) && !leg.startsWith("-");
const checkLeg = (leg) => leg === "" || isNamedLeg(leg) ? void 0 : `"${leg}" is no leg: up to 40 letters, digits, dots, underscores and hyphens`;
function checkLegs(legs) {
	const strange = legs.find((name) => {
		const { leg = "whole" } = parsePlaceName(name) ?? { leg: "" };
		return !isNamedLeg(leg);
	});
	return strange === void 0 ? void 0 : `--expect: "${strange}" is no leg of a place, like ci-py3.13`;
}
const split = (list) => list.split(",").map((word) => word.trim()).filter((word) => word !== "");
const tidy = (path) => path.replace(/^(?:\.\/+)+(?=.)/, "").replace(/(?<=.)[\\/]+$/, "");
// src/cli/args.ts
function parseCommandLine(argv) {
	const [first, ...rest] = argv;
	if (first === void 0 || first === "help" || first === "--help" || first === "-h") return { kind: "help" };
	if (first === "--version" || first === "-V") return { kind: "version" };
	if (!isCommand(first)) return unknownWord("command", first, Object.keys(COMMANDS$1));
	if (rest.includes("--help") || rest.includes("-h")) return {
		kind: "help",
		command: first
	};
	const parsed = parseOptions(first, rest);
	return "message" in parsed ? {
		kind: "usage",
		command: first,
		message: parsed.message
	} : parsed;
}
const PROBES_OWN = [
	"for-commit",
	"comment",
	"stdout",
	"out",
	"only",
	"packages",
	"host"
];
function parseOptions(command, args) {
	const spec = COMMANDS$1[command];
	const { tokens } = parseArgs({
		args: [...args],
		strict: false,
		allowPositionals: true,
		tokens: true,
		options: Object.fromEntries(spec.options.map((name) => [name, { type: takesValue(name) ? "string" : "boolean" }]))
	});
	const values = {};
	const names = [];
	for (const token of tokens) {
		if (token.kind === "positional") names.push(token.value);
		if (token.kind !== "option") continue;
		const name = spec.options.find((one) => one === token.name);
		if (!name && PROBES_OWN.includes(token.name)) return { message: `${token.rawName} is an option of the probe itself: python ${VENDORED_PROBE} PLACE ${token.rawName}` };
		if (!name) return unknownWord("option", token.rawName, spec.options.map((one) => `--${one}`));
		const problem = checkValue(name, token.value);
		if (problem) return { message: problem };
		values[name] = token.value ?? true;
	}
	return plan(command, spec, names, values);
}
function plan(command, spec, names, values) {
	const missing = spec.arguments[names.length];
	if (missing) return { message: `${command} needs ${spec.arguments.join(" and ")}: ${missing} is missing` };
	if (names.length > spec.arguments.length) return { message: `${command} takes ${spec.arguments.length || "no"} words, not also "${names.at(-1)}"` };
	const place = command === "probe" ? parsePlace(names[0] ?? "", values) : {};
	if ("message" in place) return place;
	const settings = readSettings({
		...values,
		...place
	});
	return "message" in settings ? settings : {
		kind: "command",
		command,
		names,
		settings
	};
}
function parsePlace(name, values) {
	const [, place, leg = values.leg] = PLACE_AND_LEG.exec(name) ?? [];
	if (!place) return { message: `"${name}" is no place${meant(name, PLACES)}: local, box or ci, or one with a leg, like ci-py3.13` };
	return leg === void 0 ? { place } : {
		place,
		leg
	};
}
function unknownWord(what, word, known) {
	return {
		kind: "usage",
		message: `unknown ${what} ${word}${meant(word, known) || `; known: ${known.join(", ")}`}`
	};
}
const takesValue = (name) => "value" in OPTIONS[name];
const isCommand = (word) => Object.hasOwn(COMMANDS$1, word);
// src/cli/main.ts
const COMMANDS = {
	run: async () => (await import("../chunks/cli-run.js")).run,
	probe: async () => (await import("../chunks/cli-run.js")).probe,
	table: async () => (await import("../chunks/cli-run.js")).table,
	diff: async () => (await import("../chunks/cli-diff.js")).diff,
	init: async () => (await import("../chunks/cli-init.js")).init
};
async function main(invocation) {
	const plan = parseCommandLine(invocation.argv);
	switch (plan.kind) {
		case "help":
			invocation.out.write(renderHelp(plan.command));
			return 0;
		case "version":
			invocation.out.write(`${version}\n`);
			return 0;
		case "usage": return complain(invocation, `${plan.message}\n  where-it-ran ${plan.command ? `${plan.command} ` : ""}--help`);
		case "command": return carryOut(plan.command, plan.settings, plan.names, invocation);
	}
}
async function carryOut(command, settings, names, invocation) {
	try {
		return await (await COMMANDS[command]())(openContext(command, settings, invocation), names);
	} catch (error) {
		if (error instanceof UsageError) return complain(invocation, error.message);
		const told = error instanceof Error ? error.stack ?? error.message : String(error);
		invocation.err.write(forScreen(`where-it-ran: blocked, something went wrong here: ${told}\n`));
		return 1;
	}
}
function complain({ err }, message) {
	err.write(forScreen(`where-it-ran: ${message}\n`));
	return 2;
}
// src/cli/index.ts
const { stdout: out, stderr: err, env, argv } = process;
const [, script, ...words] = argv;
process.exitCode = await main({
	cwd: process.cwd(),
	env,
	script,
	argv: words,
	out,
	err
});
export {};
