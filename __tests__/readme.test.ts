import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readClaims } from '../src/core/claims/read.ts'
import { atRoot } from './support/bed.ts'
import { createFolder, createRepo, writeFiles } from './support/repo.ts'

const readme = fs.readFileSync(atRoot('README.md'), 'utf8')

describe('README', () => {
  test('says of inputs and outputs what action.yml says', () => {
    const { status, stderr } = spawnSync(process.execPath, [atRoot('scripts/readme-tables.mjs'), '--check'], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })

  test('names pictures and pages that are there', () => {
    const targets = [...readme.matchAll(/(?:\]\(|src(?:set)?=")([^)"#:]+)[)"]/g)].map(([, target]) => target ?? '')
    expect(targets.length).toBeGreaterThan(3)
    expect(targets.filter((target) => !fs.existsSync(atRoot(target)))).toEqual([])
  })

  test('shows claims that both readers take', () => {
    const claims = /```json claims\n([\s\S]*?)```/.exec(readme)?.[1] ?? ''
    expect(readClaims(claims, '0'.repeat(64))).toMatchObject({ ok: true })
    const { dir } = createRepo({ 'probes/claims.json': claims })
    const probe = [atRoot('dist/agent_probe.py'), 'local', '--stdout', '--only', 'env']
    const { status, stdout, stderr } = spawnSync('python3', probe, { cwd: dir, encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, expect.stringContaining('claims: probes/claims.json\n')])
    expect(stdout).toContain('[env.claimed.API_BASE]')
  })

  test('names two commands that do not stand in each other’s way: lint passes over what a run writes', () => {
    const unformatted = '{"a" :1 }\n'
    const config = fs.readFileSync(atRoot('biome.json'), 'utf8')
    const lint = (file: string) => {
      const dir = createFolder()
      writeFiles(dir, { 'biome.json': config, 'fine.json': '{ "a": 1 }\n', [file]: unformatted })
      return spawnSync(process.execPath, [atRoot('node_modules/@biomejs/biome/bin/biome'), 'check'], { cwd: dir })
    }
    expect(lint('probes/table.json').status).toBe(0)
    // The check would have seen it elsewhere.
    expect(lint('other/table.json').status).toBe(1)
  })
})
