import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { atRoot } from './support/bed.ts'

const readme = fs.readFileSync(atRoot('README.md'), 'utf8')

describe('README', () => {
  test('says of inputs and outputs what action.yml says', () => {
    const { status, stderr } = spawnSync(process.execPath, [atRoot('scripts/readme-tables.mjs'), '--check'], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })

  test('names pictures and pages that are there', () => {
    const targets = [...readme.matchAll(/(?:\]\(|src(?:set)?=")([^)"#:]+)[)"]/g)].map(
      ([, target]) => target ?? '',
    )
    expect(targets.length).toBeGreaterThan(3)
    expect(targets.filter((target) => !fs.existsSync(atRoot(target)))).toEqual([])
  })

  test('has every file that its claims and commands name', () => {
    const json = /```json\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
    expect(Object.keys(JSON.parse(json))).toContain('tests')
  })
})
