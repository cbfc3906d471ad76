import { expect, test } from 'vitest'
import { detectPlace } from '../../src/cli/context.ts'

test.each<[NodeJS.ProcessEnv, string]>([
  [{}, 'local'],
  [{ CI: 'true' }, 'ci'],
  [{ CI: '1' }, 'ci'],
  [{ CI: 'True' }, 'ci'],
  [{ CI: '' }, 'local'],
  [{ CI: 'false' }, 'local'],
  [{ CI: '0' }, 'local'],
  [{ GITHUB_ACTIONS: 'true' }, 'ci'],
  [{ GITLAB_CI: 'true', CI: 'true' }, 'ci'],
  [{ TF_BUILD: 'True' }, 'ci'],
  [{ JENKINS_URL: 'http://jenkins.example/' }, 'ci'],
  [{ BITBUCKET_BUILD_NUMBER: '7' }, 'ci'],
  [{ TRAVIS: 'false' }, 'local'],
])('%j: %s', (env, place) => {
  expect(detectPlace(env)).toBe(place)
})
