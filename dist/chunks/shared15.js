import { statSync } from "node:fs";
import path from "node:path";
import { f as loadSecretNet, i as findProgram, r as createExec, s as createGit, t as createPythonProbe, u as createFiles } from "./shared2.js";
import { l as forScreen, p as shellWord } from "./shared.js";
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
/** How this program was started, as words that can be typed again. */
const SHELL = process.platform === "win32" ? "powershell" : "posix";
/** A path as it is said here: below the working directory, else below home. What is said may be posted. */
function shorten(word, cwd, home = os.homedir()) {
	if (word.startsWith(`${cwd}${path.sep}`)) return word.slice(cwd.length + 1);
	return home !== "" && word.startsWith(`${home}${path.sep}`) ? `~${word.slice(home.length)}` : word;
}
/** `script` is what Node was told to run; a name on PATH stands for itself. */
function nameOfProgram(script, home = os.homedir()) {
	if (script === void 0 || /^where-it-ran(?:\.cmd)?$/.test(path.basename(script))) return "where-it-ran";
	const below = path.relative(home, script);
	const isBelow = home !== "" && !below.startsWith("..") && !path.isAbsolute(below);
	const short = `~/${below}`;
	const plain = /^[\w./-]+$/.test(below) && SHELL === "posix";
	return `node ${isBelow && plain ? short : shellWord(script, SHELL)}`;
}
// src/cli/world.ts
/** What every command stands on: the folder, its git and files, the terminal. */
/** Wrong use or configuration: exit status 2, with what mends it. */
var UsageError = class extends Error {
	constructor(message, fix) {
		super(fix === void 0 ? message : `${message}\n  ${fix}`);
		this.name = "UsageError";
	}
};
function openWorld(settings, { cwd, env, script, argv, out, err }) {
	const folder = path.resolve(cwd, settings.workingDirectory);
	if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`there is no folder ${settings.workingDirectory}`, "name the project: --working-directory DIR");
	const self = nameOfProgram(script);
	const exec = createExec(err);
	const git = createGit(exec, folder, settings.probes, env);
	return {
		settings,
		env,
		self,
		again: [self, ...argv.map((word) => shellWord(shorten(word, folder), SHELL))].join(" "),
		cwd: folder,
		git,
		files: createFiles(folder),
		probe: createPythonProbe({
			exec,
			git,
			env,
			which: (name) => findProgram(name, env)
		}),
		terminal: createTerminal({
			out,
			err,
			env,
			colour: settings.color
		}),
		net: once(() => loadSecretNet(env))
	};
}
function once(make) {
	let made;
	return () => {
		made ??= make();
		return made;
	};
}
/** What can't be read or listed is for whoever started this to mend. */
async function orUsage(asked, fix) {
	try {
		return await asked;
	} catch (error) {
		throw new UsageError(error instanceof Error ? error.message : String(error), fix);
	}
}
/** Nothing is written, and no test started, in a folder that is nobody's project. */
async function requireRepository({ git, cwd }) {
	const state = await git.state();
	if (state === "none") throw new UsageError(`${cwd} is in no git repository`, "run this in the project, or name it: --working-directory DIR");
	if (state === "no-git") throw new UsageError("git is not on PATH", "install git, then run this again");
}
export { requireRepository as i, openWorld as n, orUsage as r, UsageError as t };
