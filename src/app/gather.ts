/** Use case: bring everything a verdict needs, all sources at once. A fault is data and shuts the gate. */

import { CONFIGURATION_FILES, claimsWithoutFile, findFirstParty } from '../core/claims/default.ts'
import { findLoosening } from '../core/claims/loosening.ts'
import { type ClaimsReading, readClaims } from '../core/claims/read.ts'
import { CLAIMS_FILE, isProbeScript } from '../core/content.ts'
import { faultOf, messageOf } from '../core/fault.ts'
import type { Claims, Fault, Loosening, Problem } from '../core/model.ts'
import { type Files, type Found, type Git, joinFound, type SecretNet, type Sha256, type Source } from './ports.ts'
import { redactText } from './redact.ts'

/** Bytes of a claims file. */
const MAX_BYTES = 256 * 1024

/** claims.json at the base of the pull request; undefined: there was none. */
export type BaseClaims = () => Promise<string | undefined>

interface GatherNeeds {
  readonly files: Files
  readonly git: Git
  readonly sha256: Sha256
  readonly sources: readonly Source[]
  readonly net: () => Promise<SecretNet>
  /** Only where there is a base to compare with. */
  readonly baseClaims: BaseClaims | undefined
  /** The probe that this program ships, and a file at the base: a pull request may bring no other probe. */
  readonly probes?: ProbeTexts | undefined
}

export interface ProbeTexts {
  shipped(): string
  atBase(path: string): Promise<string | undefined>
}

export interface Evidence extends Found {
  readonly claims: Claims
  /** The repository's own import names. */
  readonly own: readonly string[]
  /** What was claimed where the pull request began; the usual claims where that is not known. */
  readonly baseClaims: Claims
  readonly loosened: readonly Loosening[]
}

/** A malformed claims.json is wrong configuration, not a fault: its problems are reported with file and line. */
type Gathered =
  | { readonly ok: true; readonly evidence: Evidence }
  | { readonly ok: false; readonly file: string; readonly problems: readonly Problem[] }

export async function gather(needs: GatherNeeds, claimsPath: string): Promise<Gathered> {
  const [tracked, reading, base, found] = await Promise.all([
    trackedFiles(needs.git),
    readClaimsFile(needs, claimsPath),
    readBase(needs),
    findAll(needs.sources),
  ])
  if (reading !== undefined && !reading.ok) return { ok: false, file: claimsPath, problems: reading.problems }
  const usual = await claimsByNames(needs, tracked.paths)
  const claims = reading?.claims ?? usual
  const baseClaims = claimsAt(base, usual, needs.sha256)
  const probes = await findChangedProbes(needs, tracked.paths)
  return {
    ok: true,
    evidence: {
      claims,
      own: findFirstParty(tracked.paths),
      ...joinFound([tracked, base, probes, found]),
      baseClaims,
      loosened: [...loosenedFrom(base, baseClaims, claims), ...probes.changed],
    },
  }
}

/** Names say most; whether a test suite is configured stands in one of three files. */
async function claimsByNames({ files }: GatherNeeds, tracked: readonly string[]): Promise<Claims> {
  const texts = new Map<string, string>()
  for (const path of CONFIGURATION_FILES.filter((file) => tracked.includes(file))) {
    // One that cannot be read says nothing; the suite is then found by its files, or claimed by name.
    const text = await files.read(path, MAX_BYTES).catch(() => undefined)
    if (text !== undefined) texts.set(path, text)
  }
  return claimsWithoutFile(tracked, (path) => texts.get(path))
}

/** Without the list nothing is claimed by names, and the gate is shut. */
async function trackedFiles(git: Git): Promise<{ paths: readonly string[]; faults: readonly Fault[] }> {
  try {
    const paths = await git.trackedFiles()
    if (paths) return { paths, faults: [] }
    return { paths: [], faults: [{ where: 'git', ...UNLISTED[await git.state()] }] }
  } catch (error) {
    return { paths: [], faults: [faultOf('git', error)] }
  }
}

/** `probes/claims.json:7: packages must be a list`. */
export const describeProblem = (file: string, { line, key, message }: Problem): string =>
  `${line === undefined ? file : `${file}:${line}`}: ${key ? `${key} ` : ''}${message}`

const CLONE = 'start it in a clone of the repository (in a workflow: actions/checkout before this step)'
const UNTOLD = {
  message: 'git does not say which files are tracked, so the default claims are not known',
  fix: 'git status',
}
const UNLISTED: { readonly [state in Awaited<ReturnType<Git['state']>>]: Omit<Fault, 'where'> } = {
  none: { message: 'this is no git repository, so its content cannot be identified', fix: CLONE },
  'no-git': { message: 'no git could be started, so its content cannot be identified', fix: 'install git' },
  refused: {
    message: 'git refuses a repository that belongs to another user',
    fix: 'git config --global --add safe.directory "$PWD"',
  },
  unborn: UNTOLD,
  ok: UNTOLD,
}

/** Undefined: there is none, and there need not be one. */
async function readClaimsFile(needs: GatherNeeds, path: string): Promise<ClaimsReading | undefined> {
  try {
    const text = await needs.files.read(path, MAX_BYTES)
    if (text !== undefined) return await readRepeatable(text, needs)
    return path === CLAIMS_FILE ? undefined : { ok: false, problems: [{ message: 'there is no such file' }] }
  } catch (error) {
    return { ok: false, problems: [{ message: messageOf(error) }] }
  }
}

/** Problems repeat parts of the file: of one that is refused only what may be shown is read again. */
async function readRepeatable(text: string, { sha256, net }: GatherNeeds): Promise<ClaimsReading> {
  const reading = readClaims(text, sha256(text))
  if (reading.ok) return reading
  const clean = redactText(await net(), text).text
  const again = clean === text ? reading : readClaims(clean, sha256(clean))
  return again.ok ? { ok: false, problems: [{ message: 'it is refused, and holds a secret' }] } : again
}

/** Where the base has no file, or one that claims nothing readable, the usual claims were in force. */
function claimsAt({ text }: Base, usual: Claims, sha256: Sha256): Claims {
  const reading = text === undefined ? undefined : readClaims(text, sha256(text))
  return reading?.ok ? reading.claims : usual
}

function loosenedFrom({ known, text }: Base, baseClaims: Claims, claims: Claims) {
  if (!known) return []
  const found = findLoosening(baseClaims, claims)
  return text === undefined ? found.map((one) => ({ ...one, first: true as const })) : found
}

/** A probe is as good as what it is: the shipped one, or the one that the target branch has. Line ends are git's affair. */
async function findChangedProbes({ files, probes }: GatherNeeds, tracked: readonly string[]) {
  const changed: Loosening[] = []
  const faults: Fault[] = []
  for (const path of probes ? tracked.filter(isProbeScript) : []) {
    try {
      const text = withoutReturns(await files.read(path, MAX_PROBE))
      const known = text === withoutReturns(probes?.shipped()) || text === withoutReturns(await probes?.atBase(path))
      if (!known) changed.push({ what: 'probe changed', key: path })
    } catch (error) {
      faults.push(faultOf('claims', error, path))
    }
  }
  return { changed, faults }
}

const MAX_PROBE = 4 * 1024 * 1024
const withoutReturns = (text: string | undefined): string | undefined => text?.replaceAll('\r\n', '\n')

interface Base {
  readonly known: boolean
  /** Undefined, where it is known: there is no such file. */
  readonly text?: string | undefined
  readonly faults: readonly Fault[]
}

async function readBase({ baseClaims }: GatherNeeds): Promise<Base> {
  if (!baseClaims) return { known: false, faults: [] }
  try {
    return { known: true, text: await baseClaims(), faults: [] }
  } catch (error) {
    return { known: false, faults: [faultOf('claims', error)] }
  }
}

export const findAll = async (sources: readonly Source[]): Promise<Found> =>
  joinFound(await Promise.all(sources.map(findIn)))

/** Sources promise not to throw; one that does is a fault all the same. */
async function findIn(source: Source): Promise<Found> {
  try {
    return await source.find()
  } catch (error) {
    return { texts: [], notes: [], faults: [faultOf(source.kind, error)] }
  }
}
