/**
 * Tables of situations, as text: what is otherwise than in a green case, and what is expected then.
 *
 *     [tests green: suite] tests. source=report
 *     # Why this is so.
 *     @ci failed=1, /git.head=EARLIER, box/tests.collected=1 -> FAILED: 1 failed, 412 passed, 3 skipped
 *     {errors,failed}=unsaid -> FACT_MISSING: tests.{}
 *
 * The title names claim and subject, the path that the names of facts begin with, and what is otherwise in each of its
 * rows. "/" begins a fact of another section, "box/" one of another place, "claims/" and "case/" what is not a fact.
 * `{a,b}` makes a row of each. A reason may stand before the changes. An indented line goes on with the one before it.
 */
import * as facts from './facts.ts'

type Table = { [key: string]: unknown }

const TITLE = /^\[(.+?)(?:: (.*))?\] ?(.*)$/

export interface Situation extends Pick<Row, 'row' | 'title' | 'place' | 'expected'> {
  /** Where a row has one before its changes. */
  readonly reason: string
  /** What is otherwise: `facts`, `claim`, `claims`, `case`, or a place. */
  readonly changes: { readonly [root: string]: Table }
}

const { HEAD, MERGE, BASE, EARLIER, CONTENT, EARLIER_CONTENT, OTHER_CONTENT } = facts
const NAMES: Table = { HEAD, MERGE, BASE, EARLIER, CONTENT, EARLIER_CONTENT, OTHER_CONTENT, unsaid: undefined }
for (const place of ['local', 'box', 'ci'] as const)
  for (const [purpose, name] of ['machine', 'boot', 'container', 'run', 'previous run'].entries())
    NAMES[`${name} of ${place}`] = facts.idOf(place, purpose + 1)

function readValue(text: string): unknown {
  if (text in NAMES) return NAMES[text]
  if (!/^(?:[["]|-?\d+$|true$|false$|null$)/.test(text)) return text
  const value: unknown = JSON.parse(text)
  return Array.isArray(value) ? value.map((one) => NAMES[one] ?? one) : value
}

function put(table: Table, path: string, value: unknown): void {
  const keys = (path.match(/"[^"]*"|[^."]+/g) ?? []).map((key) => key.replaceAll('"', ''))
  const last = keys.pop() ?? ''
  let at = table
  for (const key of keys) {
    at[key] ??= {}
    at = at[key] as Table
  }
  at[last] = value
}

export function readChanges(text: string, base: string): Situation['changes'] {
  const changes: { [root: string]: Table } = {}
  for (const change of text.split(', ').filter((one) => one !== '')) {
    const [, root, name = '', value = ''] = /^(?:([a-z]*)\/)?([^=]+)=(.*)$/.exec(change) ?? []
    if (name === '') throw new Error(`no change: ${change}`)
    changes[root || 'facts'] ??= {}
    put(changes[root || 'facts'] ?? {}, root === undefined ? base + name : name, readValue(value))
  }
  return changes
}

function spread(row: string): string[] {
  const [group, words = ''] = /\{([^{}\s]+)\}/.exec(row) ?? []
  return group === undefined ? [row] : words.split(',').map((word) => row.replace(group, word).replaceAll('{}', word))
}

export interface Row {
  /** The row as it stands in the file, which is the name of its test. */
  readonly row: string
  /** What stands before the colon of the title, and what stands behind it. */
  readonly title: readonly [string, string]
  readonly base: string
  /** What is otherwise in each row below the title. */
  readonly always: string
  readonly place: string | undefined
  readonly left: string
  readonly expected: string
}

export function readRows(text: string): Row[] {
  let title: Row['title'] = ['', '']
  let [base, always] = ['', '']
  return text
    .replaceAll(/\n +/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, what, subject = '', path = ''] = TITLE.exec(line) ?? []
      if (what !== undefined) {
        const [first = '', ...rest] = path.split(' ')
        const hasBase = !first.includes('=')
        title = [what, subject]
        base = hasBase ? first : ''
        always = hasBase ? rest.join(' ') : path
      }
      if (what !== undefined || line === '' || line.startsWith('#')) return []
      return spread(line).map((row) => {
        const [, place, left = '', expected = ''] = /^(?:@(\w+) ?)?(.*?) ?-> (.+)$/.exec(row) ?? []
        if (expected === '') throw new Error(`nothing expected: ${row}`)
        return { row, title, base, always, place, left, expected }
      })
    })
}

export const readSituations = (text: string): Situation[] =>
  readRows(text).map(({ left, base, always, ...row }) => {
    const [, reason = '', changed = ''] = /^(?:([A-Z_]+)(?:, |$))?(.*)$/.exec(left) ?? []
    return { ...row, reason, changes: readChanges(`${always}, ${changed}`, base) }
  })
