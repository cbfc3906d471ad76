/** Public reports of "it works here but not there", with what the table should say of each. */
import fs from 'node:fs'
import type { ClaimKind, Place, State } from '../../../src/core/model.ts'

export interface Report {
  readonly id: string
  readonly class: string
  readonly symptom: string
  readonly claim: ClaimKind
  /** `unknown` also stands for a place that the report says nothing about. */
  readonly cells: { readonly [P in Place]: State }
  readonly say: string
}

export const readCorpus = (): readonly Report[] =>
  fs
    .readFileSync(new URL('../corpus.jsonl', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Report)
