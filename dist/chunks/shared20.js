import { t as findNotes } from "./shared10.js";
// src/cli/print.ts
async function printVerdict(world, verdict) {
	world.terminal.print(await render(world, verdict));
}
async function render({ settings, terminal, files }, verdict) {
	const { format, probes } = settings;
	if (format === "json") return (await import("./core-report-json-exports.js")).renderJson(verdict);
	if (format === "markdown") {
		const { renderMarkdown } = await import("./core-report-markdown-exports.js");
		return renderMarkdown(verdict, await findNotes(files, probes));
	}
	const { renderText } = await import("./core-report-text.js");
	const { width, colour } = terminal;
	return renderText(verdict, {
		colour,
		width: width ?? 100
	});
}
export { printVerdict as t };
