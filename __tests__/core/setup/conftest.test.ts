import { expect, test } from 'vitest'
import { addConftestLines, addIgnoreLines } from '../../../src/core/setup/conftest.ts'

const ALL =
  '.host_fingerprint.json\nprobes/local.txt\nprobes/box.txt\nprobes/ci.txt\nprobes/*-pytest.log\nprobes/report.md\nprobes/table.json\n__pycache__/\n.venv\n'

test.each([
  ['nothing', '', ALL],
  ['a last line without its end', 'dist', ALL],
  ['Windows line ends', 'dist\r\n', ALL],
  ['one of them', '/probes/report.md\n', ALL.replace('probes/report.md\n', '')],
  ['another spelling', '**/__pycache__\n', ALL.replace('__pycache__/\n', '')],
])('.gitignore with %s gets what it lacks, once', (_, before, lines) => {
  const after = addIgnoreLines(before)
  expect(after.startsWith(before)).toBe(true)
  expect(after.endsWith(`# Where It Ran\n${lines}`)).toBe(true)
  expect(addIgnoreLines(after)).toBe(after)
})

test.each([
  ['nothing', ''],
  ['fixtures', 'from __future__ import annotations\nimport pytest\n'],
  ['a word like it', '# pytest_plugins_of_old are gone\n'],
])('conftest.py with %s gets our lines at its end, once', (_, before) => {
  const added = addConftestLines(before)
  if (added.kind !== 'write') throw new Error(added.kind)
  expect(added.text.startsWith(before)).toBe(true)
  expect(added.text).toMatch(/\n {4}pytest_plugins = \["agent_probe"\]\n$/)
  expect(addConftestLines(added.text)).toEqual({ kind: 'same' })
  // Linters of the default kind want imports on top, and lines that formatters would not break.
  const lines = added.text.slice(before.length).split('\n')
  if (before !== '') expect(lines.filter((line) => /^(?:import|from) /.test(line))).toEqual([])
  expect(lines.filter((line) => line.length > 88 || line.includes(';'))).toEqual([])
})

test.each([
  ['pytest_plugins = ["other"]\n', 1],
  ['import os\nif os.name == "nt":\n    pytest_plugins = "winonly"\n', 3],
  ['pytest_plugins: list[str] = []\n', 1],
])('%j is left to a person', (text, line) => expect(addConftestLines(text)).toEqual({ kind: 'by-hand', line }))

test.each(['pytest_plugins = [\n    "other",\n    "agent_probe",\n]\n', "pytest_plugins = 'agent_probe'\n"])(
  '%j loads us already',
  (text) => expect(addConftestLines(text)).toEqual({ kind: 'same' }),
)
