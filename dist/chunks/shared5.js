import { r as PLACES } from "./shared.js";
import { n as stateOf } from "./shared4.js";
// src/core/judge/legs.ts
const WORST_FIRST = [
	"fails",
	"unknown",
	"holds"
];
/** The legs that make the cell what it is. */
const decidingLegs = ({ state, legs }) => legs.filter((leg) => leg.state === state);
/** `judged` in the order of its legs; undefined when it is empty. */
function combineLegs(judged) {
	const stateIn = ({ finding }) => stateOf(finding.reason);
	const state = WORST_FIRST.find((one) => judged.some((j) => stateIn(j) === one));
	const deciding = judged.filter((j) => stateIn(j) === state);
	const [first] = deciding;
	if (state === void 0 || first === void 0) return void 0;
	const whole = judged.length === 1 && first.slot.leg === null;
	const unseen = state === "fails" ? judged.filter((j) => stateIn(j) === "unknown") : [];
	const legs = [...deciding, ...unseen].map((j) => ({
		leg: j.slot.leg ?? j.slot.place,
		state: stateIn(j),
		reason: j.finding.reason,
		fact: j.finding.fact
	}));
	return {
		first,
		deciding,
		state,
		legs: whole ? [] : legs
	};
}
// src/core/judge/excuse.ts
/** `file persisted/canary:home@box` */
const cellKey = ({ kind, subject }, place) => `${kind}/${subject}@${place}`;
/** The secret is out, whatever the reason was. */
const NEVER_EXCUSED = ["TRACKED", "CREDENTIAL_IN_CONFIG"];
const isNeverExcused$1 = (key, reason) => NEVER_EXCUSED.includes(reason) || key.startsWith("tests green/") && key.endsWith("@ci");
/** An explanation is bound to its reason, in every leg that fails; unknown is never excused. */
function explainCell(column, key, all) {
	const { reason } = column.first.finding;
	if (column.state !== "fails" || isNeverExcused$1(key, reason)) return null;
	if (column.deciding.some((one) => one.finding.reason !== reason)) return null;
	return all.find((one) => one.key === key && one.reason === reason)?.because ?? null;
}
/** What is excused in some legs answers for no other: where one of those is unknown, that one decides. */
function excuseColumn(column, judged, key, all) {
	const explained = explainCell(column, key, all);
	const rest = explained === null ? void 0 : combineLegs(judged.filter((one) => !column.deciding.includes(one)));
	return rest?.state === "unknown" ? {
		column: rest,
		explained: null
	} : {
		column,
		explained
	};
}
// src/core/gate/cells.ts
/** One cell before the gate: does it fail, may a sentence excuse it, is it what shuts the gate? */
const askedCells = (rows) => rows.flatMap((row) => PLACES.flatMap((place) => {
	const cell = row.cells[place];
	return cell ? [{
		row,
		place,
		cell
	}] : [];
}));
/** Whatever is neither proven nor refuted is unknown: an odd state is no pass. */
const isUnknown = ({ cell }) => cell.state !== "holds" && cell.state !== "fails";
/** A leg that fails hides one of which nothing is known: that counts where failing alone would not block. */
const hidesUnknown = ({ cell }) => cell.state === "fails" && cell.legs.some(({ state }) => state === "unknown");
const isCiTests = ({ row, place }) => row.kind === "tests green" && place === "ci";
/** True where the leg that fails, not only the cell's own reason, is beyond excuse. */
const isNeverExcused = ({ cell }) => NEVER_EXCUSED.includes(cell.reason) || cell.legs.some(({ state, reason }) => state === "fails" && NEVER_EXCUSED.includes(reason));
const isExcusable = (asked) => !isCiTests(asked) && !isNeverExcused(asked);
const isFailing = (asked) => asked.cell.state === "fails" && (asked.cell.explained === null || !isExcusable(asked));
/** Whether this cell is one of those that shut the gate. */
function holdsUp(asked, { verdict, failOn }) {
	if (verdict === "pass") return false;
	if (isUnknown(asked)) return failOn.includes("unknown");
	if (failOn.includes("fails")) return isFailing(asked);
	return isFailing(asked) && !isExcusable(asked) || hidesUnknown(asked) && failOn.includes("unknown");
}
// src/core/words.ts
/** Words put together. */
/** `a`, `a and b`, `a, b and c` */
const joinWords = (words, last = "and") => words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
export { isCiTests as a, isUnknown as c, isNeverExcused$1 as d, combineLegs as f, holdsUp as i, cellKey as l, askedCells as n, isFailing as o, decidingLegs as p, hidesUnknown as r, isNeverExcused as s, joinWords as t, excuseColumn as u };
