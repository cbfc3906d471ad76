/** A pipeline of every provider that we know, with the variables that it documents: session, then run, then pass. */
import { beforeAll, describe, expect, test } from 'vitest'
import { runCli } from '../support/cli.ts'
import { needVenv, type Venv } from '../support/python.ts'
import { createSuite, plainEnv, start } from '../support/suite.ts'

let venv: Venv
beforeAll(async () => {
  venv = await needVenv()
}, 180_000)

const UUID = '3e1f0b5a-8a5e-4c7e-9d0a-0f6c2b1d4e5f'
const PROVIDERS: { readonly [name: string]: (sha: string) => NodeJS.ProcessEnv } = {
  gitlab: (sha) => ({
    CI: 'true',
    GITLAB_CI: 'true',
    CI_PIPELINE_ID: '1001',
    CI_JOB_ID: '2002',
    CI_PIPELINE_SOURCE: 'merge_request_event',
    CI_COMMIT_SHA: sha,
  }),
  circleci: (sha) => ({ CI: 'true', CIRCLECI: 'true', CIRCLE_WORKFLOW_ID: UUID, CIRCLE_JOB: 'test', CIRCLE_SHA1: sha }),
  buildkite: (sha) => ({
    CI: 'true',
    BUILDKITE: 'true',
    BUILDKITE_BUILD_ID: UUID,
    BUILDKITE_RETRY_COUNT: '0',
    BUILDKITE_JOB_ID: UUID,
    BUILDKITE_SOURCE: 'webhook',
    BUILDKITE_COMMIT: sha,
  }),
  azure: (sha) => ({
    TF_BUILD: 'True',
    BUILD_BUILDID: '77',
    SYSTEM_JOBATTEMPT: '1',
    SYSTEM_JOBID: UUID,
    BUILD_REASON: 'PullRequest',
    BUILD_SOURCEVERSION: sha,
  }),
  jenkins: (sha) => ({
    JENKINS_URL: 'https://jenkins.example/',
    BUILD_TAG: 'jenkins-proj-12',
    JOB_NAME: 'proj',
    GIT_COMMIT: sha,
  }),
  bitbucket: (sha) => ({
    CI: 'true',
    BITBUCKET_BUILD_NUMBER: '12',
    BITBUCKET_PIPELINE_UUID: `{${UUID}}`,
    BITBUCKET_STEP_UUID: `{${UUID}}`,
    BITBUCKET_COMMIT: sha,
  }),
}
const claims = { salt: 'ab'.repeat(16), tests: { command: ['python', '-m', 'pytest'] } }
const run = (dir: string, env: NodeJS.ProcessEnv, ...more: string[]) =>
  runCli(['run', '--places', 'ci', '--python', venv.python, ...more], dir, env)

describe.each(Object.entries(PROVIDERS))('%s', (_, variables) => {
  test('the session of an earlier step counts', async () => {
    const { dir, git } = createSuite({}, claims)
    const env = variables(git('rev-parse', 'HEAD'))
    await start([venv.python, '-m', 'pytest'], { cwd: dir, env: plainEnv(env) })
    const { status, stdout } = await run(dir, env, '--tests', 'never')
    expect(stdout).toMatch(/tests green/)
    expect([status, stdout]).toEqual([0, expect.not.stringContaining('missing')])
  })
})

test('where none was, the claimed command is started', async () => {
  const { dir, git } = createSuite({}, claims)
  const { status, stdout } = await run(dir, PROVIDERS.gitlab?.(git('rev-parse', 'HEAD')) ?? {})
  expect([status, stdout]).toEqual([0, expect.stringMatching(/tests green: suite .* holds/)])
})

test('a pipeline whose provider nobody knows proves what it starts itself, and no more', async () => {
  const { dir } = createSuite({}, claims)
  const env = { CI: 'true' }
  await start([venv.python, '-m', 'pytest'], { cwd: dir, env: plainEnv(env) })
  expect((await run(dir, env, '--tests', 'never')).status).toBe(1)
  expect(await run(dir, env, '--tests', 'always')).toMatchObject({ status: 0 })
})
