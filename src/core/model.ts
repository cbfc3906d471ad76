/** The words of the product: places, claims, files, and what they are compared with. */
import type { Facts } from './probe-file/schema.ts'

export const PLACES = ['local', 'box', 'ci'] as const
export type Place = (typeof PLACES)[number]

/** Whose work is asked about; `other`: a contributor without write access, or a bot that is no agent. */
export const WHO = ['person', 'agent', 'other'] as const
export type Who = (typeof WHO)[number]

/** As commands, files and artifacts name it. */
export interface NamedPlace {
  readonly place: Place
  readonly leg?: string | undefined
}

/** `leg`: null where the place is whole. */
export interface PlaceOrLeg {
  readonly place: Place
  readonly leg: string | null
}

export const CLAIM_KINDS = [
  'package installed',
  'env var set',
  'file persisted',
  'tests green',
  'secret stored',
] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

/** `holds` is proven, `fails` is refuted, `unknown` is neither and never passes. */
export type State = 'holds' | 'fails' | 'unknown'

/** One thing that was said in chat: a kind, its subject, and the places where it should be true. */
export interface Claim {
  readonly kind: ClaimKind
  /** Package name, variable name, path, `canary:home`, `suite`, secret path, `configuration`. */
  readonly subject: string
  readonly in: readonly Place[]
  /** `package installed` only: must come from the repository itself. */
  readonly fromRepo?: boolean | undefined
  /** `env var set` only: the salted hashes are compared. */
  readonly compare?: boolean | undefined
  /** `env var set` only: an empty value is meant. */
  readonly empty?: boolean | undefined
  /** `env var set` only: the file of the place, not of the repository, that may bring it. */
  readonly fromFile?: string | undefined
  /** `secret stored` only: nobody claims it; this pull request tracks a file that looks secret. */
  readonly found?: true
}

/** Subject of `secret stored` that means git's and pip's configuration instead of a file. */
export const CONFIGURATION = 'configuration'

/** A sentence that excuses a cell (bound to its reason) or a difference (bound to its values). */
export interface Explanation {
  /** `kind/subject@place` for a cell, the key of a difference otherwise. */
  readonly key: string
  readonly because: string
  readonly reason?: string
  /** Place → value, `*` stands for anything. */
  readonly values?: { readonly [place: string]: string }
}

/** `file persisted/canary:home@box` */
export const cellKey = ({ kind, subject }: Pick<Claim, 'kind' | 'subject'>, place: Place): string =>
  `${kind}/${subject}@${place}`

/** `kind/subject@place` excuses a cell; every other key a difference. */
export const isCellKey = (key: string): boolean => CLAIM_KINDS.some((kind) => key.startsWith(`${kind}/`))

interface AcceptedFiles {
  /** Paths; `*` and `**` stand for many. */
  readonly files: readonly string[]
  readonly because: string
}

export interface Claims {
  /** sha256 of the file's bytes, or `default` where there is none. */
  readonly digest: string
  readonly source: 'file' | 'default'
  /** Places in which something may be claimed. */
  readonly places: readonly Place[]
  /** Exactly the places that are asked, by whose work it is; absent: the usual ones. */
  readonly asks?: { readonly [W in Who]?: readonly Place[] | undefined } | undefined
  /** What accounts are, by login. */
  readonly who?: { readonly [login: string]: Who } | undefined
  /** Its list names all three places, as older versions wrote: it is read as none. */
  readonly listsAll?: true | undefined
  /** box is another checkout on the machine of local. */
  readonly box?: 'worktree' | undefined
  readonly claims: readonly Claim[]
  /** The claimed test command, word by word; absent when none is claimed by name. */
  readonly testCommand?: readonly string[] | undefined
  readonly testReports: readonly string[]
  /** Files of which a place may collect fewer tests than others do. */
  readonly fewer?: { readonly [P in Place]?: AcceptedFiles } | undefined
  /** `"own": []`: the tests import no code of this repository, and need not. */
  readonly ownNothing?: true | undefined
  /** false: tests of an earlier commit of the pull request are not accepted. */
  readonly olderTests?: boolean | undefined
  /** Files whose change alone leaves tests of an earlier commit good, as patterns. */
  readonly apart?: readonly string[] | undefined
  readonly explanations: readonly Explanation[]
}

export const SOURCES = ['this-run', 'artifact', 'text', 'checkout'] as const
/** `this-run`: made by this process or in this run; the others were made elsewhere and brought here. */
type SourceKind = (typeof SOURCES)[number]

/** Where a probe file came from, as far as the platform vouches for it. All strings are untrusted. */
export interface Provenance {
  readonly kind: SourceKind
  /** For people: `artifact probes-box of run 123`, `comment by octocat`, `probes/box.txt`. */
  readonly label: string
  readonly url?: string | undefined
  readonly run?: string | undefined
  readonly workflow?: string | undefined
  readonly actor?: string | undefined
  readonly edited?: boolean | undefined
}

/** A probe file's text, not yet read. */
export interface ProbeText {
  readonly provenance: Provenance
  /** Place and leg that its file or artifact name says; the content must agree. */
  readonly named: NamedPlace
  readonly text: string
  /** Why there is a file and no text to be had of it; `text` is empty then. */
  readonly problem?: Problem
}

export interface Problem {
  /** 1-based; absent when the problem has no line of its own. */
  readonly line?: number | undefined
  /** Dotted key, like `git.head`; absent for syntax errors. */
  readonly key?: string
  readonly message: string
}

/** A probe file that was read: its facts, or every problem it has. */
export type Reading =
  | { readonly ok: true; readonly facts: Facts }
  | { readonly ok: false; readonly problems: readonly Problem[] }

/** One file that could speak for a place. */
export interface Candidate extends NamedPlace {
  readonly provenance: Provenance
  readonly reading: Reading
}

/** What the pull request's content is. Content ids as in the probe: sha256 over `git ls-tree` records. */
export interface Reference {
  /** Content of the merge commit, or of what CI checked out. */
  readonly merge?: string | undefined
  readonly mergeSha?: string | undefined
  /** GitHub has no test merge of this head, so it is unknown what ci had to test. */
  readonly noMerge?: true
  /** Content of the pull request's head. */
  readonly head?: string | undefined
  readonly headSha?: string | undefined
  /** The head commit was made on github.com: no laptop and no box has had it. */
  readonly headOnline?: true | undefined
  /** Patch ids of its commits, where a clone that is complete says them. */
  readonly patches?: readonly string[]
  /** Files that have changed since an earlier commit, by its id. */
  readonly since?: { readonly [sha: string]: readonly string[] }
  /** Commits of the pull request, oldest first, head last. */
  readonly commits: readonly string[]
  /** True when there is a pull request; without one the reference is the checkout alone. */
  readonly pullRequest: boolean
}

/** How a file's content relates to the pull request. */
export type ContentRelation = 'match-merge' | 'match-head' | 'earlier' | 'stale' | 'unknown'

/** Something that could not be done while gathering; it never makes a cell better. */
export interface Fault {
  /** Where it happened: `artifact`, `text`, `checkout`, `probe`, `claims`, `api` … */
  readonly where: string
  readonly message: string
  /** The command or YAML line that mends it. */
  readonly fix?: string | undefined
}

/** What was found and did not serve, and why: `artifact probes-box of run 12: expired on 2026-01-02`. */
export interface Unused {
  readonly place: Place | null
  readonly message: string
}

/** A value that looked like a secret and was replaced before anything left. */
export interface Redaction {
  /** What kind of secret, in a word of ours. */
  readonly kind: string
  /** Where it stood: a file, or what a provenance calls it. */
  readonly where: string
}

/** A way in which a pull request loosens its own gate. */
export interface Loosening {
  readonly what:
    | 'claim dropped'
    | 'claim narrowed'
    | 'explanation added'
    | 'places narrowed'
    | 'asked changed'
    | 'box declared'
    | 'command changed'
    | 'claims removed'
    | 'probe changed'
  readonly key: string
  /** The base has no claims.json: this is less than what is claimed without one. */
  readonly first?: true
}
