// src/core/text/escape.ts
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{DI}\u2800]/gu;
const STACKED = /(?<=\p{M}{2})\p{M}/gu;
const spelled = (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
const visible = (text) => text.replace(UNSEEN, spelled).replace(STACKED, spelled);
function cap(text, max) {
	if (text.length <= max) return text;
	const points = [...text.slice(0, 2 * max + 2)];
	return points.length <= max && text.length <= 2 * max ? text : `${points.slice(0, max - 1).join("")}…`;
}
const withoutCommands = (line) => line.replace(/#(?=#(?:vso|teamcity)?\[)|(?<=^\s*):(?=:)/gi, spelled);
const shown = (text, max) => cap(visible(text.slice(0, 2 * max + 2)), max);
const forTerminal = (text, max = 300) => withoutCommands(shown(text, max));
const COLOUR = /(?<=^\s*)(?:#(?=[0-9a-f]{3,8}\s*$)|[rh](?=(?:gb|sl)a?\s*\(.*\)\s*$))/i;
function forCode(text, max = 200) {
	const inert = shown(text, max).replace(/\\(?=\\*\|)/g, spelled).replace(COLOUR, spelled);
	return inert === "" ? "(empty)" : inert;
}
const forFence = (lines, max = 200) => lines.map((line) => shown(line, max)).join("\n");
const UNSEEN_IN_JSON = /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u007f-\u009f]/gu;
const escapeUnits = (chars) => chars.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
const forJson = (value) => `${JSON.stringify(value, null, 2).replace(UNSEEN_IN_JSON, escapeUnits)}\n`;
const forScreen = (message) => message.split("\n").map((line) => forTerminal(line, 2e3)).join("\n");
const forLog = (text, max = 1e3) => forTerminal(text, max);
// src/core/text/words.ts
const joinWords = (words, last = "and") => words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
const counted = (count, one, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
const andMore = (count) => count > 0 ? ` and ${count} more` : "";
const firstFew = (all, most) => `${all.slice(0, most).join(", ")}${andMore(all.length - most)}`;
const tellCounts = (counts) => Object.entries(counts).flatMap(([what, count]) => count ? [`${count} ${what}`] : []).join(", ");
const words = (text) => text.split(" ");
function meant(word, known) {
	const closest = findClosest(word, known);
	return closest ? `, did you mean ${closest}?` : "";
}
function findClosest(word, known) {
	const [best] = known.map((one) => ({
		one,
		distance: editDistance(word, one)
	})).sort((a, b) => a.distance - b.distance);
	return best && best.distance <= Math.max(2, word.length / 2) ? best.one : void 0;
}
function editDistance(a, b) {
	let row = Array.from({ length: b.length + 1 }, (_, i) => i);
	for (let i = 1; i <= a.length; i++) {
		const next = [i];
		for (let j = 1; j <= b.length; j++) {
			const same = a[i - 1] === b[j - 1] ? 0 : 1;
			next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}
// src/core/model.ts
const PLACES = [
	"local",
	"box",
	"ci"
];
const WHO = [
	"person",
	"agent",
	"other"
];
const CLAIM_KINDS = [
	"package installed",
	"env var set",
	"file persisted",
	"tests green",
	"secret stored"
];
const CONFIGURATION = "configuration";
const cellKey = ({ kind, subject }, place) => `${kind}/${subject}@${place}`;
const isCellKey = (key) => CLAIM_KINDS.some((kind) => key.startsWith(`${kind}/`));
const SOURCES = [
	"this-run",
	"artifact",
	"text",
	"checkout"
];
export { forJson as _, WHO as a, forTerminal as b, andMore as c, joinWords as d, meant as f, forFence as g, forCode as h, SOURCES as i, counted as l, words as m, CONFIGURATION as n, cellKey as o, tellCounts as p, PLACES as r, isCellKey as s, CLAIM_KINDS as t, firstFew as u, forLog as v, visible as x, forScreen as y };
