import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { factsOf } from '../support/facts.ts'
import { createRepo } from '../support/repo.ts'
import { writeProbeFile } from '../support/write-probe-file.ts'
import { heartOf, SECRETS } from './support/secrets.ts'

/** What a terminal acts on, and what another runner would take for a command. */
const ACTED_ON = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]|^\s*::|##(?:vso|teamcity)?\[/mu
const EVIL = '\n::error::x ##vso[task.setvariable variable=PATH]x \u001b]8;;http://e\u0007 \u009b31m \u202e'

describe('nothing that the command line says acts on a screen', () => {
  test.each<[string, string]>([
    ['a key of claims.json', JSON.stringify({ [EVIL]: 1 })],
    ['a name in claims.json', JSON.stringify({ packages: [EVIL] })],
    ['claims.json that is no JSON', `{ ${EVIL}`],
  ])('%s', async (_what, claims) => {
    const repo = createRepo({ 'probes/claims.json': claims })
    const { status, stdout, stderr } = await runCli(['table'], repo.dir)
    expect(status).toBe(2)
    expect(stderr).toContain('claims.json')
    expect(stdout + stderr).not.toMatch(ACTED_ON)
  })

  test('a command line that is none', async () => {
    const { status, stdout, stderr } = await runCli(['table', EVIL, `--leg=${EVIL}`], createRepo({ a: '' }).dir)
    expect(status).toBe(2)
    expect(stdout + stderr).not.toMatch(ACTED_ON)
  })

  test('facts in a table and in a difference, in every form', async () => {
    const repo = createRepo({ 'README.md': '' })
    const token = SECRETS['GitHub classic token'] ?? ''
    fs.mkdirSync(path.join(repo.dir, 'probes'))
    for (const place of ['local', 'box'] as const) {
      const facts = factsOf(place, { interpreter: { executable: `/x/${place}${EVIL}/${token}` } })
      fs.writeFileSync(path.join(repo.dir, `probes/${place}.txt`), writeProbeFile(facts))
    }
    for (const args of [
      ['table'],
      ['table', '--format', 'json'],
      ['diff', 'local', 'box'],
      ['diff', 'local', 'box', '--format', 'json'],
    ]) {
      const { stdout, stderr } = await runCli(args, repo.dir)
      expect(stdout.length).toBeGreaterThan(100)
      // In JSON a line of its own can't begin inside a string.
      expect(stdout + stderr).not.toMatch(args.includes('json') ? /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u : ACTED_ON)
      expect(stdout + stderr).not.toContain(heartOf(token))
    }
  })
})
