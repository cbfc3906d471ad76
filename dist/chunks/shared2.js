import { t as renderJson } from "./shared8.js";
// src/core/secrets/known.ts
const SECRET_NAME = /(?:^|[_-])(?:token|secret|secrets|password|passwd|passphrase|pwd|credential|credentials|apikey|api_key|api-key|private_key|access_key|auth|pat|dsn|key)(?:[_-]|$)/i;
/** `TOKEN_FILE` and `KEY_ID` tell where, not what. */
const TELLS_WHERE = /[_-](?:file|path|dir|name|id|url|host|user|username|sock|type|expiry|format)$/i;
/** A shorter value would be found in everything. */
const MIN_LENGTH$1 = 8;
/** A part this long is no word by chance. */
const MIN_PART = 16;
const UTF8 = new TextEncoder();
/** Values of variables whose names say that they are secret. */
const secretValues = (env) => Object.entries(env).flatMap(([name, value]) => value !== void 0 && SECRET_NAME.test(name) && !TELLS_WHERE.test(name) ? [value] : []);
const binary = (value) => String.fromCharCode(...UTF8.encode(value));
/** Base64 of a text depends on where in three bytes it begins: the middle that does not, for each beginning. */
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
/** Every spelling of a secret that a program could print by mistake; lines by themselves, as runners mask them. */
function spellings(value) {
	const lines = value.split(/[\r\n]+/).map((line) => line.trim()).filter((line) => line.length >= MIN_LENGTH$1);
	const parts = lines.flatMap((line) => line.match(/[A-Za-z0-9+/=_.-]+/g) ?? []);
	const encoded = lines.flatMap((line) => {
		const base64 = inBase64(line);
		const url = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
		const percent = encodeURIComponent(line.replace(/\p{Surrogate}/gu, ""));
		return [
			...base64,
			...url,
			inHex(line),
			inHex(line).toUpperCase(),
			percent,
			[...line].reverse().join("")
		];
	});
	const all = [
		...lines,
		...parts.filter((part) => part.length >= MIN_PART),
		...encoded
	];
	return [...new Set(all.filter((text) => text.length >= MIN_LENGTH$1))];
}
/** Where any of these spellings stands. */
function findKnown(text, known) {
	const hits = [];
	for (const one of known) for (let at = text.indexOf(one); at >= 0; at = text.indexOf(one, at + one.length)) hits.push({
		kind: "known-secret",
		from: at,
		to: at + one.length
	});
	return hits;
}
// src/core/secrets/shapes.ts
const SHAPES = {
	"private-key": /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\]{0,10000}/g,
	"google-api-key": /(?<![A-Za-z0-9_])AIza[A-Za-z0-9_-]{35}/g,
	"google-oauth": /(?<![A-Za-z0-9_])(?:ya29\.[A-Za-z0-9_-]{30,500}|GOCSPX-[A-Za-z0-9_-]{28})/g,
	pypi: /(?<![A-Za-z0-9_])pypi-AgEI[A-Za-z0-9_-]{40,500}/g,
	jwt: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}/g,
	digitalocean: /(?<![A-Za-z0-9_])do[opr]_v1_[a-f0-9]{64}/g,
	azure: /(?:AccountKey|SharedAccessKey|sig)=[A-Za-z0-9+/%]{40,120}={0,2}/g,
	twilio: /(?<![A-Za-z0-9_])SK[a-f0-9]{32}(?![A-Za-z0-9_])/g,
	telegram: /(?<![A-Za-z0-9_])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g,
	authorization: /(?<![A-Za-z])(?:bearer|basic|token) (?=[A-Za-z+/._~-]{0,200}\d)[A-Za-z0-9+/._~-]{20,2000}={0,2}/gi,
	"url-password": /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/[^\s/:@'"`<>|]{0,100}:[^\s/@'"`<>|]{1,200}@/g
};
const findShapes = (text) => Object.entries(SHAPES).flatMap(([kind, shape]) => [...text.matchAll(shape)].map((found) => ({
	kind,
	from: found.index,
	to: found.index + found[0].length
})));
// src/adapters/secret-net.ts
/** One hides what others find, one reads files to look into them. */
const NOT_RUN = ["filter-comments", "gcp"];
const REST = /^[A-Za-z0-9+/=_~-]+/;
const OPTIONS = { aws: { enableIDScanRule: true } };
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
// src/core/secrets/redact.ts
/** A longer match may run over what is not its own: such characters belong to the document. */
const STRUCTURE = /[\s|`"'\\[\]{}<>()#*]/;
const RUN = /[A-Za-z0-9+/=_.%@:~-]{4,}/g;
/** A word that fits wherever letters fit; `of` keeps the marks of two places apart, so that they never agree. */
const markOf = (kind, of = "") => [
	"REDACTED",
	kind.replace(/[^A-Za-z0-9]/g, "_"),
	of
].filter((part) => part !== "").join("_");
/** Hits in order, overlapping ones as one, named by the longest. */
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
const without = (secret, mark) => STRUCTURE.test(secret) ? secret.replace(RUN, mark) : mark;
function redact(text, hits, of = "") {
	let [done, at] = ["", 0];
	for (const { from, to, kind } of merged(hits)) {
		done += text.slice(at, from) + without(text.slice(from, to), markOf(kind, of));
		at = to;
	}
	return done + text.slice(at);
}
// src/app/redact.ts
/** `of` names whose text it is, in the mark that stands for a secret. */
function redactText(net, text, of = "") {
	const kinds = /* @__PURE__ */ new Set();
	let clean = text;
	for (let round = 0; round < 3; round++) {
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
/** What a probe wrote, as it may be handed over. What is judged is what it wrote. */
async function writeClean(net, files, { file, probe }) {
	const { place, leg = "" } = probe.named;
	const { text, kinds } = redactText(net, probe.text, `${place}${leg && `_${leg}`}`);
	await files.write(file, text);
	return kinds.map((kind) => ({
		kind,
		where: file
	}));
}
/** Every string of a verdict, each by itself: a report made of them has nothing to lose. */
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
/** Shorter ones hold no secret that any rule knows. */
const MIN_LENGTH = 8;
function stringsOf(value, into = /* @__PURE__ */ new Set()) {
	if (typeof value === "string" && value.length >= MIN_LENGTH) into.add(value);
	else if (typeof value === "object" && value !== null) for (const [key, inner] of Object.entries(value)) {
		if (!Array.isArray(value)) stringsOf(key, into);
		stringsOf(inner, into);
	}
	return into;
}
/** One look at all of them; a closer one at those in which something was seen. */
function cleanStrings(net, strings) {
	const hits = net.find([...strings].join("\n"));
	const clean = /* @__PURE__ */ new Map();
	let from = 0;
	for (const one of strings) {
		const to = from + one.length;
		if (hits.some((hit) => hit.from < to && hit.to > from)) {
			const result = redactText(net, one);
			if (result.kinds.length > 0) clean.set(one, result);
		}
		from = to + 1;
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
// src/app/publish.ts
async function publish(verdict, files, probes, net) {
	const { renderMarkdown } = await import("./core-report-markdown-exports.js");
	const notes = await hasNotes(files, probes);
	const [report, table] = await Promise.all([write(files, `${probes}/report.md`, () => {
		return redactText(net, renderMarkdown(verdict, notes ? { notes: `${probes}/notes.md` } : {})).text;
	}), write(files, `${probes}/table.json`, () => renderJson(redactVerdict(net, verdict)))]);
	return {
		..."path" in report ? { report: report.path } : {},
		..."path" in table ? { table: table.path } : {},
		faults: [report, table].flatMap((one) => "fault" in one ? [one.fault] : [])
	};
}
/** Session notes are named in the report, never read into it. */
async function hasNotes(files, probes) {
	try {
		return (await files.list(probes)).some((entry) => entry.name === "notes.md" && entry.kind === "file");
	} catch {
		return false;
	}
}
async function write(files, path, render) {
	try {
		await files.write(path, render());
		return { path };
	} catch (error) {
		return { fault: {
			where: "report",
			message: error instanceof Error ? error.message : String(error),
			fix: "make the probes folder writable for this user"
		} };
	}
}
export { writeClean as a, redactVerdict as i, publish as n, loadSecretNet as o, redactText as r, hasNotes as t };
