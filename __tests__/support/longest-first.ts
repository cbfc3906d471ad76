import fs from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { atRoot } from './bed.ts'

/** Over twenty seconds each: one of them at the end of a run would leave the other worker idle. */
const LONGEST = [
  'cases/cases',
  'action/report',
  'probe/plugin',
  'probe/run',
  'probe/path',
  'probe/everywhere',
  'walk-throughs/people',
].map((name) => atRoot(`__tests__/${name}.test.ts`))

/** The longest files first, all others as vitest would: by the time they took before, else by size. */
export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    for (const file of LONGEST) if (!fs.existsSync(file)) throw new Error(`there is no test file ${file} any more`)
    const rank = ({ moduleId }: TestSpecification) => LONGEST.indexOf(moduleId) + 1 || LONGEST.length + 1
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
