import { d as joinWords, l as counted, r as PLACES } from "./shared2.js";
import { i as reasonRow } from "./shared7.js";
import { i as nextStep, o as FEWER_EXECUTED, s as askedCells, t as isFor } from "./shared8.js";
// src/core/report/phrases.ts
const TITLES = {
	local: "Local",
	box: "Agent box",
	ci: "CI"
};
const ON_ONE_MACHINE = {
	...TITLES,
	box: "Agent's worktree (same machine)"
};
const titlesOf = ({ box }) => box === void 0 ? TITLES : ON_ONE_MACHINE;
const PROBED = {
	"package installed": "interpreter, import origin",
	"env var set": "name in the test process",
	"file persisted": "path, owner, age",
	"tests green": "content and test session",
	"secret stored": "file mode, git"
};
function probedFor(kind, subject) {
	if (kind === "file persisted" && subject.startsWith("canary:")) return "canary of an earlier run";
	if (kind === "secret stored" && subject === "configuration") return "git and pip configuration";
	return PROBED[kind];
}
const SYMBOL = {
	holds: "✅",
	fails: "❌",
	unknown: "❓"
};
const TICK = {
	holds: "✔",
	fails: "✘",
	unknown: "?"
};
const CONTENT_LABEL = {
	"match-merge": "the merge's content",
	"match-head": "the head's content",
	earlier: "not the head's content",
	stale: "other content",
	unknown: "content unknown"
};
const named = (places, last, titles) => joinWords(places.map((place) => titles[place]), last);
function trustText({ trust, places, apart = [] }, titles) {
	if (trust === null) return "";
	const green = `a green of ${named(places, "or", titles)}`;
	if (trust === true) return `${green} counts for the other${places.length > 2 ? "s" : ""}, as a second opinion`;
	if (trust === "as-far-as-it-goes") return `trust ${green} as far as it goes`;
	const rest = places.filter((place) => !apart.includes(place));
	if (places.length === 1) return `do not trust ${green}`;
	if (apart.length === 0 || rest.length === 0) return `${green} counts for that place only`;
	return `a green of ${named(rest, "or", titles)} says nothing of ${named(apart, "and", titles)}, nor the reverse`;
}
function countsText({ unknown, failing, unexplained }) {
	return `${unknown} unknown, ${failing} failing, ${counted(unexplained, "unexplained difference")}`;
}
const holdingText = (rows) => `${counted(rows, "more claim holds", "more claims hold")} in every place asked`;
function titleText(verdict, voice) {
	const { gate } = verdict;
	if (voice === "fork") return `Where it ran, as reported by the fork's own workflow: ${countsText(gate)}`;
	if (gate.verdict === "blocked") return `Where it ran: blocked, ${countsText(gate)}`;
	if (gate.failOn.every((word) => word === "never")) return `Where it ran: not enforced (fail-on: never), ${countsText(gate)}`;
	const held = counted(askedCells(verdict.rows).length, "cell asked", "cells asked");
	const { elsewhere = [] } = verdict.asked;
	if (elsewhere.length > 0) return `Where it ran: this job alone, ${held}, ${countsText(gate)}; ${joinWords(elsewhere.map((place) => titlesOf(verdict)[place]))}: not asked here, a job with mode: report has to`;
	return `Where it ran: pass, ${held}, ${countsText(gate)}`;
}
function tellCell({ state, reason, fact }) {
	const { text, shown } = reasonRow(reason);
	if (fact === "" || shown === "text") return {
		words: text,
		fact: null
	};
	return {
		words: shown === "both" || state !== "holds" && shown !== "fact" ? text : null,
		fact
	};
}
// src/core/report/sentences.ts
const strong = (words) => ({ strong: words });
const outside = (text, max) => max === void 0 ? { outside: text } : {
	outside: text,
	max
};
const joined = (lines, between) => lines.flatMap((line, index) => index === 0 ? line : [between, ...line]);
function firstItems(all, max, show) {
	const more = all.length - max;
	return [...all.slice(0, max).map(show), ...more > 0 ? [{ line: [`and ${more} more`] }] : []];
}
const headItems = ({ gate, loosened, faults, signals, redacted = [], withheld = [] }, max = Number.POSITIVE_INFINITY) => [
	...gate.blocks.map(({ text }) => ({ line: [text] })),
	...firstItems(loosened, max, ({ what, key }) => ({ line: [
		strong("Loosened gate"),
		`: ${what} `,
		outside(key)
	] })),
	...firstItems(withheld, max, (name) => ({ line: [outside(name), " is empty in ci and not asked there: GitHub hands this run no secrets"] })),
	...signals.filter(({ id }) => id === FEWER_EXECUTED).map(({ what }) => ({ line: [
		strong("Not the whole suite"),
		": ",
		outside(what)
	] })),
	...firstItems(faults, max, ({ where, message, fix }) => ({
		line: [
			"Fault in ",
			outside(where, 60),
			": ",
			outside(message)
		],
		next: fix
	})),
	...firstItems(redacted, 5, ({ kind, where }) => ({ line: [...[
		strong("Secret taken out"),
		": ",
		outside(where)
	], ` held what looks like one (${kind}). Revoke it: whoever sees that place can read it.`] }))
];
function nextLine(verdict) {
	const step = nextStep(verdict);
	if (step === null) return void 0;
	const { place, mends, steps = 1 } = step;
	const notes = [
		...isFor(step) === "person" ? ["for a person"] : [],
		...mends > 1 ? [`mends ${mends} cells`] : [],
		...steps > 1 ? [`first of ${steps} steps there`] : []
	];
	return [
		strong(`Next step${place === null ? "" : `, ${titlesOf(verdict)[place]}`}`),
		notes.length === 0 ? ": " : ` (${notes.join(", ")}): `,
		outside(step.text, 800)
	];
}
const selfReported = (verdict) => `Local and ${titlesOf(verdict).box.replace(/^A/, "a")} report on themselves: they show where state lives and prove no honesty. CI is the record.`;
const PLACES_PAGE = "https://github.com/where-it-ran/where-it-ran/blob/main/docs/places.md";
function standingLine(verdict) {
	const { asked, rows, gate, claimsSource, listsAll } = verdict;
	const { notAsked } = gate;
	const beside = PLACES.filter((place) => rows.some(({ cells }) => cells[place]?.beside));
	const rest = [
		...beside.length > 0 ? [`${named(beside, "and", titlesOf(verdict))}: shown, and counted only where it fails at this content.`] : [],
		...listsAll ? ["\"places\" in claims.json lists all three, which asks no more than no list does."] : [],
		...notAsked === 0 ? [] : [`${notAsked} ${notAsked === 1 ? "cell is" : "cells are"} not asked.`],
		...claimsSource === "default" ? ["Claims are the defaults: there is no claims.json."] : [],
		...asked.places.some((place) => place !== "ci") ? [selfReported(verdict)] : [],
		`Who is asked, and how to leave a place out: ${PLACES_PAGE}`
	];
	return [
		`Asked: ${asked.places.join(", ") || "no place"}`,
		...asked.why === "" ? [] : [", because ", outside(asked.why)],
		[".", ...rest].join(" ")
	];
}
const differenceStatus = ({ counted, explained }) => {
	if (!counted) return ["; context"];
	return explained === null ? ["; ", strong("unexplained")] : ["; explained: ", outside(explained)];
};
function differenceItem(difference, verdict) {
	const values = PLACES.flatMap((place) => {
		const value = difference.values[place];
		return value === void 0 ? [] : [[`${titlesOf(verdict)[place]} `, outside(value)]];
	});
	return { line: [
		outside(difference.key),
		": ",
		...joined(values, ", "),
		...differenceStatus(difference)
	] };
}
const staleItems = ({ staleExplanations }) => staleExplanations.map((key) => ({ line: ["explains nothing any more: ", outside(key)] }));
function signalItems(signals, verdict) {
	const trusts = signals.map((signal) => trustText(signal, titlesOf(verdict)));
	return signals.map(({ id, what, next }, index) => {
		const trust = trusts[index];
		const said = trust === "" || trust === trusts[index - 1];
		return {
			line: [
				strong(id),
				": ",
				outside(what),
				...said ? [] : [`; ${trust}`]
			],
			next
		};
	});
}
const CHECK_LABEL = {
	"fits-declared-range": "interpreter fits the declared range",
	"no-unexplained-difference": "no unexplained difference",
	"isolated-run-passes": "isolated run passes",
	"own-modules-from-repo": "own modules come from the repository"
};
function checksLine({ checks, signals }) {
	const dirty = signals.some(({ id }) => id === "dirty-home");
	const said = checks.filter(({ idle }) => !idle || dirty).map(({ id, state }) => `${CHECK_LABEL[id]} ${TICK[state]}`);
	return said.length === 0 ? void 0 : [`Before a patch is trusted: ${said.join(" · ")}`];
}
// src/core/report/plan.ts
const PARTS = [
	"diff",
	"provenance",
	"differences",
	"fixes",
	"signals"
];
const FULL = {
	parts: PARTS,
	factLength: 120,
	subjectLength: 80,
	foldHolds: false,
	maxRows: Number.POSITIVE_INFINITY
};
const LADDER = [
	FULL,
	...PARTS.map((_, given) => ({
		...FULL,
		parts: PARTS.slice(given + 1)
	})),
	{
		...FULL,
		parts: [],
		foldHolds: true
	},
	{
		...FULL,
		parts: [],
		foldHolds: true,
		factLength: 40,
		subjectLength: 60
	},
	{
		...FULL,
		parts: [],
		foldHolds: true,
		factLength: 0,
		subjectLength: 40
	}
];
function rankOf({ cells }) {
	const states = PLACES.map((place) => cells[place]?.beside ? void 0 : cells[place]?.state);
	if (states.includes("fails")) return 0;
	return states.includes("unknown") ? 1 : 2;
}
const holdsEverywhere = (row) => rankOf(row) === 2;
function foldTable({ rows, gate }, { foldHolds } = { foldHolds: false }) {
	const open = rows.filter((one) => !holdsEverywhere(one));
	return gate.verdict === "blocked" && rows.length > 12 && open.length > 0 && !foldHolds ? {
		open,
		holding: rows.filter(holdsEverywhere)
	} : {
		open: rows,
		holding: []
	};
}
function chooseRows(rows, plan) {
	const kept = plan.foldHolds ? rows.filter((one) => !holdsEverywhere(one)) : rows;
	const decisive = [...kept].sort((a, b) => rankOf(a) - rankOf(b));
	const chosen = new Set(decisive.slice(0, Math.max(0, plan.maxRows)));
	const shown = kept.filter((one) => chosen.has(one));
	return {
		shown,
		held: rows.length - kept.length,
		left: kept.length - shown.length
	};
}
export { titleText as C, tellCell as S, CONTENT_LABEL as _, foldTable as a, holdingText as b, firstItems as c, nextLine as d, outside as f, strong as g, standingLine as h, chooseRows as i, headItems as l, staleItems as m, LADDER as n, checksLine as o, signalItems as p, PARTS as r, differenceItem as s, FULL as t, joined as u, SYMBOL as v, titlesOf as w, probedFor as x, TICK as y };
