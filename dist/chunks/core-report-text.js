import "./runtime.js";
import { a as openCells, c as decidingLegs, n as isOneThing, r as mendsOf, s as askedCells } from "./shared8.js";
import { b as forTerminal, r as PLACES } from "./shared2.js";
import { i as reasonRow } from "./shared7.js";
import { n as shortened, t as padded } from "./shared15.js";
import { C as titleText, S as tellCell, a as foldTable, b as holdingText, d as nextLine, f as outside, h as standingLine, l as headItems, m as staleItems, o as checksLine, p as signalItems, s as differenceItem, w as titlesOf, y as TICK } from "./shared10.js";
// src/core/report/text.ts
const ESCAPE = "\x1B[";
const RESET = `${ESCAPE}0m`;
const COLOUR = {
	holds: `${ESCAPE}32m`,
	fails: `${ESCAPE}31m`,
	unknown: `${ESCAPE}33m`
};
function penOf(verdict, { width = 80, colour = false }) {
	const paint = (code, text) => colour ? `${code}${text}${RESET}` : text;
	return {
		width: Math.max(60, width),
		titles: titlesOf(verdict),
		paint: (state, text) => paint(COLOUR[state], text),
		write: (line) => line.map((span) => {
			if (typeof span === "string") return span;
			return "outside" in span ? forTerminal(span.outside, span.max) : paint(`${ESCAPE}1m`, span.strong);
		}).join("")
	};
}
const GAP = "  ";
const cellText = (cell) => {
	if (cell === null) return "–";
	const word = cell.reason === "GREEN_EARLIER" ? "earlier" : cell.state;
	const text = `${TICK[cell.state]} ${word}${cell.explained === null ? "" : "*"}`;
	return cell.beside ? `(${text})` : text;
};
function table(verdict, pen) {
	const titles = PLACES.map((place) => pen.titles[place].replace(/ \(.*/, ""));
	const placeWidth = Math.max(11, ...titles.map(({ length }) => length));
	const claimWidth = pen.width - PLACES.length * (placeWidth + 2);
	const line = (claim, cells) => [padded(shortened(claim, claimWidth), claimWidth), ...cells].join(GAP).trimEnd();
	const head = line("Claim in chat", titles.map((title) => padded(title, placeWidth)));
	const rule = "-".repeat(pen.width);
	const { open, holding } = foldTable(verdict);
	const rows = open.map(({ kind, subject, cells }) => {
		const shown = PLACES.map((place) => {
			const cell = cells[place];
			const text = padded(cellText(cell), placeWidth);
			return cell === null ? text : pen.paint(cell.state, text);
		});
		return line(`${kind}: ${forTerminal(subject)}`, shown);
	});
	const rest = holding.length === 0 ? [] : [holdingText(holding.length)];
	return [
		pen.write([{ strong: head }]),
		rule,
		...rows,
		rule,
		...rest
	];
}
const mark = ({ place, cell: { state } }, pen) => pen.paint(state, `${TICK[state]} ${pen.titles[place]}`);
function openLine(open, pen) {
	const { row, cell } = open;
	const legs = decidingLegs(cell).map(({ leg }) => forTerminal(leg, 40));
	const { words, fact } = tellCell(cell);
	return pen.write([
		`${mark(open, pen)}, ${row.kind}: `,
		...[outside(row.subject, 80), legs.length === 0 ? ": " : ` [${legs.join(", ")}]: `],
		...[
			words ?? "",
			words === null || fact === null ? "" : ": ",
			outside(fact ?? "")
		],
		...cell.explained === null ? [] : ["; * explained: ", outside(cell.explained)]
	]);
}
function openLines(cells, pen) {
	const [one] = cells;
	if (one === void 0 || !isOneThing(cells)) return cells.map((open) => openLine(open, pen));
	return [`${mark(one, pen)}, ${cells.length} claims: ${reasonRow(one.cell.reason).text}`];
}
const greens = ({ rows }, pen) => askedCells(rows).filter(({ row, cell }) => row.kind === "tests green" && cell.state === "holds").map((green) => openLine(green, pen));
const mends = ({ rows }, pen) => mendsOf(openCells(rows)).flatMap(({ fix, cells }) => [
	"",
	...openLines(cells, pen),
	`  -> ${forTerminal(fix, 800)}`
]);
const section = (title, items, pen) => items.length === 0 ? [] : [
	"",
	title,
	...itemLines(items, pen)
];
const itemLines = (items, pen) => items.flatMap(({ line, next }) => [`  ${pen.write(line)}`, ...next === void 0 ? [] : [`    -> ${forTerminal(next, 800)}`]]);
function signals(verdict, pen) {
	const all = verdict.signals;
	const more = all.slice(3).map(({ id, places }) => `${id} (${places.join(", ")})`);
	const rest = more.length === 0 ? [] : [{ line: [`and ${more.length} more: ${more.join(", ")}`] }];
	return section("Signals", [...signalItems(all.slice(0, 3), verdict), ...rest], pen);
}
const differences = (verdict, pen) => {
	const counted = verdict.differences.filter((one) => one.counted).map((one) => differenceItem(one, verdict));
	return section("Differences", [...counted, ...staleItems(verdict)], pen);
};
function renderText(verdict, options = {}) {
	const pen = penOf(verdict, options);
	const alone = (line) => line === void 0 ? [] : ["", pen.write(line)];
	const state = verdict.gate.verdict === "pass" ? "holds" : "fails";
	return `${[
		pen.paint(state, titleText(verdict, options.voice ?? "own")),
		...itemLines(headItems(verdict), pen),
		"",
		...table(verdict, pen),
		...greens(verdict, pen),
		...alone(nextLine(verdict)),
		...mends(verdict, pen),
		...differences(verdict, pen),
		...signals(verdict, pen),
		...alone(checksLine(verdict)),
		...alone(standingLine(verdict))
	].join("\n")}\n`;
}
export { renderText };
