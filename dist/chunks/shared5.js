import { r as PLACES } from "./shared.js";
import { t as NEVER_EXCUSED } from "./shared4.js";
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
export { isCiTests as a, isUnknown as c, holdsUp as i, askedCells as n, isFailing as o, hidesUnknown as r, isNeverExcused as s, joinWords as t };
