import { y as visible } from "./shared2.js";
import { a as isProbeFileOrLog, c as placeName } from "./shared5.js";
import { createHash, randomUUID } from "node:crypto";
import path from "node:path";
import fs from "node:fs/promises";
import os from "node:os";
import { spawn } from "node:child_process";
import fs$1, { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
// src/core/once.ts
function oncePer(make) {
	const made = new Map();
	return (key) => {
		const answer = made.get(key) ?? make(key);
		made.set(key, answer);
		return answer;
	};
}
const once = (make) => {
	const answer = oncePer(make);
	return () => answer("");
};
// src/core/secrets/known.ts
const KNOWN = "known-secret";
const SECRET_NAME = /(?:^|[_-])(?:token|secret|secrets|password|passwd|passphrase|pwd|credential|credentials|apikey|api_key|api-key|private_key|access_key|auth|pat|dsn|key)(?:[_-]|$)/i;
const TELLS_WHERE = /[_-](?:file|path|dir|name|id|url|host|user|username|sock|type|expiry|format)$/i;
const SHELLS_OWN = /^(?:OLD)?PWD$/i;
const NAMES_FOLDER = /_PWD$/i;
const FOLDER = /^(?:\/(?:home|root|Users|tmp|opt|usr|var|srv|mnt|media|private|workspaces?|github|builds?|app|data)\/|[A-Za-z]:[\\/])/;
const MIN_LENGTH = 8;
const MIN_PART = 16;
const UTF8 = new TextEncoder();
const PLAIN = [
	"HOME",
	"PATH",
	"SHELL",
	"USER",
	"GITHUB_WORKSPACE",
	"GITHUB_REPOSITORY",
	"GITHUB_ACTOR"
];
function secretValues(env) {
	const plain = PLAIN.map((name) => env[name] ?? "");
	return Object.entries(env).flatMap(([name, value = ""]) => isSecretName(name) && !isFolder(name, value) && !plain.some((one) => one.includes(value)) ? [value] : []);
}
const isSecretName = (name) => SECRET_NAME.test(name) && !TELLS_WHERE.test(name) && !SHELLS_OWN.test(name);
const isFolder = (name, value) => NAMES_FOLDER.test(name) && FOLDER.test(value);
const binary = (value) => String.fromCharCode(...UTF8.encode(value));
function inBase64(value) {
	const bytes = binary(value.slice(0, 1e4));
	return [
		0,
		1,
		2
	].map((before) => {
		const text = btoa("\0".repeat(before) + bytes).replace(/=+$/, "");
		const start = Math.ceil(before * 4 / 3);
		const end = Math.floor((before + bytes.length) * 4 / 3);
		return text.slice(start, end);
	});
}
const inHex = (value) => [...UTF8.encode(value.slice(0, 1e4))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const NAMED$1 = {
	"&": "amp",
	"<": "lt",
	">": "gt",
	"\"": "quot",
	"'": "apos"
};
const inHtml = (value, of) => value.replace(/[&<>"']/g, (char) => `&${of(char)};`);
function quoted(value) {
	const json = JSON.stringify(value).slice(1, -1);
	const percent = encodeURIComponent(value.replace(/\p{Surrogate}/gu, ""));
	const strict = percent.replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
	const lower = (text) => text.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase());
	const addresses = [
		percent,
		strict,
		strict.replaceAll("%20", "+")
	];
	return [
		...[
			json,
			JSON.stringify(json).slice(1, -1),
			value.replaceAll("'", "\\'")
		],
		inHtml(value, (char) => NAMED$1[char] ?? ""),
		inHtml(value, (char) => char === "'" ? "#39" : NAMED$1[char] ?? ""),
		inHtml(value, (char) => `#${char.charCodeAt(0)}`),
		inHtml(value, (char) => `#x${char.charCodeAt(0).toString(16)}`),
		...[...addresses, ...addresses.map(lower)]
	];
}
function spellings(value) {
	const lines = value.split(/[\r\n]+/).map((line) => line.trim()).filter((line) => line.length >= MIN_LENGTH);
	const parts = lines.flatMap((line) => line.match(/[A-Za-z0-9+/=_.-]+/g) ?? []);
	const encoded = lines.flatMap((line) => {
		const base64 = inBase64(line);
		const url = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
		const hex = inHex(line);
		return [
			...base64,
			...url,
			hex,
			hex.toUpperCase(),
			...quoted(line),
			[...line].reverse().join("")
		];
	});
	const all = [
		...lines,
		...parts.filter((part) => part.length >= MIN_PART),
		...encoded
	];
	return [...new Set(all.filter((text) => text.length >= MIN_LENGTH))];
}
const LINE_END = /\r?\n[ \t]*|(?:\\+[rn])+|\\u\{[ad]\}|\\u000[ad]|(?:%0[ad])+/gi;
function findIn(text, known, at) {
	const hits = [];
	for (const one of known) for (let from = text.indexOf(one); from >= 0; from = text.indexOf(one, from + one.length)) hits.push({
		kind: KNOWN,
		from: at(from),
		to: at(from + one.length - 1) + 1
	});
	return hits;
}
function findBroken(text, known) {
	const starts = [];
	const ends = [];
	let [joined, last] = ["", 0];
	for (const { index, 0: end } of text.matchAll(LINE_END)) {
		joined += text.slice(last, index);
		last = index + end.length;
		starts.push(joined.length);
		ends.push(last);
	}
	if (starts.length === 0) return [];
	joined += text.slice(last);
	const at = (index) => {
		let [low, high] = [0, starts.length];
		while (low < high) {
			const middle = low + high >> 1;
			if ((starts[middle] ?? 0) <= index) low = middle + 1;
			else high = middle;
		}
		return low === 0 ? index : (ends[low - 1] ?? 0) + index - (starts[low - 1] ?? 0);
	};
	return findIn(joined, known.filter((one) => one.length >= MIN_PART), at);
}
const findKnown = (text, known) => known.length === 0 ? [] : [...findIn(text, known, (index) => index), ...findBroken(text, known)];
// src/core/secrets/shapes.ts
const SHAPES = {
	"private-key": /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\{}]{0,10000}/g,
	"google-api-key": /(?<![A-Za-z0-9_])AIza[A-Za-z0-9_-]{35}/g,
	"google-oauth": /(?<![A-Za-z0-9_])(?:ya29\.[A-Za-z0-9_-]{30,500}|GOCSPX-[A-Za-z0-9_-]{28})/g,
	pypi: /(?<![A-Za-z0-9_])pypi-AgEI[A-Za-z0-9_-]{40,500}/g,
	jwt: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}/g,
	digitalocean: /(?<![A-Za-z0-9_])do[opr]_v1_[a-f0-9]{64}/g,
	azure: /(?:AccountKey|SharedAccessKey|sig)=[A-Za-z0-9+/%]{40,120}={0,2}/g,
	twilio: /(?<![A-Za-z0-9_])SK[a-f0-9]{32}(?![A-Za-z0-9_])/g,
	telegram: /(?<![A-Za-z0-9_])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g,
	authorization: /(?<![A-Za-z])(?:bearer|basic|token) (?=[A-Za-z+/._~-]{0,200}\d)[A-Za-z0-9+/._~-]{20,2000}={0,2}/gi,
	"cut-token": /(?<![A-Za-z0-9_])(?:gh[oprsu]_|github_pat_|gl(?:pat|rt|dt)-|gl(?:sa|c)_|sk_live_|[sr]k_(?:live|test)_|sk-(?:ant|proj|svcacct|admin)-|xox[abopr]-|xapp-|lin_api_|dckr_pat_|figd_|gsk_|shp(?:at|ca|pa|ss)_|hv[sbr]\.|tskey-[a-z]{2,20}-|pypi-Ag|GOCSPX-|ya29\.|AIza|do[opr]_v1_|(?:npm|hf)_(?=[A-Za-z]{0,20}[A-Z])|dapi(?=[a-f]{0,20}\d)|S[GK](?=\.?[A-Za-z]{0,20}\d))[A-Za-z0-9_.-]{10,200}/g,
	"cut-web-token": /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{16,2000}/g,
	"url-password": /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/[^\s/:@'"`<>|]{0,100}:[^\s/@'"`<>|]{1,200}@/g
};
const findShapes = (text) => Object.entries(SHAPES).flatMap(([kind, shape]) => [...text.matchAll(shape)].map((found) => ({
	kind,
	from: found.index,
	to: found.index + found[0].length
})));
// src/adapters/secret-net.ts
const NOT_RUN = ["filter-comments", "gcp"];
const REST = /^[A-Za-z0-9+/=_~-]+/;
const OPTIONS = { aws: { enableIDScanRule: true } };
const createSecretNet = (env) => once(() => loadSecretNet(env));
async function loadSecretNet(env) {
	const known = secretValues(env).flatMap(spellings);
	const rules = await loadRules();
	return { find: (text) => [
		...rules.flatMap((rule) => findBy(rule, text)),
		...findShapes(text),
		...findKnown(text, known)
	] };
}
const nameOf = (rule) => rule.meta.id.replace("@secretlint/secretlint-rule-", "");
async function loadRules() {
	const { rules } = await import("./secretlint-secretlint-rule-preset-recommend.js");
	return rules.filter((rule) => !NOT_RUN.includes(nameOf(rule)));
}
function findBy(rule, text) {
	const hits = [];
	const kind = nameOf(rule);
	rule.create({
		createTranslator: () => (id) => ({ messageId: id }),
		report: ({ range: [from, to] }) => {
			hits.push({
				kind,
				from,
				to: to + (REST.exec(text.slice(to, to + 1e4))?.[0].length ?? 0)
			});
		},
		ignore: () => void 0
	}, OPTIONS[kind] ?? {}).file({ content: text });
	return hits;
}
// src/core/fault.ts
var FaultError = class extends Error {
	fault;
	constructor(fault) {
		super(fault.message);
		this.name = "FaultError";
		this.fault = fault;
	}
};
const messageOf = (error) => error instanceof Error ? error.message : String(error);
function faultOf(where, error, what) {
	const message = what === void 0 ? messageOf(error) : `${what}: ${messageOf(error)}`;
	return error instanceof FaultError ? {
		...error.fault,
		where,
		message
	} : {
		where,
		message
	};
}
// src/core/probe-file/facts/ci-providers.ts
const CI_PROVIDERS = `
github GITHUB_ACTIONS GITHUB_RUN_ID GITHUB_RUN_ATTEMPT GITHUB_JOB GITHUB_EVENT_NAME GITHUB_SHA
gitlab GITLAB_CI CI_PIPELINE_ID - CI_JOB_ID CI_PIPELINE_SOURCE CI_COMMIT_SHA
circleci CIRCLECI CIRCLE_WORKFLOW_ID - CIRCLE_JOB - CIRCLE_SHA1
buildkite BUILDKITE BUILDKITE_BUILD_ID BUILDKITE_RETRY_COUNT BUILDKITE_JOB_ID BUILDKITE_SOURCE BUILDKITE_COMMIT
azure TF_BUILD BUILD_BUILDID SYSTEM_JOBATTEMPT SYSTEM_JOBID BUILD_REASON BUILD_SOURCEVERSION
jenkins JENKINS_URL BUILD_TAG - JOB_NAME - GIT_COMMIT
travis TRAVIS TRAVIS_BUILD_ID - TRAVIS_JOB_ID TRAVIS_EVENT_TYPE TRAVIS_COMMIT
appveyor APPVEYOR APPVEYOR_BUILD_ID - APPVEYOR_JOB_ID - APPVEYOR_REPO_COMMIT
teamcity TEAMCITY_VERSION BUILD_NUMBER - TEAMCITY_BUILDCONF_NAME - BUILD_VCS_NUMBER
bitbucket BITBUCKET_BUILD_NUMBER BITBUCKET_PIPELINE_UUID - BITBUCKET_STEP_UUID - BITBUCKET_COMMIT
other CI - - - - -
`.trim().split("\n").map((line) => line.split(" "));
const PROVIDER_NAMES = CI_PROVIDERS.map(([name = ""]) => name);
const PROVIDER_SIGNS = CI_PROVIDERS.flatMap(([name, sign = ""]) => name === "other" ? [] : sign);
// src/core/text/encoding.ts
const MARKS = [
	{
		bytes: [
			255,
			254,
			0,
			0
		],
		name: "UTF-32"
	},
	{
		bytes: [
			0,
			0,
			254,
			255
		],
		name: "UTF-32"
	},
	{
		bytes: [255, 254],
		name: "UTF-16, as PowerShell's > writes it"
	},
	{
		bytes: [254, 255],
		name: "UTF-16"
	}
];
var NotText = class extends Error {};
function decodeText(bytes) {
	try {
		return new TextDecoder("utf-8", {
			fatal: true,
			ignoreBOM: true
		}).decode(bytes);
	} catch {
		throw new NotText(`it is ${nameEncoding(bytes)}`);
	}
}
function nameEncoding(bytes) {
	const mark = MARKS.find((one) => one.bytes.every((byte, at) => bytes[at] === byte));
	return mark === void 0 ? "not UTF-8" : `${mark.name}, not UTF-8`;
}
// src/adapters/files.ts
function createFiles(directory) {
	return {
		read: (file, maxBytes) => explain$1("read", file, async () => read(await inside(directory, file), maxBytes)),
		write: (file, text) => explain$1("write", file, async () => write(await inside(directory, file), text)),
		list: (folder) => explain$1("list", folder, async () => list(await inside(directory, folder)))
	};
}
async function inside(directory, file) {
	const root = await fs.realpath(directory);
	const target = path.resolve(root, file);
	if (target === root) return root;
	if (isBelow(root, target) && isBelow(root, await realPath(path.dirname(target)))) return target;
	throw new Error("it leads out of the working directory");
}
function isBelow(root, target) {
	const relative = path.relative(root, target);
	return relative !== ".." && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}
async function realPath(folder) {
	try {
		return await fs.realpath(folder);
	} catch (error) {
		if (codeOf(error) !== "ENOENT" || path.dirname(folder) === folder) throw error;
		return path.join(await realPath(path.dirname(folder)), path.basename(folder));
	}
}
async function read(file, maxBytes) {
	try {
		const stat = await fs.lstat(file);
		if (stat.isSymbolicLink()) throw new Error("it is a symbolic link");
		if (!stat.isFile()) throw new Error("it is not a regular file");
		if (stat.size > maxBytes) throw new Error(`it has ${stat.size} bytes, more than ${maxBytes}`);
		const bytes = await fs.readFile(file);
		if (bytes.length > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
		return decodeText(bytes);
	} catch (error) {
		if (isAbsent(error)) return void 0;
		throw error;
	}
}
async function write(file, text) {
	await fs.mkdir(path.dirname(file), { recursive: true });
	const draft = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}`);
	try {
		await fs.writeFile(draft, text, { flag: "wx" });
		await fs.rename(draft, file);
	} catch (error) {
		await fs.rm(draft, { force: true }).catch(() => void 0);
		throw error;
	}
}
async function list(folder) {
	try {
		if ((await fs.lstat(folder)).isSymbolicLink()) throw new Error("it is a symbolic link");
		return (await fs.readdir(folder, { withFileTypes: true })).map((entry) => {
			const kind = entry.isFile() ? "file" : entry.isSymbolicLink() ? "link" : "other";
			return {
				name: entry.name,
				kind
			};
		}).sort((a, b) => a.name < b.name ? -1 : 1);
	} catch (error) {
		if (codeOf(error) === "ENOENT") return [];
		throw error;
	}
}
async function explain$1(what, file, action) {
	try {
		return await action();
	} catch (error) {
		const cause = messageOf(error);
		throw new Error(`can't ${what} ${file}: ${CAUSES[codeOf(error)] ?? cause}`, { cause: error });
	}
}
const CAUSES = {
	EACCES: "this user has no permission",
	EPERM: "this user has no permission",
	EROFS: "the file system is read-only",
	ENOSPC: "the disk is full",
	ENOTDIR: "a folder of its path is a file",
	EEXIST: "a folder of its path is a file",
	EISDIR: "there is a folder of that name"
};
const codeOf = (error) => error instanceof Error && "code" in error ? String(error.code) : "";
const isAbsent = (error) => ["ENOENT", "ENOTDIR"].includes(codeOf(error));
// src/adapters/git/ask.ts
const LIMIT$2 = 60;
const WORDS = ["--no-optional-locks", "--no-pager"];
const SETTINGS = [
	["core.fsmonitor", "false"],
	["core.quotePath", "false"],
	["core.hooksPath", os.devNull],
	["core.trustctime", "true"],
	["core.checkStat", "default"],
	["core.ignoreStat", "false"],
	["core.splitIndex", "false"],
	["index.skipHash", "false"],
	["core.untrackedCache", "false"],
	["status.renames", "false"],
	["diff.renames", "false"],
	["gc.auto", "0"],
	["maintenance.auto", "false"]
];
const TRACES = /^GIT_(?:TRACE.*|EXTERNAL_DIFF|CONFIG)$/;
const FILTER_OFF = [
	["clean", ""],
	["smudge", ""],
	["process", ""],
	["required", "false"]
];
function createAskGit(asking) {
	const { exec, cwd, env, raw = false, filters = [] } = asking;
	const settings = [...SETTINGS, ...filters.flatMap(switchOff)];
	const words = settings.filter(([key]) => !key.includes("=")).flatMap(([key, value]) => ["-c", `${key}=${value}`]);
	const quiet = quietEnv(env, settings.filter(([key]) => key.includes("=")));
	const run = (...args) => exec("git", [
		...WORDS,
		...words,
		...args
	], {
		cwd,
		env: quiet,
		seconds: LIMIT$2,
		raw
	});
	return {
		cwd,
		run,
		async read(...args) {
			const exit = await run(...args);
			return exit.kind === "exited" && exit.code === 0 ? exit.stdout : void 0;
		},
		with: (change) => createAskGit({
			...asking,
			...change
		})
	};
}
async function readFilters(ask) {
	const listing = await ask.read("config", "--list", "--name-only", "-z");
	if (listing === void 0) return void 0;
	const names = splitNul(listing).filter((key) => /^filter\..+\./s.test(key));
	return [...new Set(names.map((key) => key.slice(7, key.lastIndexOf("."))))];
}
const switchOff = (name) => FILTER_OFF.map(([key, value]) => [`filter.${name}.${key}`, value]);
function quietEnv(env, settings) {
	const plain = Object.fromEntries(Object.entries(env).filter(([name]) => !TRACES.test(name)));
	const first = /^\d+$/.test(env.GIT_CONFIG_COUNT ?? "") ? Number(env.GIT_CONFIG_COUNT) : 0;
	const named = settings.flatMap(([key, value], at) => [[`GIT_CONFIG_KEY_${first + at}`, key], [`GIT_CONFIG_VALUE_${first + at}`, value]]);
	return {
		...plain,
		LC_ALL: "C",
		LANGUAGE: "C",
		GIT_TERMINAL_PROMPT: "0",
		GIT_NO_LAZY_FETCH: "1",
		GIT_ALLOW_PROTOCOL: "none",
		GIT_NO_REPLACE_OBJECTS: "1",
		...named.length > 0 ? {
			...Object.fromEntries(named),
			GIT_CONFIG_COUNT: `${first + settings.length}`
		} : {}
	};
}
const splitNul = (listing) => listing.split("\0").filter((part) => part !== "");
// src/core/content.ts
const VENDORED_PROBE = "scripts/agent_probes/agent_probe.py";
const CLAIMS_FILE = "probes/claims.json";
const isProbeScript = (path) => /(?:^|\/)agent_probe\.py$/.test(path);
const SESSION_RECORD = ".host_fingerprint.json";
const NAMED = new Set([
	"claims.json",
	"claims.schema.json",
	"notes.md",
	"report.md",
	"table.json"
]);
function isOwnProduct(path, probesFolder) {
	const parent = probesFolder.slice(0, probesFolder.lastIndexOf("/") + 1);
	if (path === ".host_fingerprint.json" || path === parent + ".host_fingerprint.json") return true;
	const folder = probesFolder === "." ? "" : `${probesFolder.replace(/\/$/, "")}/`;
	if (!path.startsWith(folder)) return false;
	const name = path.slice(folder.length);
	return NAMED.has(name) || isProbeFileOrLog(name);
}
function probesFolders(paths, own) {
	const folders = paths.filter((path) => /(?:^|\/)probes\/claims\.json$/.test(path)).map((path) => path.slice(0, -12));
	const packages = new Set(folders.length > 0 ? paths.filter((path) => path.endsWith("probes/__init__.py")) : []);
	return [own, ...folders.filter((folder) => !packages.has(`${folder}/__init__.py`))];
}
function contentRecords(entries, probesFolder) {
	const files = entries.filter(({ type }) => type !== "tree");
	const folders = probesFolders(files.map(({ path }) => path), probesFolder);
	return files.filter(({ path }) => !folders.some((folder) => isOwnProduct(path, folder))).sort((a, b) => compareBytes(a.path, b.path)).map(({ mode, type, id, path }) => `${mode} ${type} ${id}\t${path}`).join("\0");
}
function compareBytes(a, b) {
	const end = Math.min(a.length, b.length);
	let i = 0;
	while (i < end && a.charCodeAt(i) === b.charCodeAt(i)) i++;
	return i === end ? a.length - b.length : rank(a.charCodeAt(i)) - rank(b.charCodeAt(i));
}
function rank(unit) {
	if (unit < 55296) return unit;
	return unit >= 57344 ? unit - 2048 : unit + 8192;
}
// src/adapters/git/git.ts
const RECORD = /^([0-7]{6}) (\w+) ([0-9a-f]{40,64})\t(.+)$/s;
function createGit(ask, probes) {
	const { run, read } = ask.with({ raw: true });
	return {
		trackedFiles: once(async () => {
			const listing = await read("ls-files", "-z");
			return listing === void 0 ? void 0 : splitNul(listing).map(fromBytes);
		}),
		async state() {
			const exit = await run("rev-parse", "--show-toplevel");
			if (exit.kind !== "exited") return "no-git";
			if (exit.code !== 0 && /^(?:xcode-select|xcrun):/.test(exit.stderr)) return "no-git";
			if (exit.code !== 0) return /dubious ownership/.test(exit.stderr) ? "refused" : "none";
			return await read("rev-parse", "--verify", "--quiet", "HEAD^{commit}") === void 0 ? "unborn" : "ok";
		},
		isTracked: async (file) => saysTracked(await run("-c", "safe.directory=*", "ls-files", "--error-unmatch", "--", file)),
		async head() {
			const said = await read("rev-parse", "--show-prefix", "HEAD^{commit}");
			const [, prefix, sha] = /^(.*)\n([0-9a-f]{40,64})\n$/s.exec(said ?? "") ?? [];
			if (!sha || prefix === void 0) return void 0;
			const listing = await read("ls-tree", "-r", "-z", "--full-tree", sha);
			const entries = listing === void 0 ? void 0 : parseTree(listing);
			return entries && {
				sha,
				content: hashBytes(contentRecords(entries, toBytes(path.posix.join(fromBytes(prefix), probes))))
			};
		}
	};
}
function saysTracked(exit) {
	if (exit.kind !== "exited") return exit.kind !== "not-started";
	if (exit.code === 0) return true;
	return exit.code !== 1 && !/not a git repository|is outside repository/.test(exit.stderr);
}
async function readParents(ask, sha) {
	const commit = await ask.with({ raw: true }).read("cat-file", "commit", sha);
	return commit === void 0 ? void 0 : parseParents(commit);
}
function parseParents(commit) {
	const [header = ""] = commit.split("\n\n", 1);
	return [...header.matchAll(/^parent ([0-9a-f]{40,64})$/gm)].map(([, sha = ""]) => sha);
}
function parseTree(listing) {
	const entries = [];
	for (const record of splitNul(listing)) {
		const [, mode, type, id, path] = RECORD.exec(record) ?? [];
		if (!mode || !type || !id || !path) return void 0;
		entries.push({
			mode,
			type,
			id,
			path
		});
	}
	return entries;
}
const sha256 = (text) => createHash("sha256").update(text, "utf8").digest("hex");
const hashBytes = (bytes) => createHash("sha256").update(bytes, "latin1").digest("hex");
const fromBytes = (bytes) => Buffer.from(bytes, "latin1").toString("utf8");
const toBytes = (text) => Buffer.from(text, "utf8").toString("latin1");
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
// src/adapters/process.ts
const TAIL = 65536;
const ANSWER$1 = 67108864;
const GRACE = 3e3;
function createExec(progress) {
	return (command, args, options) => new Promise((resolve) => {
		const program = /[\\/]/.test(command) ? command : findProgram(command, options.env ?? process.env);
		const child = program === void 0 ? "ENOENT" : start(program, args, options);
		if (typeof child === "string") resolve({
			kind: "not-started",
			code: child
		});
		else {
			watch(child, options, progress, resolve);
			options.started?.();
		}
	});
}
function findProgram(name, env) {
	const folders = (env[Object.keys(env).find((one) => one.toUpperCase() === "PATH") ?? "PATH"] ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
	const names = process.platform === "win32" && !/\.(?:exe|com)$/i.test(name) ? [`${name}.exe`, `${name}.com`] : [name];
	return folders.flatMap((folder) => names.map((one) => path.join(folder, one))).find(isProgram);
}
function isProgram(file) {
	try {
		fs$1.accessSync(file, fs$1.constants.X_OK);
		return fs$1.statSync(file).isFile();
	} catch {
		return false;
	}
}
function start(command, args, { cwd, env }) {
	try {
		return spawn(command, args, {
			cwd,
			stdio: [...[
				"ignore",
				"pipe",
				"pipe"
			]],
			windowsHide: true,
			...env ? { env: { ...env } } : {}
		});
	} catch (error) {
		return error instanceof Error && "code" in error ? String(error.code) : String(error);
	}
}
function watch(child, options, progress, resolve) {
	let stopped;
	const stop = (why) => {
		stopped ??= why;
		child.kill("SIGTERM");
		setTimeout(() => child.kill("SIGKILL"), GRACE).unref();
	};
	const limit = setTimeout(() => stop("time"), options.seconds * 1e3);
	let grace;
	const out = keep(child.stdout, options, progress, () => stop("size"));
	const err = keep(child.stderr, options, progress, () => stop("size"));
	const finish = (exit) => {
		clearTimeout(limit);
		clearTimeout(grace);
		child.stdout?.destroy();
		child.stderr?.destroy();
		resolve(exit);
	};
	const ended = (code, signal) => {
		const stderr = err();
		if (stopped === "time") finish({
			kind: "timed-out",
			seconds: options.seconds,
			stderr
		});
		else if (stopped === "size") finish({
			kind: "killed",
			by: "the limit on its output",
			stderr
		});
		else if (code === null) finish({
			kind: "killed",
			by: signal ?? "a signal",
			stderr
		});
		else finish({
			kind: "exited",
			code,
			stdout: out(),
			stderr
		});
	};
	child.on("error", (error) => {
		if (child.pid === void 0) finish({
			kind: "not-started",
			code: error.code ?? error.message
		});
	});
	child.on("close", ended);
	child.on("exit", (code, signal) => {
		grace = setTimeout(() => ended(code, signal), GRACE);
	});
}
function keep(stream, options, progress, tooMuch) {
	const chunks = [];
	let size = 0;
	stream?.on("data", (chunk) => {
		if (options.show) progress.write(chunk);
		chunks.push(chunk);
		size += chunk.length;
		if (!options.show && size > ANSWER$1) tooMuch();
		while (size - (chunks[0]?.length ?? 0) > (options.show ? TAIL : ANSWER$1)) size -= chunks.shift()?.length ?? 0;
	});
	return () => Buffer.concat(chunks).toString(options.raw ? "latin1" : "utf8");
}
function withoutActionVariables(env) {
	const own = /^(?:INPUT_|STATE_|ACTIONS_|GITHUB_(?:ENV|PATH|OUTPUT|STATE|STEP_SUMMARY)$)/;
	return Object.fromEntries(Object.entries(env).filter(([name]) => !own.test(name.toUpperCase())));
}
// src/adapters/python-probe/start.ts
const ASK = "import sys; sys.stdout.write('where-it-ran:%d.%d' % sys.version_info[:2])";
const ANSWER = /where-it-ran:(\d+)\.(\d+)$/;
const LIMIT$1 = 60;
async function startPython(needs, command, cwd) {
	const [program = "", ...args] = command;
	const exit = await needs.exec(program, [
		...args,
		"-c",
		ASK
	], {
		cwd,
		env: needs.env,
		seconds: LIMIT$1
	});
	const [, major, minor] = exit.kind === "exited" && ANSWER.exec(exit.stdout) || [];
	if (major === void 0 || minor === void 0) return {
		ok: false,
		message: describeExit(exit),
		old: false
	};
	const version = `${major}.${minor}`;
	if (Number(major) === 3 && Number(minor) >= 8) return {
		ok: true,
		version
	};
	return {
		ok: false,
		message: `is Python ${version}; the probe needs 3.8 or newer`,
		old: true
	};
}
function describeExit(exit) {
	switch (exit.kind) {
		case "not-started": return `can't be started (${exit.code})`;
		case "timed-out": return `was stopped after ${exit.seconds} seconds`;
		case "killed": return `was killed by ${exit.by}`;
		case "exited": return `ended with exit status ${exit.code}${lastWords(exit.stderr)}`;
	}
}
function lastWords(stderr) {
	const line = stderr.trim().split(/\r?\n/).at(-1)?.trim().slice(0, 200);
	return line ? `: ${line}` : "";
}
function activate(command, env) {
	const [python = ""] = command;
	if (command.length !== 1 || !path.isAbsolute(python)) return env;
	const folder = path.dirname(python);
	const root = path.dirname(folder);
	const isEnvironment = existsSync(path.join(root, "pyvenv.cfg"));
	const key = Object.keys(env).find((one) => one.toUpperCase() === "PATH") ?? "PATH";
	const first = (env[key] ?? "").split(path.delimiter)[0];
	if (!isEnvironment || first === folder) return env;
	const joined = env[key] ? [folder, env[key]].join(path.delimiter) : folder;
	return {
		...env,
		[key]: joined,
		VIRTUAL_ENV: root
	};
}
// src/adapters/python-probe/choose.ts
const FINDS = [
	findSession,
	inFolder(".venv"),
	locked("uv.lock", [
		"uv",
		"run",
		"--no-sync",
		"python"
	]),
	locked("poetry.lock", [
		"poetry",
		"run",
		"python"
	]),
	inFolder("venv"),
	onPath("python"),
	onPath("python3")
];
async function chooseInterpreter(needs, folder_) {
	const passed = [];
	let old = false;
	for (const find of FINDS) {
		const option = await find(needs, folder_);
		if (option === void 0) continue;
		if (typeof option === "string") {
			passed.push(option);
			continue;
		}
		const start = await startPython(needs, option.command, folder_.cwd);
		if (start.ok) return {
			ok: true,
			choice: {
				command: option.command,
				why: tell(option, passed)
			}
		};
		passed.push(`${option.command.join(" ")} (${option.why}) ${start.message}`);
		old ||= start.old;
		if (option.binding) break;
	}
	return {
		ok: false,
		tried: passed,
		old
	};
}
const tell = ({ command, why }, passed) => [`${command.join(" ")} (${why})`, ...passed].join("; ");
async function findSession({ git }, { cwd, probes }) {
	const session = await findRecord(path.dirname(path.resolve(cwd, probes)));
	if (session === void 0) return void 0;
	const refuse = (why) => `${SESSION_RECORD} was passed over: ${why}`;
	if (await git.isTracked(session.record)) return refuse("git tracks it, so it was not made here");
	if (session.hostname !== os.hostname()) return refuse("it is from another machine");
	const python = session.executable;
	if (!path.isAbsolute(python) || !/^(?:python|pypy)[\d.]*w?(?:\.exe)?$/i.test(path.basename(python))) return refuse("the executable it names is no Python");
	if (!existsSync(python)) return refuse("the executable it names is gone");
	if (await isTrackedPython(git, python)) return refuse("git tracks the executable it names");
	return {
		command: [python],
		why: `the tests ran in it, says ${SESSION_RECORD}`,
		binding: false
	};
}
function inFolder(folder) {
	return async ({ git, env }, { cwd }) => {
		if (folder !== ".venv" && env.VIRTUAL_ENV) return void 0;
		for (const name of [`${folder}/bin/python`, `${folder}/Scripts/python.exe`]) {
			const python = path.join(cwd, name);
			if (!await fs.lstat(python).catch(() => void 0)) continue;
			if (await isTrackedPython(git, python)) return `${name} was passed over: git tracks it`;
			return {
				command: [python],
				why: `the environment in ${folder}`,
				binding: true
			};
		}
	};
}
function locked(lock, command) {
	return async ({ which }, { cwd }) => {
		if (!existsSync(path.join(cwd, lock))) return void 0;
		const [name, ...args] = command;
		const program = which(name);
		if (!program) return `${lock} is here, but ${name} is not on PATH`;
		return {
			command: [program, ...args],
			why: `${lock} is here`,
			binding: false
		};
	};
}
function onPath(name) {
	return async ({ which, git }) => {
		const python = which(name);
		if (!python) return `no ${name} on PATH`;
		if (await isTrackedPython(git, python)) return `${name} on PATH was passed over: git tracks it`;
		return {
			command: [python],
			why: `${name} on PATH`,
			binding: false
		};
	};
}
async function isTrackedPython(git, python) {
	const real = await fs.realpath(python).catch(() => python);
	const above = ancestors(python);
	const linked = await Promise.all(above.map(isLink));
	const links = above.filter((_, at) => linked[at]);
	return (await Promise.all([
		python,
		real,
		...links
	].map((file) => git.isTracked(file)))).includes(true);
}
const isLink = async (file) => (await fs.lstat(file).catch(() => void 0))?.isSymbolicLink() === true;
const MAX_BYTES$1 = 4194304;
async function findRecord(folder) {
	const top = [folder, ...ancestors(folder)].find((one) => existsSync(path.join(one, ".git")));
	for (const one of top === void 0 ? [folder] : [folder, top]) {
		const session = await readSession(path.join(one, SESSION_RECORD));
		if (session) return session;
	}
}
async function readSession(record) {
	try {
		const stat = await fs.lstat(record);
		if (!stat.isFile() || stat.size > MAX_BYTES$1) return void 0;
		const { hostname, executable } = JSON.parse(await fs.readFile(record, "utf8"));
		if (typeof hostname !== "string" || typeof executable !== "string") return void 0;
		return {
			record,
			hostname,
			executable
		};
	} catch {
		return;
	}
}
function ancestors(file) {
	const parent = path.dirname(file);
	return parent === file ? [] : [parent, ...ancestors(parent)];
}
// src/adapters/python-probe/python-probe.ts
const MAX_BYTES = 262144;
const LIMIT = 21600;
const SCRIPTS = ["../agent_probe.py", "../../../dist/agent_probe.py"];
const NAME_ONE = "install Python 3.8 or newer before this step, or name one: --python PATH (input `python` of the action)";
function createPythonProbe(needs) {
	let choosing;
	return {
		prepare(request) {
			choosing ??= choose(needs, request);
			choosing.catch(() => void 0);
		},
		async run(request, started) {
			const choice = await (choosing ?? choose(needs, request));
			if ("ok" in choice) return choice;
			const file = `${request.probes}/${placeName(request)}.txt`;
			const before = await readText(path.resolve(request.cwd, file));
			const exit = await startProbe(needs, {
				request,
				choice,
				file,
				started
			});
			if (exit.kind !== "exited" || exit.code !== 0) return explain(exit, choice);
			const text = await readText(path.resolve(request.cwd, file));
			if (text === void 0 || text === before) return failed("crashed", `the probe said it wrote ${file}, but there is no new file`, "run the check again");
			return {
				ok: true,
				file,
				text,
				interpreter: choice
			};
		}
	};
}
const failed = (why, message, fix) => ({
	ok: false,
	why,
	message,
	fix
});
async function choose(needs, request) {
	if (request.python !== "") return chooseNamed(needs, request);
	const chosen = await chooseInterpreter(needs, request);
	if (chosen.ok) return chosen.choice;
	const message = `no Python could be started: ${chosen.tried.join("; ")}`;
	return failed(chosen.old ? "unsupported" : "no-interpreter", message, homeFix(needs) ?? NAME_ONE);
}
async function chooseNamed(needs, { python, cwd }) {
	const command = await splitNamed(python, cwd);
	const start = await startPython(needs, command, cwd);
	if (start.ok) return {
		command,
		why: `${python} (named)`
	};
	const fix = homeFix(needs) ?? `try \`${python} --version\`, then name a Python that starts, or none`;
	return failed("named-interpreter", `the named Python, ${python}, ${start.message}`, fix);
}
async function splitNamed(python, cwd) {
	const file = path.resolve(cwd, python);
	if (await fs.stat(file).then((stat) => stat.isFile(), () => false) && /[\\/]/.test(python)) return [file];
	const [program = python, ...args] = python.trim().split(/\s+/);
	return [/[\\/]/.test(program) ? path.resolve(cwd, program) : program, ...args];
}
async function startProbe(needs, { request, choice, file, started }) {
	const [program = "", ...first] = choice.command;
	const options = [
		"--tests",
		request.tests,
		"--claims",
		request.claims,
		"--out",
		file
	];
	const args = [
		...first,
		findShippedProbe(),
		placeName(request),
		...options
	];
	const env = activate(choice.command, needs.env);
	return needs.exec(program, args, {
		cwd: request.cwd,
		env,
		seconds: LIMIT,
		show: true,
		started
	});
}
function findShippedProbe() {
	for (const script of SCRIPTS) {
		const file = fileURLToPath(new URL(script, import.meta.url));
		if (existsSync(file)) return file;
	}
	throw new Error("agent_probe.py is not beside this program: the package is damaged, install it again");
}
function explain(exit, { command }) {
	const message = `${command.join(" ")}: the probe ${describeExit(exit)}`;
	const code = exit.kind === "exited" ? exit.code : void 0;
	if (code === 2) return failed("usage", message, "mend the option or the claims file that it names");
	if (code === 3) return failed("unsupported", message, NAME_ONE);
	if (code === 4) return failed("cannot-write", message, "make the probes folder writable for this user");
	if (exit.kind === "not-started") return failed("no-interpreter", message, NAME_ONE);
	return failed("crashed", message, "run the probe by hand to see all it says, then run the check again");
}
function homeFix({ env }) {
	if (!env.PYTHONHOME) return void 0;
	return "unset PYTHONHOME: it is set, and Python looks for its standard library there";
}
async function readText(file) {
	try {
		const stat = await fs.lstat(file);
		if (!stat.isFile() || stat.size > MAX_BYTES) return void 0;
		return await fs.readFile(file, "utf8");
	} catch {
		return;
	}
}
// src/core/text/shell.ts
const shellOf = (platform) => platform === "win32" ? "powershell" : "posix";
const PLAIN_WORD = /^[A-Za-z0-9_./@%+:,][A-Za-z0-9_./@%+=:,-]*$|^--?[A-Za-z][A-Za-z0-9-]*(?:=[A-Za-z0-9_./%+:,-]*)?$/;
const SINGLE_QUOTES = /['\u2018\u2019\u201a\u201b]/g;
const ACTIVE_IN_DOUBLE = /[`$"\u201c\u201d\u201e]/g;
function powershellWord(home, rest) {
	if (home === "") return `'${rest.replace(SINGLE_QUOTES, "$&$&")}'`;
	return `"$HOME/${rest.replace(ACTIVE_IN_DOUBLE, "`$&")}"`;
}
function shellWord(word, shell) {
	const shown = visible(word);
	const home = (shell === "powershell" ? /^~[\\/]/ : /^~\//).exec(shown)?.[0] ?? "";
	const rest = shown.slice(home.length);
	if (PLAIN_WORD.test(rest) && !(shell === "powershell" && /[@,%]|^-.*=/.test(rest))) return home + rest;
	return shell === "powershell" ? powershellWord(home, rest) : `${home}'${rest.replaceAll("'", "'\\''")}'`;
}
function shellCommand(words, shell) {
	const line = words.map((word) => shellWord(word, shell)).join(" ");
	return shell === "powershell" && /^['"]/.test(line) ? `& ${line}` : line;
}
export { faultOf as A, splitNul as C, PROVIDER_NAMES as D, decodeText as E, oncePer as F, createSecretNet as M, KNOWN as N, PROVIDER_SIGNS as O, once as P, readFilters as S, NotText as T, contentRecords as _, findShippedProbe as a, probesFolders as b, withoutActionVariables as c, isInHead as d, readBaseFile as f, VENDORED_PROBE as g, CLAIMS_FILE as h, createPythonProbe as i, messageOf as j, FaultError as k, createGit as l, sha256 as m, shellOf as n, createExec as o, readParents as p, shellWord as r, findProgram as s, shellCommand as t, createProjectListing as u, isOwnProduct as v, createFiles as w, createAskGit as x, isProbeScript as y };
