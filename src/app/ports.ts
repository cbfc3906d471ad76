/** What the use cases need from the world. Adapters implement these; the use cases know nothing else. */
import type { Fault, Place, ProbeText } from '../core/model.ts'

/** Lines for people while work goes on; never a secret, never untrusted text unescaped. */
export interface Log {
  info(message: string): void
  warning(message: string): void
}

/** Why something that was found did not serve: `artifact probes-box of run 12: expired on 2026-01-02`. */
export interface SourceNote {
  readonly place: Place | null
  readonly message: string
}

export interface Found {
  readonly texts: readonly ProbeText[]
  readonly notes: readonly SourceNote[]
  readonly faults: readonly Fault[]
}

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
}

/** Starts a program without a shell and keeps the last part of what it says. */
export type Exec = (command: string, args: readonly string[], options: ExecOptions) => Promise<Exit>

export interface ProbeRequest {
  readonly place: Place
  readonly leg?: string
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
  | {
      readonly ok: true
      readonly file: string
      readonly text: string
      readonly interpreter: InterpreterChoice
    }
  | {
      readonly ok: false
      /** `no-interpreter`: nothing could be started. `named-interpreter`: the named one could not. */
      readonly why:
        | 'no-interpreter'
        | 'named-interpreter'
        | 'unsupported'
        | 'usage'
        | 'cannot-write'
        | 'crashed'
      readonly message: string
      readonly fix: string
    }

export interface ProbeRunner {
  run(request: ProbeRequest): Promise<ProbeRun>
}

/** Text files below the working directory; paths relative to it. Writes are atomic and never follow a link out. */
export interface Files {
  /** undefined: not there. Throws FileTooLarge or the system's error otherwise. */
  read(path: string, maxBytes: number): Promise<string | undefined>
  write(path: string, text: string): Promise<void>
}

/** sha256 of the text's UTF-8 bytes, lower-case hex. */
export type Sha256 = (text: string) => string

export interface Git {
  /** Paths tracked at HEAD's index, relative to the working directory; undefined outside a repository. */
  trackedFiles(): Promise<readonly string[] | undefined>
  /** Commit id of HEAD and its content id; undefined where git does not say. */
  head(): Promise<{ readonly sha: string; readonly content: string } | undefined>
}

/** What is known about the pull request's content beyond this checkout; asked only when a file needs it. */
export interface ReferenceLookup {
  headContent(): Promise<string | undefined>
  /** Commits of the pull request, oldest first. */
  commits(): Promise<readonly string[]>
}

export type CommentOutcome =
  | { readonly status: 'created' | 'updated' | 'unchanged'; readonly url: string }
  | { readonly status: 'skipped'; readonly why: string; readonly fix?: string }

export interface Comment {
  /** Creates or updates the one comment; `body` without marker. Never throws for what the API answers. */
  upsert(body: string): Promise<CommentOutcome>
}

export type UploadOutcome =
  | { readonly ok: true; readonly id: string; readonly url: string }
  | { readonly ok: false; readonly fault: Fault }

export interface ArtifactUpload {
  /** Uploads files under their path relative to `root`. */
  upload(name: string, root: string, files: readonly string[]): Promise<UploadOutcome>
}
