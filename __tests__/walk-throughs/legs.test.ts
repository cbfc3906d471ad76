/** A matrix of four, of which one dies; then "Re-run failed jobs". */
import { beforeAll } from 'vitest'
import { startAction } from '../support/action.ts'
import type { Pull, Run } from '../support/bed.ts'
import { pullRequestEvent } from '../support/events.ts'
import { runOf, useBed } from '../support/use-bed.ts'
import { check, synchronise } from './support/check.ts'
import { createProject, type Project, sitDown } from './support/project.ts'
import { suiteAt, tell } from './support/telling.ts'

const lack = process.platform === 'win32' ? 'made of POSIX links' : undefined
const bed = useBed({ keep: ['pulls', 'artifacts', 'comments'] })
const LEGS = ['3.10', '3.11', '3.12', '3.13']

let project: Project
let pull: Pull
let first: Run
beforeAll(async () => {
  if (lack) return
  project = await createProject()
  await sitDown(project, 'laptop').push('local')
  await sitDown(project, 'agents-box').push('box')
  pull = synchronise(bed, project.origin, {})
  first = runOf(bed, pull)
  await Promise.all(LEGS.slice(0, 3).map((python) => leg(python, first)))
  for (const python of LEGS) addJob(python, 1, python === '3.13' ? [-600, -300] : [-600, 600])
})

/** As GitHub lists it; each leg has a machine of its own. */
const addJob = (python: string, attempt: number, times: readonly [from: number, to: number]) =>
  bed.gh.addJob({
    run_id: first.id,
    name: `test (${python})`,
    run_attempt: attempt,
    runner_name: runnerOf(python),
    ...Object.fromEntries(times.map((time, index) => [['started_at', 'completed_at'][index], at(time)])),
  })
const runnerOf = (python: string) => `GitHub Actions ${LEGS.indexOf(python)}`
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+/, '')

/** A job of the matrix: the tests' Python is the same one, the name of the leg is another. */
async function leg(python: string, run: Run): Promise<void> {
  const ran = await startAction({
    bed,
    repo: project.origin,
    run,
    event: pullRequestEvent(pull),
    // One Python runs them all: a leg that promised another would prove nothing.
    matrix: { group: python },
    env: { MODE: 'strict', RUNNER_NAME: runnerOf(python), PATH: `${project.bin}:/usr/bin:/bin` },
  })
  if (ran.outputs.verdict !== 'pass') throw new Error(ran.stdout)
}

/** The job after the matrix, which has no project. */
const report = (run: Partial<Run>) =>
  check(bed, project, { run, with: { expect: LEGS.map((python) => `ci-${python}`).join(', '), python: '/no/python' } })

tell(
  [
    {
      title: 'four legs of which one is missing: the column says which, and what brings it',
      play: () => report({ id: first.id }),
      cells: { ...suiteAt(['ci'], 'unknown MISSING_LEG'), ...suiteAt(['local', 'box'], 'holds GREEN') },
      blocks: ['UNKNOWN'],
      next: /3\.13/,
      golden: 'four-legs-one-missing',
    },
    {
      title: 'the failed job run again: its leg is there, those of the first attempt still count',
      async play() {
        const again = { id: first.id, run_attempt: 2 }
        await leg('3.13', runOf(bed, pull, again))
        addJob('3.13', 2, [-60, 600])
        return report(again)
      },
      cells: suiteAt(['local', 'box', 'ci'], 'holds GREEN'),
      blocks: [],
      next: null,
      golden: 'failed-job-again',
    },
    {
      title: 'run again, and a leg dies before its step: what it said before does not count any more',
      async play() {
        addJob('3.10', 3, [900, 910])
        return report({ id: first.id, run_attempt: 3 })
      },
      cells: { ...suiteAt(['ci'], 'unknown MISSING_LEG'), ...suiteAt(['local', 'box'], 'holds GREEN') },
      blocks: ['FAULT', 'UNKNOWN'],
      next: /3\.10/,
      golden: 'died-again',
    },
  ],
  lack,
)
