import { d as joinWords, r as PLACES } from "./shared2.js";
import { n as isExcusable$1 } from "./shared7.js";
// src/core/verdict-model.ts
const FEWER_EXECUTED = "fewer-executed";
const askedCells = (rows) => rows.flatMap((row) => PLACES.flatMap((place) => {
	const cell = row.cells[place];
	return cell && !cell.beside ? [{
		row,
		place,
		cell
	}] : [];
}));
const isOpen = ({ state, explained }) => state !== "holds" && explained === null;
const isUnexplained = ({ counted, explained }) => counted && explained === null;
const isUnknown = ({ cell }) => cell.state !== "holds" && cell.state !== "fails";
const hidesUnknown = ({ cell }) => cell.state === "fails" && cell.legs.some(({ state }) => state === "unknown");
const isCiTests = ({ row, place }) => row.kind === "tests green" && place === "ci";
const isSecretOut = ({ cell }) => !isExcusable$1(cell.reason) || cell.legs.some(({ state, reason }) => state === "fails" && !isExcusable$1(reason));
const isExcusable = (asked) => !isCiTests(asked) && !isSecretOut(asked);
const isFailing = (asked) => asked.cell.state === "fails" && (asked.cell.explained === null || !isExcusable(asked));
function holdsUp(asked, { verdict, failOn }) {
	if (verdict === "pass") return false;
	if (isUnknown(asked)) return failOn.includes("unknown");
	if (failOn.includes("fails")) return isFailing(asked);
	return isFailing(asked) && !isExcusable(asked) || hidesUnknown(asked) && failOn.includes("unknown");
}
const decidingLegs = ({ state, legs }) => legs.filter((leg) => leg.state === state);
// src/core/advice/next-step.ts
const openCells = (rows) => askedCells(rows).filter(({ cell }) => cell.state !== "holds");
function mendsOf(cells) {
	const byFix = new Map();
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
function isOneThing(cells) {
	const kinds = new Set(cells.map(({ place, cell }) => `${place} ${cell.reason} ${cell.explained !== null}`));
	return cells.length > 2 && kinds.size === 1;
}
function askSomething({ asked, claimsSource, claimedPlaces = [] }) {
	const places = asked.places.map((place) => `"${place}"`);
	if (places.length === 0) return "name a place that is asked: places: ci";
	const line = `"tests": {"command": ["python", "-m", "pytest"], "in": [${places.join(", ")}]}`;
	if (claimsSource === "default") return `nothing was found to claim of ${joinWords(asked.places)}: commit probes/claims.json with {${line}}`;
	const missing = asked.places.filter((place) => !claimedPlaces.includes(place));
	const wider = `"places": [${[...claimedPlaces, ...missing].map((place) => `"${place}"`).join(", ")}]`;
	const lines = missing.length > 0 ? `${wider} and ${line}` : line;
	return `ask something of ${joinWords(asked.places)}: put ${lines} into probes/claims.json`;
}
const SET_UP = ["let a person with write access open the pull request that brings probes/claims.json, or push that file to", "the target branch first; without it the default claims apply, and nothing is loosened"].join(" ");
const STEPS = [["LOOSENED", "undo the change to probes/claims.json, or let a person with write access make it"], ["DIFFS", "remove the difference, or explain it under \"explain\" in probes/claims.json"]];
function refresh({ signals, staleExplanations }) {
	const older = signals.find(({ id }) => id === "older-content");
	const keys = joinWords(staleExplanations.map((key) => JSON.stringify(key)));
	const steps = [...older ? [older.next] : [], ...keys === "" ? [] : [`take ${keys} out of "explain" in probes/claims.json: it excuses nothing any more`]];
	const [place = null] = older?.places ?? [];
	return {
		text: steps.join("; ") || "probe every place again at the head",
		place,
		mends: 0
	};
}
function firstMend(mends, here) {
	const isHere = ({ cells }) => cells.some(({ place }) => place === here);
	const most = mends.filter(({ cells }) => cells.length === mends[0]?.cells.length);
	const fails = ({ cells }) => cells.some(({ cell }) => cell.state === "fails");
	return mends.find(isHere) ?? most.find(fails) ?? most[0];
}
function stepOf({ rows, gate, here }) {
	const mends = mendsOf(openCells(rows).filter((open) => holdsUp(open, gate))).filter(({ fix }) => fix !== "");
	const mend = firstMend(mends, here);
	if (!mend) return void 0;
	const place = mend.cells[0]?.place ?? null;
	const steps = mends.filter(({ cells }) => cells[0]?.place === place).length;
	return {
		text: mend.fix,
		place,
		mends: mend.cells.length,
		steps
	};
}
const isFor = ({ place }) => place === "local" ? "person" : place === "box" ? "agent" : null;
function nextStep(verdict) {
	const codes = verdict.gate.blocks.map(({ code }) => code);
	if (codes.length === 0) return null;
	const fault = verdict.faults.find(({ fix }) => fix !== void 0);
	if (codes.includes("FAULT") && fault?.fix !== void 0) return {
		text: fault.fix,
		place: null,
		mends: 0
	};
	const step = stepOf(verdict);
	if (step) return step;
	if (codes.includes("NOTHING_CLAIMED")) return {
		text: askSomething(verdict),
		place: null,
		mends: 0
	};
	if (codes[0] === "STALE") return refresh(verdict);
	if (codes.includes("LOOSENED") && verdict.loosened.every(({ first }) => first)) return {
		text: SET_UP,
		place: null,
		mends: 0
	};
	const [, text] = STEPS.find(([code]) => codes.includes(code)) ?? [null, "run the check again"];
	return {
		text,
		place: null,
		mends: 0
	};
}
export { openCells as a, decidingLegs as c, isFailing as d, isOpen as f, isUnknown as h, nextStep as i, hidesUnknown as l, isUnexplained as m, isOneThing as n, FEWER_EXECUTED as o, isSecretOut as p, mendsOf as r, askedCells as s, isFor as t, isCiTests as u };
