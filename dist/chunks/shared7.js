import { i as PLACES } from "./shared2.js";
import { n as isExcusable$1 } from "./shared6.js";
// src/core/cells.ts
const askedCells = (rows) => rows.flatMap((row) => PLACES.flatMap((place) => {
	const cell = row.cells[place];
	return cell ? [{
		row,
		place,
		cell
	}] : [];
}));
const isUnknown = ({ cell }) => cell.state !== "holds" && cell.state !== "fails";
const hidesUnknown = ({ cell }) => cell.state === "fails" && cell.legs.some(({ state }) => state === "unknown");
const isCiTests = ({ row, place }) => row.kind === "tests green" && place === "ci";
const isNeverExcused = ({ cell }) => !isExcusable$1(cell.reason) || cell.legs.some(({ state, reason }) => state === "fails" && !isExcusable$1(reason));
const isExcusable = (asked) => !isCiTests(asked) && !isNeverExcused(asked);
const isFailing = (asked) => asked.cell.state === "fails" && (asked.cell.explained === null || !isExcusable(asked));
function holdsUp(asked, { verdict, failOn }) {
	if (verdict === "pass") return false;
	if (isUnknown(asked)) return failOn.includes("unknown");
	if (failOn.includes("fails")) return isFailing(asked);
	return isFailing(asked) && !isExcusable(asked) || hidesUnknown(asked) && failOn.includes("unknown");
}
const decidingLegs = ({ state, legs }) => legs.filter((leg) => leg.state === state);
// src/core/text/words.ts
const joinWords = (words, last = "and") => words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
export { holdsUp as a, isNeverExcused as c, hidesUnknown as i, isUnknown as l, askedCells as n, isCiTests as o, decidingLegs as r, isFailing as s, joinWords as t };
