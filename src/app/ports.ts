/** What the use cases need from the world. Adapters implement these; the use cases know nothing else. */
import type { Fault, Place, ProbeText, Unused } from '../core/model.ts'
import type { Hit } from '../core/secrets/known.ts'

/** Lines for people while work goes on; never a secret, never untrusted text unescaped. */
export interface Log {
  info(message: string): void
  warning(message: string): void
}

export interface Found {
  readonly texts: readonly ProbeText[]
  readonly notes: readonly Unused[]
  readonly faults: readonly Fault[]
}

/** What several looks found, in their order. */
export const joinFound = (all: readonly Partial<Found>[]): Found => ({
  texts: all.flatMap(({ texts }) => texts ?? []),
  notes: all.flatMap(({ notes }) => notes ?? []),
  faults: all.flatMap(({ faults }) => faults ?? []),
})

/** One way in which probe files reach us. It never throws for what the world does to it: faults are data. */
export interface Source {
  readonly kind: 'artifact' | 'text' | 'checkout'
  find(): Promise<Found>
}

/** What became of a child process; it never throws for what the system does. */
export type Exit =
  | { readonly kind: 'exited'; readonly code: number; readonly stdout: string; readonly stderr: string }
  /** The system would not start it: `ENOENT`, `EACCES` … */
  | { readonly kind: 'not-started'; readonly code: string }
  | { readonly kind: 'killed'; readonly by: string; readonly stderr: string }
  | { readonly kind: 'timed-out'; readonly seconds: number; readonly stderr: string }

export interface ExecOptions {
  readonly cwd: string
  readonly env?: { readonly [name: string]: string | undefined }
  readonly seconds: number
  /** Output is shown while it comes, as progress; else only kept. */
  readonly show?: boolean
  /** One character per byte, for output that need not be UTF-8. */
  readonly raw?: boolean
  /** Called once the program runs: from then on there is time for other work. */
  readonly started?: (() => void) | undefined
}

/** Starts a program without a shell and keeps the last part of what it says. */
export type Exec = (command: string, args: readonly string[], options: ExecOptions) => Promise<Exit>

export interface ProbeRequest {
  readonly place: Place
  readonly leg?: string | undefined
  /** Interpreter as the user named it; empty: chosen. */
  readonly python: string
  /** Absolute path of the working directory that is probed. */
  readonly cwd: string
  /** Path of claims.json, relative to cwd. */
  readonly claims: string
  /** Folder of probe files, relative to cwd. */
  readonly probes: string
  readonly tests: 'auto' | 'always' | 'never'
}

export interface InterpreterChoice {
  /** Command and its first arguments, like ["uv", "run", "--no-sync", "python"]. */
  readonly command: readonly string[]
  /** For people: `python (first on PATH)`. */
  readonly why: string
}

export type ProbeRun =
  | { readonly ok: true; readonly file: string; readonly text: string; readonly interpreter: InterpreterChoice }
  | {
      readonly ok: false
      /** `no-interpreter`: nothing could be started. `named-interpreter`: the named one could not. */
      readonly why: 'no-interpreter' | 'named-interpreter' | 'unsupported' | 'usage' | 'cannot-write' | 'crashed'
      readonly message: string
      readonly fix: string
    }

export interface ProbeRunner {
  /** Looks for the interpreter before it is known whether this place is probed; `run` takes what it found. */
  prepare(request: ProbeRequest): void
  /** `started` is called when the probe looks: from then on there is time for other work. */
  run(request: ProbeRequest, started?: () => void): Promise<ProbeRun>
}

/** Text files below the working directory; paths relative to it. Writes are atomic and never follow a link out. */
export interface Files {
  /** undefined: not there. Throws, with the path and the cause, for all else. */
  read(path: string, maxBytes: number): Promise<string | undefined>
  write(path: string, text: string): Promise<void>
  /** Names in a folder, sorted; [] when it is not there. */
  list(folder: string): Promise<readonly Entry[]>
}

export interface Entry {
  readonly name: string
  readonly kind: 'file' | 'link' | 'other'
}

/** sha256 of the text's UTF-8 bytes, lower-case hex. */
export type Sha256 = (text: string) => string

export interface Git {
  /** `refused`: the repository belongs to another user. `unborn`: no commit yet. */
  state(): Promise<'ok' | 'unborn' | 'none' | 'refused' | 'no-git'>
  /** Paths tracked at HEAD's index, relative to the working directory; undefined outside a repository. */
  trackedFiles(): Promise<readonly string[] | undefined>
  /** Does git track what is at this absolute path? Also true where git is here and won't say. */
  isTracked(path: string): Promise<boolean>
  /** Commit id of HEAD, or of another commit, and its content id; undefined where git does not say. */
  head(commit?: string): Promise<{ readonly sha: string; readonly content: string } | undefined>
}

/** What is known about the pull request's content beyond this checkout; asked only when a file needs it. */
export interface ReferenceLookup {
  headContent(): Promise<string | undefined>
  /** Commits of the pull request, oldest first. */
  commits(): Promise<readonly string[]>
  /** Files that have changed between an earlier commit and the head; undefined: too many to list. */
  changedSince(commit: string): Promise<readonly string[] | undefined>
  /** Was the head commit made on the host's own pages? */
  headIsOnline(): Promise<boolean>
}

export type CommentOutcome =
  | { readonly status: 'created' | 'updated' | 'unchanged'; readonly url: string }
  /** `refused`: it should be there, and GitHub would not. */
  | { readonly status: 'skipped'; readonly why: string; readonly fix?: string | undefined; readonly refused?: true }

export type UploadOutcome =
  | { readonly ok: true; readonly id: string; readonly url: string }
  | { readonly ok: false; readonly fault: Fault }

/** A comment on the pull request; every string is untrusted. */
export interface PullComment {
  readonly id: number
  readonly author: string
  readonly authorIsBot: boolean
  readonly association: string
  readonly body: string
  readonly url: string
  readonly edited: boolean
}

/** What GitHub's interface answered. `status` is null where no answer came. */
export type ApiAnswer<T = unknown> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly status: number | null; readonly fault: Fault }

/** All comments, oldest first; asked once per run and shared. */
export type CommentListing = () => Promise<ApiAnswer<readonly PullComment[]>>

export interface ApiParameters {
  readonly [name: string]: string | number | undefined
}

/** GitHub's REST interface for this repository. It waits, retries and explains, and never throws. */
export interface GitHubApi {
  /** Route as GitHub documents it, `GET /repos/{owner}/{repo}/pulls/{pull_number}`; owner and repo are known. */
  ask(route: string, parameters?: ApiParameters): Promise<ApiAnswer>
  /**
   * All pages of a list, a hundred a page; `key` names the list inside the answer. More than `maxPages` is a
   * fault, but for a list that is only searched: then `enough` ends it, or the last page that is asked.
   */
  askAll(
    route: string,
    parameters: ApiParameters,
    maxPages: number,
    key?: string,
    enough?: (page: readonly unknown[]) => boolean,
  ): Promise<ApiAnswer<readonly unknown[]>>
  /** Follows the redirect without showing the token to the host it leads to. */
  download(route: string, parameters: ApiParameters, maxBytes: number): Promise<ApiAnswer<Uint8Array>>
  /** Seconds by which GitHub's clock is ahead of this machine's, as its last answer says; 0 before the first. */
  clockAhead(): number
  /** Login that the token speaks for; undefined where GitHub does not say. */
  viewer(): Promise<string | undefined>
}

/** Says where a text that is about to leave looks like a secret. */
export interface SecretNet {
  find(text: string): readonly Hit[]
}
