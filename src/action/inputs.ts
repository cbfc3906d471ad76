/** What the workflow says, read once and checked as a whole: every wrong input is named with the line that mends it. */
import { createHash } from 'node:crypto'
import * as core from '@actions/core'
import type { FailOn } from '../core/case.ts'
import { FAIL_ON } from '../core/case.ts'
import type { Place } from '../core/model.ts'
import { PLACES } from '../core/model.ts'
import { LEG_OF_PLACE } from '../core/place.ts'

const MODES = ['auto', 'report', 'probe', 'comment'] as const
const TESTS = ['auto', 'always', 'never'] as const
const SOURCE_NAMES = ['artifact', 'text', 'checkout'] as const

type Mode = Exclude<(typeof MODES)[number], 'auto'>
type SourceName = (typeof SOURCE_NAMES)[number]

export interface Inputs {
  readonly mode: Mode
  readonly place: Place
  readonly leg: string | undefined
  readonly expect: readonly string[]
  readonly places: 'auto' | readonly Place[]
  readonly python: string
  readonly workingDirectory: string
  readonly claims: string
  readonly probes: string
  readonly tests: (typeof TESTS)[number]
  readonly failOn: readonly FailOn[]
  readonly comment: boolean
  readonly commentKey: string
  readonly sources: readonly SourceName[]
  readonly agents: readonly string[]
  readonly artifactPrefix: string
  readonly retentionDays: number | undefined
  readonly token: string
  readonly prNumber: number | undefined
}

/** Which of several checks of one pull request this is; nothing where there is one. */
export const checkOf = ({ workingDirectory, commentKey }: Inputs): string | undefined =>
  (workingDirectory === '.' ? commentKey : workingDirectory) || undefined

/** One wrong input; `fix` is the line to write instead. */
interface InputProblem {
  readonly input: string
  readonly message: string
  readonly fix: string
}

export class InputError extends Error {
  readonly problems: readonly InputProblem[]
  constructor(problems: readonly InputProblem[]) {
    super(problems.map(({ input, message, fix }) => `${input}: ${message}; write \`${fix}\``).join('\n'))
    this.name = 'InputError'
    this.problems = problems
  }
}

/** Throws InputError with all that is wrong. */
export function readInputs(): Inputs {
  const problems: InputProblem[] = []
  const read = createReader(problems)
  const place = read.oneOf('place', PLACES)
  const leg = readLeg(core.getInput('leg'))
  const mode = read.oneOf('mode', MODES)
  const workingDirectory = read.path('working-directory')
  const retentionDays = read.count('retention-days', 400)
  const prNumber = read.count('pr-number', 999_999_999)
  const inputs: Inputs = {
    mode: mode === 'auto' ? (leg !== undefined || place !== 'ci' ? 'probe' : 'report') : mode,
    place,
    leg,
    expect: read.list('expect', LEG_OF_PLACE, 'ci-py3.13'),
    places: core.getInput('places') === 'auto' ? 'auto' : read.some('places', PLACES),
    python: core.getInput('python'),
    workingDirectory,
    claims: read.path('claims'),
    probes: read.path('probes'),
    tests: read.oneOf('tests', TESTS),
    failOn: read.some('fail-on', FAIL_ON),
    comment: read.oneOf('comment', ['true', 'false'] as const) === 'true',
    commentKey: keyOf(read.word('comment-key', 40) || workingDirectory.replace(/^\.$/, '')),
    sources: read.some('sources', SOURCE_NAMES),
    agents: read.list('agents', /^[A-Za-z0-9-]{1,60}(?:\[bot\])?$/, 'my-agent[bot]'),
    artifactPrefix: read.word('artifact-prefix', 60) || 'probes',
    retentionDays,
    token: core.getInput('github-token'),
    prNumber,
  }
  if (inputs.failOn.length > 1 && inputs.failOn.includes('never'))
    problems.push({ input: 'fail-on', message: '`never` stands alone', fix: 'fail-on: never' })
  if (problems.length > 0) throw new InputError(problems)
  return inputs
}

/** Characters of a leg's name, and of a check's. */
const LONGEST = 40

/** Letters, digits and `._-`. What had to be changed for that carries a hash of what it was: names stay apart. */
function fitName(text: string): string {
  const fit = text.replace(/[^A-Za-z0-9._]+/g, '-').replace(/^-+|-+$/g, '')
  if (fit === text && fit !== '' && fit.length <= LONGEST) return fit
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8)
  return [fit.slice(0, LONGEST - 9), hash].filter((part) => part !== '').join('-')
}

/** Which check it is, as artifacts carry it before the place: `probes-box-ci` must be the file of no box. */
const keyOf = (name: string): string =>
  name === '' ? '' : fitName(/^(?:local|box|ci)(?![^-])/.test(name) ? `in/${name}` : name)

function createReader(problems: InputProblem[]) {
  const refuse = (input: string, message: string, example: string) => {
    problems.push({ input, message, fix: `${input}: ${example}` })
  }
  const quote = (value: string) => `\`${value.slice(0, 60)}\``

  function list(input: string, pattern: RegExp, example: string): readonly string[] {
    const words = wordsOf(core.getInput(input))
    const odd = words.filter((word) => !pattern.test(word))
    if (odd.length > 0) refuse(input, `${odd.map(quote).join(', ')} is not understood`, example)
    return [...new Set(words)]
  }

  return {
    list,

    oneOf<T extends string>(input: string, allowed: readonly [T, ...T[]]): T {
      const value = core.getInput(input) || allowed[0]
      const found = allowed.find((one) => one === value)
      if (found === undefined) refuse(input, `${quote(value)} is none of ${allowed.join(', ')}`, allowed[0])
      return found ?? allowed[0]
    },

    /** At least one of the allowed words. */
    some<T extends string>(input: string, allowed: readonly T[]): readonly T[] {
      const pattern = new RegExp(`^(?:${allowed.join('|')})$`)
      const words = list(input, pattern, allowed.slice(0, 3).join(', ')) as readonly T[]
      if (words.length === 0) refuse(input, 'is empty', allowed.slice(0, 3).join(', '))
      return words
    },

    word(input: string, longest: number): string {
      const value = core.getInput(input)
      const fits = value.length <= longest && /^[A-Za-z0-9._-]*$/.test(value)
      if (!fits)
        refuse(input, `${quote(value)} is not at most ${longest} letters, digits, \`.\`, \`_\` and \`-\``, 'my-check')
      return fits ? value : ''
    },

    count(input: string, largest: number): number | undefined {
      const value = core.getInput(input)
      if (value === '') return undefined
      const count = /^\d{1,9}$/.test(value) ? Number(value) : 0
      if (count < 1 || count > largest) refuse(input, `${quote(value)} is not a number from 1 to ${largest}`, '7')
      return count
    },

    /** Relative, with `/`, and not out of where it starts. */
    path(input: string): string {
      const value =
        core
          .getInput(input)
          .replaceAll('\\', '/')
          .replace(/^(?:\.\/)+|\/+$/g, '') || '.'
      const inside = !/^(?:\/|[A-Za-z]:)/.test(value) && !value.split('/').includes('..')
      if (!inside) refuse(input, `${quote(value)} leads out of the checkout`, 'pkg/api')
      return inside ? value : '.'
    },
  }
}

const wordsOf = (text: string): string[] => text.split(/[\s,]+/).filter((word) => word !== '')

/**
 * The name of this part of the place, as given or made of the matrix: `{"python":"3.13","os":"ubuntu-latest"}`
 * gives `py3.13-ubuntu-latest`; `null`, no matrix, gives none. `{"extra":""}` is a leg like any other.
 */
export function readLeg(input: string): string | undefined {
  if (input === '' || input === 'null' || input === '{}') return undefined
  const matrix = parseMatrix(input)
  return fitName(matrix === undefined ? input : scalarsOf(matrix, '').join('-'))
}

function parseMatrix(text: string): unknown {
  if (!text.startsWith('{')) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An exact Python is told to be one: `3.13` may be anything. */
function scalarsOf(value: unknown, key: string): string[] {
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, one]) => scalarsOf(one, name))
  const isPython = /^(?:python|python-version|py|pyver)$/.test(key) && /^[23]\.\d{1,2}$/.test(String(value))
  return value === null ? [] : [`${isPython ? 'py' : ''}${value}`]
}
