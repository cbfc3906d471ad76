import { afterAll, describe, expect, test, vi } from 'vitest'
import { interpreterRows } from './another-interpreter.ts'
import { checkoutRows } from './checkouts.ts'
import { contentRows } from './content.ts'
import { environmentRows } from './environment.ts'
import { importRows } from './imports.ts'
import { launcherRows } from './launchers.ts'
import { noRunRows } from './no-run.ts'
import { persistenceRows } from './persistence.ts'
import { presenceRows } from './presence.ts'
import { secretRows } from './secrets.ts'
import { readCorpus } from './support/corpus.ts'
import { findLacks } from './support/needs.ts'
import { checkRow, type Row } from './support/table.ts'
import { removeGroups } from './support/under.ts'
import { testRunRows } from './test-runs.ts'
import { worktreeRows } from './worktrees.ts'

const TABLES: { readonly [kind: string]: readonly Row[] } = {
  'another interpreter': interpreterRows,
  launchers: launcherRows,
  imports: importRows,
  checkouts: checkoutRows,
  environment: environmentRows,
  'test runs': testRunRows,
  'runs that are none': noRunRows,
  content: contentRows,
  persistence: persistenceRows,
  'presence without content': presenceRows,
  secrets: secretRows,
  worktrees: worktreeRows,
}

const corpus = readCorpus()
type Outcome = 'right' | 'wrong' | { readonly skipped: string }
const outcomes = new Map<Row, Outcome>()

// Several processes for each, several at once.
vi.setConfig({ testTimeout: 180_000 })
afterAll(removeGroups)

for (const [kind, rows] of Object.entries(TABLES)) {
  describe.concurrent(kind, () => {
    for (const row of rows)
      test(row.id ? `${row.id} ${row.title}` : row.title, async ({ skip }) => {
        const lacks = await findLacks(row.needs ?? [])
        if (lacks.length > 0) {
          outcomes.set(row, { skipped: lacks.join('; ') })
          skip(lacks.join('; '))
        }
        outcomes.set(row, 'wrong')
        const report = corpus.find(({ id }) => id === row.id)
        checkRow(row, await row.play(), report)
        outcomes.set(row, 'right')
      })
  })
}

// Runs after the concurrent ones: a report is right only if every recreation of it is.
test('every report of the corpus is recreated or skipped with a reason', () => {
  const rows = Object.values(TABLES).flat()
  const told = corpus.map((report) => {
    const its = rows.filter(({ id }) => id === report.id).map((row) => outcomes.get(row))
    return { id: report.id, its }
  })
  const missing = told.filter(({ its }) => its.length === 0).map(({ id }) => id)
  const skipped = told.filter(({ its }) => its.some((one) => typeof one === 'object'))
  const right = told.filter(({ its }) => its.length > 0 && its.every((one) => one === 'right'))
  const why = skipped.map(
    ({ id, its }) => `${id} (${its.flatMap((one) => (typeof one === 'object' ? one.skipped : [])).join('; ')})`,
  )
  const recreated = corpus.length - missing.length - skipped.length
  console.info(
    `${recreated} of ${corpus.length} recreated, ${right.length} right, ${skipped.length} skipped${why.length > 0 ? `: ${why.join(', ')}` : ''}`,
  )
  expect(missing).toEqual([])
})
