/**
 * Real probe files of one project in which every kind of claim holds, recorded once: `recorded/*.txt`. Tests that
 * need real files but no process start from them; `recorded.test.ts` holds them against what the probe writes today.
 */
import fs from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Place } from '../../../src/core/model.ts'
import { factsIn } from './text.ts'

export const CLAIMS = {
  salt: 'ab'.repeat(16),
  packages: ['pytest', 'json', { name: 'demo', from: 'repo' }],
  env: ['MODE', { name: 'SHARED', compare: true }],
  files: ['~/model.bin'],
  canary: ['home'],
  tests: { command: ['python', '-m', 'pytest', '-q', '--junitxml=junit.xml'], reports: ['junit.xml'] },
  secrets: ['.env'],
}

export const recordedFile = (place: Place): string =>
  fileURLToPath(new URL(`../recorded/${place}.txt`, import.meta.url))
export const recorded = (place: Place): string => fs.readFileSync(recordedFile(place), 'utf8')

/** Its machine id: what tells one place from another. */
export const machineOf = (place: Place): string => factsIn(recorded(place)).host?.machine ?? ''
