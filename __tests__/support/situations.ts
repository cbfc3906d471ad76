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

const TITLE = /^\[(.+?)(?:: (.*))?\] ?(\S*) ?(.*)$/
const ROW = /^(?:@(\w+) ?)?(?:([A-Z_]+)(?:, |(?= ->)))?(.*?) ?-> (.+)$/

export interface Situation {
  /** The row as it stands in the file, which is the name of its test. */
  readonly row: string
  /** What stands before the colon of the title, and what stands behind it. */
  readonly title: readonly [string, string]
  readonly place: string | undefined
  /** Where a row has one before its changes. */
  readonly reason: string
  /** What is otherwise: `facts`, `claim`, `claims`, `case`, or a place. */
  readonly changes: { readonly [root: string]: Table }
  readonly expected: string
}

const { HEAD, MERGE, BASE, EARLIER, CONTENT, EARLIER_CONTENT, OTHER_CONTENT } = facts
const NAMES: Table = {
  HEAD,
  MERGE,
  BASE,
  EARLIER,
  CONTENT,
  EARLIER_CONTENT,
  OTHER_CONTENT,
  unsaid: undefined,
}
for (const place of ['local', 'box', 'ci'] as const)
  for (const [purpose, name] of ['machine', 'boot', 'container', 'run', 'previous run'].entries())
    NAMES[`${name} of ${place}`] = facts.idOf(place, purpose + 1)

const readValue = (text: string): unknown =>
  text in NAMES ? NAMES[text] : /^(?:[["]|-?\d+$|true$|false$|null$)/.test(text) ? JSON.parse(text) : text

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

function readChanges(text: string, base: string): Situation['changes'] {
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
  return group === undefined
    ? [row]
    : words.split(',').map((word) => row.replace(group, word).replaceAll('{}', word))
}

export function readSituations(text: string): Situation[] {
  let title: Situation['title'] = ['', '']
  let [base, always] = ['', '']
  return text
    .replaceAll(/\n +/g, ' ')
    .split('\n')
    .flatMap((line) => {
      const [, what, subject = '', path = '', common = ''] = TITLE.exec(line) ?? []
      if (what !== undefined) [title, base, always] = [[what, subject], path, common]
      if (what !== undefined || line === '' || line.startsWith('#')) return []
      return spread(line).map((row) => {
        const [, place, reason = '', changed = '', expected = ''] = ROW.exec(row) ?? []
        if (expected === '') throw new Error(`nothing expected: ${row}`)
        const changes = readChanges(`${always}, ${changed}`, base)
        return { row, title, place, reason, changes, expected }
      })
    })
}
