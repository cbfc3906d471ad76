/** Lines that a project's own conftest.py and .gitignore get. What is there already is left as it is. */

/**
 * They load the probe as a plugin, so that every session leaves a record. pytest takes plugins only from the conftest.py
 * that is on top of where it starts, and stops at any other: of a project below, of a worktree that is kept in this one.
 */
export const CONFTEST_LINES = `import sys
from pathlib import Path

HERE = Path(__file__).parent
# Records test sessions: started above, pytest takes no plugins from this file.
if Path.cwd() not in HERE.parents:
    sys.path.append(str(HERE / "scripts" / "agent_probes"))
    pytest_plugins = ["agent_probe"]
`
/** Below other code, where linters want no import statement and formatters two lines between. */
const CONFTEST_END = `

# Records test sessions: started above, pytest takes no plugins from this file.
_WHERE_IT_RAN = __import__("pathlib").Path(__file__).parent
if _WHERE_IT_RAN.cwd() not in _WHERE_IT_RAN.parents:
    __import__("sys").path.append(str(_WHERE_IT_RAN / "scripts" / "agent_probes"))
    pytest_plugins = ["agent_probe"]
`

export type ConftestChange =
  | { readonly kind: 'same' }
  | { readonly kind: 'write'; readonly text: string }
  /** A second definition would undo the first: a person has to join them. */
  | { readonly kind: 'by-hand'; readonly line: number }

export function addConftestLines(text: string): ConftestChange {
  const lines = text.split(/\r?\n/)
  const at = lines.findIndex((line) => /^\s*pytest_plugins\b/.test(line))
  const statement = lines.slice(at, at + 20).join('\n')
  if (at >= 0 && /["']agent_probe["']/.test(statement)) return { kind: 'same' }
  if (at >= 0) return { kind: 'by-hand', line: at + 1 }
  return { kind: 'write', text: text === '' ? CONFTEST_LINES : withNewline(text) + CONFTEST_END }
}

const withNewline = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

/** The record and the log tell more about a machine than a probe file. Committed files bear a branch's name. */
const IGNORED = [
  '.host_fingerprint.json',
  'probes/local.txt',
  'probes/box.txt',
  'probes/ci.txt',
  'probes/*-pytest.log',
  'probes/report.md',
  'probes/table.json',
  '__pycache__/',
  // Made by tools, and a file of its own with some of them: untracked it would be other content.
  '.venv',
]

/** The text of .gitignore with the lines that it lacks; the same text when it lacks none. */
export function addIgnoreLines(text: string, secrets: readonly string[] = []): string {
  const there = new Set(text.split(/\r?\n/).map(plainPattern))
  const lacking = [
    ...IGNORED.filter((line) => !there.has(plainPattern(line))),
    // A pattern with a star covers a file of secrets too: `.env*`.
    ...secrets.filter((file) => ![file, `${file}*`, `*${file}`].some((pattern) => there.has(pattern))),
  ]
  if (lacking.length === 0) return text
  return `${withNewline(text)}${[text === '' ? [] : [''], '# Where It Ran', ...lacking].flat().join('\n')}\n`
}

/** Slashes at its ends, and stars before it, make no other pattern of a plain name. */
const plainPattern = (line: string): string => line.trim().replaceAll(/^(?:\*\*\/)?\/?|\/$/g, '')
