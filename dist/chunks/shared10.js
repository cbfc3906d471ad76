import "./runtime.js";
import { r as nextStep } from "./shared9.js";
import { i as PLACES, u as forJson } from "./shared2.js";
// src/core/report/json.ts
const FORMAT = 1;
function nextOf(verdict) {
	const step = nextStep(verdict);
	return step && {
		text: step.text,
		place: step.place,
		mends: step.mends
	};
}
const place = ({ place: name, leg, provenance, probeVersion, content, note }) => ({
	place: name,
	leg,
	source: provenance?.kind ?? null,
	probe: probeVersion,
	content,
	note
});
const cell = (one) => one && {
	state: one.state,
	reason: one.reason,
	fact: one.fact,
	fix: one.fix,
	explained: one.explained,
	legs: one.legs.map(({ leg, state, reason, fact }) => ({
		leg,
		state,
		reason,
		fact
	}))
};
const row = ({ kind, subject, cells }) => ({
	claim: kind,
	subject,
	cells: Object.fromEntries(PLACES.map((name) => [name, cell(cells[name])]))
});
function toTable(verdict) {
	const { gate, loosened, faults, staleExplanations } = verdict;
	return {
		format: FORMAT,
		verdict: gate.verdict,
		gate: {
			failOn: gate.failOn,
			unknown: gate.unknown,
			failing: gate.failing,
			unexplained: gate.unexplained,
			notAsked: gate.notAsked,
			loosened: loosened.map(({ what, key }) => ({
				what,
				key
			})),
			blocks: gate.blocks.map(({ code, text, count }) => ({
				code,
				text,
				count
			})),
			faults: faults.map(({ where, message, fix }) => ({
				where,
				message,
				fix: fix ?? null
			})),
			staleExplanations
		},
		places: verdict.places.map(place),
		unused: verdict.unused.map(({ place: name, message }) => ({
			place: name,
			message
		})),
		rows: verdict.rows.map(row),
		differences: verdict.differences.map(({ key, values, counted, explained }) => ({
			key,
			values,
			counted,
			explained
		})),
		signals: verdict.signals.map(({ id, places, trust, what, next }) => ({
			id,
			places,
			trust,
			what,
			next
		})),
		checks: verdict.checks.map(({ id, state }) => ({
			id,
			state
		})),
		next: nextOf(verdict),
		redacted: (verdict.redacted ?? []).map(({ kind, where }) => ({
			kind,
			where
		}))
	};
}
const renderJson = (verdict) => forJson(toTable(verdict));
export { toTable as n, renderJson as t };
