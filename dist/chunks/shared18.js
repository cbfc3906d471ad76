import { s as QUIET } from "./shared3.js";
// src/cli/patience.ts
const PATIENCE = 1e3;
async function patiently({ log }, what, work) {
	const timer = setTimeout(() => log.info(`${what} …`), PATIENCE);
	try {
		return await work;
	} finally {
		clearTimeout(timer);
	}
}
// src/adapters/git/project.ts
const LIMIT = 60;
async function isInHead(exec, cwd, env, file) {
	const exit = await exec("git", [
		...QUIET,
		"cat-file",
		"-e",
		`HEAD:./${file}`
	], {
		cwd,
		env,
		seconds: LIMIT
	});
	return exit.kind === "exited" && exit.code === 0;
}
function createProjectListing(exec, cwd, env) {
	const options = {
		cwd,
		env: {
			...env,
			LC_ALL: "C",
			GIT_TERMINAL_PROMPT: "0"
		},
		seconds: LIMIT
	};
	const ask = (...args) => exec("git", [...QUIET, ...args], options);
	const git = async (...args) => {
		const exit = await ask(...args);
		if (exit.kind === "exited" && exit.code === 0) return exit.stdout;
		throw new Error(`git ${args[0]} did not answer in ${cwd}`);
	};
	return {
		async files() {
			const listing = await git("ls-files", "-z", "--cached", "--others", "--exclude-standard");
			return [...new Set(listing.split("\0").filter((path) => path !== ""))].sort();
		},
		folder: async () => (await git("rev-parse", "--show-prefix")).replace(/\/?\n$/, "") || ".",
		async ignored(paths) {
			const exits = await Promise.all(paths.map((path) => ask("check-ignore", "--quiet", "--", path)));
			return paths.filter((_, at) => exits[at]?.kind === "exited" && exits[at].code === 0);
		},
		top: async () => (await git("rev-parse", "--show-toplevel")).replace(/\n$/, "")
	};
}
export { isInHead as n, patiently as r, createProjectListing as t };
