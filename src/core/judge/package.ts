/** package installed: the origin of the import decides; metadata only warns. */
import type { Claim, Claims } from '../model.ts'
import type { Label } from '../probe-file/facts/where.ts'
import type { Facts } from '../probe-file/schema.ts'
import { type Reason, stateOf } from '../reasons.ts'
import { getOwn } from '../text/own.ts'
import { firstFew } from '../text/words.ts'
import { beliefIn, findUnclear, ranElsewhere } from './record.ts'
import { type Finding, finding, findMissing, lacks } from './serving.ts'

type Package = NonNullable<NonNullable<NonNullable<Facts['packages']>['claimed']>[string]>
type InTests = NonNullable<NonNullable<NonNullable<Facts['tests']>['packages']>[string]>
/** What the probe found, or what the test process had. */
type Both = Omit<Package, keyof InTests> & InTests
type Found = { readonly [K in keyof Both]?: Both[K] | undefined }

/** What a module's place means for a package that should be installed, and for one of the repository. */
const BY_LABEL: { readonly [L in Label]?: readonly [installed: Reason, fromRepo: Reason] } = {
  stdlib: ['IN_STDLIB', 'OUTSIDE_REPO'],
  venv: ['IN_PREFIX', 'OUTSIDE_REPO'],
  prefix: ['IN_PREFIX', 'OUTSIDE_REPO'],
  overlay: ['IN_PREFIX', 'OUTSIDE_REPO'],
  system: ['IN_SYSTEM_SITE', 'OUTSIDE_REPO'],
  'user-site': ['IN_USER_SITE', 'OUTSIDE_REPO'],
  cwd: ['SHADOWED', 'OUTSIDE_REPO'],
  elsewhere: ['SHADOWED', 'OUTSIDE_REPO'],
  pythonpath: ['SHADOWED', 'SHADOWED'],
  hook: ['SHADOWED', 'SHADOWED'],
  repo: ['SHADOWED', 'IN_REPO'],
  'other-checkout': ['OTHER_CHECKOUT', 'OTHER_CHECKOUT'],
}

/** A claimed package of the repository as the test process knows it: its top-level import name. */
export const importName = (subject: string): string => (subject.split('.')[0] ?? subject).replaceAll('-', '_')

/** A PYTHONPATH entry inside the tree is the tree. */
const isInTree = (label: string | undefined, origin: string | undefined): boolean =>
  label === 'repo' || (label === 'pythonpath' && origin?.startsWith('<repo>/') === true)

export interface Origin {
  readonly label?: string | undefined
  readonly origin?: string | undefined
  readonly same?: boolean | undefined
}

/** In the tree, or built from it and installed: byte for byte the same code. */
export const isThisTree = ({ label, origin, same }: Origin): boolean => same === true || isInTree(label, origin)

export function judgePackage(facts: Facts, claim: Claim, claims: Claims): Finding {
  const belief = beliefIn(facts, claims)
  if (belief === 'unclear') return judgeUnclear(facts, claim, claims)
  if (belief !== 'believed') return judgeHere(facts, claim)
  const agrees = facts.tests?.session?.prefix_agrees
  // A report comes from a runner that tells no prefix: the probe's own answer stands.
  const told = facts.tests?.source !== 'report'
  if (told && agrees === undefined) return lacks('tests', facts.tests, 'session.prefix_agrees')
  if (told && agrees === false) return ranElsewhere(facts)
  if (claim.fromRepo) return judgeSession(facts, claim)
  return told ? judgeInTests(facts, claim) : judgeHere(facts, claim)
}

/** Without knowing whether a session is recorded, what is found here can refute, not prove. */
function judgeUnclear(facts: Facts, claim: Claim, claims: Claims): Finding {
  const found = judgeHere(facts, claim)
  const refuted = stateOf(found.reason) === 'fails' && !claim.fromRepo
  return refuted ? found : findUnclear(facts, claims)
}

const builtText = ({ same }: Origin): string =>
  same === undefined ? '' : same ? ', its Python code is that of this tree' : ', an old build of it'

function judgeSession(facts: Facts, { subject }: Claim): Finding {
  const seen = getOwn(facts.tests?.origins, importName(subject))
  if (seen?.label === undefined) return lacks('tests', facts.tests, `origins.${subject}.label`)
  if (seen.label === 'none' && getOwn(facts.packages?.claimed, subject)?.in_tree === false)
    return finding('MISSING', `no module ${subject}, neither in the tree nor in the test process`)
  if (seen.label === 'none')
    return finding('NOT_IMPORTABLE_HERE', `${subject}: neither imported nor found in the test process`)
  const reason = isThisTree(seen) ? 'IN_REPO' : BY_LABEL[seen.label]?.[1]
  return finding(reason ?? 'FACT_MISSING', `${seen.origin ?? seen.label} in the test process${builtText(seen)}`)
}

function judgeHere(facts: Facts, claim: Claim): Finding {
  const { packages } = facts
  const found = getOwn(packages?.claimed, claim.subject)
  if (found === undefined) return findMissing('packages', packages, packages?.claimed)
  return judgeFound(found, facts, claim, (fact) => lacks('packages', packages, `claimed.${claim.subject}.${fact}`))
}

/** What the test process had; what the probe no longer finds in the same environment has gone since. */
function judgeInTests(facts: Facts, claim: Claim): Finding {
  const { packages, tests } = facts
  const here = getOwn(packages?.claimed, claim.subject)
  if (here === undefined) return findMissing('packages', packages, packages?.claimed)
  const there = getOwn(tests?.packages, claim.subject)
  if (there === undefined) return findMissing('tests', tests, tests?.packages)
  const sameFolders = there.label === 'venv' || there.label === 'prefix'
  if (sameFolders && here.importable !== true) return judgeHere(facts, claim)
  const { imported } = there
  const needed = (fact: string) => lacks('tests', tests, `packages.${claim.subject}.${fact}`)
  const known = { module: here.module, in_tree: here.in_tree, built_for: here.built_for, gone: here.gone, ...there }
  const found = judgeFound({ ...known, path_origin: there.origin }, facts, claim, needed)
  const whole = there.importable !== false && found.reason !== 'BROKEN_INSTALL'
  if (!whole || stateOf(found.reason) === 'unknown') return found
  if (imported === undefined) return needed('imported')
  const lacking = imported && here.gone ? `, without ${here.gone}, which its installer recorded` : ''
  return finding(found.reason, `${found.fact}, ${imported ? 'imported by the tests' : 'found, not imported'}${lacking}`)
}

function judgeFound(found: Found, facts: Facts, claim: Claim, needed: (fact: string) => Finding): Finding {
  if (found.importable === false) return judgeAbsent(found, claim) ?? needed('in_tree')
  const reason = refutationOf(found, claim) ?? placeOf(found, claim)
  if (reason !== undefined && stateOf(reason) === 'fails') return finding(reason, factOf(found, facts))
  const missing = NEEDED.find((fact) => found[fact] === undefined)
  if (missing || reason === undefined) return needed(missing ?? 'copies, direct_url, distribution')
  if (claim.fromRepo) return finding(reason, factOf(found, facts))
  if (found.gone === undefined) return lacks('packages', facts.packages, `claimed.${claim.subject}.gone`)
  // What the tests imported works as far as they use it.
  if (found.gone !== '' && found.imported !== true)
    return finding('BROKEN_INSTALL', `${brokenText(found)}: ${found.gone} is gone`)
  return finding(reason, factOf(found, facts))
}

const NEEDED = ['importable', 'loader', 'readable', 'label', 'origin', 'path_origin'] as const

function judgeAbsent(found: Found, { subject, fromRepo }: Claim): Finding | undefined {
  if (found.readable === false) return finding('UNREADABLE', `${subject} is there, this user cannot read it`)
  if (found.distribution) return finding('METADATA_WITHOUT_CODE', brokenText(found))
  if (!fromRepo || found.in_tree === false) return finding('MISSING', `no module ${found.module ?? subject}`)
  return found.in_tree ? finding('NOT_IMPORTABLE_HERE', `${subject} is tracked, and not importable`) : undefined
}

function brokenText({ distribution, version, built_for: wheel }: Found): string {
  const what = `${distribution} ${version ?? ''}`.trim()
  return wheel ? `${what}, built for ${wheel}, which this interpreter cannot load` : what
}

/** What refutes the claim wherever the winning file lies. */
function refutationOf(found: Found, { fromRepo }: Claim): Reason | undefined {
  // Without an __init__.py a package of the repository is still one, if git tracks code below it.
  const ownNamespace = fromRepo && isInTree(found.label, found.origin) && found.tracked === true
  if (found.loader === 'namespace' && !ownNamespace) return 'NAMESPACE_ONLY'
  if (found.readable === false) return 'UNREADABLE'
  if (found.label === 'other-checkout') return 'OTHER_CHECKOUT'
  return isHooked(found) ? 'SHADOWED' : undefined
}

/** Path finding alone would have found another file: something started earlier put this one there. */
function isHooked({ origin, path_origin: alone, loader }: Found): boolean {
  if (loader === 'builtin' || loader === 'frozen') return false
  return origin !== undefined && alone !== undefined && alone !== '' && alone !== origin
}

/** undefined: a fact is missing to say it. */
function placeOf(found: Found, { fromRepo }: Claim): Reason | undefined {
  const { label, origin, copies, direct_url: direct, distribution } = found
  if (label === undefined) return undefined
  const inTree = isInTree(label, origin)
  if (fromRepo) return isThisTree(found) ? 'IN_REPO' : BY_LABEL[label]?.[1]
  if (label === 'user-site') return copies && (copies.length > 0 ? 'SHADOWED' : 'IN_USER_SITE')
  // Two system sites of one interpreter are one place: which of them wins is its own affair.
  if (label === 'system') return copies && (copies.some((one) => one !== 'system') ? 'SHADOWED' : 'IN_SYSTEM_SITE')
  if (inTree) return direct && distribution !== undefined ? editableOr(direct, distribution) : undefined
  return label === 'elsewhere' && direct === 'editable' ? 'OTHER_CHECKOUT' : BY_LABEL[label]?.[0]
}

/** An editable install of this very tree is installed; a folder that happens to be in the way is not. */
const editableOr = (direct: string, distribution: string): Reason =>
  direct === 'editable' && distribution !== '' ? 'IN_REPO' : 'SHADOWED'

const KIND: { readonly [L in Label]?: string } = {
  system: ' (system)',
  'user-site': ' (user-site)',
  overlay: ' (a throw-away overlay, as of uv run --with)',
}

function factOf(found: Found, { interpreter }: Facts): string {
  const { label, origin, version, path_origin: alone } = found
  const prefix = interpreter?.prefix
  const inPrefix = label === 'venv' || label === 'prefix'
  // Below an overlay the environment has a prefix of its own.
  const below = origin === undefined || /^<prefix>/.test(origin) || origin.startsWith(`${prefix}/`)
  const where = (inPrefix && below ? prefix : undefined) ?? origin ?? label ?? 'an unknown place'
  const hidden = isHooked(found) ? `, hiding ${alone}` : ''
  const kind = label === undefined ? '' : (KIND[label] ?? '')
  return `${version ? `${version} in ` : ''}${hidden ? (origin ?? where) : where}${kind}${hidden}${builtText(found)}`
}

/**
 * `own`: import names of the checkout. One not found is neutral if another was imported from here. `nothing`: the
 * claims say that the tests import none.
 */
export function judgeOrigins(tests: Facts['tests'], own: readonly string[], nothing?: true): Finding | undefined {
  const [foreign] = tests?.foreign ?? []
  if (foreign !== undefined) return finding('OTHER_CHECKOUT', foreign)
  const seen = own.map((name) => ({ name, ...getOwn(tests?.origins, name) }))
  const outside = seen.find((one) => one.label && one.label !== 'none' && !isThisTree(one))
  if (outside)
    return finding('OTHER_CHECKOUT', `${outside.name} from ${outside.origin ?? outside.label}${builtText(outside)}`)
  const replaced = seen.find(({ imported, label }) => imported && label === 'none')
  if (replaced)
    return finding('ORIGIN_UNKNOWN', `the tests put something of their own in the place of ${replaced.name}`)
  if (nothing) return undefined
  if (own.length === 0)
    return finding('ORIGIN_UNKNOWN', 'no package of this repository is known to be imported by tests')
  const unsaid = seen.find(({ label, imported }) => label === undefined || imported === undefined)
  if (unsaid && tests?.error !== undefined) return lacks('tests', tests, `origins.${unsaid.name}`)
  if (unsaid) return finding('ORIGIN_UNKNOWN', `nothing says where ${unsaid.name} came from`)
  // Where a runner tells no origins, or tests only start commands, the only copy is what they would import.
  const counts = seen.some(
    ({ imported, label, alone }) => label !== 'none' && (imported || alone === true || tests?.source === 'report'),
  )
  if (counts) return undefined
  return finding('ORIGIN_UNKNOWN', `none of ${firstFew(own, 8)} was imported by the tests`)
}
