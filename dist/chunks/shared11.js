import { t as renderJson } from "./shared10.js";
import { d as redactVerdict, u as redactText } from "./shared4.js";
// src/app/publish.ts
async function publish(verdict, files, probes, net) {
	const { renderMarkdown } = await import("./core-report-markdown-exports.js");
	const notes = await hasNotes(files, probes);
	const [report, table] = await Promise.all([write(files, `${probes}/report.md`, () => {
		const report = renderMarkdown(verdict, notes ? { notes: `${probes}/notes.md` } : {});
		return redactText(net, report).text;
	}), write(files, `${probes}/table.json`, () => renderJson(redactVerdict(net, verdict)))]);
	return {
		..."path" in report ? { report: report.path } : {},
		..."path" in table ? { table: table.path } : {},
		faults: [report, table].flatMap((one) => "fault" in one ? [one.fault] : [])
	};
}
async function hasNotes(files, probes) {
	try {
		return (await files.list(probes)).some((entry) => entry.name === "notes.md" && entry.kind === "file");
	} catch {
		return false;
	}
}
async function write(files, path, render) {
	try {
		await files.write(path, render());
		return { path };
	} catch (error) {
		return { fault: {
			where: "report",
			message: error instanceof Error ? error.message : String(error),
			fix: "make the probes folder writable for this user"
		} };
	}
}
export { publish as n, hasNotes as t };
