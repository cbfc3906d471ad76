import { existsSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { $ as createSecretNet, A as HOSTED_AGENTS, N as CLAIMS_FILE, P as VENDORED_PROBE, Q as messageOf, Y as FAIL_ON, d as createPythonProbe, g as createGit, i as shellWord, j as PROVIDER_SIGNS, m as findProgram, nt as once, p as createExec, u as readHistory, w as createFiles, x as createAskGit } from "./shared3.js";
import { f as meant, r as PLACES, y as forScreen } from "./shared2.js";
import { parseArgs } from "node:util";
import { i as isLeg, o as parsePlaceName } from "./shared5.js";
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
		about: "places asked; auto: what the claims say, else ci and one of local and box",
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
const COMMANDS = {
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
	return command ? commandHelp(command, COMMANDS[command]) : overview();
}
function overview() {
	return [
		"where-it-ran: claim by place. Shows in which place a claim really holds.",
		"",
		...columns(Object.entries(COMMANDS).map(([name, spec]) => [usage(name, spec), spec.about])),
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
// src/cli/args.ts
var UsageError = class extends Error {
	constructor(message, fix) {
		super(fix === void 0 ? message : `${message}\n  ${fix}`);
		this.name = "UsageError";
	}
};
function parseCommandLine(argv) {
	const [first, ...rest] = argv;
	if (first === void 0 || [
		"help",
		"--help",
		"-h"
	].includes(first)) return { kind: "help" };
	if (first === "--version" || first === "-V") return { kind: "version" };
	if (!isCommand(first)) throw new UsageError(unknownWord("command", first, Object.keys(COMMANDS)), "where-it-ran --help");
	if (rest.includes("--help") || rest.includes("-h")) return {
		kind: "help",
		command: first
	};
	const { names, values, problem } = parseWords(first, rest);
	if (problem !== void 0) throw new UsageError(problem, `where-it-ran ${first} --help`);
	return {
		kind: "command",
		command: first,
		names,
		settings: readSettings(values)
	};
}
function parseWords(command, args) {
	const spec = COMMANDS[command];
	const types = spec.options.map((name) => [name, { type: takesValue(name) ? "string" : "boolean" }]);
	const options = Object.fromEntries(types);
	const { tokens } = parseArgs({
		args: [...args],
		strict: false,
		allowPositionals: true,
		tokens: true,
		options
	});
	const values = {};
	const names = [];
	let problem;
	for (const token of tokens) {
		if (token.kind === "positional") names.push(token.value);
		if (token.kind !== "option") continue;
		const name = spec.options.find((one) => one === token.name);
		problem ??= name ? checkValue(name, token.value) : unknownOption(spec, token);
		if (name) values[name] = token.value ?? true;
	}
	problem ??= checkCount(command, spec, names);
	if (command === "probe") problem ??= takePlace(names[0] ?? "", values);
	problem ??= checkLeg(wordOf(values, "leg")) ?? checkLegs(split(wordOf(values, "expect")));
	return {
		names,
		values,
		problem
	};
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
function unknownOption({ options }, { name, rawName }) {
	if (PROBES_OWN.includes(name)) return `${rawName} is an option of the probe itself: python ${VENDORED_PROBE} PLACE ${rawName}`;
	return unknownWord("option", rawName, options.map((one) => `--${one}`));
}
const unknownWord = (what, word, known) => `unknown ${what} ${word}${meant(word, known) || `; known: ${known.join(", ")}`}`;
function checkCount(command, spec, names) {
	const missing = spec.arguments[names.length];
	if (missing) return `${command} needs ${spec.arguments.join(" and ")}: ${missing} is missing`;
	return names.length > spec.arguments.length ? `${command} takes ${spec.arguments.length || "no"} words, not also "${names.at(-1)}"` : void 0;
}
function takePlace(name, values) {
	const [, place, leg] = /^(local|box|ci)(?:-(.+))?$/.exec(name) ?? [];
	if (!place) return `"${name}" is no place${meant(name, PLACES)}: local, box or ci, or one with a leg, like ci-py3.13`;
	values.place = place;
	if (leg !== void 0) values.leg = leg;
}
const takesValue = (name) => "value" in OPTIONS[name];
const isCommand = (word) => Object.hasOwn(COMMANDS, word);
function wordOf(values, name) {
	const value = values[name] ?? OPTIONS[name].preset;
	return typeof value === "string" ? value : "";
}
function readSettings(values) {
	const text = (name) => wordOf(values, name);
	return {
		place: PLACES.find((word) => word === values.place),
		leg: text("leg") || void 0,
		python: text("python"),
		workingDirectory: text("working-directory"),
		claims: tidy(text("claims")),
		probes: tidy(text("probes")),
		tests: text("tests"),
		failOn: FAIL_ON.filter((word) => split(text("fail-on")).includes(word)),
		format: text("format"),
		places: PLACES.filter((word) => split(text("places")).includes(word)),
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
// src/adapters/terminal.ts
function createTerminal({ out, err, env, colour }) {
	for (const stream of [out, err]) stream.on("error", ignoreClosedPipe);
	return {
		colour: colour && out.isTTY === true && !env.NO_COLOR && env.TERM !== "dumb",
		width: out.isTTY ? out.columns : void 0,
		print: (text) => void out.write(text),
		log: {
			info: (message) => void err.write(forScreen(`${message}\n`)),
			warning: (message) => void err.write(forScreen(`warning: ${message}\n`))
		}
	};
}
function ignoreClosedPipe(error) {
	if (error.code !== "EPIPE") throw error;
}
// src/cli/context.ts
function openContext(command, given, invocation) {
	const { cwd, env, script, argv, out, err } = invocation;
	const { folder, because } = findFolder(command, given, cwd);
	const settings = because === void 0 ? given : {
		...given,
		workingDirectory: path.relative(cwd, folder)
	};
	const terminal = createTerminal({
		out,
		err,
		env,
		colour: settings.color
	});
	if (because !== void 0) terminal.log.info(`the project is ${settings.workingDirectory}, for its ${because}; another: --working-directory DIR`);
	const self = nameOfProgram(script);
	const exec = createExec(err);
	const ask = createAskGit({
		exec,
		cwd: folder,
		env
	});
	const git = createGit(ask, settings.probes);
	return {
		settings,
		env,
		self,
		again: [self, ...argv.map((word) => shellWord(shorten(word, folder), SHELL))].join(" "),
		cwd: folder,
		ask,
		history: once(() => readHistory(ask)),
		git,
		files: createFiles(folder),
		probe: createPythonProbe({
			exec,
			git,
			env,
			which: (name) => findProgram(name, env)
		}),
		terminal,
		net: createSecretNet(env)
	};
}
function findFolder(command, { workingDirectory, claims }, cwd) {
	const folder = path.resolve(cwd, workingDirectory);
	if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`there is no folder ${workingDirectory}`, "name the project: --working-directory DIR");
	return workingDirectory === "." ? findProjectFolder(folder, claims, command === "init") : { folder };
}
async function orUsage(asked, fix) {
	try {
		return await asked;
	} catch (error) {
		throw new UsageError(messageOf(error), fix);
	}
}
async function requireRepository({ git, cwd }) {
	const state = await git.state();
	if (state === "none") throw new UsageError(`${cwd} is in no git repository`, "run this in the project, or name it: --working-directory DIR");
	if (state === "no-git") throw new UsageError("no git could be started", "install git (on macOS: xcode-select --install), then run this again");
}
const PATIENCE = 1e3;
async function patiently({ log }, what, work) {
	const timer = setTimeout(() => log.info(`${what} …`), PATIENCE);
	try {
		return await work;
	} finally {
		clearTimeout(timer);
	}
}
const SHELL = process.platform === "win32" ? "powershell" : "posix";
function shorten(word, cwd, home = os.homedir()) {
	if (word.startsWith(`${cwd}${path.sep}`)) return word.slice(cwd.length + 1);
	return home !== "" && word.startsWith(`${home}${path.sep}`) ? `~${word.slice(home.length)}` : word;
}
function nameOfProgram(script, home = os.homedir()) {
	if (script === void 0 || /^where-it-ran(?:\.cmd)?$/.test(path.basename(script))) return "where-it-ran";
	const below = path.relative(home, script);
	const isBelow = home !== "" && !below.startsWith("..") && !path.isAbsolute(below);
	const short = `~/${below}`;
	const plain = /^[\w./-]+$/.test(below) && SHELL === "posix";
	return `node ${isBelow && plain ? short : shellWord(script, SHELL)}`;
}
const PROJECT_FILES = [
	"pyproject.toml",
	"setup.cfg",
	"setup.py",
	"requirements.txt",
	"tox.ini",
	"pytest.ini"
];
function findProjectFolder(from, claims, isInit) {
	const folders = upToTop(from);
	const [wanted, other] = isInit ? [[claims, ...PROJECT_FILES], []] : [[claims], PROJECT_FILES];
	const found = firstWith(folders, wanted) ?? firstWith(folders, other);
	const folder = found?.folder ?? folders.at(-1) ?? from;
	return folder === from ? { folder } : {
		folder,
		because: found?.file ?? ".git"
	};
}
function firstWith(folders, files) {
	for (const folder of folders) {
		const file = files.find((one) => existsSync(path.join(folder, one)));
		if (file !== void 0) return {
			folder,
			file
		};
	}
}
function upToTop(from) {
	const folders = [];
	for (let folder = from;; folder = path.dirname(folder)) {
		folders.push(folder);
		if (existsSync(path.join(folder, ".git"))) return folders;
		if (path.dirname(folder) === folder) return [];
	}
}
const isSet = (value) => value !== void 0 && !/^(?:|0|false|no)$/i.test(value);
function detectPlace(env) {
	if (HOSTED_AGENTS.some(([name, value]) => value === "*" ? Boolean(env[name]) : env[name] === value)) return "box";
	return /^(?:true|1)$/i.test(env.CI ?? "") || PROVIDER_SIGNS.some((name) => isSet(env[name])) ? "ci" : "local";
}
export { requireRepository as a, renderHelp as c, patiently as i, openContext as n, UsageError as o, orUsage as r, parseCommandLine as s, detectPlace as t };
