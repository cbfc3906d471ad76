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
		text: "not found",
		shown: "fact"
	},
	SHADOWED: {
		state: "fails",
		text: "another copy is imported instead"
	},
	OTHER_CHECKOUT: {
		state: "fails",
		text: "the imported code is not from this tree, but from another checkout or an old build"
	},
	METADATA_WITHOUT_CODE: {
		state: "fails",
		text: "metadata is there, the code is not"
	},
	BROKEN_INSTALL: {
		state: "fails",
		text: "modules that its installer recorded are gone"
	},
	NAMESPACE_ONLY: {
		state: "fails",
		text: "only an empty directory of that name is found"
	},
	UNREADABLE: {
		state: "fails",
		text: "there, but this user cannot read it",
		shown: "fact"
	},
	OUTSIDE_REPO: {
		state: "fails",
		text: "should come from the repository, came from elsewhere"
	},
	OTHER_INTERPRETER: {
		state: "unknown",
		text: "another interpreter ran than the one asked about"
	},
	NOT_IMPORTABLE_HERE: {
		state: "unknown",
		text: "in the tree, but it cannot be imported here"
	},
	SET: {
		state: "holds",
		text: "set in the probed process, or by a file of the place"
	},
	IN_TEST_PROCESS: {
		state: "holds",
		text: "set inside the test process"
	},
	UNSET: {
		state: "fails",
		text: "not set",
		shown: "fact"
	},
	EMPTY: {
		state: "fails",
		text: "there, and empty",
		shown: "fact"
	},
	NOT_IN_TEST_PROCESS: {
		state: "fails",
		text: "set in the shell, not in the test process",
		shown: "fact"
	},
	VALUE_DIFFERS: {
		state: "fails",
		text: "set, but to another value than in ci",
		shown: "fact"
	},
	EXISTS: {
		state: "holds",
		text: "exists, has content, and is readable"
	},
	SURVIVED: {
		state: "holds",
		text: "an earlier run's canary outlived a restart"
	},
	CANARY_LOST: {
		state: "fails",
		text: "the canary of an earlier run is gone",
		shown: "fact"
	},
	EPHEMERAL_RUNNER: {
		state: "fails",
		text: "a hosted runner is deleted after the job",
		shown: "fact"
	},
	FIRST_VISIT: {
		state: "unknown",
		text: "first visit: no earlier canary to look for",
		shown: "fact"
	},
	SAME_SESSION: {
		state: "unknown",
		text: "nothing has restarted since it was made",
		shown: "fact"
	},
	GREEN: {
		state: "holds",
		text: "passed on this content"
	},
	GREEN_EARLIER: {
		state: "holds",
		text: "passed on an earlier commit, not on this content",
		shown: "both"
	},
	FAILED: {
		state: "fails",
		text: "tests failed",
		shown: "fact"
	},
	NOTHING_EXECUTED: {
		state: "fails",
		text: "no test was executed",
		shown: "fact"
	},
	COLLECTION_ERROR: {
		state: "fails",
		text: "tests could not be collected"
	},
	NO_RUNNER: {
		state: "unknown",
		text: "the test runner could not be started"
	},
	CACHED_RESULT: {
		state: "unknown",
		text: "a result of an earlier run"
	},
	PARTIAL_RUN: {
		state: "unknown",
		text: "only a part of the suite ran"
	},
	OLDER_CONTENT: {
		state: "unknown",
		text: "ran on an earlier commit, which is not accepted here",
		shown: "both"
	},
	STALE_CONTENT: {
		state: "unknown",
		text: "the tests ran on other content than the one judged here"
	},
	STALE_BUILD: {
		state: "unknown",
		text: "a compiled module is older than the source that this content has"
	},
	CHANGED_WHILE_RUNNING: {
		state: "unknown",
		text: "the tree changed while the tests ran"
	},
	REPORT_MISMATCH: {
		state: "unknown",
		text: "a report was not written by this session"
	},
	FOREIGN_RECORD: {
		state: "unknown",
		text: "the session record was made elsewhere"
	},
	NO_RECORD: {
		state: "unknown",
		text: "no record of a test session",
		shown: "fact"
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
		text: "not known where the repository's own code was imported from"
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
		text: "not there",
		shown: "fact"
	},
	READABLE_BY_OTHERS: {
		state: "fails",
		text: "other users can read it",
		shown: "fact"
	},
	TRACKED: {
		state: "fails",
		text: "tracked by git: it is in the history",
		excusable: false
	},
	IN_HISTORY: {
		state: "fails",
		text: "a commit of this pull request holds it",
		excusable: false
	},
	IN_OLD_HISTORY: {
		state: "fails",
		text: "an older commit holds it: whoever has a clone has it",
		shown: "fact"
	},
	NOT_IGNORED: {
		state: "fails",
		text: "in the repository and not ignored: one git add would commit it",
		shown: "fact"
	},
	CREDENTIAL_IN_CONFIG: {
		state: "fails",
		text: "a credential lies in configuration",
		excusable: false
	},
	LOOKS_SECRET: {
		state: "fails",
		text: "this pull request tracks a file that looks secret"
	},
	CREDENTIAL_KEPT: {
		state: "fails",
		text: "a credential lies in configuration that only its owner reads"
	},
	SHALLOW: {
		state: "unknown",
		text: "the clone ends before its history does",
		shown: "fact"
	},
	UNREADABLE_PARENT: {
		state: "unknown",
		text: "its directory cannot be searched",
		shown: "fact"
	},
	NO_MODES: {
		state: "unknown",
		text: "this system has no permission bits to judge",
		shown: "fact"
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
		text: "no probe file from this place",
		shown: "text",
		scope: "place"
	},
	NOT_THIS_PR: {
		state: "unknown",
		text: "the file is about other content than is judged here",
		scope: "place"
	},
	UNREADABLE_FILE: {
		state: "unknown",
		text: "the probe file cannot be read",
		scope: "place"
	},
	WRONG_PLACE: {
		state: "unknown",
		text: "the file says it is from another place",
		scope: "place"
	},
	PROBE_ERROR: {
		state: "unknown",
		text: "this part of the probe broke"
	},
	NO_INTERPRETER: {
		state: "unknown",
		text: "no Python could be started",
		scope: "place"
	},
	SAME_MACHINE: {
		state: "unknown",
		text: "not proven to be another machine",
		scope: "place"
	},
	NOT_IN_CI: {
		state: "unknown",
		text: "the file was not made in a CI run",
		scope: "place"
	},
	MISSING_LEG: {
		state: "unknown",
		text: "an expected leg is missing",
		shown: "text",
		scope: "place"
	}
};
const reasonRow = (reason) => REASONS[reason];
const stateOf = (reason) => REASONS[reason].state;
const isExcusable = (reason) => reasonRow(reason).excusable !== false;
const isNeverExcused = (key, reason) => !isExcusable(reason) || key.startsWith("tests green/") && key.endsWith("@ci");
export { stateOf as a, reasonRow as i, isExcusable as n, isNeverExcused as r, REASONS as t };
