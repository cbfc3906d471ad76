/** Re-runs of a part of a run: who was not run again still speaks, who was and handed nothing over does not. */
import { beforeEach, expect, test } from 'vitest'
import { createArtifactSource } from '../../src/adapters/artifact-source/artifact-source.ts'
import type { Run } from '../support/bed.ts'
import { clientOf, requestsOf } from '../support/clients.ts'
import { factsOf } from '../support/facts.ts'
import { addFile } from '../support/green.ts'
import { useBed } from '../support/use-bed.ts'
import { writeProbeFile } from '../support/write-probe-file.ts'

const bed = useBed()
let run: Run
let id = 700
beforeEach(() => {
  run = bed.addRun({ id: ++id, event: 'pull_request', run_attempt: 2 })
})

/** Seconds around now, which is when artifacts are made here. */
const at = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+/, '')
const addJob = (name: string, attempt: number, runner: string, from: number, to: number) =>
  bed.gh.addJob({
    run_id: run.id,
    name,
    run_attempt: attempt,
    runner_name: runner,
    started_at: at(from),
    completed_at: at(to),
  })

/** What the job on this machine handed over in an attempt; null: by a probe that does not name the machine. */
function upload(leg: string, runner: string | null, attempt = '1') {
  const ci = { provider: 'github' as const, run: String(run.id), attempt, runner_name: runner ?? undefined }
  return addFile(bed, run, `ci-${leg}`, writeProbeFile(factsOf('ci', { probe: { leg, ci } })))
}

async function find(attempt = 2) {
  const from = bed.gh.requests.length
  const { texts, faults } = await createArtifactSource({
    api: clientOf(bed),
    runId: run.id,
    attempt,
    runUrl: String,
    prefix: 'probes',
    probes: 'probes',
    earlier: [],
  }).find()
  return {
    legs: texts.map(({ named }) => named.leg).sort(),
    faults: faults.map(({ message }) => message.replace(/^.*: /, '')),
    asked: requestsOf(bed, from).filter((request) => request.includes('jobs')).length,
  }
}

/** Two legs at one time, on two machines. */
function firstAttempt() {
  addJob('test (a)', 1, 'GitHub Actions 1', -60, 60)
  addJob('test (b)', 1, 'GitHub Actions 2', -60, 60)
}
const AGAIN = 'its job ran again in attempt 2 and handed nothing over'

test('a leg that was not run again speaks, its neighbour that died in the second attempt does not', async () => {
  await upload('a', 'GitHub Actions 1')
  await upload('b', 'GitHub Actions 2')
  firstAttempt()
  addJob('test (b)', 2, 'GitHub Actions 1', 120, 130)
  expect(await find()).toEqual({ legs: ['a'], faults: [AGAIN], asked: 1 })
})

test('the same where the list of attempts repeats, with its old times, the job that was not run again', async () => {
  await upload('a', 'GitHub Actions 1')
  firstAttempt()
  addJob('test (a)', 2, 'GitHub Actions 1', -60, 60)
  expect(await find()).toEqual({ legs: ['a'], faults: [], asked: 1 })
})

test('what the second attempt handed over speaks, and nothing is asked', async () => {
  await upload('b', 'GitHub Actions 2', '2')
  firstAttempt()
  expect(await find()).toEqual({ legs: ['b'], faults: [], asked: 0 })
})

test('in a first attempt nothing is asked', async () => {
  await upload('a', 'GitHub Actions 1')
  expect(await find(1)).toEqual({ legs: ['a'], faults: [], asked: 0 })
})

test('a file that names no machine speaks only where none of the jobs of its time ran again', async () => {
  await upload('a', null)
  firstAttempt()
  expect(await find()).toEqual({ legs: ['a'], faults: [], asked: 1 })
  addJob('test (b)', 2, 'GitHub Actions 3', 120, 130)
  expect(await find()).toEqual({ legs: [], faults: [AGAIN], asked: 1 })
})

test('a job that runs at this moment has no end yet', async () => {
  await upload('a', 'GitHub Actions 1')
  bed.gh.addJob({
    run_id: run.id,
    name: 'test (a)',
    runner_name: 'GitHub Actions 1',
    status: 'in_progress',
    conclusion: null,
    started_at: at(-60),
    completed_at: null,
  })
  expect(await find()).toEqual({ legs: ['a'], faults: [], asked: 1 })
})

test('no job, and no list of jobs: it does not speak, and says why once', async () => {
  await upload('a', 'GitHub Actions 1')
  expect(await find()).toEqual({ legs: [], faults: ['GitHub names no job that could have made it'], asked: 1 })
  await upload('b', 'GitHub Actions 2')
  bed.faults.push({ match: /\/jobs/, times: 9, status: 403 })
  const { legs, faults } = await find()
  expect(legs).toEqual([])
  expect(faults).toHaveLength(1)
})
