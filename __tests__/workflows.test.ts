import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { atRoot, lintActions } from './support/bed.ts'
import { createFolder } from './support/repo.ts'
import { findTool, lackOf } from './support/tools.ts'

interface Step {
  uses?: string
  with?: Record<string, unknown>
}
interface Workflow {
  permissions?: unknown
  jobs: Record<string, { permissions?: unknown; 'timeout-minutes'?: number; steps: Step[] }>
}

const dir = atRoot('.github/workflows')
const files = fs.readdirSync(dir).map((name) => path.join(dir, name))

test("GitHub's own language service has nothing to say", async () => {
  expect(await lintActions(atRoot('action.yml'), files)).toEqual([])
})

test('nor of the workflow that docs/forks.md tells to add, and it notices an input that is none', async () => {
  const [, text = ''] = /```yaml[^\n]*\n(.*?)```/s.exec(fs.readFileSync(atRoot('docs/forks.md'), 'utf8')) ?? []
  expect(text).toContain('mode: comment')
  const dir = createFolder()
  const [good, bad] = [path.join(dir, 'good.yml'), path.join(dir, 'bad.yml')]
  fs.writeFileSync(good, text)
  fs.writeFileSync(bad, text.replace('mode: comment', 'mood: comment'))
  expect(await lintActions(atRoot('action.yml'), [good])).toEqual([])
  expect(await lintActions(atRoot('action.yml'), [bad])).toEqual([expect.stringContaining('mood')])
})

test('actionlint has nothing to say, and would', ({ skip }) => {
  const actionlint = findTool('actionlint')
  if (!actionlint) return skip(lackOf('actionlint'))
  expect(outputOf(actionlint, ['-no-color', ...files])).toBe('')
  const bad = badWorkflow('runs-on:', 'run-on:')
  expect(outputOf(actionlint, ['-no-color', bad])).toContain('"run-on"')
})

test('zizmor at its strictest has nothing to say, and would', ({ skip }) => {
  const zizmor = findTool('zizmor')
  if (!zizmor) return skip(lackOf('zizmor'))
  const strict = '--offline --no-progress --quiet --persona auditor --format plain --color never'.split(' ')
  const said = outputOf(zizmor, [...strict, atRoot('action.yml'), dir])
  expect(said).toMatch(/^\s*(?:No findings to report.*)?\s*$/)
  const bad = badWorkflow('persist-credentials: false', 'persist-credentials: true')
  expect(outputOf(zizmor, [...strict, bad])).toContain('artipacked')
})

/** One of ours with something wrong in it. */
function badWorkflow(right: string, wrong: string): string {
  const bad = path.join(createFolder(), 'bad.yml')
  fs.writeFileSync(bad, fs.readFileSync(files[0] ?? '', 'utf8').replace(right, wrong))
  return bad
}

/** What a linter says; its exit status says no more. */
const outputOf = (command: string, args: readonly string[]): string => {
  const { stdout, stderr, error } = spawnSync(command, args, { cwd: atRoot('.'), encoding: 'utf8' })
  if (error) throw error
  return `${stdout}${stderr}`
}

test.each(files.map((file) => [path.basename(file), file]))('%s asks for little', (_, file) => {
  const text = fs.readFileSync(file, 'utf8')
  const { permissions, jobs } = parse(text) as Workflow
  expect(permissions).toEqual({})
  for (const job of Object.values(jobs)) {
    expect(job).toMatchObject({ permissions: expect.anything(), 'timeout-minutes': expect.any(Number) })
    for (const { uses, with: inputs } of job.steps) {
      if (uses?.startsWith('actions/checkout@')) expect(inputs).toMatchObject({ 'persist-credentials': false })
    }
  }
  for (const [line] of text.matchAll(/uses: (?!\.\/).*/g)) {
    const own = file.endsWith('where-it-ran.yml') && line.startsWith('uses: where-it-ran/where-it-ran@v1 ')
    if (!own) expect(line).toMatch(/^uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  }
})
