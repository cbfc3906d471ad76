import { l as counted, p as tellCounts } from "./shared2.js";
// src/core/judge/counts.ts
function countsText({ passed, failed, errors, skipped, xfailed = 0, xpassed = 0, subtests, reruns }) {
	const plain = (all, expected) => all && Math.max(0, all - expected);
	const counts = {
		failed,
		errors,
		passed: plain(passed, xpassed),
		skipped: plain(skipped, xfailed),
		xfailed,
		xpassed
	};
	return [tellCounts({
		...counts,
		subtests
	}) || "no counts", ...reruns ? [`after ${counted(reruns, "rerun")}`] : []].join(", ");
}
const nothingText = (tests) => (tests.xfailed ?? 0) + (tests.xpassed ?? 0) > 0 ? `nothing executed but what is expected to fail: ${countsText(tests)}` : "no test executed";
function leftOutText({ deselected, uncollected, configured = [] }) {
	const files = uncollected && configured.length > 0 ? `${counted(uncollected, "test file")} not collected` : "";
	const left = [deselected ? `${deselected} deselected` : "", files].filter(Boolean).join(" and ");
	const by = configured.length > 0 ? ` (${configured.join(", ")})` : "";
	return left === "" ? "" : `${left} by configuration${by}`;
}
const reportedIn = ({ passed = 0, failed = 0, errors = 0, skipped = 0 }) => passed + failed + errors + skipped;
const lostAfterCollecting = (tests) => reportedIn(tests) < (tests.collected ?? 0);
export { reportedIn as a, nothingText as i, leftOutText as n, lostAfterCollecting as r, countsText as t };
