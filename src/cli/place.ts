/** Which place this is, as far as the environment tells. */
import type { Place } from '../core/model.ts'

/** One variable that each provider sets on its machines, beside the CI that most of them set. */
const PROVIDERS = [
  'GITHUB_ACTIONS',
  'GITLAB_CI',
  'CIRCLECI',
  'BUILDKITE',
  'TF_BUILD',
  'JENKINS_URL',
  'TRAVIS',
  'APPVEYOR',
  'TEAMCITY_VERSION',
  'BITBUCKET_BUILD_NUMBER',
]

const isSet = (value: string | undefined): boolean => value !== undefined && !/^(?:|0|false|no)$/i.test(value)

/** `ci` where a provider is detected, else `local`: a box has to say so itself. */
export const detectPlace = (env: NodeJS.ProcessEnv): Place =>
  /^(?:true|1)$/i.test(env.CI ?? '') || PROVIDERS.some((name) => isSet(env[name])) ? 'ci' : 'local'
