#!/usr/bin/env node
import "../chunks/runtime.js";
import { Q as messageOf } from "../chunks/shared3.js";
import { y as forScreen } from "../chunks/shared2.js";
import { c as renderHelp, n as openContext, o as UsageError, s as parseCommandLine } from "../chunks/shared14.js";
// package.json
var version = "1.0.0";
// src/cli/main.ts
const COMMANDS = {
	run: async () => (await import("../chunks/cli-run.js")).run,
	probe: async () => (await import("../chunks/cli-run.js")).probe,
	table: async () => (await import("../chunks/cli-run.js")).table,
	diff: async () => (await import("../chunks/cli-diff.js")).diff,
	init: async () => (await import("../chunks/cli-init.js")).init
};
async function main(invocation) {
	try {
		const plan = parseCommandLine(invocation.argv);
		if (plan.kind !== "command") {
			invocation.out.write(plan.kind === "help" ? renderHelp(plan.command) : `${version}\n`);
			return 0;
		}
		return await (await COMMANDS[plan.command]())(openContext(plan.command, plan.settings, invocation), plan.names);
	} catch (error) {
		const wrongUse = error instanceof UsageError;
		const told = error instanceof Error && !wrongUse ? error.stack ?? error.message : messageOf(error);
		const lead = wrongUse ? "" : "blocked, something went wrong here: ";
		invocation.err.write(forScreen(`where-it-ran: ${lead}${told}\n`));
		return wrongUse ? 2 : 1;
	}
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
