import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { findProjectFolder } from '../../src/cli/context.ts'
import { runCli } from '../support/cli.ts'
import { factsOf } from '../support/facts.ts'
import { createFolder, createRepo } from '../support/repo.ts'
import { writeProbeFile } from '../support/write-probe-file.ts'

const CLAIMS = 'probes/claims.json'

describe('the project that somebody stands in', () => {
  const { dir } = createRepo({
    [CLAIMS]: '{}',
    'src/a/b.py': '',
    'api/pyproject.toml': '',
    'api/src/c.py': '',
    'web/probes/claims.json': '{}',
    'web/lib/d.py': '',
  })
  test.each([
    ['.', '.', '.'],
    ['src/a', '.', '.'],
    ['api/src', '.', 'api'],
    ['api', '.', 'api'],
    ['web/lib', 'web', 'web'],
  ])('in %s: %s, for init %s', (from, judged, setUp) => {
    const at = path.join(dir, from)
    expect(findProjectFolder(at, CLAIMS, false).folder).toBe(path.join(dir, judged))
    expect(findProjectFolder(at, CLAIMS, true).folder).toBe(path.join(dir, setUp))
  })

  test('without claims the nearest project, without that the top of the repository', () => {
    const bare = createRepo({ 'api/setup.py': '', 'api/src/c.py': '', 'docs/x.md': '' }).dir
    expect(findProjectFolder(path.join(bare, 'api/src'), CLAIMS, false)).toEqual({
      folder: path.join(bare, 'api'),
      because: 'setup.py',
    })
    expect(findProjectFolder(path.join(bare, 'docs'), CLAIMS, false)).toEqual({ folder: bare, because: '.git' })
  })

  test('outside a repository nothing above is looked at', () => {
    const outer = createFolder()
    fs.mkdirSync(path.join(outer, 'probes'))
    fs.writeFileSync(path.join(outer, CLAIMS), '{}')
    const inner = path.join(outer, 'inner')
    fs.mkdirSync(inner)
    expect(findProjectFolder(inner, CLAIMS, false)).toEqual({ folder: inner })
  })
})

test('a command that is started below the project says which one it is about', async () => {
  const repo = createRepo({
    'src/a.py': '',
    [CLAIMS]: JSON.stringify({ places: ['local'], env: ['HOME'] }),
    'probes/local.txt': writeProbeFile(factsOf('local')),
  })
  const from = path.join(repo.dir, 'src')
  const { stderr, stdout } = await runCli(['table'], from)
  expect(stderr).toContain('the project is .., for its probes/claims.json')
  expect(stdout).toContain('HOME')
  expect(fs.readdirSync(from)).toEqual(['a.py'])
  const named = await runCli(['table', '--working-directory', './'], from)
  expect(named.stdout).not.toContain('HOME')
})
