import "./runtime.js";
import { i as nextStep, t as isFor } from "./shared8.js";
import { _ as forJson, r as PLACES } from "./shared2.js";
// src/core/report/json.ts
const FORMAT = 1;
const pick = (from, ...keys) => Object.fromEntries(keys.map((key) => [key, from[key]]));
const place = (report) => ({
	...pick(report, "place", "leg"),
	source: report.provenance?.kind ?? null,
	probe: report.probeVersion,
	...pick(report, "content", "note")
});
const cell = (one) => one && {
	...pick(one, "state", "reason", "fact", "fix", "explained"),
	asked: !one.beside,
	legs: one.legs.map((leg) => pick(leg, "leg", "state", "reason", "fact"))
};
const row = ({ kind, subject, cells }) => ({
	claim: kind,
	subject,
	cells: Object.fromEntries(PLACES.map((name) => [name, cell(cells[name])]))
});
function toTable(verdict) {
	const { gate } = verdict;
	const next = nextStep(verdict);
	return {
		format: FORMAT,
		verdict: gate.verdict,
		gate: {
			...pick(gate, "failOn", "unknown", "failing", "unexplained", "notAsked"),
			loosened: verdict.loosened.map((one) => pick(one, "what", "key")),
			blocks: gate.blocks.map((one) => pick(one, "code", "text", "count")),
			faults: verdict.faults.map(({ where, message, fix = null }) => ({
				where,
				message,
				fix
			})),
			staleExplanations: verdict.staleExplanations
		},
		places: verdict.places.map(place),
		unused: verdict.unused.map((one) => pick(one, "place", "message")),
		rows: verdict.rows.map(row),
		differences: verdict.differences.map((one) => pick(one, "key", "values", "counted", "explained")),
		signals: verdict.signals.map((one) => pick(one, "id", "places", "trust", "what", "next")),
		checks: verdict.checks.map((one) => pick(one, "id", "state")),
		next: next && {
			...pick(next, "text", "place", "mends"),
			for: isFor(next)
		},
		redacted: (verdict.redacted ?? []).map((one) => pick(one, "kind", "where"))
	};
}
const renderJson = (verdict) => forJson(toTable(verdict));
export { toTable as n, renderJson as t };
