import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { atRoot } from './support/bed.ts'

test('dist is what src builds to', async () => {
  const checked = promisify(execFile)(process.execPath, [atRoot('scripts/build.mjs'), '--check'])
  const { stdout } = await checked.catch((error: { stderr: string }) => ({ stdout: error.stderr }))
  expect(stdout).toBe('dist/ is what src/ builds to\n')
})
