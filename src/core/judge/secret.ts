/** secret stored: the file is there and private. Whether its content is safe cannot be seen from here. */
import { type Claim, CONFIGURATION, type Reference } from '../model.ts'
import type { Facts } from '../probe-file/schema.ts'
import { getOwn } from '../text/own.ts'
import { words } from '../text/words.ts'
import { type Finding, finding, findMissing, lacks } from './serving.ts'

type SecretFile = NonNullable<NonNullable<NonNullable<Facts['secrets']>['files']>[string]>

export const judgeSecret = (facts: Facts, { subject, found }: Claim, reference: Reference): Finding => {
  if (found) return judgeFound(facts, subject, reference)
  return subject === CONFIGURATION ? judgeConfiguration(facts) : judgeSecretFile(facts, subject, reference)
}

/** Tracked files that look secret and that commits of this pull request added or changed. */
export const findSecrets = ({ secrets }: Facts, reference: Reference): string[] =>
  Object.entries(secrets?.found ?? {}).flatMap(([path, commits]) =>
    commits.some((commit) => isOfPullRequest(commit, reference)) ? [path] : [],
  )

function judgeFound({ secrets }: Facts, subject: string, reference: Reference): Finding {
  const commit = getOwn(secrets?.found, subject)?.find((one) => isOfPullRequest(one, reference))
  return commit === undefined
    ? findMissing('secrets', secrets, undefined)
    : finding('LOOKS_SECRET', `${commit.slice(0, 7)} brings it`)
}

const WHERE = {
  remotes: 'the URL of a git remote',
  instead_of: 'url.*.insteadOf',
  headers: 'http.*.extraheader or an included credentials file',
  proxies: 'the URL of a proxy',
  lfs: 'the URL of Git LFS',
  helpers: 'an inline credential helper',
  stored: '~/.git-credentials',
  index_urls: 'a package index URL',
  direct_urls: 'a direct_url.json',
} as const
const SPOTS = Object.keys(WHERE) as (keyof typeof WHERE)[]

const tellSpots = (isOne: (spot: keyof typeof WHERE) => boolean): string =>
  SPOTS.filter(isOne)
    .map((spot) => WHERE[spot])
    .join(', ')

function judgeConfiguration({ secrets }: Facts): Finding {
  const { configuration } = secrets ?? {}
  const where = tellSpots((spot) => configuration?.[spot] === true)
  const missing = SPOTS.find((spot) => configuration?.[spot] === undefined)
  // A sentence may excuse what is kept; it must not cover what nobody looked at.
  const kept = configuration?.shut === true && missing === undefined
  if (where !== '') return finding(kept ? 'CREDENTIAL_KEPT' : 'CREDENTIAL_IN_CONFIG', `in ${where}`)
  if (missing) return lacks('secrets', secrets, `configuration.${missing}`)
  // Rows of tracked files come from there: without it none would be missed.
  if (secrets?.found === undefined) return lacks('secrets', secrets, 'found')
  const given = tellSpots((spot) => configuration?.given?.includes(spot) === true)
  const told = given === '' ? '' : `; set up by CI or the agent's host: in ${given}`
  return finding('CLEAN', `${READ}${told}`)
}

const READ =
  'none found in remotes, insteadOf, headers, proxies, LFS URLs, inline helpers, ~/.git-credentials, index URLs and install records'

function judgeSecretFile({ secrets, git }: Facts, subject: string, reference: Reference): Finding {
  const file = getOwn(secrets?.files, subject)
  if (file === undefined) return findMissing('secrets', secrets, secrets?.files)
  const refuted = refute(file, reference)
  if (refuted) return refuted
  // Windows has no bits; its access list is asked since, and where it cannot be read the cell says so.
  const listed = file.others_read !== undefined || file.unlooked === true
  if (file.modes === false && !listed) return finding('NO_MODES', 'this system has no permission bits to judge')
  // Outside the repository there is no ignore rule to need; its history is empty, and the probe says so.
  const idle = [...(file.in_repo === false ? IN_REPO : []), ...(file.modes === false ? BITS : [])]
  const needed = NEEDED.filter((fact) => !idle.includes(fact))
  const missing = needed.find((fact) => file[fact] === undefined)
  if (missing === 'history' && git?.shallow) return finding('SHALLOW', 'a shallow clone: its history was not looked at')
  if (missing) return lacks('secrets', secrets, `files.${subject}.${missing}`)
  // Asked last: a sentence that excuses what was rotated long ago must hide nothing else.
  const [commit] = file.history ?? []
  if (commit !== undefined) return finding('IN_OLD_HISTORY', `${commit.slice(0, 7)}, an older commit, holds it`)
  return finding('PRIVATE', tellPrivate(file))
}

const NEEDED = words(
  'exists parent_readable modes mine owner_reads others_read tracked ignored in_repo empty copies history',
)
const IN_REPO: readonly string[] = words('ignored')
const BITS: readonly string[] = words('mine owner_reads others_read')

function tellPrivate({ mode, modes, others_read, tracked, ignored }: SecretFile): string {
  const inGit = tracked ? 'tracked, encrypted' : 'untracked'
  if (modes) return `mode ${mode ?? 'private'}, ${inGit}`
  if (others_read === false) return `only this user, SYSTEM and Administrators, ${inGit}`
  return `${inGit}${ignored ? ', ignored' : ''}; who may read it was not looked at`
}

/** What is meant to be copied and filled in. */
const TEMPLATE = /\.(?:example|sample|template|dist)(?:\.[^./\\]*)?$/i

/** Where GitHub did not say which commits are the pull request's, any may be. */
const isOfPullRequest = (commit: string, { commits, pullRequest }: Reference): boolean =>
  commits.includes(commit) || (pullRequest && commits.length === 0)

function refute(file: SecretFile, reference: Reference): Finding | undefined {
  const mode = file.mode === undefined ? '' : `, mode ${file.mode}`
  const copies = file.copies ?? []
  const copy = copies.find((one) => !TEMPLATE.test(one))
  const commit = file.history?.find((one) => isOfPullRequest(one, reference))
  if (file.tracked && !file.encrypted) return finding('TRACKED', 'git tracks it')
  if (commit !== undefined) return finding('IN_HISTORY', `${commit.slice(0, 7)} holds it`)
  if (file.parent_readable === false) return finding('UNREADABLE_PARENT', 'its directory cannot be searched')
  if (file.exists === false) return finding('ABSENT', 'not there')
  if (file.empty) return finding('ABSENT', 'empty')
  if (copy !== undefined) return finding('TRACKED', `git tracks the same bytes as ${copy}`)
  if (copies.length > 0) return finding('ABSENT', `still the copy of ${copies[0]}`)
  if (file.others_read) return finding('READABLE_BY_OTHERS', `others can read it${mode}`)
  if (file.in_repo && file.ignored === false && !file.tracked)
    return finding('NOT_IGNORED', 'in the repository, not ignored')
  if (file.modes !== false && (file.mine === false || file.owner_reads === false))
    return finding('UNREADABLE', `this user cannot read it${mode}`)
  return undefined
}
