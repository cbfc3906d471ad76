import { r as PLACES } from "./shared5.js";
// src/core/report/open-cells.ts
/** The cells that do not hold, with what mends them: the same list for every renderer. */
const openCells = (rows) => rows.flatMap((row) => PLACES.flatMap((place) => {
	const cell = row.cells[place];
	return cell && cell.state !== "holds" ? [{
		row,
		place,
		cell
	}] : [];
}));
/** Open cells by fix, those that mend most first; equal ones in the table's order. */
function mendsOf(cells) {
	const byFix = /* @__PURE__ */ new Map();
	for (const open of cells) {
		const fix = open.cell.fix ?? "";
		const same = byFix.get(fix);
		if (same) same.push(open);
		else byFix.set(fix, [open]);
	}
	return [...byFix].map(([fix, mended]) => ({
		fix,
		cells: mended
	})).sort((a, b) => b.cells.length - a.cells.length);
}
/** Excused failing cells hold nothing up. */
const blocks = ({ cell }) => cell.state === "unknown" || cell.explained === null;
/** The one step that unblocks most; null where nothing is to be done. */
function nextStep(verdict) {
	const codes = verdict.gate.blocks.map(({ code }) => code);
	if (codes.length === 0) return null;
	const fault = verdict.faults.find(({ fix }) => fix !== void 0);
	if (codes.includes("FAULT") && fault?.fix !== void 0) return {
		text: fault.fix,
		mends: 0
	};
	const [most] = mendsOf(openCells(verdict.rows).filter(blocks));
	if (most && most.fix !== "") return {
		text: most.fix,
		mends: most.cells.length
	};
	if (codes.includes("NOTHING_CLAIMED")) return {
		text: "claim something: where-it-ran init writes probes/claims.json",
		mends: 0
	};
	if (codes.includes("LOOSENED")) return {
		text: "undo the change to probes/claims.json, or let a person with write access make it",
		mends: 0
	};
	if (codes.includes("DIFFS")) return {
		text: "remove the difference, or explain it under \"explain\" in probes/claims.json",
		mends: 0
	};
	if (codes.includes("STALE")) return {
		text: "probe again at the head, and drop the explanations that excuse nothing from probes/claims.json",
		mends: 0
	};
	return {
		text: "run the check again",
		mends: 0
	};
}
// src/core/report/phrases.ts
const COLUMNS = [
	"Claim in chat",
	"Probe",
	"Local",
	"Agent box",
	"CI"
];
const PLACE_TITLE = {
	local: "Local",
	box: "Agent box",
	ci: "CI"
};
const PROBED = {
	"package installed": "interpreter, import origin",
	"env var set": "name in the test process",
	"file persisted": "path, owner, age",
	"tests green": "content and test session",
	"secret stored": "file mode, git"
};
/** What was looked at for that claim. */
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
const CHECK_LABEL = {
	"fits-declared-range": "interpreter fits the declared range",
	"no-unexplained-difference": "no unexplained difference",
	"isolated-run-passes": "isolated run passes",
	"own-modules-from-repo": "own modules come from the repository"
};
const CONTENT_LABEL = {
	"match-merge": "the merge's content",
	"match-head": "the head's content",
	earlier: "an earlier commit of this pull request",
	stale: "other content",
	unknown: "content unknown"
};
function trustLabel(trust) {
	if (trust === true) return "trust the other place's green, as a second opinion";
	if (trust === "as-far-as-it-goes") return "trust the other place's green as far as it goes";
	return trust === false ? "do not trust the other place's green" : "";
}
const counted = (count, one, many) => `${count} ${count === 1 ? one : many}`;
/** Like `3 unknown, 1 failing, 2 unexplained differences`; every count, also the zeros that matter. */
function countsText(gate) {
	const counts = [`${gate.unknown} unknown`, `${gate.failing} failing`];
	counts.push(counted(gate.unexplained, "unexplained difference", "unexplained differences"));
	return counts.join(", ");
}
const askedCount = (verdict) => verdict.rows.reduce((sum, { cells }) => sum + Object.values(cells).filter((cell) => cell !== null).length, 0);
const enforced = (gate) => !gate.failOn.every((word) => word === "never");
/** The headline's few words. A fork's report and an unenforced gate never say that anything passed. */
function titleText(verdict, voice) {
	const { gate } = verdict;
	if (voice === "fork") return `Where it ran, as reported by the fork's own workflow: ${countsText(gate)}`;
	if (gate.verdict === "blocked") return `Where it ran: blocked, ${countsText(gate)}`;
	if (!enforced(gate)) return `Where it ran: not enforced (fail-on: never), ${countsText(gate)}`;
	return `Where it ran: pass, ${counted(askedCount(verdict), "cell asked", "cells asked")}, ${countsText(gate)}`;
}
/** What the reader must know about the evidence, in one sentence. */
const SELF_REPORTED = "Local and agent box report on themselves: they show where state lives and prove no honesty. CI is the record.";
export { SELF_REPORTED as a, probedFor as c, mendsOf as d, nextStep as f, PLACE_TITLE as i, titleText as l, COLUMNS as n, SYMBOL as o, openCells as p, CONTENT_LABEL as r, TICK as s, CHECK_LABEL as t, trustLabel as u };
