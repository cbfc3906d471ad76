import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createFiles } from '../../src/adapters/files.ts'
import { loadSecretNet } from '../../src/adapters/secret-net.ts'
import { publish } from '../../src/app/publish.ts'
import { judgeCase } from '../../src/core/verdict/verdict.ts'
import { caseOf } from '../support/facts.ts'
import { createFolder, writeFiles } from '../support/repo.ts'

const net = await loadSecretNet({})
const verdict = judgeCase(caseOf())
const read = (dir: string, name: string) => fs.readFileSync(path.join(dir, 'probes', name), 'utf8')

test('the report and the table lie in the probes folder', async () => {
  const dir = createFolder()
  expect(await publish(verdict, createFiles(dir), 'probes', net)).toEqual({
    report: 'probes/report.md',
    table: 'probes/table.json',
    faults: [],
  })
  expect(read(dir, 'report.md')).toMatch(/\| *Claim in chat *\| *Probe *\| *Local *\| *Agent box *\| *CI *\|/)
  expect(JSON.parse(read(dir, 'table.json'))).toMatchObject({ format: 1, verdict: 'pass' })
})

test('notes are named when they are there', async () => {
  const dir = createFolder()
  await publish(verdict, createFiles(dir), 'probes', net)
  expect(read(dir, 'report.md')).not.toContain('notes.md')
  writeFiles(dir, { 'probes/notes.md': 'what I did\n' })
  await publish(verdict, createFiles(dir), 'probes', net)
  expect(read(dir, 'report.md')).toContain('probes/notes.md')
  expect(read(dir, 'report.md')).not.toContain('what I did')
})

test('what cannot be written is a fault, and the other is written', async () => {
  const dir = createFolder()
  writeFiles(dir, { 'probes/report.md/x': '' })
  const published = await publish(verdict, createFiles(dir), 'probes', net)
  expect(published).toEqual({
    table: 'probes/table.json',
    faults: [
      { where: 'report', message: expect.stringMatching(/can't write probes\/report\.md/), fix: expect.any(String) },
    ],
  })
})
