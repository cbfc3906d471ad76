import "../chunks/runtime.js";
import { readFileSync, statSync, writeSync } from "node:fs";
import { createHash, randomUUID } from "node:crypto";
import { a as info, d as summary, i as getInput, l as startGroup, n as endGroup, o as setFailed, s as setOutput, u as warning } from "../chunks/actions-core.js";
import { r as PLACES, v as forLog } from "../chunks/shared2.js";
import { $ as createSecretNet, E as decodeText, F as contentRecords, I as isOwnProduct, L as isProbeScript, O as readProbeFile, Q as messageOf, T as NotText, X as FaultError, Y as FAIL_ON, Z as faultOf, a as isBlob, b as sha256, d as createPythonProbe, f as readShippedProbe, g as createGit, h as withoutActionVariables, k as FIRST_LINE, m as findProgram, nt as once, p as createExec, rt as oncePer, w as createFiles, x as createAskGit, y as readParents } from "../chunks/shared3.js";
import { S as writeClean, _ as gather, a as isPerson, b as redactText, d as publish, f as broughtBy, g as findAll, h as describeProblem, i as createIsAgent, l as whoIsAsked, m as probeHere, p as failedProbe, r as createCheckoutSource, s as needsPermission, t as decide, v as joinFound, x as redactVerdict } from "../chunks/shared4.js";
import { c as placeName, i as isLeg, o as parsePlaceName, t as LEG_OF_PLACE } from "../chunks/shared5.js";
import { i as writeAll, n as list$1, r as paragraph, t as renderMarkdown } from "../chunks/shared9.js";
import { f as outside, g as strong, i as chooseRows, n as LADDER } from "../chunks/shared10.js";
import path, { posix } from "node:path";
import os from "node:os";
import { setTimeout as setTimeout$1 } from "node:timers/promises";
import { crc32, inflateRawSync } from "node:zlib";
// src/adapters/actions-output.ts
const SUMMARY_LIMIT$1 = 1048576;
const WRITABLE = "container: { options: --user root }";
const codeOf = (error) => String(error?.code ?? "missing file");
function createActionsOutput() {
	return {
		log: {
			info: (message) => info(forLog(message)),
			warning: (message) => warning(forLog(message))
		},
		outputs(values) {
			try {
				for (const [name, value] of Object.entries(values)) setOutput(name, forLog(String(value)));
				return;
			} catch (error) {
				return `the outputs of this step cannot be written (${codeOf(error)}, GITHUB_OUTPUT); mend it: ${WRITABLE}`;
			}
		},
		summary: writeSummary,
		inert,
		fail: (message) => setFailed(forLog(message))
	};
}
async function writeSummary(markdown) {
	if (Buffer.byteLength(markdown) > SUMMARY_LIMIT$1) return false;
	try {
		await summary.addRaw(markdown, true).write();
		return true;
	} catch (error) {
		warning(`the job summary was not written: ${error instanceof Error ? forLog(error.message) : "unknown"}`);
		return false;
	}
}
async function inert(title, work) {
	const token = randomUUID();
	startGroup(title);
	process.stdout.write(`::stop-commands::${token}\n`);
	try {
		return await work();
	} finally {
		process.stdout.write(`\n::${token}::\n`);
		endGroup();
	}
}
// src/action/inputs.ts
const MODES = [
	"auto",
	"report",
	"probe",
	"comment"
];
const TESTS = [
	"auto",
	"always",
	"never"
];
const SOURCE_NAMES = [
	"artifact",
	"text",
	"checkout"
];
const checkOf = ({ workingDirectory, commentKey }) => (workingDirectory === "." ? commentKey : workingDirectory) || void 0;
var InputError = class extends Error {
	problems;
	constructor(problems) {
		super(problems.map(({ input, message, fix }) => `${input}: ${message}; write \`${fix}\``).join("\n"));
		this.name = "InputError";
		this.problems = problems;
	}
};
function readInputs() {
	const problems = [];
	const read = createReader(problems);
	const place = read.oneOf("place", PLACES);
	const leg = readLeg(getInput("leg"));
	const mode = read.oneOf("mode", MODES);
	const workingDirectory = read.path("working-directory");
	const retentionDays = read.count("retention-days", 400);
	const prNumber = read.count("pr-number", 999999999);
	const inputs = {
		mode: mode === "auto" ? leg !== void 0 || place !== "ci" ? "probe" : "report" : mode,
		place,
		leg,
		expect: read.list("expect", LEG_OF_PLACE, "ci-py3.13"),
		places: getInput("places") === "auto" ? "auto" : read.some("places", PLACES),
		python: getInput("python"),
		workingDirectory,
		claims: read.path("claims"),
		probes: read.path("probes"),
		tests: read.oneOf("tests", TESTS),
		failOn: read.some("fail-on", FAIL_ON),
		comment: read.oneOf("comment", ["true", "false"]) === "true",
		commentKey: keyOf(read.word("comment-key", 40) || workingDirectory.replace(/^\.$/, "")),
		sources: read.some("sources", SOURCE_NAMES),
		agents: read.list("agents", /^[A-Za-z0-9-]{1,60}(?:\[bot\])?$/, "my-agent[bot]"),
		artifactPrefix: read.word("artifact-prefix", 60) || "probes",
		retentionDays,
		token: getInput("github-token"),
		prNumber
	};
	if (inputs.failOn.length > 1 && inputs.failOn.includes("never")) problems.push({
		input: "fail-on",
		message: "`never` stands alone",
		fix: "fail-on: never"
	});
	if (problems.length > 0) throw new InputError(problems);
	return inputs;
}
const LONGEST = 40;
function fitName(text) {
	const fit = text.replace(/[^A-Za-z0-9._]+/g, "-").replace(/^-+|-+$/g, "");
	if (fit === text && fit !== "" && fit.length <= LONGEST) return fit;
	const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
	return [fit.slice(0, 31), hash].filter((part) => part !== "").join("-");
}
const keyOf = (name) => name === "" ? "" : fitName(/^(?:local|box|ci)(?![^-])/.test(name) ? `in/${name}` : name);
function createReader(problems) {
	const refuse = (input, message, example) => {
		problems.push({
			input,
			message,
			fix: `${input}: ${example}`
		});
	};
	const quote = (value) => `\`${value.slice(0, 60)}\``;
	function list(input, pattern, example) {
		const words = wordsOf(getInput(input));
		const odd = words.filter((word) => !pattern.test(word));
		if (odd.length > 0) refuse(input, `${odd.map(quote).join(", ")} is not understood`, example);
		return [...new Set(words)];
	}
	return {
		list,
		oneOf(input, allowed) {
			const value = getInput(input) || allowed[0];
			const found = allowed.find((one) => one === value);
			if (found === void 0) refuse(input, `${quote(value)} is none of ${allowed.join(", ")}`, allowed[0]);
			return found ?? allowed[0];
		},
		some(input, allowed) {
			const words = list(input, new RegExp(`^(?:${allowed.join("|")})$`), allowed.slice(0, 3).join(", "));
			if (words.length === 0) refuse(input, "is empty", allowed.slice(0, 3).join(", "));
			return words;
		},
		word(input, longest) {
			const value = getInput(input);
			const fits = value.length <= longest && /^[A-Za-z0-9._-]*$/.test(value);
			if (!fits) refuse(input, `${quote(value)} is not at most ${longest} letters, digits, \`.\`, \`_\` and \`-\``, "my-check");
			return fits ? value : "";
		},
		count(input, largest) {
			const value = getInput(input);
			if (value === "") return void 0;
			const count = /^\d{1,9}$/.test(value) ? Number(value) : 0;
			if (count < 1 || count > largest) refuse(input, `${quote(value)} is not a number from 1 to ${largest}`, "7");
			return count;
		},
		path(input) {
			const value = getInput(input).replaceAll("\\", "/").replace(/^(?:\.\/)+|\/+$/g, "") || ".";
			const inside = !/^(?:\/|[A-Za-z]:)/.test(value) && !value.split("/").includes("..");
			if (!inside) refuse(input, `${quote(value)} leads out of the checkout`, "pkg/api");
			return inside ? value : ".";
		}
	};
}
const wordsOf = (text) => text.split(/[\s,]+/).filter((word) => word !== "");
function readLeg(input) {
	if (input === "" || input === "null" || input === "{}") return void 0;
	const matrix = parseMatrix(input);
	return fitName(matrix === void 0 ? input : scalarsOf(matrix, "").join("-"));
}
function parseMatrix(text) {
	if (!text.startsWith("{")) return void 0;
	try {
		return JSON.parse(text);
	} catch {
		return;
	}
}
function scalarsOf(value, key) {
	if (typeof value === "object" && value !== null) return Object.entries(value).flatMap(([name, one]) => scalarsOf(one, name));
	const isPython = /^(?:python|python-version|py|pyver)$/.test(key) && /^[23]\.\d{1,2}$/.test(String(value));
	return value === null ? [] : [`${isPython ? "py" : ""}${value}`];
}
// src/core/report/fit.ts
const COMMENT_LIMIT = {
	characters: 64e3,
	bytes: 262144
};
const SUMMARY_LIMIT = {
	characters: 0xffc00,
	bytes: 0xffc00
};
const fits = (text, limit) => text.length <= limit.characters && new TextEncoder().encode(text).length <= limit.bytes;
const SHORTEST_ROW = 48;
const canFit = (rows, limit) => rows * SHORTEST_ROW <= limit.characters;
function mostRows(rows, render, limit) {
	let [low, high] = [0, Math.min(rows, Math.floor(limit.characters / SHORTEST_ROW))];
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (fits(render(middle), limit)) low = middle;
		else high = middle - 1;
	}
	return render(low);
}
function fitMarkdown(verdict, limit, options = {}) {
	const written = new Map();
	for (const plan of LADDER) {
		if (!canFit(chooseRows(verdict.rows, plan).shown.length, limit)) continue;
		const text = renderMarkdown(verdict, options, plan, written);
		if (fits(text, limit)) return text;
	}
	const smallest = LADDER.at(-1);
	return mostRows(verdict.rows.length, (maxRows) => renderMarkdown(verdict, options, {
		...smallest,
		maxRows
	}, written), limit);
}
// src/action/outcome.ts
function failureOf({ gate }) {
	if (gate.verdict === "pass") return void 0;
	return `where-it-ran: blocked, ${gate.blocks.map(({ text }) => text).join("; ") || "for a reason that is not named"}`;
}
const outcomeWithoutVerdict = (why, failure) => ({
	gate: {
		verdict: "blocked",
		unknown: 0,
		failing: 0,
		unexplained: 0
	},
	report: "",
	table: "",
	comment: {
		status: "skipped",
		why
	},
	failure: failure && `where-it-ran: ${failure}`
});
function outputsOf(outcome) {
	const { gate, report, table, uploaded, comment } = outcome;
	const { verdict, unknown, failing, unexplained } = gate;
	const { id, url } = uploaded?.ok ? uploaded : {
		id: "",
		url: ""
	};
	const skipped = comment.status === "skipped";
	return {
		verdict,
		unknown,
		failing,
		unexplained,
		report,
		table,
		"artifact-id": id,
		"artifact-url": url,
		"comment-url": skipped ? "" : comment.url,
		"comment-status": skipped ? `skipped: ${comment.why}` : comment.status
	};
}
const ROOM = 8e3;
function renderSummary(verdict, options, after) {
	return `${fitMarkdown(verdict, {
		characters: SUMMARY_LIMIT.characters - ROOM,
		bytes: SUMMARY_LIMIT.bytes - 4 * ROOM
	}, options)}\n${renderAfterwards(after)}`;
}
function renderCrash(message) {
	const lines = message.split("\n").map((text) => [outside(text, 400)]);
	const title = paragraph([strong("Where it ran: blocked, because there is no verdict")]);
	return writeAll([title, list$1(lines)]);
}
const renderNothing = (comment, faults) => writeAll([paragraph([strong("Where it ran: nothing is posted")])]) + renderAfterwards({
	comment,
	faults
});
function renderAfterwards({ comment, faults }) {
	const items = [...comment.status === "skipped" ? [line("No comment: ", comment.why, comment.fix)] : [], ...faults.slice(0, 5).map(({ message, fix }) => line("Not done: ", message, fix))];
	return items.length === 0 ? "" : writeAll([list$1(items)]);
}
const line = (lead, message, fix) => [
	lead,
	outside(message, 400),
	...fix === void 0 ? [] : [" Mend it: ", outside(fix, 400)]
];
// src/core/marker.ts
const START = "<!-- where-it-ran:";
const TITLE = "**Where it ran";
const isBlocked = (body) => body.startsWith(`${TITLE}: blocked`);
const mentionsMarker = (body) => body.includes(START);
function writeMarker(key, stamp) {
	const { head, run, attempt, at } = stamp;
	return `${prefixOf(key)} head=${head} run=${run} attempt=${attempt} at=${at} -->`;
}
function readMarker(body, key) {
	const end = body.trimEnd();
	const start = end.lastIndexOf(START);
	if (start < 0 || !end.startsWith(TITLE) || !end.startsWith(`${prefixOf(key)} `, start)) return void 0;
	const rest = end.slice(start + prefixOf(key).length);
	if (rest.indexOf("-->") !== rest.length - 3) return void 0;
	return {
		text: end.slice(0, start),
		stamp: parseStamp(rest)
	};
}
function parseStamp(rest) {
	const [, head = "", run, attempt, at] = /^ head=([0-9a-f]{40,64}) run=(\d{1,15}) attempt=(\d{1,6}) at=(\d{1,12}) -->$/.exec(rest) ?? [];
	return head ? {
		head,
		run: Number(run),
		attempt: Number(attempt),
		at: Number(at)
	} : void 0;
}
function isNewer(there, mine) {
	if (there.run === mine.run && there.attempt !== mine.attempt) return there.attempt > mine.attempt;
	return there.head === mine.head ? there.at > mine.at : there.run > mine.run;
}
const withoutVolatile = (text) => text.replace(/\/actions\/runs\/\d+(?:\/attempts\/\d+)?(?:\/(?:job|artifacts)\/\d+)?/g, "/actions/runs/#").replace(/\brun [`#]*\d+`*/g, "run #").replace(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d)?Z?/g, "#").replace(/\r\n/g, "\n").trimEnd();
const prefixOf = ({ key, workflow }) => `${START}${wordOf(key)} workflow=${wordOf(workflow)}`;
const wordOf = (text) => text.replace(/[^A-Za-z0-9._]+/g, "-").slice(0, 80);
// src/core/pull-request.ts
const fieldsOf = (value) => typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
const textOf = (value) => typeof value === "string" ? value : "";
const idOf = (value) => Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : void 0;
const isSha = (value) => typeof value === "string" && /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(value);
function parsePullRequest(value, repositoryId) {
	const pull = fieldsOf(value);
	const [head, base, user] = [
		fieldsOf(pull.head),
		fieldsOf(pull.base),
		fieldsOf(pull.user)
	];
	const [headRepo, baseRepo] = [fieldsOf(head.repo), fieldsOf(base.repo)];
	const [number, headRepositoryId, baseId] = [
		idOf(pull.number),
		idOf(headRepo.id),
		idOf(baseRepo.id)
	];
	if (number === void 0 || !isSha(head.sha) || !isSha(base.sha)) return void 0;
	const home = repositoryId ?? baseId;
	if (baseId !== void 0 && home !== baseId) return void 0;
	return {
		number,
		url: textOf(pull.html_url),
		author: textOf(user.login),
		authorIsBot: user.type === "Bot" || textOf(user.login).endsWith("[bot]"),
		association: textOf(pull.author_association),
		headSha: head.sha,
		mergeSha: isSha(pull.merge_commit_sha) ? pull.merge_commit_sha : void 0,
		headRef: textOf(head.ref),
		headOwner: textOf(fieldsOf(headRepo.owner).login) || void 0,
		headRepositoryId,
		fromFork: headRepositoryId === void 0 || headRepositoryId !== home,
		baseSha: base.sha,
		baseRef: textOf(base.ref),
		body: textOf(pull.body)
	};
}
const DEPENDABOT = "dependabot[bot]";
const isWithoutSecrets = (event, actor, pull) => actor === DEPENDABOT || /^pull_request(?:_review(?:_comment)?)?$/.test(event) && pull?.fromFork === true;
// src/adapters/sticky-comment.ts
const WORKFLOW_LOGIN = "github-actions[bot]";
const CREATE = "POST /repos/{owner}/{repo}/issues/{issue_number}/comments";
const UPDATE = "PATCH /repos/{owner}/{repo}/issues/comments/{comment_id}";
const GET = "GET /repos/{owner}/{repo}/issues/comments/{comment_id}";
const DELETE = "DELETE /repos/{owner}/{repo}/issues/comments/{comment_id}";
async function upsertComment(options, body) {
	const listing = await options.listed();
	if (!listing.ok) return refused$1(options, listing.status, listing.fault);
	const [oldest, ...twins] = await findOwn(options, listing.data);
	for (const twin of twins) await options.api.ask(DELETE, { comment_id: twin.id });
	return oldest ? update(options, oldest.id, body) : create(options, body);
}
async function findOwn(options, all) {
	const marked = all.filter((comment) => readMarker(comment.body, options.key));
	const bots = marked.filter(({ authorIsBot }) => authorIsBot);
	if (options.tokenKind === "installation" && bots.every(({ author }) => author === WORKFLOW_LOGIN)) return bots;
	if (marked.length === 0) return [];
	const login = await options.api.viewer() ?? (options.tokenKind === "installation" ? WORKFLOW_LOGIN : "");
	return marked.filter(({ author }) => sameLogin(author, login));
}
const sameLogin = (a, b) => a.replace(/\[bot\]$/, "").toLowerCase() === b.replace(/\[bot\]$/, "").toLowerCase();
async function update(options, id, body, mayCreate = true) {
	const { api, key, stamp } = options;
	const onRefusal = (status, fault) => mayCreate && isGone(status) ? create(options, body) : refused$1(options, status, fault);
	const now = await api.ask(GET, { comment_id: id });
	if (!now.ok) return onRefusal(now.status, now.fault);
	if (idOf(fieldsOf(now.data).id) !== id) return refused$1(options, null, noComment("GET"));
	const there = readMarker(textOf(fieldsOf(now.data).body), key);
	const url = textOf(fieldsOf(now.data).html_url);
	if (there?.stamp?.run === stamp.run && there.stamp.attempt === stamp.attempt && isBlocked(there.text) && !isBlocked(body)) return {
		status: "skipped",
		...OTHER_JOB
	};
	if (there?.stamp && isNewer(there.stamp, stamp)) return {
		status: "skipped",
		why: whyOlder(there.stamp, stamp)
	};
	if (there?.stamp?.head === stamp.head && withoutVolatile(there.text) === withoutVolatile(body)) return {
		status: "unchanged",
		url
	};
	const answer = await api.ask(UPDATE, {
		comment_id: id,
		body: compose(options, body)
	});
	if (answer.ok && idOf(fieldsOf(answer.data).id) !== id) return refused$1(options, null, noComment("PATCH"));
	if (answer.ok) return {
		status: "updated",
		url: textOf(fieldsOf(answer.data).html_url) || url
	};
	return onRefusal(answer.status, answer.fault);
}
async function create(options, body) {
	const { api, pullNumber } = options;
	const answer = await api.ask(CREATE, {
		issue_number: pullNumber,
		body: compose(options, body)
	});
	if (!answer.ok) return refused$1(options, answer.status, answer.fault);
	const created = fieldsOf(answer.data);
	const [id, author] = [idOf(created.id), textOf(fieldsOf(created.user).login)];
	if (id === void 0 || !author) return refused$1(options, null, noComment("POST"));
	const outcome = {
		status: "created",
		url: textOf(created.html_url)
	};
	const listing = await options.list();
	if (!listing.ok) return outcome;
	const older = listing.data.find((comment) => comment.id < id && comment.author === author && readMarker(comment.body, options.key));
	if (!older) return outcome;
	await api.ask(DELETE, { comment_id: id });
	return update(options, older.id, body, false);
}
const OTHER_JOB = {
	why: "another job of this run has reported that it is blocked, and its comment stays",
	fix: "give each job that reports a comment-key of its own: `comment-key: NAME`"
};
const whyOlder = (there, mine) => there.run === mine.run && there.attempt === mine.attempt ? `run ${there.run} has reported by itself` : `run ${there.run} has already reported, and it is newer`;
const compose = ({ key, stamp }, body) => `${body.trimEnd()}\n\n${writeMarker(key, stamp)}\n`;
const noComment = (method) => ({
	where: "api",
	message: `${method} of the comment: the answer is not a comment`,
	fix: "re-run the job"
});
const isGone = (status) => status === 404 || status === 410;
function refused$1(options, status, fault) {
	const fix = (status === 404 || status === 403 && (fault.fix?.startsWith("permissions:") ?? true)) && options.whenRefused ? options.whenRefused : fault.fix;
	return {
		status: "skipped",
		why: fault.message,
		refused: true,
		fix
	};
}
const MAX_PAGES$2 = 60;
const createCommentListing = (api, pullNumber) => once(() => listComments(api, pullNumber));
async function listComments(api, pullNumber) {
	const answer = await api.askAll("GET /repos/{owner}/{repo}/issues/{issue_number}/comments", { issue_number: pullNumber }, MAX_PAGES$2);
	if (!answer.ok) return answer;
	return {
		ok: true,
		data: answer.data.flatMap((item) => parseComment(item) ?? [])
	};
}
function parseComment(value) {
	const comment = fieldsOf(value);
	const user = fieldsOf(comment.user);
	const id = idOf(comment.id);
	if (id === void 0) return void 0;
	return {
		id,
		author: textOf(user.login),
		authorIsBot: user.type === "Bot",
		association: textOf(comment.author_association),
		body: textOf(comment.body),
		url: textOf(comment.html_url),
		edited: comment.created_at !== comment.updated_at
	};
}
// src/adapters/actions-exec.ts
const LOOKS = 15;
function createActionsExec({ progress, quiet, find }) {
	return async (command, args, options) => {
		if (!options.show) return quiet(command, args, options);
		const program = /[\\/]/.test(command) ? command : find(command);
		return program === void 0 ? {
			kind: "not-started",
			code: "ENOENT"
		} : start(program, args, options, progress);
	};
}
async function start(program, args, options, progress) {
	const { exec } = await import("../chunks/actions-exec-exports.js");
	const out = keepTail(progress);
	const err = keepTail(progress);
	const run = exec(`"${program}"`, [...args], {
		cwd: options.cwd,
		silent: true,
		ignoreReturnCode: true,
		listeners: {
			stdout: out.take,
			stderr: err.take
		},
		...options.env ? { env: definedOnly(options.env) } : {}
	}).then((code) => code === null ? {
		kind: "killed",
		by: "a signal",
		stderr: err.text()
	} : {
		kind: "exited",
		code,
		stdout: out.text(),
		stderr: err.text()
	}, (error) => ({
		kind: "not-started",
		code: error instanceof Error ? error.message : String(error)
	}));
	if (options.started) setTimeout(options.started, LOOKS);
	return withinLimit(run, options.seconds, () => err.text());
}
function withinLimit(run, seconds, stderr) {
	let timer;
	const late = new Promise((resolve) => {
		timer = setTimeout(() => resolve({
			kind: "timed-out",
			seconds,
			stderr: stderr()
		}), seconds * 1e3);
	});
	return Promise.race([run, late]).finally(() => clearTimeout(timer));
}
function keepTail(progress) {
	let kept = Buffer.alloc(0);
	return {
		take(chunk) {
			progress.write(chunk);
			kept = Buffer.concat([kept, chunk]).subarray(-65536);
		},
		text: () => kept.toString("utf8")
	};
}
const definedOnly = (env) => Object.fromEntries(Object.entries(env).flatMap(([name, value]) => value === void 0 ? [] : [[name, value]]));
// src/adapters/artifact-source/candidates.ts
function parseArtifact(value) {
	const fields = fieldsOf(value);
	const run = fieldsOf(fields.workflow_run);
	const [id, runId, headRepositoryId] = [
		idOf(fields.id),
		idOf(run.id),
		idOf(run.head_repository_id)
	];
	if (id === void 0 || runId === void 0) return void 0;
	return {
		id,
		name: textOf(fields.name),
		size: Number(fields.size_in_bytes),
		digest: textOf(fields.digest),
		expired: fields.expired !== false,
		createdAt: textOf(fields.created_at),
		expiresAt: textOf(fields.expires_at),
		run: runId,
		headRepositoryId,
		headBranch: textOf(run.head_branch),
		headSha: textOf(run.head_sha)
	};
}
function parseName(artifact, prefix) {
	if (!artifact.name.startsWith(`${prefix}-`)) return void 0;
	const [, name = "", attempt = "1"] = /^(.*?)(?:@(\d{1,6}))?$/s.exec(artifact.name.slice(prefix.length + 1)) ?? [];
	const named = parsePlaceName(name);
	return named && {
		artifact,
		...named,
		attempt: Number(attempt)
	};
}
const sortNewest = (all) => all.toSorted((a, b) => b.attempt - a.attempt || b.artifact.id - a.artifact.id);
function belongsTo(artifact, pull) {
	const { headRepositoryId, headBranch, headSha } = artifact;
	if (pull.headRepositoryId === void 0 || headRepositoryId !== pull.headRepositoryId) return false;
	return headBranch === pull.headRef || headSha === pull.headSha;
}
const labelOf = ({ name, run }) => `artifact ${name} of run ${run}`;
const noteOf = (named, message) => ({
	place: named.place,
	message: `${labelOf(named.artifact)}: ${message}`
});
const createOrigins = (api) => oncePer(async (run) => {
	const answer = await api.ask("GET /repos/{owner}/{repo}/actions/runs/{run_id}", { run_id: run });
	if (!answer.ok) return {};
	const { path, actor, triggering_actor: starter } = fieldsOf(answer.data);
	return originOf$1(textOf(path), textOf(fieldsOf(starter).login) || textOf(fieldsOf(actor).login));
});
function originOf$1(path, actor) {
	return {
		workflow: path.replace(/@.*$/, "") || void 0,
		actor: actor || void 0
	};
}
const ROUTE = "GET /repos/{owner}/{repo}/actions/runs/{run_id}/jobs";
const MAX_PAGES$1 = 50;
const SLACK = 5e3;
const createJobs = (api, runId) => once(() => api.askAll(ROUTE, {
	run_id: runId,
	filter: "all"
}, MAX_PAGES$1, "jobs"));
async function explainRerun(named, { attempt, jobs }, text) {
	const reading = readProbeFile(text);
	if (!reading.ok || attempt <= 1) return void 0;
	const { attempt: made, runner_name: runner } = reading.facts.probe?.ci ?? {};
	if (made === String(attempt)) return void 0;
	const answer = await jobs();
	if (!answer.ok) return {
		why: "the jobs of this run can not be listed",
		fault: {
			...answer.fault,
			where: "artifact"
		}
	};
	const known = answer.data.map(parseJob);
	const [first, ...more] = makersOf(known, Date.parse(named.artifact.createdAt), runner);
	if (!first) return {
		why: "GitHub names no job that could have made it",
		fix: "re-run all jobs"
	};
	if (![first, ...more].some((job) => ranAgain(known, job))) return void 0;
	return {
		why: `its job ran again in attempt ${attempt} and handed nothing over`,
		fix: `look why the job of ${placeName(named)} ended before its probe, and re-run it`
	};
}
function parseJob(value) {
	const { name, runner_name, started_at, completed_at } = fieldsOf(value);
	const completed = Date.parse(textOf(completed_at));
	return {
		name: textOf(name),
		runner: textOf(runner_name),
		started: Date.parse(textOf(started_at)),
		completed: Number.isNaN(completed) ? Number.POSITIVE_INFINITY : completed
	};
}
function makersOf(jobs, made, runner) {
	const then = jobs.filter(({ started, completed }) => started - SLACK <= made && made <= completed + SLACK);
	const there = then.filter((job) => job.runner !== "" && job.runner === runner);
	return there.length > 0 ? there : then;
}
const ranAgain = (jobs, { name, started }) => jobs.some((job) => job.name === name && job.started > started);
// src/adapters/pull-request.ts
const none = (why, fault) => ({
	kind: "none",
	why,
	fault
});
const found = (pull) => ({
	kind: "found",
	pull
});
async function findPullByNumber(api, number) {
	const answer = await api.ask("GET /repos/{owner}/{repo}/pulls/{pull_number}", { pull_number: number });
	if (!answer.ok) return answer.status === 404 ? none(`there is no pull request #${number}`, answer.fault) : none(`pull request #${number} could not be read`, answer.fault);
	const pull = parsePullRequest(answer.data, void 0);
	const message = `what GitHub says of #${number} describes no pull request`;
	return pull ? found(pull) : none(message, {
		where: "api",
		message,
		fix: "re-run the job"
	});
}
async function findPullByCommit(api, sha) {
	const answer = await api.askAll("GET /repos/{owner}/{repo}/commits/{commit_sha}/pulls", { commit_sha: sha }, 3);
	if (!answer.ok) return none("the pull requests of this commit could not be read", answer.fault);
	return theOnly(answer.data, (pull) => pull.headSha === sha, `commit ${sha.slice(0, 7)}`);
}
async function findPullByRun(api, run, number) {
	const head = `${run.headOwner}:${run.headBranch}`;
	const answer = await api.askAll("GET /repos/{owner}/{repo}/pulls", {
		state: "open",
		head
	}, 3);
	if (!answer.ok) return none("the pull requests of this branch could not be read", answer.fault);
	const fits = (pull) => pull.headSha === run.headSha && pull.headRepositoryId === run.headRepositoryId && (number === void 0 || number === pull.number);
	const named = number === void 0 ? "" : ` (pr-number: ${number})`;
	return theOnly(answer.data, fits, `${head} at ${run.headSha.slice(0, 7)}${named}`);
}
function theOnly(list, fits, what) {
	const pulls = list.flatMap((item) => {
		const pull = fieldsOf(item).state === "open" ? parsePullRequest(item, void 0) : void 0;
		return pull && fits(pull) ? [pull] : [];
	});
	const [pull] = pulls;
	if (!pull) return none(`no open pull request has ${what} as its head`);
	if (pulls.length === 1) return found(pull);
	const numbers = pulls.map(({ number }) => `#${number}`).join(" and ");
	return none(`${what} is the head of ${numbers}: name one with pr-number`);
}
const MAX_COMMITS = 250;
const createReferenceLookup = (api, pull, probesFolder, serverUrl = "https://github.com") => ({
	commits: () => listCommits(api, pull),
	headContent: () => readContent(api, pull.headSha, probesFolder),
	headIsOnline: () => isMadeOnline(api, pull.headSha, serverUrl),
	changedSince: (commit) => listChanged(api, commit, pull.headSha, probesFolder)
});
async function isMadeOnline(api, sha, serverUrl) {
	const answer = await api.ask("GET /repos/{owner}/{repo}/git/commits/{commit_sha}", { commit_sha: sha });
	if (!answer.ok) throw new FaultError(answer.fault);
	const { committer, verification } = fieldsOf(answer.data);
	return textOf(fieldsOf(committer).email) === `noreply@${new URL(serverUrl).host}` && fieldsOf(verification).verified === true;
}
async function listCommits(api, pull) {
	const answer = await api.askAll("GET /repos/{owner}/{repo}/pulls/{pull_number}/commits", { pull_number: pull.number }, Math.ceil(MAX_COMMITS / 100));
	if (!answer.ok) throw new FaultError(answer.fault);
	return answer.data.map((commit) => fieldsOf(commit).sha).filter(isSha);
}
async function readMergeContent(api, { mergeSha, headSha }, probesFolder) {
	if (mergeSha === void 0) return {
		known: false,
		why: "none"
	};
	const answer = await api.ask("GET /repos/{owner}/{repo}/git/commits/{commit_sha}", { commit_sha: mergeSha });
	if (!answer.ok) throw new FaultError(answer.fault);
	const { parents } = fieldsOf(answer.data);
	if (!(Array.isArray(parents) && parents.some((parent) => fieldsOf(parent).sha === headSha))) return {
		known: false,
		why: "none"
	};
	const content = await readContent(api, mergeSha, probesFolder);
	return content === void 0 ? {
		known: false,
		why: "large"
	} : {
		known: true,
		content
	};
}
async function readContent(api, sha, probesFolder) {
	const entries = await readTree(api, sha);
	return entries && createHash("sha256").update(contentRecords(entries, probesFolder), "utf8").digest("hex");
}
async function listBlobsAt(api, sha) {
	const entries = await readTree(api, sha);
	return entries && new Map(entries.filter(({ type }) => type === "blob").map((entry) => [entry.path, entry]));
}
async function readTree(api, sha) {
	const answer = await api.ask("GET /repos/{owner}/{repo}/git/trees/{tree_sha}", {
		tree_sha: sha,
		recursive: "1"
	});
	if (!answer.ok) throw new FaultError(answer.fault);
	const tree = fieldsOf(answer.data);
	if (!Array.isArray(tree.tree)) throw new Error(`what GitHub says of ${sha.slice(0, 7)} is no tree`);
	if (tree.truncated !== false) return void 0;
	const entries = tree.tree.map(parseEntry$1);
	return entries.every((entry) => entry !== void 0) ? entries : void 0;
}
function parseEntry$1(value) {
	const entry = fieldsOf(value);
	const [mode, type, path] = [
		textOf(entry.mode),
		textOf(entry.type),
		textOf(entry.path)
	];
	return mode && type && path && isSha(entry.sha) ? {
		mode,
		type,
		id: entry.sha,
		path
	} : void 0;
}
async function readMergeBase(api, { baseSha, headSha }) {
	const asked = {
		basehead: `${baseSha}...${headSha}`,
		per_page: 1,
		page: 2
	};
	const answer = await api.ask("GET /repos/{owner}/{repo}/compare/{basehead}", asked);
	if (!answer.ok) throw new FaultError(answer.fault);
	const { sha } = fieldsOf(fieldsOf(answer.data).merge_base_commit);
	if (!isSha(sha)) throw new Error(`GitHub names no commit that ${headSha.slice(0, 7)} and its base have in common`);
	return sha;
}
const MAX_CHANGED = 300;
async function listChanged(api, from, to, probesFolder) {
	const asked = {
		basehead: `${from}...${to}`,
		per_page: 1
	};
	const answer = await api.ask("GET /repos/{owner}/{repo}/compare/{basehead}", asked);
	if (!answer.ok) throw new FaultError(answer.fault);
	const { files } = fieldsOf(answer.data);
	if (!Array.isArray(files) || files.length >= MAX_CHANGED) return void 0;
	const names = files.map(fieldsOf).flatMap((file) => [textOf(file.filename), textOf(file.previous_filename)]);
	return [...new Set(names)].filter((name) => name !== "" && !isOwnProduct(name, probesFolder));
}
async function listFolderAt(api, path, ref) {
	const answer = await api.ask("GET /repos/{owner}/{repo}/contents/{path}", {
		path,
		ref
	});
	if (!answer.ok && answer.status !== 404) throw new FaultError(answer.fault);
	const entries = answer.ok && Array.isArray(answer.data) ? answer.data.map(fieldsOf) : [];
	return new Map(entries.flatMap(({ name, sha }) => isSha(sha) ? [[textOf(name), sha]] : []));
}
async function mayWrite(api, login) {
	if (!login || login.endsWith("[bot]")) return false;
	const answer = await api.ask("GET /repos/{owner}/{repo}/collaborators/{username}/permission", { username: login });
	return answer.ok ? ["admin", "write"].includes(textOf(fieldsOf(answer.data).permission)) : void 0;
}
async function readFileAt(api, path, ref) {
	const answer = await api.ask("GET /repos/{owner}/{repo}/contents/{path}", {
		path,
		ref
	});
	if (!answer.ok) {
		if (answer.status === 404) {
			const commit = await api.ask("GET /repos/{owner}/{repo}/git/commits/{commit_sha}", { commit_sha: ref });
			if (commit.ok && fieldsOf(commit.data).sha === ref) return void 0;
		}
		throw new FaultError(answer.fault);
	}
	const file = fieldsOf(answer.data);
	if (file.type !== "file" || file.encoding !== "base64" || typeof file.content !== "string") throw new Error(`${path} at ${ref.slice(0, 7)} is not a file that can be read`);
	return Buffer.from(file.content, "base64").toString("utf8");
}
// src/action/pull.ts
async function resolvePull({ api, github, inputs, output }) {
	const resolved = await findPull(api, github, inputs.prNumber);
	const number = resolved.kind === "found" ? resolved.pull.number : void 0;
	if (number !== void 0 && inputs.prNumber !== void 0 && inputs.prNumber !== number) output.log.warning(`pr-number: ${inputs.prNumber} is not used, this event is about #${number}`);
	return resolved;
}
async function findPull(api, { hint, attempt }, prNumber) {
	switch (hint.from) {
		case "payload": return {
			kind: "found",
			pull: attempt > 1 ? await withBodyOfNow(api, hint.pull) : hint.pull
		};
		case "number": return findPullByNumber(api, hint.number);
		case "commit": return prNumber === void 0 ? findPullByCommit(api, hint.sha) : findPullByNumber(api, prNumber);
		case "run": return findPullByRun(api, hint.run, prNumber);
		case "nowhere": return prNumber === void 0 ? {
			kind: "none",
			why: hint.why
		} : findPullByNumber(api, prNumber);
	}
}
async function withBodyOfNow(api, { bodyEdited: _, ...pull }) {
	const now = await findPullByNumber(api, pull.number);
	return now.kind === "found" ? {
		...pull,
		body: now.pull.body
	} : pull;
}
function referenceTo(github, pull, checkout) {
	const reference = {
		commits: [],
		pullRequest: pull !== void 0,
		headSha: pull?.headSha
	};
	if (!checkout) return {
		reference,
		faults: []
	};
	if (pull && !isAbout(github, pull, checkout)) return {
		reference,
		faults: [strayFault(github, pull, checkout)]
	};
	const { sha, content } = checkout;
	const head = sha === pull?.headSha ? content : void 0;
	return {
		reference: {
			...reference,
			merge: content,
			mergeSha: sha,
			head
		},
		faults: []
	};
}
async function findBase({ api, github }, pull, checkout) {
	if (github.groupBase !== void 0) return github.groupBase;
	const [first] = checkout?.parents ?? [];
	if (checkout && first !== void 0 && checkout.sha !== pull.headSha && isAbout(github, pull, checkout)) return first;
	return readMergeBase(api, pull);
}
const isHeadOfMerge = ({ event, sha }, pull, checkout) => /^pull_request(?!_target)/.test(event) && checkout.sha === pull.headSha && isSha(sha) && sha !== checkout.sha;
function strayFault({ event }, { number }, { sha }) {
	return {
		where: "checkout",
		message: `${sha.slice(0, 7)} is checked out under ${event}, which is neither the head nor the test merge of #${number}, so ci can't be judged here`,
		fix: strayFix(event, number)
	};
}
function strayFix(event, number) {
	if (event === "issue_comment") return "on: pull_request";
	if (event === "workflow_run") return "mode: comment";
	return `ref: refs/pull/${number}/${event.startsWith("pull_request") ? "merge" : "head"}`;
}
function isAbout({ event, sha }, pull, checkout) {
	if (checkout.sha === pull.headSha) return true;
	if (checkout.sha !== sha || event === "pull_request_target") return false;
	return event === "merge_group" || event.startsWith("pull_request") && checkout.parents.includes(pull.headSha);
}
// src/action/remote-place.ts
function openRemotePlace(run, pull) {
	const { api, inputs, env } = run;
	const folder = env.RUNNER_TEMP ?? os.tmpdir();
	const blobsAt = oncePer((sha) => listBlobsAt(api, sha));
	const base = once(() => readMergeBase(api, pull));
	const from = (file) => path.posix.join(inputs.workingDirectory, file);
	return {
		files: {
			read: async (file, maxBytes) => {
				const text = await readFileAt(api, from(file), pull.headSha);
				if (text !== void 0 && Buffer.byteLength(text) > maxBytes) throw new Error(`${file} is too large`);
				return text;
			},
			async list(folder) {
				const [head, old] = await Promise.all([blobsAt(pull.headSha), base().then(blobsAt)]);
				if (!head || !old) throw new Error("the repository has more files than GitHub lists");
				return [...head.values()].filter((one) => path.posix.dirname(one.path) === from(folder)).filter(({ path: file, id, mode }) => old.get(file)?.id !== id || old.get(file)?.mode !== mode).map(({ path: file, mode }) => ({
					name: path.posix.basename(file),
					kind: mode === "120000" ? "link" : "file"
				}));
			},
			write: async (file) => {
				throw new Error(`${file} can't be written to GitHub`);
			}
		},
		git: {
			async trackedFiles() {
				const below = inputs.workingDirectory === "." ? "" : `${inputs.workingDirectory}/`;
				const blobs = await blobsAt(pull.headSha);
				return blobs && [...blobs.keys()].filter((file) => file.startsWith(below)).map((file) => file.slice(below.length));
			},
			state: async () => "ok",
			isTracked: async () => true,
			head: async () => void 0
		},
		base,
		reference: () => readReference(run, pull),
		reports: {
			files: createFiles(folder),
			folder: "where-it-ran",
			pathOf: (file) => file && path.join(folder, file)
		}
	};
}
async function readReference({ api, inRepository }, pull) {
	const reference = {
		commits: [],
		pullRequest: true,
		headSha: pull.headSha
	};
	try {
		const merge = await readMergeContent(api, pull, inRepository.probes);
		const { mergeSha } = pull;
		if (merge.known && mergeSha !== void 0) return {
			reference: {
				...reference,
				merge: merge.content,
				mergeSha
			},
			faults: []
		};
		if (!merge.known && merge.why === "large") return {
			reference,
			faults: [TOO_LARGE]
		};
		return {
			reference: {
				...reference,
				noMerge: true
			},
			faults: [withoutMerge(pull)]
		};
	} catch (error) {
		return {
			reference,
			faults: [faultOf("api", error, "content of the test merge")]
		};
	}
}
const TOO_LARGE = {
	where: "api",
	message: "the test merge has more files than GitHub lists, so nothing says what ci had to test",
	fix: "let a run that has the right to write report by itself: mode: report"
};
const withoutMerge = ({ headSha }) => ({
	where: "api",
	message: `GitHub has no test merge of ${headSha.slice(0, 7)}: it conflicts with its base, or GitHub has not made it yet`,
	fix: "if it conflicts, merge the base branch into it and push; if not, re-run this workflow"
});
// src/action/local-place.ts
function openLocalPlace(run) {
	const { cwd, inputs, env, github } = run;
	const files = createFiles(cwd);
	const reports = {
		files,
		folder: inputs.probes,
		pathOf: (file) => file && path.posix.join(inputs.workingDirectory, file)
	};
	const request = {
		...inputs,
		cwd
	};
	if (github.event === "pull_request_target") return {
		files,
		git: SILENT_GIT,
		reports,
		prepare: () => {},
		probe: async () => failedProbe(request, {
			message: "under pull_request_target nothing is started, so this place is not probed",
			fix: "on: pull_request"
		}),
		base: (pull) => findBase(run, pull, void 0),
		reference: async (pull) => referenceTo(github, pull, void 0)
	};
	const childEnv = withoutActionVariables(env);
	const quiet = createExec(process.stdout);
	const ask = createAskGit({
		exec: quiet,
		cwd,
		env: childEnv
	});
	const git = createGit(ask, inputs.probes);
	const which = (name) => findProgram(name, childEnv);
	const checkout = once(async () => {
		const head = await git.head();
		const parents = head && await readParents(ask, head.sha);
		return head && parents && {
			...head,
			parents
		};
	});
	const exec = createActionsExec({
		progress: process.stdout,
		quiet,
		find: which
	});
	const runner = createPythonProbe({
		exec,
		git,
		which,
		env: childEnv
	});
	return {
		files,
		git,
		reports,
		prepare: () => runner.prepare(request),
		probe: (started, held) => {
			const asked = held ? {
				...request,
				tests: "never"
			} : request;
			return probe(run, asked, files, () => probeHere(runner, asked, started));
		},
		base: oncePer(async (pull) => findBase(run, pull, await checkout())),
		async reference(pull) {
			const here = await checkout();
			const known = referenceTo(github, pull, here);
			if (!pull || !here || !isHeadOfMerge(github, pull, here)) return known;
			const merged = await readReference(run, {
				...pull,
				mergeSha: github.sha
			});
			return {
				...merged,
				reference: {
					...merged.reference,
					head: here.content
				}
			};
		}
	};
}
async function probe({ inputs, output, github, net }, request, files, look) {
	const refused = await problemOfFolder(files, inputs.probes);
	if (refused !== void 0) return failedProbe(request, {
		message: refused,
		fix: "make it a folder of this repository"
	});
	const probed = await output.inert(`Probe ${placeName(inputs)}`, look);
	if (!probed.ok) return probed;
	output.log.info(`probed by ${probed.interpreter.why}`);
	const file = path.posix.join(inputs.probes, `${placeName(inputs)}.txt`);
	const redacted = await writeClean(await net(), files, {
		file,
		probe: probed.probe
	});
	const origin = {
		run: String(github.runId),
		...originOf$1(github.workflow, github.actor)
	};
	const provenance = {
		...probed.probe.provenance,
		...origin
	};
	return {
		...probed,
		probe: {
			...probed.probe,
			provenance
		},
		redacted
	};
}
const problemOfFolder = (files, probes) => files.list(probes).then(() => void 0, messageOf);
const SILENT_GIT = {
	trackedFiles: async () => void 0,
	state: async () => "no-git",
	isTracked: async () => true,
	head: async () => void 0
};
// src/adapters/artifact-upload.ts
const TIMEOUT$1 = 12e4;
const loadClient = () => import("../chunks/actions-artifact.js");
function preloadArtifactClient() {
	loadClient().catch(() => {});
}
async function uploadArtifact(options, name, root, files) {
	const first = await uploadOnce(options, name, root, files);
	if (first.ok || !isTaken(first.fault.message) || options.attempt === 1) return first;
	return uploadOnce(options, `${name}@${options.attempt}`, root, files);
}
async function uploadOnce(options, name, root, files) {
	const { retentionDays, timeout = TIMEOUT$1 } = options;
	try {
		const { DefaultArtifactClient } = await loadClient();
		const { id } = await within(new DefaultArtifactClient().uploadArtifact(name, files.map((file) => path.resolve(root, file)), path.resolve(root), retentionDays === void 0 ? {} : { retentionDays }), timeout);
		if (id === void 0) throw new Error("the service named no id");
		return {
			ok: true,
			id: String(id),
			url: `${options.runUrl}/artifacts/${id}`
		};
	} catch (error) {
		const message = `artifact ${name}: ${messageOf(error).slice(0, 300)}`;
		return {
			ok: false,
			fault: {
				where: "upload",
				message,
				fix: fixOf$1(message, options.attempt)
			}
		};
	}
}
async function within(work, timeout) {
	let timer;
	const late = new Promise((_, reject) => {
		timer = setTimeout(() => reject(new Error(`not done after ${timeout / 1e3} s`)), timeout);
	});
	try {
		return await Promise.race([work, late]);
	} finally {
		clearTimeout(timer);
	}
}
const isTaken = (message) => /\(409\)|already exists/.test(message);
function fixOf$1(message, attempt) {
	if (isTaken(message)) return `leg: ${attempt === 1 ? "a-name-of-its-own" : `a-name-of-its-own-${attempt}`}`;
	return /not currently supported on GHES/.test(message) ? "sources: text, checkout" : "re-run the job";
}
// src/adapters/github-event.ts
function readGitHubContext(env) {
	const payload = readPayload(env.GITHUB_EVENT_PATH);
	const [owner = "", repo = ""] = (env.GITHUB_REPOSITORY ?? "").split("/");
	const repositoryId = idOf(Number(env.GITHUB_REPOSITORY_ID)) ?? idOf(fieldsOf(payload?.repository).id);
	const event = env.GITHUB_EVENT_NAME ?? "";
	const groupBase = fieldsOf(payload?.merge_group).base_sha;
	return {
		event,
		owner,
		repo,
		repositoryId,
		runId: idOf(Number(env.GITHUB_RUN_ID)) ?? 0,
		attempt: idOf(Number(env.GITHUB_RUN_ATTEMPT)) ?? 1,
		sha: env.GITHUB_SHA ?? "",
		workflow: (env.GITHUB_WORKFLOW_REF ?? "").replace(/@.*$/, "").split("/").slice(2).join("/"),
		actor: env.GITHUB_TRIGGERING_ACTOR || (env.GITHUB_ACTOR ?? ""),
		serverUrl: env.GITHUB_SERVER_URL ?? "https://github.com",
		...event === "merge_group" && isSha(groupBase) ? { groupBase } : {},
		hint: payload ? findHint(event, payload, env, repositoryId) : {
			from: "nowhere",
			why: "the event could not be read"
		}
	};
}
const workflowFile = (path) => path.split("/").at(-1) ?? "";
function readPayload(file) {
	if (!file) return void 0;
	try {
		const payload = JSON.parse(readFileSync(file, "utf8"));
		return typeof payload === "object" && payload !== null ? fieldsOf(payload) : void 0;
	} catch {
		return;
	}
}
function findHint(event, payload, env, repositoryId) {
	switch (event) {
		case "pull_request":
		case "pull_request_target":
		case "pull_request_review":
		case "pull_request_review_comment": return fromPull(payload, repositoryId);
		case "merge_group": return fromMergeGroup(payload);
		case "issue_comment": return fromIssue(payload);
		case "workflow_run": return fromRun(payload);
		case "push": return fromPush(payload, env);
		case "workflow_dispatch": return nowhere("workflow_dispatch names no pull request: give one with pr-number");
		default: return nowhere(`a ${event || "nameless"} event belongs to no pull request`);
	}
}
const nowhere = (why) => ({
	from: "nowhere",
	why
});
function fromPull(payload, repositoryId) {
	const pull = parsePullRequest(payload.pull_request, repositoryId);
	if (!pull) return nowhere("the event describes no pull request of this repository");
	return {
		from: "payload",
		pull: payload.action === "edited" && fieldsOf(payload.changes).body !== void 0 ? {
			...pull,
			bodyEdited: true
		} : pull
	};
}
function fromMergeGroup(payload) {
	const ref = textOf(fieldsOf(payload.merge_group).head_ref);
	const [, number] = /^refs\/heads\/gh-readonly-queue\/.+\/pr-(\d{1,10})-[0-9a-f]{40,64}$/.exec(ref) ?? [];
	const found = idOf(Number(number));
	return found ? {
		from: "number",
		number: found
	} : nowhere("the merge group names no pull request");
}
function fromIssue(payload) {
	const issue = fieldsOf(payload.issue);
	const number = idOf(issue.number);
	if (number === void 0 || !issue.pull_request) return nowhere("the comment is not on a pull request");
	return {
		from: "number",
		number
	};
}
function fromPush(payload, env) {
	if (payload.deleted === true) return nowhere("the branch was deleted");
	if (!textOf(payload.ref).startsWith("refs/heads/")) return nowhere("a tag belongs to no pull request");
	return isSha(env.GITHUB_SHA) ? {
		from: "commit",
		sha: env.GITHUB_SHA
	} : nowhere("the push names no commit");
}
function fromRun(payload) {
	const run = fieldsOf(payload.workflow_run);
	if (!/^pull_request(_target)?$/.test(textOf(run.event))) return nowhere(`the run that ended was started by ${textOf(run.event) || "nothing known"}, not by a pull request`);
	if (textOf(payload.action) !== "completed") return nowhere("the run has not ended: types: [completed]");
	if (["action_required", "skipped"].includes(textOf(run.conclusion))) return nowhere(`the run that ended did nothing, its conclusion is ${textOf(run.conclusion)}`);
	const parsed = parseRun(run);
	return parsed ? {
		from: "run",
		run: parsed
	} : nowhere("the fork of the run that ended is gone");
}
function parseRun(run) {
	const repository = fieldsOf(run.head_repository);
	const [id, headRepositoryId] = [idOf(run.id), idOf(repository.id)];
	const [headOwner, headBranch] = [textOf(fieldsOf(repository.owner).login), textOf(run.head_branch)];
	if (id === void 0 || headRepositoryId === void 0 || !isSha(run.head_sha)) return void 0;
	if (!headOwner || !headBranch) return void 0;
	return {
		id,
		attempt: idOf(run.run_attempt) ?? 1,
		headSha: run.head_sha,
		headBranch,
		headOwner,
		headRepositoryId,
		workflow: textOf(run.path).replace(/@.*$/, ""),
		startedAt: Math.floor(Date.parse(textOf(run.run_started_at)) / 1e3) || 0,
		actor: textOf(fieldsOf(run.triggering_actor).login) || textOf(fieldsOf(run.actor).login)
	};
}
// src/action/post.ts
async function upload(run, slot, files) {
	if (files.length === 0) return void 0;
	const { inputs, github, prefix, cwd, runUrl, limits } = run;
	return uploadArtifact({
		attempt: github.attempt,
		runUrl: runUrl(github.runId),
		timeout: limits.upload,
		retentionDays: inputs.retentionDays
	}, `${prefix}-${slot}`, cwd, files);
}
function preload({ net }) {
	preloadArtifactClient();
	net().catch(() => void 0);
}
async function postComment(run, post) {
	const { api, inputs, github } = run;
	const { resolved, reported, comments } = post;
	const skipped = (why) => ({
		status: "skipped",
		why
	});
	if (inputs.mode === "probe") return skipped("mode: probe posts nothing");
	if (!inputs.comment) return skipped("comment: false");
	if (resolved.kind === "none") return skipped(resolved.why);
	if (github.event === "merge_group") return skipped("a merge queue leaves the comment of the pull request alone");
	const { pull } = resolved;
	const list = () => listComments(api, pull.number);
	return upsertComment({
		api,
		pullNumber: pull.number,
		key: {
			key: inputs.commentKey,
			workflow: workflowFile(reported.workflow)
		},
		stamp: {
			head: pull.headSha,
			run: reported.id,
			attempt: reported.attempt,
			at: reported.startedAt + (inputs.mode === "comment" ? 0 : api.clockAhead())
		},
		listed: comments ?? list,
		list,
		tokenKind: inputs.token.startsWith("ghs_") ? "installation" : "other",
		whenRefused: whenRefused(pull)
	}, post.body());
}
const whenRefused = ({ fromFork, author }) => fromFork || author === "dependabot[bot]" ? "on: workflow_run, with `mode: comment`" : "";
// src/adapters/artifact-source/archive.ts
const LIMITS = {
	archive: 4194304,
	entries: 100,
	file: 262144
};
async function readOne(api, probes, named) {
	const { artifact } = named;
	if (artifact.expired) return { why: `expired on ${artifact.expiresAt.slice(0, 10)}` };
	if (!(artifact.size <= LIMITS.archive)) return { why: `refused, it is larger than ${LIMITS.archive / 1024 / 1024} MiB` };
	const answer = await api.download("GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/zip", { artifact_id: artifact.id }, LIMITS.archive);
	if (!answer.ok) return explain$1(answer);
	if (artifact.digest && artifact.digest !== digestOf(answer.data)) return { why: "refused, its bytes are not those that GitHub has the digest of" };
	const file = `${placeName(named)}.txt`;
	const unpacked = readFromArchive(answer.data, [...new Set([
		`${probes}/${file}`,
		`probes/${file}`,
		file
	])]);
	return typeof unpacked === "string" ? unpacked : { why: `refused, ${unpacked.why}` };
}
function explain$1(answer) {
	if (answer.status === 410) return { why: "expired" };
	if (answer.status === 413) return { why: `refused, it is larger than ${LIMITS.archive / 1024 / 1024} MiB` };
	return {
		why: "could not be downloaded",
		fault: {
			...answer.fault,
			where: "artifact"
		}
	};
}
const digestOf = (bytes) => `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
var Refused = class extends Error {};
const refuse = (why) => {
	throw new Refused(why);
};
function readFromArchive(archive, names) {
	try {
		const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
		const entries = listEntries(archive, view);
		for (const entry of entries) checkName(entry);
		checkTwins(entries);
		const wanted = entries.filter(({ name }) => names.includes(name));
		const [entry] = wanted;
		if (!entry) return { why: `it has no ${names[0]}` };
		if (wanted.length > 1) return { why: `it has both ${wanted.map(({ name }) => name).join(" and ")}` };
		return decodeText(readEntry(archive, view, entry));
	} catch (error) {
		return { why: error instanceof Refused || error instanceof NotText ? error.message : "it is not a whole zip archive" };
	}
}
const END = 0x6054b50;
const CENTRAL = 33639248;
const LOCAL = 67324752;
function listEntries(archive, view) {
	const end = findEnd(view);
	const [count, total, size, start] = [
		view.getUint16(end + 8, true),
		view.getUint16(end + 10, true),
		view.getUint32(end + 12, true),
		view.getUint32(end + 16, true)
	];
	if (count !== total || count === 65535 || start === 0xffffffff) refuse("it is split or of the large kind");
	if (count > LIMITS.entries) refuse(`it has more than ${LIMITS.entries} entries`);
	if (start + size !== end) refuse("its directory is not where it says");
	const entries = [];
	let at = start;
	for (let i = 0; i < count; i++) {
		if (view.getUint32(at, true) !== CENTRAL) refuse("its directory is broken");
		const lengths = [
			28,
			30,
			32
		].map((field) => view.getUint16(at + field, true));
		entries.push(parseEntry(archive, view, at, lengths[0] ?? 0));
		at += 46 + lengths.reduce((a, b) => a + b);
	}
	if (at !== end) refuse("its directory is broken");
	return entries;
}
function findEnd(view) {
	for (let at = view.byteLength - 22; at >= Math.max(0, view.byteLength - 22 - 65535); at--) if (view.getUint32(at, true) === END && at + 22 + view.getUint16(at + 20, true) === view.byteLength) return at;
	return refuse("it is not a zip archive");
}
function parseEntry(archive, view, at, nameLength) {
	return {
		name: nameAt(archive, at + 46, nameLength),
		flags: view.getUint16(at + 8, true),
		method: view.getUint16(at + 10, true),
		checksum: view.getUint32(at + 16, true),
		compressed: view.getUint32(at + 20, true),
		size: view.getUint32(at + 24, true),
		mode: view.getUint32(at + 38, true) >>> 16,
		offset: view.getUint32(at + 42, true)
	};
}
const nameAt = (archive, at, length) => String.fromCharCode(...archive.subarray(at, at + Math.min(length, 1024)));
const DEVICE = /^(?:con|prn|aux|nul|con(?:in|out)\$|clock\$|(?:com|lpt)(?:\d|\xc2[\xb2\xb3\xb9])) *(?:\.|$)/i;
const DROPPED = /[^.][. ]+$|^ +$/;
function checkName({ name, mode }) {
	const parts = name.replace(/\/$/, "").split("/");
	const shown = JSON.stringify(name.slice(0, 80));
	if (/^\/|[\\:]|\p{Cc}/u.test(name) || parts.some((part) => DROPPED.test(part))) refuse(`it has an entry with an unsafe name, ${shown}`);
	if (parts.some((part) => part === "" || part === "." || part === "..")) refuse(`it has an entry that leads elsewhere, ${shown}`);
	if (parts.some((part) => DEVICE.test(part))) refuse(`it has an entry named like a device, ${shown}`);
	if (![
		0,
		16384,
		32768
	].includes(mode & 61440)) refuse(`it has an entry that is a link, ${shown}`);
}
function checkTwins(entries) {
	const names = entries.map(({ name }) => name.toLowerCase());
	const twin = names.find((name, index) => names.indexOf(name) !== index);
	if (twin !== void 0) refuse(`it has ${JSON.stringify(twin.slice(0, 80))} twice`);
}
function isOtherwise(view, { offset, flags, method, compressed, size }) {
	if (view.getUint16(offset + 8, true) !== method) return true;
	const sizes = [view.getUint32(offset + 18, true), view.getUint32(offset + 22, true)];
	return (flags & 8) === 0 && (sizes[0] !== compressed || sizes[1] !== size);
}
function readEntry(archive, view, entry) {
	const { offset, flags, method, checksum, compressed, size, name } = entry;
	if (flags & 1) refuse("its file is encrypted");
	if (size > LIMITS.file) refuse(`its file is larger than ${LIMITS.file / 1024} KiB`);
	if (view.getUint32(offset, true) !== LOCAL) refuse("its file is not where it says");
	const nameLength = view.getUint16(offset + 26, true);
	if (nameAt(archive, offset + 30, nameLength) !== name) refuse("its file has two names");
	if (isOtherwise(view, entry)) refuse("its file is described twice, and differently");
	const start = offset + 30 + nameLength + view.getUint16(offset + 28, true);
	if (start + compressed > archive.length) refuse("its file is cut short");
	const data = archive.subarray(start, start + compressed);
	const bytes = method === 0 ? data : method === 8 ? inflate(data) : refuse("its file is packed in a way not read");
	if (bytes.length !== size) refuse("its file is not as large as it says");
	if (crc32(bytes) !== checksum) refuse("its file is not what was packed: the checksum differs");
	return bytes;
}
function inflate(data) {
	try {
		return inflateRawSync(data, { maxOutputLength: LIMITS.file });
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE") refuse(`its file is larger than ${LIMITS.file / 1024} KiB`);
		throw error;
	}
}
// src/adapters/artifact-source/artifact-source.ts
const RUN = "GET /repos/{owner}/{repo}/actions/runs/{run_id}/artifacts";
const NAMED = "GET /repos/{owner}/{repo}/actions/artifacts";
const MAX_PAGES = 10;
const MAX_PAGES_OF_RUN = 50;
const LATE = [1e3, 2e3];
const TRIES = 3;
function createArtifactSource(given) {
	const { api, runId } = given;
	const options = {
		...given,
		originOf: createOrigins(api),
		jobs: createJobs(api, runId)
	};
	const listHere = once(() => listLegs(options, options.late ?? LATE));
	return {
		kind: "artifact",
		async legsOf(place) {
			const { named } = await listHere();
			return [...new Set(named.filter((one) => one.place === place && one.leg !== void 0).map(placeName))].sort();
		},
		async find() {
			const here = await listHere();
			const isOwn = (named) => placeName(named) === options.own;
			const others = here.named.filter((named) => !isOwn(named));
			const present = new Set(others.map(placeName));
			const absent = options.pull ? options.earlier.filter((slot) => !present.has(slot)) : [];
			const [these, ...those] = await Promise.all([
				readSlots(options, others, "this-run"),
				...here.named.filter(isOwn).map((named) => findNamesake(options, named)),
				...absent.map((slot) => findEarlier(options, slot))
			]);
			return merge([
				{ faults: here.faults },
				these ?? {},
				...those
			]);
		}
	};
}
async function listLegs(options, waits) {
	const found = await list(options, RUN, { run_id: options.runId });
	const [wait, ...more] = waits;
	const there = new Set([options.own, ...found.named.map(placeName)]);
	if (!options.expect?.some((leg) => leg.startsWith("ci-") && !there.has(leg)) || wait === void 0 || found.faults.length > 0) return found;
	await setTimeout$1(wait);
	return listLegs(options, more);
}
async function findNamesake(options, named) {
	const text = await readOne(options.api, options.probes, named);
	const reading = typeof text === "string" ? readProbeFile(text) : void 0;
	const ci = reading?.ok ? reading.facts.probe?.ci : void 0;
	if (ci === void 0 || ci.attempt !== String(options.attempt) || ci.job === options.job) return merge([]);
	return merge([{ faults: [{
		where: "artifact",
		message: `${labelOf(named.artifact)}: another job of this run probed ${placeName(named)}, too`,
		fix: "leg: a-name-of-its-own"
	}] }]);
}
async function findEarlier(options, slot) {
	const { pull, runId, prefix } = options;
	const name = `${prefix}-${slot}`;
	const isMine = (artifact) => pull && artifact.run !== runId && belongsTo(artifact, pull);
	const enough = (page) => page.some((one) => isMine(one) && !one.expired);
	const { named, faults } = await list(options, NAMED, { name }, enough);
	const mine = named.filter(({ artifact, place }) => isMine(artifact) && place !== "ci");
	return merge([{
		notes: mine.length === 0 ? namesakes(named, pull, runId) : [],
		faults
	}, await readSlots(options, mine, "artifact")]);
}
const namesakes = (named, pull, runId) => named.filter(({ artifact }) => artifact.run !== runId && artifact.headBranch === pull?.headRef).slice(0, 1).map((one) => noteOf(one, "its branch has this name in another repository"));
async function list(options, route, parameters, enough) {
	const parse = (items) => items.flatMap((item) => parseArtifact(item) ?? []);
	const answer = await options.api.askAll(route, parameters, enough ? MAX_PAGES : MAX_PAGES_OF_RUN, "artifacts", enough && ((page) => enough(parse(page))));
	if (!answer.ok) return {
		named: [],
		faults: [{
			...answer.fault,
			where: "artifact"
		}]
	};
	return {
		named: parse(answer.data).flatMap((one) => parseName(one, options.prefix) ?? []),
		faults: []
	};
}
async function readSlots(options, all, kind) {
	const newest = sortNewest(all);
	const slots = [...new Set(newest.map(placeName))];
	const ofSlot = (slot) => newest.filter((named) => placeName(named) === slot);
	return merge(await Promise.all(slots.map((slot) => readNewest(options, ofSlot(slot), kind))));
}
async function readNewest(options, all, kind) {
	const notes = [];
	const faults = [];
	for (const named of all.slice(0, kind === "this-run" ? 1 : TRIES)) {
		const [read, origin] = await Promise.all([readCurrent(options, named, kind), originOf(options, named, kind)]);
		const { artifact, place, leg } = named;
		if (typeof read !== "string") {
			const note = noteOf(named, read.why);
			notes.push(note);
			const { fault, fix = "re-run the job that made it" } = read;
			if (fault) faults.push(fault);
			else if (kind === "this-run") faults.push({
				where: "artifact",
				message: note.message,
				fix
			});
			continue;
		}
		const run = String(artifact.run);
		const url = `${options.runUrl(artifact.run)}/artifacts/${artifact.id}`;
		return {
			texts: [{
				provenance: {
					kind,
					label: labelOf(artifact),
					url,
					run,
					...origin
				},
				named: leg === void 0 ? { place } : {
					place,
					leg
				},
				text: read
			}],
			notes,
			faults
		};
	}
	return {
		texts: [],
		notes,
		faults
	};
}
async function readCurrent(options, named, kind) {
	const read = await readOne(options.api, options.probes, named);
	if (typeof read !== "string" || kind !== "this-run") return read;
	return await explainRerun(named, options, read) ?? read;
}
async function originOf(options, { artifact }, kind) {
	if (kind === "this-run") return options.origin ?? {};
	return artifact.expired ? {} : options.originOf(artifact.run);
}
function merge(all) {
	const found = joinFound(all);
	return {
		...found,
		faults: [...new Map(found.faults.map((one) => [JSON.stringify(one), one])).values()]
	};
}
// src/core/probe-file/blocks.ts
function findProbeBlocks(markdown) {
	const blocks = [];
	let hiddenUntil;
	let fence;
	let lines = [];
	for (const line of markdown.replace(/\r\n?/g, "\n").split("\n")) if (hiddenUntil) hiddenUntil = line.includes(hiddenUntil) ? hides(line) : hiddenUntil;
	else if (!fence) {
		fence = opensFence(line);
		lines = [];
		hiddenUntil = fence ? void 0 : hides(line);
	} else if (closesFence(line, fence)) {
		if (lines[0] === "# where-it-ran probe file, format 1" && fence.info !== "diff") blocks.push(`${lines.join("\n")}\n`);
		fence = void 0;
	} else lines.push(line);
	return blocks;
}
function hides(line) {
	if (line.lastIndexOf("<!--") > line.lastIndexOf("-->")) return "-->";
	const [, start = ""] = /^\s*(?:[-*+]\s+)?(<\?|<!\[CDATA\[|<![A-Za-z])/.exec(line) ?? [];
	const end = start === "" ? "" : start === "<?" ? "?>" : start.startsWith("<![") ? "]]>" : ">";
	return end !== "" && !line.includes(end) ? end : void 0;
}
function opensFence(line) {
	const [, run = "", info = ""] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
	if (!run || run.startsWith("`") && info.includes("`")) return void 0;
	const [word = ""] = info.trim().split(/\s/);
	return {
		mark: run[0] ?? "",
		length: run.length,
		info: word.toLowerCase()
	};
}
function closesFence(line, { mark, length }) {
	const [, run = ""] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? [];
	return run.startsWith(mark) && run.length >= length;
}
function placeOfBlock(text) {
	const head = text.slice(0, 4e3);
	const [, place] = /^place = "(local|box|ci)"$/m.exec(head) ?? [];
	const [, leg] = /^leg = "([A-Za-z0-9._-]+)"$/m.exec(head) ?? [];
	return parsePlaceName(leg !== void 0 && isLeg(leg) ? `${place}-${leg}` : `${place}`);
}
// src/adapters/text-source.ts
const MAX_BLOCKS = 40;
function createTextSource(options) {
	return {
		kind: "text",
		async find() {
			const listing = await options.comments();
			const comments = listing.ok ? listing.data.map(fromComment) : [];
			const faults = listing.ok ? [] : [{
				...listing.fault,
				where: "text"
			}];
			return {
				...await readPosts(options, [fromBody(options.pull), ...comments]),
				faults
			};
		}
	};
}
function fromBody({ body, author, url, bodyEdited }) {
	return {
		body,
		author,
		provenance: {
			kind: "text",
			label: "the description of the pull request",
			url,
			actor: author,
			edited: bodyEdited
		}
	};
}
function fromComment({ body, author, url, edited }) {
	return {
		body,
		author,
		provenance: {
			kind: "text",
			label: `comment by ${author || "a deleted account"}${edited ? ", edited" : ""}`,
			url,
			actor: author,
			edited
		}
	};
}
async function readPosts(options, all) {
	const texts = [];
	const notes = [];
	const allowed = createPermission(options);
	for (const one of all) {
		const blocks = findProbeBlocks(one.body);
		const unread = countUnread(one.body, blocks.length);
		if (unread !== void 0) notes.push({
			place: null,
			message: `${one.provenance.label}: ${unread}`
		});
		for (const text of blocks) {
			const named = placeOfBlock(text);
			const why = await refusal(named?.place, one, allowed, texts.length);
			if (named && !why) texts.push({
				provenance: one.provenance,
				named,
				text
			});
			else notes.push({
				place: named?.place ?? null,
				message: `${one.provenance.label}: ${why}`
			});
		}
	}
	return {
		texts,
		notes
	};
}
function countUnread(body, read) {
	const count = body.split(FIRST_LINE).length - 1 - read;
	if (count <= 0 || mentionsMarker(body)) return void 0;
	return `${count === 1 ? "a probe file is" : `${count} probe files are`} not read: quoted, in a diff, hidden by HTML, or in no fence that begins with it and ends`;
}
async function refusal(place, { author, body }, allowed, count) {
	if (place === void 0) return "a block that names no place";
	if (place === "ci") return "ignored, ci speaks through its own run only";
	if (mentionsMarker(body)) return "ignored, a copy of this report stands in the same text";
	if (count >= MAX_BLOCKS) return `ignored, more than ${MAX_BLOCKS} blocks`;
	if (await allowed(author)) return void 0;
	return "ignored, its writer is neither the author nor an agent and has no write access";
}
const createPermission = ({ pull, isAgent, mayWrite }) => oncePer(async (login) => {
	if (!login) return false;
	return login === pull.author || isAgent(login) || await mayWrite(login) === true;
});
// src/action/sources.ts
function createSources(run, needs) {
	const { inputs, isAgent, api, inRepository } = run;
	const { place, pull, comments } = needs;
	if (inputs.mode === "probe") return {
		all: [],
		legsOf: async () => []
	};
	const artifacts = inputs.sources.includes("artifact") ? artifactsOf(run, needs) : void 0;
	const text = inputs.sources.includes("text") && pull && comments ? createTextSource({
		pull,
		comments,
		isAgent,
		mayWrite: run.mayWrite
	}) : void 0;
	const own = place.probe && `${placeName(inputs)}.txt`;
	const ids = once(async () => pull && listFolderAt(api, inRepository.probes, await place.base(pull)));
	const isAtBase = async (name, text) => isBlob(text, (await ids())?.get(name));
	return {
		all: [
			artifacts,
			text,
			inputs.sources.includes("checkout") ? createCheckoutSource(place.files, {
				probes: inputs.probes,
				own,
				isAtBase: place.probe && isAtBase
			}) : void 0
		].filter((source) => source !== void 0),
		legsOf: async (place) => await artifacts?.legsOf(place) ?? []
	};
}
function artifactsOf(run, { place, pull, reported }) {
	const { api, inputs, prefix, runUrl, limits } = run;
	return createArtifactSource({
		api,
		runId: reported.id,
		attempt: reported.attempt,
		origin: originOf$1(reported.workflow, reported.actor),
		runUrl,
		prefix,
		probes: inputs.probes,
		earlier: [
			"local",
			"box",
			...inputs.expect.filter((leg) => !leg.startsWith("ci-"))
		],
		own: place.probe && placeName(inputs),
		job: run.env.GITHUB_JOB,
		expect: inputs.expect,
		late: limits.late,
		pull
	});
}
// src/action/verdict.ts
async function gatherClaims({ api, inputs, inRepository, net }, { files, git, base }, pull) {
	const baseClaims = pull && (async () => readFileAt(api, inRepository.claims, await base(pull)));
	const probes = pull && {
		shipped: readShippedProbe,
		atBase: async (file) => readFileAt(api, posix.join(inputs.workingDirectory, file), await base(pull))
	};
	const onDisk = inputs.mode === "comment" ? void 0 : probes;
	const gathered = await gather({
		files,
		git,
		sources: [],
		net,
		sha256,
		baseClaims,
		probes: onDisk
	}, inputs.claims);
	if (gathered.ok) return gathered.evidence;
	throw new InputError(gathered.problems.map((problem) => ({
		input: "claims",
		message: describeProblem(gathered.file, problem),
		fix: `claims: ${inputs.claims}`
	})));
}
async function mayLoosen(run, pull, evidence) {
	const { isAgent, mayWrite } = run;
	const { claims, baseClaims, loosened } = evidence;
	const isOwner = (one) => !one.authorIsBot && [claims, baseClaims].every((said) => isPerson(one, {
		claims: said,
		isAgent
	}));
	return loosened.length > 0 && pull !== void 0 && isOwner(pull) && await mayWrite(pull.author) === true;
}
const isCommandHeld = async (run, pull, evidence) => evidence.loosened.some(({ what }) => what === "command changed") && !await mayLoosen(run, pull, evidence);
async function decideFor(run, pull, question) {
	const { api, inputs } = run;
	const authorMayLoosen = await mayLoosen(run, pull, question.evidence);
	const lookup = pull && createReferenceLookup(api, pull, run.inRepository.probes, run.github.serverUrl);
	return decide({
		...question,
		authorMayLoosen,
		failOn: inputs.failOn
	}, lookup);
}
function commandsOf({ inputs }, tracked) {
	return {
		probe: `python ${tracked?.find(isProbeScript) ?? "scripts/agent_probes/agent_probe.py"}`,
		probesFolder: inputs.probes,
		rerun: "push"
	};
}
async function logNotes({ output, net }, notes) {
	for (const { message } of notes) output.log.info(redactText(await net(), message).text);
}
function logRedacted({ output }, { redacted = [] }) {
	for (const where of new Set(redacted.map((one) => one.where))) {
		const kinds = redacted.flatMap((one) => one.where === where ? [one.kind] : []).join(", ");
		output.log.warning(`${where} held what looks like a secret (${kinds}); it was replaced before anything left: revoke it`);
	}
}
// src/action/pipeline.ts
async function runMode(run) {
	const { inputs, github } = run;
	if (inputs.mode === "comment") return commentForEndedRun(run);
	const place = openLocalPlace(run);
	if (probesAtOnce(run)) place.prepare();
	const { runId: id, attempt, workflow, actor } = github;
	const reported = {
		id,
		attempt,
		workflow,
		actor,
		startedAt: run.startedAt
	};
	return judgeAndReport(run, {
		place,
		resolved: await resolvePull(run),
		reported
	});
}
async function commentForEndedRun(run) {
	const { event, hint } = run.github;
	if (event !== "workflow_run") throw new InputError([{
		input: "mode",
		message: "mode comment posts for a run that has ended",
		fix: "mode: auto"
	}]);
	if (hint.from !== "run") return skipped(run, { why: hint.from === "nowhere" ? hint.why : "the event names no run" });
	const resolved = await resolvePull(run);
	if (resolved.kind === "none") return skipped(run, resolved);
	return judgeAndReport(run, {
		place: openRemotePlace(run, resolved.pull),
		resolved,
		reported: hint.run
	});
}
async function skipped(run, found) {
	const { why, fault } = found;
	const outcome = outcomeWithoutVerdict(why, fault?.message);
	const text = renderNothing(outcome.comment, fault ? [fault] : []);
	await run.output.summary(redactText(await run.net(), text).text);
	return outcome;
}
async function judgeAndReport(run, subject) {
	const { inputs, github, api } = run;
	const { place, resolved, reported } = subject;
	const pull = resolved.kind === "found" ? resolved.pull : void 0;
	const alone = inputs.mode === "probe";
	const inQueue = github.event === "merge_group";
	const others = alone || inQueue ? void 0 : pull;
	const comments = others && createCommentListing(api, others.number);
	if (inputs.comment) comments?.();
	const sources = createSources(run, {
		place,
		pull: others,
		comments,
		reported
	});
	const claimed = await gatherClaims(run, place, pull);
	const [probed, found, { reference, faults }] = await together([
		probeUnlessLegs(run, place, {
			sources,
			held: await isCommandHeld(run, pull, claimed)
		}),
		findAll(sources.all),
		place.reference(pull)
	]);
	const evidence = {
		...claimed,
		...joinFound([claimed, found])
	};
	await logNotes(run, evidence.notes);
	const handedOver = alone && probed?.ok ? await upload(run, placeName(inputs), [probed.file]) : void 0;
	const rules = {
		places: inputs.places,
		claims: evidence.claims,
		isAgent: run.isAgent,
		inQueue
	};
	const mayWrite = !alone && pull !== void 0 && needsPermission(pull, rules) ? await run.mayWrite(pull.author) : void 0;
	const brought = broughtBy(probed);
	return report(run, subject, {
		verdict: await decideFor(run, pull, {
			evidence: {
				...evidence,
				texts: [...brought.texts, ...evidence.texts]
			},
			asked: alone ? {
				places: [inputs.place],
				elsewhere: elsewhere(evidence, inputs),
				why: "this job probes it"
			} : whoIsAsked(pull, {
				...rules,
				mayWrite
			}),
			reference,
			withoutSecrets: isWithoutSecrets(...startOf(run, reported), pull),
			expect: alone ? [] : inputs.expect,
			unprobed: brought.unprobed,
			faults: [
				...resolved.kind === "none" && resolved.fault ? [resolved.fault] : [],
				...brought.faults,
				...handedOver && !handedOver.ok ? [handedOver.fault] : [],
				...faults
			],
			commands: commandsOf(run, await place.git.trackedFiles())
		}),
		probed,
		comments,
		handedOver
	});
}
const elsewhere = ({ claims }, { place }) => claims.places.filter((one) => one !== place);
const startOf = ({ inputs, github, env }, { actor }) => inputs.mode === "comment" ? ["pull_request", actor] : [github.event, env.GITHUB_ACTOR ?? ""];
async function report(run, { place, ...subject }, judged) {
	const { inputs, output } = run;
	const { probed, comments, handedOver } = judged;
	const { mode } = inputs;
	const net = await run.net();
	const verdict = redactVerdict(net, judged.verdict, probed?.ok ? probed.redacted : []);
	logRedacted(run, verdict);
	const { files, folder, pathOf } = place.reports;
	const { report = "", table = "", notes, ...published } = await publish(verdict, files, folder, net);
	const written = [
		probed?.ok ? probed.file : "",
		report,
		table
	].filter((file) => file !== "");
	const uploaded = mode === "report" ? await upload(run, probed ? placeName(inputs) : "report", written) : handedOver;
	const options = {
		voice: mode === "comment" ? "fork" : void 0,
		notes: mode === "probe" ? void 0 : notes,
		check: mode === "probe" ? void 0 : checkOf(inputs),
		fullReport: mode === "report" && uploaded?.ok ? uploaded.url : void 0
	};
	const body = () => redactText(net, fitMarkdown(verdict, COMMENT_LIMIT, options)).text;
	const comment = await postComment(run, {
		...subject,
		comments,
		body
	});
	const faults = [...published.faults, ...mode === "report" && uploaded?.ok === false ? [uploaded.fault] : []];
	await output.summary(redactText(net, renderSummary(verdict, options, {
		comment,
		faults
	})).text);
	for (const { message, fix } of faults) output.log.warning(redactText(net, fix ? `${message}; mend it: ${fix}` : message).text);
	const end = {
		report: pathOf(report),
		table: pathOf(table),
		uploaded,
		comment
	};
	if (mode !== "comment") return {
		...end,
		gate: verdict.gate,
		failure: failureOf(verdict)
	};
	const failure = comment.status === "skipped" && comment.refused ? `where-it-ran: ${comment.why}` : void 0;
	return {
		...end,
		gate: {
			...verdict.gate,
			verdict: "blocked"
		},
		failure
	};
}
const expectedLegs = ({ inputs: { place, expect } }) => expect.filter((one) => one.startsWith(`${place}-`));
const isOwnLeg = ({ inputs: { mode, leg } }) => mode === "probe" || leg !== void 0;
const probesAtOnce = (run) => isOwnLeg(run) || expectedLegs(run).length === 0;
async function probeUnlessLegs(run, place, { sources, held }) {
	const probe = () => place.probe?.(() => preload(run), held);
	if (!place.probe || isOwnLeg(run)) return probe();
	const legs = [...new Set([...expectedLegs(run), ...await sources.legsOf(run.inputs.place)])];
	if (legs.length === 0) return probe();
	run.output.log.info(`not probed here: legs speak for ${run.inputs.place} (${legs.join(", ")})`);
}
async function together(work) {
	await Promise.allSettled(work);
	return Promise.all(work);
}
// src/adapters/github-client/refusal.ts
const BACK_OFF = [1, 3];
const SECONDARY = 60;
function planRetry(refusal, attempt, now) {
	const backOff = BACK_OFF[attempt];
	if (backOff === void 0) return void 0;
	if (isLimited(refusal)) return waitOf(refusal, now) ?? SECONDARY;
	if (refusal.method === "POST") return void 0;
	return refusal.status === null || refusal.status >= 500 ? backOff : void 0;
}
function isLimited({ status, message, headers }) {
	if (status === 429) return true;
	if (status !== 403) return false;
	return headers["retry-after"] !== void 0 || headers["x-ratelimit-remaining"] === "0" || /secondary rate limit/i.test(message);
}
function waitOf({ headers }, now) {
	const after = Number(headers["retry-after"] ?? NaN);
	if (Number.isFinite(after)) return Math.max(0, after);
	const reset = Number(headers["x-ratelimit-reset"] ?? NaN);
	if (headers["x-ratelimit-remaining"] === "0" && Number.isFinite(reset)) return Math.max(0, reset - Math.floor(now / 1e3)) + 1;
}
const NEEDED = {
	contents: "read",
	actions: "read",
	"pull-requests": "write"
};
const JOB_TOKEN = "github-token: ${{ github.token }}";
const CAUSES = [
	[
		/token or opts\.auth is required/,
		"there is no token",
		JOB_TOKEN
	],
	[
		/is locked/,
		"the conversation is locked",
		"unlock the conversation of the pull request, or set `comment: false`"
	],
	[
		/was archived/,
		"the repository is archived",
		"unarchive the repository: an archived one takes no comment"
	],
	[
		/IP allow list/,
		"the organization's IP allow list refuses this runner",
		"let an owner of the organization add the runner's address to the list, or use a runner that is on it"
	],
	[
		/SAML enforcement/,
		"the token is not authorized for single sign-on",
		`authorize the token, or ${JOB_TOKEN}`
	],
	[
		/Resource protected by organization|forbids access via/,
		"the organization does not accept this kind of token",
		JOB_TOKEN
	],
	[
		/Upgrade to GitHub|Upgrade your plan/,
		"the owner's plan does not have this",
		"set `comment: false`, or upgrade"
	],
	[
		/billing|spending limit/,
		"the owner's account is not paid",
		"settle the billing of the account that owns this"
	]
];
function explain(asked, refusal) {
	const { status, message } = refusal;
	const said = `${asked}: ${status ?? "no answer"}${message ? `, ${firstLine(message)}` : ""}`;
	const [, cause, cure] = CAUSES.find(([words]) => words.test(message)) ?? [];
	if (cure !== void 0) return {
		where: "api",
		message: `${said} (${cause})`,
		fix: cure
	};
	const needs = missingPermissions(refusal);
	if (needs.length > 0) {
		const all = Object.entries({
			...NEEDED,
			...Object.fromEntries(needs)
		});
		return {
			where: "api",
			message: `${said} (the token lacks ${levels(needs)})`,
			fix: `permissions: { ${levels(all)} }`
		};
	}
	return {
		where: "api",
		message: said,
		fix: fixOf(refusal)
	};
}
const levels = (some) => some.map(([scope, level]) => `${scope}: ${level}`).join(", ");
function fixOf(refusal) {
	if (refusal.status === 401) return refusal.token.startsWith("ghs_") ? "re-run the job: this token has expired (a job's ends with the job, an app's after an hour)" : `renew the token, or ${JOB_TOKEN}`;
	if (isLimited(refusal) || refusal.status === null || refusal.status >= 500) return "re-run the job";
}
function missingPermissions(refusal) {
	if (refusal.status !== 403 || isLimited(refusal)) return [];
	const sets = String(refusal.headers["x-accepted-github-permissions"] ?? "").split(";").map(parseSet).filter((set) => set.length > 0);
	return sets.find((set) => set.some(([scope]) => scope === "pull-requests")) ?? sets[0] ?? [];
}
const parseSet = (text) => text.split(",").flatMap((one) => {
	const [, scope = "", level = ""] = /^\s*([a-z_]+)=(read|write)\s*$/.exec(one) ?? [];
	return scope && scope !== "metadata" ? [[scope.replaceAll("_", "-"), level]] : [];
});
function firstLine(message) {
	const [line = ""] = message.replace(/ - https?:\S+$/, "").split(/[\r\n]/);
	return line.replace(/\p{C}/gu, "").slice(0, 200);
}
// src/adapters/github-client/transport.ts
async function connect(token, baseUrl) {
	const [{ getOctokit }, { defaults }] = await Promise.all([import("../chunks/actions-github2.js"), import("../chunks/actions-github-exports.js")]);
	const octokit = getOctokit(token, baseUrl ? { baseUrl } : {});
	const send = async (route, parameters) => {
		if (!(route === "POST /graphql")) return octokit.request(route, parameters);
		const { owner: _owner, repo: _repo, ...rest } = parameters;
		const url = octokit.request.endpoint.DEFAULTS.baseUrl.replace(/\/v3\/?$/, "");
		return octokit.request(route, {
			...rest,
			baseUrl: url
		});
	};
	return {
		send,
		base: octokit.request.endpoint.DEFAULTS.baseUrl.replace(/\/$/, ""),
		fetch: defaults.request?.fetch
	};
}
const refused = (status, message) => Object.assign(new Error(message), {
	status,
	response: { headers: {} }
});
async function readBytes(response, maxBytes) {
	if (!response.ok) {
		await response.body?.cancel();
		throw refused(response.status, "the download was refused");
	}
	const chunks = [];
	let size = 0;
	for await (const chunk of response.body) {
		size += chunk.length;
		if (size > maxBytes) throw refused(413, `more than ${maxBytes} bytes`);
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}
const AT_ONCE = 4;
async function readPages(ask, maxPages, enough) {
	const items = [];
	let known = 1;
	for (let page = 1; page <= maxPages;) {
		const some = await Promise.all(numbers(page, enough ? page : known).map(ask));
		for (const answer of some) {
			if (!answer.ok) return answer;
			items.push(...answer.data.list);
		}
		const end = some.at(-1);
		if (!end?.ok || !hasNext(end.data.link) || enough?.(end.data.list)) return {
			ok: true,
			data: items
		};
		page += some.length;
		known = lastPage(end.data.link) ?? page;
		if (known > maxPages && !enough) break;
	}
	return {
		ok: true,
		data: enough ? items : void 0
	};
}
const numbers = (from, to) => Array.from({ length: Math.min(AT_ONCE, Math.max(1, to - from + 1)) }, (_, i) => from + i);
const hasNext = (link) => /\brel="next"/.test(link);
function lastPage(link) {
	const [, url] = /<([^>]*)>;\s*rel="last"/.exec(link) ?? [];
	const [, page] = /[?&]page=(\d{1,6})(?:&|$)/.exec(url ?? "") ?? [];
	return page === void 0 ? void 0 : Number(page);
}
// src/adapters/github-client/github-client.ts
const TIMEOUT = 1e4;
const PATIENCE = 6e4;
function createGitHubClient(options) {
	const { timeout = TIMEOUT, owner, repo } = options;
	let patience = options.patience ?? PATIENCE;
	let ahead = 0;
	const open = once(() => connect(options.token, options.baseUrl));
	async function attempt(asked, act) {
		for (let count = 0;; count++) try {
			return {
				ok: true,
				data: await act(AbortSignal.timeout(timeout))
			};
		} catch (error) {
			const refusal = readRefusal(asked, error, options.token);
			const wait = planRetry(refusal, count, Date.now());
			const late = wait !== void 0 && wait * 1e3 > patience;
			if (wait === void 0 || late) return failed(asked, refusal, late ? wait : void 0);
			patience -= wait * 1e3;
			await setTimeout$1(wait * 1e3);
		}
	}
	function request(route, parameters, more = {}) {
		return attempt(describe(route, {
			owner,
			repo,
			...parameters
		}), async (signal) => {
			const { send } = await open();
			const answer = await send(route, {
				owner,
				repo,
				...parameters,
				request: {
					signal,
					...more
				}
			});
			const there = Date.parse(String(answer.headers.date));
			if (there > 0) ahead = Math.round((there - Date.now()) / 1e3);
			return answer;
		});
	}
	async function follow(asked, answer) {
		if (!answer.ok) return answer;
		const location = String(answer.data.headers.location ?? "");
		const { send, base } = await open();
		if (!location.startsWith(`${base}/`)) return {
			ok: true,
			data: location
		};
		const moved = await attempt(asked, (signal) => send(`GET ${location}`, { request: {
			signal,
			redirect: "manual"
		} }));
		return moved.ok ? {
			ok: true,
			data: String(moved.data.headers.location ?? "")
		} : moved;
	}
	return {
		async ask(route, parameters = {}) {
			const answer = await request(route, parameters);
			return answer.ok ? {
				ok: true,
				data: answer.data.data
			} : answer;
		},
		async askAll(route, parameters, maxPages, key, enough) {
			const what = describe(route, {
				owner,
				repo,
				...parameters
			});
			const pages = await readPages(async (page) => {
				const answer = await request(route, {
					...parameters,
					per_page: 100,
					page
				});
				if (!answer.ok) return answer;
				const list = readList(answer.data.data, key);
				if (!list) return unusable(what, "the answer is not a list");
				return {
					ok: true,
					data: {
						list,
						link: String(answer.data.headers.link ?? "")
					}
				};
			}, maxPages, enough);
			if (!pages.ok) return pages;
			const { data } = pages;
			return data ? {
				ok: true,
				data
			} : unusable(what, `more than ${maxPages * 100} entries`);
		},
		async download(route, parameters, maxBytes) {
			const asked = describe(route, {
				owner,
				repo,
				...parameters
			});
			const led = await follow(asked, await request(route, parameters, { redirect: "manual" }));
			if (!led.ok) return led;
			if (!/^https?:/.test(led.data)) return unusable(asked, "the answer names no place to download from");
			return attempt(`${asked}, then its storage`, async (signal) => {
				const { fetch } = await open();
				return readBytes(await fetch(led.data, { signal }), maxBytes);
			});
		},
		clockAhead: () => ahead,
		async viewer() {
			const answer = await request("POST /graphql", { query: "{ viewer { login } }" });
			if (!answer.ok) return void 0;
			const { login } = fieldsOf(fieldsOf(fieldsOf(answer.data.data).data).viewer);
			return typeof login === "string" ? login : void 0;
		}
	};
}
function readRefusal(asked, error, token) {
	const { status, message, response, cause } = error;
	const method = asked.split(" ", 1)[0] ?? "";
	const late = cause?.name === "TimeoutError" || error?.name === "TimeoutError";
	return {
		method,
		token,
		status: response ? status ?? null : null,
		message: late ? "it took too long" : message ?? "",
		headers: response?.headers ?? {}
	};
}
function failed(asked, refusal, wait) {
	const limit = wait === void 0 ? "" : `; it asks to wait ${wait} s, longer than this run waits`;
	const fault = explain(asked, refusal);
	return {
		ok: false,
		status: refusal.status,
		fault: {
			...fault,
			message: `${fault.message}${limit}`
		}
	};
}
const unusable = (asked, why) => ({
	ok: false,
	status: null,
	fault: {
		where: "api",
		message: `${asked}: ${why}`,
		fix: "re-run the job"
	}
});
function readList(data, key) {
	const list = key === void 0 ? data : fieldsOf(data)[key];
	return Array.isArray(list) ? list : void 0;
}
function describe(route, parameters) {
	return route.replace(/\{(\w+)\}/g, (_, name) => String(parameters[name] ?? "?"));
}
// src/action/run-context.ts
function openRun(env, output, net, limits = {}) {
	const inputs = readInputs();
	const github = readGitHubContext(env);
	const { owner, repo, serverUrl } = github;
	const api = createGitHubClient({
		...limits,
		token: inputs.token,
		owner,
		repo
	});
	const from = (file) => path.posix.join(inputs.workingDirectory, file);
	return {
		env,
		inputs,
		github,
		output,
		api,
		isAgent: createIsAgent(inputs.agents),
		mayWrite: oncePer((login) => mayWrite(api, login)),
		cwd: findFolder(env, inputs),
		inRepository: {
			claims: from(inputs.claims),
			probes: from(inputs.probes)
		},
		prefix: [inputs.artifactPrefix, inputs.commentKey].filter(Boolean).join("-"),
		runUrl: (runId) => `${serverUrl}/${owner}/${repo}/actions/runs/${runId}`,
		limits,
		startedAt: Math.floor(Date.now() / 1e3),
		net
	};
}
function findFolder(env, { workingDirectory, mode }) {
	const folder = path.resolve(env.GITHUB_WORKSPACE ?? ".", workingDirectory);
	if (mode === "comment" || statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder;
	throw new InputError([{
		input: "working-directory",
		message: `there is no folder \`${workingDirectory}\` in the checkout`,
		fix: "working-directory: ."
	}]);
}
// src/action/main.ts
async function main(env, limits = {}) {
	const output = createActionsOutput();
	const net = createSecretNet(env);
	const outcome = await run(env, output, net, limits);
	const loaded = await net();
	const clean = (text) => redactText(loaded, String(text)).text;
	const outputs = Object.entries(outputsOf(outcome)).map(([name, value]) => [name, clean(value)]);
	const unwritten = output.outputs(Object.fromEntries(outputs));
	if (outcome.comment.status === "skipped") tellNoComment(output.log, outcome.comment, clean);
	if (unwritten) output.fail(`where-it-ran: ${unwritten}`);
	if (outcome.failure !== void 0) output.fail(clean(outcome.failure));
}
function tellNoComment(log, { why, fix, refused }, clean) {
	if (refused && fix?.startsWith("permissions:")) log.warning(clean(`no comment: ${why}; mend it: ${fix}`));
	else log.info(clean(`no comment: ${why}`));
}
async function run(env, output, net, limits) {
	try {
		return await runMode(openRun(env, output, net, limits));
	} catch (error) {
		const loaded = await net();
		const wrong = error instanceof InputError;
		if (error instanceof Error && !wrong) output.log.info(redactText(loaded, String(error.stack)).text);
		const said = redactText(loaded, messageOf(error)).text;
		const message = wrong ? said : `an internal error, and that is no pass: ${said}`;
		await output.summary(renderCrash(message));
		return outcomeWithoutVerdict("there is no verdict", message.replaceAll("\n", "; "));
	}
}
// src/action/index.ts
function describeCrash(error) {
	const { name, code, stack } = error ?? {};
	const words = [name, code].filter((word) => /^\w{1,40}$/.test(String(word ?? "-")));
	const [at] = /\bindex\.js:\d+:\d+/.exec(String(stack ?? "")) ?? [];
	return [...words, ...at ? [`at ${at}`] : []].join(" ") || "unknown";
}
for (const event of ["uncaughtException", "unhandledRejection"]) process.on(event, (error) => {
	try {
		writeSync(1, `\n::error::where-it-ran: an internal error (${describeCrash(error)}), and that is no pass\n`);
	} finally {
		process.exit(1);
	}
});
await main(process.env);
setTimeout(() => process.exit(), 3e3).unref();
export {};
