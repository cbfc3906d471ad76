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
/** For a terminal: one line, capped, nothing that moves the cursor or turns the direction. */
const forTerminal = (text, max = 300) => cap(visible(text), max);
/**
* The content of a Markdown code span, in a table cell or anywhere else. The serialiser chooses the fence and
* escapes pipes; a backslash before a pipe would undo that escape and open a new cell, so it is spelled out.
*/
function forCode(text, max = 200) {
	const inert = cap(visible(text), max).replace(/\\(?=\\*\|)/g, spelled);
	return inert === "" ? "(empty)" : inert;
}
/** Lines of a fenced block; the serialiser makes the fence longer than any in the content. */
const forFence = (lines, max = 200) => lines.map((line) => cap(visible(line), max)).join("\n");
/** A log line of a CI runner: one line that starts no workflow command (`::name::`, `##[name]`). */
const forLog = (text, max = 1e3) => cap(visible(text), max).replace(/^(\s*)(::|##\[)/, (_all, space, mark) => `${space}${spelled(mark)}${mark.slice(1)}`);
/** The shell people use on that platform, as the probe names it. */
const shellOf = (platform) => platform === "win32" ? "powershell" : "posix";
const PLAIN_WORD = /^[A-Za-z0-9_./@%+:,][A-Za-z0-9_./@%+=:,-]*$|^--?[A-Za-z][A-Za-z0-9-]*$/;
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
	if (PLAIN_WORD.test(rest) && !(shell === "powershell" && /[@,%]/.test(rest))) return home + rest;
	return shell === "powershell" ? powershellWord(home, rest) : `${home}'${rest.replaceAll("'", "'\\''")}'`;
}
/** A command line of quoted words; PowerShell needs `&` to call a quoted path. */
function shellCommand(words, shell) {
	const line = words.map((word) => shellWord(word, shell)).join(" ");
	return shell === "powershell" && /^['"]/.test(line) ? `& ${line}` : line;
}
// src/core/reasons.ts
const REASONS = {
	IN_PREFIX: {
		state: "holds",
		text: "found under this interpreter's prefix"
	},
	IN_STDLIB: {
		state: "holds",
		text: "part of the standard library"
	},
	IN_SYSTEM_SITE: {
		state: "holds",
		text: "found in the base interpreter's site-packages"
	},
	IN_USER_SITE: {
		state: "holds",
		text: "found in the user's site-packages, hiding no other copy"
	},
	IN_REPO: {
		state: "holds",
		text: "imported from this repository's tree"
	},
	MISSING: {
		state: "fails",
		text: "not found"
	},
	SHADOWED: {
		state: "fails",
		text: "another copy wins the import"
	},
	OTHER_CHECKOUT: {
		state: "fails",
		text: "the code came from another checkout, not this tree"
	},
	METADATA_WITHOUT_CODE: {
		state: "fails",
		text: "metadata is there, the code is not"
	},
	NAMESPACE_ONLY: {
		state: "fails",
		text: "only an empty directory of that name is found"
	},
	UNREADABLE: {
		state: "fails",
		text: "there, but this user cannot read it"
	},
	OUTSIDE_REPO: {
		state: "fails",
		text: "should come from the repository, came from elsewhere"
	},
	OTHER_INTERPRETER: {
		state: "unknown",
		text: "the tests ran in another interpreter than the probe"
	},
	NOT_IMPORTABLE_HERE: {
		state: "unknown",
		text: "in the tree, but nothing here imported it"
	},
	SET: {
		state: "holds",
		text: "set in the probed process"
	},
	IN_TEST_PROCESS: {
		state: "holds",
		text: "set inside the test process"
	},
	UNSET: {
		state: "fails",
		text: "not set"
	},
	NOT_IN_TEST_PROCESS: {
		state: "fails",
		text: "set in the shell, not in the test process"
	},
	VALUE_DIFFERS: {
		state: "fails",
		text: "set, but to another value than in ci"
	},
	EXISTS: {
		state: "holds",
		text: "exists and is readable"
	},
	SURVIVED: {
		state: "holds",
		text: "an earlier run's canary outlived a restart"
	},
	CANARY_LOST: {
		state: "fails",
		text: "the canary of an earlier run is gone"
	},
	EPHEMERAL_RUNNER: {
		state: "fails",
		text: "hosted runners keep nothing"
	},
	FIRST_VISIT: {
		state: "unknown",
		text: "first visit: nothing to come back to yet"
	},
	SAME_SESSION: {
		state: "unknown",
		text: "still the session that wrote the canary"
	},
	GREEN: {
		state: "holds",
		text: "passed on this content"
	},
	FAILED: {
		state: "fails",
		text: "tests failed"
	},
	NOTHING_EXECUTED: {
		state: "fails",
		text: "no test was executed"
	},
	COLLECTION_ERROR: {
		state: "fails",
		text: "tests could not be collected"
	},
	PARTIAL_RUN: {
		state: "unknown",
		text: "only a part of the suite ran"
	},
	STALE_CONTENT: {
		state: "unknown",
		text: "ran on other content than this pull request"
	},
	CHANGED_WHILE_RUNNING: {
		state: "unknown",
		text: "the tree changed while the tests ran"
	},
	REPORT_MISMATCH: {
		state: "unknown",
		text: "a report is not the one this session wrote"
	},
	FOREIGN_RECORD: {
		state: "unknown",
		text: "the session record was made elsewhere"
	},
	NO_RECORD: {
		state: "unknown",
		text: "no record of a test session"
	},
	HOOK_ERROR: {
		state: "unknown",
		text: "a start-up hook failed in the test process"
	},
	GIT_REFUSED: {
		state: "unknown",
		text: "git would not say which content this is"
	},
	ORIGIN_UNKNOWN: {
		state: "unknown",
		text: "nothing says where the repository's own code was imported from"
	},
	PRIVATE: {
		state: "holds",
		text: "present, private"
	},
	CLEAN: {
		state: "holds",
		text: "no credential in configuration"
	},
	ABSENT: {
		state: "fails",
		text: "not there"
	},
	READABLE_BY_OTHERS: {
		state: "fails",
		text: "other users can read it"
	},
	TRACKED: {
		state: "fails",
		text: "tracked by git: it is in the history"
	},
	NOT_IGNORED: {
		state: "fails",
		text: "in the repository and not ignored: one add away from a commit"
	},
	CREDENTIAL_IN_CONFIG: {
		state: "fails",
		text: "a credential lies in configuration"
	},
	UNREADABLE_PARENT: {
		state: "unknown",
		text: "its directory cannot be searched"
	},
	NO_MODES: {
		state: "unknown",
		text: "permission bits mean nothing here"
	},
	NOT_ASKED: {
		state: "unknown",
		text: "the probe was not asked this"
	},
	FACT_MISSING: {
		state: "unknown",
		text: "a fact that is needed is missing"
	},
	NO_PROBE: {
		state: "unknown",
		text: "no probe file from this place"
	},
	NOT_THIS_PR: {
		state: "unknown",
		text: "the file is about other content than this pull request"
	},
	UNREADABLE_FILE: {
		state: "unknown",
		text: "the probe file cannot be read"
	},
	WRONG_PLACE: {
		state: "unknown",
		text: "the file says it is from another place"
	},
	PROBE_ERROR: {
		state: "unknown",
		text: "this part of the probe broke"
	},
	NO_INTERPRETER: {
		state: "unknown",
		text: "no Python could be started"
	},
	SAME_MACHINE: {
		state: "unknown",
		text: "not proven to be another machine"
	},
	NOT_IN_CI: {
		state: "unknown",
		text: "the file was not made in a CI run"
	},
	MISSING_LEG: {
		state: "unknown",
		text: "an expected leg is missing"
	}
};
const stateOf = (reason) => REASONS[reason].state;
export { forLog as a, shellOf as c, forFence as i, shellWord as l, stateOf as n, forTerminal as o, forCode as r, shellCommand as s, REASONS as t };
