export type Login = string
export interface Account {
  login: Login
  id?: number
  type?: 'User' | 'Bot'
}
/** a fork; null where it is gone */
export type Repository = { id: number; full_name: string; owner?: string } | null
export type Content = string | Buffer | { content: string | Buffer; mode?: string } | { mode: '160000'; sha: string }
export type Association = 'OWNER' | 'MEMBER' | 'COLLABORATOR' | 'CONTRIBUTOR' | 'FIRST_TIME_CONTRIBUTOR' | 'FIRST_TIMER' | 'MANNEQUIN' | 'NONE'
export type Role = 'none' | 'read' | 'triage' | 'write' | 'maintain' | 'admin'
export type Level = 'read' | 'write' | 'none'

export interface Fault {
  /** on 'METHOD /path' */
  match: RegExp
  /** so many requests that match pass first */
  after?: number
  times?: number
  status?: number
  body?: unknown
  headers?: Record<string, string>
  destroy?: boolean
  hang?: boolean
  /** half an answer, then the connection breaks */
  cut?: boolean
  /** a page, with status 200 */
  html?: boolean
  rateLimit?: 'primary' | 'secondary'
  seconds?: number | null
}
export interface Exchange {
  method: string
  url: string
  /** operationId, of REST */
  operation?: string
  body?: unknown
  headers?: Record<string, string>
  status: number | 'hung' | 'destroyed' | 'cut' | 'html'
}
export interface Comment {
  id: number
  issue: number
  body: string
  user: Account | null
  author_association: Association
  created_at: string
  updated_at: string
}
export interface Issue {
  number: number
  title?: string
  body?: string | null
  user?: Login | Account | null
  state?: 'open' | 'closed'
  author_association?: Association
}
export interface Branch {
  ref: string
  sha: string
  repo?: Repository
}
export interface Pull extends Issue {
  head: Branch
  base: Branch
  draft?: boolean
  merge_commit_sha?: string | null
}
export type NewPull = Omit<Pull, 'head' | 'base'> & { head?: Partial<Branch>; base?: Partial<Branch> }
export interface NewRun {
  id: number
  name?: string
  event?: string
  status?: string
  conclusion?: string | null
  path?: string
  actor?: Login
  head_branch?: string
  head_sha?: string
  head_repository?: Repository
  run_number?: number
  run_attempt?: number
  created_at?: string
}
export interface Run extends NewRun {
  head_sha: string
  head_branch: string
  run_attempt: number
  backendId: string
  jobBackendId: string
}
export interface NewCommit {
  branch?: string
  parents?: string[]
  sha?: string
  /** null takes a file away */
  files?: Record<string, Content | null>
  message?: string
  date?: string
  login?: Login
}
export interface Commit {
  sha: string
  tree: string
  parents: string[]
}
export interface Artifact {
  id: number
  name: string
  size: number
  digest: string | null
  expires_at: string
  download(): string
}

export interface FakeGitHub {
  url: string
  owner: string
  repo: string
  token: string
  requests: Exchange[]
  violations: string[]
  state: { comments: Map<number, Comment>; pulls: Map<number, Pull>; runs: Map<number, Run>; refs: Map<string, string>; [more: string]: unknown }
  addToken(name: string, permissions?: Record<string, Level> | 'read-all' | 'write-all', login?: Login): string
  addTree(files: Record<string, Content>, options?: { truncated?: number }): string
  addCommit(commit?: NewCommit): Commit
  addFile(file: string, content: Content | null, where?: string): Commit
  setPermission(login: Login, role: Role | null): void
  addPull(pull: NewPull): Pull
  addIssue(issue: Issue): Issue
  addComment(issue: number, body: string, user?: Login | Account | null, more?: Partial<Comment>): Comment
  /** Listed only: it has no bytes. */
  addArtifact(artifact: { id?: number; name: string; run: Run; expires_at?: string }): Artifact
  addJob(job: { run_id: number; [more: string]: unknown }): { id: number; [more: string]: unknown }
}
export interface FakeActions {
  url: string
  requests: Exchange[]
  violations: string[]
  artifacts: Map<number, Artifact>
}
export interface Bed {
  /** of both doubles: GITHUB_API_URL and ACTIONS_RESULTS_URL */
  url: string
  owner: string
  repo: string
  token: string
  gh: FakeGitHub
  ac: FakeActions
  faults: Fault[]
  addRun(run: NewRun): Run
  addToken: FakeGitHub['addToken']
  addArtifact(run: Run, name: string, bytes: string | Uint8Array, more?: { mime?: string; digest?: string | null; expires_at?: string }): Promise<Artifact>
  expire(id: number): Artifact
  runtimeToken(run: Run): string
  /** what did not fit the descriptions: a test ends with none */
  readonly violations: string[]
  close(): Promise<void>
}
export interface BedOptions {
  owner?: string
  repo?: string
  token?: string
  permissions?: Record<string, Level>
  visibility?: 'private' | 'public'
  /** folder of @actions/artifact, whose message types the results service then checks */
  artifactPkg?: string
}
export function startAll(options?: BedOptions): Promise<Bed>
