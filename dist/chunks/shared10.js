import { t as renderJson } from "./shared9.js";
import { d as redactVerdict, u as redactText } from "./shared4.js";
// src/app/publish.ts
async function publish(verdict, files, probes, net) {
	const { renderMarkdown } = await import("./core-report-markdown-exports.js");
	const notes = await findNotes(files, probes);
	const [report, table] = await Promise.all([write(files, `${probes}/report.md`, () => {
		const report = renderMarkdown(verdict, notes);
		return redactText(net, report).text;
	}), write(files, `${probes}/table.json`, () => renderJson(redactVerdict(net, verdict)))]);
	return {
		..."path" in report ? { report: report.path } : {},
		..."path" in table ? { table: table.path } : {},
		...notes,
		faults: [report, table].flatMap((one) => "fault" in one ? [one.fault] : [])
	};
}
async function findNotes(files, probes) {
	return (await files.list(probes).catch(() => [])).some((entry) => entry.name === "notes.md" && entry.kind === "file") ? { notes: `${probes}/notes.md` } : {};
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
export { publish as n, findNotes as t };
