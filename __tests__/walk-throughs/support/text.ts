/** A probe file's text: read, written with some facts otherwise, and the content ids that it should name. */
import { createHash } from 'node:crypto'
import { readProbeFile } from '../../../src/core/probe-file/read.ts'
import type { Facts } from '../../../src/core/probe-file/schema.ts'
import { type FactOverrides, withFacts } from '../../support/facts.ts'
import type { Repo } from '../../support/repo.ts'
import { writeProbeFile } from '../../support/write-probe-file.ts'

export function factsIn(text: string, said = ''): Facts {
  const reading = readProbeFile(text)
  if (!reading.ok) throw new Error(`${JSON.stringify(reading.problems.slice(0, 3))}\n${text.slice(0, 2000)}\n${said}`)
  return reading.facts
}

/** The same file with some facts otherwise, written and read as any other. */
export const edited = (text: string, overrides: FactOverrides): string =>
  writeProbeFile(withFacts(factsIn(text), overrides))

export interface Content {
  readonly sha: string
  readonly content: string
}

/** DESIGN, "Content, not commits", straight from git: what our own products are is said by the story. */
export function contentOf(repo: Repo, sha: string, own: RegExp = /^probes\/claims\.json$/): Content {
  const records = repo
    .git('ls-tree', '-r', '-z', sha)
    .split('\0')
    .filter((record) => record !== '')
  const kept = records.filter((record) => !own.test(record.slice(record.indexOf('\t') + 1)))
  return { sha, content: createHash('sha256').update(kept.join('\0')).digest('hex') }
}
