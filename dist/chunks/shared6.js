// src/core/reasons.ts
const REASONS = {
	IN_PREFIX: {
		state: "holds",
		text: "found under this interpreter's prefix"
	},
	IN_STDLIB: {
		state: "holds",
		text: "part of the standard library"
	},
	IN_SYSTEM_SITE: {
		state: "holds",
		text: "found in the base interpreter's site-packages"
	},
	IN_USER_SITE: {
		state: "holds",
		text: "found in the user's site-packages, hiding no other copy"
	},
	IN_REPO: {
		state: "holds",
		text: "this tree's code"
	},
	MISSING: {
		state: "fails",
		text: "not found"
	},
	SHADOWED: {
		state: "fails",
		text: "another copy wins the import"
	},
	OTHER_CHECKOUT: {
		state: "fails",
		text: "the code is not this tree's: another checkout's, or an old build"
	},
	METADATA_WITHOUT_CODE: {
		state: "fails",
		text: "metadata is there, the code is not"
	},
	NAMESPACE_ONLY: {
		state: "fails",
		text: "only an empty directory of that name is found"
	},
	UNREADABLE: {
		state: "fails",
		text: "there, but this user cannot read it"
	},
	OUTSIDE_REPO: {
		state: "fails",
		text: "should come from the repository, came from elsewhere"
	},
	OTHER_INTERPRETER: {
		state: "unknown",
		text: "the tests ran in another interpreter than the probe"
	},
	NOT_IMPORTABLE_HERE: {
		state: "unknown",
		text: "in the tree, but nothing here imported it"
	},
	SET: {
		state: "holds",
		text: "set in the probed process"
	},
	IN_TEST_PROCESS: {
		state: "holds",
		text: "set inside the test process"
	},
	UNSET: {
		state: "fails",
		text: "not set"
	},
	NOT_IN_TEST_PROCESS: {
		state: "fails",
		text: "set in the shell, not in the test process"
	},
	VALUE_DIFFERS: {
		state: "fails",
		text: "set, but to another value than in ci"
	},
	EXISTS: {
		state: "holds",
		text: "exists and is readable"
	},
	SURVIVED: {
		state: "holds",
		text: "an earlier run's canary outlived a restart"
	},
	CANARY_LOST: {
		state: "fails",
		text: "the canary of an earlier run is gone"
	},
	EPHEMERAL_RUNNER: {
		state: "fails",
		text: "hosted runners keep nothing"
	},
	FIRST_VISIT: {
		state: "unknown",
		text: "first visit: nothing to come back to yet"
	},
	SAME_SESSION: {
		state: "unknown",
		text: "still the session that wrote the canary"
	},
	GREEN: {
		state: "holds",
		text: "passed on this content"
	},
	FAILED: {
		state: "fails",
		text: "tests failed"
	},
	NOTHING_EXECUTED: {
		state: "fails",
		text: "no test was executed"
	},
	COLLECTION_ERROR: {
		state: "fails",
		text: "tests could not be collected"
	},
	PARTIAL_RUN: {
		state: "unknown",
		text: "only a part of the suite ran"
	},
	STALE_CONTENT: {
		state: "unknown",
		text: "ran on other content than is judged here"
	},
	CHANGED_WHILE_RUNNING: {
		state: "unknown",
		text: "the tree changed while the tests ran"
	},
	REPORT_MISMATCH: {
		state: "unknown",
		text: "a report is not the one this session wrote"
	},
	FOREIGN_RECORD: {
		state: "unknown",
		text: "the session record was made elsewhere"
	},
	NO_RECORD: {
		state: "unknown",
		text: "no record of a test session"
	},
	HOOK_ERROR: {
		state: "unknown",
		text: "a start-up hook failed in the test process"
	},
	GIT_REFUSED: {
		state: "unknown",
		text: "git would not say which content this is"
	},
	ORIGIN_UNKNOWN: {
		state: "unknown",
		text: "nothing says where the repository's own code was imported from"
	},
	PRIVATE: {
		state: "holds",
		text: "present, private"
	},
	CLEAN: {
		state: "holds",
		text: "no credential in configuration"
	},
	ABSENT: {
		state: "fails",
		text: "not there"
	},
	READABLE_BY_OTHERS: {
		state: "fails",
		text: "other users can read it"
	},
	TRACKED: {
		state: "fails",
		text: "tracked by git: it is in the history"
	},
	NOT_IGNORED: {
		state: "fails",
		text: "in the repository and not ignored: one add away from a commit"
	},
	CREDENTIAL_IN_CONFIG: {
		state: "fails",
		text: "a credential lies in configuration"
	},
	UNREADABLE_PARENT: {
		state: "unknown",
		text: "its directory cannot be searched"
	},
	NO_MODES: {
		state: "unknown",
		text: "permission bits mean nothing here"
	},
	NOT_ASKED: {
		state: "unknown",
		text: "the probe was not asked this"
	},
	FACT_MISSING: {
		state: "unknown",
		text: "a fact that is needed is missing"
	},
	NO_PROBE: {
		state: "unknown",
		text: "no probe file from this place"
	},
	NOT_THIS_PR: {
		state: "unknown",
		text: "the file is about other content than is judged here"
	},
	UNREADABLE_FILE: {
		state: "unknown",
		text: "the probe file cannot be read"
	},
	WRONG_PLACE: {
		state: "unknown",
		text: "the file says it is from another place"
	},
	PROBE_ERROR: {
		state: "unknown",
		text: "this part of the probe broke"
	},
	NO_INTERPRETER: {
		state: "unknown",
		text: "no Python could be started"
	},
	SAME_MACHINE: {
		state: "unknown",
		text: "not proven to be another machine"
	},
	NOT_IN_CI: {
		state: "unknown",
		text: "the file was not made in a CI run"
	},
	MISSING_LEG: {
		state: "unknown",
		text: "an expected leg is missing"
	}
};
const stateOf = (reason) => REASONS[reason].state;
// src/core/judge/legs.ts
const WORST_FIRST = [
	"fails",
	"unknown",
	"holds"
];
const decidingLegs = ({ state, legs }) => legs.filter((leg) => leg.state === state);
function combineLegs(judged) {
	const stateIn = ({ finding }) => stateOf(finding.reason);
	const state = WORST_FIRST.find((one) => judged.some((j) => stateIn(j) === one));
	const deciding = judged.filter((j) => stateIn(j) === state);
	const [first] = deciding;
	if (state === void 0 || first === void 0) return void 0;
	const whole = judged.length === 1 && first.slot.leg === null;
	const unseen = state === "fails" ? judged.filter((j) => stateIn(j) === "unknown") : [];
	const legs = [...deciding, ...unseen].map((j) => ({
		leg: j.slot.leg ?? j.slot.place,
		state: stateIn(j),
		reason: j.finding.reason,
		fact: j.finding.fact
	}));
	return {
		first,
		deciding,
		state,
		legs: whole ? [] : legs
	};
}
// src/core/judge/excuse.ts
const cellKey = ({ kind, subject }, place) => `${kind}/${subject}@${place}`;
const NEVER_EXCUSED = ["TRACKED", "CREDENTIAL_IN_CONFIG"];
const isNeverExcused = (key, reason) => NEVER_EXCUSED.includes(reason) || key.startsWith("tests green/") && key.endsWith("@ci");
function explainCell(column, key, all) {
	const { reason } = column.first.finding;
	if (column.state !== "fails" || isNeverExcused(key, reason)) return null;
	if (column.deciding.some((one) => one.finding.reason !== reason)) return null;
	return all.find((one) => one.key === key && one.reason === reason)?.because ?? null;
}
function excuseColumn(column, judged, key, all) {
	const explained = explainCell(column, key, all);
	const rest = explained === null ? void 0 : combineLegs(judged.filter((one) => !column.deciding.includes(one)));
	return rest?.state === "unknown" ? {
		column: rest,
		explained: null
	} : {
		column,
		explained
	};
}
export { combineLegs as a, stateOf as c, isNeverExcused as i, cellKey as n, decidingLegs as o, excuseColumn as r, REASONS as s, NEVER_EXCUSED as t };
