import { f as meant, m as words, x as visible } from "./shared2.js";
import { a as isProbeFileOrLog, c as placeName } from "./shared5.js";
import fs, { existsSync, readFileSync } from "node:fs";
import { createHash, randomUUID } from "node:crypto";
import path$1 from "node:path";
import fs$1 from "node:fs/promises";
import os from "node:os";
import { spawn } from "node:child_process";
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
const PLAIN = words("HOME PATH SHELL USER GITHUB_WORKSPACE GITHUB_REPOSITORY GITHUB_ACTOR INPUT_LEG INPUT_EXPECT INPUT_COMMENT-KEY INPUT_WORKING-DIRECTORY INPUT_ARTIFACT-PREFIX");
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
function quoted$1(value) {
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
			...quoted$1(line),
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
const SHAPES = {
	"private-key": /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\{}]{0,10000}/g,
	"google-api-key": /(?<![A-Za-z0-9_])AIza[A-Za-z0-9_-]{35}/g,
	"google-oauth": /(?<![A-Za-z0-9_])(?:ya29\.[A-Za-z0-9_-]{30,500}|GOCSPX-[A-Za-z0-9_-]{28})/g,
	stripe: /(?<!\p{L})[sr]k_(?:live|test)_[A-Za-z0-9]{24,99}(?![A-Za-z0-9])[A-Za-z0-9+/=_~-]{0,10000}/gu,
	cloudflare: /(?<!\p{L})cf(?:k|ut|at)_[A-Za-z0-9]{40}[0-9a-f]{8}(?![A-Za-z0-9])[A-Za-z0-9+/=_~-]{0,10000}/gu,
	tailscale: /(?<!\p{L})tskey-[a-z]{2,20}-\w{8,40}-\w{16,60}(?!\w)[A-Za-z0-9+/=_~-]{0,10000}/gu,
	github: /(?<!\p{L})ghs_\d{1,20}_[\w-]{1,1000}\.[\w-]{1,10000}\.[\w-]{1,1000}(?![\w-])[A-Za-z0-9+/=_~-]{0,10000}/gu,
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
const soundsSecret = (name) => /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|PRIVATE|COOKIE|WEBHOOK|CONNECTION_?STRING|(?:^|_)(?:API_?)?KEY(?:$|_)|(?:^|_)(?:PWD|DSN|AUTH)(?:$|_)/i.test(name);
// src/adapters/secret-net.ts
const NOT_RUN = ["filter-comments", "gcp"];
const REST = /^[A-Za-z0-9+/=_~-]+/;
const EXAMPLE = /:\/\/([^:/\s]{1,100}):\1@/;
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
			if (kind === "database-connection-string" && EXAMPLE.test(text.slice(from, to))) return;
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
// src/core/case.ts
const FAIL_ON = [
	"unknown",
	"fails",
	"diffs",
	"stale",
	"never"
];
// src/core/text/own.ts
const getOwn = (map, name) => map !== void 0 && Object.hasOwn(map, name) ? map[name] : void 0;
// src/core/shape/check.ts
const isTable = (value) => typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Date);
const isLonger = (value, max) => value.length > max && [...value].length > max;
const quoted = (values) => (values.length > 1 ? "one of " : "") + values.map((value) => `"${value}"`).join(", ");
var Checker = class {
	findings = [];
	#dialect;
	constructor(dialect) {
		this.#dialect = dialect;
	}
	#wrong(path, message) {
		this.findings.push({
			path,
			message
		});
	}
	#expected(path, what, value) {
		return this.#wrong(path, `expected ${what}, found ${this.#nameKind(value)}`);
	}
	#nameKind(value) {
		if (value === null) return "null";
		if (Array.isArray(value)) return "a list";
		if (isTable(value)) return this.#dialect.table;
		if (typeof value === "object") return "a date or time";
		if (typeof value === "bigint") return "a whole number";
		if (typeof value === "number") return this.#dialect.number;
		return typeof value === "string" ? "text" : "true or false";
	}
	check(shape, value, path) {
		switch (shape.kind) {
			case "text": return typeof value === "string" ? this.#text(shape, value, path) : this.#expected(path, shape.expected, value);
			case "one-of": return this.#oneOf(shape.values, value, path);
			case "count": return this.#count(value, path);
			case "flag": return typeof value === "boolean" ? value : this.#expected(path, "true or false", value);
			case "list": return Array.isArray(value) ? this.#list(shape, value, path) : this.#expected(path, "a list", value);
			case "map": return isTable(value) ? this.#map(shape, value, path) : this.#noTable(path, value);
			case "table": return isTable(value) ? this.#table(shape, value, path) : this.#noTable(path, value);
			case "either": {
				const { brief, full } = shape;
				if (isTable(value)) return this.check(full, value, path);
				if (brief.kind === "list" ? Array.isArray(value) : typeof value === "string") return this.check(brief, value, path);
				const expected = brief.kind === "list" ? "a list" : brief.kind === "text" ? brief.expected : quoted(brief.values);
				return this.#expected(path, `${expected} or ${this.#dialect.table}`, value);
			}
		}
	}
	#noTable(path, value) {
		return this.#expected(path, this.#dialect.table, value);
	}
	#text({ max, pattern, expected }, value, path) {
		if (isLonger(value, max)) return this.#wrong(path, `expected at most ${max} characters`);
		return pattern?.test(value) === false ? this.#wrong(path, `expected ${expected}${this.#quote(value)}`) : value;
	}
	#quote(value) {
		const start = value.length > 60 ? `${value.slice(0, 60)}…` : value;
		return this.#dialect.quotes ? `, found ${JSON.stringify(start)}` : "";
	}
	#oneOf(values, value, path) {
		if (typeof value !== "string") return this.#expected(path, quoted(values), value);
		if (values.includes(value)) return value;
		const near = this.#dialect.quotes ? meant(value.slice(0, 60), values) : "";
		return this.#wrong(path, `expected ${quoted(values)}${this.#quote(value)}${near}`);
	}
	#count(value, path) {
		if (typeof value !== "bigint") return this.#expected(path, "a whole number", value);
		return value >= 0n && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : this.#wrong(path, "out of range: a count is 0 or more and at most 2^53 - 1");
	}
	#list({ of, min, max, unique }, value, path) {
		if (value.length < min || value.length > max) return this.#size(path, min, max, value.length);
		const entries = value.map((entry, index) => this.check(of, entry, [...path, index]));
		const repeated = unique ? value.findIndex((entry, index) => value.indexOf(entry) !== index) : -1;
		return repeated < 0 ? entries : this.#wrong([...path, repeated], "is there twice");
	}
	#map({ key, of, max }, value, path) {
		const names = Object.keys(value);
		if (names.length > max) return this.#size(path, 0, max, names.length);
		const entries = Object.create(null);
		for (const name of names) {
			this.#text(key, name, [...path, name]);
			entries[name] = this.check(of, value[name], [...path, name]);
		}
		return entries;
	}
	#size(path, min, max, found) {
		const least = min > 0 ? `${min} to` : "at most";
		return this.#wrong(path, `expected ${least} ${max} entries, found ${found}`);
	}
	#table({ keys, required }, value, path) {
		for (const key of required) if (!Object.hasOwn(value, key)) this.#wrong(path, `expected the key "${key}"`);
		const entries = Object.create(null);
		for (const key of Object.keys(value)) {
			const of = getOwn(keys, key);
			if (of) entries[key] = this.check(of, value[key], [...path, key]);
			else this.#wrong([...path, key], this.#dialect.unknownKey(key, Object.keys(keys)));
		}
		return entries;
	}
};
function checkShape(shape, value, dialect) {
	const checker = new Checker(dialect);
	return {
		value: checker.check(shape, value, []),
		findings: checker.findings
	};
}
function tellFindings(findings, lineOf, keyOf) {
	const told = findings.slice(0, 50).map(({ path, message, line = lineOf(path) }) => ({
		line,
		key: keyOf(path),
		message
	}));
	const more = findings.length - told.length;
	return more > 0 ? [...told, { message: `and ${more} more` }] : told;
}
// src/core/shape/shape.ts
const text = (about, max = 400, expected = "text", pattern) => ({
	kind: "text",
	about,
	max,
	expected,
	...pattern ? { pattern } : {}
});
const hex = (about, length) => text(about, length, `${length} hex digits`, new RegExp(`^[0-9a-f]{${length}}$`));
const objectId = (about) => text(about, 64, "40 or 64 hex digits", /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const utc = (about) => text(about, 20, "a time like 2026-01-02T03:04:05Z", /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const oneOf = (about, ...values) => ({
	kind: "one-of",
	about,
	values
});
const count = (about) => ({
	kind: "count",
	about
});
const flag = (about) => ({
	kind: "flag",
	about
});
const list$1 = (about, of, max = 500, { min = 0, unique = false } = {}) => ({
	kind: "list",
	about,
	of,
	min,
	max,
	unique
});
const map = (about, of, max = 500, key = text("what the entry is about", 1e3)) => ({
	kind: "map",
	about,
	of,
	max,
	key
});
const table = (about, keys, ...required) => ({
	kind: "table",
	about,
	keys,
	required
});
const either = (brief, full) => ({
	kind: "either",
	about: brief.about,
	brief,
	full
});
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
// node_modules/smol-toml/dist/error.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function getLineColFromPtr(string, ptr) {
	let lines = string.slice(0, ptr).split(/\r?\n/);
	return [lines.length, lines.pop().length + 1];
}
function makeCodeBlock(string, line, column) {
	let lines = string.split(/\r?\n/);
	let codeblock = "";
	let numberLen = (Math.log10(line + 1) | 0) + 1;
	for (let i = line - 1; i <= line + 1; i++) {
		let l = lines[i - 1];
		if (!l) continue;
		codeblock += i.toString().padEnd(numberLen, " ");
		codeblock += ":  ";
		codeblock += l;
		codeblock += "\n";
		if (i === line) {
			codeblock += " ".repeat(numberLen + column + 2);
			codeblock += "^\n";
		}
	}
	return codeblock;
}
var TomlError = class TomlError extends Error {
	line;
	column;
	codeblock;
	constructor(message, options) {
		const [line, column] = getLineColFromPtr(options.toml, options.ptr);
		const codeblock = makeCodeBlock(options.toml, line, column);
		super(`Invalid TOML document: ${message}\n\n${codeblock}`, options);
		this.line = line;
		this.column = column;
		this.codeblock = codeblock;
	}
	static x(message, ctx, ptr) {
		throw new TomlError(message, {
			toml: ctx.s,
			ptr: ptr ?? ctx.p
		});
	}
};
// node_modules/smol-toml/dist/primitive.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function parseString(ctx) {
	let startPtr = ctx.p;
	let c = ctx.s.charCodeAt(ctx.p++);
	let first = c;
	let isLiteral = c === 39;
	let isMultiline = c === ctx.s.charCodeAt(ctx.p) && c === ctx.s.charCodeAt(ctx.p + 1);
	if (isMultiline) {
		if ((c = ctx.s.charCodeAt(ctx.p += 2)) === 10) ctx.p++;
		else if (c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10) ctx.p += 2;
	}
	let parsed = "";
	let sliceStart = ctx.p;
	let state = 0;
	for (; ctx.p < ctx.s.length; ctx.p++) {
		c = ctx.s.charCodeAt(ctx.p);
		if (isMultiline && (c === 10 || c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10)) state = state && 3;
		else if (c < 32 && c !== 9 || c === 127) TomlError.x("control characters are not allowed in strings", ctx);
		else if ((!state || state === 3) && c === first && (!isMultiline || ctx.s.charCodeAt(ctx.p + 1) === first && ctx.s.charCodeAt(ctx.p + 2) === first)) {
			if (isMultiline) {
				if (ctx.s.charCodeAt(ctx.p + 3) === first) ctx.p++;
				if (ctx.s.charCodeAt(ctx.p + 3) === first) ctx.p++;
			}
			if (!state) {
				let s = ctx.s.slice(sliceStart, ctx.p);
				parsed = parsed ? parsed + s : s;
			}
			ctx.p += isMultiline ? 3 : 1;
			return parsed;
		} else if (!state) {
			if (!isLiteral && c === 92) {
				parsed += ctx.s.slice(sliceStart, sliceStart = ctx.p);
				state = 1;
			}
		} else if (state === 1) {
			if (c === 120 || c === 117 || c === 85) {
				let errPtr = ctx.p++ - 1;
				let value = 0;
				let len = c === 120 ? 2 : c === 117 ? 4 : 8;
				for (let j = 0; j < len; j++, ctx.p++) {
					let hex = ctx.s.charCodeAt(ctx.p);
					let digit = hex >= 48 && hex <= 57 ? hex - 48 : hex >= 65 && hex <= 70 ? hex - 65 + 10 : hex >= 97 && hex <= 102 ? hex - 97 + 10 : -1;
					if (digit < 0) TomlError.x("invalid non-hex character in unicode escape", ctx);
					value = value << 4 | digit;
				}
				if (value < 0 || value > 1114111 || value >= 55296 && value <= 57343) TomlError.x("invalid unicode escape", ctx, errPtr);
				parsed += String.fromCodePoint(value);
				sliceStart = ctx.p--;
				state = 0;
			} else if (isMultiline && (c === 32 || c === 9)) state = 2;
			else {
				if (c === 98) parsed += "\b";
				else if (c === 116) parsed += "	";
				else if (c === 110) parsed += "\n";
				else if (c === 102) parsed += "\f";
				else if (c === 114) parsed += "\r";
				else if (c === 101) parsed += "\x1B";
				else if (c === 34) parsed += "\"";
				else if (c === 92) parsed += "\\";
				else TomlError.x("unrecognised escape sequence", ctx);
				sliceStart = ctx.p + 1;
				state = 0;
			}
		} else if (c !== 32 && c !== 9) {
			if (state === 2) TomlError.x("invalid escape: only line-ending whitespace may be escaped", ctx, sliceStart);
			state = !isLiteral && c === 92 ? 1 : 0;
			sliceStart = ctx.p;
		}
	}
	TomlError.x("unfinished string", ctx, startPtr);
}
// node_modules/smol-toml/dist/date.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
let DATE_TIME_RE = /^(\d{4}-\d{2}-\d{2})?[Tt ]?(?:(\d{2}):\d{2}(?::\d{2}(?:\.\d+)?)?)?(Z|z|[-+]\d{2}:\d{2})?$/i;
var TomlDate = class TomlDate extends Date {
	#hasDate = false;
	#hasTime = false;
	#offset = null;
	constructor(date, fasttype, unsafeDelim) {
		let hasDate = true;
		let hasTime = true;
		let offset = "Z";
		let c;
		if (typeof date === "string") {
			if (fasttype) prep: {
				if (fasttype < 3) {
					if (+date.slice(11, 13) > 23) {
						date = "";
						break prep;
					}
					if (fasttype === 2) {
						offset = null;
						date += "Z";
					} else if ((c = date.charCodeAt(date.length - 1)) !== 90 && c !== 122) offset = date.slice(date.length - 6);
					if (unsafeDelim) date = date.slice(0, 10) + "T" + date.slice(11);
				} else if (fasttype === 4) date = +date.slice(0, 2) > 23 ? "" : `0000-01-01T${date}Z`;
				hasDate = fasttype !== 4;
				hasTime = fasttype !== 3;
			}
			else {
				let match = date.match(DATE_TIME_RE);
				if (match) {
					if (!match[1]) {
						hasDate = false;
						date = `0000-01-01T${date}`;
					}
					hasTime = !!match[2];
					hasTime && date[10] === " " && (date = date.replace(" ", "T"));
					if (match[2] && +match[2] > 23) date = "";
					else {
						offset = match[3] || null;
						if (!offset && hasTime) date += "Z";
					}
				} else date = "";
			}
		}
		super(date);
		if (!isNaN(this.getTime())) {
			this.#hasDate = hasDate;
			this.#hasTime = hasTime;
			this.#offset = offset;
		}
	}
	isDateTime() {
		return this.#hasDate && this.#hasTime;
	}
	isLocal() {
		return !this.#hasDate || !this.#hasTime || !this.#offset;
	}
	isDate() {
		return this.#hasDate && !this.#hasTime;
	}
	isTime() {
		return this.#hasTime && !this.#hasDate;
	}
	isValid() {
		return this.#hasDate || this.#hasTime;
	}
	toISOString() {
		let iso = super.toISOString();
		if (this.isDate()) return iso.slice(0, 10);
		if (this.isTime()) return iso.slice(11, 23);
		if (this.#offset === null) return iso.slice(0, -1);
		if (this.#offset === "Z" || this.#offset === "z") return iso;
		let offset = +this.#offset.slice(1, 3) * 60 + +this.#offset.slice(4, 6);
		offset = this.#offset[0] === "-" ? offset : -offset;
		return new Date(this.getTime() - offset * 6e4).toISOString().slice(0, -1) + this.#offset;
	}
	static wrapAsOffsetDateTime(jsDate, offset = "Z") {
		let date = new TomlDate(jsDate);
		date.#offset = offset;
		return date;
	}
	static wrapAsLocalDateTime(jsDate) {
		let date = new TomlDate(jsDate);
		date.#offset = null;
		return date;
	}
	static wrapAsLocalDate(jsDate) {
		let date = new TomlDate(jsDate);
		date.#hasTime = false;
		date.#offset = null;
		return date;
	}
	static wrapAsLocalTime(jsDate) {
		let date = new TomlDate(jsDate);
		date.#hasDate = false;
		date.#offset = null;
		return date;
	}
};
// node_modules/smol-toml/dist/extract.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function isDigit(char, base = 10) {
	return base === 16 ? char > 47 && char < 58 || char > 64 && char < 71 || char > 96 && char < 103 : char > 47 && char < 48 + base;
}
function isEndOfValue(char, delim) {
	return char === 32 || char === 9 || char === 10 || char === 13 || delim && (char === delim || char === 44) || char === 35;
}
function extractValue(ctx, end) {
	let errPtr = ctx.p;
	let c = ctx.s.charCodeAt(ctx.p);
	if (c === 91 || c === 123) {
		ctx.d-- || TomlError.x("document contains excessively nested structures. aborting.", ctx);
		let value = c === 91 ? parseArray(ctx) : parseInlineTable(ctx);
		ctx.d++;
		return value;
	}
	if (c === 34 || c === 39) return parseString(ctx);
	if (c === 116) {
		if (ctx.s.charCodeAt(++ctx.p) !== 114 || ctx.s.charCodeAt(++ctx.p) !== 117 || ctx.s.charCodeAt(++ctx.p) !== 101) TomlError.x("invalid value", ctx, errPtr);
		return ctx.p++, true;
	}
	if (c === 102) {
		if (ctx.s.charCodeAt(++ctx.p) !== 97 || ctx.s.charCodeAt(++ctx.p) !== 108 || ctx.s.charCodeAt(++ctx.p) !== 115 || ctx.s.charCodeAt(++ctx.p) !== 101) TomlError.x("invalid value", ctx, errPtr);
		return ctx.p++, false;
	}
	if (c === 43 || c === 45) return parseNumber(ctx, ctx.p, ctx.s.charCodeAt(++ctx.p), 44 - c, end);
	if (ctx.s.charCodeAt(ctx.p + 4) === 45 && ctx.s.charCodeAt(ctx.p + 7) === 45) return parseDate(ctx, c, end);
	if (ctx.s.charCodeAt(ctx.p + 2) === 58) return parseTime(ctx, c, end);
	return parseNumber(ctx, ctx.p, c, 0, end);
}
function parseNumber(ctx, startPtr, startChr, sign, endChr) {
	let c = startChr;
	let state = 0;
	let hasUnderscores = false;
	if (c === 105) {
		if (ctx.s.charCodeAt(++ctx.p) !== 110 || ctx.s.charCodeAt(++ctx.p) !== 102) TomlError.x("invalid value", ctx, startPtr);
		return ctx.p++, (sign || 1) / 0;
	}
	if (c === 110) {
		if (ctx.s.charCodeAt(++ctx.p) !== 97 || ctx.s.charCodeAt(++ctx.p) !== 110) TomlError.x("invalid value", ctx, startPtr);
		return ctx.p++, NaN;
	}
	if (c === 48) {
		if (++ctx.p >= ctx.s.length || isEndOfValue(c = ctx.s.charCodeAt(ctx.p), endChr)) return ctx.bi === true ? 0n : 0;
		if (!sign) {
			if (c === 120) return parseIntegerBaseN(ctx, startPtr, 16, endChr);
			else if (c === 98) return parseIntegerBaseN(ctx, startPtr, 2, endChr);
			else if (c === 111) return parseIntegerBaseN(ctx, startPtr, 8, endChr);
		}
		if (c === 46) state = 2;
		else if (c === 101 || c === 69) state = 4;
		else TomlError.x("illegal leading zero", ctx, startPtr);
	} else if (!isDigit(c)) TomlError.x("invalid value", ctx, startPtr);
	while (++ctx.p < ctx.s.length && (c = ctx.s.charCodeAt(ctx.p), !isEndOfValue(c, endChr))) {
		if (!state) state = 1;
		if (c === 95) {
			if (!(state & 1)) TomlError.x("illegal underscore", ctx);
			state += 11;
			hasUnderscores = true;
		} else if (state === 1 && c === 46) state = 2;
		else if ((state === 1 || state === 3) && (c === 101 || c === 69)) state = 4;
		else if (state === 4 && (c === 43 || c === 45)) state = 6;
		else if (!isDigit(c)) TomlError.x(`illegal character in numeric literal`, ctx);
		else if (state > 9) state -= 11;
		else if (!(state & 1)) state++;
	}
	if (!state) {
		let val = (startChr - 48) * (sign || 1);
		return ctx.bi === true ? BigInt(val) : val;
	}
	if (!(state & 1)) TomlError.x("unfinished numeric value", ctx, startPtr);
	let str = ctx.s.slice(startPtr, ctx.p);
	if (hasUnderscores) str = str.replaceAll("_", "");
	return state > 1 ? parseFloat(str) : parseInteger(ctx, str, 10, startPtr);
}
function parseIntegerBaseN(ctx, startPtr, base, endChr) {
	let c, underscore = 1;
	while (++ctx.p < ctx.s.length && (c = ctx.s.charCodeAt(ctx.p), !isEndOfValue(c, endChr))) if (c === 95) {
		if (underscore & 1) TomlError.x("illegal underscore", ctx);
		underscore = 3;
	} else if (!isDigit(c, base)) TomlError.x(`illegal character in numeric literal`, ctx);
	else if (underscore & 1) underscore--;
	if (underscore & 1) TomlError.x("unfinished numeric value", ctx);
	let str = ctx.s.slice(startPtr + 2, ctx.p);
	if (underscore) str = str.replaceAll("_", "");
	return parseInteger(ctx, str, base, startPtr);
}
function parseInteger(ctx, str, base, startPtr) {
	if (ctx.bi !== true) int: {
		let val = parseInt(str, base);
		if (!Number.isSafeInteger(val)) {
			if (ctx.bi) break int;
			TomlError.x("integer value cannot be represented losslessly", ctx, startPtr);
		}
		return val;
	}
	return base === 10 ? BigInt(str) : BigInt((base === 2 ? "0b" : base === 8 ? "0o" : "0x") + str);
}
function parseDate(ctx, c, endChr) {
	let startPtr = ctx.p++, unsafeSeparator;
	if (!isDigit(c) || !isDigit(ctx.s.charCodeAt(ctx.p++)) || !isDigit(ctx.s.charCodeAt(ctx.p++)) || !isDigit(ctx.s.charCodeAt(ctx.p++))) return parseNumber(ctx, ctx.p = startPtr, c, 0, endChr);
	ctx.p += 5;
	if (!isDigit(ctx.s.charCodeAt(ctx.p++))) TomlError.x("invalid date-time: date part is malformed", ctx, startPtr);
	if (ctx.p >= ctx.s.length || ((c = ctx.s.charCodeAt(ctx.p)) !== 32 || (unsafeSeparator = true, !isDigit(ctx.s.charCodeAt(ctx.p + 1)))) && c !== 84 && c !== 116) return readDate(ctx, ctx.s.slice(startPtr, ctx.p), 3, false, startPtr);
	if (ctx.s.charCodeAt(ctx.p += 3) !== 58) TomlError.x("invalid date-time: time part is malformed", ctx, startPtr);
	if (ctx.s.charCodeAt(ctx.p += 3) === 58) ctx.p += 3;
	if (ctx.s.charCodeAt(ctx.p) === 46) while (isDigit(ctx.s.charCodeAt(++ctx.p)));
	if (c = ctx.s.charCodeAt(ctx.p)) {
		if (c === 90 || c === 122) return readDate(ctx, ctx.s.slice(startPtr, ++ctx.p), 1, unsafeSeparator, startPtr, "[+00:00]");
		if (c === 43 || c === 45) return readDate(ctx, ctx.s.slice(startPtr, ctx.p += 6), 1, unsafeSeparator, startPtr, !ctx.ld && "[" + ctx.s.slice(ctx.p - 6, ctx.p) + "]");
	}
	return readDate(ctx, ctx.s.slice(startPtr, ctx.p), 2, unsafeSeparator, startPtr);
}
function parseTime(ctx, c, endChr) {
	let start = ctx.p;
	if (!isDigit(c) || !isDigit(ctx.s.charCodeAt(++ctx.p))) return parseNumber(ctx, --ctx.p, c, 0, endChr);
	if (ctx.s.charCodeAt(ctx.p += 4) === 58) ctx.p += 3;
	if (ctx.s.charCodeAt(ctx.p) === 46) while (isDigit(ctx.s.charCodeAt(++ctx.p)));
	return readDate(ctx, ctx.s.slice(start, ctx.p), 4, false, start);
}
function readDate(ctx, str, type, unsafeDelim, errPtr, temporalSuffix) {
	if (ctx.ld) {
		let date = new TomlDate(str, type, unsafeDelim);
		if (!date.isValid()) TomlError.x("invalid date", ctx, errPtr);
		return date;
	}
	try {
		if (temporalSuffix) str += temporalSuffix;
		switch (type) {
			case 1: return Temporal.ZonedDateTime.from(str);
			case 2: return Temporal.PlainDateTime.from(str);
			case 3: return Temporal.PlainDate.from(str);
			case 4: return Temporal.PlainTime.from(str);
		}
	} catch (e) {
		TomlError.x(e instanceof Error ? e.message : "" + e, ctx, errPtr);
	}
}
// node_modules/smol-toml/dist/util.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function skipComment(ctx) {
	for (; ctx.p < ctx.s.length; ctx.p++) {
		let c = ctx.s.charCodeAt(ctx.p);
		if (c === 10) break;
		if (c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10) {
			ctx.p++;
			break;
		}
		if (c < 32 && c !== 9 || c === 127) TomlError.x("control characters are not allowed in comments", ctx);
	}
}
function skipVoid(ctx, banNewLines, banComments) {
	let c;
	while (ctx.p < ctx.s.length) {
		while (ctx.p < ctx.s.length && ((c = ctx.s.charCodeAt(ctx.p)) === 32 || c === 9 || !banNewLines && (c === 10 || c === 13 && ctx.s.charCodeAt(ctx.p + 1) === 10))) ctx.p++;
		if (banComments || c !== 35) break;
		skipComment(ctx);
	}
}
// node_modules/smol-toml/dist/struct.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function parseKey(ctx, end = 61) {
	let startPtr;
	let state = 0;
	let parsed = [];
	let sliceStart;
	let c = ctx.s.charCodeAt(startPtr = ctx.p);
	do
		if (c === end) {
			if (!state) TomlError.x("unexpected end of key", ctx);
			if (state === 1) parsed.push(ctx.s.slice(sliceStart, ctx.p));
			return ctx.p++, parsed;
		} else if (c === 46) {
			if (!state) TomlError.x("illegal empty bare key", ctx);
			if (state === 1) parsed.push(ctx.s.slice(sliceStart, ctx.p));
			state = 0;
		} else if (!state && (c === 34 || c === 39)) {
			if (c === ctx.s.charCodeAt(ctx.p + 1) && c === ctx.s.charCodeAt(ctx.p + 2)) TomlError.x("illegal quoted key: multiline strings are not allowed", ctx);
			parsed.push(parseString(ctx));
			state = 2;
			ctx.p--;
		} else if (c === 32 || c === 9) {
			if (state === 1) {
				parsed.push(ctx.s.slice(sliceStart, ctx.p));
				state = 2;
			}
		} else if (state === 2 || c < 48 && c !== 45 || c > 57 && c < 65 || c > 90 && c < 97 && c !== 95 || c > 122) TomlError.x("illegal character in key", ctx);
		else if (!state) {
			state = 1;
			sliceStart = ctx.p;
		}
	while (c = ctx.s.charCodeAt(++ctx.p));
	TomlError.x("incomplete key-value: cannot find end of key", ctx, startPtr);
}
function parseInlineTable(ctx) {
	let startPtr = ctx.p++;
	let res = Object.create(null);
	let seen = new Set();
	let c;
	while (ctx.p < ctx.s.length) {
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p)) === 125) {
			ctx.p++;
			return res;
		}
		let k;
		let t = res;
		let hasOwn = false;
		let errPtr = ctx.p;
		let key = parseKey(ctx);
		for (let i = 0; i < key.length; i++) {
			if (i) t = hasOwn ? t[k] : t[k] = Object.create(null);
			k = key[i];
			if ((hasOwn = Object.hasOwn(t, k)) && (typeof t[k] !== "object" || seen.has(t[k]))) TomlError.x("trying to redefine an already defined value", ctx, errPtr);
			let unsafe = k === "__proto__";
			if (ctx.uk && (unsafe || k === "constructor")) {
				t = ctx.uk !== 1 && TomlError.x("document contains an unsafe property", ctx, errPtr);
				break;
			}
			if (!hasOwn && unsafe) Object.defineProperty(t, k, {
				enumerable: true,
				configurable: true,
				writable: true
			});
		}
		if (hasOwn) TomlError.x("trying to redefine an already defined value", ctx, errPtr);
		skipVoid(ctx, true, true);
		let value = extractValue(ctx, 125);
		if (t && typeof (t[k] = value) === "object") seen.add(value);
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p++)) === 125) return res;
		if (c !== 44) TomlError.x("expected comma or end of structure", ctx, ctx.p - 1);
	}
	TomlError.x("unfinished table", ctx, startPtr);
}
function parseArray(ctx) {
	let startPtr = ctx.p++;
	let res = [];
	let c;
	while (ctx.p < ctx.s.length) {
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p)) === 93) {
			ctx.p++;
			return res;
		}
		res.push(extractValue(ctx, 93));
		skipVoid(ctx);
		if ((c = ctx.s.charCodeAt(ctx.p++)) === 93) return res;
		if (c !== 44) TomlError.x("expected comma or end of structure", ctx, ctx.p - 1);
	}
	TomlError.x("unfinished array", ctx, startPtr);
}
// node_modules/smol-toml/dist/parse.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
function peekTable(ctx, key, table, meta, type) {
	let t = table;
	let m = meta;
	let k;
	let hasOwn = false;
	let state;
	for (let i = 0; i < key.length; i++) {
		if (i) {
			t = hasOwn ? t[k] : t[k] = Object.create(null);
			m = (state = m[k]).c;
			if (type === 0 && (state.t === 1 || state.t === 2)) return null;
			if (state.t === 2) {
				let l = t.length - 1;
				t = t[l];
				m = m[l].c;
			}
		}
		k = key[i];
		if ((hasOwn = Object.hasOwn(t, k)) && m[k]?.t === 0 && m[k]?.d) return null;
		if (!hasOwn) {
			let unsafe = k === "__proto__";
			if (ctx.uk && (unsafe || k === "constructor")) return false;
			if (unsafe) {
				Object.defineProperty(t, k, {
					enumerable: true,
					configurable: true,
					writable: true
				});
				Object.defineProperty(m, k, {
					enumerable: true,
					configurable: true,
					writable: true
				});
			}
			m[k] = {
				t: i < key.length - 1 && type === 2 ? 3 : type,
				d: false,
				i: 0,
				c: Object.create(null)
			};
		}
	}
	state = m[k];
	if (state.t !== type && !(type === 1 && state.t === 3)) return null;
	if (type === 2) {
		if (!state.d) {
			state.d = true;
			t[k] = [];
		}
		t[k].push(t = Object.create(null));
		state.c[state.i++] = state = {
			t: 1,
			d: false,
			i: 0,
			c: Object.create(null)
		};
	}
	if (state.d) return null;
	state.d = true;
	if (type === 1) t = hasOwn ? t[k] : t[k] = Object.create(null);
	else if (type === 0 && hasOwn) return null;
	return [
		k,
		t,
		state.c
	];
}
function validateTablePeek(ctx, peek, ptr) {
	if (peek === null || ctx.uk === 2) TomlError.x(peek === null ? "trying to redefine an already defined table or value" : "document contains an unsafe property", ctx, ptr);
}
function parse(toml, options = {}) {
	let ctx = {
		s: toml,
		p: 0,
		d: options.maxDepth ?? 1e3,
		bi: options.integersAsBigInt ?? false,
		ld: options.useLegacyDate ?? true,
		uk: options.unsafeKeyBehaviour === "throw" ? 2 : options.unsafeKeyBehaviour === "drop" ? 1 : 0
	};
	let res = Object.create(null);
	let meta = Object.create(null);
	let tmp;
	let skipping = false;
	let tbl = res;
	let m = meta;
	if (toml.charCodeAt(0) === 65279) ctx.p++;
	skipVoid(ctx);
	while (ctx.p < toml.length) {
		if (toml.charCodeAt(ctx.p) === 91) {
			let isTableArray = toml.charCodeAt(++ctx.p) === 91;
			tmp = ctx.p += +isTableArray;
			skipping = false;
			let k = parseKey(ctx, 93);
			if (isTableArray) {
				if (toml.charCodeAt(ctx.p) !== 93) TomlError.x("expected end of table array declaration", ctx);
				ctx.p++;
			}
			let p = peekTable(ctx, k, res, meta, isTableArray ? 2 : 1);
			if (!p) {
				validateTablePeek(ctx, p, tmp);
				skipping = true;
			} else {
				m = p[2];
				tbl = p[1];
			}
		} else {
			tmp = ctx.p;
			let p = peekTable(ctx, parseKey(ctx), tbl, m, 0);
			if (!p && !skipping) validateTablePeek(ctx, p, tmp);
			skipVoid(ctx, true, true);
			let v = extractValue(ctx, void 0);
			if (p && !skipping) p[1][p[0]] = v;
		}
		skipVoid(ctx, true);
		if (ctx.p < toml.length && (tmp = toml.charCodeAt(ctx.p)) !== 10 && (tmp !== 13 || toml.charCodeAt(ctx.p + 1) !== 10)) TomlError.x("each key-value declaration must be followed by an end-of-line", ctx);
		skipVoid(ctx);
	}
	return res;
}
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
"".isWellFormed;
// node_modules/smol-toml/dist/index.js
/*!
* Copyright (c) Squirrel Chat et al., All rights reserved.
* SPDX-License-Identifier: BSD-3-Clause
*
* Redistribution and use in source and binary forms, with or without
* modification, are permitted provided that the following conditions are met:
*
* 1. Redistributions of source code must retain the above copyright notice, this
*    list of conditions and the following disclaimer.
* 2. Redistributions in binary form must reproduce the above copyright notice,
*    this list of conditions and the following disclaimer in the
*    documentation and/or other materials provided with the distribution.
* 3. Neither the name of the copyright holder nor the names of its contributors
*    may be used to endorse or promote products derived from this software without
*    specific prior written permission.
*
* THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND
* ANY EXPRESS OR IMPLIED WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED
* WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
* DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE
* FOR ANY DIRECT, INDIRECT, INCIDENTAL, SPECIAL, EXEMPLARY, OR CONSEQUENTIAL
* DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
* SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER
* CAUSED AND ON ANY THEORY OF LIABILITY, WHETHER IN CONTRACT, STRICT LIABILITY,
* OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
* OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
*/
// src/core/probe-file/fact-path.ts
const BARE = /^[A-Za-z0-9_-]+$/;
const MAX_KEY = 200;
const segment = (part, index) => {
	if (typeof part === "number") return `[${part}]`;
	return `${index === 0 ? "" : "."}${BARE.test(part) ? part : JSON.stringify(part)}`;
};
function dottedKey(path) {
	const key = path.map(segment).join("");
	return key.length > MAX_KEY ? `${key.slice(0, MAX_KEY)}…` : key;
}
const PART = String.raw`(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')`;
const HEADER = new RegExp(String.raw`^\s*(\[\[?)\s*(${PART}(?:\s*\.\s*${PART})*)\s*\]`);
const KEY = new RegExp(String.raw`^\s*(${PART}(?:\s*\.\s*${PART})*)\s*=(.*)$`);
function parts(dotted) {
	return [...dotted.matchAll(new RegExp(PART, "g"))].map(([part]) => {
		if (part.startsWith("'")) return part.slice(1, -1);
		if (!part.startsWith("\"")) return part;
		try {
			return String(JSON.parse(part));
		} catch {
			return part;
		}
	});
}
function createLineOf(text) {
	const lines = new Map();
	const tables = new Map();
	let table = [];
	let list;
	for (const [index, line] of text.split("\n").entries()) {
		const note = (path) => {
			const key = dottedKey(path);
			if (!lines.has(key)) lines.set(key, index + 1);
		};
		if (list) {
			if (/^\s*\]/.test(line)) list = void 0;
			else if (line.trim() !== "") note([...list.path, list.items++]);
			continue;
		}
		const [, bracket, name = ""] = HEADER.exec(line) ?? [];
		const [, key, value = ""] = KEY.exec(line) ?? [];
		if (bracket) {
			const path = parts(name);
			const nth = tables.get(dottedKey(path)) ?? 0;
			tables.set(dottedKey(path), nth + 1);
			table = bracket === "[[" ? [...path, nth] : path;
			for (const one of [path, table]) note(one);
		} else if (key) {
			const path = [...table, ...parts(key)];
			note(path);
			if (/^\s*\[\s*$/.test(value)) list = {
				path,
				items: 0
			};
		}
	}
	return (path) => path.map((_, at) => lines.get(dottedKey(path.slice(0, at + 1)))).findLast((line) => line !== void 0);
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
const HOSTED_AGENTS = [
	["CLAUDE_CODE_REMOTE", "true"],
	["COPILOT_AGENT_SESSION_ID", "*"],
	["COPILOT_AGENT_JOB_ID", "*"],
	["AI_AGENT", "github_copilot_cloud_agent"]
];
// src/core/probe-file/facts/where.ts
const error = text("\"Type: message\" when this family broke; its other facts may be missing");
const path = (about) => text(`${about} (masked: ~ home, <repo>, <prefix>, <base>, <other>/basename)`, 1e3);
const LABELS = [
	"stdlib",
	"venv",
	"overlay",
	"prefix",
	"system",
	"user-site",
	"pythonpath",
	"cwd",
	"repo",
	"other-checkout",
	"hook",
	"elsewhere",
	"missing"
];
const label = (about) => oneOf(about, ...LABELS);
// src/core/probe-file/facts/place.ts
const probeFacts = table("who wrote this file, when and where", {
	format: count("number of this format: 1"),
	place: oneOf("the place", "local", "box", "ci"),
	leg: text("the leg of the place; absent when the place is whole", 40),
	version: text("version of agent_probe.py", 40),
	digest: hex("sha256 of agent_probe.py", 64),
	taken_at: utc("UTC; which of two files of one place and content is the newer, and nothing else"),
	claims: text("sha256 of claims.json as read; \"default\" when there was none", 64),
	run_id: hex("random, names this run of the probe", 32),
	hosted_agent: text("variable by which a hosted agent marks its machine; \"\" where none is set", 60),
	error,
	ci: table("absent outside a CI provider", {
		provider: text(PROVIDER_NAMES.join(", "), 40),
		run: text("id of the run", 80),
		attempt: text("attempt of the run", 20),
		job: text("id of the job", 200),
		runner: oneOf("who owns the machine", "github-hosted", "self-hosted", "hosted", "unknown"),
		runner_name: text("name of that machine among its like", 200),
		event: text("event that started the run", 60),
		sha: objectId("commit the provider says it checked out")
	}),
	durations: map("milliseconds spent per family", count("milliseconds"), 20)
});
const previousFacts = table("this place's earlier file, read before it was overwritten", {
	found: flag("there was one, and it could be read"),
	run_id: hex("its probe.run_id", 32),
	machine: hex("its host.machine", 32),
	boot: hex("its host.boot", 32),
	container: hex("its host.container", 32),
	canaries: map("its canary nonces", hex("nonce", 32), 3),
	env: map("its claimed variables, as far as they are still claimed", table("a claimed variable", {
		set: flag("it was set in the probed process"),
		hash: hex("its salted hash, where values are compared", 12)
	})),
	error
});
const hostFacts = table("which machine this is", {
	hostname: text("host name; box and ci only, unless --host says otherwise", 260),
	hostname_hash: hex("first 12 hex digits of the keyed hash of the host name", 12),
	machine: hex("HMAC-SHA256 of the machine id (systemd recipe); never the raw id", 32),
	machine_absent: flag("this system has no machine id, as most container images"),
	boot: hex("keyed hash of the boot id or boot time", 32),
	container: hex("keyed hash of the container id; absent outside a container", 32),
	in_container: flag("a container id was found"),
	checkout: hex("hash of the checkout's path, keyed by the raw machine id: another one on every machine", 32),
	checkout_folder: hex("the same of that folder's number in its file system, which a second path does not change", 32),
	platform: oneOf("operating system", "linux", "darwin", "win32", "other"),
	arch: text("machine architecture", 40),
	shell: text("base name of the login shell", 60),
	error
});
// src/core/probe-file/facts/python.ts
const hook = (which) => table(`${which}: what this interpreter finds and did at start-up`, {
	present: flag("a file of that name is found on the path of a normal start"),
	file: path("that file"),
	hash: hex("first 12 hex digits of the sha256 of the file", 12),
	loaded: flag("it is in sys.modules: it ran"),
	error: text("\"Type: message\" that it raised at a fresh start; \"\" when it ran clean", 300)
});
const interpreterFacts = table("the Python that ran the probe", {
	executable: path("sys.executable; \"\" when Python does not know"),
	executable_hash: hex("first 12 hex digits of the sha256 of the real executable", 12),
	version: text("like 3.12.7", 40),
	implementation: text("CPython, PyPy …", 40),
	prefix: path("sys.prefix"),
	linked: flag("the prefix is a link to a folder elsewhere; absent where it is none"),
	base_prefix: path("sys.base_prefix"),
	in_venv: flag("prefix and base_prefix differ"),
	conda_prefix: path("CONDA_PREFIX; absent when not set"),
	isolated: flag("-I"),
	virtual_env: path("VIRTUAL_ENV; absent when not set"),
	requires_python: text("the range that the project states, in its own words (pyproject.toml, setup.cfg, setup.py, Pipfile, .python-version); \"\" when none was read", 100),
	project_python: path("the Python of an environment in the project that this one is not of; \"\" for none"),
	on_path: list$1("python and pip commands on PATH, first of each name", table("a command", {
		name: text("name", 40),
		target: path("where it leads"),
		kind: oneOf("what it is", "binary", "script", "shim", "redirector", "unreadable"),
		starts: oneOf("whose interpreter it starts", "this", "other", "none", "unknown")
	}), 40),
	scripts: count("console scripts with a Python shebang in the directory of scripts of this prefix"),
	scripts_other: count("of those, how many start another interpreter"),
	scripts_broken: count("of those, how many name an interpreter that is not there"),
	error
});
const pathFacts = table("where imports come from", {
	entries: list$1("sys.path in order", table("one", {
		path: path("entry"),
		label: label("its kind")
	}), 300),
	user_site: oneOf("effect, not variable", "enabled", "disabled", "refused"),
	user_site_on_path: flag("the user's site directory is on sys.path"),
	pythonpath: list$1("PYTHONPATH as given to this process; [] when unset or ignored", path("entry"), 100),
	sitecustomize: hook("sitecustomize"),
	usercustomize: hook("usercustomize"),
	pth_error: text("\"Type: message\" of a .pth line that failed at a fresh start; \"\" when none did", 300),
	pth_import_lines: count("lines that run code, editable installs and known installers left out"),
	error
});
const origin = {
	module: text("the top-level import name that was looked for", 200),
	importable: flag("a module of that name is found; also a namespace, or a distribution that has none"),
	origin: path("the file that wins"),
	label: label("where that file lies"),
	loader: oneOf("what kind of thing it is; \"none\": commands, stubs or a list of others, nothing to import", ...words("source bytecode extension zip namespace builtin frozen none other")),
	path_origin: path("what path finding alone (no finders, no preloaded modules) would find; \"\" when nothing")
};
const packagesFacts = table("what is installed", {
	scope: oneOf("which distributions are listed", "all", "claimed"),
	distributions: list$1("name==version, sorted, names normalised", text("name==version", 200), 5e3),
	pip: flag("pip is among them"),
	own: list$1("the repository's own top-level import names, tracked by git", text("import name", 200), 500),
	claimed: map("each claimed name", table("a claimed package", {
		...origin,
		readable: flag("the files can be read by this user"),
		distribution: text("distribution that carries it; \"\" when none does", 200),
		version: text("that distribution's version; \"\" when there is none", 100),
		installer: text("content of INSTALLER; \"\" when absent", 40),
		direct_url: oneOf("kind of its direct_url.json; never the URL", ...words("none editable dir archive vcs")),
		gone: text("first module below it that its RECORD lists and that is not there; \"\" when none", 400),
		locked: list$1("versions of that distribution that tracked lock files pin; [] when none", text("version", 100), 20),
		copies: list$1("labels of the copies that this one hides; two system sites are one", label("where"), 20),
		same: flag("of the repository's own: an installed copy equals this tree; false: an old build"),
		built_for: text("the tag of its wheel, where this interpreter can load nothing built for that", 100),
		in_tree: flag("a tracked module or package of that name is in the repository"),
		tracked: flag("the file that wins is tracked by git; of a namespace package, any Python file below it")
	})),
	error
});
// src/core/probe-file/facts/state.ts
const envFacts = table("environment variables: names, never values", {
	claimed: map("each claimed variable", table("a claimed variable", {
		set: flag("set in the probed process (an empty value counts as set)"),
		start: oneOf("how that process had it when it started", ...words("filled empty unset")),
		from: text("the file that may bring it: the one that the claim names, else .env", 500),
		file: oneOf("what that file says of it; \"tracked\": git has the file", ...words("filled empty unset absent tracked")),
		hash: hex("salted hash of the value, only with \"compare\": true and never for secret-looking names", 12)
	})),
	names: list$1("names with a prefix of the allow-list, sorted", text("name", 200), 500),
	error
});
const persistFacts = table("what outlives a session", {
	canary: map("canaries: home, repo, temp", table("a canary", {
		nonce: hex("random, names the canary that is there now", 32),
		earlier: flag("it was there before this run: an earlier run wrote it"),
		age_s: count("seconds since it was first written, by this clock"),
		boot_changed: flag("the boot is another one than when it was written"),
		container_changed: flag("the container is another one than when it was written"),
		login_changed: flag("the login session is another one than when it was written"),
		committed: flag("HEAD has a file of this place that names it; only of one that another box wrote"),
		machine_same: flag("the machine is the one it was written on"),
		remembered: flag("this place's previous file names a canary here"),
		remembered_there: flag("and that canary is the one that is there now"),
		writable: flag("a canary could be written here")
	}), 3),
	files: map("each claimed file", table("a claimed file", {
		exists: flag("it exists"),
		readable: flag("this user can read it"),
		kind: oneOf("\"pointer\": of Git LFS, not the file", ...words("file directory other pointer none")),
		size: count("bytes"),
		empty: flag("nothing in it: no byte; of a folder, no file below it that has one"),
		memory: flag("on tmpfs or its like, which is no disk"),
		kept: flag("older than this boot, container or login, or seen by a probe before those; box only"),
		tracked: flag("tracked by git"),
		outside_cwd: flag("a relative path that leads outside the working directory")
	})),
	error
});
const gitFacts = table("which content this is", {
	state: oneOf("what git said", "ok", "none", "refused", "unborn", "bare", "no-git", "unlinked", "broken"),
	head: objectId("commit id of HEAD"),
	parents: list$1("parents from the commit object", objectId("commit id"), 16),
	patches: list$1("patch ids of the commits since the base; absent in a shallow clone", objectId("patch id"), 50),
	branch: text("branch; absent when detached", 260),
	shallow: flag("shallow clone"),
	worktree: flag("a linked worktree"),
	cwd: text("working directory within the repository (\".\" at the top)", 1e3),
	head_content: hex("content id of HEAD without our own products", 64),
	tree_content: hex("content id of the working tree as it stands", 64),
	modified: count("tracked files changed (staged or not)"),
	deleted: count("tracked files missing"),
	untracked: count("untracked files that are not ignored, our own products left out"),
	ignored: count("ignored files and directories that are there"),
	hidden: count("files marked assume-unchanged or skip-worktree"),
	submodules: count("submodules"),
	submodules_absent: count("submodules that are not checked out"),
	error
});
const secretsFacts = table("what could leak from this place", {
	files: map("each claimed secret file", table("a secret file", {
		exists: flag("it exists"),
		empty: flag("0 bytes, or a folder without a file"),
		copies: list$1("tracked files of the same bytes", text("path", 400), 20),
		history: list$1("commits of the history of HEAD that held it in plain, newest first; absent: nobody looked to the end", objectId("commit id"), 100),
		parent_readable: flag("its directory can be searched by this user"),
		modes: flag("permission bits mean something here (false on Windows)"),
		mode: text("permission bits, octal", 6),
		mine: flag("owned by this user"),
		owner_reads: flag("its owner can read it"),
		others_read: flag("someone else can read it, through every parent; on Windows by its access list"),
		unlooked: flag("the access list of Windows could not be read: who may read the file was not looked at"),
		tracked: flag("tracked by git"),
		encrypted: flag("what git tracks of it is encrypted (git-crypt, SOPS, ansible-vault, dotenvx and the like)"),
		ignored: flag("ignored by git"),
		in_repo: flag("inside the repository")
	})),
	found: map("tracked files of usual names in which something looks secret", list$1("commits of the history of HEAD that added or changed it, newest first", objectId("commit id"), 100)),
	env_names: count("variables with a secret-looking name"),
	configuration: table("credentials in configuration: yes or no, never the value", {
		remotes: flag("user info in the URL of a git remote"),
		instead_of: flag("user info in url.*.insteadOf"),
		headers: flag("http.*.extraheader or an included credentials file"),
		proxies: flag("user info in the URL of a proxy, in git or a variable"),
		lfs: flag("user info in the URL of Git LFS"),
		helpers: flag("a credential helper that is a command with a password in it"),
		index_urls: flag("user info or a token in the URL of a package index, in settings, variables, lock or build files"),
		stored: flag("what git keeps: ~/.git-credentials"),
		direct_urls: flag("user info or a token in a direct_url.json"),
		given: list$1("where the set-up of CI or of a hosted agent put one; the flags above leave it out", text("name", 20), 20),
		shut: flag("each that is flagged lies in a variable, or in a file that only its owner reads and git does not track")
	}),
	error
});
// src/core/probe-file/facts/tests.ts
const sessionOrigin = table("one of the repository's own packages, seen from inside the test process", {
	imported: flag("it was in sys.modules when the session ended"),
	origin: path("its file (imported) or the file that would have been imported; \"\" when none"),
	label: oneOf("where that lies; \"none\" when nothing was found", ...LABELS, "none"),
	same: flag("an installed copy equals this tree byte for byte; false: an old build"),
	alone: flag("no other code of it is on the import path; not imported: nor on PATH a command of it for another Python")
});
const testCounts = {
	exit_status: count("exit status of the command (pytest: 0 to 6); 256 when it was killed or never ended"),
	collected: count("tests collected, deselected ones left out"),
	passed: count("tests passed (xpassed among them)"),
	failed: count("tests failed"),
	errors: count("errors in set-up, tear-down and collection"),
	skipped: count("tests skipped (xfailed among them)"),
	deselected: count("tests collected and deselected")
};
const testsFacts = table("what the test process said", {
	source: oneOf("where these facts come from", "session", "run", "report", "none"),
	believed: flag("the probe found the record to be of this place and this content"),
	disbelief: list$1("why not: tracked, unreadable, malformed, broken (the plugin failed), unfinished, other-machine, other-container, other-user, other-run, other-attempt, other-job, other-tree, other-command, other-packages, narrowed, collect-only, changed-while-running, changed-since, content-unknown, stale-bytecode (old bytecode or an old build ran), ignored-changed (a module that git ignores was imported, and is not the same any more), no-session (the command left no record)", text("code", 60), 20),
	command: list$1("the claimed command", text("argument", 400), 100),
	claimed_command: flag("the recorded command is the claimed one"),
	narrowed: list$1("options that leave tests out (-k, -m, --lf, paths …)", text("option", 60), 40),
	collect_only: flag("--collect-only"),
	tracked: flag("the record is tracked by git: it was committed, not made here"),
	runner: text("pytest, unittest, other", 40),
	sessions: count("test sessions that this record sums up"),
	...testCounts,
	unstarted: text("what of the command could not be started, by the word that names it; \"\" when all of it was", 120),
	cached: text("what says that this is the result of an earlier run, where no session tells; \"\" when nothing does", 300),
	xfailed: count("tests that failed as expected, among the skipped ones"),
	xpassed: count("tests that passed though they were expected to fail, among the passed ones"),
	reruns: count("times that a plugin ran a test again"),
	subtests: count("parts of tests that did not fail; they are no tests of their own"),
	executed: count("tests that ran to an outcome: passed + failed"),
	red_before: count("earlier sessions of the claimed command that were red on this content, in this place and job"),
	red_apart: count("of these, the ones with another interpreter or other variables: this one is no retry of them"),
	interrupted: flag("the session was interrupted or ended by an internal error"),
	hook_error: text("\"Type: message\" of a start-up hook that failed there; \"\" when none did", 300),
	addopts: list$1("option names in PYTEST_ADDOPTS, never their values", text("option", 60), 40),
	content_before: hex("content id of the tree when the session started", 64),
	content_after: hex("content id of the tree when it ended", 64),
	session: table("the test process", {
		executable: path("its sys.executable"),
		prefix: path("its sys.prefix"),
		prefix_agrees: flag("its prefix is the probed interpreter's"),
		version: text("its Python", 40),
		isolated: flag("it ran with -I"),
		cwd: text("its working directory within the repository", 1e3),
		same_tree: flag("its repository is the one probed here"),
		same_user: flag("its user is the one probing"),
		machine: hex("its host.machine", 32),
		container: hex("its host.container", 32),
		in_container: flag("its host.in_container"),
		boot: hex("its host.boot", 32),
		run: text("its CI run", 80),
		attempt: text("its CI attempt", 20),
		job: text("its CI job", 200),
		taken_at: utc("when it started")
	}),
	origins: map("the repository's own packages inside the test process", sessionOrigin),
	packages: map("claimed packages inside the test process that are not said to be the repository's", table("a package", {
		imported: flag("it was in sys.modules; false: the rest is what the finders of that process answered"),
		importable: flag("a module of that name was found"),
		readable: flag("the files could be read"),
		origin: path("the file that won"),
		label: label("where that file lies"),
		loader: text("what kind of thing it is, as in packages.claimed", 20),
		distribution: text("distribution that carries it; \"\" when none does", 200),
		version: text("its version; \"\" when there is none", 100),
		direct_url: text("kind of its direct_url.json, as in packages.claimed", 20),
		copies: list$1("labels of the copies that this one hides", text("where", 20), 20)
	})),
	foreign: list$1("modules that another checkout or an old build gave to the tests", path("name from file"), 20),
	stale: list$1("sources whose old bytecode ran, and compiled modules older than a changed source of theirs", path("file"), 20),
	touched: list$1("loaded sources of this tree that were written while the tests ran", path("file"), 20),
	ignored: count("modules in this tree that the tests imported and that git ignores"),
	configured: list$1("what leaves tests out in tracked configuration: options in addopts, testpaths, collect_ignore", text("name", 60), 40),
	uncollected: count("tracked test files, by python_files, that were not looked into"),
	functions: count("the sum of files: test functions that were collected and not deselected"),
	skipped_files: list$1("test files that were skipped whole while collecting", path("file, or its folder")),
	files: map("tracked files, or their folders where they are too many, from which tests were collected and not deselected", count("test functions, however many parameters each one has")),
	outside: map("other checkouts within this one, as a worktree that is kept there, whose tests ran too: they are not counted", count("tests")),
	env: map("claimed variables inside the test process", table("a variable", {
		set: flag("it was set there when the tests had run; false also where they emptied it"),
		start: oneOf("how that process had it when it started; \"untold\": the system does not say", ...words("filled empty unset untold")),
		hash: hex("its salted hash there, where values are compared", 12)
	})),
	reports: map("claimed reports", table("a report", {
		recorded: hex("sha256 when the session ended", 64),
		now: hex("sha256 now", 64),
		exists: flag("it is there now")
	}), 50),
	isolated: table("second run with -I", { ...testCounts }),
	error
});
// src/core/probe-file/schema.ts
const FIRST_LINE = "# where-it-ran probe file, format 1";
const SCHEMA = table("a probe file", {
	probe: probeFacts,
	previous: previousFacts,
	host: hostFacts,
	interpreter: interpreterFacts,
	path: pathFacts,
	packages: packagesFacts,
	env: envFacts,
	persist: persistFacts,
	git: gitFacts,
	tests: testsFacts,
	secrets: secretsFacts
});
const RETIRED = [
	/^probe\.families$/,
	/^host\.(?:uid_is_euid|owns_tree)$/,
	/^interpreter\.(?:executable_agrees|argv_form|virtual_env_agrees|externally_managed|real_executable|safe_path|no_(?:user_)?site)$/,
	/^path\.(?:user_site_exists|(?:site|user)customize\.premade|pythonpath_ignored|editable|pth(?:\..+)?)$/,
	/^packages\.(?:count|digest|claimed\..+\.(?:path_label|metadata_copies))$/,
	/^(?:previous\.(?:hostname|env_names)|env\.(?:names_digest|names_count|left_out)|secrets\.umask)$/,
	/^persist\.files\..+\.(?:mtime|mode|sha256)$/,
	/^env\.claimed\..+\.(?:inherited|empty)$/,
	/^tests\.(?:runner_version|plugins|duration_ms|env\..+\.by_tests)$/,
	/^git\.(?:detached|synthetic_merge|submodule)$/,
	/^persist\.canary\..+\.(?:first_seen|fs|mount|visits)$/
];
const isRetired = (path) => RETIRED.some((one) => one.test(path.join(".")));
// src/core/probe-file/read.ts
const MAX_BYTES$1 = 262144;
const MAX_LINES = 8e3;
const MAX_LINE = 16384;
const MAX_DEPTH = 6;
const OTHER_FORMAT = /^# where-it-ran probe file, format (\d{1,9})$/;
const stripBom = (text) => text.startsWith("﻿") ? text.slice(1) : text;
function firstLineProblem(line) {
	if (line === "# where-it-ran probe file, format 1") return void 0;
	const other = OTHER_FORMAT.exec(line)?.[1];
	if (other !== void 0) return {
		line: 1,
		message: `format ${other}, but only format 1 is read here: use the probe that this version ships`
	};
	return {
		line: 1,
		message: `not a probe file: the first line must be "${FIRST_LINE}"`
	};
}
function sizeProblem(text) {
	return (text.length > 262144 ? text.length : new TextEncoder().encode(text).length) > 262144 ? { message: `larger than ${MAX_BYTES$1 / 1024} KiB` } : void 0;
}
function lineProblem(lines) {
	if (lines.length > MAX_LINES) return { message: `more than ${MAX_LINES} lines` };
	const long = lines.findIndex((line) => line.length > MAX_LINE);
	if (long >= 0) return {
		line: long + 1,
		message: `line longer than ${MAX_LINE} characters`
	};
	const broken = lines.findIndex((line) => /\p{Surrogate}/u.test(line));
	return broken >= 0 ? {
		line: broken + 1,
		message: "half a surrogate pair: not valid text"
	} : void 0;
}
function emptiedProblem(lines) {
	let opened;
	for (const [index, line] of lines.entries()) {
		if (opened !== void 0 && /^\s*\]/.test(line)) return {
			line: opened + 1,
			message: "a list whose items were taken out: take its name out too, or probe again"
		};
		if (/=[ \t]*\[[ \t\r]*(?:#.*)?$/.test(line)) opened = index;
		else if (/^\s*[^\s#]/.test(line)) opened = void 0;
	}
}
function boundsProblem(text) {
	const tooLarge = sizeProblem(text);
	if (tooLarge) return tooLarge;
	const lines = text.split("\n");
	return firstLineProblem((lines[0] ?? "").replace(/\r$/, "")) ?? lineProblem(lines) ?? emptiedProblem(lines);
}
const DIALECT = {
	table: "a table",
	number: "a number that is not whole",
	quotes: false,
	unknownKey: () => "not a fact of this format: is the probe newer than this version?"
};
const refused = (problems) => ({
	ok: false,
	problems
});
function syntaxProblem(error) {
	if (!(error instanceof TomlError)) return { message: "not TOML" };
	const [first = ""] = error.message.split("\n");
	return {
		line: error.line,
		message: `not TOML: ${first.replace("Invalid TOML document: ", "")}`
	};
}
function missing(facts) {
	const { format, place } = facts.probe ?? {};
	const findings = [];
	if (format === void 0) findings.push({
		path: ["probe", "format"],
		message: "missing"
	});
	else if (format !== 1) findings.push({
		path: ["probe", "format"],
		message: `must be 1, as the first line says`
	});
	if (place === void 0) findings.push({
		path: ["probe", "place"],
		message: "missing"
	});
	return findings;
}
function readProbeFile(raw) {
	const text = stripBom(raw);
	const refusal = boundsProblem(text);
	if (refusal) return refused([refusal]);
	let document;
	try {
		document = parse(text, {
			integersAsBigInt: true,
			maxDepth: MAX_DEPTH
		});
	} catch (error) {
		return refused([syntaxProblem(error)]);
	}
	const { value, findings: found } = checkShape(SCHEMA, document, DIALECT);
	const findings = found.filter(({ path }) => !isRetired(path));
	const facts = value;
	const all = findings.length > 0 ? findings : missing(facts);
	if (all.length === 0) return {
		ok: true,
		facts
	};
	return refused(tellFindings(all, createLineOf(text), dottedKey));
}
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
	const root = await fs$1.realpath(directory);
	const target = path$1.resolve(root, file);
	if (target === root) return root;
	if (isBelow(root, target) && isBelow(root, await realPath(path$1.dirname(target)))) return target;
	throw new Error("it leads out of the working directory");
}
function isBelow(root, target) {
	const relative = path$1.relative(root, target);
	return relative !== ".." && !relative.startsWith(`..${path$1.sep}`) && !path$1.isAbsolute(relative);
}
async function realPath(folder) {
	try {
		return await fs$1.realpath(folder);
	} catch (error) {
		if (codeOf(error) !== "ENOENT" || path$1.dirname(folder) === folder) throw error;
		return path$1.join(await realPath(path$1.dirname(folder)), path$1.basename(folder));
	}
}
async function read(file, maxBytes) {
	try {
		const stat = await fs$1.lstat(file);
		if (stat.isSymbolicLink()) throw new Error("it is a symbolic link");
		if (!stat.isFile()) throw new Error("it is not a regular file");
		if (stat.size > maxBytes) throw new Error(`it has ${stat.size} bytes, more than ${maxBytes}`);
		const bytes = await fs$1.readFile(file);
		if (bytes.length > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`);
		return decodeText(bytes);
	} catch (error) {
		if (isAbsent(error)) return void 0;
		throw error;
	}
}
async function write(file, text) {
	await fs$1.mkdir(path$1.dirname(file), { recursive: true });
	const draft = path$1.join(path$1.dirname(file), `.${path$1.basename(file)}.${randomUUID()}`);
	try {
		await fs$1.writeFile(draft, text, { flag: "wx" });
		await fs$1.rename(draft, file);
	} catch (error) {
		await fs$1.rm(draft, { force: true }).catch(() => void 0);
		throw error;
	}
}
async function list(folder) {
	try {
		if ((await fs$1.lstat(folder)).isSymbolicLink()) throw new Error("it is a symbolic link");
		return (await fs$1.readdir(folder, { withFileTypes: true })).map((entry) => {
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
		async head(commit = "HEAD") {
			const said = await read("rev-parse", "--show-prefix", `${commit}^{commit}`);
			const [, prefix, sha] = /^(.*)\n([0-9a-f]{40,64})\n$/s.exec(said ?? "") ?? [];
			if (!sha || prefix === void 0) return void 0;
			const listing = await read("ls-tree", "-r", "-z", "--full-tree", sha);
			const entries = listing === void 0 ? void 0 : parseTree(listing);
			return entries && {
				sha,
				content: hashBytes(contentRecords(entries, toBytes(path$1.posix.join(fromBytes(prefix), probes))))
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
	const folders = (env[Object.keys(env).find((one) => one.toUpperCase() === "PATH") ?? "PATH"] ?? "").split(path$1.delimiter).filter((folder) => path$1.isAbsolute(folder));
	const names = process.platform === "win32" && !/\.(?:exe|com)$/i.test(name) ? [`${name}.exe`, `${name}.com`] : [name];
	return folders.flatMap((folder) => names.map((one) => path$1.join(folder, one))).find(isProgram);
}
function isProgram(file) {
	try {
		fs.accessSync(file, fs.constants.X_OK);
		return fs.statSync(file).isFile();
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
	if (Number(major) === 3 && Number(minor) >= 8) return { ok: true };
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
	if (command.length !== 1 || !path$1.isAbsolute(python)) return env;
	const folder = path$1.dirname(python);
	const root = path$1.dirname(folder);
	const isEnvironment = existsSync(path$1.join(root, "pyvenv.cfg"));
	const key = Object.keys(env).find((one) => one.toUpperCase() === "PATH") ?? "PATH";
	const first = (env[key] ?? "").split(path$1.delimiter)[0];
	if (!isEnvironment || first === folder) return env;
	const joined = env[key] ? [folder, env[key]].join(path$1.delimiter) : folder;
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
async function chooseInterpreter(needs, folder) {
	const passed = [];
	let old = false;
	for (const find of FINDS) {
		const option = await find(needs, folder);
		if (option === void 0) continue;
		if (typeof option === "string") {
			passed.push(option);
			continue;
		}
		const start = await startPython(needs, option.command, folder.cwd);
		const told = `${option.command.join(" ")} (${option.why})`;
		if (start.ok) return {
			ok: true,
			choice: {
				command: option.command,
				why: [told, ...passed].join("; ")
			}
		};
		passed.push(`${told} ${start.message}`);
		old ||= start.old;
		if (option.binding) break;
	}
	return {
		ok: false,
		tried: passed,
		old
	};
}
async function findSession({ git }, { cwd, probes }) {
	const session = await findRecord(path$1.dirname(path$1.resolve(cwd, probes)));
	if (session === void 0) return void 0;
	const refuse = (why) => `${SESSION_RECORD} was passed over: ${why}`;
	if (await git.isTracked(session.record)) return refuse("git tracks it, so it was not made here");
	if (session.hostname !== os.hostname()) return refuse("it is from another machine");
	const python = session.executable;
	if (!path$1.isAbsolute(python) || !/^(?:python|pypy)[\d.]*w?(?:\.exe)?$/i.test(path$1.basename(python))) return refuse("the executable it names is no Python");
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
			const python = path$1.join(cwd, name);
			if (!await fs$1.lstat(python).catch(() => void 0)) continue;
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
		if (!existsSync(path$1.join(cwd, lock))) return void 0;
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
	const real = await fs$1.realpath(python).catch(() => python);
	const above = ancestors(python);
	const linked = await Promise.all(above.map(isLink));
	const links = above.filter((_, at) => linked[at]);
	return (await Promise.all([
		python,
		real,
		...links
	].map((file) => git.isTracked(file)))).includes(true);
}
const isLink = async (file) => (await fs$1.lstat(file).catch(() => void 0))?.isSymbolicLink() === true;
const MAX_BYTES = 4194304;
async function findRecord(folder) {
	const top = [folder, ...ancestors(folder)].find((one) => existsSync(path$1.join(one, ".git")));
	for (const one of top === void 0 ? [folder] : [folder, top]) {
		const session = await readSession(path$1.join(one, SESSION_RECORD));
		if (session) return session;
	}
}
async function readSession(record) {
	try {
		const stat = await fs$1.lstat(record);
		if (!stat.isFile() || stat.size > MAX_BYTES) return void 0;
		const { hostname, executable } = JSON.parse(await fs$1.readFile(record, "utf8"));
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
	const parent = path$1.dirname(file);
	return parent === file ? [] : [parent, ...ancestors(parent)];
}
// src/adapters/python-probe/python-probe.ts
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
			const { cwd, claims, tests } = request;
			const file = `${request.probes}/${placeName(request)}.txt`;
			const before = await readText(path$1.resolve(cwd, file));
			const [program = "", ...first] = choice.command;
			const options = [
				"--tests",
				tests,
				"--claims",
				claims,
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
			const exit = await needs.exec(program, args, {
				cwd,
				env,
				seconds: LIMIT,
				show: true,
				started
			});
			if (exit.kind !== "exited" || exit.code !== 0) return explain(exit, choice);
			const text = await readText(path$1.resolve(cwd, file));
			const message = `the probe said it wrote ${file}, but there is no new file`;
			if (text === void 0 || text === before) return failed("crashed", message, "run the check again");
			return {
				ok: true,
				file,
				text,
				interpreter: choice
			};
		}
	};
}
function failed(why, message, fix) {
	return {
		ok: false,
		why,
		message,
		fix
	};
}
async function choose(needs, request) {
	if (request.python !== "") return chooseNamed(needs, request);
	const chosen = await chooseInterpreter(needs, request);
	if (chosen.ok) return chosen.choice;
	const message = `no Python could be started: ${chosen.tried.join("; ")}`;
	return failed(chosen.old ? "unsupported" : "no-interpreter", message, homeFix(needs) ?? NAME_ONE);
}
async function chooseNamed(needs, request) {
	const { python, cwd } = request;
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
	const file = path$1.resolve(cwd, python);
	if ((await fs$1.stat(file).catch(() => void 0))?.isFile() && /[\\/]/.test(python)) return [file];
	const [program = python, ...args] = python.trim().split(/\s+/);
	return [/[\\/]/.test(program) ? path$1.resolve(cwd, program) : program, ...args];
}
function findShippedProbe() {
	const file = SCRIPTS.map((script) => fileURLToPath(new URL(script, import.meta.url))).find((one) => existsSync(one));
	if (file !== void 0) return file;
	throw new Error("agent_probe.py is not beside this program: the package is damaged, install it again");
}
const readShippedProbe = () => readFileSync(findShippedProbe(), "utf8");
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
		const stat = await fs$1.lstat(file);
		if (!stat.isFile() || stat.size > 262144) return void 0;
		return await fs$1.readFile(file, "utf8");
	} catch {
		return;
	}
}
// src/adapters/git/history.ts
const DEFAULT_BRANCHES = [
	"refs/remotes/origin/HEAD",
	"refs/remotes/origin/main",
	"refs/remotes/origin/master"
];
const MAX_COMMITS = 250;
async function readHistory(ask) {
	const { read } = ask;
	const line = async (...args) => (await read(...args))?.trim() || void 0;
	const tip = (await Promise.all(DEFAULT_BRANCHES.map((ref) => line("rev-parse", "--verify", "--quiet", `${ref}^{commit}`)))).find((sha) => sha !== void 0);
	if (tip === void 0) return await read("remote", "get-url", "origin") === void 0 ? { known: false } : {
		known: false,
		why: "git does not have origin's default branch"
	};
	const own = await line("rev-parse", "HEAD^{commit}");
	const [first, second, ...more] = own === void 0 ? [] : await readParents(ask, own) ?? [];
	const isIn = async (sha) => await read("merge-base", "--is-ancestor", sha, tip) !== void 0;
	const isTest = first && second && more.length === 0 && await isIn(first) && !await isIn(second);
	const head = isTest ? second : own;
	const base = isTest ? first : await line("merge-base", "HEAD", tip);
	if (!head || !base) return {
		known: false,
		why: "this clone does not reach back to origin's default branch"
	};
	return {
		known: true,
		base,
		head,
		commits: (await line("rev-list", `--max-count=${MAX_COMMITS}`, `${base}..${head}`) ?? "").split("\n").filter(Boolean).reverse()
	};
}
async function readBaseFile({ read }, history, file) {
	if (!history.known) return history;
	const { base } = history;
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
async function readBaseIds({ read }, history, folder) {
	const ids = new Map();
	if (!history.known || history.commits.length === 0) return ids;
	const listed = await read("ls-tree", "-z", history.base, "--", `./${folder}/`);
	for (const record of splitNul(listed ?? "")) {
		const [, id, name] = /^\d{6} blob ([0-9a-f]+)\t(?:.*\/)?([^/]+)$/s.exec(record) ?? [];
		if (id && name) ids.set(name, id);
	}
	return ids;
}
async function readChanged({ read }, from, to, probesFolder) {
	const prefix = (await read("rev-parse", "--show-prefix"))?.trim();
	const listed = await read("diff-tree", "-r", "-z", "--name-only", from, to);
	return prefix === void 0 || listed === void 0 ? void 0 : splitNul(listed).filter((file) => !isOwnProduct(file, path$1.posix.join(prefix, probesFolder)));
}
async function isMadeOnline({ read }, commit) {
	const [header = ""] = (await read("cat-file", "commit", commit) ?? "").split("\n\n", 1);
	return /^committer .*<noreply@github\.com> /m.test(header) && /^gpgsig/m.test(header);
}
function isBlob(text, id) {
	if (id === void 0) return false;
	const bytes = Buffer.from(text.replaceAll("\r\n", "\n"), "utf8");
	return createHash(id.length === 40 ? "sha1" : "sha256").update(`blob ${bytes.length}\0`).update(bytes).digest("hex") === id;
}
// src/core/text/shell.ts
const shellOf = (platform) => platform === "win32" ? "powershell" : "posix";
const andThen = (shell) => shell === "powershell" ? "; " : " && ";
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
export { createSecretNet as $, HOSTED_AGENTS as A, flag as B, splitNul as C, MAX_BYTES$1 as D, decodeText as E, contentRecords as F, text as G, map as H, isOwnProduct as I, getOwn as J, checkShape as K, isProbeScript as L, parse as M, CLAIMS_FILE as N, readProbeFile as O, VENDORED_PROBE as P, messageOf as Q, probesFolders as R, readFilters as S, NotText as T, oneOf as U, list$1 as V, table as W, FaultError as X, FAIL_ON as Y, faultOf as Z, createProjectListing as _, isBlob as a, sha256 as b, readBaseIds as c, createPythonProbe as d, KNOWN as et, readShippedProbe as f, createGit as g, withoutActionVariables as h, shellWord as i, PROVIDER_SIGNS as j, FIRST_LINE as k, readChanged as l, findProgram as m, shellCommand as n, once as nt, isMadeOnline as o, createExec as p, tellFindings as q, shellOf as r, oncePer as rt, readBaseFile as s, andThen as t, soundsSecret as tt, readHistory as u, isInHead as v, createFiles as w, createAskGit as x, readParents as y, either as z };
