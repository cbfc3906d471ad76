import { j as messageOf } from "./shared3.js";
// src/app/probe-here.ts
async function probeHere(runner, request, log, started) {
	const run = await runProbe(runner, request, started);
	if (!run.ok) return failedProbe(request, run);
	log.info(`probed by ${run.interpreter.why}`);
	return {
		ok: true,
		file: run.file,
		interpreter: run.interpreter,
		probe: {
			provenance: {
				kind: "this-run",
				label: `${run.file}, written by this run`
			},
			named: placeOf(request),
			text: run.text
		}
	};
}
async function runProbe(runner, request, started) {
	try {
		return await runner.run(request, started);
	} catch (error) {
		return {
			ok: false,
			why: "crashed",
			message: messageOf(error),
			fix: "run the check again"
		};
	}
}
function failedProbe(request, { why = "usage", message, fix }) {
	const reason = why === "crashed" || why === "usage" || why === "cannot-write" ? "PROBE_ERROR" : "NO_INTERPRETER";
	return {
		ok: false,
		why,
		unprobed: {
			...placeOf(request),
			reason,
			fact: message
		},
		fault: {
			where: "probe",
			message,
			fix
		}
	};
}
const placeOf = (request) => ({
	place: request.place,
	...request.leg === void 0 ? {} : { leg: request.leg }
});
export { probeHere as n, failedProbe as t };
