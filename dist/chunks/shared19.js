import { f as createAskGit, m as splitNul } from "./shared3.js";
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
async function isInHead(exec, cwd, env, file) {
	return await createAskGit(exec, cwd, env).read("cat-file", "-e", `HEAD:./${file}`) !== void 0;
}
function createProjectListing(exec, cwd, env) {
	const { read } = createAskGit(exec, cwd, env);
	const git = async (...args) => {
		const said = await read(...args);
		if (said !== void 0) return said;
		throw new Error(`git ${args[0]} did not answer in ${cwd}`);
	};
	return {
		async files() {
			const listing = await git("ls-files", "-z", "--cached", "--others", "--exclude-standard");
			return [...new Set(splitNul(listing))].sort();
		},
		folder: async () => (await git("rev-parse", "--show-prefix")).replace(/\/?\n$/, "") || ".",
		async ignored(paths) {
			const found = await Promise.all(paths.map((path) => read("check-ignore", "--quiet", "--", path)));
			return paths.filter((_, at) => found[at] !== void 0);
		},
		top: async () => (await git("rev-parse", "--show-toplevel")).replace(/\n$/, "")
	};
}
export { isInHead as n, patiently as r, createProjectListing as t };
