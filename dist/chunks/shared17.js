import { n as decide, o as createCheckoutSource, t as gather } from "./shared4.js";
import { _ as probesFolders, h as isProbeScript, l as sha256, m as isOwnProduct, r as createExec, s as QUIET } from "./shared3.js";
import { t as CLAIMS_EXAMPLE } from "./shared5.js";
import path from "node:path";
import { n as isInHead, r as patiently, t as createProjectListing } from "./shared18.js";
import { p as shellWord } from "./shared2.js";
import { t as UsageError } from "./shared15.js";
// src/adapters/git/merge-base.ts
const LIMIT$1 = 60;
const USUAL = [
	"refs/remotes/origin/HEAD",
	"refs/remotes/origin/main",
	"refs/remotes/origin/master"
];
async function readBaseFile(exec, cwd, env, file) {
	const options = {
		cwd,
		env: {
			...env,
			LC_ALL: "C",
			GIT_TERMINAL_PROMPT: "0"
		},
		seconds: LIMIT$1
	};
	const git = async (...args) => {
		const exit = await exec("git", [...QUIET, ...args], options);
		return exit.kind === "exited" && exit.code === 0 ? exit.stdout : void 0;
	};
	const tip = (await Promise.all(USUAL.map((ref) => git("rev-parse", "--verify", "--quiet", `${ref}^{commit}`)))).find((sha) => sha !== void 0)?.trim();
	if (tip === void 0) return await git("remote", "get-url", "origin") === void 0 ? { known: false } : {
		known: false,
		why: "git does not have origin's default branch"
	};
	const base = (await git("merge-base", "HEAD", tip))?.trim();
	if (!base) return {
		known: false,
		why: "this clone does not reach back to origin's default branch"
	};
	const listed = await git("ls-tree", "-z", base, "--", `./${file}`);
	if (listed === void 0) return {
		known: false,
		why: `git does not list ${base.slice(0, 7)}`
	};
	if (listed === "") return {
		known: true,
		text: void 0
	};
	const text = await git("cat-file", "blob", `${base}:./${file}`);
	return text === void 0 ? {
		known: false,
		why: `git does not show ${file} at ${base.slice(0, 7)}`
	} : {
		known: true,
		text
	};
}
// src/adapters/git/changes.ts
const LIMIT = 60;
const COMPILED = "--exclude=**/__pycache__/*.*.pyc";
async function countChanges(exec, cwd, env, probes) {
	const options = {
		cwd,
		env: {
			...env,
			LC_ALL: "C",
			GIT_TERMINAL_PROMPT: "0"
		},
		seconds: LIMIT
	};
	const list = async (...args) => {
		const exit = await exec("git", [...QUIET, ...args], options);
		if (exit.kind !== "exited" || exit.code !== 0) return void 0;
		return exit.stdout.split("\0").filter((part) => part !== "");
	};
	const [changed, untracked, prefix] = await Promise.all([
		list("status", "--porcelain=v1", "-z", "--no-renames", "--untracked-files=no"),
		list("ls-files", "-z", "--full-name", "--others", "--exclude-standard", COMPILED, ":/"),
		list("rev-parse", "--show-prefix")
	]);
	if (!changed || !untracked || !prefix) return void 0;
	const paths = [...changed.map((record) => record.slice(3)), ...untracked];
	const own = path.posix.join(prefix.join("").replace(/\n$/, ""), probes);
	const left = paths.filter((file) => !isOwnProduct(file, own));
	if (left.length === 0) return 0;
	const tracked = await list("ls-files", "-z", "--full-name", ":/");
	const folders = probesFolders([...tracked ?? [], ...untracked], own);
	return left.filter((file) => !folders.some((folder) => isOwnProduct(file, folder))).length;
}
// src/cli/checkout.ts
async function readCheckout(world, looked) {
	const bare = {
		commits: [],
		pullRequest: false
	};
	const state = await world.git.state();
	if (state === "unborn") return {
		reference: bare,
		faults: [UNBORN]
	};
	if (state !== "ok") return {
		reference: bare,
		faults: []
	};
	const head = await world.git.head();
	if (head === void 0) return {
		reference: bare,
		faults: [UNLISTED]
	};
	return {
		reference: {
			...bare,
			merge: head.content,
			mergeSha: head.sha
		},
		faults: looked ? [] : await findChanges(world, head.sha.slice(0, 7))
	};
}
const UNBORN = {
	where: "git",
	message: "there is no commit yet, so nothing says what content this is",
	fix: "git commit"
};
const UNLISTED = {
	where: "git",
	message: "git does not list the files of HEAD, so nothing says what content this is",
	fix: "git fsck"
};
async function findChanges({ cwd, env, settings, again }, head) {
	const count = await countChanges(createExec(process.stderr), cwd, env, settings.probes);
	if (count === 0) return [];
	return [{
		where: "git",
		message: count === void 0 ? `git does not say what has changed since ${head}, the commit that is judged` : `${count} changed ${count === 1 ? "file here is" : "files here are"} in no commit, and ${head} is what is judged`,
		fix: count === void 0 ? "git status" : `commit, stash or ignore what \`git status\` shows, then run ${again}`
	}];
}
// src/cli/place.ts
const PROVIDERS = [
	"GITHUB_ACTIONS",
	"GITLAB_CI",
	"CIRCLECI",
	"BUILDKITE",
	"TF_BUILD",
	"JENKINS_URL",
	"TRAVIS",
	"APPVEYOR",
	"TEAMCITY_VERSION",
	"BITBUCKET_BUILD_NUMBER"
];
const isSet = (value) => value !== void 0 && !/^(?:|0|false|no)$/i.test(value);
const detectPlace = (env) => /^(?:true|1)$/i.test(env.CI ?? "") || PROVIDERS.some((name) => isSet(env[name])) ? "ci" : "local";
// src/cli/vendored-probe.ts
async function findVendoredProbe({ git, cwd, env }) {
	const exec = createExec(process.stderr);
	const tracked = (await git.trackedFiles())?.find(isProbeScript);
	if (tracked !== void 0) return {
		file: tracked,
		committed: await isInHead(exec, cwd, env, tracked)
	};
	const file = (await createProjectListing(exec, cwd, env).files().catch(() => [])).find(isProbeScript);
	return file === void 0 ? void 0 : {
		file,
		committed: false
	};
}
function tellHowToVendor({ terminal, self }, found) {
	if (found) {
		const file = shellWord(found.file, "posix");
		terminal.log.info(`the probe is not committed yet, and the other places need it: git add ${file} && git commit -m "Add the probe"`);
		return;
	}
	terminal.log.info(`this repository has no probe yet, and the other places need one: ${self} init`);
}
// src/cli/judge.ts
async function gatherCompared(world, own) {
	const { settings, cwd, env, terminal } = world;
	const base = await readBaseFile(createExec(process.stderr), cwd, env, settings.claims);
	if (base.known) return gatherFiles(world, {
		own,
		baseClaims: async () => base.text
	});
	const evidence = await gatherFiles(world, { own });
	if (base.why !== void 0 && evidence.claims.source === "file") terminal.log.info(`${settings.claims} is compared with no earlier one: ${base.why}`);
	return evidence;
}
async function gatherFiles({ files, git, settings, terminal, net }, { own, baseClaims } = {}) {
	const { probes, claims } = settings;
	const source = createCheckoutSource(files, {
		probes,
		...own === void 0 ? {} : { own }
	});
	const needs = {
		files,
		git,
		net,
		sha256,
		sources: [source],
		...baseClaims ? { baseClaims } : {}
	};
	const work = gather(needs, claims);
	const gathered = await patiently(terminal, "reading claims and probe files", work);
	if (!gathered.ok) throw new UsageError(tellProblems(gathered.file, gathered.problems), CLAIMS_EXAMPLE);
	for (const { message } of gathered.evidence.notes) terminal.log.info(message);
	return gathered.evidence;
}
async function judgeFiles(world, evidence, here) {
	const { settings, terminal } = world;
	const probed = here?.probed;
	const texts = probed?.ok ? [probed.probe, ...evidence.texts] : evidence.texts;
	const vendored = await findVendoredProbe(world);
	const asked = whoIsAsked(settings.places, evidence.claims);
	const looked = here !== void 0 && asked.places.includes(here.place);
	const checkout = await patiently(terminal, "asking git what is checked out", readCheckout(world, looked));
	const verdict = await decide({
		evidence: {
			...evidence,
			texts
		},
		asked,
		reference: checkout.reference,
		expect: settings.expect,
		failOn: settings.failOn,
		unprobed: probed && !probed.ok ? [probed.unprobed] : [],
		ciFromFiles: here?.place !== "ci",
		faults: [...probed && !probed.ok ? [probed.fault] : [], ...checkout.faults],
		authorMayLoosen: true,
		commands: {
			probe: `python ${vendored?.file ?? "scripts/agent_probes/agent_probe.py"}`,
			probesFolder: settings.probes,
			rerun: `run ${world.again}`,
			here: here?.place ?? detectPlace(world.env),
			probesHere: here !== void 0
		}
	});
	for (const { message, fix } of verdict.unused) if (fix !== void 0) terminal.log.info(`${message}: ${fix}`);
	if (!vendored?.committed && verdict.gate.verdict === "blocked") tellHowToVendor(world, vendored);
	return verdict;
}
function whoIsAsked(named, { places, source }) {
	if (named.length > 0) return {
		places: named,
		why: "--places names them"
	};
	return {
		places,
		why: source === "file" ? "the claims name them" : "no claims.json names fewer"
	};
}
function tellProblems(file, problems) {
	return problems.map(({ line, key, message }) => {
		return `${line === void 0 ? file : `${file}:${line}`}: ${key === void 0 ? "" : `${key} `}${message}`;
	}).join("\n");
}
export { detectPlace as a, tellProblems as i, gatherFiles as n, judgeFiles as r, gatherCompared as t };
