/** Lines that a project's own files get. What is there already is left as it is. */

/** The record and the log say more about a machine than a probe file does; what is committed has a branch's name. */
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

/** The text of .gitignore with what it lacks, in the order of the table; the same text when it lacks nothing. */
export function addIgnoreLines(text: string, more: readonly string[] = []): string {
  const there = new Set(text.split(/\r?\n/).map((line) => plainPattern(line)))
  const lacking = [...IGNORED, ...more].filter((line) => !there.has(plainPattern(line)))
  if (lacking.length === 0) return text
  return `${withNewline(text)}${[text === '' ? [] : [''], '# Where It Ran', ...lacking].flat().join('\n')}\n`
}

/** Slashes at its ends, and stars before it, make no other pattern of a plain name. */
const plainPattern = (line: string): string =>
  line
    .trim()
    .replace(/^\*\*\//, '')
    .replace(/^\//, '')
    .replace(/\/$/, '')

export const ignores = (text: string, file: string): boolean =>
  text.split(/\r?\n/).some((line) => [file, `${file}*`, `*${file}`].includes(plainPattern(line)))

const withNewline = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
