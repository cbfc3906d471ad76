// src/core/model.ts
const PLACES = [
	"local",
	"box",
	"ci"
];
const CLAIM_KINDS = [
	"package installed",
	"env var set",
	"file persisted",
	"tests green",
	"secret stored"
];
const SOURCES = [
	"this-run",
	"artifact",
	"text",
	"checkout"
];
const FAIL_ON = [
	"unknown",
	"fails",
	"diffs",
	"stale",
	"never"
];
export { SOURCES as i, FAIL_ON as n, PLACES as r, CLAIM_KINDS as t };
