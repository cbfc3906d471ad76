/** Reads a GitHub workflow: where tests run, what their job is called, where our own step is. */
import { isMap, isScalar, isSeq, Lexer, LineCounter, Parser, parseDocument, type YAMLMap } from 'yaml'
import { isOtherRunner, isPart } from './test-command.ts'

export interface Workflow {
  /** From the top of the repository. */
  readonly path: string
  readonly text: string
  /** Steps that run tests, or install what tests need, in their order. */
  readonly tests: readonly TestStep[]
  /** Our own steps: the line, from 1, and the folder that each looks at. */
  readonly ours: readonly { readonly line: number; readonly folder: string }[]
  /** Why nothing was taken from this file. */
  readonly problem?: string
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
  readonly job: string
  /** The job as it is written. */
  readonly jobText: string
  readonly matrix: boolean
  readonly onPullRequest: boolean
  readonly mayComment: boolean
}

const TESTS =
  /(?:^|[\s/;&])(?:pytest|py\.test|tox|nox)(?:$|[\s;&])|-m\s+(?:tox|nox)\b|\bhatch\s+(?:test|run\s+\S*test)\b|(?:^|\s|\/)(?:make|just|task|invoke|inv|scripts?)[\s/](?:ci|tests?|check|coverage|unit)\b/
/** Names of tox environments and nox sessions that run the suite; others check types, build, … */
const TESTING =
  /^(?:\$(?!.*-(?:mypy|typing|lint|docs)$)|py(?:py|thon)?(?:[\d.{-]|$)|3\.?\d|(?:all|ci|full|default|cov|coverage)$)|(?:^|[-_.])(?:pytest|tests?|unit|integration|functional)(?:$|[-_.\d])/
const INSTALL =
  /\b(?:pip3?|pipx|uv|poetry|pdm|conda|mamba|hatch|pipenv)\s+(?:pip\s+)?(?:install|sync|add|env\s+create)\b/
const OURS = /^[\w.-]+\/where-it-ran@/

/** Steps after which the check could stand, the best first. */
export function findTestSteps(workflows: readonly Workflow[], folder = '.'): readonly TestStep[] {
  const rank = (step: TestStep): number =>
    (isPart(step.command) ? 8 : 0) +
    (step.onPullRequest ? 0 : 4) +
    (folder === '.' || step.jobText.includes(folder) ? 0 : 2) +
    (step.kind === 'tests' ? 0 : 1)
  // The last step of a kind in a job comes first: what is before it has run then.
  return workflows.flatMap(({ tests }) => tests.toReversed()).sort((a, b) => rank(a) - rank(b))
}

/** Where the check is already, like `.github/workflows/ci.yml:31`. */
export function findOurStep(workflows: readonly Workflow[], folder = '.'): string | undefined {
  const found = workflows.flatMap(({ path, ours }) => ours.map((step) => ({ ...step, path })))
  const ours = found.find((step) => step.folder === folder)
  return ours && `${ours.path}:${ours.line}`
}

/** No alias is followed: by aliases of aliases a small file would unfold until memory ends. */
export function parseWorkflow(path: string, text: string): Workflow {
  const nothing = { path, text, tests: [], ours: [] }
  if (text.length > MAX_LENGTH || isTooDeep(text))
    return { ...nothing, problem: `${path}: it is larger or deeper than a workflow` }
  const lineCounter = new LineCounter()
  const lineAt = (offset: number): number => lineCounter.linePos(offset).line
  // To find repeated keys, the parser compares each key with all others: too slow for a hostile file.
  const doc = parseDocument(text, { lineCounter, prettyErrors: false, uniqueKeys: false })
  const [error] = doc.errors
  if (error) return { ...nothing, problem: `${path}:${lineAt(error.pos[0])}: it is no YAML` }
  if (!isMap(doc.contents)) return nothing
  const about = {
    file: path,
    workflow: wordAt(doc.contents, 'name') ?? path,
    onPullRequest: names(doc.get('on', true), 'pull_request'),
    mayComment: /^\s*pull-requests:\s*write\b/m.test(text),
  }
  const steps = stepsOf(doc.contents, text)
  const tests = steps.flatMap(({ step, start, end, ...job }) =>
    commandsOf(step).flatMap((command) => {
      const kind = kindOf(command)
      return kind ? [{ ...about, ...job, command, kind, end: lineAt(end) }] : []
    }),
  )
  const ours = steps.flatMap(({ step, start }) => {
    const uses = step.items.find(({ key }) => String(key) === 'uses')
    if (!uses || !OURS.test(String(uses.value))) return []
    const folder = wordAt(step.get('with', true), 'working-directory') ?? '.'
    const place = isScalar(uses.key) ? uses.key.range?.[0] : undefined
    return [{ line: lineAt(place ?? start), folder: folder.replace(/^\.\/|\/$/g, '') }]
  })
  return { path, text, tests, ours }
}

const MAX_LENGTH = 512 * 1024
const MAX_DEPTH = 100

/** The parser builds nodes by recursion: deep nesting would end the process, so the depth is counted first. */
function isTooDeep(text: string): boolean {
  const parser = new Parser()
  for (const lexeme of new Lexer().lex(text)) {
    for (const _ of parser.next(lexeme));
    if (parser.stack.length > MAX_DEPTH) return true
  }
  return false
}

/** Steps that are written one below the other, with what is known of their job. */
function stepsOf(workflow: YAMLMap, text: string) {
  const jobs = workflow.get('jobs', true)
  return (isMap(jobs) ? jobs.items : []).flatMap(({ key, value: job }) => {
    const steps = isMap(job) ? job.get('steps', true) : undefined
    if (!isMap(job) || !isSeq(steps) || steps.flow || !steps.range || !job.range) return []
    const [first] = steps.range
    const indent = first - text.lastIndexOf('\n', first) - 1
    const strategy = job.get('strategy', true)
    const matrix = isMap(strategy) && strategy.has('matrix')
    const about = { job: String(key), jobText: text.slice(job.range[0], job.range[1]), matrix, indent }
    // Comments that are indented deeper than the dash belong to the step.
    const outside = new RegExp(`\\n {0,${indent}}(?=\\S)`)
    return steps.items.filter(isMap).map((step) => {
      const [start, , end] = step.range ?? [first, first, first]
      const source = text.slice(start, end).split(outside)[0] ?? ''
      return { ...about, step, start, end: start + source.trimEnd().length }
    })
  })
}

/** Every line of a shell that a step starts. */
const commandsOf = (step: YAMLMap): string[] =>
  (wordAt(step, 'run') ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => !line.startsWith('#'))

function kindOf(command: string): TestStep['kind'] | undefined {
  if (INSTALL.test(command)) return 'install'
  return (TESTS.test(command) || isOtherRunner(command)) && !isChore(command) ? 'tests' : undefined
}

/** tox or nox for something else than tests, by the names that it is given. */
function isChore(command: string): boolean {
  const named = /\b(?:tox|nox)\b.*?\s-(?:-session|-env|-factor|[efskm])[ =]*(["']?)([^"'\s]+)\1/.exec(command)?.[2]
  return named !== undefined && !named.split(',').some((name) => TESTING.test(name))
}

function wordAt(node: unknown, key: string): string | undefined {
  const value = isMap(node) ? node.get(key) : undefined
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

/** A word, a list of words, or a map of them: all three say which events start a workflow. */
function names(node: unknown, word: string): boolean {
  if (isMap(node)) return node.has(word)
  return isSeq(node) ? node.items.some((item) => names(item, word)) : isScalar(node) && node.value === word
}
