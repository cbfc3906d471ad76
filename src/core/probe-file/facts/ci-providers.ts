/** The CI providers that are known, by the variables that each sets on its machines. */

/** Name, the variable that gives it away, and those of run, attempt, job, event and commit (- has none). */
export const CI_PROVIDERS: readonly (readonly string[])[] = `
github GITHUB_ACTIONS GITHUB_RUN_ID GITHUB_RUN_ATTEMPT GITHUB_JOB GITHUB_EVENT_NAME GITHUB_SHA
gitlab GITLAB_CI CI_PIPELINE_ID - CI_JOB_ID CI_PIPELINE_SOURCE CI_COMMIT_SHA
circleci CIRCLECI CIRCLE_WORKFLOW_ID - CIRCLE_JOB - CIRCLE_SHA1
buildkite BUILDKITE BUILDKITE_BUILD_ID BUILDKITE_RETRY_COUNT BUILDKITE_JOB_ID BUILDKITE_SOURCE BUILDKITE_COMMIT
azure TF_BUILD BUILD_BUILDID SYSTEM_JOBATTEMPT SYSTEM_JOBID BUILD_REASON BUILD_SOURCEVERSION
jenkins JENKINS_URL BUILD_TAG - JOB_NAME - GIT_COMMIT
travis TRAVIS TRAVIS_BUILD_ID - TRAVIS_JOB_ID TRAVIS_EVENT_TYPE TRAVIS_COMMIT
appveyor APPVEYOR APPVEYOR_BUILD_ID - APPVEYOR_JOB_ID - APPVEYOR_REPO_COMMIT
teamcity TEAMCITY_VERSION BUILD_NUMBER - TEAMCITY_BUILDCONF_NAME - BUILD_VCS_NUMBER
bitbucket BITBUCKET_BUILD_NUMBER BITBUCKET_PIPELINE_UUID - BITBUCKET_STEP_UUID - BITBUCKET_COMMIT
other CI - - - - -
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

export const PROVIDER_NAMES = CI_PROVIDERS.map(([name = '']) => name)
/** `CI` alone names no provider. */
export const PROVIDER_SIGNS = CI_PROVIDERS.flatMap(([name, sign = '']) => (name === 'other' ? [] : sign))

/**
 * Variables that only machines of hosted agents have, each with its value, or * for any. CI and CODESPACES are not among
 * them: people set the one and sit at the other.
 */
export const HOSTED_AGENTS: readonly (readonly [name: string, value: string])[] = [
  ['CLAUDE_CODE_REMOTE', 'true'],
  ['COPILOT_AGENT_SESSION_ID', '*'],
  ['COPILOT_AGENT_JOB_ID', '*'],
  ['AI_AGENT', 'github_copilot_cloud_agent'],
]
