import { a as WHO, f as meant, m as words, n as CONFIGURATION, o as cellKey$1, r as PLACES, s as isCellKey, t as CLAIM_KINDS } from "./shared2.js";
import { B as flag, G as text, H as map, K as checkShape, U as oneOf, V as list, W as table, q as tellFindings, z as either } from "./shared3.js";
import { i as COUNTED, n as CONTEXT_KEYS, s as versionKey } from "./shared11.js";
import { r as inOrder } from "./shared5.js";
import { a as stateOf, r as isNeverExcused, t as REASONS } from "./shared7.js";
// src/core/claims/default.ts
const USUAL_COMMAND = [
	"python",
	"-m",
	"pytest"
];
const NOT_OWN = new Set(words("setup conftest noxfile tests test docs examples benchmarks scripts agent_probe __init__ __main__"));
const NOT_OURS = new Set([...NOT_OWN, ...words("vendor vendored _vendor third_party third-party thirdparty 3rdparty external extern")]);
const isOwn = (name) => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) && !NOT_OWN.has(name) && !/^tests?_|_tests?$/.test(name);
const INIT = "__init__.py";
function split(path) {
	const at = path.lastIndexOf("/");
	return [path.slice(0, Math.max(at, 0)), path.slice(at + 1)];
}
function findOwn(tracked) {
	const packages = new Set(tracked.filter((one) => one.endsWith(`/${INIT}`)).map((one) => split(one)[0]));
	const holds = new Map([["", []], ["src", []]]);
	for (const path of tracked.filter((one) => one.endsWith(".py"))) {
		let [folder, name] = split(path);
		while (packages.has(split(folder)[0])) folder = split(folder)[0];
		if (packages.has(folder) && !holds.has(folder)) holds.set(folder, []);
		holds.get(folder)?.push(name.slice(0, -3));
	}
	const modulesIn = (folder) => holds.get(folder) ?? [];
	const isWhole = (modules) => modules.some(isOwn) || modules.every((one) => one === "__init__");
	const roots = [...[...packages].filter((folder) => holds.has(folder) && isWhole(modulesIn(folder))), ...packages.has("src") ? [] : modulesIn("src").map((one) => `src/${one}`)].filter((path) => isOwn(split(path)[1]) && !split(path)[0].split("/").some((part) => NOT_OURS.has(part)));
	const scripts = roots.some((path) => path.startsWith("src/"));
	return [...roots, ...scripts ? [] : modulesIn("").filter(isOwn)];
}
const namesOf = (paths) => [...new Set(paths.map((path) => split(path)[1]))].sort();
const findFirstParty = (tracked) => namesOf(findOwn(tracked));
const findOwnPackages = (tracked) => namesOf(findOwn(tracked).filter((path) => ["", "src"].includes(split(path)[0])));
const CONFIGURATIONS = {
	"pyproject.toml": /^\[tool\.pytest(?:\.ini_options)?\]/m,
	"tox.ini": /^\[pytest\]/m,
	"setup.cfg": /^\[tool:pytest\]/m
};
const CONFIGURATION_FILES = Object.keys(CONFIGURATIONS);
const TEST_FILE = /(?:^|\/)(?:test_[^/]*|[^/]*_test)\.py$/;
function hasSuite(tracked, textOf) {
	if (tracked.some((path) => path === "pytest.ini" || path === ".pytest.ini" || TEST_FILE.test(path))) return true;
	return Object.entries(CONFIGURATIONS).some(([file, section]) => tracked.includes(file) && section.test(textOf(file) ?? ""));
}
const AT_HOME = ["local", "box"];
function claimsWithoutFile(tracked, textOf = () => void 0) {
	const packages = findOwnPackages(tracked).map((subject) => ({
		kind: "package installed",
		subject,
		in: PLACES,
		fromRepo: true
	}));
	const suite = {
		kind: "tests green",
		subject: "suite",
		in: PLACES
	};
	return {
		digest: "default",
		source: "default",
		places: PLACES,
		claims: [
			...packages,
			...hasSuite(tracked, textOf) ? [suite] : [],
			{
				kind: "secret stored",
				subject: ".env",
				in: AT_HOME
			},
			{
				kind: "secret stored",
				subject: "configuration",
				in: AT_HOME
			}
		],
		testReports: [],
		explanations: []
	};
}
// src/core/claims/place-claims.ts
function placesOfFile({ places = PLACES }) {
	if (isList(places)) return inOrder(places);
	const { person = PLACES, agent = PLACES, other = ["ci"] } = places;
	return inOrder([
		...person,
		...agent,
		...other
	]);
}
const isList = (places) => Array.isArray(places);
function placeClaims(file) {
	const asked = placesOfFile(file);
	const atHome = asked.filter((place) => AT_HOME.includes(place));
	const all = (key, kind, usual, prefix = "") => (file[key] ?? []).map((entry, index) => {
		const named = typeof entry === "string" ? { name: entry } : entry;
		return {
			claim: toClaim(kind, prefix + named.name, named, usual),
			path: [key, index]
		};
	});
	const { tests } = file;
	const secrets = all("secrets", "secret stored", atHome);
	const configuration = toClaim("secret stored", CONFIGURATION, {}, atHome);
	const isNamed = secrets.some(({ claim }) => claim.subject === CONFIGURATION);
	const isGuarded = file.secrets !== void 0 && atHome.length > 0 && !isNamed;
	return [
		...all("packages", "package installed", asked),
		...all("env", "env var set", asked),
		...all("files", "file persisted", asked),
		...all("canary", "file persisted", atHome, "canary:"),
		...tests ? [{
			claim: toClaim("tests green", "suite", tests, asked),
			path: ["tests"]
		}] : [],
		...secrets,
		...isGuarded ? [{
			claim: configuration,
			path: ["secrets"]
		}] : []
	];
}
const toClaim = (kind, subject, { in: own, from, compare, empty }, usual) => ({
	kind,
	subject,
	in: inOrder(own ?? usual),
	fromRepo: kind === "package installed" && from === "repo" || void 0,
	fromFile: kind === "env var set" ? from : void 0,
	compare: compare || void 0,
	empty: empty || void 0
});
function checkClaims(file, placed) {
	const asked = placesOfFile(file);
	return [
		...placed.flatMap((claim) => placesProblem(claim, asked)),
		...checkSubjects(placed),
		...checkExplanations(file, placed)
	];
}
const jsonPath = (path) => ["$", ...path].map(jsonPart).join("");
function jsonPart(part, index) {
	if (typeof part === "number") return `[${part}]`;
	if (index === 0) return part;
	return /^[A-Za-z_$][\w$]*$/.test(part) ? `.${part}` : `[${JSON.stringify(part.slice(0, 80))}]`;
}
function placesProblem({ claim, path }, asked) {
	const outside = claim.in.filter((place) => !asked.includes(place));
	if (outside.length > 0) {
		const message = `expected places among ${asked.join(", ")}, found ${outside.join(", ")}`;
		return [{
			path: [...path, "in"],
			message
		}];
	}
	if (claim.in.length === 0) return [{
		path,
		message: "expected \"in\": it is asked of local and box unless it says otherwise, and \"places\" names neither"
	}];
	if (claim.compare && !claim.in.includes("ci")) return [{
		path,
		message: "expected ci among its places: \"compare\" compares with ci"
	}];
	if (claim.compare && claim.empty) return [{
		path,
		message: "expected \"compare\" or \"empty\": two empty values agree on nothing"
	}];
	return [];
}
function checkSubjects(placed) {
	const seen = new Map();
	return placed.flatMap(({ claim: { kind, subject }, path }) => {
		if (path[0] === "files" && subject.startsWith("canary:")) return [{
			path,
			message: "expected a path; canaries are listed under \"canary\""
		}];
		const row = `${kind}/${subject}`;
		const first = seen.get(row);
		seen.set(row, first ?? path);
		if (first === void 0) return [];
		return [{
			path,
			message: `"${subject.slice(0, 60)}" is claimed twice, first at ${jsonPath(first)}`
		}];
	});
}
function checkExplanations({ explain = {} }, placed) {
	const packages = placed.filter(({ claim }) => claim.kind === "package installed" && !claim.fromRepo);
	const counted = [...Object.keys(COUNTED), ...packages.map(({ claim }) => versionKey(claim.subject))];
	const cells = placed.flatMap(({ claim }) => claim.in.map((place) => cellKey$1(claim, place)));
	return Object.entries(explain).flatMap(([key, sentence]) => {
		const message = isCellKey(key) ? cellProblem(key, sentence, cells) : differenceProblem(key, sentence, counted);
		return message === void 0 ? [] : [{
			path: ["explain", key],
			message
		}];
	});
}
function differenceProblem(key, { reason, values }, counted) {
	if (!(values !== void 0 && Object.keys(values).length > 0 && reason === void 0)) return "expected \"values\": a difference is excused by its values";
	if (counted.includes(key)) return void 0;
	if (CONTEXT_KEYS.some((known) => key.startsWith(known))) return `${key} is context: it never counts and needs no sentence`;
	return `no difference of that name is counted${meant(key, counted)}`;
}
function cellProblem(key, { reason, values }, cells) {
	if (reason === void 0 || values !== void 0) return "expected \"reason\": a cell is excused by its reason";
	if (stateOf(reason) !== "fails" || isNeverExcused(key, reason)) return `${reason} in this cell is never excused`;
	return reason === "LOOKS_SECRET" && key.startsWith("secret stored/") || cells.includes(key) ? void 0 : `no such cell is claimed${meant(key, cells)}`;
}
// src/core/shape/json-schema.ts
function toJsonSchema(shape) {
	const { about: description } = shape;
	switch (shape.kind) {
		case "text": {
			const { pattern, max: maxLength } = shape;
			return {
				description,
				type: "string",
				...pattern && { pattern: pattern.source.replaceAll("\\/", "/") },
				maxLength
			};
		}
		case "one-of": return {
			description,
			enum: shape.values
		};
		case "flag": return {
			description,
			type: "boolean"
		};
		case "count": return {
			description,
			type: "integer",
			minimum: 0
		};
		case "list": {
			const { of, min: minItems, max: maxItems, unique: uniqueItems } = shape;
			return {
				description,
				type: "array",
				items: toJsonSchema(of),
				minItems,
				maxItems,
				uniqueItems
			};
		}
		case "either": return {
			description,
			anyOf: [toJsonSchema(shape.brief), toJsonSchema(shape.full)]
		};
		case "table": {
			const keys = Object.entries(shape.keys).map(([key, of]) => [key, toJsonSchema(of)]);
			const { required } = shape;
			return {
				description,
				type: "object",
				properties: Object.fromEntries(keys),
				additionalProperties: false,
				...required.length > 0 ? { required } : {}
			};
		}
		case "map": return {
			description,
			type: "object",
			propertyNames: toJsonSchema(shape.key),
			additionalProperties: toJsonSchema(shape.of),
			maxProperties: shape.max
		};
	}
}
// src/core/claims/schema.ts
const places = (about) => list(about, oneOf("a place", ...PLACES), PLACES.length, {
	min: 1,
	unique: true
});
const inPlaces = places("the places where it should be true, instead of the usual ones");
const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+$/u;
const line = (about, expected, max) => text(about, max, expected, ONE_LINE);
const path = (about) => line(about, "a path", 500);
const pattern = text("a pattern like *.md or docs/**", 200, "a path with at most two wildcards * or **", /^(?:[^*\p{C}]*\*{1,2}){0,2}[^*\p{C}]*$/u);
const claims = (about, name, more, max = 200) => list(about, either(name, table(`${name.about}, with more to say`, {
	name,
	in: inPlaces,
	...more
}, "name")), max);
const packageName = text("an import name or the name of a distribution", 200, "a package name", /^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?$/u);
const variableName = text("the name of an environment variable", 200, "a variable name", /^[A-Za-z_][A-Za-z0-9_]*$/u);
const canary = oneOf("where the canary lives", "home", "repo", "temp");
const cellKey = `(?:${CLAIM_KINDS.join("|")})/.+@(?:${PLACES.join("|")})`;
const differenceKey = "[a-z_]+(?:\\.[A-Za-z0-9_.-]+)+";
const valueIn = (place) => line(`the value in ${place}`, "a value", 400);
const explanation = table("what it excuses, and why", {
	reason: oneOf("the reason of the cell that it excuses", ...Object.keys(REASONS)),
	values: table("the values of the difference that it excuses; * stands for anything", {
		local: valueIn("local"),
		box: valueIn("box"),
		ci: valueIn("ci")
	}),
	because: line("one sentence", "a sentence on one line", 300)
}, "because");
const fewerIn = (place) => table(`what ${place} may leave out, and why`, {
	files: list("test files, from the top of the repository", pattern, 100, {
		min: 1,
		unique: true
	}),
	because: line("one sentence", "a sentence on one line", 300)
}, "files", "because");
const CLAIMS_SHAPE = table("What is claimed of this project, and where it should be true", {
	$schema: line("where the schema of this file is", "a reference", 500),
	salt: text("makes hashes of this project unlike those of others", 200, "a salt of letters, digits and + / = _ . - (no spaces)", /^[A-Za-z0-9+/=_.-]{1,200}$/u),
	places: either(places("the places of this project"), table("exactly the places that are asked, by whose work it is", {
		person: places("asked of people with write access"),
		agent: places("asked of known agents"),
		other: places("asked of everybody else")
	})),
	who: map("what an account is", oneOf("what it is", ...WHO), 100, text("a login", 80, "a login", /^[A-Za-z0-9_-]{1,60}(?:\[bot\])?$/u)),
	box: oneOf("where the agent works: in a worktree or clone of its own, on the machine that is local", "worktree"),
	packages: claims("packages that should be installed", packageName, { from: oneOf("it comes from this repository", "repo") }),
	own: list("an empty list: the tests import no code of this repository", packageName, 0),
	env: claims("environment variables that should be set; their values are never read", variableName, {
		compare: flag("compare salted hashes of the value with ci"),
		empty: flag("an empty value is meant"),
		from: path("a file that git does not track and that brings it, such as .env; of it names are read")
	}),
	files: claims("files that should be there", path("a path; ~ is the home directory"), {}),
	canary: claims("where something written should outlive the session", canary, {}, 3),
	tests: table("the test suite should be green", {
		command: list("the command, word by word", line("a word", "a word", 400), 100, { min: 1 }),
		reports: list("reports that the session writes", path("a path"), 50, { unique: true }),
		earlier: flag("tests of an earlier commit of the pull request are accepted in local and box; true by default"),
		apart: list("files whose change alone leaves such tests good, from the top of the repository", pattern, 50),
		in: inPlaces,
		fewer: table("test files of which a place may collect fewer tests than others do", {
			local: fewerIn("local"),
			box: fewerIn("box"),
			ci: fewerIn("ci")
		})
	}),
	secrets: claims("files that should be there and private", path("a path; ~ is the home directory"), {}),
	explain: map("sentences that excuse a failing cell or a difference", explanation, 200, text("kind/subject@place for a cell, the key of a fact for a difference", 700, "kind/subject@place or the key of a difference", new RegExp(`^(?:${cellKey}|${differenceKey})$`, "u")))
});
const claimsSchema = () => ({
	$schema: "https://json-schema.org/draft/2020-12/schema",
	title: "claims.json",
	...toJsonSchema(CLAIMS_SHAPE)
});
// node_modules/jsonc-parser/lib/esm/impl/scanner.js
function createScanner(text, ignoreTrivia = false) {
	const len = text.length;
	let pos = 0, value = "", tokenOffset = 0, token = 16, lineNumber = 0, lineStartOffset = 0, tokenLineStartOffset = 0, prevTokenLineStartOffset = 0, scanError = 0;
	function scanHexDigits(count, exact) {
		let digits = 0;
		let value = 0;
		while (digits < count || !exact) {
			let ch = text.charCodeAt(pos);
			if (ch >= 48 && ch <= 57) value = value * 16 + ch - 48;
			else if (ch >= 65 && ch <= 70) value = value * 16 + ch - 65 + 10;
			else if (ch >= 97 && ch <= 102) value = value * 16 + ch - 97 + 10;
			else break;
			pos++;
			digits++;
		}
		if (digits < count) value = -1;
		return value;
	}
	function setPosition(newPosition) {
		pos = newPosition;
		value = "";
		tokenOffset = 0;
		token = 16;
		scanError = 0;
	}
	function scanNumber() {
		let start = pos;
		if (text.charCodeAt(pos) === 48) pos++;
		else {
			pos++;
			while (pos < text.length && isDigit(text.charCodeAt(pos))) pos++;
		}
		if (pos < text.length && text.charCodeAt(pos) === 46) {
			pos++;
			if (pos < text.length && isDigit(text.charCodeAt(pos))) {
				pos++;
				while (pos < text.length && isDigit(text.charCodeAt(pos))) pos++;
			} else {
				scanError = 3;
				return text.substring(start, pos);
			}
		}
		let end = pos;
		if (pos < text.length && (text.charCodeAt(pos) === 69 || text.charCodeAt(pos) === 101)) {
			pos++;
			if (pos < text.length && text.charCodeAt(pos) === 43 || text.charCodeAt(pos) === 45) pos++;
			if (pos < text.length && isDigit(text.charCodeAt(pos))) {
				pos++;
				while (pos < text.length && isDigit(text.charCodeAt(pos))) pos++;
				end = pos;
			} else scanError = 3;
		}
		return text.substring(start, end);
	}
	function scanString() {
		let result = "", start = pos;
		while (true) {
			if (pos >= len) {
				result += text.substring(start, pos);
				scanError = 2;
				break;
			}
			const ch = text.charCodeAt(pos);
			if (ch === 34) {
				result += text.substring(start, pos);
				pos++;
				break;
			}
			if (ch === 92) {
				result += text.substring(start, pos);
				pos++;
				if (pos >= len) {
					scanError = 2;
					break;
				}
				switch (text.charCodeAt(pos++)) {
					case 34:
						result += "\"";
						break;
					case 92:
						result += "\\";
						break;
					case 47:
						result += "/";
						break;
					case 98:
						result += "\b";
						break;
					case 102:
						result += "\f";
						break;
					case 110:
						result += "\n";
						break;
					case 114:
						result += "\r";
						break;
					case 116:
						result += "	";
						break;
					case 117:
						const ch3 = scanHexDigits(4, true);
						if (ch3 >= 0) result += String.fromCharCode(ch3);
						else scanError = 4;
						break;
					default: scanError = 5;
				}
				start = pos;
				continue;
			}
			if (ch >= 0 && ch <= 31) {
				if (isLineBreak(ch)) {
					result += text.substring(start, pos);
					scanError = 2;
					break;
				} else scanError = 6;
			}
			pos++;
		}
		return result;
	}
	function scanNext() {
		value = "";
		scanError = 0;
		tokenOffset = pos;
		lineStartOffset = lineNumber;
		prevTokenLineStartOffset = tokenLineStartOffset;
		if (pos >= len) {
			tokenOffset = len;
			return token = 17;
		}
		let code = text.charCodeAt(pos);
		if (isWhiteSpace(code)) {
			do {
				pos++;
				value += String.fromCharCode(code);
				code = text.charCodeAt(pos);
			} while (isWhiteSpace(code));
			return token = 15;
		}
		if (isLineBreak(code)) {
			pos++;
			value += String.fromCharCode(code);
			if (code === 13 && text.charCodeAt(pos) === 10) {
				pos++;
				value += "\n";
			}
			lineNumber++;
			tokenLineStartOffset = pos;
			return token = 14;
		}
		switch (code) {
			case 123:
				pos++;
				return token = 1;
			case 125:
				pos++;
				return token = 2;
			case 91:
				pos++;
				return token = 3;
			case 93:
				pos++;
				return token = 4;
			case 58:
				pos++;
				return token = 6;
			case 44:
				pos++;
				return token = 5;
			case 34:
				pos++;
				value = scanString();
				return token = 10;
			case 47:
				const start = pos - 1;
				if (text.charCodeAt(pos + 1) === 47) {
					pos += 2;
					while (pos < len) {
						if (isLineBreak(text.charCodeAt(pos))) break;
						pos++;
					}
					value = text.substring(start, pos);
					return token = 12;
				}
				if (text.charCodeAt(pos + 1) === 42) {
					pos += 2;
					const safeLength = len - 1;
					let commentClosed = false;
					while (pos < safeLength) {
						const ch = text.charCodeAt(pos);
						if (ch === 42 && text.charCodeAt(pos + 1) === 47) {
							pos += 2;
							commentClosed = true;
							break;
						}
						pos++;
						if (isLineBreak(ch)) {
							if (ch === 13 && text.charCodeAt(pos) === 10) pos++;
							lineNumber++;
							tokenLineStartOffset = pos;
						}
					}
					if (!commentClosed) {
						pos++;
						scanError = 1;
					}
					value = text.substring(start, pos);
					return token = 13;
				}
				value += String.fromCharCode(code);
				pos++;
				return token = 16;
			case 45:
				value += String.fromCharCode(code);
				pos++;
				if (pos === len || !isDigit(text.charCodeAt(pos))) return token = 16;
			case 48:
			case 49:
			case 50:
			case 51:
			case 52:
			case 53:
			case 54:
			case 55:
			case 56:
			case 57:
				value += scanNumber();
				return token = 11;
			default:
				while (pos < len && isUnknownContentCharacter(code)) {
					pos++;
					code = text.charCodeAt(pos);
				}
				if (tokenOffset !== pos) {
					value = text.substring(tokenOffset, pos);
					switch (value) {
						case "true": return token = 8;
						case "false": return token = 9;
						case "null": return token = 7;
					}
					return token = 16;
				}
				value += String.fromCharCode(code);
				pos++;
				return token = 16;
		}
	}
	function isUnknownContentCharacter(code) {
		if (isWhiteSpace(code) || isLineBreak(code)) return false;
		switch (code) {
			case 125:
			case 93:
			case 123:
			case 91:
			case 34:
			case 58:
			case 44:
			case 47: return false;
		}
		return true;
	}
	function scanNextNonTrivia() {
		let result;
		do
			result = scanNext();
		while (result >= 12 && result <= 15);
		return result;
	}
	return {
		setPosition,
		getPosition: () => pos,
		scan: ignoreTrivia ? scanNextNonTrivia : scanNext,
		getToken: () => token,
		getTokenValue: () => value,
		getTokenOffset: () => tokenOffset,
		getTokenLength: () => pos - tokenOffset,
		getTokenStartLine: () => lineStartOffset,
		getTokenStartCharacter: () => tokenOffset - prevTokenLineStartOffset,
		getTokenError: () => scanError
	};
}
function isWhiteSpace(ch) {
	return ch === 32 || ch === 9;
}
function isLineBreak(ch) {
	return ch === 10 || ch === 13;
}
function isDigit(ch) {
	return ch >= 48 && ch <= 57;
}
var CharacterCodes;
(function(CharacterCodes) {
	CharacterCodes[CharacterCodes["lineFeed"] = 10] = "lineFeed";
	CharacterCodes[CharacterCodes["carriageReturn"] = 13] = "carriageReturn";
	CharacterCodes[CharacterCodes["space"] = 32] = "space";
	CharacterCodes[CharacterCodes["_0"] = 48] = "_0";
	CharacterCodes[CharacterCodes["_1"] = 49] = "_1";
	CharacterCodes[CharacterCodes["_2"] = 50] = "_2";
	CharacterCodes[CharacterCodes["_3"] = 51] = "_3";
	CharacterCodes[CharacterCodes["_4"] = 52] = "_4";
	CharacterCodes[CharacterCodes["_5"] = 53] = "_5";
	CharacterCodes[CharacterCodes["_6"] = 54] = "_6";
	CharacterCodes[CharacterCodes["_7"] = 55] = "_7";
	CharacterCodes[CharacterCodes["_8"] = 56] = "_8";
	CharacterCodes[CharacterCodes["_9"] = 57] = "_9";
	CharacterCodes[CharacterCodes["a"] = 97] = "a";
	CharacterCodes[CharacterCodes["b"] = 98] = "b";
	CharacterCodes[CharacterCodes["c"] = 99] = "c";
	CharacterCodes[CharacterCodes["d"] = 100] = "d";
	CharacterCodes[CharacterCodes["e"] = 101] = "e";
	CharacterCodes[CharacterCodes["f"] = 102] = "f";
	CharacterCodes[CharacterCodes["g"] = 103] = "g";
	CharacterCodes[CharacterCodes["h"] = 104] = "h";
	CharacterCodes[CharacterCodes["i"] = 105] = "i";
	CharacterCodes[CharacterCodes["j"] = 106] = "j";
	CharacterCodes[CharacterCodes["k"] = 107] = "k";
	CharacterCodes[CharacterCodes["l"] = 108] = "l";
	CharacterCodes[CharacterCodes["m"] = 109] = "m";
	CharacterCodes[CharacterCodes["n"] = 110] = "n";
	CharacterCodes[CharacterCodes["o"] = 111] = "o";
	CharacterCodes[CharacterCodes["p"] = 112] = "p";
	CharacterCodes[CharacterCodes["q"] = 113] = "q";
	CharacterCodes[CharacterCodes["r"] = 114] = "r";
	CharacterCodes[CharacterCodes["s"] = 115] = "s";
	CharacterCodes[CharacterCodes["t"] = 116] = "t";
	CharacterCodes[CharacterCodes["u"] = 117] = "u";
	CharacterCodes[CharacterCodes["v"] = 118] = "v";
	CharacterCodes[CharacterCodes["w"] = 119] = "w";
	CharacterCodes[CharacterCodes["x"] = 120] = "x";
	CharacterCodes[CharacterCodes["y"] = 121] = "y";
	CharacterCodes[CharacterCodes["z"] = 122] = "z";
	CharacterCodes[CharacterCodes["A"] = 65] = "A";
	CharacterCodes[CharacterCodes["B"] = 66] = "B";
	CharacterCodes[CharacterCodes["C"] = 67] = "C";
	CharacterCodes[CharacterCodes["D"] = 68] = "D";
	CharacterCodes[CharacterCodes["E"] = 69] = "E";
	CharacterCodes[CharacterCodes["F"] = 70] = "F";
	CharacterCodes[CharacterCodes["G"] = 71] = "G";
	CharacterCodes[CharacterCodes["H"] = 72] = "H";
	CharacterCodes[CharacterCodes["I"] = 73] = "I";
	CharacterCodes[CharacterCodes["J"] = 74] = "J";
	CharacterCodes[CharacterCodes["K"] = 75] = "K";
	CharacterCodes[CharacterCodes["L"] = 76] = "L";
	CharacterCodes[CharacterCodes["M"] = 77] = "M";
	CharacterCodes[CharacterCodes["N"] = 78] = "N";
	CharacterCodes[CharacterCodes["O"] = 79] = "O";
	CharacterCodes[CharacterCodes["P"] = 80] = "P";
	CharacterCodes[CharacterCodes["Q"] = 81] = "Q";
	CharacterCodes[CharacterCodes["R"] = 82] = "R";
	CharacterCodes[CharacterCodes["S"] = 83] = "S";
	CharacterCodes[CharacterCodes["T"] = 84] = "T";
	CharacterCodes[CharacterCodes["U"] = 85] = "U";
	CharacterCodes[CharacterCodes["V"] = 86] = "V";
	CharacterCodes[CharacterCodes["W"] = 87] = "W";
	CharacterCodes[CharacterCodes["X"] = 88] = "X";
	CharacterCodes[CharacterCodes["Y"] = 89] = "Y";
	CharacterCodes[CharacterCodes["Z"] = 90] = "Z";
	CharacterCodes[CharacterCodes["asterisk"] = 42] = "asterisk";
	CharacterCodes[CharacterCodes["backslash"] = 92] = "backslash";
	CharacterCodes[CharacterCodes["closeBrace"] = 125] = "closeBrace";
	CharacterCodes[CharacterCodes["closeBracket"] = 93] = "closeBracket";
	CharacterCodes[CharacterCodes["colon"] = 58] = "colon";
	CharacterCodes[CharacterCodes["comma"] = 44] = "comma";
	CharacterCodes[CharacterCodes["dot"] = 46] = "dot";
	CharacterCodes[CharacterCodes["doubleQuote"] = 34] = "doubleQuote";
	CharacterCodes[CharacterCodes["minus"] = 45] = "minus";
	CharacterCodes[CharacterCodes["openBrace"] = 123] = "openBrace";
	CharacterCodes[CharacterCodes["openBracket"] = 91] = "openBracket";
	CharacterCodes[CharacterCodes["plus"] = 43] = "plus";
	CharacterCodes[CharacterCodes["slash"] = 47] = "slash";
	CharacterCodes[CharacterCodes["formFeed"] = 12] = "formFeed";
	CharacterCodes[CharacterCodes["tab"] = 9] = "tab";
})(CharacterCodes || (CharacterCodes = {}));
new Array(20).fill(0).map((_, index) => {
	return " ".repeat(index);
});
const maxCachedValues = 200;
new Array(maxCachedValues).fill(0).map((_, index) => {
	return "\n" + " ".repeat(index);
}), new Array(maxCachedValues).fill(0).map((_, index) => {
	return "\r" + " ".repeat(index);
}), new Array(maxCachedValues).fill(0).map((_, index) => {
	return "\r\n" + " ".repeat(index);
}), new Array(maxCachedValues).fill(0).map((_, index) => {
	return "\n" + "	".repeat(index);
}), new Array(maxCachedValues).fill(0).map((_, index) => {
	return "\r" + "	".repeat(index);
}), new Array(maxCachedValues).fill(0).map((_, index) => {
	return "\r\n" + "	".repeat(index);
});
// node_modules/jsonc-parser/lib/esm/impl/parser.js
var ParseOptions;
(function(ParseOptions) {
	ParseOptions.DEFAULT = { allowTrailingComma: false };
})(ParseOptions || (ParseOptions = {}));
function parseTree$1(text, errors = [], options = ParseOptions.DEFAULT) {
	let currentParent = {
		type: "array",
		offset: -1,
		length: -1,
		children: [],
		parent: void 0
	};
	function ensurePropertyComplete(endOffset) {
		if (currentParent.type === "property") {
			currentParent.length = endOffset - currentParent.offset;
			currentParent = currentParent.parent;
		}
	}
	function onValue(valueNode) {
		currentParent.children.push(valueNode);
		return valueNode;
	}
	visit(text, {
		onObjectBegin: (offset) => {
			currentParent = onValue({
				type: "object",
				offset,
				length: -1,
				parent: currentParent,
				children: []
			});
		},
		onObjectProperty: (name, offset, length) => {
			currentParent = onValue({
				type: "property",
				offset,
				length: -1,
				parent: currentParent,
				children: []
			});
			currentParent.children.push({
				type: "string",
				value: name,
				offset,
				length,
				parent: currentParent
			});
		},
		onObjectEnd: (offset, length) => {
			ensurePropertyComplete(offset + length);
			currentParent.length = offset + length - currentParent.offset;
			currentParent = currentParent.parent;
			ensurePropertyComplete(offset + length);
		},
		onArrayBegin: (offset, length) => {
			currentParent = onValue({
				type: "array",
				offset,
				length: -1,
				parent: currentParent,
				children: []
			});
		},
		onArrayEnd: (offset, length) => {
			currentParent.length = offset + length - currentParent.offset;
			currentParent = currentParent.parent;
			ensurePropertyComplete(offset + length);
		},
		onLiteralValue: (value, offset, length) => {
			onValue({
				type: getNodeType(value),
				offset,
				length,
				parent: currentParent,
				value
			});
			ensurePropertyComplete(offset + length);
		},
		onSeparator: (sep, offset, length) => {
			if (currentParent.type === "property") {
				if (sep === ":") currentParent.colonOffset = offset;
				else if (sep === ",") ensurePropertyComplete(offset);
			}
		},
		onError: (error, offset, length) => {
			errors.push({
				error,
				offset,
				length
			});
		}
	}, options);
	const result = currentParent.children[0];
	if (result) delete result.parent;
	return result;
}
function findNodeAtLocation$1(root, path) {
	if (!root) return;
	let node = root;
	for (let segment of path) if (typeof segment === "string") {
		if (node.type !== "object" || !Array.isArray(node.children)) return;
		let found = false;
		for (const propertyNode of node.children) if (Array.isArray(propertyNode.children) && propertyNode.children[0].value === segment && propertyNode.children.length === 2) {
			node = propertyNode.children[1];
			found = true;
			break;
		}
		if (!found) return;
	} else {
		const index = segment;
		if (node.type !== "array" || index < 0 || !Array.isArray(node.children) || index >= node.children.length) return;
		node = node.children[index];
	}
	return node;
}
function visit(text, visitor, options = ParseOptions.DEFAULT) {
	const _scanner = createScanner(text, false);
	const _jsonPath = [];
	let suppressedCallbacks = 0;
	function toNoArgVisit(visitFunction) {
		return visitFunction ? () => suppressedCallbacks === 0 && visitFunction(_scanner.getTokenOffset(), _scanner.getTokenLength(), _scanner.getTokenStartLine(), _scanner.getTokenStartCharacter()) : () => true;
	}
	function toOneArgVisit(visitFunction) {
		return visitFunction ? (arg) => suppressedCallbacks === 0 && visitFunction(arg, _scanner.getTokenOffset(), _scanner.getTokenLength(), _scanner.getTokenStartLine(), _scanner.getTokenStartCharacter()) : () => true;
	}
	function toOneArgVisitWithPath(visitFunction) {
		return visitFunction ? (arg) => suppressedCallbacks === 0 && visitFunction(arg, _scanner.getTokenOffset(), _scanner.getTokenLength(), _scanner.getTokenStartLine(), _scanner.getTokenStartCharacter(), () => _jsonPath.slice()) : () => true;
	}
	function toBeginVisit(visitFunction) {
		return visitFunction ? () => {
			if (suppressedCallbacks > 0) suppressedCallbacks++;
			else if (visitFunction(_scanner.getTokenOffset(), _scanner.getTokenLength(), _scanner.getTokenStartLine(), _scanner.getTokenStartCharacter(), () => _jsonPath.slice()) === false) suppressedCallbacks = 1;
		} : () => true;
	}
	function toEndVisit(visitFunction) {
		return visitFunction ? () => {
			if (suppressedCallbacks > 0) suppressedCallbacks--;
			if (suppressedCallbacks === 0) visitFunction(_scanner.getTokenOffset(), _scanner.getTokenLength(), _scanner.getTokenStartLine(), _scanner.getTokenStartCharacter());
		} : () => true;
	}
	const onObjectBegin = toBeginVisit(visitor.onObjectBegin), onObjectProperty = toOneArgVisitWithPath(visitor.onObjectProperty), onObjectEnd = toEndVisit(visitor.onObjectEnd), onArrayBegin = toBeginVisit(visitor.onArrayBegin), onArrayEnd = toEndVisit(visitor.onArrayEnd), onLiteralValue = toOneArgVisitWithPath(visitor.onLiteralValue), onSeparator = toOneArgVisit(visitor.onSeparator), onComment = toNoArgVisit(visitor.onComment), onError = toOneArgVisit(visitor.onError);
	const disallowComments = options && options.disallowComments;
	const allowTrailingComma = options && options.allowTrailingComma;
	function scanNext() {
		while (true) {
			const token = _scanner.scan();
			switch (_scanner.getTokenError()) {
				case 4:
					handleError(14);
					break;
				case 5:
					handleError(15);
					break;
				case 3:
					handleError(13);
					break;
				case 1:
					if (!disallowComments) handleError(11);
					break;
				case 2:
					handleError(12);
					break;
				case 6: handleError(16);
			}
			switch (token) {
				case 12:
				case 13:
					if (disallowComments) handleError(10);
					else onComment();
					break;
				case 16:
					handleError(1);
					break;
				case 15:
				case 14: break;
				default: return token;
			}
		}
	}
	function handleError(error, skipUntilAfter = [], skipUntil = []) {
		onError(error);
		if (skipUntilAfter.length + skipUntil.length > 0) {
			let token = _scanner.getToken();
			while (token !== 17) {
				if (skipUntilAfter.indexOf(token) !== -1) {
					scanNext();
					break;
				} else if (skipUntil.indexOf(token) !== -1) break;
				token = scanNext();
			}
		}
	}
	function parseString(isValue) {
		const value = _scanner.getTokenValue();
		if (isValue) onLiteralValue(value);
		else {
			onObjectProperty(value);
			_jsonPath.push(value);
		}
		scanNext();
		return true;
	}
	function parseLiteral() {
		switch (_scanner.getToken()) {
			case 11:
				const tokenValue = _scanner.getTokenValue();
				let value = Number(tokenValue);
				if (isNaN(value)) {
					handleError(2);
					value = 0;
				}
				onLiteralValue(value);
				break;
			case 7:
				onLiteralValue(null);
				break;
			case 8:
				onLiteralValue(true);
				break;
			case 9:
				onLiteralValue(false);
				break;
			default: return false;
		}
		scanNext();
		return true;
	}
	function parseProperty() {
		if (_scanner.getToken() !== 10) {
			handleError(3, [], [2, 5]);
			return false;
		}
		parseString(false);
		if (_scanner.getToken() === 6) {
			onSeparator(":");
			scanNext();
			if (!parseValue()) handleError(4, [], [2, 5]);
		} else handleError(5, [], [2, 5]);
		_jsonPath.pop();
		return true;
	}
	function parseObject() {
		onObjectBegin();
		scanNext();
		let needsComma = false;
		while (_scanner.getToken() !== 2 && _scanner.getToken() !== 17) {
			if (_scanner.getToken() === 5) {
				if (!needsComma) handleError(4, [], []);
				onSeparator(",");
				scanNext();
				if (_scanner.getToken() === 2 && allowTrailingComma) break;
			} else if (needsComma) handleError(6, [], []);
			if (!parseProperty()) handleError(4, [], [2, 5]);
			needsComma = true;
		}
		onObjectEnd();
		if (_scanner.getToken() !== 2) handleError(7, [2], []);
		else scanNext();
		return true;
	}
	function parseArray() {
		onArrayBegin();
		scanNext();
		let isFirstElement = true;
		let needsComma = false;
		while (_scanner.getToken() !== 4 && _scanner.getToken() !== 17) {
			if (_scanner.getToken() === 5) {
				if (!needsComma) handleError(4, [], []);
				onSeparator(",");
				scanNext();
				if (_scanner.getToken() === 4 && allowTrailingComma) break;
			} else if (needsComma) handleError(6, [], []);
			if (isFirstElement) {
				_jsonPath.push(0);
				isFirstElement = false;
			} else _jsonPath[_jsonPath.length - 1]++;
			if (!parseValue()) handleError(4, [], [4, 5]);
			needsComma = true;
		}
		onArrayEnd();
		if (!isFirstElement) _jsonPath.pop();
		if (_scanner.getToken() !== 4) handleError(8, [4], []);
		else scanNext();
		return true;
	}
	function parseValue() {
		switch (_scanner.getToken()) {
			case 3: return parseArray();
			case 1: return parseObject();
			case 10: return parseString(true);
			default: return parseLiteral();
		}
	}
	scanNext();
	if (_scanner.getToken() === 17) {
		if (options.allowEmptyContent) return true;
		handleError(4, [], []);
		return false;
	}
	if (!parseValue()) {
		handleError(4, [], []);
		return false;
	}
	if (_scanner.getToken() !== 17) handleError(9, [], []);
	return true;
}
function getNodeType(value) {
	switch (typeof value) {
		case "boolean": return "boolean";
		case "number": return "number";
		case "string": return "string";
		case "object":
			if (!value) return "null";
			else if (Array.isArray(value)) return "array";
			return "object";
		default: return "null";
	}
}
// node_modules/jsonc-parser/lib/esm/main.js
var ScanError;
(function(ScanError) {
	ScanError[ScanError["None"] = 0] = "None";
	ScanError[ScanError["UnexpectedEndOfComment"] = 1] = "UnexpectedEndOfComment";
	ScanError[ScanError["UnexpectedEndOfString"] = 2] = "UnexpectedEndOfString";
	ScanError[ScanError["UnexpectedEndOfNumber"] = 3] = "UnexpectedEndOfNumber";
	ScanError[ScanError["InvalidUnicode"] = 4] = "InvalidUnicode";
	ScanError[ScanError["InvalidEscapeCharacter"] = 5] = "InvalidEscapeCharacter";
	ScanError[ScanError["InvalidCharacter"] = 6] = "InvalidCharacter";
})(ScanError || (ScanError = {}));
var SyntaxKind;
(function(SyntaxKind) {
	SyntaxKind[SyntaxKind["OpenBraceToken"] = 1] = "OpenBraceToken";
	SyntaxKind[SyntaxKind["CloseBraceToken"] = 2] = "CloseBraceToken";
	SyntaxKind[SyntaxKind["OpenBracketToken"] = 3] = "OpenBracketToken";
	SyntaxKind[SyntaxKind["CloseBracketToken"] = 4] = "CloseBracketToken";
	SyntaxKind[SyntaxKind["CommaToken"] = 5] = "CommaToken";
	SyntaxKind[SyntaxKind["ColonToken"] = 6] = "ColonToken";
	SyntaxKind[SyntaxKind["NullKeyword"] = 7] = "NullKeyword";
	SyntaxKind[SyntaxKind["TrueKeyword"] = 8] = "TrueKeyword";
	SyntaxKind[SyntaxKind["FalseKeyword"] = 9] = "FalseKeyword";
	SyntaxKind[SyntaxKind["StringLiteral"] = 10] = "StringLiteral";
	SyntaxKind[SyntaxKind["NumericLiteral"] = 11] = "NumericLiteral";
	SyntaxKind[SyntaxKind["LineCommentTrivia"] = 12] = "LineCommentTrivia";
	SyntaxKind[SyntaxKind["BlockCommentTrivia"] = 13] = "BlockCommentTrivia";
	SyntaxKind[SyntaxKind["LineBreakTrivia"] = 14] = "LineBreakTrivia";
	SyntaxKind[SyntaxKind["Trivia"] = 15] = "Trivia";
	SyntaxKind[SyntaxKind["Unknown"] = 16] = "Unknown";
	SyntaxKind[SyntaxKind["EOF"] = 17] = "EOF";
})(SyntaxKind || (SyntaxKind = {}));
const parseTree = parseTree$1;
const findNodeAtLocation = findNodeAtLocation$1;
var ParseErrorCode;
(function(ParseErrorCode) {
	ParseErrorCode[ParseErrorCode["InvalidSymbol"] = 1] = "InvalidSymbol";
	ParseErrorCode[ParseErrorCode["InvalidNumberFormat"] = 2] = "InvalidNumberFormat";
	ParseErrorCode[ParseErrorCode["PropertyNameExpected"] = 3] = "PropertyNameExpected";
	ParseErrorCode[ParseErrorCode["ValueExpected"] = 4] = "ValueExpected";
	ParseErrorCode[ParseErrorCode["ColonExpected"] = 5] = "ColonExpected";
	ParseErrorCode[ParseErrorCode["CommaExpected"] = 6] = "CommaExpected";
	ParseErrorCode[ParseErrorCode["CloseBraceExpected"] = 7] = "CloseBraceExpected";
	ParseErrorCode[ParseErrorCode["CloseBracketExpected"] = 8] = "CloseBracketExpected";
	ParseErrorCode[ParseErrorCode["EndOfFileExpected"] = 9] = "EndOfFileExpected";
	ParseErrorCode[ParseErrorCode["InvalidCommentToken"] = 10] = "InvalidCommentToken";
	ParseErrorCode[ParseErrorCode["UnexpectedEndOfComment"] = 11] = "UnexpectedEndOfComment";
	ParseErrorCode[ParseErrorCode["UnexpectedEndOfString"] = 12] = "UnexpectedEndOfString";
	ParseErrorCode[ParseErrorCode["UnexpectedEndOfNumber"] = 13] = "UnexpectedEndOfNumber";
	ParseErrorCode[ParseErrorCode["InvalidUnicode"] = 14] = "InvalidUnicode";
	ParseErrorCode[ParseErrorCode["InvalidEscapeCharacter"] = 15] = "InvalidEscapeCharacter";
	ParseErrorCode[ParseErrorCode["InvalidCharacter"] = 16] = "InvalidCharacter";
})(ParseErrorCode || (ParseErrorCode = {}));
function printParseErrorCode(code) {
	switch (code) {
		case 1: return "InvalidSymbol";
		case 2: return "InvalidNumberFormat";
		case 3: return "PropertyNameExpected";
		case 4: return "ValueExpected";
		case 5: return "ColonExpected";
		case 6: return "CommaExpected";
		case 7: return "CloseBraceExpected";
		case 8: return "CloseBracketExpected";
		case 9: return "EndOfFileExpected";
		case 10: return "InvalidCommentToken";
		case 11: return "UnexpectedEndOfComment";
		case 12: return "UnexpectedEndOfString";
		case 13: return "UnexpectedEndOfNumber";
		case 14: return "InvalidUnicode";
		case 15: return "InvalidEscapeCharacter";
		case 16: return "InvalidCharacter";
	}
	return "<unknown ParseErrorCode>";
}
// src/core/claims/syntax.ts
function parseJson(text) {
	const errors = [];
	try {
		const root = parseTree(text, errors, { disallowComments: true });
		const [error] = errors;
		if (!root || error) return {
			ok: false,
			problem: syntaxProblem(text, error)
		};
		const repeated = findRepeated(root).map(({ value, offset }) => ({
			path: [],
			get line() {
				return lineAt(text, offset);
			},
			message: `the key "${String(value).slice(0, 60)}" is there twice`
		}));
		const nodeAt = (path) => findNodeAtLocation(root, [...path]) ?? root;
		return {
			ok: true,
			value: JSON.parse(text),
			repeated,
			lineOf: (path) => lineAt(text, nodeAt(path).offset)
		};
	} catch {
		return {
			ok: false,
			problem: { message: "not JSON that can be read: nested too deeply" }
		};
	}
}
const lineAt = (text, offset) => text.slice(0, offset).split("\n").length;
function findRepeated({ type, children = [] }) {
	const keys = type === "object" ? children.flatMap((property) => property.children?.[0] ?? []) : [];
	const seen = new Set();
	return [...keys.filter(({ value }) => seen.size === seen.add(value).size), ...children.flatMap(findRepeated)];
}
const EXPECTED = {
	ValueExpected: "a value",
	PropertyNameExpected: "a key in double quotes",
	ColonExpected: "a colon",
	CloseBraceExpected: "a comma or the closing bracket",
	CloseBracketExpected: "a comma or the closing bracket"
};
function nameExpected(before) {
	const errors = [];
	parseTree(before, errors, { disallowComments: true });
	const [error] = errors;
	if (!error) return "nothing more";
	if (before.trimEnd().endsWith("{")) return "a key in double quotes or }";
	if (before.trimEnd().endsWith("[")) return "a value or ]";
	return EXPECTED[printParseErrorCode(error.error)] ?? "a value";
}
const BROKEN_STRING = "a string that does not end in its line, or has a backslash that JSON does not know";
function syntaxProblem(text, error) {
	const offset = error?.offset ?? 0;
	const code = error ? printParseErrorCode(error.error) : "";
	const before = text.slice(0, offset);
	const column = [...before.split("\n").at(-1) ?? ""].length + 1;
	const found = /String|Escape|Unicode|Character/.test(code) ? BROKEN_STRING : nameFound(text, offset);
	return {
		line: lineAt(text, offset),
		message: `not JSON: expected ${nameExpected(before)} in column ${column}, found ${found}`
	};
}
function nameFound(text, at) {
	const rest = text.slice(at, at + 2);
	if (rest === "") return "the end of the file";
	if (rest === "//" || rest === "/*" || rest.startsWith("#")) return "a comment; JSON has no comments";
	if (/^[}\]]/.test(rest) && text.slice(0, at).trimEnd().endsWith(",")) return `${rest.charAt(0)} after a comma; JSON has no last comma`;
	if (rest.startsWith("'")) return "a single quote; JSON has double quotes only";
	if (rest.startsWith("\"")) return "a string";
	return /^[{}[\],:]/.test(rest) ? rest.charAt(0) : "something else";
}
// src/core/claims/read.ts
const CLAIMS_EXAMPLE = "of the right shape: {\"packages\": [\"requests\", {\"name\": \"billing\", \"from\": \"repo\"}], \"env\": [\"MODE\"], \"tests\": {\"command\": [\"python\", \"-m\", \"pytest\"]}}";
const MAX_CLAIMS_LENGTH = 65536;
const DIALECT = {
	table: "an object",
	number: "a number",
	quotes: true,
	unknownKey(key, known) {
		const near = key.length > 2 ? meant(key.slice(0, 60), known) : "";
		return near === "" ? `unknown key; expected one of ${known.join(", ")}` : `unknown key${near} It is one of ${known.join(", ")}`;
	}
};
function readClaims(raw, digest) {
	const text = raw.startsWith("﻿") ? raw.slice(1) : raw;
	if (text.length > 65536) return {
		ok: false,
		problems: [{
			key: "$",
			message: `expected at most ${MAX_CLAIMS_LENGTH} characters, found ${text.length}`
		}]
	};
	const json = parseJson(text);
	if (!json.ok) return {
		ok: false,
		problems: [json.problem]
	};
	const refused = (findings) => ({
		ok: false,
		problems: tellFindings(findings, json.lineOf, jsonPath)
	});
	const { value, findings } = checkShape(CLAIMS_SHAPE, json.value, DIALECT);
	if (findings.length + json.repeated.length > 0) return refused([...findings, ...json.repeated]);
	const file = value;
	const placed = placeClaims(file);
	const wrong = checkClaims(file, placed);
	if (wrong.length > 0) return refused(wrong);
	return {
		ok: true,
		claims: toClaims(file, digest, placed),
		salt: file.salt
	};
}
const listsAll = (places) => places !== void 0 && isList(places) && places.length === PLACES.length || void 0;
const toClaims = (file, digest, placed) => ({
	digest,
	source: "file",
	places: placesOfFile(file),
	asks: file.places && isList(file.places) ? void 0 : file.places,
	who: file.who,
	listsAll: listsAll(file.places),
	box: file.box,
	claims: placed.map(({ claim }) => claim),
	testCommand: file.tests?.command,
	testReports: file.tests?.reports ?? [],
	fewer: file.tests?.fewer,
	ownNothing: file.own && true,
	olderTests: file.tests?.earlier,
	apart: file.tests?.apart,
	explanations: Object.entries(file.explain ?? {}).map(([key, rest]) => ({
		...rest,
		key
	}))
});
export { USUAL_COMMAND as a, findOwnPackages as c, CONFIGURATION_FILES as i, hasSuite as l, readClaims as n, claimsWithoutFile as o, claimsSchema as r, findFirstParty as s, CLAIMS_EXAMPLE as t };
