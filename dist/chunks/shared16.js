import { C as splitNul } from "./shared3.js";
// src/adapters/git/project.ts
const isInHead = async ({ read }, file) => await read("cat-file", "-e", `HEAD:./${file}`) !== void 0;
function createProjectListing({ read, cwd }) {
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
const DEFAULT_BRANCHES = [
	"refs/remotes/origin/HEAD",
	"refs/remotes/origin/main",
	"refs/remotes/origin/master"
];
async function readBaseFile({ read }, file) {
	const tip = (await Promise.all(DEFAULT_BRANCHES.map((ref) => read("rev-parse", "--verify", "--quiet", `${ref}^{commit}`)))).find((sha) => sha !== void 0)?.trim();
	if (tip === void 0) return await read("remote", "get-url", "origin") === void 0 ? { known: false } : {
		known: false,
		why: "git does not have origin's default branch"
	};
	const base = (await read("merge-base", "HEAD", tip))?.trim();
	if (!base) return {
		known: false,
		why: "this clone does not reach back to origin's default branch"
	};
	const listed = await read("ls-tree", "-z", base, "--", `./${file}`);
	if (listed === void 0) return {
		known: false,
		why: `git does not list ${base.slice(0, 7)}`
	};
	if (listed === "") return {
		known: true,
		text: void 0
	};
	const text = await read("cat-file", "blob", `${base}:./${file}`);
	return text === void 0 ? {
		known: false,
		why: `git does not show ${file} at ${base.slice(0, 7)}`
	} : {
		known: true,
		text
	};
}
export { isInHead as n, readBaseFile as r, createProjectListing as t };
