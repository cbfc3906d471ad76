/** Random trees, most of them in disorder: the content id is that of the commit that `git add --all` would make. */
import { execFileSync } from 'node:child_process'
import { expect } from 'vitest'
import { atRoot } from '../support/bed.ts'
import { anyPython } from '../support/look.ts'
import { needing } from '../support/needs.ts'
import { createFolder } from '../support/repo.ts'
import { PLUGIN_FOLDER } from '../support/suite.ts'

/** FUZZ_TREES=5000 FUZZ_SEED=1 npx vitest run __tests__/probe/content-fuzz.test.ts */
const trees = process.env.FUZZ_TREES ?? '15'
const seed = process.env.FUZZ_SEED ?? String(Math.floor(Math.random() * 2 ** 30))

needing('linux').it(
  `${trees} trees from seed ${seed} on`,
  async () => {
    const { path: python } = await anyPython()
    const words = [atRoot('__tests__/support/content_fuzz.py'), PLUGIN_FOLDER, createFolder(), seed, trees]
    const wrong = execFileSync(python, words, { encoding: 'utf8', timeout: 3_600_000 })
    expect(JSON.parse(wrong), `seeds that differ; the first was ${seed}`).toEqual([])
  },
  3_600_000,
)
