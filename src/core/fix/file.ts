import { explainEntry, type FixContext, shellName } from './context.ts'
import { claimed, install } from './package.ts'

/** `MISSING` and `UNREADABLE` are said of packages and of files. */
const missing = (fix: FixContext): string => {
  if (fix.claim.kind === 'package installed') return install(fix)
  if (named(fix)?.kind === 'pointer')
    return fix.place === 'ci' ? 'give actions/checkout lfs: true' : `git lfs pull --include ${fix.subject}`
  return fix.place === 'ci'
    ? `commit ${fix.subject}, or let a step before this one make it`
    : `make ${fix.subject} again, where this place keeps files`
}

const named = ({ facts, claim }: FixContext) => {
  const files = facts.persist?.files ?? {}
  return Object.hasOwn(files, claim.subject) ? files[claim.subject] : undefined
}

const unreadable = (fix: FixContext): string => {
  const origin = claimed(fix)?.origin
  const what = fix.claim.kind === 'package installed' ? (origin ?? fix.claim.subject) : fix.claim.subject
  return `make ${shellName(what, fix)} readable for this user`
}

const restart = (): string =>
  'come back after a restart (a reboot, a new container, or a new login ten minutes later)'

const excuse = (fix: FixContext): string =>
  `keep it where this place keeps files, or explain it in ${fix.claimsFile}: "explain": {${explainEntry(fix)}}`

export const FILE_FIXES = {
  MISSING: missing,
  UNREADABLE: unreadable,
  CANARY_LOST: excuse,
  EPHEMERAL_RUNNER: (fix: FixContext) =>
    `do not ask a thrown-away runner to keep it: give ${fix.subject} "in": ["local"] in ${fix.claimsFile}`,
  FIRST_VISIT: restart,
  SAME_SESSION: restart,
} as const
