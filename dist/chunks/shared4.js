import { t as __commonJSMin } from "./runtime.js";
import { a as WHO, c as andMore, d as joinWords, i as SOURCES, l as counted, m as words, o as cellKey, p as tellCounts, r as PLACES, s as isCellKey, u as firstFew } from "./shared2.js";
import { D as MAX_BYTES$1, J as getOwn, L as isProbeScript, O as readProbeFile, Q as messageOf, T as NotText, Z as faultOf, et as KNOWN, i as shellWord, n as shellCommand, r as shellOf, t as andThen, tt as soundsSecret } from "./shared3.js";
import { c as placeName, l as placesOf, n as byPlace, o as parsePlaceName, r as inOrder, s as parseProbeName, u as pythonOfLeg } from "./shared5.js";
import { a as reportedIn, i as nothingText, n as leftOutText, r as lostAfterCollecting, t as countsText } from "./shared6.js";
import { a as stateOf, r as isNeverExcused } from "./shared7.js";
import { c as decidingLegs, d as isFailing, f as isOpen$1, h as isUnknown, l as hidesUnknown, m as isUnexplained, o as FEWER_EXECUTED, p as isSecretOut, s as askedCells, u as isCiTests } from "./shared8.js";
import { a as isOfDistribution, i as COUNTED, r as CONTEXT_SETS, s as versionKey, t as CONTEXT } from "./shared11.js";
import { a as USUAL_COMMAND, i as CONFIGURATION_FILES, n as readClaims, o as claimsWithoutFile, s as findFirstParty } from "./shared12.js";
import { t as renderJson } from "./shared13.js";
// src/core/secrets/redact.ts
const STRUCTURE = /[\r\n|`"<>]/;
const ESCAPE = String.raw`\\(?:u\{[0-9a-f]+\}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[^\r\n])`;
const WORDS = new RegExp(`${ESCAPE}|[A-Za-z0-9+/=_.%@:~-]{4,}`, "g");
const ALL = new RegExp(`${ESCAPE}|[^\\r\\n|\`"<>\\\\]+`, "g");
const markOf = (kind, of = "") => [
	"REDACTED",
	of,
	kind.replace(/[^A-Za-z0-9]/g, "_")
].filter((part) => part !== "").join("_");
function merged(hits) {
	const result = [];
	for (const hit of [...hits].sort((a, b) => a.from - b.from || b.to - a.to)) {
		const last = result.at(-1);
		if (last && hit.from < last.to) {
			const longer = hit.to - hit.from > last.to - last.from ? hit : last;
			result[result.length - 1] = {
				...longer,
				from: last.from,
				to: Math.max(last.to, hit.to)
			};
		} else result.push(hit);
	}
	return result;
}
function without(secret, mark, known) {
	const put = (run) => run.startsWith("\\") ? run : mark.slice(0, run.length);
	if (STRUCTURE.test(secret) || known && secret.includes("\\")) return secret.replace(known ? ALL : WORDS, put);
	const rest = /\\+$/.exec(secret)?.[0] ?? "";
	return mark.slice(0, secret.length - rest.length) + rest;
}
function redact(text, hits, of = "") {
	let [done, at] = ["", 0];
	for (const { from, to, kind } of merged(hits)) {
		done += text.slice(at, from) + without(text.slice(from, to), markOf(kind, of), kind === KNOWN);
		at = to;
	}
	return done + text.slice(at);
}
// src/app/redact.ts
const ROUNDS = 3;
function redactText(net, text, of = "") {
	const kinds = new Set();
	let clean = text;
	for (let round = 0; round < ROUNDS; round++) {
		const hits = net.find(clean);
		if (hits.length === 0) break;
		for (const { kind } of hits) kinds.add(kind);
		clean = redact(clean, hits, of);
	}
	return {
		text: clean,
		kinds: [...kinds].sort()
	};
}
async function writeClean(net, files, { file, probe }) {
	const { place, leg = "" } = probe.named;
	const { text, kinds } = redactText(net, probe.text, `${place}${leg && `_${leg}`}`);
	await files.write(file, text);
	return kinds.map((kind) => ({
		kind,
		where: file
	}));
}
function redactVerdict(net, verdict, before = []) {
	const clean = cleanStrings(net, stringsOf(verdict));
	if (clean.size === 0 && before.length === 0) return verdict;
	const found = [...before];
	const places = verdict.places.map((place) => {
		const where = place.provenance?.label ?? place.place;
		return replaced(place, clean, (kind) => {
			if (!before.some((one) => one.kind === kind && where.startsWith(one.where))) found.push({
				kind,
				where: clean.get(where)?.text ?? where
			});
		});
	});
	return {
		...replaced({
			...verdict,
			places: []
		}, clean, (kind) => {
			if (!found.some((one) => one.kind === kind)) found.push({
				kind,
				where: "a claim, a name or a message"
			});
		}),
		places,
		redacted: unique(found)
	};
}
const unique = (found) => [...new Map(found.map((one) => [`${one.kind} ${one.where}`, one])).values()];
const redactStrings = (net, value) => replaced(value, cleanStrings(net, stringsOf(value)), () => void 0);
const MIN_LENGTH = 8;
function stringsOf(value, into = new Set()) {
	if (typeof value === "string" && value.length >= MIN_LENGTH) into.add(value);
	else if (typeof value === "object" && value !== null) for (const [key, inner] of Object.entries(value)) {
		if (!Array.isArray(value)) stringsOf(key, into);
		stringsOf(inner, into);
	}
	return into;
}
const BETWEEN = "\n\n";
function cleanStrings(net, strings) {
	const clean = new Map();
	let texts = [...strings].map((one) => ({
		one,
		text: one
	}));
	for (let round = 0; round < ROUNDS && texts.length > 0; round++) {
		const hits = [...net.find(texts.map(({ text }) => text).join(BETWEEN))].sort((a, b) => a.from - b.from);
		let [from, next] = [0, 0];
		const seen = [];
		for (const { one, text } of texts) {
			const own = [];
			for (let hit = hits[next]; hit && hit.from < from + text.length; hit = hits[++next]) own.push({
				...hit,
				from: Math.max(0, hit.from - from),
				to: Math.min(text.length, hit.to - from)
			});
			from += text.length + 3;
			if (own.length === 0) continue;
			const kinds = new Set([...clean.get(one)?.kinds ?? [], ...own.map(({ kind }) => kind)]);
			seen.push({
				one,
				text: redact(text, own)
			});
			clean.set(one, {
				text: redact(text, own),
				kinds: [...kinds].sort()
			});
		}
		texts = seen;
	}
	return clean;
}
function replaced(value, clean, tell) {
	const walk = (inner) => {
		if (typeof inner === "string") {
			const found = clean.get(inner);
			for (const kind of found?.kinds ?? []) tell(kind);
			return found?.text ?? inner;
		}
		if (Array.isArray(inner)) return inner.map(walk);
		if (typeof inner !== "object" || inner === null) return inner;
		return Object.fromEntries(Object.entries(inner).map(([key, one]) => [walk(key), walk(one)]));
	};
	return walk(value);
}
// src/core/claims/loosening.ts
const rowOf = ({ kind, subject }) => `${kind}/${subject}`;
function isNarrower(base, now) {
	return base.in.some((place) => !now.in.includes(place)) || base.fromRepo === true && !now.fromRepo || base.compare === true && !now.compare || now.empty === true && !base.empty || now.fromFile !== void 0 && now.fromFile !== base.fromFile;
}
function loosenedClaims(base, now) {
	const found = new Map(now.claims.map((claim) => [rowOf(claim), claim]));
	return base.claims.filter((claim) => base.source === "file" || rowOf(claim) !== "secret stored/.env").map((claim) => {
		const key = rowOf(claim);
		const same = found.get(key);
		if (same === void 0) return ["claim dropped", [key]];
		return ["claim narrowed", isNarrower(claim, same) ? [key] : []];
	});
}
function addedExplanations(base, now) {
	const bindingOf = ({ key, reason, values }) => JSON.stringify([
		key,
		reason,
		Object.entries(values ?? {}).sort()
	]);
	const known = new Set(base.explanations.map(bindingOf));
	return now.explanations.filter((explanation) => !known.has(bindingOf(explanation))).map(({ key }) => key);
}
const acceptedFiles = (base, now) => PLACES.flatMap((place) => added(base.fewer?.[place]?.files, now.fewer?.[place]?.files).map((file) => `fewer tests in ${place}: ${file}`));
const added = (base = [], now = []) => now.filter((one) => !base.includes(one));
function findLoosening(base, now) {
	const removed = base.source === "file" && now.source === "default";
	const declared = base.box === void 0 && now.box !== void 0;
	const claimed = base.claims.some(({ kind }) => kind === "tests green");
	const asked = WHO.filter((who) => !sameWords(base.asks?.[who] ?? [], now.asks?.[who] ?? []));
	const older = base.olderTests === false && now.olderTests !== false;
	const command = claimed && changesCommand(base.testCommand, now.testCommand);
	return [
		["claims removed", removed ? ["claims.json"] : []],
		["places narrowed", added(now.places, base.places)],
		["asked changed", [...asked, ...changedAccounts(base.who ?? {}, now.who ?? {})]],
		["box declared", declared ? ["worktree"] : []],
		...loosenedClaims(base, now),
		["claim narrowed", added(now.testReports, base.testReports).map((path) => `report ${path}`)],
		["claim narrowed", now.ownNothing && !base.ownNothing ? ["own"] : []],
		["claim narrowed", added(base.apart, now.apart).map((pattern) => `tests apart from ${pattern}`)],
		["claim narrowed", older ? ["tests of earlier commits"] : []],
		["command changed", command ? [now.testCommand?.join(" ") ?? "the usual one"] : []],
		["explanation added", [...addedExplanations(base, now), ...acceptedFiles(base, now)]]
	].flatMap(([what, keys]) => keys.map((key) => ({
		what,
		key
	})));
}
const changedAccounts = (base, now) => [...new Set([...Object.keys(base), ...Object.keys(now)])].filter((login) => getOwn(base, login) !== getOwn(now, login));
function changesCommand(base, now) {
	if (base === void 0) return now !== void 0 && !sameWords(USUAL_COMMAND, now);
	return !sameWords(base, now ?? []);
}
const sameWords = (a, b) => a.length === b.length && a.every((word, index) => word === b[index]);
// src/app/ports.ts
const joinFound = (all) => ({
	texts: all.flatMap(({ texts }) => texts ?? []),
	notes: all.flatMap(({ notes }) => notes ?? []),
	faults: all.flatMap(({ faults }) => faults ?? [])
});
// src/app/gather.ts
const MAX_BYTES = 262144;
async function gather(needs, claimsPath) {
	const [tracked, reading, base, found] = await Promise.all([
		trackedFiles(needs.git),
		readClaimsFile(needs, claimsPath),
		readBase(needs),
		findAll$1(needs.sources)
	]);
	if (reading !== void 0 && !reading.ok) return {
		ok: false,
		file: claimsPath,
		problems: reading.problems
	};
	const usual = await claimsByNames(needs, tracked.paths);
	const claims = reading?.claims ?? usual;
	const baseClaims = claimsAt(base, usual, needs.sha256);
	const probes = await findChangedProbes(needs, tracked.paths);
	return {
		ok: true,
		evidence: {
			claims,
			own: findFirstParty(tracked.paths),
			...joinFound([
				tracked,
				base,
				probes,
				found
			]),
			baseClaims,
			loosened: [...loosenedFrom(base, baseClaims, claims), ...probes.changed]
		}
	};
}
async function claimsByNames({ files }, tracked) {
	const texts = new Map();
	for (const path of CONFIGURATION_FILES.filter((file) => tracked.includes(file))) {
		const text = await files.read(path, MAX_BYTES).catch(() => void 0);
		if (text !== void 0) texts.set(path, text);
	}
	return claimsWithoutFile(tracked, (path) => texts.get(path));
}
async function trackedFiles(git) {
	try {
		const paths = await git.trackedFiles();
		if (paths) return {
			paths,
			faults: []
		};
		return {
			paths: [],
			faults: [{
				where: "git",
				...UNLISTED[await git.state()]
			}]
		};
	} catch (error) {
		return {
			paths: [],
			faults: [faultOf("git", error)]
		};
	}
}
const describeProblem = (file, { line, key, message }) => `${line === void 0 ? file : `${file}:${line}`}: ${key ? `${key} ` : ""}${message}`;
const CLONE = "start it in a clone of the repository (in a workflow: actions/checkout before this step)";
const UNTOLD = {
	message: "git does not say which files are tracked, so the default claims are not known",
	fix: "git status"
};
const UNLISTED = {
	none: {
		message: "this is no git repository, so its content cannot be identified",
		fix: CLONE
	},
	"no-git": {
		message: "no git could be started, so its content cannot be identified",
		fix: "install git"
	},
	refused: {
		message: "git refuses a repository that belongs to another user",
		fix: "git config --global --add safe.directory \"$PWD\""
	},
	unborn: UNTOLD,
	ok: UNTOLD
};
async function readClaimsFile(needs, path) {
	try {
		const text = await needs.files.read(path, MAX_BYTES);
		if (text !== void 0) return await readRepeatable(text, needs);
		return path === "probes/claims.json" ? void 0 : {
			ok: false,
			problems: [{ message: "there is no such file" }]
		};
	} catch (error) {
		return {
			ok: false,
			problems: [{ message: messageOf(error) }]
		};
	}
}
async function readRepeatable(text, { sha256, net }) {
	const reading = readClaims(text, sha256(text));
	if (reading.ok) return reading;
	const clean = redactText(await net(), text).text;
	const again = clean === text ? reading : readClaims(clean, sha256(clean));
	return again.ok ? {
		ok: false,
		problems: [{ message: "it is refused, and holds a secret" }]
	} : again;
}
function claimsAt({ text }, usual, sha256) {
	const reading = text === void 0 ? void 0 : readClaims(text, sha256(text));
	return reading?.ok ? reading.claims : usual;
}
function loosenedFrom({ known, text }, baseClaims, claims) {
	if (!known) return [];
	const found = findLoosening(baseClaims, claims);
	return text === void 0 ? found.map((one) => ({
		...one,
		first: true
	})) : found;
}
async function findChangedProbes({ files, probes }, tracked) {
	const changed = [];
	const faults = [];
	for (const path of probes ? tracked.filter(isProbeScript) : []) try {
		const text = withoutReturns(await files.read(path, MAX_PROBE));
		if (!(text === withoutReturns(probes?.shipped()) || text === withoutReturns(await probes?.atBase(path)))) changed.push({
			what: "probe changed",
			key: path
		});
	} catch (error) {
		faults.push(faultOf("claims", error, path));
	}
	return {
		changed,
		faults
	};
}
const MAX_PROBE = 4194304;
const withoutReturns = (text) => text?.replaceAll("\r\n", "\n");
async function readBase({ baseClaims }) {
	if (!baseClaims) return {
		known: false,
		faults: []
	};
	try {
		return {
			known: true,
			text: await baseClaims(),
			faults: []
		};
	} catch (error) {
		return {
			known: false,
			faults: [faultOf("claims", error)]
		};
	}
}
const findAll$1 = async (sources) => joinFound(await Promise.all(sources.map(findIn)));
async function findIn(source) {
	try {
		return await source.find();
	} catch (error) {
		return {
			texts: [],
			notes: [],
			faults: [faultOf(source.kind, error)]
		};
	}
}
// src/app/probe-here.ts
async function probeHere(runner, request, started) {
	const run = await runner.run(request, started).catch((error) => {
		return {
			ok: false,
			why: "crashed",
			message: messageOf(error),
			fix: "run the check again"
		};
	});
	if (!run.ok) return failedProbe(request, run);
	const { file, text, interpreter } = run;
	return {
		ok: true,
		file,
		interpreter,
		probe: {
			provenance: {
				kind: "this-run",
				label: `${file}, written by this run`
			},
			named: placeOf$1(request),
			text
		}
	};
}
function failedProbe(request, { why = "usage", message, fix }) {
	const reason = why === "crashed" || why === "usage" || why === "cannot-write" ? "PROBE_ERROR" : "NO_INTERPRETER";
	return {
		ok: false,
		why,
		unprobed: {
			...placeOf$1(request),
			reason,
			fact: message
		},
		fault: {
			where: "probe",
			message,
			fix
		}
	};
}
const placeOf$1 = ({ place, leg }) => ({
	place,
	leg
});
const broughtBy = (probed) => ({
	texts: probed?.ok ? [probed.probe] : [],
	unprobed: probed?.ok === false ? [probed.unprobed] : [],
	faults: probed?.ok === false ? [probed.fault] : []
});
// src/app/publish.ts
async function publish(verdict, files, probes, net) {
	const { renderMarkdown } = await import("./core-report-markdown-exports.js");
	const faults = [];
	const write = async (path, render) => {
		try {
			await files.write(path, render());
			return path;
		} catch (error) {
			faults.push({
				where: "report",
				message: messageOf(error),
				fix: "make the probes folder writable for this user"
			});
			return;
		}
	};
	const notes = await findNotes(files, probes);
	return {
		report: await write(`${probes}/report.md`, () => redactText(net, renderMarkdown(verdict, notes)).text),
		table: await write(`${probes}/table.json`, () => renderJson(redactVerdict(net, verdict))),
		...notes,
		faults
	};
}
async function findNotes(files, probes) {
	return { notes: (await files.list(probes).catch(() => [])).some((entry) => entry.name === "notes.md" && entry.kind === "file") ? `${probes}/notes.md` : void 0 };
}
// src/core/asked.ts
const AGENTS = words("anthropic-code-agent[bot] chatgpt-codex-connector[bot] claude[bot] codegen-sh[bot] Copilot cursor[bot] copilot-swe-agent[bot] devin-ai-integration[bot] google-labs-jules[bot] openai-code-agent[bot]");
function createIsAgent(more) {
	const known = new Set([...AGENTS, ...more].map((login) => login.toLowerCase()));
	return (login) => known.has(login.toLowerCase());
}
const saidOf = ({ who = {} }, login) => Object.entries(who).find(([name]) => name.toLowerCase() === login.toLowerCase())?.[1];
const kindOf = ({ author, authorIsBot }, { claims, isAgent }) => saidOf(claims, author) ?? (isAgent(author) ? "agent" : authorIsBot ? "other" : "person");
const isPerson = (pull, accounts) => kindOf(pull, accounts) === "person";
const needsPermission = (pull, rules) => rules.places === "auto" && !rules.inQueue && pull.fromFork && isPerson(pull, rules) && pull.association !== "OWNER";
const isInside = ({ fromFork, association }, mayWrite) => !fromFork || (mayWrite ?? [
	"OWNER",
	"MEMBER",
	"COLLABORATOR"
].includes(association));
function whoIsAsked(pull, rules) {
	const { places, claims, mayWrite } = rules;
	if (places !== "auto") return {
		places: inOrder(places),
		why: "the workflow names the places"
	};
	if (!pull) return {
		places: ["ci"],
		why: "there is no pull request"
	};
	if (rules.inQueue) return {
		places: ["ci"],
		why: "this is a merge queue"
	};
	const kind = kindOf(pull, rules);
	const who = kind === "person" && !isInside(pull, mayWrite) ? "other" : kind;
	const what = kind === who ? WHAT[who] : "has no write access here";
	return placesFor(who, claims, `${pull.author || "a deleted account"} ${what}`);
}
const WHAT = {
	person: "is a person",
	agent: "is an agent",
	other: "is a bot"
};
function placesFor(who, { asks }, why) {
	const named = asks?.[who];
	if (named) return {
		places: inOrder(named),
		why: `${why}, and the claims name the places`
	};
	if (who === "other") return {
		places: ["ci"],
		why
	};
	return {
		places: ["ci"],
		oneOf: who === "agent" ? ["box", "local"] : ["local", "box"],
		why
	};
}
const lookedAt = ({ places, oneOf = [] }) => inOrder([...places, ...oneOf]);
// src/adapters/checkout-source.ts
const MAX_FILES = 400;
function createCheckoutSource(files, options) {
	return {
		kind: "checkout",
		async find() {
			try {
				const named = (await files.list(options.probes)).filter((entry) => entry.name !== options.own).flatMap((entry) => {
					const name = parseProbeName(entry.name);
					return name ? [{
						entry,
						name
					}] : [];
				});
				const some = named.slice(0, MAX_FILES);
				const found = await Promise.all(some.map((one) => readOne(files, options, one).then(withoutOld(options, one))));
				return joinFound(named.length > MAX_FILES ? [...found, tooMany(named.length, options.probes)] : found);
			} catch (error) {
				return joinFound([{ faults: [faultOf("checkout", error)] }]);
			}
		}
	};
}
const withoutOld = ({ isAtBase }, { entry }) => async (found) => {
	const [one] = found.texts ?? [];
	return one && await isAtBase?.(entry.name, one.text) ? {} : found;
};
function tooMany(count, probes) {
	return { faults: [{
		where: "checkout",
		message: `${probes}: ${count} probe files, only the first ${MAX_FILES} were read`,
		fix: `git rm the files of merged branches in ${probes}`
	}] };
}
async function readOne(files, options, { entry, name }) {
	const path = `${options.probes}/${entry.name}`;
	const unused = (why) => ({ notes: [{
		place: name.place,
		message: `${path}: ${why}`
	}] });
	if (entry.kind !== "file") return unused("refused, it is not a regular file");
	const found = {
		provenance: {
			kind: "checkout",
			label: path
		},
		named: name
	};
	try {
		const text = await files.read(path, MAX_BYTES$1);
		return text === void 0 ? unused("it went away while it was read") : { texts: [{
			...found,
			text
		}] };
	} catch (error) {
		const mend = `probe ${name.place} again with --out ${path}, as > in a shell may write another encoding`;
		const isText = !(error instanceof Error && error.cause instanceof NotText);
		const fault = {
			...faultOf("checkout", error),
			...isText ? {} : { fix: mend }
		};
		const problem = { message: fault.message.replace(`can't read ${path}: `, "") };
		return {
			texts: [{
				...found,
				text: "",
				problem
			}],
			faults: [fault]
		};
	}
}
// src/core/judge/serving.ts
const finding = (reason, fact) => ({
	reason,
	fact
});
const isUnread = ({ silent, considered }) => silent?.reason === "UNREADABLE_FILE" || silent?.reason === "WRONG_PLACE" && considered === null;
function findMissing(name, section, entries) {
	if (section?.error !== void 0) return finding("PROBE_ERROR", `${name}: ${section.error}`);
	if (entries !== void 0) return finding("NOT_ASKED", `${name}: this probe was not asked about it`);
	return finding("FACT_MISSING", `no facts in section ${name}`);
}
function lacks(name, section, fact) {
	if (section?.error !== void 0) return finding("PROBE_ERROR", `${name}: ${section.error}`);
	return finding("FACT_MISSING", `${name}.${fact}`);
}
// src/core/judge/record.ts
const equal = (a, b) => a === void 0 || b === void 0 ? void 0 : a === b;
const not = (answer) => answer === void 0 ? void 0 : !answer;
function sameMachine({ host, tests }) {
	const session = tests?.session;
	const alike = equal(host?.in_container, session?.in_container);
	if (alike !== true) return alike;
	return host?.in_container ? equal(host.container, session?.container) : equal(host?.machine, session?.machine);
}
const other = (what, id) => id === void 0 ? `another ${what}` : `${what} ${id}`;
function ofThisJob({ probe, tests }) {
	if (probe?.place !== "ci") return [];
	if (probe.ci?.provider === "other" && tests?.source === "run") return [];
	const { run, attempt, job } = tests?.session ?? {};
	return [
		{
			answer: equal(probe.ci?.run, run),
			otherwise: `recorded in ${other("run", run)}`
		},
		{
			answer: equal(probe.ci?.attempt, attempt),
			otherwise: `recorded in ${other("attempt", attempt)}`
		},
		{
			answer: equal(probe.ci?.job, job),
			otherwise: `recorded in ${other("job", job)}`
		}
	];
}
function identityOf(facts) {
	const { tests } = facts;
	const committed = {
		answer: not(tests?.tracked),
		otherwise: "the record is tracked by git"
	};
	if (tests?.source === "report") return [committed];
	return [
		committed,
		{
			answer: sameMachine(facts),
			otherwise: "recorded on another machine"
		},
		{
			answer: tests?.session?.same_user,
			otherwise: "recorded by another user"
		},
		...ofThisJob(facts)
	];
}
function isClaimedCommand({ tests }, claims) {
	const { command, claimed_command } = tests ?? {};
	if (claims.testCommand === void 0) return claimed_command;
	const current = equal(command?.join("\0"), claims.testCommand.join("\0"));
	return both(claimed_command, current);
}
const isWhole = ({ tests }) => both(tests?.narrowed && tests.narrowed.length === 0, not(tests?.collect_only));
const isUnchanged = ({ tests }) => equal(tests?.content_before, tests?.content_after);
const isCurrent = ({ tests, git }) => equal(tests?.content_after, git?.tree_content);
const both = (a, b) => a === false || b === false ? false : a === void 0 || b === void 0 ? void 0 : true;
function beliefIn(facts, claims) {
	const { tests } = facts;
	if (tests?.source === "none") return "none";
	if (tests?.source === void 0) return "unclear";
	if (tests.believed === false) return "disbelieved";
	return [
		tests.believed,
		...identityOf(facts).map(({ answer }) => answer),
		tests.source === "report" ? true : tests.session?.same_tree,
		isClaimedCommand(facts, claims),
		isWhole(facts),
		isUnchanged(facts),
		isCurrent(facts)
	].every((answer) => answer === true) ? "believed" : "unclear";
}
const isInTests = (facts, claims) => beliefIn(facts, claims) === "believed" && facts.tests?.source !== "report";
const packageInTests = (facts, claims, name) => isInTests(facts, claims) ? getOwn(facts.tests?.packages, name) : void 0;
const ranElsewhere = ({ tests }) => finding("OTHER_INTERPRETER", `tests ran in ${tests?.session?.prefix ?? "another prefix"}`);
function findUnclear(facts, claims) {
	const { tests } = facts;
	if (tests?.believed && isClaimedCommand(facts, claims) === false) return finding("NO_RECORD", otherCommand(facts, claims));
	return lacks("tests", tests, "what makes a session record believed, or \"none\"");
}
function withoutWord(candidate) {
	const { reading, provenance } = candidate;
	const tests = reading.ok ? reading.facts.tests : void 0;
	if (!reading.ok || !tests || tests.source === "run" && provenance.kind === "this-run") return candidate;
	const doubted = {
		...tests,
		believed: false,
		disbelief: [...tests.disbelief ?? [], "other-plugin"]
	};
	return {
		...candidate,
		reading: {
			...reading,
			facts: {
				...reading.facts,
				tests: doubted
			}
		}
	};
}
function otherCommand({ tests }, { testCommand }) {
	const then = tests?.command?.join(" ");
	const now = testCommand?.join(" ") ?? then ?? "the claimed command";
	return tests?.claimed_command === false || then === void 0 ? `the session that was recorded did not run ${now}` : `recorded for ${then}, claimed is ${now}`;
}
const DISBELIEF = {
	tracked: "git tracks it",
	unreadable: "it cannot be read",
	malformed: "it is no record",
	broken: "the plugin failed while it was written",
	unfinished: "the session did not end",
	"other-tree": "it is of another checkout",
	"other-command": "it is of another command than the claimed one",
	"other-packages": "the installed packages have changed",
	narrowed: "only a part of the suite ran",
	"collect-only": "tests were only collected",
	"changed-while-running": "files changed while the tests ran",
	"changed-since": "files have changed since",
	"content-unknown": "git did not say which content it was",
	"stale-bytecode": "old bytecode, or an old build, ran",
	"ignored-changed": "a module that git ignores has changed since",
	"no-session": "the command left none",
	"other-plugin": "the probe that wrote it is neither released nor the one of the target branch"
};
const tellDisbelief = (codes) => codes.map((code) => {
	const [, what] = /^other-(machine|container|user|run|attempt|job)$/.exec(code) ?? [];
	return what === void 0 ? getOwn(DISBELIEF, code) ?? code : `it is of another ${what}`;
}).join(", ");
// src/core/judge/content.ts
const isExact = (relation) => relation === "match-merge" || relation === "match-head";
function contentsOf({ git, tests }) {
	const session = tests?.content_before === tests?.content_after ? tests?.content_after : void 0;
	return [git?.tree_content, session];
}
function commitsBehind(head, { commits, headSha }) {
	if (head === void 0) return null;
	const at = commits.lastIndexOf(head);
	if (at >= 0) return commits.length - 1 - at;
	return head === headSha ? 0 : null;
}
function saysOtherContent({ git, tests }) {
	const session = tests?.source === "none" || tests?.content_before && tests.content_after;
	return git?.state === "ok" && Boolean(git.head && git.head_content && git.tree_content && session);
}
function relateContent(facts, reference) {
	const behind = commitsBehind(facts.git?.head, reference);
	const contents = contentsOf(facts);
	const isAt = (content) => content !== void 0 && contents.includes(content);
	const isMerged = reference.mergeSha === void 0 || reference.mergeSha !== reference.headSha;
	if (isAt(reference.merge)) return {
		relation: isMerged ? "match-merge" : "match-head",
		commitsBehind: behind
	};
	if (isAt(reference.head)) return {
		relation: "match-head",
		commitsBehind: behind
	};
	if (behind !== null || isOnTop(facts, reference)) return {
		relation: "earlier",
		commitsBehind: behind ?? 0
	};
	if (isRebased(facts, reference)) return {
		relation: "earlier",
		commitsBehind: Math.max(1, reference.commits.length),
		rebased: true
	};
	return {
		relation: saysOtherContent(facts) ? "stale" : "unknown",
		commitsBehind: null
	};
}
function isRebased({ git, probe }, { patches = [] }) {
	const own = git?.patches ?? [];
	return probe?.place !== "ci" && own.length > 0 && own.every((patch) => patches.includes(patch));
}
const saysWhatItIsAbout = (facts, relation) => facts.git?.head !== void 0 && (isExact(relation) || saysOtherContent(facts));
function isOnTop({ git }, { merge, mergeSha, head }) {
	const { head: sha, head_content: content } = git ?? {};
	return sha !== void 0 && sha === mergeSha || content !== void 0 && (content === merge || content === head);
}
const countChanged = ({ git }) => (git?.modified ?? 0) + (git?.deleted ?? 0) + (git?.untracked ?? 0);
function earlierText(facts, behind, rebased) {
	if (rebased) return `rebased from ${facts.git?.head?.slice(0, 7)}`;
	if (behind === 0) return "uncommitted changes on top of HEAD";
	return countChanged(facts) > 0 ? `${commitsText(behind)}, with uncommitted changes` : commitsText(behind);
}
const commitsText = (behind) => behind === 0 ? "at head" : `${counted(behind, "commit")} before head`;
const UNLINKED = "git finds no repository behind .git: a worktree, or a submodule, without its main repository";
const gitRefused = ({ git }) => git?.state === void 0 || git.state === "ok" ? void 0 : finding("GIT_REFUSED", git.state === "unlinked" ? UNLINKED : `git: ${git.state}`);
function judgeContent({ facts, place, rebased }, reference) {
	const { git } = facts;
	const refused = gitRefused(facts);
	if (refused) return refused;
	if (isUnchanged(facts) === false) return finding("CHANGED_WHILE_RUNNING", "content before and after differ");
	const [touched] = facts.tests?.touched ?? [];
	if (touched) return finding("CHANGED_WHILE_RUNNING", `${touched} was written while the tests ran`);
	if (isCurrent(facts) === false) return finding("STALE_CONTENT", "the tree has changed since the tests ran");
	const content = git?.tree_content;
	if (content === void 0) return lacks("git", git, "tree_content");
	if (content === reference.merge) return void 0;
	if (place === "ci") return ofOtherContent(facts, reference);
	if (content === reference.head) return void 0;
	return (rebased ? content === git?.head_content : isCleanCommitOf(facts, reference)) ? void 0 : ofOtherContent(facts, reference);
}
function isCleanCommitOf({ git }, { commits, headSha }) {
	return git?.head !== void 0 && (commits.includes(git.head) || git.head === headSha) && git.tree_content === git.head_content;
}
function ofOtherContent({ git }, { merge, head, headSha, mergeSha }) {
	if (merge === void 0) return finding("STALE_CONTENT", "its content cannot be compared: there is no reference");
	const { modified, deleted, untracked } = git ?? {};
	const at = `at ${git?.head?.slice(0, 7)}`;
	const headOnly = git?.tree_content === head && headSha !== mergeSha ? `${at}, the head, and its merge is other content` : at;
	return finding("STALE_CONTENT", tellCounts({
		modified,
		deleted,
		untracked
	}) || headOnly);
}
const isCompiled = (file) => /\.(?:so|pyd)$/.test(file);
function judgeBytecode({ stale = [] }) {
	const built = stale.filter(isCompiled);
	const [bytecode] = stale.filter((file) => !isCompiled(file));
	if (bytecode !== void 0) return finding("STALE_CONTENT", `old bytecode ran instead of ${bytecode}${andMore(stale.length - built.length - 1)}`);
	if (built[0] === void 0) return void 0;
	return finding("STALE_BUILD", `${built[0]}${andMore(built.length - 1)} was built before its source changed`);
}
// src/core/judge/reference.ts
function patchesOf(candidates, reference, ciFromFiles = false) {
	const { mergeSha, headSha } = reference;
	return candidates.flatMap(({ place, provenance, reading }) => {
		if (!(provenance.kind === "this-run" || place === "ci" && ciFromFiles) || !reading.ok) return [];
		const { head, patches = [] } = reading.facts.git ?? {};
		return head !== void 0 && (head === mergeSha || head === headSha) ? patches : [];
	});
}
const isAtContent$1 = ({ reading }, reference) => reading.ok && isExact(relateContent(reading.facts, reference).relation);
function olderCommits(candidates, reference) {
	const found = candidates.flatMap(({ place, reading }) => {
		if (place === "ci" || !reading.ok) return [];
		const { relation, commitsBehind } = relateContent(reading.facts, reference);
		return relation === "earlier" && commitsBehind ? reading.facts.git?.head ?? [] : [];
	});
	return [...new Set(found)].slice(0, 4);
}
function needsReference(candidates, reference) {
	const open = candidates.some(({ place, reading }) => {
		if (!reference.pullRequest || place === "ci" || !reading.ok) return false;
		return !isExact(relateContent(reading.facts, {
			...reference,
			headSha: "",
			commits: []
		}).relation);
	});
	const commits = reference.commits.length === 0 && (open || reference.pullRequest && candidates.some(namesHistory));
	return {
		head: open && reference.head === void 0,
		commits
	};
}
const namesHistory = ({ reading }) => reading.ok && historiesOf(reading.facts).some((history) => history.length > 0);
const historiesOf = ({ secrets = {} }) => [...Object.values(secrets.files ?? {}).map(({ history = [] }) => history), ...Object.values(secrets.found ?? {})];
const UNSAID = "unsaid";
function referenceFor(reference, ciFiles) {
	if (reference.pullRequest || ciFiles.length === 0) return reference;
	const [first, ...rest] = ciFiles.map(({ file }) => file?.facts.git);
	const agreed = rest.every((one) => isSame(one, first)) ? first : void 0;
	const { head_content: merge = UNSAID, head: mergeSha } = agreed ?? {};
	const theirs = {
		commits: reference.commits,
		pullRequest: false,
		merge,
		mergeSha
	};
	if (reference.merge === void 0) return theirs;
	const { mergeSha: own } = reference;
	const readable = ciFiles.flatMap(({ file }) => file ?? []);
	const ofOwn = readable.every(({ facts }) => facts.git?.parents?.slice(1).includes(own ?? ""));
	const settled = agreed !== void 0 || readable.length < ciFiles.length;
	if (own === void 0 || readable.length === 0 || !settled || !ofOwn) return reference;
	return {
		...theirs,
		head: reference.merge,
		headSha: own
	};
}
const isSame = (a, b) => a?.head !== void 0 && a.head === b?.head && a.head_content === b.head_content;
// node_modules/@renovatebot/pep440/lib/version.js
var require_version = __commonJSMin(((exports, module) => {
	const VERSION_PATTERN = [
		"v?",
		"(?:",
		"(?:(?<epoch>[0-9]+)!)?",
		"(?<release>[0-9]+(?:\\.[0-9]+)*)",
		"(?<pre>",
		"[-_\\.]?",
		"(?<pre_l>(a|b|c|rc|alpha|beta|pre|preview))",
		"[-_\\.]?",
		"(?<pre_n>[0-9]+)?",
		")?",
		"(?<post>",
		"(?:-(?<post_n1>[0-9]+))",
		"|",
		"(?:",
		"[-_\\.]?",
		"(?<post_l>post|rev|r)",
		"[-_\\.]?",
		"(?<post_n2>[0-9]+)?",
		")",
		")?",
		"(?<dev>",
		"[-_\\.]?",
		"(?<dev_l>dev)",
		"[-_\\.]?",
		"(?<dev_n>[0-9]+)?",
		")?",
		")",
		"(?:\\+(?<local>[a-z0-9]+(?:[-_\\.][a-z0-9]+)*))?"
	].join("");
	module.exports = {
		VERSION_PATTERN,
		valid,
		clean,
		explain,
		parse,
		stringify
	};
	const validRegex = new RegExp("^" + VERSION_PATTERN + "$", "i");
	function valid(version) {
		return validRegex.test(version) ? version : null;
	}
	const cleanRegex = new RegExp("^\\s*" + VERSION_PATTERN + "\\s*$", "i");
	function clean(version) {
		return stringify(parse(version, cleanRegex));
	}
	function parse(version, regex) {
		const { groups } = (regex || validRegex).exec(version) || {};
		if (!groups) return null;
		return {
			epoch: Number(groups.epoch ? groups.epoch : 0),
			release: groups.release.split(".").map(Number),
			pre: normalize_letter_version(groups.pre_l, groups.pre_n),
			post: normalize_letter_version(groups.post_l, groups.post_n1 || groups.post_n2),
			dev: normalize_letter_version(groups.dev_l, groups.dev_n),
			local: parse_local_version(groups.local)
		};
	}
	function stringify(parsed) {
		if (!parsed) return null;
		const { epoch, release, pre, post, dev, local } = parsed;
		const parts = [];
		if (epoch !== 0) parts.push(`${epoch}!`);
		parts.push(release.join("."));
		if (pre) parts.push(pre.join(""));
		if (post) parts.push("." + post.join(""));
		if (dev) parts.push("." + dev.join(""));
		if (local) parts.push(`+${local}`);
		return parts.join("");
	}
	function normalize_letter_version(letterIn, numberIn) {
		let letter = letterIn;
		let number = numberIn;
		if (letter) {
			if (!number) number = 0;
			letter = letter.toLowerCase();
			if (letter === "alpha") letter = "a";
			else if (letter === "beta") letter = "b";
			else if ([
				"c",
				"pre",
				"preview"
			].includes(letter)) letter = "rc";
			else if (["rev", "r"].includes(letter)) letter = "post";
			return [letter, Number(number)];
		}
		if (!letter && number) {
			letter = "post";
			return [letter, Number(number)];
		}
		return null;
	}
	function parse_local_version(local) {
		if (local) return local.split(/[._-]/).map((part) => Number.isNaN(Number(part)) ? part.toLowerCase() : Number(part));
		return null;
	}
	function explain(version) {
		const parsed = parse(version);
		if (!parsed) return parsed;
		const { epoch, release, pre, post, dev, local } = parsed;
		let base_version = "";
		if (epoch !== 0) base_version += epoch + "!";
		base_version += release.join(".");
		const is_prerelease = Boolean(dev || pre);
		const is_devrelease = Boolean(dev);
		const is_postrelease = Boolean(post);
		return {
			epoch,
			release,
			pre,
			post: post ? post[1] : post,
			dev: dev ? dev[1] : dev,
			local: local ? local.join(".") : local,
			public: stringify(parsed).split("+", 1)[0],
			base_version,
			is_prerelease,
			is_devrelease,
			is_postrelease
		};
	}
}));
// node_modules/@renovatebot/pep440/lib/operator.js
var require_operator = __commonJSMin(((exports, module) => {
	const { parse } = require_version();
	module.exports = {
		compare,
		rcompare,
		lt,
		le,
		eq,
		ne,
		ge,
		gt,
		"<": lt,
		"<=": le,
		"==": eq,
		"!=": ne,
		">=": ge,
		">": gt,
		"===": arbitrary
	};
	function lt(version, other) {
		return compare(version, other) < 0;
	}
	function le(version, other) {
		return compare(version, other) <= 0;
	}
	function eq(version, other) {
		return compare(version, other) === 0;
	}
	function ne(version, other) {
		return compare(version, other) !== 0;
	}
	function ge(version, other) {
		return compare(version, other) >= 0;
	}
	function gt(version, other) {
		return compare(version, other) > 0;
	}
	function arbitrary(version, other) {
		return version.toLowerCase() === other.toLowerCase();
	}
	function compare(version, other) {
		const parsedVersion = parse(version);
		const parsedOther = parse(other);
		return pyCompare(calculateKey(parsedVersion), calculateKey(parsedOther));
	}
	function rcompare(version, other) {
		return -compare(version, other);
	}
	function pyCompare(elemIn, otherIn) {
		let elem = elemIn;
		let other = otherIn;
		if (elem === other) return 0;
		if (Array.isArray(elem) !== Array.isArray(other)) {
			elem = Array.isArray(elem) ? elem : [elem];
			other = Array.isArray(other) ? other : [other];
		}
		if (Array.isArray(elem)) {
			const len = Math.min(elem.length, other.length);
			for (let i = 0; i < len; i += 1) {
				const res = pyCompare(elem[i], other[i]);
				if (res !== 0) return res;
			}
			return elem.length - other.length;
		}
		if (elem === -1e400 || other === 1e400) return -1;
		if (elem === 1e400 || other === -1e400) return 1;
		return elem < other ? -1 : 1;
	}
	function calculateKey(input) {
		const { epoch } = input;
		let { release, pre, post, local, dev } = input;
		release = release.concat();
		release.reverse();
		while (release.length && release[0] === 0) release.shift();
		release.reverse();
		if (!pre && !post && dev) pre = -1e400;
		else if (!pre) pre = 1e400;
		if (!post) post = -1e400;
		if (!dev) dev = 1e400;
		if (!local) local = -1e400;
		else local = local.map((i) => Number.isNaN(Number(i)) ? [-1e400, i] : [Number(i), ""]);
		return [
			epoch,
			release,
			pre,
			post,
			dev,
			local
		];
	}
}));
// node_modules/@renovatebot/pep440/lib/specifier.js
var require_specifier = __commonJSMin(((exports, module) => {
	const { VERSION_PATTERN, explain: explainVersion } = require_version();
	const Operator = require_operator();
	const RANGE_PATTERN = [
		"(?<operator>(===|~=|==|!=|<=|>=|<|>))",
		"\\s*",
		"(",
		"(?<version>(?:" + VERSION_PATTERN.replace(/\?<\w+>/g, "?:") + "))",
		"(?<prefix>\\.\\*)?",
		"|",
		"(?<legacy>[^,;\\s)]+)",
		")"
	].join("");
	module.exports = {
		RANGE_PATTERN,
		parse,
		satisfies,
		filter,
		validRange,
		maxSatisfying,
		minSatisfying
	};
	const isEqualityOperator = (op) => [
		"==",
		"!=",
		"==="
	].includes(op);
	const rangeRegex = new RegExp("^" + RANGE_PATTERN + "$", "i");
	function parse(ranges) {
		if (!ranges.trim()) return [];
		const specifiers = ranges.split(",").map((range) => rangeRegex.exec(range.trim()) || {}).map(({ groups }) => {
			if (!groups) return null;
			let { ...spec } = groups;
			const { operator, version, prefix, legacy } = groups;
			if (version) {
				spec = {
					...spec,
					...explainVersion(version)
				};
				if (operator === "~=") {
					if (spec.release.length < 2) return null;
				}
				if (!isEqualityOperator(operator) && spec.local) return null;
				if (prefix) {
					if (!isEqualityOperator(operator) || spec.dev || spec.local) return null;
				}
			}
			if (legacy && operator !== "===") return null;
			return spec;
		});
		if (specifiers.filter(Boolean).length !== specifiers.length) return null;
		return specifiers;
	}
	function filter(versions, specifier, options = {}) {
		const filtered = pick(versions, specifier, options);
		if (filtered.length === 0 && options.prereleases === void 0) return pick(versions, specifier, { prereleases: true });
		return filtered;
	}
	function maxSatisfying(versions, range, options) {
		const found = filter(versions, range, options).sort(Operator.compare);
		return found.length === 0 ? null : found[found.length - 1];
	}
	function minSatisfying(versions, range, options) {
		const found = filter(versions, range, options).sort(Operator.compare);
		return found.length === 0 ? null : found[0];
	}
	function pick(versions, specifier, options) {
		const parsed = parse(specifier);
		if (!parsed) return [];
		return versions.filter((version) => {
			const explained = explainVersion(version);
			if (!parsed.length) return explained && !(explained.is_prerelease && !options.prereleases);
			return parsed.reduce((pass, spec) => {
				if (!pass) return false;
				return contains({
					...spec,
					...options
				}, {
					version,
					explained
				});
			}, true);
		});
	}
	function satisfies(version, specifier, options = {}) {
		return pick([version], specifier, options).length === 1;
	}
	function arrayStartsWith(array, prefix) {
		if (prefix.length > array.length) return false;
		for (let i = 0; i < prefix.length; i += 1) if (prefix[i] !== array[i]) return false;
		return true;
	}
	function contains(specifier, input) {
		const { explained } = input;
		let { version } = input;
		const { ...spec } = specifier;
		if (spec.prereleases === void 0) spec.prereleases = spec.is_prerelease;
		if (explained && explained.is_prerelease && !spec.prereleases) return false;
		if (spec.operator === "~=") {
			let compatiblePrefix = spec.release.slice(0, -1).concat("*").join(".");
			if (spec.epoch) compatiblePrefix = spec.epoch + "!" + compatiblePrefix;
			return satisfies(version, `>=${spec.version}, ==${compatiblePrefix}`, { prereleases: spec.prereleases });
		}
		if (spec.prefix) {
			const isMatching = explained.epoch === spec.epoch && arrayStartsWith(explained.release, spec.release);
			return spec.operator !== "!=" ? isMatching : !isMatching;
		}
		if (explained) {
			if (explained.local && spec.version) {
				version = explained.public;
				spec.version = explainVersion(spec.version).public;
			}
		}
		if (spec.operator === "<" || spec.operator === ">") {
			if (Operator.eq(spec.release.join("."), explained.release.join("."))) return false;
		}
		return (0, Operator[spec.operator])(version, spec.version || spec.legacy);
	}
	function validRange(specifier) {
		return Boolean(parse(specifier));
	}
}));
// node_modules/@renovatebot/pep440/lib/semantic.js
var require_semantic = __commonJSMin(((exports, module) => {
	const { explain, parse, stringify } = require_version();
	module.exports = {
		major,
		minor,
		patch,
		inc
	};
	function major(input) {
		const version = explain(input);
		if (!version) throw new TypeError("Invalid Version: " + input);
		return version.release[0];
	}
	function minor(input) {
		const version = explain(input);
		if (!version) throw new TypeError("Invalid Version: " + input);
		if (version.release.length < 2) return 0;
		return version.release[1];
	}
	function patch(input) {
		const version = explain(input);
		if (!version) throw new TypeError("Invalid Version: " + input);
		if (version.release.length < 3) return 0;
		return version.release[2];
	}
	function inc(input, release, preReleaseIdentifier) {
		let identifier = preReleaseIdentifier || `a`;
		const version = parse(input);
		if (!version) return null;
		if (![
			"a",
			"b",
			"c",
			"rc",
			"alpha",
			"beta",
			"pre",
			"preview"
		].includes(identifier)) return null;
		switch (release) {
			case "premajor":
				{
					const [majorVersion] = version.release;
					version.release.fill(0);
					version.release[0] = majorVersion + 1;
				}
				version.pre = [identifier, 0];
				delete version.post;
				delete version.dev;
				delete version.local;
				break;
			case "preminor":
				{
					const [majorVersion, minorVersion = 0] = version.release;
					version.release.fill(0);
					version.release[0] = majorVersion;
					version.release[1] = minorVersion + 1;
				}
				version.pre = [identifier, 0];
				delete version.post;
				delete version.dev;
				delete version.local;
				break;
			case "prepatch":
				{
					const [majorVersion, minorVersion = 0, patchVersion = 0] = version.release;
					version.release.fill(0);
					version.release[0] = majorVersion;
					version.release[1] = minorVersion;
					version.release[2] = patchVersion + 1;
				}
				version.pre = [identifier, 0];
				delete version.post;
				delete version.dev;
				delete version.local;
				break;
			case "prerelease":
				if (version.pre === null) {
					const [majorVersion, minorVersion = 0, patchVersion = 0] = version.release;
					version.release.fill(0);
					version.release[0] = majorVersion;
					version.release[1] = minorVersion;
					version.release[2] = patchVersion + 1;
					version.pre = [identifier, 0];
				} else {
					if (preReleaseIdentifier === void 0 && version.pre !== null) [identifier] = version.pre;
					const [letter, number] = version.pre;
					if (letter === identifier) version.pre = [letter, number + 1];
					else version.pre = [identifier, 0];
				}
				delete version.post;
				delete version.dev;
				delete version.local;
				break;
			case "major":
				if (version.release.slice(1).some((value) => value !== 0) || version.pre === null) {
					const [majorVersion] = version.release;
					version.release.fill(0);
					version.release[0] = majorVersion + 1;
				}
				delete version.pre;
				delete version.post;
				delete version.dev;
				delete version.local;
				break;
			case "minor":
				if (version.release.slice(2).some((value) => value !== 0) || version.pre === null) {
					const [majorVersion, minorVersion = 0] = version.release;
					version.release.fill(0);
					version.release[0] = majorVersion;
					version.release[1] = minorVersion + 1;
				}
				delete version.pre;
				delete version.post;
				delete version.dev;
				delete version.local;
				break;
			case "patch":
				if (version.release.slice(3).some((value) => value !== 0) || version.pre === null) {
					const [majorVersion, minorVersion = 0, patchVersion = 0] = version.release;
					version.release.fill(0);
					version.release[0] = majorVersion;
					version.release[1] = minorVersion;
					version.release[2] = patchVersion + 1;
				}
				delete version.pre;
				delete version.post;
				delete version.dev;
				delete version.local;
				break;
			default: return null;
		}
		return stringify(version);
	}
}));
// src/core/judge/package.ts
var import_pep440 = __commonJSMin(((exports, module) => {
	const { valid, clean, explain, parse } = require_version();
	const { lt, le, eq, ne, ge, gt, compare, rcompare } = require_operator();
	const { filter, maxSatisfying, minSatisfying, RANGE_PATTERN, satisfies, validRange } = require_specifier();
	const { major, minor, patch, inc } = require_semantic();
	module.exports = {
		valid,
		clean,
		explain,
		parse,
		lt,
		le,
		lte: le,
		eq,
		ne,
		neq: ne,
		ge,
		gte: ge,
		gt,
		compare,
		rcompare,
		filter,
		maxSatisfying,
		minSatisfying,
		RANGE_PATTERN,
		satisfies,
		validRange,
		major,
		minor,
		patch,
		inc
	};
}))();
const BY_LABEL = {
	stdlib: ["IN_STDLIB", "OUTSIDE_REPO"],
	venv: ["IN_PREFIX", "OUTSIDE_REPO"],
	prefix: ["IN_PREFIX", "OUTSIDE_REPO"],
	overlay: ["IN_PREFIX", "OUTSIDE_REPO"],
	system: ["IN_SYSTEM_SITE", "OUTSIDE_REPO"],
	"user-site": ["IN_USER_SITE", "OUTSIDE_REPO"],
	cwd: ["SHADOWED", "OUTSIDE_REPO"],
	elsewhere: ["SHADOWED", "OUTSIDE_REPO"],
	pythonpath: ["SHADOWED", "SHADOWED"],
	hook: ["SHADOWED", "SHADOWED"],
	repo: ["SHADOWED", "IN_REPO"],
	"other-checkout": ["OTHER_CHECKOUT", "OTHER_CHECKOUT"]
};
const importName = (subject) => (subject.split(".")[0] ?? subject).replaceAll("-", "_");
const isInTree = (label, origin) => label === "repo" || label === "pythonpath" && origin?.startsWith("<repo>/") === true;
const isThisTree = ({ label, origin, same }) => same === true || isInTree(label, origin);
function judgePackage(facts, claim, claims) {
	const belief = beliefIn(facts, claims);
	if (belief === "unclear") return judgeUnclear(facts, claim, claims);
	if (belief !== "believed") return judgeHere$1(facts, claim);
	const agrees = facts.tests?.session?.prefix_agrees;
	const told = facts.tests?.source !== "report";
	if (told && agrees === void 0) return lacks("tests", facts.tests, "session.prefix_agrees");
	if (told && agrees === false) return ranElsewhere(facts);
	if (claim.fromRepo) return judgeSession(facts, claim);
	return told ? judgeInTests$1(facts, claim) : judgeHere$1(facts, claim);
}
function judgeUnclear(facts, claim, claims) {
	const found = judgeHere$1(facts, claim);
	return stateOf(found.reason) === "fails" && !claim.fromRepo ? found : findUnclear(facts, claims);
}
const builtText = ({ same }) => same === void 0 ? "" : same ? ", its Python code is that of this tree" : ", an old build of it";
function judgeSession(facts, { subject }) {
	const seen = getOwn(facts.tests?.origins, importName(subject));
	if (seen?.label === void 0) return lacks("tests", facts.tests, `origins.${subject}.label`);
	if (seen.label === "none" && getOwn(facts.packages?.claimed, subject)?.in_tree === false) return finding("MISSING", `no module ${subject}, neither in the tree nor in the test process`);
	if (seen.label === "none") return finding("NOT_IMPORTABLE_HERE", `${subject}: neither imported nor found in the test process`);
	const reason = isThisTree(seen) ? "IN_REPO" : BY_LABEL[seen.label]?.[1];
	return finding(reason ?? "FACT_MISSING", `${seen.origin ?? seen.label} in the test process${builtText(seen)}`);
}
function judgeHere$1(facts, claim) {
	const { packages } = facts;
	const found = getOwn(packages?.claimed, claim.subject);
	if (found === void 0) return findMissing("packages", packages, packages?.claimed);
	return judgeFound$1(found, facts, claim, (fact) => lacks("packages", packages, `claimed.${claim.subject}.${fact}`));
}
function judgeInTests$1(facts, claim) {
	const { packages, tests } = facts;
	const here = getOwn(packages?.claimed, claim.subject);
	if (here === void 0) return findMissing("packages", packages, packages?.claimed);
	const there = getOwn(tests?.packages, claim.subject);
	if (there === void 0) return findMissing("tests", tests, tests?.packages);
	if ((there.label === "venv" || there.label === "prefix") && here.importable !== true) return judgeHere$1(facts, claim);
	const { imported } = there;
	const needed = (fact) => lacks("tests", tests, `packages.${claim.subject}.${fact}`);
	const found = judgeFound$1({
		module: here.module,
		in_tree: here.in_tree,
		built_for: here.built_for,
		gone: here.gone,
		...there,
		path_origin: there.origin
	}, facts, claim, needed);
	if (!(there.importable !== false && found.reason !== "BROKEN_INSTALL") || stateOf(found.reason) === "unknown") return found;
	if (imported === void 0) return needed("imported");
	const lacking = imported && here.gone ? `, without ${here.gone}, which its installer recorded` : "";
	return finding(found.reason, `${found.fact}, ${imported ? "imported by the tests" : "found, not imported"}${lacking}`);
}
function judgeFound$1(found, facts, claim, needed) {
	if (found.importable === false) return judgeAbsent(found, claim) ?? needed("in_tree");
	const reason = refutationOf(found, claim) ?? placeOf(found, claim);
	if (reason !== void 0 && stateOf(reason) === "fails") return finding(reason, factOf(found, facts));
	const missing = NEEDED$2.find((fact) => found[fact] === void 0);
	if (missing || reason === void 0) return needed(missing ?? "copies, direct_url, distribution");
	if (claim.fromRepo) return finding(reason, factOf(found, facts));
	if (found.gone === void 0) return lacks("packages", facts.packages, `claimed.${claim.subject}.gone`);
	if (found.gone !== "" && found.imported !== true) return finding("BROKEN_INSTALL", `${brokenText(found)}: ${found.gone} is gone`);
	return finding(reason, factOf(found, facts));
}
const NEEDED$2 = [
	"importable",
	"loader",
	"readable",
	"label",
	"origin",
	"path_origin"
];
function judgeAbsent(found, { subject, fromRepo }) {
	if (found.readable === false) return finding("UNREADABLE", `${subject} is there, this user cannot read it`);
	if (found.distribution) return finding("METADATA_WITHOUT_CODE", brokenText(found));
	if (!fromRepo || found.in_tree === false) return finding("MISSING", `no module ${found.module ?? subject}`);
	return found.in_tree ? finding("NOT_IMPORTABLE_HERE", `${subject} is tracked, and not importable`) : void 0;
}
function brokenText({ distribution, version, built_for: wheel }) {
	const what = `${distribution} ${version ?? ""}`.trim();
	return wheel ? `${what}, built for ${wheel}, which this interpreter cannot load` : what;
}
function refutationOf(found, { fromRepo }) {
	const ownNamespace = fromRepo && isInTree(found.label, found.origin) && found.tracked === true;
	if (found.loader === "namespace" && !ownNamespace) return "NAMESPACE_ONLY";
	if (found.readable === false) return "UNREADABLE";
	if (found.label === "other-checkout") return "OTHER_CHECKOUT";
	return isHooked(found) ? "SHADOWED" : void 0;
}
function isHooked({ origin, path_origin: alone, loader }) {
	if (loader === "builtin" || loader === "frozen") return false;
	return origin !== void 0 && alone !== void 0 && alone !== "" && alone !== origin;
}
function placeOf(found, { fromRepo }) {
	const { label, origin, copies, direct_url: direct, distribution } = found;
	if (label === void 0) return void 0;
	const inTree = isInTree(label, origin);
	if (fromRepo) return isThisTree(found) ? "IN_REPO" : BY_LABEL[label]?.[1];
	if (label === "user-site") return copies && (copies.length > 0 ? "SHADOWED" : "IN_USER_SITE");
	if (label === "system") return copies && (copies.some((one) => one !== "system") ? "SHADOWED" : "IN_SYSTEM_SITE");
	if (inTree) return direct && distribution !== void 0 ? editableOr(direct, distribution) : void 0;
	return label === "elsewhere" && direct === "editable" ? "OTHER_CHECKOUT" : BY_LABEL[label]?.[0];
}
const editableOr = (direct, distribution) => direct === "editable" && distribution !== "" ? "IN_REPO" : "SHADOWED";
const KIND = {
	system: " (system)",
	"user-site": " (user-site)",
	overlay: " (a throw-away overlay, as of uv run --with)"
};
function factOf(found, { interpreter }) {
	const { label, origin, version, path_origin: alone } = found;
	const prefix = interpreter?.prefix;
	const inPrefix = label === "venv" || label === "prefix";
	const below = origin === void 0 || /^<prefix>/.test(origin) || origin.startsWith(`${prefix}/`);
	const where = (inPrefix && below ? prefix : void 0) ?? origin ?? label ?? "an unknown place";
	const hidden = isHooked(found) ? `, hiding ${alone}` : "";
	const kind = label === void 0 ? "" : KIND[label] ?? "";
	return `${version ? `${version} in ` : ""}${hidden ? origin ?? where : where}${kind}${hidden}${builtText(found)}`;
}
function judgeOrigins(tests, own, nothing) {
	const [foreign] = tests?.foreign ?? [];
	if (foreign !== void 0) return finding("OTHER_CHECKOUT", foreign);
	const seen = own.map((name) => ({
		name,
		...getOwn(tests?.origins, name)
	}));
	const outside = seen.find((one) => one.label && one.label !== "none" && !isThisTree(one));
	if (outside) return finding("OTHER_CHECKOUT", `${outside.name} from ${outside.origin ?? outside.label}${builtText(outside)}`);
	const replaced = seen.find(({ imported, label }) => imported && label === "none");
	if (replaced) return finding("ORIGIN_UNKNOWN", `the tests put something of their own in the place of ${replaced.name}`);
	if (nothing) return void 0;
	if (own.length === 0) return finding("ORIGIN_UNKNOWN", "no package of this repository is known to be imported by tests");
	const unsaid = seen.find(({ label, imported }) => label === void 0 || imported === void 0);
	if (unsaid && tests?.error !== void 0) return lacks("tests", tests, `origins.${unsaid.name}`);
	if (unsaid) return finding("ORIGIN_UNKNOWN", `nothing says where ${unsaid.name} came from`);
	if (seen.some(({ imported, label, alone }) => label !== "none" && (imported || alone === true || tests?.source === "report"))) return void 0;
	return finding("ORIGIN_UNKNOWN", `none of ${firstFew(own, 8)} was imported by the tests`);
}
// src/core/advice/checklist.ts
const stateFrom = (answer) => answer === void 0 ? "unknown" : answer ? "holds" : "fails";
function overall(states) {
	if (states.includes("fails")) return "fails";
	return states.length === 0 || states.includes("unknown") ? "unknown" : "holds";
}
function fitsDeclared({ interpreter }) {
	const { version, requires_python: range } = interpreter ?? {};
	return version && range ? stateFrom(fitsRange(version, range)) : "unknown";
}
const isolatedOf = ({ tests }) => tests?.isolated ?? (tests?.session?.isolated === true ? tests : void 0);
function isolatedRun(facts) {
	const run = isolatedOf(facts);
	if (run?.exit_status === void 0) return "unknown";
	if (run.exit_status !== 0 || run.passed === 0) return "fails";
	return run.passed === void 0 ? "unknown" : "holds";
}
const fromRepo = (origin) => stateFrom(origin?.label === void 0 ? void 0 : isThisTree(origin));
function ownModules({ facts }, { claims }) {
	const { packages, tests } = facts;
	const claimed = claims.claims.filter((claim) => claim.fromRepo).map(({ subject }) => subject);
	return overall([...[...new Set([
		...packages?.own ?? [],
		...claimed,
		...Object.keys(tests?.origins ?? {})
	])].map((name) => tests?.origins ? getOwn(tests.origins, name) : getOwn(packages?.claimed, name)).map(fromRepo), ...packages?.own === void 0 ? ["unknown"] : []]);
}
function noUnexplained({ servings, differences }) {
	if (differences.some(isUnexplained)) return "fails";
	return new Set(servings.map(({ place }) => place)).size < 2 ? "unknown" : "holds";
}
function findChecks(evidence) {
	const everywhere = (check) => overall(evidence.servings.map(check));
	const isolated = evidence.servings.some(({ facts }) => isolatedOf(facts) !== void 0);
	return [
		{
			id: "fits-declared-range",
			state: everywhere(({ facts }) => fitsDeclared(facts))
		},
		{
			id: "no-unexplained-difference",
			state: noUnexplained(evidence)
		},
		{
			id: "isolated-run-passes",
			state: everywhere(({ facts }) => isolatedRun(facts)),
			...isolated ? {} : { idle: true }
		},
		{
			id: "own-modules-from-repo",
			state: everywhere((serving) => ownModules(serving, evidence))
		}
	];
}
function plainClauses(clause) {
	if (clause === "*") return [">=0"];
	const [, sign, version, major, minor] = /^([\^~]?)((\d+)(?:\.(\d+))?(?:\.\d+)*)(?:\.\*)?$/.exec(clause) ?? [];
	if (version === void 0) return [clause];
	const series = sign === "^" || minor === void 0 ? `==${major}.*` : `==${major}.${minor}.*`;
	return sign === "" ? [series] : [`>=${version}`, series];
}
function fitsRange(version, range) {
	const released = version.trim().replace(/\+$/, "");
	if (!(0, import_pep440.valid)(released)) return void 0;
	const clauses = range.split(",").map((clause) => clause.trim().replace(/^===/, "==")).filter((clause) => clause !== "").flatMap(plainClauses);
	const readable = clauses.filter((clause) => (0, import_pep440.validRange)(clause));
	if (readable.some((clause) => !(0, import_pep440.satisfies)(released, clause, { prereleases: true }))) return false;
	return clauses.length > 0 && readable.length === clauses.length ? true : void 0;
}
// src/core/advice/fix/context.ts
function typeablePath(masked, facts) {
	if (masked === void 0 || masked === "") return void 0;
	const prefix = facts.interpreter?.prefix;
	const path = prefix !== void 0 && /^<prefix>[\\/]/.test(masked) ? prefix + masked.slice(8) : masked;
	const inRepo = /^<repo>[\\/](.+)$/s.exec(path)?.[1];
	if (inRepo === void 0) return path.startsWith("<") ? void 0 : path;
	const here = (facts.git?.cwd ?? ".").split(/[\\/]/).filter((part) => part !== "." && part !== "");
	const parts = inRepo.split(/[\\/]/);
	const apart = here.findIndex((part, at) => part !== parts[at]);
	const shared = apart === -1 ? here.length : apart;
	const below = inRepo.slice(parts.slice(0, shared).join("/").length).replace(/^[\\/]/, "") || ".";
	return "../".repeat(here.length - shared) + (shared === here.length ? below.replace(/^-/, "./-") : below);
}
const PYTHON = /(?:^|[\\/])(?:python|pypy|graalpy)[\d.]*t?(?:-[\w.]+)?(?:\.exe)?$/i;
function typeablePython(masked, facts) {
	const path = typeablePath(masked, facts);
	return path !== void 0 && PYTHON.test(path) ? path : void 0;
}
const interpreterIn = (facts, shell, masked = facts.interpreter?.executable) => shellCommand([typeablePython(masked, facts) ?? "python"], shell);
function forgottenPython({ interpreter }) {
	const { project_python: python, in_venv, conda_prefix } = interpreter ?? {};
	return python && in_venv === false && conda_prefix === void 0 ? python : void 0;
}
function isBorrowed({ facts, place }) {
	const { interpreter, git, tests, packages } = facts;
	const own = /^<repo>[\\/]/.test(interpreter?.prefix ?? "<repo>/") && interpreter?.linked !== true;
	if (place === "ci" || own) return false;
	const claimed = Object.values(packages?.claimed ?? {});
	return git?.worktree === true || (tests?.foreign ?? []).length > 0 || [...Object.values(tests?.origins ?? {}), ...claimed].some(({ label }) => label === "other-checkout") || claimed.some(({ label, direct_url }) => label === "elsewhere" && direct_url === "editable");
}
function contextOf(input) {
	const facts = input.facts ?? {};
	const shell = shellOf(facts.host?.platform);
	return {
		...input,
		facts,
		shell,
		python: interpreterIn(facts, shell, forgottenPython(facts)),
		subject: shellWord(input.claim.subject.replace(/^-/, "./-"), shell),
		claimsFile: `${input.commands.probesFolder}/claims.json`
	};
}
const isPushed = ({ commands }) => commands.rerun.includes("push");
const isRecorded = ({ tests }) => (tests?.source ?? "none") !== "none";
const TAKE_EVENT = "remove ref: from actions/checkout of that job, so that it takes the commit of the event";
function checkOut(fix) {
	if (isPushed(fix)) return "check out this pull request's head";
	return fix.place === fix.commands.here ? "" : "check out the commit that is judged here";
}
function awaitsCi({ reason, claim, facts, place }) {
	const own = getOwn(facts.env?.claimed, claim.subject)?.hash;
	return reason === "FACT_MISSING" && claim.compare === true && place !== "ci" && own !== void 0;
}
const namesNoRun = ({ reason, facts, place }) => reason === "FACT_MISSING" && place === "ci" && facts.probe?.ci?.provider === "other" && facts.tests?.source === "session";
function setVariable(name, value, shell) {
	if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `set ${shellWord(name, shell)}`;
	return shell === "powershell" ? `$env:${name} = '${value}'` : `export ${name}='${value}'`;
}
const unsetVariable = (name, shell) => shell === "powershell" ? `Remove-Item Env:${name}` : `unset ${name}`;
function ignoreLine(path, shell) {
	const parts = [];
	for (const part of path.split("/")) if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
	else if (part !== "." && (part !== "" || parts.length === 0)) parts.push(part);
	const [, up = "", below = ""] = /^((?:\.\.\/)*)(.*)$/s.exec(parts.join("/")) ?? [];
	const [line, file] = [shellWord(below, shell), shellWord(`${up}.gitignore`, shell)];
	return shell === "powershell" ? `Add-Content ${file} ${line}` : `printf '%s\\n' ${line} >> ${file}`;
}
function explainIt({ claim, place, reason, claimsFile }) {
	return `explain it in ${claimsFile}: "explain": {${`${JSON.stringify(cellKey(claim, place))}: {"reason": "${reason}", "because": "…"}`}}`;
}
const shellName = (masked, { facts, shell }) => shellWord(typeablePath(masked, facts) ?? masked, shell);
function withoutBox({ claim, claimsFile, subject }, list) {
	const rest = inOrder(claim.in).filter((place) => place !== "box");
	if (rest.length === 0) return `drop ${subject} from "${list}" in ${claimsFile}`;
	const places = rest.map((place) => `"${place}"`).join(", ");
	return `{"name": ${JSON.stringify(claim.subject)}, "in": [${places}]} under "${list}" in ${claimsFile}`;
}
// src/core/advice/fix/command.ts
const FINDS_ITS_OWN = /^(?:uv|poetry|pdm|pipenv|hatch|rye|pixi|conda|tox|nox|make|just|task|invoke)$/;
function activateFor(fix, executable) {
	const { facts, shell } = fix;
	const { in_venv, virtual_env, executable: probed } = facts.interpreter ?? {};
	const [first = "python"] = claimedWords(fix);
	if (isPython(first) || /[\\/]/.test(first) || FINDS_ITS_OWN.test(first)) return void 0;
	const forgotten = forgottenPython(facts);
	if (executable === void 0 && forgotten === void 0 && (in_venv !== true || virtual_env !== void 0)) return void 0;
	const path = typeablePython(executable ?? forgotten ?? probed, facts);
	const [, folder] = /^(.*[\\/](?:bin|Scripts))[\\/][^\\/]+$/.exec(path ?? "") ?? [];
	if (folder === void 0) return void 0;
	return shell === "powershell" ? `${shellCommand([`${folder}\\Activate.ps1`], shell)}; python` : `. ${shellWord(`${folder}/activate`, shell)} && python`;
}
function lastProbe(fix, options = [], executable) {
	const { commands, facts, shell } = fix;
	const plain = executable === void 0 ? fix.python : interpreterIn(facts, shell, executable);
	const python = fix.place === "ci" ? plain : activateFor(fix, executable) ?? plain;
	const script = commands.probe.replace(/^python3? /, "");
	const named = /^['"]/.test(script) ? script : shellWord(script, shell);
	const start = script === commands.probe ? commands.probe : `${python} ${named}`;
	const committed = isPushed(fix) ? ["--for-commit"] : [];
	return [
		start,
		shellWord(placeName(fix), shell),
		...options,
		...committed
	].join(" ");
}
const testAgain = (fix) => fix.place === "ci" ? "" : `, then run ${lastProbe(fix, ["--tests", "always"])}`;
const useOwnEnvironment = (fix) => `use the project's own environment${isRecorded(fix.facts) ? testAgain(fix) : ""}`;
function hasProbe(fix, step) {
	const script = fix.commands.probe.replace(/^python3? /, "");
	const at = step.indexOf(script);
	return at >= 0 && step.slice(at + script.length).includes(` ${shellWord(placeName(fix), fix.shell)}`);
}
const claimedWords = ({ claims }) => claims.testCommand ?? USUAL_COMMAND;
const isPython = (word) => /^python3?$/.test(word ?? "");
function testCommand(fix, more = []) {
	const [first = "python", ...rest] = claimedWords(fix);
	return [isPython(first) ? fix.python : shellCommand([first], fix.shell), ...[...rest, ...more].map((word) => shellWord(word, fix.shell))].join(" ");
}
function isolatedCommand(fix) {
	const { python, shell } = fix;
	const [first, ...rest] = claimedWords(fix);
	const isolated = `${python} -I ${(isPython(first) ? rest : ["-m", "pytest"]).map((word) => shellWord(word, shell)).join(" ")}`;
	return shell === "powershell" ? `$env:PYTHONPATH = $null; $env:PYTHONNOUSERSITE = '1'; ${isolated}` : `env -u PYTHONPATH PYTHONNOUSERSITE=1 ${isolated}`;
}
// src/core/advice/fix/package.ts
function claimedPackage({ facts, claim, claims }) {
	const here = getOwn(facts.packages?.claimed, claim.subject);
	const there = packageInTests(facts, claims, claim.subject);
	return here && {
		...here,
		...there?.importable && there
	};
}
const isOwn = (fix) => fix.claim.fromRepo === true || claimedPackage(fix)?.in_tree === true || fix.claims.claims.some((one) => one.fromRepo && one.subject === fix.claim.subject);
const isOfUv = ({ facts }) => Object.values(facts.packages?.claimed ?? {}).some(({ installer }) => installer === "uv");
const pip = (fix) => isOfUv(fix) ? `uv pip install${fix.python === "python" ? "" : ` --python ${fix.python}`}` : `${fix.facts.packages?.pip === false ? `${fix.python} -m ensurepip${andThen(fix.shell)}` : ""}${fix.python} -m pip install`;
const mendTypo = ({ claimsFile }) => `mend ${claimsFile} if the name is a typing error`;
const editable = (fix) => isBorrowed(fix) ? makeEnvironment(fix) : `${pip(fix)} -e .`;
function makeEnvironment(fix) {
	const { linked, prefix } = fix.facts.interpreter ?? {};
	const windows = fix.shell === "powershell";
	const then = andThen(fix.shell);
	const unlink = linked ? `${windows ? "Remove-Item" : "rm"} ${shellName(prefix ?? ".venv", fix)}${then}` : "";
	const python = windows ? ".venv\\Scripts\\python.exe" : ".venv/bin/python";
	const [first, ...words] = fix.claims.testCommand ?? ["pytest"];
	const what = `-e .${[first, ...words].includes("pytest") ? " pytest" : ""}`;
	const [make, install] = isOfUv(fix) ? ["uv venv", `uv pip install --python ${python} ${what}`] : [`${linked ? "python3" : fix.python} -m venv .venv`, `${python} -m pip install ${what}`];
	return `make an environment here, as this one serves another checkout: ${unlink}${first === "uv" ? "uv sync" : `${make}${then}${install}`}, then run ${lastProbe(fix, ["--tests", "always"], python)}`;
}
const install = (fix) => {
	if (fix.claim.fromRepo && claimedPackage(fix)?.in_tree === false) return `commit ${fix.subject} to this repository, or ${mendTypo(fix)}`;
	if (forgottenPython(fix.facts) !== void 0) return useOwnEnvironment(fix);
	if (isOwn(fix) || isBorrowed(fix)) return editable(fix);
	return `install ${`what this project declares (such as ${editable(fix)})`}, once you see ${fix.subject} among it; ${mendTypo(fix)}`;
};
const reinstall = (fix) => isBorrowed(fix) ? editable(fix) : `install again what this project declares, such as ${pip(fix)} --force-reinstall -e .`;
const moveAway = (fix) => {
	const origin = claimedPackage(fix)?.origin;
	return `move ${typeablePath(origin, fix.facts) || origin || "the copy that wins"} out of the way`;
};
const unsetPath = ({ shell }) => `${unsetVariable("PYTHONPATH", shell)} where the tests start`;
const unshadow = (fix) => {
	const label = claimedPackage(fix)?.label;
	if (label === "pythonpath") return unsetPath(fix);
	if (label === "user-site") return `${fix.python} -m pip uninstall ${fix.subject}, which takes the copy in the user site away`;
	if (label === "hook") return `take the import out of ${[fix.facts.path?.sitecustomize?.file, fix.facts.path?.usercustomize?.file].find((file) => file) ?? "the start-up hook"}`;
	return moveAway(fix);
};
const useThisTree = (fix) => {
	if ((fix.facts.path?.pythonpath ?? []).length > 0) return unsetPath(fix);
	if (fix.claim.kind !== "package installed" || isOwn(fix) || isBorrowed(fix)) return editable(fix);
	return claimedPackage(fix)?.origin?.startsWith("<repo>") ? moveAway(fix) : `${pip(fix).replace("pip install", "pip uninstall")} ${fix.subject}, which leads to a checkout of it, then ${install(fix)}`;
};
function isShared(fix) {
	const { distribution = "" } = claimedPackage(fix) ?? {};
	return distribution !== "" && distribution !== fix.claim.subject.toLowerCase().replace(/[-_.]+/g, "-");
}
function fillDirectory(fix) {
	if (isShared(fix)) return `claim what lies in ${fix.subject}: it is a directory that distributions share, and no package`;
	return `move the directory ${typeablePath(claimedPackage(fix)?.origin, fix.facts) ?? fix.subject} away, which has no module of that name, then ${install(fix)}`;
}
const probeThere = (fix) => {
	const promised = pythonOfLeg(fix.leg);
	if (promised !== void 0 && fix.facts.tests?.session?.prefix_agrees !== false) return `make the environment of leg ${fix.leg} with Python ${promised}: a .python-version (uv: set UV_PYTHON) or a restored environment may have brought another one`;
	const there = fix.facts.tests?.session?.executable;
	if (there === void 0 || typeablePython(there, fix.facts)) return `probe with the interpreter that ran the tests: ${lastProbe(fix, [], there)}`;
	const command = `"command": ["python", "-m", "pytest"] under "tests" in ${fix.claimsFile}`;
	return `let ${fix.python} run the tests, such as ${command}, or probe with the interpreter that ran them`;
};
const PACKAGE_FIXES = {
	SHADOWED: unshadow,
	OTHER_CHECKOUT: useThisTree,
	OUTSIDE_REPO: useThisTree,
	METADATA_WITHOUT_CODE: reinstall,
	BROKEN_INSTALL: reinstall,
	NAMESPACE_ONLY: fillDirectory,
	OTHER_INTERPRETER: probeThere,
	NOT_IMPORTABLE_HERE: (fix) => !isRecorded(fix.facts) ? `let a recorded test session import it: ${lastProbe(fix, ["--tests", "always"])}` : forgottenPython(fix.facts) === void 0 ? editable(fix) : useOwnEnvironment(fix)
};
// src/core/advice/fix/file.ts
const fileOf = ({ facts, claim }) => getOwn(facts.persist?.files, claim.subject);
const rerun = (fix) => getOwn(fix.facts.tests?.env, fix.claim.subject) ? testAgain(fix) : "";
function set(fix, value) {
	const { claim, place, shell, subject } = fix;
	if (place === "ci") return `add ${subject} under env: of the job that runs the tests`;
	const file = claim.fromFile === void 0 ? "" : `, or in ${shellWord(claim.fromFile, shell)}, which git must not track`;
	return `${setVariable(claim.subject, value, shell)} in the process that starts the tests${file}`;
}
function fill(fix) {
	const { claim, claimsFile, place, subject } = fix;
	if (claim.kind !== "env var set") return `${missing$1(fix)}, with its content`;
	const meant = `{"name": ${JSON.stringify(claim.subject)}, "empty": true} under "env" in ${claimsFile}`;
	return `${place === "ci" ? `give the repository the secret or variable that ${subject} under env: of the job names: a missing one is empty` : set(fix, "…")}${place === "box" ? "" : ` (if it may be empty, a person writes ${meant})`}${rerun(fix)}`;
}
const missing$1 = (fix) => {
	if (fix.claim.kind === "package installed") return install(fix);
	if (fileOf(fix)?.kind === "pointer") return fix.place === "ci" ? "give actions/checkout lfs: true" : `git lfs pull --include ${fix.subject}`;
	return fix.place === "ci" ? `commit ${fix.subject}, or let a step before this one make it` : `make ${fix.subject} again, where this place keeps files`;
};
const unreadable = (fix) => {
	const origin = claimedPackage(fix)?.origin;
	const what = fix.claim.kind === "package installed" ? origin ?? fix.claim.subject : fix.claim.subject;
	return `make ${shellName(what, fix)} readable for this user`;
};
const RESTART = "come back after a restart (a reboot, a new container, or a new login ten minutes later)";
function comeBack({ claim, facts }) {
	return getOwn(facts.persist?.canary, claim.subject.replace(/^canary:/, ""))?.committed === false ? `commit what this probe wrote, and ${RESTART}` : RESTART;
}
function outlive(fix) {
	const file = fileOf(fix);
	if (file?.memory) return `put ${fix.subject} on a disk: where it lies is memory`;
	return file ? "come back in another session of this machine" : RESTART;
}
const excuse = (fix) => `keep it where this place keeps files, or ${explainIt(fix)}`;
const FILE_FIXES = {
	UNSET: (fix) => `${set(fix, "…")}${rerun(fix)}`,
	EMPTY: fill,
	NOT_IN_TEST_PROCESS: (fix) => `${set(fix, "…")}, and let a runner between them pass it on (tox: pass_env)${rerun(fix)}`,
	VALUE_DIFFERS: (fix) => `${set(fix, "the value that ci has")}${rerun(fix)}`,
	MISSING: missing$1,
	UNREADABLE: unreadable,
	CANARY_LOST: excuse,
	EPHEMERAL_RUNNER: (fix) => `do not ask a thrown-away runner to keep it: give ${fix.subject} "in": ["local"] in ${fix.claimsFile}`,
	FIRST_VISIT: comeBack,
	SAME_SESSION: outlive
};
// src/core/judge/place-file.ts
function legAgrees({ leg: named, provenance }, leg) {
	if (named === leg) return true;
	if (named === void 0 || provenance.kind !== "checkout") return false;
	return leg === void 0 || named.startsWith(`${leg}-`);
}
function refusalOf(candidate, serving, reference) {
	const { place, relation, facts, provenance } = serving;
	if (place === "ci" && facts.probe?.ci?.provider === void 0) return finding("NOT_IN_CI", `${provenance.label} names no CI provider`);
	const elsewhere = place === "local" ? notALaptop(facts) : void 0;
	if (elsewhere) return finding("WRONG_PLACE", `${provenance.label} was made ${elsewhere}`);
	if (relation !== "unknown" && relation !== "stale") return null;
	const nothingToCompare = reference.merge === void 0 && reference.head === void 0;
	const ofThisRun = candidate.provenance.kind === "this-run";
	if (!reference.pullRequest && (ofThisRun || nothingToCompare)) return null;
	if (ofThisRun && place === "ci" && nothingToCompare) return null;
	const refused = gitRefused(facts);
	if (ofThisRun && place === "ci" && refused) return null;
	return refused ?? finding("NOT_THIS_PR", notThisPr(facts, provenance.label, reference));
}
function notALaptop({ probe }) {
	const { provider, run } = probe?.ci ?? {};
	if (provider !== "other" && run !== void 0) return `in a CI run of ${provider}`;
	return probe?.hosted_agent ? `on the machine of a hosted agent (${probe.hosted_agent} is set)` : void 0;
}
function notThisPr({ git }, label, { headSha, mergeSha, noMerge }) {
	if (git?.head === void 0) return `${label} does not say which commit it is about`;
	if (noMerge) return `${label} is about ${git.head.slice(0, 7)}, and there is no test merge to compare it with`;
	const judged = headSha ?? mergeSha;
	const other = judged === void 0 ? "" : `, not ${judged.slice(0, 7)}`;
	return `${label} is about ${git.head.slice(0, 7)}${other}`;
}
function firstProblem(candidate) {
	const [problem] = candidate.reading.ok ? [] : candidate.reading.problems;
	const where = problem?.line === void 0 ? "" : `line ${problem.line}: `;
	const key = problem?.key === void 0 ? "" : `${problem.key} `;
	return `${candidate.provenance.label}: ${where}${key}${problem?.message ?? "not readable"}`;
}
function examineFile(candidate, reference) {
	const { place, leg: named, provenance, reading } = candidate;
	const unfit = (refusal) => ({
		leg: named ?? null,
		candidate,
		file: null,
		refusal
	});
	if (!reading.ok) return unfit(finding("UNREADABLE_FILE", firstProblem(candidate)));
	const { place: said, leg } = reading.facts.probe ?? {};
	if (said !== place || !legAgrees(candidate, leg)) {
		const says = placeName({
			place: said ?? place,
			leg
		});
		return unfit(finding("WRONG_PLACE", `${provenance.label} says it is from ${says}`));
	}
	const related = relateContent(reading.facts, reference);
	const file = {
		place,
		leg: leg ?? null,
		facts: reading.facts,
		provenance,
		...related
	};
	return {
		leg: leg ?? null,
		candidate,
		file,
		refusal: refusalOf(candidate, file, reference)
	};
}
function ageOf({ provenance: { run, url } }) {
	const digits = /^\d{1,20}$/.exec(run ?? "")?.[0] ?? /issuecomment-(\d{1,20})$/.exec(url ?? "")?.[1];
	return BigInt(digits ?? "0");
}
function compareOrigin({ candidate: a }, { candidate: b }) {
	const newer = ageOf(b) - ageOf(a);
	return SOURCES.indexOf(a.provenance.kind) - SOURCES.indexOf(b.provenance.kind) || (newer > 0n ? 1 : newer < 0n ? -1 : 0);
}
function compareRank(a, b) {
	const exact = ({ file }) => isExact(file?.relation) ? 0 : 1;
	const behind = ({ file }) => file?.commitsBehind ?? Number.MAX_SAFE_INTEGER;
	return exact(a) - exact(b) || behind(a) - behind(b) || compareOrigin(a, b);
}
const takenAt = ({ file }) => file?.facts.probe?.taken_at ?? "";
function compareFiles(a, b) {
	return compareRank(a, b) || compareText(takenAt(b), takenAt(a)) || compareText(a.candidate.provenance.label, b.candidate.provenance.label) || compareText(JSON.stringify(a.candidate), JSON.stringify(b.candidate));
}
const isOpen = ({ file }) => file === null || !saysWhatItIsAbout(file.facts, file.relation);
function findOpen(best, files) {
	const open = files.find((one) => one !== best && isOpen(one) && compareOrigin(one, best) <= 0);
	if (open === void 0) return null;
	const { label } = open.candidate.provenance;
	if (open.file === null) return open.refusal;
	return finding("UNREADABLE_FILE", `${label} does not fully name its content`);
}
function newestOf(files) {
	const rivals = files.filter((one) => files[0] !== void 0 && compareRank(files[0], one) === 0);
	return rivals.some((one) => takenAt(one) === "") ? rivals : rivals.slice(0, 1);
}
function findUndated(files) {
	const rivals = newestOf(files);
	const undated = rivals.find((one) => takenAt(one) === "");
	if (rivals.length < 2 || undated === void 0) return null;
	const labels = rivals.map(({ candidate }) => candidate.provenance.label).join(", ");
	const { label } = undated.candidate.provenance;
	return finding("UNREADABLE_FILE", `${label} does not say when it was taken; which of ${labels} is the newest?`);
}
const compareText = (a, b) => a < b ? -1 : a > b ? 1 : 0;
// src/core/advice/fix/tests.ts
function mendTests(fix) {
	const { sessions, source, exit_status: status, failed = 0, red_apart: apart = 0 } = fix.facts.tests ?? {};
	if (sessions === 0 && source !== "report") return `read ${fix.commands.probesFolder}/${placeName(fix)}-pytest.log: no test session began (is the runner installed for ${fix.python}?)`;
	const where = apart > 0 && status === 0 && failed === 0 ? " with the variables of the run that was red," : "";
	return `run ${testCommand(fix)}${where} and fix what fails${testAgain(fix)}`;
}
function wholeRun(fix) {
	const { narrowed = [], addopts = [] } = fix.facts.tests ?? {};
	const untracked = narrowed.find((one) => one.startsWith("untracked "))?.slice(10);
	const then = `then run ${testCommand(fix)}`;
	if (untracked) return `let git track ${untracked}, or take it away, ${then}`;
	if (narrowed.some((one) => one.endsWith(" outside this repository"))) return `give this repository a pytest configuration of its own, such as a pytest.ini with the line [pytest], ${then}`;
	if (narrowed.includes("-O")) return `${unsetVariable("PYTHONOPTIMIZE", fix.shell)}, ${then}`;
	if (narrowed.some((one) => addopts.includes(one))) return `${unsetVariable("PYTEST_ADDOPTS", fix.shell)}, ${then}`;
	if (narrowed.includes("PYTEST_PLUGINS")) return `${unsetVariable("PYTEST_PLUGINS", fix.shell)}, ${then}`;
	const plugin = narrowed.find((one) => one.startsWith("plugin "));
	if (plugin) return `let the ${plugin} leave no test out (a mark such as "only", an option of its own), ${then}`;
	if (narrowed.length === 0 && isReported(fix.facts)) return collectAsElsewhere(fix);
	const byState = narrowed.find((one) => /^--(?:lf|stepwise|testmon|picked)$/.test(one));
	const all = "run the whole claimed command, nothing left out";
	return byState ? `${all} and ${byState} in no addopts of pytest (it chooses by what ran before): ${testCommand(fix)}` : `${all}: ${testCommand(fix)}`;
}
const isReported = ({ tests }) => tests?.interrupted === false && !lostAfterCollecting(tests);
const collectAsElsewhere = (fix) => {
	const accept = `or, if ${fix.place} cannot, a person who may loosen the claims accepts it under "fewer" in ${fix.claimsFile}`;
	const collect = `let ${fix.place} collect what the other place collects: compare ${testCommand(fix, ["--collect-only", "-q"])} there and here`;
	return fix.place === "box" ? collect : `${collect}, ${accept}`;
};
const recorded = (fix) => {
	const { claimed_command: claimed, addopts = [] } = fix.facts.tests ?? {};
	return [claimed === false && addopts.length > 0 ? unsetVariable("PYTEST_ADDOPTS", fix.shell) : "", recordAgain(fix)].filter(Boolean).join(", then ");
};
const recordAgain = (fix) => fix.facts.tests?.source === "run" && fix.facts.tests.sessions === 0 ? leaveRecord(fix) : fix.place === "ci" ? `let this step run ${testCommand(fix)} itself: tests: always` : `run the tests with the record on: ${lastProbe(fix, ["--tests", "always"])}`;
function leaveRecord(fix) {
	const { testCommand: words = [], testReports } = fix.claims;
	const command = testCommand(fix);
	if (words.includes("pytest") && fix.facts.env?.names?.includes("PYTEST_ADDOPTS")) return `${unsetVariable("PYTEST_ADDOPTS", fix.shell)}, then run ${command}`;
	if (words.some((word) => /(?:^|[\\/])tox$/.test(word))) return "add pass_env = PYTHONPATH, WHERE_IT_RAN_RUN to [testenv] in tox.ini, as tox hides the session otherwise";
	if (words.includes("unittest")) return `claim ["python", "-m", "pytest"] in ${fix.claimsFile} and install pytest: it runs the tests of unittest too, and leaves a session`;
	return testReports.length > 0 ? `let ${command} write ${shellWord(testReports[0] ?? "", fix.shell)} in every run` : `let ${command} write a JUnit report, and name it in ${fix.claimsFile}: "tests": {"reports": ["junit.xml"]}`;
}
function gitSays({ facts, place, shell }) {
	switch (facts.git?.state) {
		case "none":
		case "bare": return place === "ci" ? "put actions/checkout before this step" : "start it inside a clone of the repository";
		case "unborn": return `make the first commit: git add --all${andThen(shell)}git commit --message "First commit"`;
		case "unlinked": return "give this place the repository that .git names: mount the main checkout's .git folder at the same path, or work in a clone";
		case "no-git": return facts.host?.platform === "darwin" ? "xcode-select --install" : "install git";
		default: return "git config --global --add safe.directory \"$PWD\"";
	}
}
function recompile(stale, { facts, shell }) {
	const files = stale.slice(0, 5).map((file) => shellWord(typeablePath(file, facts) ?? file, shell));
	if (stale.some((file) => file.endsWith(".pyc"))) return `delete the bytecode that has no source (${files[0]})`;
	return shell === "powershell" ? "delete the __pycache__ folders of this repository" : `touch ${files.join(" ")}`;
}
const atHead = (fix) => {
	const stale = fix.facts.tests?.stale?.filter((file) => !isCompiled(file)) ?? [];
	if (stale.length > 0) return `${recompile(stale, fix)}, then run ${testCommand(fix)}`;
	const deleted = fix.facts.git?.deleted ?? 0;
	const changed = countChanged(fix.facts);
	if (changed === 0 && fix.place === "ci" && isPushed(fix)) return TAKE_EVENT;
	return [changed === 0 ? checkOut(fix) : deleted === changed ? "bring back what is not there of the commit (git checkout -- ., or git sparse-checkout disable), or commit that it is gone" : `commit or ignore ${changed === 1 ? "the changed file" : `the ${changed} changed files`}`, `run ${testCommand(fix)}`].filter(Boolean).join(", then ");
};
const BRINGS = {
	uv: "uv sync --all-extras --all-groups, or uv add --dev RUNNER where the project does not declare it",
	poetry: "poetry install --all-extras, or poetry add --group dev RUNNER where the project does not declare it",
	pdm: "pdm add --dev --group test RUNNER",
	pipenv: "pipenv install --dev RUNNER"
};
function importOwn(fix) {
	if (Object.values(fix.facts.tests?.origins ?? {}).length === 0 && fix.facts.packages?.own?.length !== 0) return recorded(fix);
	return `${`let the tests import this repository's own code (such as ${editable(fix)})`}; where they import none on purpose, let a person with write access put "own": [] into ${fix.claimsFile}`;
}
function bringRunner(fix) {
	const { unstarted = "", exit_status: status } = fix.facts.tests ?? {};
	const [first = "python"] = claimedWords(fix);
	const [, runner] = /^(pytest|tox|nox|coverage|uv|poetry|pdm|pipenv|hatch)$/.exec(unstarted) ?? [];
	if (status === 126) return `make ${shellWord(unstarted, fix.shell)} executable for this user`;
	if (forgottenPython(fix.facts) !== void 0) return useOwnEnvironment(fix);
	if (runner === void 0) return `install what ${testCommand(fix)} starts, or mend "tests" in ${fix.claimsFile}: no such program was found`;
	const how = runner !== first && getOwn(BRINGS, first)?.replace("RUNNER", runner) || `${pip(fix)} ${runner}`;
	return `install ${runner} where ${testCommand(fix)} looks for it${fix.place === "ci" ? ", in a step before this one" : ""}: ${how}`;
}
const ANEW = [
	[/gradlew?(?:\.bat)?$/, "--rerun-tasks"],
	[/^turbo$/, "--force"],
	[/^nx$/, "--skip-nx-cache"],
	[/^bazel(?:isk)?$/, "--nocache_test_results"],
	[/^pants$/, "--force"]
];
function runAnew(fix) {
	const option = ANEW.find(([runner]) => claimedWords(fix).some((word) => runner.test(word)))?.[1];
	const command = testCommand(fix);
	return option === void 0 ? `let ${command} run the tests and write its report each time, restoring and copying none` : `let ${command} run past its cache: ${option}`;
}
const mendHook = ({ path }) => `mend or remove the start-up hook ${path?.sitecustomize?.file || path?.usercustomize?.file || ""}`.trimEnd();
const TESTS_FIXES = {
	FAILED: mendTests,
	NO_RUNNER: bringRunner,
	CACHED_RESULT: runAnew,
	NOTHING_EXECUTED: (fix) => `let at least one test run: ${testCommand(fix)}`,
	COLLECTION_ERROR: (fix) => forgottenPython(fix.facts) === void 0 ? `mend what ${testCommand(fix, ["--collect-only"])} reports` : useOwnEnvironment(fix),
	PARTIAL_RUN: wholeRun,
	STALE_CONTENT: atHead,
	STALE_BUILD: (fix) => `build the compiled modules anew (${fix.place === "ci" ? "in this job, not from a cache: " : ""}${editable(fix)}), then run ${testCommand(fix)}`,
	OLDER_CONTENT: atHead,
	CHANGED_WHILE_RUNNING: (fix) => `do not change files while tests run, and ignore in .gitignore what they write (see git status --short): ${testCommand(fix)}`,
	REPORT_MISMATCH: (fix) => `write the claimed reports anew: ${testCommand(fix)}`,
	FOREIGN_RECORD: (fix) => fix.facts.tests?.disbelief?.includes("other-plugin") ? `bring back the probe of the target branch, or take the released one (where-it-ran init --force), and ${recorded(fix)}` : `remove .host_fingerprint.json and ${recorded(fix)}`,
	NO_RECORD: recorded,
	HOOK_ERROR: ({ facts }) => mendHook(facts),
	GIT_REFUSED: gitSays,
	ORIGIN_UNKNOWN: importOwn
};
// src/core/advice/fix/place.ts
const again = ({ place }) => place === "ci" ? "let this action probe ci itself, in this run" : "throw the old file away";
const python = ({ place, commands }) => place === "ci" ? "put actions/setup-python before this step, or name the interpreter: python: .venv/bin/python" : `start the probe with a Python that is there: ${commands.probe}`;
function isUnhashed({ claim, facts }) {
	if (claim.kind !== "env var set" || claim.compare !== true) return false;
	const seen = [getOwn(facts.tests?.env, claim.subject), getOwn(facts.env?.claimed, claim.subject)];
	return seen.some((one) => one?.set === true) && seen.every((one) => one?.hash === void 0);
}
function unwritten({ claim, claims, facts, shell }) {
	const reports = claim.kind === "tests green" ? facts.tests?.reports : void 0;
	const found = claims.testReports.find((path) => {
		const { now, recorded } = getOwn(reports, path) ?? {};
		return now !== void 0 && recorded === void 0;
	});
	return found === void 0 ? void 0 : shellWord(found, shell);
}
function missingFact(fix) {
	if (awaitsCi(fix)) return isPushed(fix) ? `see that ${fix.subject} is under env: of the job that probes ci` : `push, and let the workflow probe ci with ${fix.subject} under env: of that job`;
	const report = unwritten(fix);
	if (report !== void 0) return `let ${testCommand(fix)} write ${report} in every run (pytest does with --junitxml ${report})`;
	if (namesNoRun(fix)) return "let the check start the tests itself: this CI names no run, so a recorded session cannot be tied to it";
	const { claim, facts, shell } = fix;
	if (claim.kind !== "env var set" && gitRefused(facts)) return gitSays(fix);
	if (claim.kind === "env var set" && getOwn(facts.tests?.env, claim.subject)?.start === "untold") return `${setVariable(claim.subject, "…", shell)} where the probe starts, too: it has to see what no test set`;
	const secret = `, or ${`drop "compare" of ${fix.subject} in ${fix.claimsFile}`}, where its value may be a secret: secrets are never hashed`;
	return `take the probe that this version ships, and leave --only away${isUnhashed(fix) ? secret : ""}`;
}
function notAsked(fix) {
	const { claim, claimsFile, facts } = fix;
	const asked = claim.kind === "env var set" ? facts.env?.claimed : facts.packages?.claimed;
	return `take the ${claimsFile} of this pull request${getOwn(asked, claim.subject) !== void 0 ? testAgain(fix) : ""}`;
}
const takeIt = (fix) => isPushed(fix) ? "check out this pull request" : checkOut(fix);
function probeCi(fix) {
	if (fix.noMerge && fix.reason === "NOT_THIS_PR") return "merge the base branch and resolve what conflicts";
	const here = fix.commands.here === "ci";
	if (!isPushed(fix) && !here) return "push, and let the workflow probe ci";
	if (fix.reason !== "NO_PROBE") return TAKE_EVENT;
	return isPushed(fix) ? `let the job that runs the tests reach the step of this action: if: \${{ !cancelled() }}` : `run ${lastProbe(fix)} in this job`;
}
function declareBox({ claims, claimsFile, twin, reason }) {
	if (reason !== "SAME_MACHINE" || twin !== "local" || claims.box !== void 0) return void 0;
	return `where the agent has a worktree or a clone of its own on this machine (git worktree add), ${claims.source === "file" ? `put "box": "worktree" into ${claimsFile}` : `let init write ${claimsFile}, with "box": "worktree"`}`;
}
const ownCheckout = (fix) => fix.claims.box === void 0 || fix.twin !== "local" ? takeIt(fix) : fix.facts.host?.checkout === void 0 ? "take the probe that this version ships" : "another checkout than the one that local is (git worktree add)";
function findLeg({ place, leg }) {
	const name = `leg ${leg ?? place}`;
	if (place !== "ci") return `probe ${name} too, or take it out of expect`;
	return `look why the job of ${name} handed over no probe: it ended before the step, or the step lacks mode: probe or if: \${{ !cancelled() }}; re-run it, or mend the workflow or its expect`;
}
const PLACE_FIXES = {
	NOT_ASKED: notAsked,
	FACT_MISSING: missingFact,
	NO_PROBE: (fix) => fix.place === "ci" ? probeCi(fix) : takeIt(fix),
	NOT_THIS_PR: (fix) => fix.place === "ci" ? probeCi(fix) : checkOut(fix),
	UNREADABLE_FILE: (fix) => fix.facts.probe?.place === fix.place ? "repair or remove the file named here" : again(fix),
	WRONG_PLACE: (fix) => fix.place === "local" && notALaptop(fix.facts) !== void 0 ? `throw that file away and probe that machine as box; a person, on a machine of their own, runs ${lastProbe(fix)}` : again(fix),
	PROBE_ERROR: () => "take the probe that this version ships",
	NO_INTERPRETER: python,
	SAME_MACHINE: (fix) => fix.place === "box" ? ownCheckout(fix) : "use a machine of its own: the files of two places name the same one, or none",
	NOT_IN_CI: again,
	MISSING_LEG: findLeg
};
// src/core/advice/fix/secret.ts
const CLEANING = {
	remotes: "git remote set-url origin with a URL that carries no user or token (see branch.*.remote and .gitmodules, too)",
	instead_of: "git config --get-regexp insteadOf, and unset the one with a user or token",
	headers: "unset http.extraheader in the git configuration (actions/checkout: persist-credentials: false)",
	proxies: "take user and password out of the proxy (http.proxy, HTTPS_PROXY)",
	lfs: "take user and token out of lfs.url (see .lfsconfig, too)",
	helpers: "git config --get-regexp credential, and unset the helper with a password in it",
	stored: "take it out of ~/.git-credentials, and let a helper of the system keep it (credential.helper)",
	index_urls: "take the user and token out of the index URL (settings of pip, uv, poetry or conda, requirements, lock and build files)",
	direct_urls: "install the package again from a URL without user or token"
};
function cleanConfiguration({ facts }) {
	const found = facts.secrets?.configuration ?? {};
	const steps = Object.entries(CLEANING).flatMap(([key, step]) => found[key] ? [step] : []);
	return `${steps.length === 0 ? CLEANING.remotes : steps.join("; ")}; then rotate that credential`;
}
const restrict = ({ claim, facts, subject, shell }) => {
	if (shell === "powershell") return `icacls ${subject} /inheritance:r /grant:r "$($env:USERNAME):F"`;
	const { mode = "" } = getOwn(facts.secrets?.files, claim.subject) ?? {};
	return `chmod ${Number.parseInt(mode, 8) & 64 ? "go=" : "600"} ${subject}`;
};
function keepAway(fix) {
	return `${fix.claim.in.some((place) => place !== "box") ? "do not put it there, and ask only the other places for it" : "keep it away from there"}: ${withoutBox(fix, "secrets")}`;
}
function store(fix) {
	if (fix.place === "box") return keepAway(fix);
	if (fix.place === "ci") return "write it in a step of the job, from a secret of the repository";
	return `write its values into ${fix.subject}, then ${restrict(fix)}`;
}
function untrack({ claim, facts, shell, subject }) {
	const { tracked, copies: [copy] = [] } = getOwn(facts.secrets?.files, claim.subject) ?? {};
	const path = (tracked ? void 0 : typeablePath(copy, facts)) ?? claim.subject;
	return `git rm --cached ${path === claim.subject ? subject : shellWord(path, shell)}; ${ignoreLine(path, shell)}; then rotate every secret in it, because history keeps it`;
}
const SECRET_FIXES = {
	ABSENT: store,
	READABLE_BY_OTHERS: restrict,
	TRACKED: untrack,
	IN_HISTORY: ({ subject }) => `rotate every secret in it, because whoever fetched that commit has it; write this branch anew without ${subject} (git rebase --interactive) and push it with --force-with-lease`,
	IN_OLD_HISTORY: (fix) => `rotate every secret in it, because history keeps it; where that is done, a person may ${explainIt(fix)}`,
	NOT_IGNORED: (fix) => ignoreLine(fix.claim.subject, fix.shell),
	CREDENTIAL_IN_CONFIG: cleanConfiguration,
	LOOKS_SECRET: (fix) => `rotate it, and take ${fix.subject} out of this branch; where it is a test key, a person may ${explainIt(fix)}`,
	CREDENTIAL_KEPT: (fix) => `${cleanConfiguration(fix)}; where it has to lie there, a person may ${explainIt(fix)}`,
	SHALLOW: ({ place }) => place === "ci" ? "give actions/checkout fetch-depth: 0" : "git fetch --unshallow",
	UNREADABLE_PARENT: ({ subject }) => `let this user enter the directory of ${subject}`,
	NO_MODES: ({ subject, claimsFile }) => `keep ${subject} where permission bits mean something, or leave this place out of its "in" in ${claimsFile}`
};
// src/core/advice/fix/fix.ts
const STEPS = {
	...PACKAGE_FIXES,
	...FILE_FIXES,
	...TESTS_FIXES,
	...SECRET_FIXES,
	...PLACE_FIXES
};
const stepFor = (reason) => getOwn(STEPS, reason);
const NAMED_PYTHON = /--python[= ](?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/;
const TESTS = / --tests[= ]\w+/;
function rerunOf(fix, anew) {
	const { commands, facts, python, reason, shell } = fix;
	const rerun = anew || namesNoRun(fix) && commands.probesHere === true ? `${commands.rerun.replace(TESTS, "")} --tests always` : commands.rerun;
	const ran = reason === "OTHER_INTERPRETER" ? typeablePython(facts.tests?.session?.executable, facts) : void 0;
	if (ran === void 0 && forgottenPython(facts) === void 0) return rerun;
	const named = ran === void 0 ? python : shellWord(ran, shell);
	return rerun.replace(NAMED_PYTHON, () => `--python ${named}`);
}
function elsewhere(fix) {
	const { here = "local", rerun } = fix.commands;
	const alone = `look at ${here} alone: ${rerun.replace(/^run /, "")} --places ${here}`;
	if (!(fix.reason === "NO_PROBE" || fix.reason === "NOT_THIS_PR" || awaitsCi(fix))) return "then push";
	return rerun.includes("--places") ? "" : `or ${alone}`;
}
const isProbedAgain = ({ place, leg, commands }) => commands.probesHere === true && place === commands.here && leg === null;
function ending(fix, step, anew) {
	const { place, commands } = fix;
	const rerun = rerunOf(fix, anew);
	const ofCi = place === "ci" || awaitsCi(fix);
	if (ofCi && !isPushed(fix) && commands.here !== "ci") return elsewhere(fix);
	if (ofCi || isProbedAgain(fix)) return `then ${rerun}`;
	const probe = hasProbe(fix, step) ? "" : `then run ${lastProbe(fix)}`;
	if (isPushed(fix)) return [probe, "commit the file it names and push"].filter(Boolean).join(", ");
	const file = `${commands.probesFolder}/${placeName(fix)}.txt`;
	const [first, ...rest] = [
		probe,
		place === "box" ? `bring ${file} here` : "",
		rerun
	].filter(Boolean);
	const start = probe === "" ? `then ${first}` : first;
	return rest.length === 0 ? `${start}` : `${[start, ...rest.slice(0, -1)].join(", ")} and ${rest.at(-1)}`;
}
function fixFor(input) {
	const fix = contextOf(input);
	const whole = stepFor(input.reason)?.(fix) ?? "probe again";
	const again = testAgain(fix);
	const anew = again !== "" && isProbedAgain(fix) && whole.endsWith(again);
	const step = anew ? whole.slice(0, -again.length) : whole;
	const end = ending(fix, step, anew);
	const line = step === "" ? end.replace(/^then /, "") : [step, end].filter(Boolean).join(", ");
	if (input.place !== "box") return line;
	const where = fix.claims.box === void 0 ? "on your own machine, " : "in your own worktree, ";
	const told = `tell the agent: ${awaitsCi(fix) ? "" : where}${line}`;
	const people = declareBox(fix) ?? askOthers(fix);
	return people === void 0 ? told.replace("t", "T") : `${people}; otherwise ${told}`;
}
function askOthers(fix) {
	return fix.reason === "SAME_SESSION" && fileOf(fix) ? `where the box is thrown away after each session, for a person: ${withoutBox(fix, "files")}` : void 0;
}
// src/core/advice/evidence.ts
const inEach = (match) => (evidence) => evidence.servings.flatMap((serving) => {
	const found = match({
		...serving,
		name: placeName(serving),
		typed: typedAt(evidence, serving)
	}, evidence);
	return found ? [{
		places: [serving.place],
		...found
	}] : [];
});
const typedAt = ({ claims, commands }, { place, leg, facts }) => contextOf({
	claim: {
		kind: "tests green",
		subject: "suite",
		in: [place]
	},
	place,
	leg,
	facts,
	claims,
	commands,
	reason: "NO_RECORD"
});
const changed = (before, now) => before !== void 0 && now !== void 0 && before !== now;
const subjectsWhere = (map, match) => Object.entries(map ?? {}).flatMap(([subject, fact]) => match(fact, subject) ? [subject] : []);
const testsCell = ({ rows }, place) => rows.find(({ kind }) => kind === "tests green")?.cells[place];
const namesOf = (servings) => joinWords(servings.map(placeName));
// src/core/advice/signals/causes.ts
function borrowed(facts) {
	const { path } = facts;
	const { sitecustomize: site, usercustomize: user } = path ?? {};
	const hooks = [site?.present && !isOfDistribution(site, facts), user?.present];
	const userSite = path?.user_site === "enabled" ? path.user_site_on_path : path?.user_site && false;
	const said = [
		path?.pythonpath,
		userSite,
		...hooks
	];
	const found = [
		...path?.pythonpath?.length ? [`PYTHONPATH ${path.pythonpath.join(" ")}`] : [],
		...userSite ? ["the user site"] : [],
		...hooks[0] ? ["sitecustomize"] : [],
		...hooks[1] ? ["usercustomize"] : []
	];
	return found.length === 0 && said.includes(void 0) ? void 0 : found;
}
const versionOf = ({ facts }) => facts.interpreter?.version ?? "";
const versionsIn = (servings, place) => [...new Set(servings.filter((one) => one.place === place).map(versionOf))];
const CAUSES = [
	{
		id: "not-inherited",
		when: "a variable is set in the probed shell and not in the test process",
		trust: false,
		find: inEach(({ facts: { env, tests }, name, typed }) => {
			const names = subjectsWhere(env?.claimed, ({ set }, variable) => set === true && getOwn(tests?.env, variable)?.set === false);
			if (names.length === 0) return void 0;
			const quoted = names.map((one) => JSON.stringify(one)).join(", ");
			return {
				what: `set in the shell of ${name}, not in its test process: ${names.join(", ")}`,
				next: `print ${quoted} in os.environ from inside a test: ${testCommand(typed, ["-s"])}`
			};
		})
	},
	{
		id: "export-died",
		when: "a claimed variable was gone, or had another value, at the next probe of a place",
		trust: null,
		find: inEach(({ facts: { previous, env }, name }) => {
			const before = (variable) => getOwn(previous?.env, variable);
			const gone = subjectsWhere(env?.claimed, ({ set }, one) => set === false && before(one)?.set === true);
			const other = subjectsWhere(env?.claimed, ({ hash }, one) => changed(before(one)?.hash, hash));
			if (gone.length + other.length === 0) return void 0;
			return {
				what: `since the last probe of ${name} ${[...gone.length > 0 ? [`no longer set: ${gone.join(", ")}`] : [], ...other.length > 0 ? [`set to another value: ${other.join(", ")}`] : []].join("; ")}`,
				next: `set ${joinWords([...gone, ...other])} where the process starts, not in one shell of it`
			};
		})
	},
	{
		id: "forgotten-venv",
		when: "the project has an environment of its own, and the probe ran outside it",
		trust: false,
		find: inEach(({ facts, name, typed }) => {
			const own = forgottenPython(facts);
			if (own === void 0) return void 0;
			const anew = isRecorded(facts) ? ["--tests", "always"] : [];
			return {
				what: `${name} was probed with ${facts.interpreter?.executable || "another Python"}, beside the project's own ${own}`,
				next: `probe with the project's own: ${lastProbe(typed, anew)}`
			};
		})
	},
	{
		id: "dirty-home",
		when: "one side is clean, the other has PYTHONPATH, a user site or a start-up hook",
		trust: false,
		find: (evidence) => evidence.servings.flatMap((dirty) => {
			const lent = borrowed(dirty.facts) ?? [];
			const clean = evidence.servings.filter(({ place, facts }) => place !== dirty.place && borrowed(facts)?.length === 0);
			if (lent.length === 0 || clean.length === 0) return [];
			const name = placeName(dirty);
			return {
				places: placesOf([dirty, ...clean]),
				apart: [dirty.place],
				what: `${name} has ${joinWords(lent)}; ${namesOf(clean)} ${clean.length === 1 ? "is" : "are"} clean`,
				next: `on ${name}: ${isolatedCommand(typedAt(evidence, dirty))}`
			};
		})
	},
	{
		id: "other-version",
		when: "the Python versions differ",
		trust: false,
		find: ({ servings }) => {
			const known = servings.filter((one) => versionOf(one) !== "");
			const places = placesOf(known);
			const kept = versionsIn(known, places.includes("ci") ? "ci" : places[0] ?? "ci");
			const apart = places.filter((place) => !versionsIn(known, place).some((version) => kept.includes(version)));
			if (apart.length === 0) return [];
			const versions = [...new Set(known.map(versionOf))].map((version) => `Python ${version} on ${namesOf(known.filter((one) => versionOf(one) === version))}`);
			const wanted = `Python ${joinWords(kept, "or")} from the same lock file`;
			const next = `rebuild the environment of ${joinWords(apart)} with ${wanted}, or stop comparing`;
			return [{
				places,
				apart,
				what: versions.join(", "),
				next
			}];
		}
	}
];
// src/core/text/glob.ts
const matchesGlob = (glob, path) => reaches((glob.includes("/") ? glob : `**/${glob}`).split("/"), "**", path.split("/"), (pattern, name) => reaches([...pattern], "*", [...name], (one, other) => one === other));
function reaches(pattern, any, parts, fits) {
	let ends = [0];
	for (const one of pattern) {
		const [first = parts.length + 1] = ends;
		const rest = parts.slice(first);
		if (one === any) ends = first > parts.length ? [] : [first, ...rest.map((_, at) => first + at + 1)];
		else ends = ends.flatMap((end) => end < parts.length && fits(one, parts[end] ?? "") ? [end + 1] : []);
	}
	return ends.includes(parts.length);
}
// src/core/judge/whole.ts
function unitOf({ source, runner }) {
	if (source === void 0) return void 0;
	if (source === "report") return "collected";
	return runner === void 0 ? void 0 : runner === "pytest" ? "files" : "collected";
}
function isAside(facts, content, claims) {
	const { tests } = facts;
	const { source, sessions } = tests ?? {};
	if (source === "none" || (source === "session" || source === "run") && sessions === 0) return true;
	if (tests?.content_after !== void 0 && tests.content_after !== content) return true;
	return isClaimedCommand(facts, claims) === false;
}
const sumOf = (counts) => Object.values(counts).reduce((sum, count) => sum + count, 0);
const isUncounted = (tests) => unitOf(tests) === "files" ? tests.files === void 0 || tests.functions !== sumOf(tests.files) : unitOf(tests) === void 0 || tests.collected === void 0;
const isUnsaid = ({ tests = {} }) => tests.content_after === void 0 || tests.collected === void 0 || isUncounted(tests);
function together(legs) {
	const most = new Map();
	for (const { tests } of legs) for (const [file, count] of Object.entries(tests?.files ?? {})) most.set(file, Math.max(count, most.get(file) ?? 0));
	return Object.fromEntries(most);
}
const isWithin = (file, folder) => file === folder || file.startsWith(`${folder}/`);
const collectedIn = (counts, file) => getOwn(counts, file) ?? Object.entries(counts).reduce((sum, [other, count]) => isWithin(other, file) ? sum + count : sum, 0);
function fewerIn(mine, theirs, skipped) {
	const folders = Object.keys(mine);
	const isFewer = ([file, count]) => collectedIn(mine, file) < count && !skipped.some((one) => isWithin(one, file)) && !folders.some((folder) => folder !== file && isWithin(file, folder));
	return Object.entries(theirs).flatMap((one) => isFewer(one) ? [one[0]] : []);
}
const skippedIn = (legs) => legs.flatMap(({ tests }) => tests?.skipped_files ?? []);
function compareWithPlaces(serving, suites, claims) {
	const { facts, place } = serving;
	const content = facts.tests?.content_after;
	if (facts.tests === void 0 || isUncounted(facts.tests)) return {
		finding: void 0,
		accepted: []
	};
	const legsOf = (one) => suites.flatMap((suite) => suite.place === one && !isAside(suite.facts, content, claims) ? [suite.facts] : []);
	const accepted = new Set();
	for (const other of [
		"ci",
		"local",
		"box"
	].filter((one) => one !== place)) {
		const legs = legsOf(other);
		if (legs.some(isUnsaid)) {
			const fact = `${other} does not say how many tests it collected`;
			return {
				finding: finding("FACT_MISSING", fact),
				accepted: []
			};
		}
		const found = compareWith(facts, legsOf(place), legs);
		const { files = [] } = claims.fewer?.[place] ?? {};
		const open = found?.files.filter((file) => !files.some((glob) => matchesGlob(glob, file)));
		for (const file of found?.files ?? []) if (!open?.includes(file)) accepted.add(file);
		if (found && open && (open.length > 0 || found.files.length === 0)) {
			const which = open.length === 0 ? "" : `: fewer from ${tellFiles(open)}`;
			const fact = `${found.mine} collected, ${other} collected ${found.theirs}${which}`;
			return {
				finding: finding("PARTIAL_RUN", fact),
				accepted: []
			};
		}
	}
	return {
		finding: void 0,
		accepted: [...accepted]
	};
}
const tellFiles = (files) => firstFew(files, 3);
function compareWith(facts, siblings, others) {
	const { tests = {} } = facts;
	const told = others.filter((other) => other.tests && unitOf(other.tests) === "files");
	if (others.length === 0) return void 0;
	if (unitOf(tests) === "files" && told.length > 0) {
		const [mine, theirs] = [together([facts, ...siblings]), together(told)];
		const files = fewerIn(mine, theirs, skippedIn([facts, ...siblings]));
		return files.length > 0 ? {
			mine: sumOf(mine),
			theirs: sumOf(theirs),
			files
		} : void 0;
	}
	const [mine, theirs] = [tests.collected ?? 0, Math.min(...others.map((other) => other.tests?.collected ?? 0))];
	return mine < theirs ? {
		mine,
		theirs,
		files: []
	} : void 0;
}
const isSameContent = ({ tests: a }, { tests: b }) => a?.content_after !== void 0 && a.content_after === b?.content_after;
const executedLess = (a, b) => isSameContent(a, b) && (a.tests?.executed ?? 0) < (b.tests?.executed ?? 0) && (a.tests?.skipped ?? 0) > (b.tests?.skipped ?? 0);
const isLess = (a, b) => executedLess(a, b) || isSameContent(a, b) && compareWith(a, [], [b]) !== void 0;
// src/core/advice/signals/comparisons.ts
function decidingIn(evidence, place) {
	const cell = testsCell(evidence, place);
	const legs = cell ? decidingLegs(cell) : [];
	const ofPlace = evidence.servings.filter((one) => one.place === place);
	return ofPlace.find(({ leg }) => legs.some((one) => one.leg === leg)) ?? ofPlace[0];
}
function sameFact(key, pair) {
	const [a, b] = pair.map(({ facts }) => COUNTED[key]?.(facts));
	return a === void 0 || b === void 0 ? void 0 : a === b;
}
const RUNTIME = Object.keys(COUNTED).filter((key) => key !== "interpreter.executable");
const isSameRuntime = (pair) => RUNTIME.every((key) => sameFact(key, pair) === true);
const inPairs = (match, say) => (evidence) => {
	const { servings } = evidence;
	const files = servings.filter((one, at) => servings.some((other, otherAt) => {
		const pair = at < otherAt ? [one, other] : [other, one];
		return one.place !== other.place && match(pair, evidence);
	}));
	return files.length === 0 ? [] : [{
		places: placesOf(files),
		...say(files, evidence)
	}];
};
function unlikeLast(files, isAlike) {
	const last = files.at(-1);
	return placesOf(files.filter((one) => last !== void 0 && one !== last && !isAlike([one, last])));
}
const isOtherHost = ([{ facts: a }, { facts: b }]) => [
	[a.host?.machine, b.host?.machine],
	[a.host?.container, b.host?.container],
	[a.interpreter?.executable_hash, b.interpreter?.executable_hash]
].some(([one, other]) => changed(one, other));
const hostText = (one) => {
	const { machine = "unknown", container } = one.facts.host ?? {};
	const { executable_hash: hash = "unknown" } = one.facts.interpreter ?? {};
	return `${placeName(one)} ${(container ?? machine).slice(0, 8)} ${hash}`;
};
const areBothGreen = (evidence, pair) => pair.every(({ place }) => testsCell(evidence, place)?.state === "holds");
function fileAtHand(one, evidence) {
	const { kind, label } = one.provenance;
	const { probesFolder, rerun } = evidence.commands;
	const written = kind === "this-run" && !rerun.includes("push") ? `${probesFolder}/${placeName(one)}.txt` : void 0;
	const file = kind === "checkout" ? label : written;
	return file === void 0 ? void 0 : shellName(file, typedAt(evidence, one));
}
const runtimeText = (one) => {
	const { version = "unknown", prefix = "unknown", in_venv } = one.facts.interpreter ?? {};
	return `${placeName(one)} ${version} in ${prefix}${in_venv ? " (venv)" : ""}`;
};
const isOtherRuntime = (pair) => ["interpreter.version", "interpreter.in_venv"].some((key) => sameFact(key, pair) === false);
const fullest = (evidence) => PLACES.filter((place) => testsCell(evidence, place)).flatMap((place) => evidence.servings.filter((one) => one.place === place).sort((a, b) => (b.facts.tests?.executed ?? 0) - (a.facts.tests?.executed ?? 0)).slice(0, 1));
function isPartSomewhere(evidence) {
	const files = fullest(evidence);
	return files.some((one) => files.some((other) => isLess(one.facts, other.facts)));
}
const ranText = ({ facts: { tests } }) => `${tests?.executed ?? 0} and ${tests?.skipped ?? 0} skipped`;
const COMPARISONS = [
	{
		id: FEWER_EXECUTED,
		when: "on equal content a place skipped more tests, and executed fewer, than another one",
		trust: false,
		find: (evidence) => {
			const files = fullest(evidence);
			return files.flatMap((one) => {
				const fuller = files.filter((other) => executedLess(one.facts, other.facts));
				const [most] = [...fuller].sort((a, b) => (b.facts.tests?.executed ?? 0) - (a.facts.tests?.executed ?? 0));
				if (most === void 0) return [];
				const counts = `${ranText(one)}, ${most.place} ${ranText(most)}`;
				return [{
					places: placesOf([one, ...fuller]),
					apart: [one.place],
					what: `${one.place} executed fewer tests than ${joinWords(placesOf(fuller))}: ${counts}`,
					next: `see what is skipped there and why: ${testCommand(typedAt(evidence, one), ["-rs"])}`
				}];
			});
		}
	},
	{
		id: "green-here-red-there",
		when: "tests hold in one place and fail in another",
		trust: false,
		find: (evidence) => {
			const inState = (state) => PLACES.filter((place) => testsCell(evidence, place)?.state === state).flatMap((place) => decidingIn(evidence, place) ?? []);
			const [green, red] = [inState("holds"), inState("fails")];
			const pair = [red.at(-1), green.at(-1)].filter((one) => one !== void 0);
			if (pair.length < 2) return [];
			const files = pair.flatMap((one) => fileAtHand(one, evidence) ?? []);
			const where = files.length === 2 ? `git diff --no-index ${files.join(" ")}` : "see \"Facts of the two places that disagree\" in this report";
			return [{
				places: placesOf([...green, ...red]),
				apart: placesOf(red),
				what: `tests hold in ${joinWords(placesOf(green))}, fail in ${joinWords(placesOf(red))}`,
				next: `read the difference of the two session records: ${where}`
			}];
		}
	},
	{
		id: "same-bytes-other-runtime",
		when: "the content is equal, the runtime is not",
		trust: false,
		find: inPairs((pair) => {
			const [a, b] = pair.map(({ facts }) => facts.git?.tree_content);
			return a !== void 0 && a === b && isOtherRuntime(pair);
		}, (files) => ({
			apart: unlikeLast(files, (pair) => !isOtherRuntime(pair)),
			what: `the same files on ${namesOf(files)}, not the same runtime`,
			next: `compare version, prefix and venv: ${files.map(runtimeText).join(", ")}`
		}))
	},
	{
		id: "same-path-other-host",
		when: "the same relative paths, on another machine or with another executable",
		trust: false,
		find: inPairs((pair, evidence) => sameFact("git.cwd", pair) === true && isOtherHost(pair) && !isSameRuntime(pair) && !areBothGreen(evidence, pair), (files) => ({
			apart: unlikeLast(files, isSameRuntime),
			what: `the same relative paths on ${namesOf(files)}, but another machine or executable`,
			next: `compare machine and executable first: ${files.map(hostText).join(", ")}`
		}))
	},
	{
		id: "same-runtime",
		when: "version, environment, cwd, PYTHONPATH and hooks agree",
		trust: true,
		find: inPairs((pair, evidence) => isSameRuntime(pair) && !isPartSomewhere(evidence), (files, evidence) => ({
			what: `${namesOf(files)} agree on version, venv, cwd, PYTHONPATH and hooks`,
			next: `take the patch and rerun the same command here: ${files[0] ? testCommand(typedAt(evidence, files[0])) : ""}`
		}))
	}
];
// src/core/advice/signals/doubts.ts
const isRelative = (path) => !/^(?:[~/\\]|[A-Za-z]:)/.test(path);
const isSeenInTests = ({ tests }, name) => (getOwn(tests?.origins, name)?.label ?? "none") !== "none";
function misleading({ place, facts }, { rows }) {
	const lacks = rows.some(({ kind, cells }) => {
		const cell = kind === "package installed" ? cells[place] : null;
		return cell !== null && cell.state !== "holds";
	});
	return (facts.interpreter?.on_path ?? []).flatMap(({ name, kind, starts }) => {
		return (kind === "script" || kind === "shim") && (starts === "none" || starts === "other" && lacks) ? [name ?? "a shim"] : [];
	});
}
const DOUBTS = [
	{
		id: "invisible-file",
		when: "a claimed file or module is outside what this cwd can see",
		trust: false,
		find: inEach(({ facts, name, typed }) => {
			const files = subjectsWhere(facts.persist?.files, ({ outside_cwd }, path) => outside_cwd === true && isRelative(path));
			const modules = subjectsWhere(facts.packages?.claimed, ({ in_tree, importable }, module) => in_tree === true && importable === false && !isSeenInTests(facts, module));
			if (files.length + modules.length === 0) return void 0;
			const cwd = facts.tests?.session?.cwd ?? facts.git?.cwd ?? "unknown";
			return {
				what: `${name} cannot see ${[...files, ...modules].join(", ")} from ${cwd}`,
				next: `print os.getcwd() from inside a test and run ${testCommand(typed, ["-s"])}`
			};
		})
	},
	{
		id: "only-without-isolation",
		when: "green without `-I`, red with it",
		trust: false,
		find: inEach(({ facts, name, typed }) => {
			const { exit_status: plain, isolated } = facts.tests ?? {};
			if (plain !== 0 || isolated?.exit_status === void 0 || isolated.exit_status === 0) return void 0;
			return {
				what: `${name}: green without -I, exit status ${isolated.exit_status} with it`,
				next: `make the project independent of the home directory until this is green: ${isolatedCommand(typed)}`
			};
		})
	},
	{
		id: "no-session",
		when: "tests are said to have run, and no believed record says so",
		trust: false,
		find: inEach(({ facts: { tests }, name, typed }) => {
			if (!(tests?.source !== void 0 && tests.source !== "none" && !tests.unstarted) || tests?.believed !== false) return void 0;
			const { disbelief: codes = [] } = tests;
			const why = codes.length > 0 ? `: ${tellDisbelief(codes)}` : "";
			const first = codes.length === 0 || codes.includes("no-session") ? "load the plugin, so that the session is recorded" : "run them once more, with the record on";
			return {
				what: `tests ran in ${name}, and their record does not count${why}`,
				next: `${first}: ${lastProbe(typed, ["--tests", "always"])}`
			};
		})
	},
	{
		id: "orphan-report",
		when: "a report is there that no session record names",
		trust: false,
		find: inEach(({ facts, name, typed }) => {
			const names = subjectsWhere(facts.tests?.reports, ({ exists, recorded, now }) => exists === true && now !== void 0 && recorded !== now);
			if (names.length === 0) return void 0;
			return {
				what: `${name}: no session record knows ${names.join(", ")}`,
				next: `regenerate it and keep logs per place: ${testCommand(typed)}`
			};
		})
	},
	{
		id: "broken-launcher",
		when: "console scripts start another interpreter, or none; so does a pip on PATH where a package is missing",
		trust: false,
		find: inEach((file, evidence) => {
			const { scripts_other: other = 0, scripts_broken: broken = 0 } = file.facts.interpreter ?? {};
			const count = other + broken;
			const all = [...count > 0 ? [counted(count, "console script")] : [], ...misleading(file, evidence)];
			if (all.length === 0) return void 0;
			const start = all.length > 1 || count > 1 ? "start" : "starts";
			return {
				what: `${all.join(", ")} of ${file.name} ${start} another interpreter, or none`,
				next: `call the interpreter by its path: ${file.typed.python} -m pip`
			};
		})
	},
	{
		id: "failing-hook",
		when: "a start-up hook fails at every start of Python",
		trust: null,
		find: inEach(({ facts, name }) => {
			const { sitecustomize, usercustomize, pth_error } = facts.path ?? {};
			const error = facts.tests?.hook_error || sitecustomize?.error || usercustomize?.error || pth_error;
			return error ? {
				what: `${name}: a start-up hook failed: ${error}`,
				next: mendHook(facts)
			} : void 0;
		})
	},
	{
		id: "fresh-box",
		when: "host, boot or container changed since the last probe of a place",
		trust: null,
		find: inEach(({ facts: { previous, host }, place, name }) => {
			const what = [
				...changed(previous?.machine, host?.machine) ? ["host"] : [],
				...changed(previous?.boot, host?.boot) ? ["boot"] : [],
				...changed(previous?.container, host?.container) ? ["container"] : []
			];
			if (place !== "box" || what.length === 0) return void 0;
			return {
				what: `${what.join(" and ")} of ${name} changed since its last probe`,
				next: "treat the disk as new: install again and set again what the last session had"
			};
		})
	},
	{
		id: "older-content",
		when: "local or box speak of an earlier commit, or of uncommitted changes",
		trust: "as-far-as-it-goes",
		find: inEach(({ facts, place, relation, commitsBehind, rebased, name, typed }) => {
			if (place === "ci" || relation !== "earlier") return void 0;
			const probe = lastProbe(typed);
			const about = earlierText(facts, commitsBehind ?? 0, rebased);
			if (commitsBehind === 0 || commitsBehind === null) return {
				what: `${name} speaks of ${about}`,
				trust: false,
				next: `commit or ignore them, then probe again: ${probe}`
			};
			return {
				what: `${name} speaks of ${facts.git?.head?.slice(0, 7) ?? "an unnamed commit"}, ${about}`,
				next: `probe again at the head: ${probe}`
			};
		})
	},
	{
		id: "secret-on-box",
		when: "a file of secrets or a secret-looking variable is on the box",
		trust: null,
		find: inEach(({ facts: { secrets }, place, name }) => {
			const files = subjectsWhere(secrets?.files, ({ exists }) => exists === true);
			const names = secrets?.env_names ?? 0;
			if (place !== "box" || files.length === 0 && names === 0) return void 0;
			const variables = names > 0 ? [counted(names, "secret-looking variable name")] : [];
			return {
				what: `on ${name}: ${[...files, ...variables].join(", ")}`,
				next: "rotate it when the box is given up, and delete the files there"
			};
		})
	}
];
// src/core/advice/signals/signals.ts
const SIGNALS = [
	...CAUSES,
	...DOUBTS,
	...COMPARISONS
];
function signalsOf({ id, trust, find }, evidence) {
	const places = new Map();
	for (const sighting of find(evidence)) {
		const same = places.get(sighting.what);
		const all = inOrder([...same?.places ?? [], ...sighting.places]);
		places.set(sighting.what, {
			...same ?? sighting,
			places: all
		});
	}
	return [...places.values()].map((sighting) => ({
		id,
		trust,
		...sighting
	}));
}
const openPlaces = (rows) => askedCells(rows).flatMap(({ place, cell }) => isOpen$1(cell) ? [place] : []);
function findSignals(evidence) {
	const open = openPlaces(evidence.rows);
	const isAside = ({ places }) => places.some((place) => open.includes(place)) ? 0 : 1;
	return SIGNALS.flatMap((rule) => signalsOf(rule, evidence)).sort((a, b) => isAside(a) - isAside(b));
}
// src/core/compare/differences.ts
function matchesPattern(value, pattern) {
	const [first = "", ...rest] = pattern.split("*");
	const last = rest.pop();
	if (last === void 0) return value === pattern;
	if (!value.startsWith(first) || value.length < first.length + last.length || !value.endsWith(last)) return false;
	let from = first.length;
	for (const part of rest) {
		const at = value.indexOf(part, from);
		if (at < 0) return false;
		from = at + part.length;
	}
	return from <= value.length - last.length;
}
function excuses({ values }, seen) {
	const patterns = Object.values(values ?? {});
	if (patterns.length === 0) return false;
	return [...seen].every(([place, found]) => {
		const own = getOwn(values, place);
		const allowed = own === void 0 ? patterns : [own];
		return found.every((value) => value !== null && allowed.some((pattern) => matchesPattern(value, pattern)));
	});
}
function explainDifference(key, seen, claims) {
	return claims.explanations.find((one) => one.key === key && excuses(one, seen))?.because ?? null;
}
function valuesOf(serving, read) {
	const values = new Map();
	for (const place of PLACES) {
		const legs = serving.filter((one) => one.place === place);
		const said = legs.map(({ facts }) => read(facts) ?? null);
		if (legs.length > 0) values.set(place, [...new Set(said)]);
	}
	return values;
}
function agree(values) {
	const [first = [], ...others] = [...values.values()];
	return ![...values.values()].some((found) => found.includes(null)) && first.some((value) => others.every((found) => found.includes(value)));
}
function agreeInAll(values) {
	const [first, ...others] = new Set([...values.values()].flat());
	return first !== null && others.length === 0;
}
function shown(values, serving, read) {
	const text = (place, value, alone) => {
		const legs = serving.filter((one) => one.place === place && (read(one.facts) ?? null) === value);
		const names = alone ? "" : ` (${legs.map(({ leg }) => leg ?? place).join(", ")})`;
		return `${value ?? "unknown"}${names}`;
	};
	const entries = [...values].map(([place, found]) => {
		return [place, found.map((value) => text(place, value, found.length === 1)).join(", ")];
	});
	return Object.fromEntries(entries);
}
const MAX_ONLY = 10;
const OF_A_MATRIX = ["interpreter.version"];
function countedDifferences(serving, claims) {
	return Object.entries(COUNTED).flatMap(([key, read]) => {
		const values = valuesOf(serving, read);
		const same = OF_A_MATRIX.includes(key) ? agree(values) : agreeInAll(values);
		if (serving.length < 2 || same) return [];
		const explained = explainDifference(key, values, claims);
		return [{
			key,
			values: shown(values, serving, read),
			counted: true,
			explained
		}];
	});
}
function contextDifference(key, serving, read) {
	const all = [...valuesOf(serving, read)];
	const known = new Map(all.filter(([, found]) => !found.includes(null)));
	if (known.size < 2 || known.size < all.length || agree(known)) return [];
	return [{
		key,
		values: shown(known, serving, read),
		counted: false,
		explained: null
	}];
}
const contextDifferences = (serving) => Object.entries(CONTEXT).flatMap(([key, read]) => contextDifference(key, serving, read));
function versionText(facts, name, claims) {
	const here = getOwn(facts.packages?.claimed, name);
	const version = (packageInTests(facts, claims, name) ?? here)?.version;
	if (version === void 0 || version === "") return void 0;
	const locked = here?.locked ?? [];
	return locked.length === 0 || locked.includes(version) ? version : `${version}, locked is ${locked.join(" or ")}`;
}
function versionDifferences(serving, claims) {
	const asked = claims.claims.filter(({ kind, fromRepo }) => kind === "package installed" && !fromRepo);
	return [...new Set(asked.map(({ subject }) => subject))].flatMap((name) => {
		const key = versionKey(name);
		const read = (facts) => versionText(facts, name, claims);
		const known = new Map([...valuesOf(serving, read)].filter(([, found]) => !found.includes(null)));
		const unlocked = [...known.values()].flat().some((value) => value?.includes(", locked is "));
		if (agree(known) && !unlocked) return [];
		const explained = explainDifference(key, known, claims);
		return [{
			key,
			values: shown(known, serving, read),
			counted: true,
			explained
		}];
	});
}
const onlyIn = (items) => items.length === 0 ? "nothing of its own" : `only here: ${firstFew(items, MAX_ONLY)}`;
function setDifferences(serving) {
	return Object.entries(CONTEXT_SETS).flatMap(([key, read]) => {
		const sets = new Map();
		for (const { place, facts } of serving) {
			const items = read(facts);
			if (items) sets.set(place, new Set([...sets.get(place) ?? [], ...items]));
		}
		const own = [...sets].map(([place, items]) => {
			const others = [...sets].filter(([other]) => other !== place).map(([, of]) => of);
			return [place, [...items].filter((item) => others.every((of) => !of.has(item))).sort()];
		});
		if (sets.size < 2 || own.every(([, items]) => items.length === 0)) return [];
		return [{
			key,
			values: Object.fromEntries(own.map(([place, items]) => [place, onlyIn(items)])),
			counted: false,
			explained: null
		}];
	});
}
function excusesNothing(key, found, serving) {
	const difference = found.find((one) => one.key === key);
	if (difference === void 0) return true;
	const read = COUNTED[key];
	return difference.explained === null && serving.every(({ facts }) => read?.(facts) !== void 0);
}
function compareFacts(serving, claims) {
	const differences = [...countedDifferences(serving, claims), ...versionDifferences(serving, claims)];
	if (new Set(serving.map(({ place }) => place)).size < 2) return {
		differences,
		staleExplanations: []
	};
	const staleExplanations = claims.explanations.map(({ key }) => key).filter((key) => !isCellKey(key)).filter((key) => excusesNothing(key, differences, serving));
	const context = [...contextDifferences(serving), ...setDifferences(serving)];
	return {
		differences: [...differences, ...context],
		staleExplanations
	};
}
// src/core/judge/column.ts
const WORST_FIRST = [
	"fails",
	"unknown",
	"holds"
];
function combineLegs(judged) {
	const stateIn = ({ finding }) => stateOf(finding.reason);
	const state = WORST_FIRST.find((one) => judged.some((j) => stateIn(j) === one));
	const deciding = judged.filter((j) => stateIn(j) === state);
	const [first] = deciding;
	if (state === void 0 || first === void 0) return void 0;
	const whole = judged.length === 1 && first.slot.leg === null;
	const unseen = state === "fails" ? [...judged.filter((j) => stateIn(j) === "unknown"), ...doubtsOf(deciding)] : [];
	return {
		first,
		deciding,
		state,
		legs: [...whole ? [] : deciding, ...unseen].map((j) => ({
			leg: j.slot.leg ?? j.slot.place,
			state: stateIn(j),
			reason: j.finding.reason,
			fact: j.finding.fact
		}))
	};
}
const doubtsOf = (judged) => judged.flatMap(({ slot, doubt }) => doubt ? [{
	slot,
	finding: doubt
}] : []);
function explainCell(column, key, all) {
	const { reason } = column.first.finding;
	if (column.state !== "fails" || isNeverExcused(key, reason)) return null;
	if (column.deciding.some((one) => one.finding.reason !== reason)) return null;
	return all.find((one) => one.key === key && one.reason === reason)?.because ?? null;
}
function excuseColumn(column, judged, key, all) {
	const explained = explainCell(column, key, all);
	const others = [...judged.filter((one) => !column.deciding.includes(one)), ...doubtsOf(column.deciding)];
	const rest = explained === null ? void 0 : combineLegs(others);
	return rest?.state === "unknown" ? {
		column: rest,
		explained: null
	} : {
		column,
		explained
	};
}
function silentColumn(place) {
	const first = {
		slot: {
			place,
			leg: null,
			serving: null,
			silent: null,
			considered: null,
			doubted: [],
			note: null
		},
		finding: finding("NO_PROBE", `no file from ${place}`)
	};
	return {
		first,
		deciding: [first],
		state: "unknown",
		legs: []
	};
}
// src/core/judge/env.ts
const USUAL_FILE = ".env";
function judgeEnv(facts, claim, claims) {
	if (beliefIn(facts, claims) === "unclear") return findUnclear(facts, claims);
	const found = isInTests(facts, claims) ? judgeInTests(facts, claim) : judgeHere(facts, claim);
	return found.reason === "UNSET" ? judgeFile$1(facts, claim, found, isInTests(facts, claims)) : found;
}
function judgeInTests({ tests, env }, { subject, empty }) {
	const there = getOwn(tests?.env, subject);
	if (there === void 0) return findMissing("tests", tests, tests?.env);
	if (there.set === void 0) return lacks("tests", tests, `env.${subject}.set`);
	const here = getOwn(env?.claimed, subject);
	if (!there.set) return here?.set === true && here.start !== "empty" ? finding("NOT_IN_TEST_PROCESS", "set in the probed process, not in the test process") : finding("UNSET", "not set in the test process");
	if (there.start === void 0) return lacks("tests", tests, `env.${subject}.start`);
	if (there.start === "unset") return finding("UNSET", "only the tests set it, not this place");
	if (there.start !== "untold") return filled(there.start, empty, "IN_TEST_PROCESS", "set in the test process");
	if (here?.start === void 0) return lacks("env", env, `claimed.${subject}.start`);
	return here.start === "unset" ? lacks("tests", tests, `env.${subject}.start: this system does not tell who set it`) : filled(here.start, empty, "IN_TEST_PROCESS", "set in the test process");
}
function judgeHere({ env }, { subject, empty }) {
	const here = getOwn(env?.claimed, subject);
	if (here === void 0) return findMissing("env", env, env?.claimed);
	if (here.set === void 0) return lacks("env", env, `claimed.${subject}.set`);
	if (!here.set) return finding("UNSET", "not set in the probed process");
	if (here.start === void 0) return lacks("env", env, `claimed.${subject}.start`);
	if (here.start === "unset") return finding("UNSET", "the probed process set it for itself, as it started");
	return filled(here.start, empty, "SET", "set in the probed process");
}
const filled = (start, empty, reason, fact) => start === "filled" || empty ? finding(reason, start === "filled" ? fact : `${fact}, empty`) : finding("EMPTY", `${fact}, to nothing`);
function judgeFile$1({ env, tests }, claim, unset, inTests) {
	const { subject, fromFile, empty } = claim;
	const here = getOwn(env?.claimed, subject);
	const file = fromFile ?? USUAL_FILE;
	const inTheEnd = inTests && getOwn(tests?.env, subject)?.set === true;
	if (fromFile === void 0 && !(inTheEnd && here?.from === file && here.file === "filled")) return unset;
	if (here?.from !== file) return findMissing("env", env, env?.claimed);
	switch (here.file) {
		case "filled":
		case "empty": return filled(here.file, empty, "SET", `set by ${file}`);
		case "unset": return finding("UNSET", `${unset.fact}, nor by ${file}`);
		case "absent": return finding("UNSET", `${unset.fact}, and there is no ${file}`);
		case "tracked": return finding("UNSET", `${unset.fact}; git tracks ${file}: what it sets is no fact of a place`);
		default: return lacks("env", env, `claimed.${subject}.file`);
	}
}
function compareValue(here, ci, { subject }, claims) {
	const own = hashIn(here, subject, claims);
	if (own === void 0) return isInTests(here, claims) ? lacks("tests", here.tests, `env.${subject}.hash`) : lacks("env", here.env, `claimed.${subject}.hash`);
	const theirs = ci.map((facts) => hashIn(facts, subject, claims));
	if (theirs.some((hash) => hash !== void 0 && hash !== own)) return finding("VALUE_DIFFERS", "set, but not to the value that ci has");
	return theirs.length === 0 || theirs.includes(void 0) ? finding("FACT_MISSING", `no hash of ${subject} from ci to compare with`) : null;
}
function hashIn(facts, subject, claims) {
	if (beliefIn(facts, claims) === "unclear") return void 0;
	return isInTests(facts, claims) ? getOwn(facts.tests?.env, subject)?.hash : getOwn(facts.env?.claimed, subject)?.hash;
}
// src/core/judge/same-machine.ts
const isHosted = ({ probe }) => ["github-hosted", "hosted"].includes(probe?.ci?.runner ?? "");
const differ = (a, b) => a !== void 0 && b !== void 0 && a !== b;
const isInsideAndOutside = (outside, inside) => outside.host?.in_container === false && inside.host?.in_container === true && inside.host.container !== void 0 && inside.host.machine_absent === true;
function areProvenDifferent(a, b) {
	return differ(a.host?.machine, b.host?.machine) || differ(a.host?.container, b.host?.container) || isInsideAndOutside(a, b) || isInsideAndOutside(b, a) || differ(a.host?.boot, b.host?.boot) && (isHosted(a) || isHosted(b));
}
const areTwoCheckouts = ({ host: a }, { host: b }) => differ(a?.checkout, b?.checkout) && differ(a?.checkout_folder, b?.checkout_folder);
const GIVES_WAY_TO = {
	local: ["ci"],
	box: ["local", "ci"],
	ci: []
};
function separateMachines(slots, box) {
	return slots.map((slot) => {
		const { serving } = slot;
		if (serving === null) return slot;
		const other = slots.find((one) => findTwin(serving, one, box) !== null);
		const silent = other && findTwin(serving, other, box);
		return silent ? {
			...slot,
			serving: null,
			silent,
			doubted: [serving],
			twin: other.place
		} : slot;
	});
}
function findTwin({ place, facts }, other, box) {
	if (!GIVES_WAY_TO[place].includes(other.place)) return null;
	if (isUnread(other)) return finding("UNREADABLE_FILE", `nothing tells it from ${other.place}: ${other.silent?.fact ?? "not readable"}`);
	const theirs = other.considered?.facts;
	if (other.silent?.reason === "WRONG_PLACE") return null;
	if (theirs === void 0 || areProvenDifferent(facts, theirs)) return null;
	if (box === "worktree" && other.place === "local" && areTwoCheckouts(facts, theirs)) return null;
	const { machine, checkout } = facts.host ?? {};
	if (checkout !== void 0 && checkout === theirs.host?.checkout) return finding("SAME_MACHINE", `the same checkout as ${other.place}`);
	const same = machine !== void 0 && machine === theirs.host?.machine;
	return finding("SAME_MACHINE", same ? `same machine id as ${other.place}` : `nothing tells it from ${other.place}`);
}
// src/core/judge/file.ts
const CANARY = "canary:";
const LOGIN_AGE_S = 600;
function judgeFile(facts, claim, runIds) {
	const { subject } = claim;
	return subject.startsWith(CANARY) ? judgeCanary(facts, subject.slice(7), runIds) : judgeNamed(facts, subject);
}
function judgeNamed({ persist, probe }, subject) {
	const file = getOwn(persist?.files, subject);
	if (file === void 0) return findMissing("persist", persist, persist?.files);
	if (file.exists === false) return finding("MISSING", file.kind === "pointer" ? "only a pointer of Git LFS to it is there" : "not there");
	if (file.readable === false) return finding("UNREADABLE", "there, not readable by this user");
	if (!file.exists) return lacks("persist", persist, `files.${subject}.exists`);
	if (!file.readable) return lacks("persist", persist, `files.${subject}.readable`);
	if (file.empty === void 0) return lacks("persist", persist, `files.${subject}.empty`);
	if (file.empty) return finding("EMPTY", file.kind === "directory" ? "there, with no content below it" : "there, 0 bytes");
	if (file.memory === void 0) return lacks("persist", persist, `files.${subject}.memory`);
	if (file.memory) return finding("SAME_SESSION", "there, in memory (tmpfs): it ends with this boot");
	if (probe?.place === "box" && !file.tracked) {
		if (file.kept === void 0) return lacks("persist", persist, `files.${subject}.kept`);
		if (!file.kept) return finding("SAME_SESSION", "there, made in this session");
	}
	const size = file.size === void 0 ? "" : `, ${file.size} bytes`;
	return finding("EXISTS", `there${size}`);
}
function judgeCanary(facts, where, runIds) {
	const { persist, probe } = facts;
	const hosted = isHosted(facts);
	const ephemeral = finding("EPHEMERAL_RUNNER", "a hosted runner is thrown away after the job");
	if (probe?.place === "ci" && hosted) return ephemeral;
	if (probe?.place === "ci" && probe.ci?.runner === void 0) return lacks("probe", probe, "ci.runner");
	const canary = getOwn(persist?.canary, where);
	if (canary === void 0) return findMissing("persist", persist, persist?.canary);
	const found = judgeMemory(facts, canary, runIds) ?? judgeSurvival(facts, canary);
	return hosted && found.reason !== "SURVIVED" ? ephemeral : found;
}
function judgeMemory(facts, canary, runIds) {
	const { persist, previous, host } = facts;
	if (canary.remembered === void 0) return lacks("persist", persist, "canary: remembered");
	if (!canary.remembered || canary.remembered_there === true) return null;
	if (canary.remembered_there === void 0) return lacks("persist", persist, "canary: remembered_there");
	const sameMachine = previous?.machine !== void 0 && previous.machine === host?.machine;
	const samePullRequest = previous?.run_id !== void 0 && runIds.includes(previous.run_id);
	return sameMachine || samePullRequest ? finding("CANARY_LOST", `the canary that ${sameMachine ? "this machine" : "this pull request"} remembers is gone`) : finding("FIRST_VISIT", "only a file of another machine names a canary");
}
function judgeSurvival({ persist, host }, canary) {
	if (canary.nonce === void 0) return lacks("persist", persist, canary.writable === false ? "canary: none could be written" : "canary: nonce");
	if (canary.earlier === void 0) return lacks("persist", persist, "canary: earlier");
	if (!canary.earlier) return finding("FIRST_VISIT", "the canary was written by this run");
	const atHome = isAtHome(canary, host);
	const survived = survivedWhat(canary, atHome);
	if (survived === void 0) return finding("SAME_SESSION", "no restart since the canary was written");
	if (!atHome && !canary.committed) return finding("FIRST_VISIT", "another machine or container wrote it: it may have come with an image or a copy");
	return finding("SURVIVED", `${ageText(canary.age_s)}outlived ${survived}`);
}
function isAtHome({ container_changed, machine_same }, host) {
	return container_changed === false && (host?.in_container === true || machine_same === true);
}
function survivedWhat(canary, atHome) {
	if (canary.container_changed) return "its container";
	if (canary.boot_changed) return atHome ? "a reboot" : "its machine";
	return canary.login_changed && (canary.age_s ?? 0) >= LOGIN_AGE_S ? "a login session" : void 0;
}
function ageText(seconds) {
	if (seconds === void 0) return "";
	const [size, unit] = seconds < 7200 ? [60, "minutes"] : seconds < 172800 ? [3600, "hours"] : [86400, "days"];
	return `${Math.floor(seconds / size)} ${unit} old, `;
}
// src/core/judge/secret.ts
const judgeSecret = (facts, { subject, found }, reference) => {
	if (found) return judgeFound(facts, subject, reference);
	return subject === "configuration" ? judgeConfiguration(facts) : judgeSecretFile(facts, subject, reference);
};
const findSecrets = ({ secrets }, reference) => Object.entries(secrets?.found ?? {}).flatMap(([path, commits]) => commits.some((commit) => isOfPullRequest(commit, reference)) ? [path] : []);
function judgeFound({ secrets }, subject, reference) {
	const commit = getOwn(secrets?.found, subject)?.find((one) => isOfPullRequest(one, reference));
	return commit === void 0 ? findMissing("secrets", secrets, void 0) : finding("LOOKS_SECRET", `${commit.slice(0, 7)} brings it`);
}
const WHERE = {
	remotes: "the URL of a git remote",
	instead_of: "url.*.insteadOf",
	headers: "http.*.extraheader or an included credentials file",
	proxies: "the URL of a proxy",
	lfs: "the URL of Git LFS",
	helpers: "an inline credential helper",
	stored: "~/.git-credentials",
	index_urls: "a package index URL",
	direct_urls: "a direct_url.json"
};
const SPOTS = Object.keys(WHERE);
const tellSpots = (isOne) => SPOTS.filter(isOne).map((spot) => WHERE[spot]).join(", ");
function judgeConfiguration({ secrets }) {
	const { configuration } = secrets ?? {};
	const where = tellSpots((spot) => configuration?.[spot] === true);
	const missing = SPOTS.find((spot) => configuration?.[spot] === void 0);
	const kept = configuration?.shut === true && missing === void 0;
	if (where !== "") return finding(kept ? "CREDENTIAL_KEPT" : "CREDENTIAL_IN_CONFIG", `in ${where}`);
	if (missing) return lacks("secrets", secrets, `configuration.${missing}`);
	if (secrets?.found === void 0) return lacks("secrets", secrets, "found");
	const given = tellSpots((spot) => configuration?.given?.includes(spot) === true);
	const told = given === "" ? "" : `; set up by CI or the agent's host: in ${given}`;
	return finding("CLEAN", `${READ}${told}`);
}
const READ = "none found in remotes, insteadOf, headers, proxies, LFS URLs, inline helpers, ~/.git-credentials, index URLs and install records";
function judgeSecretFile({ secrets, git }, subject, reference) {
	const file = getOwn(secrets?.files, subject);
	if (file === void 0) return findMissing("secrets", secrets, secrets?.files);
	const refuted = refute(file, reference);
	if (refuted) return refuted;
	const listed = file.others_read !== void 0 || file.unlooked === true;
	if (file.modes === false && !listed) return finding("NO_MODES", "this system has no permission bits to judge");
	const idle = [...file.in_repo === false ? IN_REPO : [], ...file.modes === false ? BITS : []];
	const missing = NEEDED$1.filter((fact) => !idle.includes(fact)).find((fact) => file[fact] === void 0);
	if (missing === "history" && git?.shallow) return finding("SHALLOW", "a shallow clone: its history was not looked at");
	if (missing) return lacks("secrets", secrets, `files.${subject}.${missing}`);
	const [commit] = file.history ?? [];
	if (commit !== void 0) return finding("IN_OLD_HISTORY", `${commit.slice(0, 7)}, an older commit, holds it`);
	return finding("PRIVATE", tellPrivate(file));
}
const NEEDED$1 = words("exists parent_readable modes mine owner_reads others_read tracked ignored in_repo empty copies history");
const IN_REPO = words("ignored");
const BITS = words("mine owner_reads others_read");
function tellPrivate({ mode, modes, others_read, tracked, ignored }) {
	const inGit = tracked ? "tracked, encrypted" : "untracked";
	if (modes) return `mode ${mode ?? "private"}, ${inGit}`;
	if (others_read === false) return `only this user, SYSTEM and Administrators, ${inGit}`;
	return `${inGit}${ignored ? ", ignored" : ""}; who may read it was not looked at`;
}
const TEMPLATE = /\.(?:example|sample|template|dist)(?:\.[^./\\]*)?$/i;
const isOfPullRequest = (commit, { commits, pullRequest }) => commits.includes(commit) || pullRequest && commits.length === 0;
function refute(file, reference) {
	const mode = file.mode === void 0 ? "" : `, mode ${file.mode}`;
	const copies = file.copies ?? [];
	const copy = copies.find((one) => !TEMPLATE.test(one));
	const commit = file.history?.find((one) => isOfPullRequest(one, reference));
	if (file.tracked && !file.encrypted) return finding("TRACKED", "git tracks it");
	if (commit !== void 0) return finding("IN_HISTORY", `${commit.slice(0, 7)} holds it`);
	if (file.parent_readable === false) return finding("UNREADABLE_PARENT", "its directory cannot be searched");
	if (file.exists === false) return finding("ABSENT", "not there");
	if (file.empty) return finding("ABSENT", "empty");
	if (copy !== void 0) return finding("TRACKED", `git tracks the same bytes as ${copy}`);
	if (copies.length > 0) return finding("ABSENT", `still the copy of ${copies[0]}`);
	if (file.others_read) return finding("READABLE_BY_OTHERS", `others can read it${mode}`);
	if (file.in_repo && file.ignored === false && !file.tracked) return finding("NOT_IGNORED", "in the repository, not ignored");
	if (file.modes !== false && (file.mine === false || file.owner_reads === false)) return finding("UNREADABLE", `this user cannot read it${mode}`);
}
// src/core/judge/older.ts
const changedSince = ({ facts }, { since = {} }) => since[facts.git?.head ?? ""];
function olderText(serving, reference) {
	if (serving.rebased) return earlierText(serving.facts, 1, serving.rebased);
	const files = changedSince(serving, reference);
	const commits = commitsText(serving.commitsBehind ?? 0);
	return files ? commits.replace(" before", ` and ${counted(files.length, "file")} before`) : commits;
}
const isOlder = ({ relation, commitsBehind }) => relation === "earlier" && (commitsBehind ?? 0) > 0;
function judgeOlder(serving, reference, claims) {
	if (!isOlder(serving) || claims.olderTests !== false) return void 0;
	const files = (serving.rebased ? void 0 : changedSince(serving, reference)) ?? [];
	const isApart = (file) => (claims.apart ?? []).some((pattern) => matchesGlob(pattern, file));
	if (files.length > 0 && files.every(isApart)) return void 0;
	const at = serving.facts.git?.head?.slice(0, 7);
	return finding("OLDER_CONTENT", `at ${at}, ${olderText(serving, reference)}`);
}
// src/core/judge/green.ts
function outsideText({ outside = {} }) {
	const all = Object.entries(outside).map(([folder, count]) => `${counted(count, "test")} of ${folder}`);
	return all.length === 0 ? "" : `not counted: ${joinWords(all)}, another checkout`;
}
function placeText(serving, reference) {
	const { facts } = serving;
	const { headSha, mergeSha } = reference;
	const sha = facts.git?.head?.slice(0, 7);
	if (sha === void 0) return "";
	if (serving.relation === "earlier") return ` at ${sha}, ${olderText(serving, reference)}`;
	return facts.git?.head === mergeSha && headSha !== void 0 && headSha !== mergeSha ? ` at ${headSha.slice(0, 7)}, merged as ${sha}` : ` at ${sha}`;
}
const acceptedText = (files, { place }, claims) => files.length === 0 ? "" : `fewer than elsewhere from ${tellFiles(files)} (${claims.fewer?.[place]?.because})`;
function greenText(serving, { claims, reference }, accepted) {
	const { tests = {}, git } = serving.facts;
	const { ignored, source, red_before: red } = tests;
	const absent = git?.submodules_absent;
	const notes = [
		red ? `red in ${counted(red, "run")} before` : "",
		leftOutText(tests),
		outsideText(tests),
		acceptedText(accepted, serving, claims),
		ignored ? `with ${ignored === 1 ? "a module" : `${ignored} modules`} that git ignores` : "",
		absent ? `without ${absent === 1 ? "a submodule that is" : `${absent} submodules that are`} not checked out` : "",
		source === "report" ? "as a report counts it" : ""
	];
	return [`${countsText(tests)}${placeText(serving, reference)}`, ...notes.filter((note) => note !== "")].join(", ");
}
// src/core/judge/tests.ts
function judgeTests(serving, context) {
	const { facts } = serving;
	const { tests } = facts;
	if (tests?.source === void 0) return lacks("tests", tests, "source");
	if (tests.source === "none") return finding("NO_RECORD", "no test session was recorded");
	const whole = compareWithPlaces(serving, context.suites, context.claims);
	return judgeIdentity(facts) ?? judgeOutcome(tests) ?? judgeEarlier(serving) ?? judgeSessions(tests) ?? judgeOrigins(tests, ownNames(context), context.claims.ownNothing) ?? judgeCompleteness(facts, context.claims) ?? judgeInterpreter(facts) ?? judgeBytecode(tests) ?? judgeContent(serving, context.reference) ?? judgeOlder(serving, context.reference, context.claims) ?? judgeReports(tests, context.claims) ?? whole.finding ?? judgeMissing(serving, context.claims) ?? finding(isOlder(serving) ? "GREEN_EARLIER" : "GREEN", greenText(serving, context, whole.accepted));
}
const ownNames = ({ own, claims }) => {
	const claimed = claims.claims.filter(({ fromRepo }) => fromRepo).map(({ subject }) => importName(subject));
	return [...new Set([...own, ...claimed])];
};
const firstNo = (questions) => questions.find(({ answer }) => answer === false);
function judgeIdentity(facts) {
	const foreign = firstNo(identityOf(facts));
	if (foreign) return finding("FOREIGN_RECORD", foreign.otherwise);
	if (facts.tests?.source === "report" || facts.tests?.session?.same_tree !== false) return void 0;
	return finding("OTHER_CHECKOUT", "the session ran in another working tree");
}
function judgeOutcome(tests) {
	const { exit_status: status, executed, errors = 0, failed = 0, collect_only, unstarted } = tests;
	const ended = statusText(tests);
	const onlyExpected = (tests.xpassed ?? 0) > 0 && tests.passed === tests.xpassed;
	const nothing = executed === 0 || onlyExpected && failed === 0 || status === 5 || collect_only === true;
	if (nothing && (errors > 0 || status === 4)) return finding("COLLECTION_ERROR", `${ended}, ${counted(errors, "error")}, no test executed`);
	if (failed > 0 || errors > 0) return finding("FAILED", countsText(tests));
	if (unstarted && status !== void 0 && status !== 0) return finding("NO_RUNNER", `${unstarted} ${status === 126 ? "may not be executed" : "is not there"}, ${ended}`);
	if (nothing && outsideText(tests) !== "") return finding("PARTIAL_RUN", outsideText(tests));
	if (nothing) return finding("NOTHING_EXECUTED", `${ended}, ${nothingText(tests)}`);
	if (status !== void 0 && status !== 0) return finding("FAILED", [
		ended,
		countsText(tests),
		outsideText(tests)
	].filter(Boolean).join(", "));
}
function judgeEarlier({ place, facts: { tests = {} } }) {
	const { red_apart: apart = 0 } = tests;
	if (place !== "ci" || apart === 0) return void 0;
	return finding("FAILED", `red in ${counted(apart, "run")} with other variables, then ${countsText(tests)}`);
}
const statusText = ({ exit_status: status }) => status === 256 ? "killed or never ended" : `exit ${status ?? "?"}`;
function judgeSessions({ source, sessions, cached }) {
	if (source !== "report" && sessions !== 0) return void 0;
	if (cached) return finding("CACHED_RESULT", cached);
	return source === "report" ? void 0 : finding("NO_RECORD", "the command left no session and no report");
}
const OWN_TEXT = /^(?:NameError|UnboundLocalError|SyntaxError|IndentationError|TabError)\b/;
function judgeCompleteness(facts, claims) {
	const { tests } = facts;
	if (tests?.hook_error && !OWN_TEXT.test(tests.hook_error)) return finding("HOOK_ERROR", tests.hook_error);
	if (tests?.interrupted) return finding("PARTIAL_RUN", "the session was interrupted");
	if (isWhole(facts) === false) return finding("PARTIAL_RUN", `narrowed by ${tests?.narrowed?.join(" ")}`);
	if (isClaimedCommand(facts, claims) === false) return finding("NO_RECORD", otherCommand(facts, claims));
	return tests && judgeReported(tests);
}
function judgeReported(tests) {
	if (!lostAfterCollecting(tests)) return void 0;
	return finding("PARTIAL_RUN", `${tests.collected} collected, ${reportedIn(tests)} reported`);
}
const namesPython = ({ source, command }) => source !== "report" && /^python3?$/.test(command?.[0] ?? "python");
function judgeInterpreter(facts) {
	const { tests, interpreter } = facts;
	if (!tests || !namesPython(tests)) return void 0;
	const { prefix_agrees: agrees, version } = tests.session ?? {};
	if (agrees === false) return ranElsewhere(facts);
	return equal(version, interpreter?.version) === false ? finding("OTHER_INTERPRETER", `tests ran on Python ${version}, ${interpreter?.version} was probed`) : void 0;
}
function judgeReports({ reports }, { testReports }) {
	for (const path of testReports) {
		const report = getOwn(reports, path);
		if (report?.exists === false) return finding("REPORT_MISMATCH", `${path} is not there`);
		if (report?.recorded && report.now && report.recorded !== report.now) return finding("REPORT_MISMATCH", `${path} is not the file that this session wrote`);
		if (!report?.exists || !report.recorded || !report.now) return finding("FACT_MISSING", `tests.reports: ${path}`);
	}
}
function judgeMissing({ place, facts }, claims) {
	const { tests = {}, interpreter } = facts;
	const { source, session } = tests;
	const named = namesPython(tests);
	const missing = [
		...identityOf(facts).map(({ answer, otherwise }) => [answer, `to exclude: ${otherwise}`]),
		[source === "report" || session?.same_tree, "session.same_tree"],
		[source !== "report" || tests.cached, "cached"],
		[place !== "ci" || source === "report" || tests.red_apart, "red_apart"],
		[!named || session?.prefix_agrees, "session.prefix_agrees"],
		[!named || equal(session?.version, interpreter?.version), "session.version"],
		[isUncounted(tests) ? void 0 : true, unitOf(tests) === "collected" ? "collected" : "files, runner"],
		[source === "report" || tests.xpassed, "xpassed"],
		...NEEDED.map((fact) => [fact === "sessions" && source === "report" || tests[fact], fact])
	].find(([answer]) => answer === void 0);
	if (missing) return lacks("tests", tests, missing[1]);
	if (facts.git?.state === void 0) return lacks("git", facts.git, "state");
	if ([
		isWhole(facts),
		isClaimedCommand(facts, claims),
		isUnchanged(facts),
		isCurrent(facts)
	].includes(void 0)) return lacks("tests", tests, "command, content_before or content_after");
	if (tests.believed !== true) return finding("FOREIGN_RECORD", `not believed by the probe: ${tellDisbelief(tests.disbelief ?? [])}`);
	return (tests.passed ?? 0) > 0 ? void 0 : finding("NOTHING_EXECUTED", "no test passed");
}
const NEEDED = words("foreign sessions exit_status executed collected passed failed errors interrupted hook_error narrowed believed");
// src/core/judge/judge.ts
const judgeRows = (bench) => [...bench.c.claims.claims, ...claimFound(bench)].map((claim) => judgeRow(bench, claim));
function claimFound({ c, slots, reference }) {
	const secrets = c.claims.claims.filter(({ kind }) => kind === "secret stored");
	const seen = slots.flatMap(({ place, serving }) => serving && secrets.some((claim) => claim.in.includes(place)) ? findSecrets(serving.facts, reference).map((subject) => ({
		place,
		subject
	})) : []);
	return [...new Set(seen.map(({ subject }) => subject).sort())].flatMap((subject) => {
		const places = new Set(seen.flatMap((one) => one.subject === subject ? [one.place] : []));
		return secrets.some((claim) => claim.subject === subject) ? [] : [{
			kind: "secret stored",
			subject,
			in: [...places],
			found: true
		}];
	});
}
const judgeRow = (bench, claim) => ({
	kind: claim.kind,
	subject: claim.subject,
	cells: byPlace((place) => {
		return claim.in.includes(place) && lookedAt(bench.c.asked).includes(place) ? judgeCell(bench, claim, place) : null;
	})
});
const isIdleDefault = ({ source }, { reason }) => source === "default" && (reason === "ABSENT" || reason === "NO_MODES");
const isWithheld = ({ withoutSecrets }, claim, place, { reason }) => withoutSecrets === true && place === "ci" && reason === "EMPTY" && soundsSecret(claim.subject);
function judgeCell(bench, claim, place) {
	const { claims } = bench.c;
	const all = bench.slots.filter((slot) => slot.place === place).map((slot) => judgeSlot(bench, claim, slot));
	const judged = all.filter(({ finding }) => !isIdleDefault(claims, finding) && !isWithheld(bench.c, claim, place, finding));
	if (all.length > 0 && judged.length === 0) return null;
	const { column, explained } = excuseColumn(combineLegs(judged) ?? silentColumn(place), judged, cellKey(claim, place), claims.explanations);
	const { state, legs, first } = column;
	const { reason, fact } = first.finding;
	return {
		state,
		reason,
		fact,
		fix: state === "holds" ? null : bench.mend(claim, reason, first.slot),
		explained,
		legs
	};
}
function judgeSlot(bench, claim, slot) {
	const { serving, silent, place, doubted } = slot;
	if (serving !== null) return {
		slot,
		finding: judgeServing(bench, claim, serving)
	};
	const doubt = silent ?? finding("NO_PROBE", `no file from ${place}`);
	for (const considered of doubted) {
		const found = judgeServing(bench, claim, considered);
		if (stateOf(found.reason) === "fails" && !isIdleDefault(bench.c.claims, found)) return {
			slot: {
				...slot,
				considered
			},
			finding: found,
			doubt
		};
	}
	return {
		slot,
		finding: doubt
	};
}
function judgeServing(bench, claim, serving) {
	const judged = judgeClaim(bench, claim, serving);
	const found = stateOf(judged.reason) === "holds" ? judgeLeg(bench, claim, serving) ?? judged : judged;
	if (!claim.compare || serving.place === "ci" || stateOf(found.reason) !== "holds") return found;
	const ci = bench.slots.filter((other) => other.place === "ci").flatMap((other) => [other.serving?.facts ?? {}, ...other.doubted.map(({ facts }) => facts)]);
	return compareValue(serving.facts, ci, claim, bench.c.claims) ?? found;
}
function judgeLeg({ c }, { kind }, { leg, facts }) {
	const promised = kind === "tests green" || kind === "package installed" ? pythonOfLeg(leg) : void 0;
	if (promised === void 0) return void 0;
	const { tests, interpreter } = facts;
	const inTests = isInTests(facts, c.claims);
	const version = inTests ? tests?.session?.version : interpreter?.version;
	if (version === void 0) return inTests ? lacks("tests", tests, "session.version") : lacks("interpreter", interpreter, "version");
	return version.startsWith(`${promised}.`) || version === promised ? void 0 : finding("OTHER_INTERPRETER", `leg ${leg} ran on Python ${version}`);
}
function judgeClaim({ c, slots, reference }, claim, serving) {
	const { facts } = serving;
	switch (claim.kind) {
		case "package installed": return judgePackage(facts, claim, c.claims);
		case "env var set": return judgeEnv(facts, claim, c.claims);
		case "file persisted": return judgeFile(facts, claim, runsOfThisPullRequest(c, reference));
		case "tests green": return judgeTests(serving, {
			claims: c.claims,
			own: c.own,
			reference,
			suites: suitesOf(claim, slots)
		});
		case "secret stored": return judgeSecret(facts, claim, reference);
	}
}
const suitesOf = (claim, slots) => slots.flatMap(({ place, considered }) => considered && claim.in.includes(place) ? [considered] : []);
const runsOfThisPullRequest = (c, reference) => c.candidates.flatMap(({ reading }) => {
	if (!reading.ok) return [];
	const { relation } = relateContent(reading.facts, reference);
	const run = reading.facts.probe?.run_id;
	return run === void 0 || relation === "stale" || relation === "unknown" ? [] : [run];
});
// src/core/judge/serve.ts
function servePlaces(c, places) {
	const reference = referenceFor(c.reference, places.includes("ci") ? filesOf(c, "ci", c.reference) : []);
	const looked = places.map((place) => servePlace(c, place, reference));
	return {
		slots: separateMachines(looked.flatMap(({ slots }) => slots), c.claims.box),
		reference,
		files: looked.flatMap(({ files }) => files)
	};
}
const mayBeHeard = (c, { place, provenance }) => place !== "ci" || provenance.kind === "this-run" || c.ciFromFiles === true;
const filesOf = (c, place, reference) => c.candidates.filter((candidate) => candidate.place === place && mayBeHeard(c, candidate)).map((candidate) => examineFile(candidate, reference)).sort(compareFiles);
const expectedLegs = (c, place) => c.expect.flatMap((name) => {
	const parsed = parsePlaceName(name);
	return parsed?.place === place ? [parsed.leg ?? null] : [];
});
function servePlace(c, place, reference) {
	const expected = expectedLegs(c, place);
	const inLegs = expected.some((leg) => leg !== null) && !expected.includes(null);
	const all = filesOf(c, place, reference);
	const files = all.filter((f) => !inLegs || f.leg !== null || f.candidate.leg);
	return {
		slots: legsOf(c, place, files, expected).map((leg, index) => {
			const slot = slotOf(place, leg, files, missing(c, place, leg, expected));
			return {
				...slot,
				note: noteOf(c, slot, index === 0, expected.length)
			};
		}),
		files: all
	};
}
function legsOf(c, place, files, expected) {
	const unprobed = (c.unprobed ?? []).filter((one) => one.place === place).map(({ leg }) => leg ?? null);
	const present = files.filter((file) => !isOfAnotherTime(file)).map(({ leg }) => leg);
	const legs = new Set([
		...present,
		...expected,
		...unprobed
	]);
	if (legs.size === 0) legs.add(files[0]?.leg ?? null);
	return [...legs].sort((a, b) => compareText(a ?? "", b ?? ""));
}
const isOfAnotherTime = ({ file, refusal }) => refusal?.reason === "NOT_THIS_PR" && file?.relation === "stale" && file.provenance.kind !== "this-run";
function missing(c, place, leg, expected) {
	const why = c.unprobed?.find((one) => one.place === place && (one.leg ?? null) === leg);
	if (why) return finding(why.reason, why.fact);
	const reason = leg !== null && expected.includes(leg) ? "MISSING_LEG" : "NO_PROBE";
	return finding(reason, `no file from ${placeName({
		place,
		leg
	})}`);
}
function slotOf(place, leg, all, absent) {
	const files = all.filter((file) => file.leg === leg);
	const fit = files.filter(({ refusal }) => refusal === null);
	const best = fit[0] ?? files[0];
	const silent = best ? best.refusal ?? findOpen(best, files) ?? findUndated(fit) : absent;
	const considered = best?.file ?? null;
	const doubted = silent ? newestOf(fit).flatMap(({ file }) => file ?? []) : [];
	return {
		place,
		leg,
		considered,
		silent,
		serving: silent ? null : considered,
		doubted,
		note: null
	};
}
function contentNote({ relation, commitsBehind, facts, rebased }) {
	if (relation === "unknown") return "its content cannot be compared: there is no reference";
	if (relation === "stale") return "other content than this checkout";
	return relation === "earlier" ? earlierText(facts, commitsBehind ?? 0, rebased) : void 0;
}
const unheard = (c) => c.candidates.filter(({ place, provenance }) => place === "ci" && provenance.kind !== "this-run").map(({ provenance }) => provenance.label).sort();
function noteOf(c, slot, first, expected) {
	const { serving, place, leg } = slot;
	const ignored = place === "ci" && first && !c.ciFromFiles ? unheard(c) : [];
	const notes = [
		serving ? contentNote(serving) : void 0,
		serving?.provenance.edited ? "edited after it was posted" : void 0,
		place === "ci" && serving && serving.provenance.kind !== "this-run" ? "read from a file, not made in this run" : void 0,
		ignored.length > 0 ? `ignored, ci comes only from this run: ${ignored.join(", ")}` : void 0,
		leg !== null && first && expected === 0 ? "without expect, a missing leg is not noticed" : void 0
	].filter((note) => note !== void 0);
	return notes.length > 0 ? notes.join("; ") : null;
}
function findUnused({ slots, files }) {
	const left = files.filter(isLeftOver);
	const together = left.length > 1 ? [tellLeftOver(left.map(({ candidate }) => candidate.provenance.label))] : [];
	return [...files.filter((file) => !slots.some((slot) => isSaidBy(slot, file))).filter((file) => together.length === 0 || !left.includes(file)).map((file) => ({
		place: file.candidate.place,
		message: whyUnused(file, slots)
	})), ...together];
}
const isLeftOver = ({ candidate: { place, leg, provenance }, refusal }) => place !== "ci" && leg !== void 0 && provenance.kind === "checkout" && refusal?.reason === "NOT_THIS_PR";
const TOLD = 12;
const tellLeftOver = (labels) => ({
	place: null,
	message: `${firstFew(labels, TOLD)}: about other commits`
});
const isSaidBy = ({ considered, silent }, { file, refusal }) => file !== null && considered === file || refusal !== null && silent === refusal;
function whyUnused({ candidate, leg, refusal }, slots) {
	const { place, provenance } = candidate;
	if (refusal?.reason === "NOT_THIS_PR") return `${refusal.fact}, which is other content`;
	if (refusal) return refusal.fact;
	const speaks = slots.find((slot) => slot.place === place && slot.leg === leg)?.serving;
	return speaks ? `${provenance.label}: ${speaks.provenance.label} speaks for ${placeName({
		place,
		leg
	})} instead` : `${provenance.label}: ${placeName({
		place,
		leg
	})} is none of the legs that are expected`;
}
// src/core/verdict/gate.ts
const DEFAULT_FAIL_ON = ["unknown", "fails"];
const BLOCK_TEXTS = {
	NOTHING_CLAIMED: () => "none of the asked places has a claim",
	FAULT: (n) => `${counted(n, "fault")} while gathering or judging`,
	LOOSENED: (n) => `the gate is loosened in ${counted(n, "way")} by someone who may not loosen it`,
	CI_TESTS_FAIL: () => "tests fail in ci, and no sentence can excuse that",
	NEVER_EXCUSED: (n) => `${counted(n, "secret")} tracked, committed or in configuration, and nothing excuses that`,
	UNKNOWN: (n, where) => `${counted(n, "cell is", "cells are")} unknown in ${where}, and unknown never counts as holding`,
	FAILS: (n, where) => `${counted(n, "cell fails", "cells fail")} in ${where}`,
	DIFFS: (n) => `${counted(n, "difference is", "differences are")} unexplained or could not be compared`,
	STALE: (n) => `${counted(n, "file or explanation is", "files or explanations are")} outdated, or missing`
};
const OPTIONAL = {
	UNKNOWN: "unknown",
	FAILS: "fails",
	DIFFS: "diffs",
	STALE: "stale"
};
const countOf = (list) => ({ count: list.length });
const inCells = (cells) => ({
	count: cells.length,
	cells
});
function findAll(input, cells, failOn) {
	const failsCount = failOn.includes("fails");
	const failing = cells.filter(({ cell }) => cell.state === "fails");
	const silent = input.places.filter(({ facts }) => facts === null);
	const old = input.places.filter(({ facts, content }) => facts !== null && content === "earlier");
	return {
		NOTHING_CLAIMED: { count: cells.length === 0 ? 1 : 0 },
		FAULT: countOf(input.faults),
		LOOSENED: countOf(input.authorMayLoosen ? [] : input.loosened),
		CI_TESTS_FAIL: inCells(failing.filter(isCiTests)),
		NEVER_EXCUSED: inCells(failing.filter(isSecretOut)),
		UNKNOWN: inCells(cells.filter((one) => isUnknown(one) || !failsCount && hidesUnknown(one))),
		FAILS: inCells(cells.filter(isFailing)),
		DIFFS: countOf([...input.differences.filter(isUnexplained), ...silent]),
		STALE: countOf([
			...input.staleExplanations,
			...old,
			...silent
		])
	};
}
const firstText = ({ loosened }) => loosened.every(({ first }) => first) ? ": the target branch has no claims.json yet, and a person sets it up" : "";
function decideGate(input) {
	const failOn = input.failOn.length === 0 ? DEFAULT_FAIL_ON : input.failOn;
	const never = failOn.every((word) => word === "never");
	const cells = askedCells(input.rows);
	const found = findAll(input, cells, failOn);
	const blocks = Object.keys(BLOCK_TEXTS).flatMap((code) => {
		const [{ count, cells: where }, word] = [found[code], OPTIONAL[code]];
		const shuts = count > 0 && !never && (word === void 0 || failOn.includes(word));
		const text = `${BLOCK_TEXTS[code](count, joinWords(placesOf(where ?? [])))}${code === "LOOSENED" ? firstText(input) : ""}`;
		return shuts ? [{
			code,
			text,
			count
		}] : [];
	});
	return {
		verdict: blocks.length === 0 ? "pass" : "blocked",
		failOn,
		blocks,
		unknown: cells.filter(isUnknown).length,
		failing: found.FAILS.count,
		unexplained: input.differences.filter(isUnexplained).length,
		notAsked: input.rows.length * PLACES.length - cells.length
	};
}
// src/core/verdict/settle.ts
const isAtContent = ({ serving, doubted }) => [...serving ? [serving] : [], ...doubted].some(({ relation }) => isExact(relation));
const silenceOf = (slots) => slots.some(({ serving }) => serving) ? 0 : slots.some((slot) => !isAbsent(slot)) ? 1 : 2;
const isAbsent = ({ silent, considered }) => considered === null && silent?.reason === "NO_PROBE";
function settleAsked({ asked, expect, reference }, all) {
	const { oneOf = [] } = asked;
	const slotsOf = (place) => all.slots.filter((slot) => slot.place === place);
	const cellsOf = (place) => all.rows.flatMap(({ cells }) => cells[place] ?? []);
	const named = expect.flatMap((name) => parsePlaceName(name)?.place ?? []);
	const ranked = oneOf.filter((place) => cellsOf(place).length > 0).map((place) => {
		const slots = slotsOf(place);
		const open = cellsOf(place).filter(isOpen$1).length;
		return {
			place,
			rank: [
				silenceOf(slots),
				open,
				slots.some(isAtContent) ? 0 : 1
			]
		};
	}).sort((a, b) => a.rank.map((part, at) => part - (b.rank[at] ?? 0)).find((part) => part !== 0) ?? 0);
	const chosen = reference.headOnline ? [] : ranked.slice(0, 1).map(({ place }) => place);
	const places = lookedAt(asked).filter((place) => [
		...asked.places,
		...chosen,
		...named
	].includes(place));
	const beside = (place, cell) => {
		const slots = slotsOf(place);
		if (cell === null || silenceOf(slots) === 2) return null;
		return cell.state === "fails" && isOpen$1(cell) && slots.some(isAtContent) ? cell : {
			...cell,
			beside: true
		};
	};
	return {
		asked: {
			...asked.elsewhere ? { elsewhere: asked.elsewhere } : {},
			places,
			why: reference.headOnline && oneOf.length > 0 ? `${asked.why}, ${ONLINE}` : asked.why
		},
		slots: all.slots.filter((slot) => places.includes(slot.place) || silenceOf(slotsOf(slot.place)) < 2),
		rows: all.rows.map((row) => ({
			...row,
			cells: byPlace((place) => places.includes(place) ? row.cells[place] : beside(place, row.cells[place]))
		}))
	};
}
const ONLINE = "and its head was made on github.com, so that no laptop and no box has had it";
// src/core/verdict/verdict.ts
function judgeCase(c) {
	const served = servePlaces(c, placesToLookAt(c));
	const { reference } = served;
	const judged = judgeRows({
		c,
		slots: served.slots,
		reference,
		mend: mendOf(c)
	});
	const { asked, rows, slots } = settleAsked(c, {
		slots: served.slots,
		rows: judged
	});
	const servings = slots.flatMap(({ serving }) => serving ?? []);
	const { claims, commands } = c;
	const comparison = compareFacts(servings, claims);
	const { differences } = comparison;
	const staleExplanations = [...comparison.staleExplanations, ...staleCellExplanations(c, rows)];
	const evidence = {
		servings,
		rows,
		differences,
		claims: repeatable(c),
		commands
	};
	const places = slots.map(reportPlace);
	const faults = [...c.faults, ...expectFaults(c)];
	const needed = places.filter(({ place }) => asked.places.includes(place));
	return {
		gate: decideGate({
			...c,
			rows,
			places: needed,
			differences,
			staleExplanations,
			faults
		}),
		rows,
		places,
		differences,
		staleExplanations,
		signals: findSignals(evidence),
		checks: findChecks(evidence),
		loosened: toldLoosening(c),
		faults,
		unused: [...findUnused(served), ...c.unused ?? []],
		asked,
		reference,
		claimsSource: claims.source,
		claimedPlaces: claims.places,
		listsAll: claims.listsAll,
		withheld: namesWithheld(c, rows),
		box: claims.box,
		here: commands.here
	};
}
function namesWithheld({ withoutSecrets, asked, claims }, rows) {
	if (!withoutSecrets || !asked.places.includes("ci")) return [];
	return claims.claims.filter((claim, at) => claim.in.includes("ci") && rows[at]?.cells.ci === null).flatMap(({ kind, subject }) => kind === "env var set" ? [subject] : []);
}
function toldLoosening({ loosened, authorMayLoosen, claims }) {
	if (!authorMayLoosen) return loosened;
	const suite = claims.claims.some((claim) => claim.kind === "tests green" && claim.in.includes("ci"));
	return loosened.filter(({ first, key }) => !first || !suite && key.startsWith("tests green/"));
}
const placesToLookAt = ({ asked, claims }) => lookedAt(asked).filter((place) => claims.claims.some((claim) => claim.in.includes(place)));
const expectFaults = ({ expect }) => expect.filter((name) => parsePlaceName(name) === void 0).map((name) => ({
	where: "expect",
	message: `"${name}" is no leg of local, box or ci`,
	fix: "expect: ci-py3.12, ci-py3.13"
}));
const mendOf = (c) => (claim, reason, { place, leg, considered, twin }) => fixFor({
	claim,
	place,
	leg,
	reason,
	twin,
	facts: considered?.facts ?? null,
	claims: repeatable(c),
	commands: c.commands,
	noMerge: c.reference.noMerge
});
function repeatable({ claims, loosened, authorMayLoosen, baseCommand }) {
	return !authorMayLoosen && loosened.some(({ what }) => what === "command changed") ? {
		...claims,
		testCommand: baseCommand
	} : claims;
}
function staleCellExplanations({ claims }, rows) {
	const isStale = ({ key, reason }) => {
		if (reason === void 0 || reason === "LOOKS_SECRET") return false;
		const claimed = claims.claims.some((claim) => claim.in.some((place) => cellKey(claim, place) === key));
		const cells = askedCells(rows).filter(({ row, place }) => cellKey(row, place) === key);
		return !claimed || cells.some(({ cell }) => cell.state !== "unknown" && cell.reason !== reason);
	};
	return claims.explanations.filter(isStale).map(({ key }) => key);
}
const reportPlace = ({ place, leg, considered, serving, note }) => ({
	place,
	leg,
	provenance: considered?.provenance ?? null,
	probeVersion: considered?.facts.probe?.version ?? null,
	content: considered?.relation ?? "unknown",
	note,
	facts: serving?.facts ?? null
});
// src/app/decide.ts
async function decide(question, lookup) {
	const { evidence, ...rest } = question;
	const foreign = evidence.loosened.some(({ what }) => what === "probe changed");
	const candidates = evidence.texts.map(readCandidate).map((one) => foreign ? withoutWord(one) : one);
	const patches = patchesOf(candidates, question.reference, question.ciFromFiles);
	const { reference, faults } = await complete({
		...question,
		reference: {
			...question.reference,
			patches
		}
	}, candidates, lookup);
	return judgeCase({
		...rest,
		candidates,
		claims: evidence.claims,
		own: evidence.own,
		loosened: evidence.loosened,
		baseCommand: evidence.baseClaims.testCommand,
		unused: evidence.notes,
		reference,
		faults: [
			...question.faults,
			...evidence.faults,
			...faults
		]
	});
}
const readCandidate = ({ provenance, named, text, problem }) => ({
	provenance,
	...named,
	reading: problem ? {
		ok: false,
		problems: [problem]
	} : readProbeFile(text)
});
async function complete({ reference, asked, evidence: { claims } }, candidates, lookup) {
	const faults = [];
	const attempt = async (what, ask) => {
		try {
			return await ask();
		} catch (error) {
			faults.push(faultOf("api", error, what));
			return;
		}
	};
	const head = needsReference(candidates, reference).head ? await attempt("content of the head", () => lookup?.headContent()) : void 0;
	const withHead = head === void 0 ? reference : {
		...reference,
		head
	};
	const commits = needsReference(candidates, withHead).commits ? await attempt("commits of the pull request", () => lookup?.commits()) : void 0;
	const whole = commits === void 0 ? withHead : {
		...withHead,
		commits
	};
	const online = asked.oneOf !== void 0 && !candidates.some((one) => one.place !== "ci" && isAtContent$1(one, whole)) ? await attempt("the commit at the head", () => lookup?.headIsOnline()) : void 0;
	const older = claims.olderTests === false ? olderCommits(candidates, whole) : [];
	const since = {};
	for (const commit of older) {
		const files = await attempt(`files changed since ${commit.slice(0, 7)}`, () => lookup?.changedSince(commit));
		if (files) since[commit] = files;
	}
	return {
		reference: {
			...whole,
			headOnline: online || void 0,
			since
		},
		faults
	};
}
export { writeClean as S, gather as _, isPerson as a, redactText as b, placesFor as c, publish as d, broughtBy as f, findAll$1 as g, describeProblem as h, createIsAgent as i, whoIsAsked as l, probeHere as m, compareFacts as n, lookedAt as o, failedProbe as p, createCheckoutSource as r, needsPermission as s, decide as t, findNotes as u, joinFound as v, redactVerdict as x, redactStrings as y };
