import { _ as gather, c as placesFor, f as broughtBy, h as describeProblem, o as lookedAt, r as createCheckoutSource, t as decide, u as findNotes } from "./shared4.js";
import { C as splitNul, I as isOwnProduct, L as isProbeScript, R as probesFolders, S as readFilters, _ as createProjectListing, a as isBlob, b as sha256, c as readBaseIds, f as readShippedProbe, i as shellWord, l as readChanged, nt as once, o as isMadeOnline, s as readBaseFile, v as isInHead } from "./shared3.js";
import { t as CLAIMS_EXAMPLE } from "./shared12.js";
import { i as patiently, o as UsageError, t as detectPlace } from "./shared14.js";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
// src/adapters/git/changes.ts
const STATUS = [
	"status",
	"--porcelain=v1",
	"-z",
	"--untracked-files=no",
	"--ignore-submodules=dirty"
];
const UNTRACKED = [
	"ls-files",
	"-z",
	"--others",
	"--exclude-standard",
	"--exclude=**/__pycache__/*.*.pyc"
];
const DEPTH = 5;
async function countChanges(ask, probes, depth = DEPTH) {
	const { cwd } = ask;
	const filters = await readFilters(ask);
	const lists = filters && await readLists(ask.with({ filters }), filters);
	if (!lists) return void 0;
	const { top, index, untracked } = lists;
	const own = path.posix.join(lists.prefix, probes);
	const folders = probesFolders([...index.map(pathOf), ...untracked], own);
	const left = [...lists.changed, ...untracked].filter((file) => !folders.some((folder) => isOwnProduct(file, folder)));
	const within = index.filter((entry) => entry.startsWith("160000 ")).map((entry) => path.join(top, pathOf(entry))).filter((folder) => fs.existsSync(path.join(folder, ".git")));
	if (within.length > 0 && depth === 0) return void 0;
	const counts = await Promise.all(within.map((folder) => countChanges(ask.with({ cwd: folder }), path.relative(folder, path.join(cwd, probes)), depth - 1)));
	return counts.some((count) => count === void 0) ? void 0 : counts.reduce((sum, count = 0) => sum + count, left.length);
}
async function readLists(ask, filters) {
	const [status, untracked, index, place] = await Promise.all([
		ask.read(...STATUS),
		ask.read(...UNTRACKED, "--full-name", ":/"),
		ask.read("ls-files", "-z", "--stage", "--full-name", ":/"),
		ask.read("rev-parse", "--show-toplevel", "--show-prefix")
	]);
	const [, top, prefix] = /^(.+)\n(.*)\n$/.exec(place ?? "") ?? [];
	if (status === void 0 || untracked === void 0 || index === void 0) return void 0;
	if (top === void 0 || prefix === void 0) return void 0;
	const records = splitNul(status);
	const same = await findUnfiltered(ask, top, records.filter((record) => record.startsWith(" M")).map((record) => record.slice(3)), filters);
	return {
		top,
		prefix,
		index: splitNul(index),
		untracked: splitNul(untracked),
		changed: records.map((record) => record.slice(3)).filter((file) => !same.has(file))
	};
}
const pathOf = (record) => record.slice(record.indexOf("	") + 1);
const AT_ONCE = 100;
const ENTRY = /\d{6} ([0-9a-f]+) 0\t([^\0]+)\0 {2}ctime: (\d+):(\d+)\n {2}mtime: (\d+):(\d+)\n {2}dev: .*\n {2}uid: .*\n {2}size: (\d+)\t.*\n/g;
async function findUnfiltered(ask, top, paths, filters) {
	const found = [];
	for (let at = 0; filters.length > 0 && at < paths.length; at += AT_ONCE) {
		const some = paths.slice(at, at + AT_ONCE);
		const [attributes = "", entries = ""] = await Promise.all([ask.read("-C", top, "check-attr", "-z", "filter", "--", ...some), ask.read("-C", top, "--literal-pathspecs", "ls-files", "--stage", "--debug", "-z", "--", ...some)]);
		const filtered = filteredOf(splitNul(attributes), filters);
		for (const [, id = "", name = "", ...stat] of entries.matchAll(ENTRY)) {
			const file = path.join(top, name);
			if (filtered.has(name) && (isStat(file, stat.map(BigInt)) || isPointedAt(file, id))) found.push(name);
		}
	}
	return new Set(found);
}
const filteredOf = (words, filters) => new Set(words.filter((_, at) => at % 3 === 0 && filters.includes(words[at + 2] ?? "")));
function isStat(file, known) {
	const found = fs.lstatSync(file, {
		bigint: true,
		throwIfNoEntry: false
	});
	if (!found) return false;
	const { ctimeNs, mtimeNs, size } = found;
	return [
		ctimeNs / NANO,
		ctimeNs % NANO,
		mtimeNs / NANO,
		mtimeNs % NANO,
		size & 4294967295n
	].every((part, at) => part === known[at]);
}
const NANO = 1000000000n;
function isPointedAt(file, id) {
	const content = readPlain(file);
	if (content === void 0) return false;
	const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash("sha256").update(content).digest("hex")}\nsize ${content.length}\n`;
	return createHash(id.length === 40 ? "sha1" : "sha256").update(`blob ${pointer.length}\0${pointer}`).digest("hex") === id;
}
function readPlain(file) {
	try {
		return fs.lstatSync(file).isFile() ? fs.readFileSync(file) : void 0;
	} catch {
		return;
	}
}
// src/cli/checkout.ts
async function readCheckout(context, looked) {
	const bare = {
		commits: [],
		pullRequest: false
	};
	const state = await context.git.state();
	if (state === "unborn") return {
		reference: bare,
		faults: [UNBORN]
	};
	if (state !== "ok") return {
		reference: bare,
		faults: []
	};
	const head = await context.git.head();
	if (head === void 0) return {
		reference: bare,
		faults: [UNLISTED]
	};
	const history = await context.history();
	return {
		reference: {
			...bare,
			merge: head.content,
			mergeSha: head.sha,
			...await readBranch(context, history, head)
		},
		faults: looked ? [] : await findChanges(context, head.sha.slice(0, 7))
	};
}
async function readBranch({ git }, history, own) {
	if (!history.known) return {
		head: own.content,
		headSha: own.sha
	};
	const { head: headSha, commits } = history;
	return {
		head: (headSha === own.sha ? own : await git.head(headSha))?.content,
		headSha,
		commits
	};
}
const UNBORN = {
	where: "git",
	message: "there is no commit yet, so nothing says what content this is",
	fix: "git add --all && git commit --message \"First commit\""
};
const UNLISTED = {
	where: "git",
	message: "git does not list the files of HEAD, so nothing says what content this is",
	fix: "git fsck"
};
async function findChanges({ ask, settings, again }, head) {
	const count = await countChanges(ask, settings.probes);
	if (count === 0) return [];
	if (count === void 0) return [{
		where: "git",
		message: `git does not say what has changed since ${head}, the commit that is judged`,
		fix: "git status"
	}];
	return [{
		where: "git",
		message: `${count} changed ${count === 1 ? "file here is" : "files here are"} in no commit, and ${head} is what is judged`,
		fix: `commit, stash or ignore what \`git status\` shows, then run ${again}`
	}];
}
async function findVendoredProbe({ git, ask }) {
	const tracked = (await git.trackedFiles())?.find(isProbeScript);
	if (tracked !== void 0) return {
		file: tracked,
		committed: await isInHead(ask, tracked)
	};
	const file = (await createProjectListing(ask).files().catch(() => [])).find(isProbeScript);
	return file === void 0 ? void 0 : {
		file,
		committed: false
	};
}
async function tellHowToVendor({ terminal, self, git }, found) {
	if (found) {
		const file = shellWord(found.file, "posix");
		terminal.log.info(`the probe is not committed yet, and the other places need it: git add ${file} && git commit -m "Add the probe"`);
		return;
	}
	if (["ok", "unborn"].includes(await git.state())) terminal.log.info(`this repository has no probe yet, and the steps below start it; first: ${self} init`);
}
function tellHowToBring({ terminal }, { file }, { rows }) {
	if (rows.some(({ cells: { box } }) => box?.reason === "NO_PROBE" || box?.reason === "NOT_THIS_PR")) terminal.log.info(`a box that can push brings its file by itself: python ${shellWord(file, "posix")} box --for-commit, commit the file it names, push; then git pull here`);
}
// src/cli/judge.ts
async function gatherCompared(context, own) {
	const { settings, ask, terminal, history } = context;
	const base = await readBaseFile(ask, await history(), settings.claims);
	if (base.known) {
		const atBase = async (file) => {
			const found = await readBaseFile(ask, await history(), file);
			return found.known ? found.text : void 0;
		};
		return gatherFiles(context, {
			own,
			baseClaims: async () => base.text,
			probes: {
				shipped: readShippedProbe,
				atBase
			}
		});
	}
	const evidence = await gatherFiles(context, { own });
	if (base.why !== void 0 && evidence.claims.source === "file") terminal.log.info(`${settings.claims} is compared with no earlier one: ${base.why}`);
	return evidence;
}
async function gatherFiles({ files, git, ask, history, settings, terminal, net }, { own, baseClaims, probes: texts } = {}) {
	const { probes, claims } = settings;
	const ids = once(async () => readBaseIds(ask, await history(), probes));
	const isAtBase = async (name, text) => isBlob(text, (await ids()).get(name));
	const sources = [createCheckoutSource(files, {
		probes,
		own,
		isAtBase
	})];
	const work = gather({
		files,
		git,
		net,
		sha256,
		sources,
		baseClaims,
		probes: texts
	}, claims);
	const gathered = await patiently(terminal, "reading claims and probe files", work);
	if (!gathered.ok) throw new UsageError(tellProblems(gathered.file, gathered.problems), CLAIMS_EXAMPLE);
	for (const { message } of gathered.evidence.notes) terminal.log.info(message);
	return gathered.evidence;
}
async function judgeFiles(context, evidence, here) {
	const { settings, terminal } = context;
	const brought = broughtBy(here?.probed);
	const vendored = await findVendoredProbe(context);
	const place = here?.place ?? detectPlace(context.env);
	const asked = whoIsAsked(settings.places, evidence.claims, place);
	const looked = here !== void 0 && lookedAt(asked).includes(here.place);
	const checkout = await patiently(terminal, "asking git what is checked out", readCheckout(context, looked));
	const { headSha = "" } = checkout.reference;
	const question = {
		evidence: {
			...evidence,
			texts: [...brought.texts, ...evidence.texts]
		},
		asked,
		reference: checkout.reference,
		expect: settings.expect,
		failOn: settings.failOn,
		unprobed: brought.unprobed,
		ciFromFiles: here?.place !== "ci",
		faults: [...brought.faults, ...checkout.faults],
		authorMayLoosen: true,
		commands: {
			probe: `python ${vendored?.file ?? "scripts/agent_probes/agent_probe.py"}`,
			probesFolder: settings.probes,
			rerun: `run ${context.again}`,
			here: place,
			probesHere: here !== void 0
		}
	};
	const verdict = await decide(question, {
		headContent: async () => void 0,
		commits: async () => [],
		changedSince: (commit) => readChanged(context.ask, commit, headSha, settings.probes),
		headIsOnline: () => isMadeOnline(context.ask, headSha)
	});
	if (verdict.gate.verdict === "blocked") if (vendored?.committed) tellHowToBring(context, vendored, verdict);
	else await tellHowToVendor(context, vendored);
	return verdict;
}
function whoIsAsked(named, claims, here) {
	if (named.length > 0) return {
		places: named,
		why: "--places names them"
	};
	return placesFor(here === "box" ? "agent" : "person", claims, "a checkout is judged like a pull request with write access");
}
const tellProblems = (file, problems) => problems.map((problem) => describeProblem(file, problem)).join("\n");
async function printVerdict(context, verdict) {
	context.terminal.print(await render(context, verdict));
}
async function render({ settings, terminal, files }, verdict) {
	const { format, probes } = settings;
	if (format === "json") return (await import("./core-report-json-exports.js")).renderJson(verdict);
	if (format === "markdown") {
		const { renderMarkdown } = await import("./core-report-markdown-exports.js");
		return renderMarkdown(verdict, await findNotes(files, probes));
	}
	const { renderText } = await import("./core-report-text.js");
	const { width, colour } = terminal;
	return renderText(verdict, {
		colour,
		width: width ?? 100
	});
}
export { tellProblems as a, printVerdict as i, gatherFiles as n, judgeFiles as r, gatherCompared as t };
