// src/core/report/escape.ts
/**
* The one place where text that anybody may have written becomes inert.
*
* Everything from a probe file, an artifact, a comment, a variable or the API passes through here before it
* is printed: Markdown sees it only inside code spans and fences, a terminal and a log without anything they
* would act on, a shell only as one quoted word.
*/
/**
* What a screen acts on or hides: control, format (bidirectional, zero width, soft hyphen, tags), line and
* paragraph separators, half surrogate pairs, private use, unassigned, and letters that print as nothing.
*/
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{DI}\u2800]/gu;
/** More than two marks on one letter climb over the lines above. */
const STACKED = /(?<=\p{M}{2})\p{M}/gu;
const spelled = (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;
/** One line in which every character can be seen for what it is. */
const visible = (text) => text.replace(UNSEEN, spelled).replace(STACKED, spelled);
/** At most `max` code points, with an ellipsis as the last one when something was cut. */
function cap(text, max) {
	if (text.length <= max) return text;
	const points = [...text.slice(0, 2 * max + 2)];
	return points.length <= max && text.length <= 2 * max ? text : `${points.slice(0, max - 1).join("")}…`;
}
/**
* What runners take for a command: `##[name]`, `##vso[name]`, `##teamcity[name]` anywhere in a line, and
* `::name::` where one begins. Anything from outside may be the beginning of what is printed after spaces.
*/
const withoutCommands = (line) => line.replace(/#(?=#(?:vso|teamcity)?\[)|(?<=^\s*):(?=:)/gi, spelled);
/** No more than that is looked at, however long the text is: showing a character never makes it shorter. */
const shown = (text, max) => cap(visible(text.slice(0, 2 * max + 2)), max);
/** For a terminal: one line, capped, nothing that moves the cursor, turns the direction or commands a runner. */
const forTerminal = (text, max = 300) => withoutCommands(shown(text, max));
/**
* The content of a Markdown code span, in a table cell or anywhere else. The serialiser chooses the fence and
* escapes pipes; a backslash before a pipe would undo that escape and open a new cell, so it is spelled out.
*/
function forCode(text, max = 200) {
	const inert = shown(text, max).replace(/\\(?=\\*\|)/g, spelled);
	return inert === "" ? "(empty)" : inert;
}
/** Lines of a fenced block; the serialiser makes the fence longer than any in the content. */
const forFence = (lines, max = 200) => lines.map((line) => shown(line, max)).join("\n");
/** Characters that JSON lets stand and a screen would act on; escaped, they read back as themselves. */
const UNSEEN_IN_JSON = /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u007f-\u009f]/gu;
const escapeUnits = (chars) => chars.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
/** Plain data as JSON that can be looked at: two spaces, and a line end. */
const forJson = (value) => `${JSON.stringify(value, null, 2).replace(UNSEEN_IN_JSON, escapeUnits)}\n`;
/** A message of ours with words of others in it; its own line ends stay. */
const forScreen = (message) => message.split("\n").map((line) => forTerminal(line, 2e3)).join("\n");
/** The same for a whole line of a log. */
const forLog = (text, max = 1e3) => forTerminal(text, max);
/** The shell people use on that platform, as the probe names it. */
const shellOf = (platform) => platform === "win32" ? "powershell" : "posix";
const PLAIN_WORD = /^[A-Za-z0-9_./@%+:,][A-Za-z0-9_./@%+=:,-]*$|^--?[A-Za-z][A-Za-z0-9-]*(?:=[A-Za-z0-9_./%+:,-]*)?$/;
/** PowerShell ends strings at typographic quotes, too. */
const SINGLE_QUOTES = /['\u2018\u2019\u201a\u201b]/g;
const ACTIVE_IN_DOUBLE = /[`$"\u201c\u201d\u201e]/g;
function powershellWord(home, rest) {
	if (home === "") return `'${rest.replace(SINGLE_QUOTES, "$&$&")}'`;
	return `"$HOME/${rest.replace(ACTIVE_IN_DOUBLE, "`$&")}"`;
}
/** One word for the shell it is meant for; `~/` at the start still means home. */
function shellWord(word, shell) {
	const shown = visible(word);
	const home = /^~[\\/]/.exec(shown)?.[0] ?? "";
	const rest = shown.slice(home.length);
	if (PLAIN_WORD.test(rest) && !(shell === "powershell" && /[@,%]|^-.*=/.test(rest))) return home + rest;
	return shell === "powershell" ? powershellWord(home, rest) : `${home}'${rest.replaceAll("'", "'\\''")}'`;
}
/** A command line of quoted words; PowerShell needs `&` to call a quoted path. */
function shellCommand(words, shell) {
	const line = words.map((word) => shellWord(word, shell)).join(" ");
	return shell === "powershell" && /^['"]/.test(line) ? `& ${line}` : line;
}
// src/core/model.ts
const PLACES = [
	"local",
	"box",
	"ci"
];
const CLAIM_KINDS = [
	"package installed",
	"env var set",
	"file persisted",
	"tests green",
	"secret stored"
];
const SOURCES = [
	"this-run",
	"artifact",
	"text",
	"checkout"
];
const FAIL_ON = [
	"unknown",
	"fails",
	"diffs",
	"stale",
	"never"
];
export { forCode as a, forLog as c, shellCommand as d, shellOf as f, SOURCES as i, forScreen as l, FAIL_ON as n, forFence as o, shellWord as p, PLACES as r, forJson as s, CLAIM_KINDS as t, forTerminal as u };
