// src/core/compare/normalise.ts
const LAUNCHER = /(^|\/)(?:Scripts|scripts|bin)\/python(?:\d+(?:\.\d+)?)?(?:\.exe)?$/;
const slashes = (path) => path.replaceAll("\\", "/");
function unmask(path, mask, root) {
	return root !== void 0 && root !== "" && !root.startsWith(mask) && (path === mask || path.startsWith(`${mask}/`)) ? slashes(root) + path.slice(mask.length) : path;
}
function normalisePath(path, facts) {
	const { prefix, base_prefix } = facts.interpreter ?? {};
	return unmask(unmask(slashes(path), "<prefix>", prefix), "<base>", base_prefix).replace(LAUNCHER, "$1bin/python");
}
function withinPrefix(path, { interpreter }) {
	const root = interpreter?.prefix === void 0 ? void 0 : slashes(interpreter.prefix);
	return root !== void 0 && `${path}/`.startsWith(`${root}/`) ? `<prefix>${path.slice(root.length)}` : path;
}
const OWN_LAUNCHER = /^<prefix>\/(?:bin\/python|python\.exe)$/;
function executableText(facts) {
	const { executable } = facts.interpreter ?? {};
	if (executable === void 0) return void 0;
	const path = normalisePath(executable, facts);
	return OWN_LAUNCHER.test(withinPrefix(path, facts)) ? "<prefix>/bin/python" : path;
}
function isOfDistribution(hook, { path }) {
	const folder = slashes(hook?.file ?? "").replace(/\/[^/]*$/, "");
	return path?.entries?.some((entry) => entry.label === "stdlib" && slashes(entry.path ?? "") === folder) ?? false;
}
const APPORT = "43d81125d923";
function hookText(hook, facts) {
	if (hook?.present === void 0) return void 0;
	if (hook.hash === APPORT && hook.error === "" && isOfDistribution(hook, facts)) return "none";
	if (!hook.present && hook.loaded !== true) return "none";
	const failed = hook.error === void 0 || hook.error === "" ? "" : ", failed";
	return `${normalisePath(hook.file ?? "somewhere", facts)} ${hook.hash ?? ""}${failed}`.trim();
}
function userSiteText({ path }) {
	if (path?.user_site === void 0) return void 0;
	return path.user_site === "enabled" && path.user_site_on_path !== false ? "enabled" : "disabled";
}
const said = (value) => value === void 0 ? void 0 : String(value);
const listText = (items, facts) => {
	if (items === void 0) return void 0;
	return items.length === 0 ? "none" : items.map((item) => normalisePath(item, facts)).join(" ");
};
const COUNTED = {
	"interpreter.executable": executableText,
	"interpreter.version": (facts) => facts.interpreter?.version,
	"interpreter.in_venv": (facts) => said(facts.interpreter?.in_venv),
	"git.cwd": (facts) => said(facts.git?.cwd === void 0 ? void 0 : slashes(facts.git.cwd)),
	"path.pythonpath": (facts) => listText(facts.path?.pythonpath, facts),
	"path.user_site": userSiteText,
	"path.sitecustomize": (facts) => hookText(facts.path?.sitecustomize, facts),
	"path.usercustomize": (facts) => hookText(facts.path?.usercustomize, facts),
	"path.pth_import_lines": (facts) => said(facts.path?.pth_import_lines)
};
const CONTEXT = {
	"host.platform": (facts) => facts.host?.platform,
	"host.arch": (facts) => facts.host?.arch,
	"interpreter.implementation": (facts) => facts.interpreter?.implementation,
	"interpreter.prefix": ({ interpreter }) => interpreter?.prefix === void 0 ? void 0 : slashes(interpreter.prefix),
	"interpreter.executable_hash": (facts) => facts.interpreter?.executable_hash
};
const OF_PROVIDER = /^(?:CI|GITHUB|RUNNER|ACTIONS|GITLAB|CIRCLE|CIRCLECI|BUILDKITE|TRAVIS|APPVEYOR|TEAMCITY|BITBUCKET|JENKINS|TF)(?:_|$)/;
const envNames = ({ env, probe }) => probe?.ci === void 0 ? env?.names : env?.names?.filter((name) => !OF_PROVIDER.test(name));
const CONTEXT_SETS = {
	"packages.distributions": ({ packages }) => packages?.scope === "all" ? packages.distributions : void 0,
	"env.names": envNames
};
const CONTEXT_KEYS = [...Object.keys(CONTEXT), ...Object.keys(CONTEXT_SETS)];
const versionKey = (name) => `packages.claimed.${name}.version`;
const DIFFED = [
	"interpreter",
	"path",
	"packages",
	"env",
	"git",
	"tests",
	"secrets"
];
const VOLATILE = new Set(["taken_at scope machine boot container in_container run attempt job hash recorded now", "digest executable_hash head parents patches branch shallow worktree"].flatMap((line) => line.split(" ")));
function flatten(key, value, facts) {
	if (Array.isArray(value)) return value.length === 0 ? [`${key} = []`] : value.flatMap((item) => flatten(key, item, facts));
	if (typeof value === "object" && value !== null) return Object.entries(value).filter(([name]) => !VOLATILE.has(name)).flatMap(([name, of]) => flatten(key === "" ? name : `${key}.${name}`, of, facts));
	const path = typeof value === "string" ? normalisePath(value, facts) : String(value);
	return [`${key} = ${key === "prefix" ? path : withinPrefix(path, facts)}`];
}
function factsIn(section, facts) {
	const names = envNames(facts);
	return section === "env" && names ? {
		...facts.env,
		names
	} : facts[section] ?? {};
}
const normaliseForDiff = (facts) => new Map(DIFFED.map((section) => [section, flatten("", factsIn(section, facts), facts)]));
export { isOfDistribution as a, COUNTED as i, CONTEXT_KEYS as n, normaliseForDiff as o, CONTEXT_SETS as r, versionKey as s, CONTEXT as t };
