/** Reads a GitHub workflow by its lines: where tests run, what its job is called, whether we are there already. */
import { isPart } from './test-command.ts'

export interface WorkflowFile {
  /** From the top of the repository. */
  readonly path: string
  readonly text: string
}

export interface TestStep {
  readonly file: string
  /** As `workflow_run` names it. */
  readonly workflow: string
  /** What runs there, on one line. */
  readonly command: string
  /** tests: it runs them. install: it brings what they need. */
  readonly kind: 'tests' | 'install'
  /** Last line of the step, from 1: the new step goes below it. */
  readonly end: number
  /** Spaces before the dash of the step. */
  readonly indent: number
  readonly job: string | undefined
  readonly matrix: boolean
  readonly onPullRequest: boolean
  readonly mayComment: boolean
  /** Its job says something of that folder. */
  readonly names: (folder: string) => boolean
}

const TESTS =
  /(?:^|[\s/;&])(?:pytest|py\.test|tox|nox)(?:$|[\s;&])|-m\s+(?:unittest|tox|nox)\b|manage\.py\s+test\b|\bhatch\s+(?:test|run\s+\S*test)\b|(?:^|\s|\/)(?:make|just|task|invoke|inv|scripts?)[\s/](?:ci|tests?|check|coverage|unit)\b/
/** What an environment of tox, or a session of nox, is called that runs the suite; others check types, build, … */
const TESTING =
  /^(?:\$(?!.*-(?:mypy|typing|lint|docs)$)|py(?:py|thon)?(?:[\d.{-]|$)|3\.?\d|(?:all|ci|full|default|cov|coverage)$)|(?:^|[-_.])(?:pytest|tests?|unit|integration|functional)(?:$|[-_.\d])/
const INSTALL =
  /\b(?:pip3?|pipx|uv|poetry|pdm|conda|mamba|hatch|pipenv)\s+(?:pip\s+)?(?:install|sync|add|env\s+create)\b/
const OURS = /^\s*(?:-\s+)?uses:\s*["']?[\w.-]+\/where-it-ran@/

/** Steps after which the check could stand, the best first. */
export function findTestSteps(files: readonly WorkflowFile[], folder = '.'): readonly TestStep[] {
  const rank = (step: TestStep): number =>
    (isPart(step.command) ? 8 : 0) +
    (step.onPullRequest ? 0 : 4) +
    (folder === '.' || step.names(folder) ? 0 : 2) +
    (step.kind === 'tests' ? 0 : 1)
  // The last step of a kind in a job comes first: what is before it has run then.
  return files.flatMap((file) => stepsOf(file).reverse()).sort((a, b) => rank(a) - rank(b))
}

/** Where the check is already, like `.github/workflows/ci.yml:31`. */
export function findOurStep(files: readonly WorkflowFile[], folder = '.'): string | undefined {
  for (const { path, text } of files) {
    const lines = linesOf(text)
    const line = lines.findIndex((one, at) => OURS.test(one) && folderOf(lines, at) === folder)
    if (line >= 0) return `${path}:${line + 1}`
  }
  return undefined
}

function stepsOf({ path, text }: WorkflowFile): TestStep[] {
  const lines = linesOf(text)
  return runsOf(lines).flatMap(({ at, command }): TestStep[] => {
    const tests = TESTS.test(command) && !isChore(command)
    const kind = INSTALL.test(command) ? 'install' : tests ? 'tests' : undefined
    const start = startOfStep(lines, at)
    if (kind === undefined || start === undefined) return []
    const indent = indentOf(lines[start] ?? '')
    return [
      {
        file: path,
        workflow: nameOf(lines) ?? path,
        command,
        kind,
        end: endOfStep(lines, start, indent),
        indent,
        ...jobOf(lines, start, indent),
        onPullRequest: lines.some((line) => /^\s*(?:on:.*\b|-\s*|)pull_request\b/.test(line)),
        names: (folder) => jobLines(lines, start, indent).some((line) => line.includes(folder)),
        mayComment: lines.some((line) => /^\s*pull-requests:\s*write\b/.test(line)),
      },
    ]
  })
}

/** tox or nox for something else than tests, by the names that it is given. */
function isChore(command: string): boolean {
  const named = /\b(?:tox|nox)\b.*?\s-(?:-session|-env|-factor|[efskm])[ =]*(["']?)([^"'\s]+)\1/.exec(
    command,
  )?.[2]
  return named !== undefined && !named.split(',').some((name) => TESTING.test(name))
}

/** Every line of a shell that a step starts. */
function runsOf(lines: readonly string[]): { readonly at: number; readonly command: string }[] {
  return lines.flatMap((line, at) => {
    const [, before = '', value = ''] = /^(\s*(?:-\s+)?)run:\s*(.*)$/.exec(line) ?? []
    if (value === '') return []
    if (!/^[|>]/.test(value)) return [{ at, command: value.replace(/^(["'])(.*)\1$/, '$2').trim() }]
    const body = lines.slice(at + 1)
    const end = body.findIndex((one) => one.trim() !== '' && indentOf(one) <= before.length)
    const block = body.slice(0, end < 0 ? body.length : end)
    // YAML folds these lines into one.
    if (value.startsWith('>')) return [{ at, command: block.flatMap((one) => one.trim() || []).join(' ') }]
    return block.flatMap((one) => {
      const command = one.trim()
      return command === '' || command.startsWith('#') ? [] : [{ at, command }]
    })
  })
}

/** What our step says of its folder. */
function folderOf(lines: readonly string[], at: number): string {
  const start = startOfStep(lines, at, 'uses') ?? at
  const own = lines.slice(start, endOfStep(lines, start, indentOf(lines[start] ?? '')))
  const named = own.map((line) => /^\s*working-directory:\s*(["']?)(.+?)\1\s*$/.exec(line)?.[2])
  return named.find((name) => name !== undefined)?.replace(/^\.\/|\/$/g, '') ?? '.'
}

function startOfStep(lines: readonly string[], run: number, word = 'run'): number | undefined {
  const key = (lines[run] ?? '').indexOf(`${word}:`)
  for (let at = run; at >= 0; at--) {
    const line = lines[at] ?? ''
    if (/^\s*-\s/.test(line) && indentOf(line) < key) return at
  }
  return undefined
}

function endOfStep(lines: readonly string[], start: number, indent: number): number {
  const rest = lines.slice(start + 1)
  const next = rest.findIndex((line) => line.trim() !== '' && indentOf(line) <= indent)
  const own = rest.slice(0, next < 0 ? rest.length : next)
  return start + 1 + own.findLastIndex((line) => line.trim() !== '') + 1
}

/** The line of the job: the key above `steps:` that is further out. */
function startOfJob(lines: readonly string[], start: number, indent: number): number {
  const steps = lines.slice(0, start).findLastIndex((line) => /^\s*steps:\s*$/.test(line))
  const inner = Math.min(indent, indentOf(lines[steps] ?? ''))
  const isJob = (line: string): boolean => /^\s*[\w-]+:\s*$/.test(line) && indentOf(line) < inner
  return lines.slice(0, Math.max(steps, 0)).findLastIndex(isJob)
}

function jobLines(lines: readonly string[], start: number, indent: number): readonly string[] {
  const at = startOfJob(lines, start, indent)
  const rest = lines.slice(at + 1)
  const end = rest.findIndex((line) => line.trim() !== '' && indentOf(line) <= indentOf(lines[at] ?? ''))
  return at < 0 ? [] : rest.slice(0, end < 0 ? rest.length : end)
}

function jobOf(lines: readonly string[], start: number, indent: number): Pick<TestStep, 'job' | 'matrix'> {
  const job = lines[startOfJob(lines, start, indent)]?.trim().slice(0, -1)
  return { job, matrix: jobLines(lines, start, indent).some((line) => /^\s*matrix:/.test(line)) }
}

const nameOf = (lines: readonly string[]): string | undefined =>
  lines.map((line) => /^name:\s*(["']?)(.+?)\1\s*$/.exec(line)?.[2]).find((name) => name !== undefined)

const linesOf = (text: string): string[] => text.split(/\r?\n/)
const indentOf = (line: string): number => line.length - line.trimStart().length
