/** secret stored: the file is there and private. Whether its content is safe cannot be seen from here. */
import { type Claim, CONFIGURATION } from '../model.ts'
import type { Facts } from '../probe-file/schema.ts'
import { getOwn } from '../text/own.ts'
import { words } from '../text/words.ts'
import { type Finding, finding, findMissing, lacks } from './serving.ts'

type SecretFile = NonNullable<NonNullable<NonNullable<Facts['secrets']>['files']>[string]>

export const judgeSecret = (facts: Facts, { subject }: Claim): Finding =>
  subject === CONFIGURATION ? judgeConfiguration(facts) : judgeSecretFile(facts, subject)

const WHERE = {
  remotes: 'the URL of a git remote',
  instead_of: 'url.*.insteadOf',
  headers: 'http.*.extraheader or an included credentials file',
  index_urls: 'a package index URL',
  direct_urls: 'a direct_url.json',
} as const
const SPOTS = Object.keys(WHERE) as (keyof typeof WHERE)[]

function judgeConfiguration({ secrets }: Facts): Finding {
  const { configuration } = secrets ?? {}
  const found = SPOTS.filter((spot) => configuration?.[spot] === true)
  if (found.length > 0) return finding('CREDENTIAL_IN_CONFIG', `in ${found.map((spot) => WHERE[spot]).join(', ')}`)
  const missing = SPOTS.find((spot) => configuration?.[spot] === undefined)
  if (missing) return lacks('secrets', secrets, `configuration.${missing}`)
  return finding('CLEAN', 'none found in remotes, headers, index URLs and install records')
}

function judgeSecretFile({ secrets }: Facts, subject: string): Finding {
  const file = getOwn(secrets?.files, subject)
  if (file === undefined) return findMissing('secrets', secrets, secrets?.files)
  const refuted = refute(file)
  if (refuted) return refuted
  if (file.modes === false) return finding('NO_MODES', 'this system has no permission bits to judge')
  // Outside the repository there is no ignore rule to need.
  const needed = NEEDED.filter((fact) => fact !== 'ignored' || file.in_repo !== false)
  const missing = needed.find((fact) => file[fact] === undefined)
  if (missing) return lacks('secrets', secrets, `files.${subject}.${missing}`)
  return finding('PRIVATE', `mode ${file.mode ?? 'private'}, untracked`)
}

const NEEDED = words('exists parent_readable modes mine owner_reads others_read tracked ignored in_repo')

function refute(file: SecretFile): Finding | undefined {
  const mode = file.mode === undefined ? '' : `, mode ${file.mode}`
  if (file.tracked) return finding('TRACKED', 'git tracks it')
  if (file.parent_readable === false) return finding('UNREADABLE_PARENT', 'its directory cannot be searched')
  if (file.exists === false) return finding('ABSENT', 'not there')
  if (file.modes !== false && file.others_read) return finding('READABLE_BY_OTHERS', `others can read it${mode}`)
  if (file.in_repo && file.ignored === false) return finding('NOT_IGNORED', 'in the repository, not ignored')
  if (file.modes !== false && (file.mine === false || file.owner_reads === false))
    return finding('UNREADABLE', `this user cannot read it${mode}`)
  return undefined
}
