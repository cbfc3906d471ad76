import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { A as createSecretNet, a as PROVIDER_SIGNS, f as createGit, k as messageOf, l as createExec, r as shellWord, s as createPythonProbe, u as findProgram, w as createFiles, x as createAskGit } from "./shared3.js";
import { f as forScreen } from "./shared2.js";
import os from "node:os";
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
// src/cli/invocation.ts
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
const detectPlace = (env) => /^(?:true|1)$/i.test(env.CI ?? "") || PROVIDER_SIGNS.some((name) => isSet(env[name])) ? "ci" : "local";
// src/cli/context.ts
var UsageError = class extends Error {
	constructor(message, fix) {
		super(fix === void 0 ? message : `${message}\n  ${fix}`);
		this.name = "UsageError";
	}
};
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
export { requireRepository as a, patiently as i, openContext as n, detectPlace as o, orUsage as r, UsageError as t };
