import type { Facts } from '../../probe-file/schema.ts'
import { getOwn } from '../../text/own.ts'
import { shellWord } from '../../text/shell.ts'
import { explainIt, type FixContext, ignoreLine, typeablePath, withoutBox } from './context.ts'

type Configuration = NonNullable<NonNullable<Facts['secrets']>['configuration']>

/** Where a credential can lie, and what takes it out. */
const CLEANING: { readonly [K in Exclude<keyof Configuration, 'given' | 'shut'>]-?: string } = {
  remotes:
    'git remote set-url origin with a URL that carries no user or token (see branch.*.remote and .gitmodules, too)',
  instead_of: 'git config --get-regexp insteadOf, and unset the one with a user or token',
  headers: 'unset http.extraheader in the git configuration (actions/checkout: persist-credentials: false)',
  proxies: 'take user and password out of the proxy (http.proxy, HTTPS_PROXY)',
  lfs: 'take user and token out of lfs.url (see .lfsconfig, too)',
  helpers: 'git config --get-regexp credential, and unset the helper with a password in it',
  stored: 'take it out of ~/.git-credentials, and let a helper of the system keep it (credential.helper)',
  index_urls:
    'take the user and token out of the index URL (settings of pip, uv, poetry or conda, requirements, lock and build files)',
  direct_urls: 'install the package again from a URL without user or token',
}

function cleanConfiguration({ facts }: FixContext): string {
  const found = facts.secrets?.configuration ?? {}
  const steps = Object.entries(CLEANING).flatMap(([key, step]) => (found[key as keyof Configuration] ? [step] : []))
  return `${steps.length === 0 ? CLEANING.remotes : steps.join('; ')}; then rotate that credential`
}

const restrict = ({ claim, facts, subject, shell }: FixContext): string => {
  if (shell === 'powershell') return `icacls ${subject} /inheritance:r /grant:r "$($env:USERNAME):F"`
  const { mode = '' } = getOwn(facts.secrets?.files, claim.subject) ?? {}
  // Its owner has to enter a folder.
  return `chmod ${Number.parseInt(mode, 8) & 0o100 ? 'go=' : '600'} ${subject}`
}

/** A provider throws the box away, with all that is on it: no step may ask to put a secret there. */
function keepAway(fix: FixContext): string {
  const others = fix.claim.in.some((place) => place !== 'box')
  return `${others ? 'do not put it there, and ask only the other places for it' : 'keep it away from there'}: ${withoutBox(fix, 'secrets')}`
}

function store(fix: FixContext): string {
  if (fix.place === 'box') return keepAway(fix)
  if (fix.place === 'ci') return 'write it in a step of the job, from a secret of the repository'
  return `write its values into ${fix.subject}, then ${restrict(fix)}`
}

/** What git tracks is the file itself, or another one of the same bytes. */
function untrack({ claim, facts, shell, subject }: FixContext): string {
  const { tracked, copies: [copy] = [] } = getOwn(facts.secrets?.files, claim.subject) ?? {}
  const path = (tracked ? undefined : typeablePath(copy, facts)) ?? claim.subject
  const word = path === claim.subject ? subject : shellWord(path, shell)
  return `git rm --cached ${word}; ${ignoreLine(path, shell)}; then rotate every secret in it, because history keeps it`
}

export const SECRET_FIXES = {
  ABSENT: store,
  READABLE_BY_OTHERS: restrict,
  TRACKED: untrack,
  IN_HISTORY: ({ subject }: FixContext) =>
    `rotate every secret in it, because whoever fetched that commit has it; write this branch anew without ${subject} (git rebase --interactive) and push it with --force-with-lease`,
  IN_OLD_HISTORY: (fix: FixContext) =>
    `rotate every secret in it, because history keeps it; where that is done, a person may ${explainIt(fix)}`,
  NOT_IGNORED: (fix: FixContext) => ignoreLine(fix.claim.subject, fix.shell),
  CREDENTIAL_IN_CONFIG: cleanConfiguration,
  LOOKS_SECRET: (fix: FixContext) =>
    `rotate it, and take ${fix.subject} out of this branch; where it is a test key, a person may ${explainIt(fix)}`,
  CREDENTIAL_KEPT: (fix: FixContext) =>
    `${cleanConfiguration(fix)}; where it has to lie there, a person may ${explainIt(fix)}`,
  SHALLOW: ({ place }: FixContext) =>
    place === 'ci' ? 'give actions/checkout fetch-depth: 0' : 'git fetch --unshallow',
  UNREADABLE_PARENT: ({ subject }: FixContext) => `let this user enter the directory of ${subject}`,
  NO_MODES: ({ subject, claimsFile }: FixContext) =>
    `keep ${subject} where permission bits mean something, or leave this place out of its "in" in ${claimsFile}`,
} as const
