import "./runtime.js";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { S as createFiles, _ as isProbeScript, h as VENDORED_PROBE, i as shellWord, m as CLAIMS_FILE, o as findShippedProbe } from "./shared3.js";
import { n as createProjectListing, t as patiently } from "./shared18.js";
import { a as USUAL_COMMAND, c as hasSuite, l as parse, n as readClaims, r as claimsSchema, s as findOwnPackages } from "./shared15.js";
import { i as PLACES } from "./shared2.js";
import { i as requireRepository, r as orUsage, t as UsageError } from "./shared16.js";
// src/app/init/plan.ts
const SCHEMA = "probes/claims.schema.json";
function planProduct({ present, force }, path, text, about, at = "folder") {
	const now = present(path);
	if (now === void 0) return {
		path,
		at,
		what: "create",
		about,
		text
	};
	if (now === text) return {
		path,
		at,
		what: "same",
		about
	};
	return force ? {
		path,
		at,
		what: "replace",
		about,
		text
	} : {
		path,
		at,
		what: "kept",
		about
	};
}
// src/core/setup/project.ts
const hasPython = ({ paths }) => paths.some((path) => /\.py$|(?:^|\/)(?:pyproject\.toml|setup\.cfg|tox\.ini|Pipfile|uv\.lock|requirements[\w.-]*\.txt)$/.test(path));
const EXAMPLE = /^\.?env\.(?:example|sample|template|dist)$/;
const isExample = (path) => EXAMPLE.test(path);
const isWritten = (path) => [".gitignore", "conftest.py"].includes(path);
const isTelling = (path) => isWritten(path) || [
	"pyproject.toml",
	"tox.ini",
	"setup.cfg"
].includes(path) || /^requirements(?:[-_.][\w.-]+)?\.(?:txt|in)$|^requirements\/[\w.-]+\.(?:txt|in)$/.test(path) || isExample(path);
// src/core/setup/variables.ts
const LINE = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=/;
const readVariableNames = (text) => [...new Set(text.split(/\r?\n/).flatMap((line) => LINE.exec(line)?.[1] ?? []))];
const soundsSecret = (name) => /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|PRIVATE|(?:^|_)(?:API_?)?KEY(?:$|_)|(?:^|_)(?:PWD|DSN|AUTH)(?:$|_)/i.test(name);
// src/core/setup/claims-file.ts
const MAX = 200;
function renderClaims(needs) {
	const { project, places, salt, command } = needs;
	const secrets = claimedSecrets(project);
	const at = places.filter((place) => place === "local");
	const atHome = places.some((place) => place !== "ci");
	return `{\n${[
		["$schema", "./claims.schema.json"],
		["salt", salt],
		["places", places],
		["packages", claimedPackages(needs)],
		["env", claimedVariables(project, places)],
		...hasSuite(project.paths, project.textOf) ? [["tests", { command }]] : [],
		...atHome ? [["secrets", at.length > 0 ? secrets.map((name) => ({
			name,
			in: at
		})) : []]] : []
	].filter(([key, value]) => key === "secrets" || !Array.isArray(value) || value.length > 0).map(([key, value]) => `  ${JSON.stringify(key)}: ${renderValue(value)}`).join(",\n")}\n}\n`;
}
function claimedPackages({ project, dependencies }) {
	const own = findOwnPackages(project.paths);
	const ours = new Set(own);
	const others = dependencies.names.filter((name) => !ours.has(name));
	return [...own.map((name) => ({
		name,
		from: "repo"
	})), ...others].slice(0, MAX);
}
function claimedVariables({ paths, textOf }, places) {
	const names = new Set(paths.filter(isExample).flatMap((path) => readVariableNames(textOf(path) ?? "")));
	const trusted = places.filter((place) => place !== "box");
	return [...names].slice(0, MAX).flatMap((name) => {
		if (!soundsSecret(name) || trusted.length === places.length) return [name];
		return trusted.length > 0 ? [{
			name,
			in: trusted
		}] : [];
	});
}
const claimedSecrets = ({ paths, hasEnvFile }) => hasEnvFile || paths.some(isExample) ? [".env"] : [];
const WIDTH = 100;
function renderValue(value) {
	const short = inline(value);
	if (!Array.isArray(value) || short.length <= WIDTH) return short;
	return `[\n${value.map((one) => `    ${inline(one)}`).join(",\n")}\n  ]`;
}
function inline(value) {
	if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
	if (typeof value !== "object" || value === null) return JSON.stringify(value);
	return `{ ${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${inline(one)}`).join(", ")} }`;
}
// src/core/setup/conftest.ts
const CONFTEST_LINES = `import sys
from pathlib import Path

sys.path.append(str(Path(__file__).parent / "scripts" / "agent_probes"))
pytest_plugins = ["agent_probe"]
`;
const CONFTEST_END = `

# Records every test session: [:-11] leaves the folder of this conftest.py.
__import__("sys").path.append(__file__[:-11] + "scripts/agent_probes")
pytest_plugins = ["agent_probe"]
`;
const CONFTEST_BELOW = `# Records the test sessions that start here: no other conftest.py may name plugins.
if __import__("os").path.samefile(__file__[:-11], "."):
    __import__("sys").path.append(__file__[:-11] + "scripts/agent_probes")
    pytest_plugins = ["agent_probe"]
`;
function addConftestLines(text, below = false) {
	const lines = text.split(/\r?\n/);
	const at = lines.findIndex((line) => /^\s*pytest_plugins\b/.test(line));
	const statement = lines.slice(at, at + 20).join("\n");
	if (at >= 0 && /["']agent_probe["']/.test(statement)) return { kind: "same" };
	if (at >= 0) return {
		kind: "by-hand",
		line: at + 1
	};
	if (below) return {
		kind: "write",
		text: text === "" ? CONFTEST_BELOW : `${withNewline$1(text)}\n\n${CONFTEST_BELOW}`
	};
	return {
		kind: "write",
		text: text === "" ? CONFTEST_LINES : withNewline$1(text) + CONFTEST_END
	};
}
const withNewline$1 = (text) => text === "" || text.endsWith("\n") ? text : `${text}\n`;
// src/core/setup/ini.ts
function readIniLists(text, key, inSection = /^/) {
	let section = "";
	let listing = false;
	const found = [];
	for (const line of text.split(/\r?\n/)) {
		section = /^\[(.+)\]/.exec(line)?.[1] ?? section;
		const [, name, first = ""] = /^([A-Za-z][\w-]*)\s*[=:]\s*(.*)$/.exec(line) ?? [];
		if (name !== void 0) listing = name === key && inSection.test(section);
		else if (!/^\s+\S/.test(line)) listing = listing && line.trim() === "";
		if (listing) found.push(name === void 0 ? line.trim() : first.trim());
	}
	return found.filter((line) => line !== "" && !/^[#;]/.test(line));
}
// src/core/setup/dependencies.ts
function readDependencies(project) {
	const found = fromPyproject(project.textOf("pyproject.toml")) ?? fromSetup(project.textOf("setup.cfg")) ?? fromRequirements(project);
	const names = found.flatMap((one) => "name" in one ? [one.name] : []);
	const leftOut = found.flatMap((one) => "leftOut" in one ? [one.leftOut] : []);
	return {
		names: [...new Set(names)].sort(),
		leftOut: [...new Set(leftOut)]
	};
}
function fromPyproject(text) {
	if (text === void 0) return void 0;
	let file;
	try {
		file = parse(text);
	} catch {
		return [{ leftOut: "pyproject.toml: it is no TOML" }];
	}
	const project = tableAt(file, "project");
	const { dependencies, dynamic } = project;
	const none = typeof project.name === "string" && !(Array.isArray(dynamic) && dynamic.includes("dependencies"));
	const poetry = tableAt(tableAt(file, "tool"), "poetry");
	if (dependencies === void 0 && poetry.dependencies === void 0) return none ? [] : void 0;
	return [...(Array.isArray(dependencies) ? dependencies.filter((one) => typeof one === "string") : []).flatMap(readRequirement), ...Object.entries(tableAt(poetry, "dependencies")).flatMap(([name, value]) => fromPoetry(name, value))];
}
function fromSetup(text) {
	const lines = readIniLists(text ?? "", "install_requires", /^options$/);
	return lines.length > 0 ? lines.flatMap(readRequirement) : void 0;
}
function tableAt(table, key) {
	const value = Object.hasOwn(table, key) ? table[key] : void 0;
	return typeof value === "object" && value !== null && !Array.isArray(value) ? value : {};
}
function fromPoetry(name, value) {
	if (fold(name) === "python") return [];
	const depends = [
		"optional",
		"markers",
		"platform",
		"python"
	].filter((key) => Object.hasOwn(tableAt({ value }, "value"), key));
	if (Array.isArray(value)) return [leftOut(name, "it depends on the place")];
	return depends.length > 0 ? [leftOut(name, `${depends[0]} makes it depend on the place`)] : named(name);
}
function fromRequirements(project, file = "requirements.txt", seen = new Set()) {
	const text = project.textOf(file);
	if (text === void 0 || seen.has(file)) return [];
	seen.add(file);
	return text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/).flatMap((line) => {
		const included = /^\s*(?:-r|--requirement)[\s=]*(\S+)/.exec(line)?.[1];
		if (included === void 0) return readRequirement(line);
		return fromRequirements(project, file.slice(0, file.lastIndexOf("/") + 1) + included.replace(/^\.\//, ""), seen);
	});
}
const NAME = /^([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?:\[[^\]]*\])?\s*(?:@\s*\S.*|[(<>=!~^].*)?$/;
function readRequirement(line) {
	const plain = line.replace(/(?:^|\s)#.*$/, "").replace(/\s--\w.*$/, "").trim();
	if (plain === "" || plain.startsWith("-")) return [];
	const [requirement = "", marker] = plain.split(/;(.*)/s).map((part) => part.trim());
	const name = NAME.exec(requirement)?.[1];
	if (name === void 0) return [{ leftOut: `${clip(plain)}: it has no name` }];
	return marker ? [leftOut(name, "a marker makes it depend on the place")] : named(name);
}
const named = (name) => /^types-|-stubs$/.test(fold(name)) ? [leftOut(name, "stubs are not imported")] : [{ name: fold(name) }];
const leftOut = (name, why) => ({ leftOut: `${clip(name)}: ${why}` });
const clip = (text) => text.length > 60 ? `${text.slice(0, 60)}…` : text;
const fold = (name) => name.toLowerCase().replaceAll(/[-_.]+/g, "-");
// src/core/setup/lines.ts
const IGNORED = [
	".host_fingerprint.json",
	"probes/local.txt",
	"probes/box.txt",
	"probes/ci.txt",
	"probes/*-pytest.log",
	"probes/report.md",
	"probes/table.json",
	"__pycache__/",
	".venv"
];
function addIgnoreLines(text, more = []) {
	const there = new Set(text.split(/\r?\n/).map((line) => plainPattern(line)));
	const lacking = [...IGNORED, ...more].filter((line) => !there.has(plainPattern(line)));
	if (lacking.length === 0) return text;
	return `${withNewline(text)}${[
		text === "" ? [] : [""],
		"# Where It Ran",
		...lacking
	].flat().join("\n")}\n`;
}
const plainPattern = (line) => line.trim().replace(/^\*\*\//, "").replace(/^\//, "").replace(/\/$/, "");
const ignores = (text, file) => text.split(/\r?\n/).some((line) => [
	file,
	`${file}*`,
	`*${file}`
].includes(plainPattern(line)));
const withNewline = (text) => text === "" || text.endsWith("\n") ? text : `${text}\n`;
// src/core/setup/places.ts
function withPlaces(text, places) {
	const reading = readClaims(text, "");
	if (!reading.ok) return void 0;
	const { claims } = reading;
	if (claims.places.join() === PLACES.filter((place) => places.includes(place)).join()) return text;
	const list = `"places": ${JSON.stringify(places).replaceAll(",", ", ")}`;
	const there = /"places"\s*:\s*\[[^\]]*\]/;
	const changed = there.test(text) ? text.replace(there, list) : text.replace("{", `{\n  ${list},`);
	return readClaims(changed, "").ok ? changed : void 0;
}
// src/core/setup/new-workflow.ts
const PINNED = {
	checkout: "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1",
	python: "actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0"
};
const OURS$1 = "where-it-ran/where-it-ran@v1";
const EVEN_AFTER_FAILURE = `if: \${{ !cancelled() }}`;
const WORKFLOW = ".github/workflows/where-it-ran.yml";
const COMMENT_WORKFLOW = ".github/workflows/where-it-ran-comment.yml";
function renderStep({ folder, indent }) {
	const lines = [`- uses: ${OURS$1}`, `  ${EVEN_AFTER_FAILURE}`];
	const inside = folder === "." ? [] : ["  with:", `    working-directory: ${quoted(folder)}`];
	return block([...lines, ...inside], indent);
}
const PERMISSIONS = [
	"permissions:",
	"  contents: read        # checkout",
	"  actions: read         # read probe files that earlier runs of this pull request uploaded",
	"  pull-requests: write  # post the one comment"
];
const CI_LEG = "ci-3.13";
function renderReportJob({ job, indent, matrix }, folder) {
	if (!matrix || job === void 0) return void 0;
	const outer = Math.max(indent - 4, 2);
	return block([
		"where-it-ran:",
		`  needs: ${job}`,
		"  if: always()  # skipped, the check would count as passed",
		"  runs-on: ubuntu-latest",
		...PERMISSIONS.map((line) => `  ${line}`),
		"  steps:",
		`    - uses: ${PINNED.checkout}`,
		"      with:",
		"        persist-credentials: false",
		`    - uses: ${OURS$1}`,
		"      with:",
		...folder === "." ? [] : [`        working-directory: ${quoted(folder)}`],
		`        expect: ${CI_LEG}  # the legs that must be there, separated by commas`
	], outer);
}
function renderWorkflow({ tool, folder, command, python, tests }) {
	const words = [tool.test ?? `${tool.run}${command.join(" ")}`];
	return block([
		"name: Where It Ran",
		"on:",
		"  pull_request:",
		"  merge_group:",
		"",
		"permissions: {}",
		"",
		"jobs:",
		"  test:",
		"    runs-on: ubuntu-latest",
		"    timeout-minutes: 30",
		...folder === "." ? [] : [
			"    defaults:",
			"      run:",
			`        working-directory: ${quoted(folder)}`
		],
		...PERMISSIONS.map((line) => `    ${line}`),
		"    steps:",
		`      - uses: ${PINNED.checkout}`,
		"        with:",
		"          persist-credentials: false",
		`      - uses: ${PINNED.python}`,
		"        with:",
		`          ${python}`,
		...runStep("Install", tool.install),
		...tests ? runStep("Test", words) : [],
		renderStep({
			folder,
			indent: 6
		}).trimEnd()
	]);
}
const renderCommentWorkflow = (workflow) => block([
	"name: Where It Ran, comment",
	"on:",
	"  workflow_run:",
	`    workflows: [${quoted(workflow)}]`,
	"    types: [completed]",
	"",
	"permissions: {}",
	"",
	"jobs:",
	"  comment:",
	"    if: github.event.workflow_run.event == 'pull_request'",
	"    runs-on: ubuntu-latest",
	"    timeout-minutes: 10",
	...PERMISSIONS.map((line) => `    ${line.replace("# checkout", "# read the claims")}`),
	"    steps:",
	`      - uses: ${OURS$1}`,
	"        with:",
	"          mode: comment"
]);
const runStep = (name, lines) => lines.length === 1 ? [`      - name: ${name}`, `        run: ${lines[0]}`] : [
	`      - name: ${name}`,
	"        run: |",
	...lines.map((line) => `          ${line}`)
];
const quoted = (text) => /^[A-Za-z][\w./ -]*$/.test(text) ? text : JSON.stringify(text);
const block = (lines, indent = 0) => `${lines.join("\n").replaceAll(/^(?=.)/gm, " ".repeat(indent))}\n`;
// src/core/setup/test-command.ts
const COMMAND = /^(?:(?:uv|poetry|pdm|pipenv|hatch|rye)\s+run\s+)?(?:python3?\s+-m\s+|coverage\s+run\s+-m\s+|python3?\s+-m\s+coverage\s+run\s+-m\s+)?pytest(?:\s|$)/;
const TOX = /^(?:(?:uv run|poetry run|python3?(?: -m)?|pipx run|(?:uvx|uv tool run)(?: --(?:with|python)[ =]\S+| -q)*)\s+)?tox(?:\s|$)/;
const PLAIN_WORD = /^[A-Za-z0-9_@%+=:,./-]+$/;
const PART = /\bpytest\s(?:.*\s)?(?:-[km]\b|--(?:codspeed|benchmark|collect-only|co\b|version|lf\b|last-failed)|\S+\.py(?:\s|:|$))/;
const isPart = (command) => PART.test(command);
function readTestCommand(line) {
	const plain = line.trim();
	if (!COMMAND.test(plain)) return void 0;
	const words = plain.split(/\s+/);
	return words.every((word) => PLAIN_WORD.test(word)) ? words : void 0;
}
function readToxCall(line) {
	const words = line.trim().split(/\s+/);
	return TOX.test(line.trim()) && words.every((word) => PLAIN_WORD.test(word)) ? words : void 0;
}
function toxEnvironment(call, { textOf }) {
	const named = call.flatMap((word, at) => word === "-e" ? call[at + 1] ?? [] : /^-e=?(.+)/.exec(word)?.[1] ?? []);
	const ini = textOf("tox.ini") ?? "";
	const listed = ["env_list", "envlist"].flatMap((key) => readIniLists(ini, key, /^tox$/));
	const plain = (words) => /^[\w.-]+$/.exec(words[0]?.split(/[,\s]/)[0] ?? "")?.[0];
	return plain(named) ?? plain(listed) ?? "py";
}
const tellsTheRun = ({ textOf }) => ["tox.ini", "pyproject.toml"].some((file) => /\bpass_env\b[^[]{0,20}\[?[^\]]{0,300}\bGITHUB_/.test(textOf(file) ?? ""));
function readToxCommand({ textOf }) {
	const plain = [...readIniLists(textOf("tox.ini") ?? "", "commands", /^testenv/), ...tomlCommands(textOf("pyproject.toml"))].map(plainToxLine).filter((line) => readTestCommand(line) !== void 0);
	const line = plain.find((one) => !isPart(one)) ?? plain[0];
	return line === void 0 ? void 0 : readTestCommand(line);
}
const plainToxLine = (line) => line.replace(/^[\w{},.!-]+:\s+/, "").replace(/\{posargs(?::([^{}]*))?\}/, "$1").trim();
function tomlCommands(text) {
	if (text === void 0 || !/^\[tool\.tox/m.test(text)) return [];
	try {
		const commands = (parse(text).tool?.tox)?.env_run_base?.commands;
		return Array.isArray(commands) ? commands.flatMap((words) => Array.isArray(words) ? words.filter((word) => typeof word === "string").join(" ") : []) : [];
	} catch {
		return [];
	}
}
// src/core/setup/tools.ts
function findTool(project) {
	const { paths, textOf } = project;
	const pyproject = textOf("pyproject.toml") ?? "";
	if (paths.includes("uv.lock")) return {
		name: "uv",
		install: ["python -m pip install uv", "uv sync --locked"],
		run: "uv run "
	};
	if (paths.includes("poetry.lock") || /^\[tool\.poetry\]/m.test(pyproject)) return {
		name: "poetry",
		install: ["python -m pip install poetry", "poetry install"],
		run: "poetry run "
	};
	if (textOf("tox.ini") !== void 0 || /^\[tool\.tox/m.test(pyproject)) return {
		name: "tox",
		install: ["python -m pip install tox"],
		run: "",
		test: "tox -e py"
	};
	return {
		name: "pip",
		install: pipInstall(project),
		run: ""
	};
}
function pipInstall({ paths, textOf }) {
	const buildable = /^\[(?:project|build-system)\]/m.test(textOf("pyproject.toml") ?? "") || paths.includes("setup.py");
	return [`python -m pip install ${[
		...[
			"requirements.txt",
			"requirements-dev.txt",
			"requirements-test.txt"
		].filter((file) => textOf(file) !== void 0).map((file) => `-r ${file}`),
		...buildable ? ["--editable ."] : [],
		"pytest"
	].join(" ")}`];
}
function pythonVersion({ paths, textOf }, folder) {
	const at = (file) => folder === "." ? file : `${folder}/${file}`;
	if (paths.includes(".python-version")) return `python-version-file: ${JSON.stringify(at(".python-version"))}`;
	return /^\s*requires-python\s*=/m.test(textOf("pyproject.toml") ?? "") ? `python-version-file: ${JSON.stringify(at("pyproject.toml"))}` : "python-version: \"3.x\"";
}
// src/core/setup/workflow.ts
const TESTS = /(?:^|[\s/;&])(?:pytest|py\.test|tox|nox)(?:$|[\s;&])|-m\s+(?:unittest|tox|nox)\b|manage\.py\s+test\b|\bhatch\s+(?:test|run\s+\S*test)\b|(?:^|\s|\/)(?:make|just|task|invoke|inv|scripts?)[\s/](?:ci|tests?|check|coverage|unit)\b/;
const TESTING = /^(?:\$(?!.*-(?:mypy|typing|lint|docs)$)|py(?:py|thon)?(?:[\d.{-]|$)|3\.?\d|(?:all|ci|full|default|cov|coverage)$)|(?:^|[-_.])(?:pytest|tests?|unit|integration|functional)(?:$|[-_.\d])/;
const INSTALL = /\b(?:pip3?|pipx|uv|poetry|pdm|conda|mamba|hatch|pipenv)\s+(?:pip\s+)?(?:install|sync|add|env\s+create)\b/;
const OURS = /^\s*(?:-\s+)?uses:\s*["']?[\w.-]+\/where-it-ran@/;
function findTestSteps(files, folder = ".") {
	const rank = (step) => (isPart(step.command) ? 8 : 0) + (step.onPullRequest ? 0 : 4) + (folder === "." || step.names(folder) ? 0 : 2) + (step.kind === "tests" ? 0 : 1);
	return files.flatMap((file) => stepsOf(file).reverse()).sort((a, b) => rank(a) - rank(b));
}
function findOurStep(files, folder = ".") {
	for (const { path, text } of files) {
		const lines = linesOf(text);
		const line = lines.findIndex((one, at) => OURS.test(one) && folderOf(lines, at) === folder);
		if (line >= 0) return `${path}:${line + 1}`;
	}
}
function stepsOf({ path, text }) {
	const lines = linesOf(text);
	return runsOf(lines).flatMap(({ at, command }) => {
		const tests = TESTS.test(command) && !isChore(command);
		const kind = INSTALL.test(command) ? "install" : tests ? "tests" : void 0;
		const start = startOfStep(lines, at);
		if (kind === void 0 || start === void 0) return [];
		const indent = indentOf(lines[start] ?? "");
		return [{
			file: path,
			workflow: nameOf(lines) ?? path,
			command,
			kind,
			end: endOfStep(lines, start, indent),
			indent,
			...jobOf(lines, start, indent),
			onPullRequest: lines.some((line) => /^\s*(?:on:.*\b|-\s*|)pull_request\b/.test(line)),
			names: (folder) => jobLines(lines, start, indent).some((line) => line.includes(folder)),
			mayComment: lines.some((line) => /^\s*pull-requests:\s*write\b/.test(line))
		}];
	});
}
function isChore(command) {
	const named = /\b(?:tox|nox)\b.*?\s-(?:-session|-env|-factor|[efskm])[ =]*(["']?)([^"'\s]+)\1/.exec(command)?.[2];
	return named !== void 0 && !named.split(",").some((name) => TESTING.test(name));
}
function runsOf(lines) {
	return lines.flatMap((line, at) => {
		const [, before = "", value = ""] = /^(\s*(?:-\s+)?)run:\s*(.*)$/.exec(line) ?? [];
		if (value === "") return [];
		if (!/^[|>]/.test(value)) return [{
			at,
			command: value.replace(/^(["'])(.*)\1$/, "$2").trim()
		}];
		const body = lines.slice(at + 1);
		const end = body.findIndex((one) => one.trim() !== "" && indentOf(one) <= before.length);
		const block = body.slice(0, end < 0 ? body.length : end);
		if (value.startsWith(">")) return [{
			at,
			command: block.flatMap((one) => one.trim() || []).join(" ")
		}];
		return block.flatMap((one) => {
			const command = one.trim();
			return command === "" || command.startsWith("#") ? [] : [{
				at,
				command
			}];
		});
	});
}
function folderOf(lines, at) {
	const start = startOfStep(lines, at, "uses") ?? at;
	return lines.slice(start, endOfStep(lines, start, indentOf(lines[start] ?? ""))).map((line) => /^\s*working-directory:\s*(["']?)(.+?)\1\s*$/.exec(line)?.[2]).find((name) => name !== void 0)?.replace(/^\.\/|\/$/g, "") ?? ".";
}
function startOfStep(lines, run, word = "run") {
	const key = (lines[run] ?? "").indexOf(`${word}:`);
	for (let at = run; at >= 0; at--) {
		const line = lines[at] ?? "";
		if (/^\s*-\s/.test(line) && indentOf(line) < key) return at;
	}
}
function endOfStep(lines, start, indent) {
	const rest = lines.slice(start + 1);
	const next = rest.findIndex((line) => line.trim() !== "" && indentOf(line) <= indent);
	const own = rest.slice(0, next < 0 ? rest.length : next);
	return start + 1 + own.findLastIndex((line) => line.trim() !== "") + 1;
}
function startOfJob(lines, start, indent) {
	const steps = lines.slice(0, start).findLastIndex((line) => /^\s*steps:\s*$/.test(line));
	const inner = Math.min(indent, indentOf(lines[steps] ?? ""));
	const isJob = (line) => /^\s*[\w-]+:\s*$/.test(line) && indentOf(line) < inner;
	return lines.slice(0, Math.max(steps, 0)).findLastIndex(isJob);
}
function jobLines(lines, start, indent) {
	const at = startOfJob(lines, start, indent);
	const rest = lines.slice(at + 1);
	const end = rest.findIndex((line) => line.trim() !== "" && indentOf(line) <= indentOf(lines[at] ?? ""));
	return at < 0 ? [] : rest.slice(0, end < 0 ? rest.length : end);
}
function jobOf(lines, start, indent) {
	return {
		job: lines[startOfJob(lines, start, indent)]?.trim().slice(0, -1),
		matrix: jobLines(lines, start, indent).some((line) => /^\s*matrix:/.test(line))
	};
}
const nameOf = (lines) => lines.map((line) => /^name:\s*(["']?)(.+?)\1\s*$/.exec(line)?.[2]).find((name) => name !== void 0);
const linesOf = (text) => text.split(/\r?\n/);
const indentOf = (line) => line.length - line.trimStart().length;
// src/app/init/command.ts
function findLine({ project, workflows, folder }) {
	return findTestSteps(workflows.filter(({ path }) => path !== WORKFLOW), folder).map(({ command }) => command).filter((line) => !isPart(line)).find((line) => readTestCommand(line) ?? readToxCall(line)) ?? findTool(project).test;
}
function findCommand(needs) {
	const line = findLine(needs) ?? "";
	return readTestCommand(line) ?? toxOf(needs.project, line) ?? USUAL_COMMAND;
}
const toxOf = (project, line) => {
	const call = readToxCall(line);
	return call && ((tellsTheRun(project) ? readToxCommand(project) : void 0) ?? call);
};
function findToxRun(needs, command) {
	const call = readToxCall(findLine(needs) ?? "");
	if (call === void 0) return void 0;
	const environment = toxEnvironment(call, needs.project);
	const start = [
		...call.slice(0, call.indexOf("tox") + 1),
		"-e",
		environment
	].join(" ");
	return {
		environment,
		make: command.includes("tox") ? `${start} --notest` : start
	};
}
// src/core/setup/packaging.ts
function packageList(project) {
	const { paths, textOf } = project;
	const text = textOf("pyproject.toml");
	if (text === void 0 || !discovers(text) || paths.includes("setup.py")) return void 0;
	const setup = textOf("setup.cfg") ?? "";
	if (["packages", "py_modules"].some((key) => readIniLists(setup, key, /^options$/).length > 0)) return void 0;
	if (paths.some((path) => path.startsWith("src/"))) return void 0;
	const own = findOwnPackages(paths);
	const packages = own.filter((name) => paths.includes(`${name}/__init__.py`));
	const quoted = (names, star) => names.map((name) => `"${name}${star}"`).join(", ");
	if (packages.length > 0) return ["[tool.setuptools.packages.find]", `include = [${quoted(packages, "*")}]`];
	return own.length > 0 ? ["[tool.setuptools]", `py-modules = [${quoted(own, "")}]`] : void 0;
}
function discovers(text) {
	try {
		const file = parse(text);
		if (file.project === void 0 && file["build-system"] === void 0) return false;
		const backend = file["build-system"]?.["build-backend"] ?? "setuptools.build_meta";
		const told = Object.keys(file.tool?.setuptools ?? {});
		return String(backend).startsWith("setuptools") && !told.some((key) => /^(?:packages|py-modules)$/.test(key));
	} catch {
		return false;
	}
}
// src/app/init/notes.ts
const OTHER_RUNNER = /-m\s+unittest\b|manage\.py\s+test\b/;
function findNotes({ project, workflows, unread, ignored }, leftOut, command) {
	const others = project.paths.filter((path) => path !== "scripts/agent_probes/agent_probe.py" && isProbeScript(path));
	return [
		...hasSuite(project.paths, project.textOf) ? [] : ["no tests were found, so none are claimed"],
		...findTestSteps(workflows).flatMap((step) => runnerNote(step.command)),
		...packagingNote(packageList(project)),
		...toxNote(command, project),
		...pytestNote(project, workflows),
		...leftOut.map((what) => `not claimed: ${what}`),
		...unread.map((what) => `nothing was taken from it: ${what}`),
		...ignored.map((path) => `git ignores ${path}, and it has to be committed: mend the line that \`git check-ignore -v ${path}\` names`),
		...others.map((path) => `another probe lies in ${path}: keep one of the two`)
	];
}
function pytestNote(project, workflows) {
	const told = project.paths.filter((path) => isTelling(path) && !isWritten(path)).map(project.textOf);
	const theirs = workflows.filter(({ path }) => path !== WORKFLOW).map(({ text }) => text);
	return [...told, ...theirs].some((text) => text?.includes("pytest")) || !hasSuite(project.paths, project.textOf) ? [] : ["pytest runs the tests, those of unittest too, and nothing here installs it: python -m pip install pytest"];
}
const runnerNote = (command) => OTHER_RUNNER.test(command) ? [`\`${command}\` leaves no record: claim it with the JUnit report that it writes, under "tests": "reports"`] : [];
const packagingNote = (lines) => lines === void 0 ? [] : [["setuptools would take the folder probes for a package of yours: add to pyproject.toml", ...lines].join("\n      ")];
function toxNote(command, project) {
	if (!command.includes("tox")) return [];
	const inside = readToxCommand(project);
	return [
		"in CI tox hides from the tests which run they are of, so the check starts tox once more. To have them run once:",
		"    1. let [testenv] of tox pass it on: pass_env = GITHUB_*",
		`    2. claim in probes/claims.json what runs inside: ${inside ? `"command": ${JSON.stringify(inside)}` : "the command that tox runs"}`
	];
}
// src/app/init/workflow-plan.ts
function planWorkflow(needs, command) {
	const ours = findOurStep(needs.workflows.filter(({ path }) => path !== COMMENT_WORKFLOW), needs.folder);
	const [step] = findTestSteps(needs.workflows, needs.folder);
	if (ours !== void 0) return {
		changes: planForkHalf(needs, step?.workflow),
		notes: [`the step is in ${ours}`]
	};
	if (step) return {
		changes: planForkHalf(needs, step.workflow),
		paste: pasteInto(step, needs.folder),
		notes: []
	};
	if (needs.workflows.length > 0) return {
		changes: [],
		paste: pasteSomewhere(needs),
		notes: []
	};
	if (needs.otherCi !== void 0) return {
		changes: [],
		notes: [`${needs.otherCi} is here: run \`where-it-ran run\` after the tests, see https://github.com/where-it-ran/where-it-ran/blob/main/docs/other-ci.md`]
	};
	return {
		changes: [...planOwn(needs, command), ...planForkHalf(needs, "Where It Ran")],
		notes: []
	};
}
function planOwn(needs, command) {
	const { project, folder } = needs;
	const text = renderWorkflow({
		tool: findTool(project),
		folder,
		command,
		python: pythonVersion(project, folder),
		tests: hasSuite(project.paths, project.textOf)
	});
	return [planProduct(needs, WORKFLOW, text, "installs, tests, then compares the places", "top")];
}
function planForkHalf(needs, workflow) {
	if (!needs.forkSafe || workflow === void 0) return [];
	const text = renderCommentWorkflow(workflow);
	return [planProduct(needs, COMMENT_WORKFLOW, text, "comments for runs of forks", "top")];
}
function pasteInto(step, folder) {
	const { file, end, command, indent, mayComment } = step;
	const report = renderReportJob(step, folder);
	const rights = {
		about: "and let that job comment",
		text: indented(PERMISSIONS, Math.max(indent - 2, 4))
	};
	return {
		file,
		below: `${file}:${end} (${command})`,
		parts: [{
			about: "the step",
			text: renderStep({
				folder,
				indent
			})
		}, ...report === void 0 ? mayComment ? [] : [rights] : [{
			about: "its job has a matrix, so that each leg only probes: add a job that reports",
			text: report
		}]]
	};
}
const pasteSomewhere = ({ folder, workflows }) => ({
	below: `the step that runs your tests, in ${likely(workflows).join(" or ")}`,
	parts: [{
		about: "the step",
		text: renderStep({
			folder,
			indent: 6
		})
	}, {
		about: "and let that job comment",
		text: indented(PERMISSIONS, 4)
	}]
});
function likely(workflows) {
	const forPulls = workflows.filter(({ text }) => /\bpull_request\b/.test(text));
	return (forPulls.length > 0 ? forPulls : workflows).slice(0, 3).map(({ path }) => path);
}
const indented = (lines, indent) => `${lines.map((line) => " ".repeat(indent) + line).join("\n")}\n`;
// src/app/init.ts
function planInit(needs) {
	const dependencies = readDependencies(needs.project);
	const command = findCommand(needs);
	const claims = renderClaims({
		...needs,
		dependencies,
		command
	});
	const workflow = planWorkflow(needs, command);
	const changes = [
		planProduct(needs, VENDORED_PROBE, needs.probe, "the probe, one file: read it"),
		planClaims(needs, claims),
		planProduct(needs, SCHEMA, `${JSON.stringify(claimsSchema(), null, 2)}\n`, "helps your editor"),
		planIgnore(needs),
		...planConftest(needs),
		...workflow.changes
	];
	return {
		command,
		tox: findToxRun(needs, command),
		changes,
		workflow,
		notes: [...findNotes(needs, dependencies.leftOut, command), ...workflow.notes]
	};
}
function planClaims({ present, placesNamed, places }, derived) {
	const change = {
		path: CLAIMS_FILE,
		at: "folder",
		about: "what is claimed: edit it"
	};
	const now = present(CLAIMS_FILE);
	if (now === void 0) return {
		...change,
		what: "create",
		text: derived
	};
	const placed = placesNamed ? withPlaces(now, places) : now;
	if (placed === void 0) {
		const line = `"places": ${JSON.stringify(places)}`;
		return {
			...change,
			what: "by-hand",
			about: `other lines name other places too: set ${line} and mend them`
		};
	}
	if (placed === now) return {
		...change,
		what: "same",
		about: "what is claimed: yours to edit"
	};
	return {
		...change,
		what: "replace",
		about: `only its places: ${places.join(", ")}`,
		text: placed
	};
}
function planIgnore({ project, places }) {
	const before = project.textOf(".gitignore") ?? "";
	const text = addIgnoreLines(before, (places.includes("local") ? claimedSecrets(project) : []).filter((file) => !ignores(before, file)));
	const change = {
		path: ".gitignore",
		at: "folder",
		about: "what stays on its machine"
	};
	if (text === before) return {
		...change,
		what: "same"
	};
	return {
		...change,
		what: before === "" ? "create" : "add-lines",
		text
	};
}
function planConftest({ project, folder }) {
	if (!hasSuite(project.paths, project.textOf)) return [];
	const before = project.textOf("conftest.py");
	const added = addConftestLines(before ?? "", folder !== ".");
	const change = {
		path: "conftest.py",
		at: "folder",
		about: "records every test session"
	};
	if (added.kind === "same") return [{
		...change,
		what: "same"
	}];
	if (added.kind === "by-hand") return [{
		...change,
		what: "by-hand",
		about: `line ${added.line} names other plugins: add "agent_probe" to them`
	}];
	return [{
		...change,
		what: before === void 0 ? "create" : "add-lines",
		text: added.text
	}];
}
// src/cli/init-text.ts
const DONE = {
	create: "create",
	"add-lines": "add lines",
	replace: "replace",
	same: "as it was",
	kept: "keep",
	"by-hand": "by hand"
};
function renderPlan(plan, telling) {
	const title = (text) => telling.colour ? `\u001b[1m${text}\u001b[0m` : text;
	return `${[
		[title(headline(plan, telling)), ...changeLines(plan)],
		...plan.notes.length > 0 ? [[title("Note"), ...plan.notes.map((note) => `  ${note}`)]] : [],
		...pasteParts(plan, title),
		[title("Next"), ...nextSteps(plan, telling)]
	].map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
const written = ({ changes }) => changes.filter(({ text }) => text !== void 0);
function headline(plan, { dryRun }) {
	const left = plan.changes.filter(({ what }) => what === "kept" || what === "by-hand").map(({ path }) => path);
	if (written(plan).length === 0) return left.length > 0 ? `Nothing written; look at ${left.join(", ")}` : "Nothing to change: all of it is there";
	return dryRun ? "This would be written (--dry-run, nothing was)" : "Written";
}
function changeLines({ changes }) {
	const width = Math.max(...changes.map(({ path }) => path.length));
	return changes.map(({ path, what, about }) => `  ${DONE[what].padEnd(9)}  ${path.padEnd(width)}  ${what === "kept" ? KEPT : about}`);
}
const KEPT = "of another version, or changed: --force replaces it";
function pasteParts({ workflow: { paste } }, title) {
	if (!paste) return [];
	return paste.parts.map(({ about, text }, at) => [
		title(at === 0 ? `Paste below ${paste.below}: ${about}` : about.replace(/^./, (first) => first.toUpperCase())),
		"",
		text.trimEnd()
	]);
}
function nextSteps(plan, { dryRun, folder, places, python, before }) {
	if (dryRun) return ["run this again without --dry-run"].map(indent);
	const { file } = plan.workflow.paste ?? {};
	const add = [...written(plan).map(({ path, at }) => shellWord(at === "top" ? `:/${path}` : path, "posix")), ...file === void 0 ? [] : [shellWord(`:/${file}`, "posix")]];
	const probe = [...before, `${python} ${VENDORED_PROBE} local --for-commit`];
	const asked = folder === "." ? "" : `in ${folder} `;
	return [
		...folder === "." ? [] : [`cd ${shellWord(folder, "posix")}`],
		...add.length > 0 ? [
			`git add ${add.join(" ")}`,
			"git commit -m \"Add Where It Ran\"",
			"git push -u origin HEAD"
		] : [],
		...places.includes("local") ? [...probe, "  then commit the file that it names, and push"] : [],
		...places.includes("box") ? [`  tell your agent: after your tests ${asked}run, with the Python that ran them, \`${before.length > 0 ? python : "python"} ${VENDORED_PROBE} box --for-commit\` and commit the file that it names`] : []
	].map(indent);
}
const indent = (line) => `  ${line.trim()}`;
// src/cli/init.ts
const MAX_BYTES = 1048576;
const WORKFLOWS = ".github/workflows";
async function init(world) {
	const { settings, terminal, files } = world;
	await requireRepository(world);
	const { needs, top } = await orUsage(patiently(terminal, "looking at the project", lookAround(world)));
	if (!hasPython(needs.project) && !settings.force) throw new UsageError("there is no Python in this folder", "name the project: --working-directory DIR; --force sets it up nevertheless");
	const plan = planInit(needs);
	if (!settings.dryRun) await orUsage(carryOut(plan, {
		folder: files,
		top
	}));
	const { colour } = terminal;
	terminal.print(renderPlan(plan, {
		dryRun: settings.dryRun,
		folder: settings.workingDirectory,
		places: needs.places,
		...findPython(world, plan, needs.project),
		colour
	}));
	return 0;
}
async function carryOut({ changes }, files) {
	for (const { at, path: file, text } of changes) if (text !== void 0) await files[at].write(file, text);
}
async function lookAround(world) {
	const { settings, cwd, ask, files } = world;
	const listing = createProjectListing(ask);
	const top = createFiles(await listing.top());
	const paths = await listing.files();
	const telling = await readTelling(files, paths.filter(isTelling));
	const workflows = await readWorkflows(top);
	const present = await readAll(files, [
		VENDORED_PROBE,
		CLAIMS_FILE,
		SCHEMA
	]);
	const above = new Map(workflows.map(({ path: file, text }) => [file, text]));
	return {
		needs: {
			project: {
				paths,
				textOf: (file) => telling.texts.get(file),
				hasEnvFile: isThere(cwd, ".env")
			},
			workflows,
			folder: await listing.folder(),
			otherCi: await findOtherCi(top),
			places: settings.places.length > 0 ? settings.places : PLACES,
			placesNamed: settings.places.length > 0,
			force: settings.force,
			forkSafe: settings.forkSafe,
			probe: fs.readFileSync(findShippedProbe(), "utf8"),
			salt: randomBytes(16).toString("hex"),
			present: (file) => present.get(file) ?? above.get(file),
			unread: telling.unread,
			ignored: await listing.ignored([
				VENDORED_PROBE,
				CLAIMS_FILE,
				"probes/local-topic.txt"
			])
		},
		top
	};
}
async function readAll(files, paths) {
	const texts = await Promise.all(paths.map(async (file) => [file, await files.read(file, MAX_BYTES)]));
	return new Map(texts.filter((pair) => pair[1] !== void 0));
}
async function readTelling(files, paths) {
	const texts = new Map();
	const unread = [];
	for (const file of paths) try {
		texts.set(file, await files.read(file, MAX_BYTES) ?? "");
	} catch (error) {
		if (isWritten(file)) throw error;
		unread.push(error instanceof Error ? error.message : String(error));
	}
	return {
		texts,
		unread
	};
}
async function readWorkflows(top) {
	return [...await readAll(top, (await top.list(WORKFLOWS)).filter(({ name, kind }) => kind === "file" && /\.ya?ml$/.test(name)).map(({ name }) => `${WORKFLOWS}/${name}`))].map(([file, text]) => ({
		path: file,
		text
	}));
}
const OTHER_CI = /^(?:\.gitlab-ci\.yml|\.circleci|Jenkinsfile|azure-pipelines\.yml|\.buildkite|bitbucket-pipelines\.yml|\.travis\.yml|\.woodpecker\.ya?ml|\.drone\.yml)$/;
const findOtherCi = async (top) => (await top.list(".")).map(({ name }) => name).find((name) => OTHER_CI.test(name));
function findPython({ cwd }, { command: [first], tox }, project) {
	const scripts = process.platform === "win32" ? "Scripts/python.exe" : "bin/python";
	const [venv] = [".venv/bin/python", ".venv/Scripts/python.exe"].filter((file) => isThere(cwd, file));
	const activated = venv === void 0 ? "" : `. ${venv.replace(/python(?:\.exe)?$/, "activate")} && `;
	if (tox !== void 0) return {
		before: [`${activated}${tox.make}`],
		python: `.tox/${tox.environment}/${scripts}`
	};
	if (venv === void 0) return {
		before: [],
		python: `${findTool(project).run}python`
	};
	return {
		before: [],
		python: first === "python" ? venv : `${activated}python`
	};
}
const isThere = (cwd, file) => fs.lstatSync(path.join(cwd, file), { throwIfNoEntry: false }) !== void 0;
export { init };
