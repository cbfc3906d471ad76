/** YAML for GitHub: the step for a job that is there, a workflow where there is none, the half for forks. */

import type { Tool } from './project.ts'
import type { TestStep } from './workflow.ts'

/** The actions that a new workflow starts, by commit. */
export const PINNED = {
  checkout: 'actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1',
  python: 'actions/setup-python@5fda3b95a4ea91299a34e894583c3862153e4b97 # v7.0.0',
} as const
const OURS = 'where-it-ran/where-it-ran@v1'

const EVEN_AFTER_FAILURE = `if: \${{ !cancelled() }}`

export const WORKFLOW = '.github/workflows/where-it-ran.yml'
export const COMMENT_WORKFLOW = '.github/workflows/where-it-ran-comment.yml'

export interface StepNeeds {
  /** From the top of the repository; `.` is the top. */
  readonly folder: string
  readonly indent: number
}

export function renderStep({ folder, indent }: StepNeeds): string {
  const inside = folder === '.' ? [] : ['  with:', ...workingDirectory(folder, 4)]
  return block([`- uses: ${OURS}`, `  ${EVEN_AFTER_FAILURE}`, ...inside], indent)
}

const workingDirectory = (folder: string, indent: number): string[] =>
  folder === '.' ? [] : [`${' '.repeat(indent)}working-directory: ${quoted(folder)}`]

export const PERMISSIONS = [
  'permissions:',
  '  contents: read        # checkout',
  '  actions: read         # read probe files that earlier runs of this pull request uploaded',
  '  pull-requests: write  # post the one comment',
]

/** The permissions as YAML, with this many spaces before each line. */
export const permissions = (indent: number): string => block(PERMISSIONS, indent)

const CHECKOUT = [`- uses: ${PINNED.checkout}`, '  with:', '    persist-credentials: false']

/** Legs of a matrix only probe: one job after them posts the table. */
export function renderReportJob({ job, indent, matrix }: TestStep, folder: string): string | undefined {
  if (!matrix || job === undefined) return undefined
  const lines = [
    'where-it-ran:',
    `  needs: ${job}`,
    '  if: always()  # skipped, the check would count as passed',
    '  runs-on: ubuntu-latest',
    ...indented(PERMISSIONS, 2),
    '  steps:',
    ...indented(CHECKOUT, 4),
    `    - uses: ${OURS}`,
    '      with:',
    ...workingDirectory(folder, 8),
    '        expect: ci-py3.13  # the legs that must be there, separated by commas',
  ]
  return block(lines, Math.max(indent - 4, 2))
}

export interface WorkflowNeeds {
  readonly tool: Tool
  readonly folder: string
  readonly command: readonly string[]
  readonly tests: boolean
  readonly python: string
}

export function renderWorkflow({ tool, folder, command, python, tests }: WorkflowNeeds): string {
  const words = [tool.test ?? `${tool.run}${command.join(' ')}`]
  return block([
    'name: Where It Ran',
    'on:',
    '  pull_request:',
    '  merge_group:',
    '',
    'permissions: {}',
    '',
    'jobs:',
    '  test:',
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 30',
    ...(folder === '.' ? [] : ['    defaults:', '      run:', ...workingDirectory(folder, 8)]),
    ...indented(PERMISSIONS, 4),
    '    steps:',
    ...indented(CHECKOUT, 6),
    `      - uses: ${PINNED.python}`,
    '        with:',
    `          ${python}`,
    ...runStep('Install', tool.install),
    ...(tests ? runStep('Test', words) : []),
    renderStep({ folder, indent: 6 }).trimEnd(),
  ])
}

/** A run of a fork may not comment: this one, on the default branch, may. */
export const renderCommentWorkflow = (workflow: string): string =>
  block([
    'name: Where It Ran, comment',
    'on:',
    '  workflow_run:',
    `    workflows: [${quoted(workflow)}]`,
    '    types: [completed]',
    '',
    'permissions: {}',
    '',
    'jobs:',
    '  comment:',
    "    if: github.event.workflow_run.event == 'pull_request'",
    '    runs-on: ubuntu-latest',
    '    timeout-minutes: 10',
    ...indented(PERMISSIONS, 4).map((line) => line.replace('# checkout', '# read the claims')),
    '    steps:',
    `      - uses: ${OURS}`,
    '        with:',
    '          mode: comment',
  ])

function runStep(name: string, lines: readonly string[]): string[] {
  const run = lines.length === 1 ? [`  run: ${lines[0]}`] : ['  run: |', ...indented(lines, 4)]
  return indented([`- name: ${name}`, ...run], 6)
}

const quoted = (text: string): string => (/^[A-Za-z][\w./ -]*$/.test(text) ? text : JSON.stringify(text))

const indented = (lines: readonly string[], indent: number): string[] =>
  lines.map((line) => (line === '' ? line : ' '.repeat(indent) + line))

const block = (lines: readonly string[], indent = 0): string => `${indented(lines, indent).join('\n')}\n`
