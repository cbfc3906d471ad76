import { Q as messageOf } from "./shared3.js";
// src/app/probe-here.ts
async function probeHere(runner, request, started) {
	const run = await runner.run(request, started).catch((error) => {
		return {
			ok: false,
			why: "crashed",
			message: messageOf(error),
			fix: "run the check again"
		};
	});
	if (!run.ok) return failedProbe(request, run);
	const { file, text, interpreter } = run;
	return {
		ok: true,
		file,
		interpreter,
		probe: {
			provenance: {
				kind: "this-run",
				label: `${file}, written by this run`
			},
			named: placeOf(request),
			text
		}
	};
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
