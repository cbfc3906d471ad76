import { c as createCheckoutSource, n as decide, t as gather } from "./shared4.js";
import { l as sha256, m as isProbeScript, r as createExec } from "./shared3.js";
import { t as CLAIMS_EXAMPLE } from "./shared13.js";
import { n as isInHead, r as patiently, t as createProjectListing } from "./shared17.js";
import { p as shellWord } from "./shared2.js";
import { t as UsageError } from "./shared15.js";
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
async function gatherFiles({ files, git, settings, terminal, net }, own) {
	const { probes, claims } = settings;
	const source = createCheckoutSource(files, {
		probes,
		...own === void 0 ? {} : { own }
	});
	const work = gather({
		files,
		git,
		net,
		sha256,
		sources: [source]
	}, claims);
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
	const reference = await patiently(terminal, "asking git what is checked out", readReference(world));
	const verdict = await decide({
		evidence: {
			...evidence,
			texts
		},
		asked: whoIsAsked(settings.places, evidence.claims),
		reference,
		expect: settings.expect,
		failOn: settings.failOn,
		unprobed: probed && !probed.ok ? [probed.unprobed] : [],
		ciFromFiles: here?.place !== "ci",
		faults: [...probed && !probed.ok ? [probed.fault] : [], ...await unborn(world)],
		authorMayLoosen: true,
		commands: {
			probe: `python ${vendored?.file ?? "scripts/agent_probes/agent_probe.py"}`,
			probesFolder: settings.probes,
			rerun: `run ${world.again}`,
			here: here?.place ?? detectPlace(world.env),
			probesHere: here !== void 0
		}
	});
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
async function readReference({ git }) {
	const head = await git.head();
	return {
		...head ? {
			merge: head.content,
			mergeSha: head.sha
		} : {},
		commits: [],
		pullRequest: false
	};
}
async function unborn({ git }) {
	if (await git.state() !== "unborn") return [];
	return [{
		where: "git",
		message: "there is no commit yet, so nothing says what content this is",
		fix: "git commit"
	}];
}
function tellProblems(file, problems) {
	return problems.map(({ line, key, message }) => {
		return `${line === void 0 ? file : `${file}:${line}`}: ${key === void 0 ? "" : `${key} `}${message}`;
	}).join("\n");
}
export { detectPlace as i, judgeFiles as n, tellProblems as r, gatherFiles as t };
