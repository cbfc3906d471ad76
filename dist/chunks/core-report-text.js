import "./runtime.js";
import { a as stepText, i as openCells, n as mendsOf, r as nextStep, t as isOneThing } from "./shared9.js";
import { r as decidingLegs } from "./shared8.js";
import { i as PLACES, p as forTerminal } from "./shared2.js";
import { i as reasonRow } from "./shared7.js";
import { n as shortened, t as padded } from "./shared17.js";
import { _ as trustTexts, a as foldTable, c as PLACE_TITLE, d as TICK, f as checkTexts, g as titleText, h as tellCell, p as holdingText } from "./shared13.js";
// src/core/report/text.ts
const ESCAPE = "\x1B[";
const RESET = `${ESCAPE}0m`;
const COLOUR = {
	holds: `${ESCAPE}32m`,
	fails: `${ESCAPE}31m`,
	unknown: `${ESCAPE}33m`
};
function penOf({ width = 80, colour = false }) {
	const paint = (code, text) => colour ? `${code}${text}${RESET}` : text;
	return {
		width: Math.max(60, width),
		paint: (state, text) => paint(COLOUR[state], text),
		bold: (text) => paint(`${ESCAPE}1m`, text)
	};
}
const PLACE_WIDTH = 11;
const GAP = "  ";
const cellText = (cell) => {
	if (cell === null) return "–";
	return `${TICK[cell.state]} ${cell.state}${cell.explained === null ? "" : "*"}`;
};
function table(verdict, pen) {
	const claimWidth = pen.width - PLACES.length * 13;
	const line = (claim, cells) => [padded(shortened(claim, claimWidth), claimWidth), ...cells].join(GAP).trimEnd();
	const head = line("Claim in chat", PLACES.map((place) => padded(PLACE_TITLE[place], PLACE_WIDTH)));
	const rule = "-".repeat(pen.width);
	const { open, holding } = foldTable(verdict);
	const rows = open.map(({ kind, subject, cells }) => {
		const shown = PLACES.map((place) => {
			const cell = cells[place];
			const text = padded(cellText(cell), PLACE_WIDTH);
			return cell === null ? text : pen.paint(cell.state, text);
		});
		return line(`${kind}: ${forTerminal(subject)}`, shown);
	});
	const rest = holding.length === 0 ? [] : [holdingText(holding.length)];
	return [
		pen.bold(head),
		rule,
		...rows,
		rule,
		...rest
	];
}
function openLine({ row, place, cell }, pen) {
	const deciding = decidingLegs(cell);
	const legs = deciding.length === 0 ? "" : ` [${deciding.map(({ leg }) => forTerminal(leg, 40)).join(", ")}]`;
	const mark = pen.paint(cell.state, `${TICK[cell.state]} ${PLACE_TITLE[place]}`);
	const { words, fact } = tellCell(cell);
	const said = [words, fact === null ? null : forTerminal(fact)].filter((part) => part !== null).join(": ");
	const excused = cell.explained === null ? "" : `; * explained: ${forTerminal(cell.explained)}`;
	return `${mark}, ${row.kind}: ${forTerminal(row.subject, 80)}${legs}: ${said}${excused}`;
}
function allLine(cells, pen) {
	const [one] = cells;
	if (one === void 0) return "";
	const { state, reason } = one.cell;
	return `${pen.paint(state, `${TICK[state]} ${PLACE_TITLE[one.place]}`)}, ${cells.length} claims: ${reasonRow(reason).text}`;
}
const greens = ({ rows }, pen) => rows.filter(({ kind }) => kind === "tests green").flatMap((row) => PLACES.flatMap((place) => {
	const cell = row.cells[place];
	return cell?.state === "holds" ? [openLine({
		row,
		place,
		cell
	}, pen)] : [];
}));
const mends = (verdict, pen) => mendsOf(openCells(verdict.rows)).flatMap(({ fix, cells }) => [
	"",
	...isOneThing(cells) ? [allLine(cells, pen)] : cells.map((open) => openLine(open, pen)),
	`  -> ${forTerminal(fix, 800)}`
]);
function next(verdict, pen) {
	const step = nextStep(verdict);
	if (step === null) return [];
	const whose = step.place === null ? "" : `, ${PLACE_TITLE[step.place]}`;
	return ["", `${pen.bold(`Next step${whose}`)}${stepText(step)}: ${forTerminal(step.text, 800)}`];
}
function differences(verdict) {
	const lines = verdict.differences.filter(({ counted }) => counted).map(({ key, values, explained }) => {
		const said = PLACES.flatMap((place) => {
			const value = values[place];
			return value === void 0 ? [] : [`${place} ${forTerminal(value, 80)}`];
		});
		return `  ${forTerminal(key)}: ${said.join(", ")}; ${explained === null ? "unexplained" : `explained: ${forTerminal(explained)}`}`;
	});
	const stale = verdict.staleExplanations.map((key) => `  explains nothing any more: ${forTerminal(key)}`);
	return lines.length + stale.length === 0 ? [] : [
		"",
		"Differences",
		...lines,
		...stale
	];
}
function signals(verdict) {
	const open = verdict.signals.slice(0, 3);
	const trusts = trustTexts(open);
	const lines = open.flatMap((signal, index) => {
		const advice = trusts[index] ?? "";
		return [`  ${signal.id}: ${forTerminal(signal.what)}${advice === "" ? "" : `; ${advice}`}`, `    -> ${forTerminal(signal.next, 800)}`];
	});
	const more = verdict.signals.slice(3).map(({ id, places }) => `${id} (${places.join(", ")})`);
	if (more.length > 0) lines.push(`  and ${more.length} more: ${more.join(", ")}`);
	const checks = checkTexts(verdict);
	const line = checks.length === 0 ? [] : ["", `Before a patch is trusted: ${checks.join(", ")}`];
	return [...lines.length === 0 ? [] : [
		"",
		"Signals",
		...lines
	], ...line];
}
function headline(verdict, pen, voice) {
	const state = verdict.gate.verdict === "pass" ? "holds" : "fails";
	const loosened = verdict.loosened.map(({ what, key }) => `  loosened gate: ${what} ${forTerminal(key)}`);
	const faults = verdict.faults.flatMap(({ where, message, fix }) => [`  fault in ${forTerminal(where, 60)}: ${forTerminal(message)}`, ...fix === void 0 ? [] : [`    -> ${forTerminal(fix, 800)}`]]);
	const blocks = verdict.gate.blocks.map(({ text }) => `  ${text}`);
	const redacted = (verdict.redacted ?? []).slice(0, 5).map(({ kind, where }) => `  secret taken out: ${forTerminal(where)} held what looks like one (${kind}); revoke it`);
	return [
		pen.paint(state, titleText(verdict, voice)),
		...blocks,
		...loosened,
		...faults,
		...redacted,
		""
	];
}
function renderText(verdict, options = {}) {
	const pen = penOf(options);
	return `${[
		...headline(verdict, pen, options.voice ?? "own"),
		...table(verdict, pen),
		...greens(verdict, pen),
		...next(verdict, pen),
		...mends(verdict, pen),
		...differences(verdict),
		...signals(verdict),
		"",
		`Asked: ${verdict.asked.places.join(", ") || "no place"}; ${forTerminal(verdict.asked.why)}. Not asked: ${verdict.gate.notAsked} ${verdict.gate.notAsked === 1 ? "cell" : "cells"}.`
	].join("\n")}\n`;
}
export { renderText };
