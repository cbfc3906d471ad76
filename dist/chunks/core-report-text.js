import "./runtime.js";
import { r as PLACES } from "./shared5.js";
import { o as forTerminal, t as REASONS } from "./shared.js";
import { d as mendsOf, f as nextStep, i as PLACE_TITLE, l as titleText, p as openCells, s as TICK, t as CHECK_LABEL, u as trustLabel } from "./shared8.js";
import { n as shortened, t as padded } from "./shared13.js";
// src/core/report/text.ts
/** The report for a terminal: a table, then every open cell with what mends it. */
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
	const rows = verdict.rows.map(({ kind, subject, cells }) => {
		const shown = PLACES.map((place) => {
			const cell = cells[place];
			const text = padded(cellText(cell), PLACE_WIDTH);
			return cell === null ? text : pen.paint(cell.state, text);
		});
		return line(`${kind}: ${forTerminal(subject)}`, shown);
	});
	return [
		pen.bold(head),
		rule,
		...rows,
		rule
	];
}
function openLine({ row, place, cell }, pen) {
	const legs = cell.legs.length === 0 ? "" : ` [${cell.legs.map(({ leg }) => forTerminal(leg, 40)).join(", ")}]`;
	const mark = pen.paint(cell.state, `${TICK[cell.state]} ${PLACE_TITLE[place]}`);
	const fact = cell.fact === "" ? "" : ` (${forTerminal(cell.fact)})`;
	const excused = cell.explained === null ? "" : `; * explained: ${forTerminal(cell.explained)}`;
	return `${mark}, ${row.kind}: ${forTerminal(row.subject, 80)}${legs}: ${REASONS[cell.reason].text}${fact}${excused}`;
}
const mends = (verdict, pen) => mendsOf(openCells(verdict.rows)).flatMap(({ fix, cells }) => [
	"",
	...cells.map((open) => openLine(open, pen)),
	`  -> ${forTerminal(fix, 800)}`
]);
function next(verdict, pen) {
	const step = nextStep(verdict);
	return step === null ? [] : ["", `${pen.bold("Next step")}: ${forTerminal(step.text, 800)}`];
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
	const lines = verdict.signals.flatMap(({ id, places, trust, what, next }) => {
		const advice = trustLabel(trust);
		return [`  ${id} (${places.join(", ")}): ${forTerminal(what)}${advice === "" ? "" : `; ${advice}`}`, `    -> ${forTerminal(next, 800)}`];
	});
	const checks = verdict.checks.map(({ id, state }) => `${CHECK_LABEL[id]} ${TICK[state]}`);
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
	const redacted = (verdict.redacted ?? []).map(({ kind, where }) => `  secret taken out: ${forTerminal(where)} held what looks like one (${kind}); revoke it`);
	return [
		pen.paint(state, titleText(verdict, voice)),
		...blocks,
		...loosened,
		...faults,
		...redacted,
		""
	];
}
/** Plain lines of text; colour only when asked for. Everything from outside is one harmless line. */
function renderText(verdict, options = {}) {
	const pen = penOf(options);
	return `${[
		...headline(verdict, pen, options.voice ?? "own"),
		...table(verdict, pen),
		...next(verdict, pen),
		...mends(verdict, pen),
		...differences(verdict),
		...signals(verdict),
		"",
		`Asked: ${verdict.asked.places.join(", ") || "no place"}; ${forTerminal(verdict.asked.why)}. Not asked: ${verdict.gate.notAsked} cells.`
	].join("\n")}\n`;
}
export { renderText };
