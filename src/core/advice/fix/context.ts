/** What a fix may name: the place's own interpreter, shell, packages and commands, each quoted. */

import type { Commands } from '../../case.ts'
import { type Claim, type Claims, cellKey, type Place, type PlaceOrLeg } from '../../model.ts'
import { inOrder } from '../../place.ts'
import type { Facts } from '../../probe-file/schema.ts'
import type { Reason } from '../../reasons.ts'
import { getOwn } from '../../text/own.ts'
import { type Shell, shellCommand, shellOf, shellWord } from '../../text/shell.ts'

export interface FixInput extends PlaceOrLeg {
  readonly claim: Claim
  readonly reason: Reason
  /** The facts of the file that decided; null when there is none. */
  readonly facts: Facts | null
  readonly claims: Claims
  readonly commands: Commands
  /** The place that this one is not told from. */
  readonly twin?: Place | undefined
  /** GitHub has no test merge to compare ci with. */
  readonly noMerge?: true | undefined
}

export interface FixContext extends FixInput {
  readonly facts: Facts
  readonly shell: Shell
  /** The project's own interpreter, or the probed one, as a command; `python` where it cannot be typed. */
  readonly python: string
  /** The claim's subject as one word of the shell. */
  readonly subject: string
  readonly claimsFile: string
}

/** What to do before the probe is run again; no full stop. */
export type Step = (fix: FixContext) => string

/** A masked path as typed in the working directory, with `../` where needed; undefined: the mask hides it. */
export function typeablePath(masked: string | undefined, facts: Facts): string | undefined {
  if (masked === undefined || masked === '') return undefined
  const prefix = facts.interpreter?.prefix
  const path = prefix !== undefined && /^<prefix>[\\/]/.test(masked) ? prefix + masked.slice('<prefix>'.length) : masked
  const inRepo = /^<repo>[\\/](.+)$/s.exec(path)?.[1]
  if (inRepo === undefined) return path.startsWith('<') ? undefined : path
  const here = (facts.git?.cwd ?? '.').split(/[\\/]/).filter((part) => part !== '.' && part !== '')
  const parts = inRepo.split(/[\\/]/)
  const apart = here.findIndex((part, at) => part !== parts[at])
  const shared = apart === -1 ? here.length : apart
  const below = inRepo.slice(parts.slice(0, shared).join('/').length).replace(/^[\\/]/, '') || '.'
  // A name that starts with a dash would be an option.
  return '../'.repeat(here.length - shared) + (shared === here.length ? below.replace(/^-/, './-') : below)
}

/** The path comes from a file and will be typed: only a Python may be started by it, no other program. */
const PYTHON = /(?:^|[\\/])(?:python|pypy|graalpy)[\d.]*t?(?:-[\w.]+)?(?:\.exe)?$/i

export function typeablePython(masked: string | undefined, facts: Facts): string | undefined {
  const path = typeablePath(masked, facts)
  return path !== undefined && PYTHON.test(path) ? path : undefined
}

export const interpreterIn = (facts: Facts, shell: Shell, masked = facts.interpreter?.executable): string =>
  shellCommand([typeablePython(masked, facts) ?? 'python'], shell)

/** The project's own interpreter, where the probe ran outside every environment, so by oversight. */
export function forgottenPython({ interpreter }: Facts): string | undefined {
  const { project_python: python, in_venv, conda_prefix } = interpreter ?? {}
  return python && in_venv === false && conda_prefix === undefined ? python : undefined
}

/** The environment is another checkout's, or serves one too: what is installed into it is taken from that one. */
export function isBorrowed({ facts, place }: FixContext): boolean {
  const { interpreter, git, tests, packages } = facts
  const own = /^<repo>[\\/]/.test(interpreter?.prefix ?? '<repo>/') && interpreter?.linked !== true
  if (place === 'ci' || own) return false
  const claimed = Object.values(packages?.claimed ?? {})
  return (
    git?.worktree === true ||
    (tests?.foreign ?? []).length > 0 ||
    [...Object.values(tests?.origins ?? {}), ...claimed].some(({ label }) => label === 'other-checkout') ||
    claimed.some(({ label, direct_url }) => label === 'elsewhere' && direct_url === 'editable')
  )
}

export function contextOf(input: FixInput): FixContext {
  const facts = input.facts ?? {}
  const shell = shellOf(facts.host?.platform)
  return {
    ...input,
    facts,
    shell,
    python: interpreterIn(facts, shell, forgottenPython(facts)),
    // A name that starts with a dash would be read as an option.
    subject: shellWord(input.claim.subject.replace(/^-/, './-'), shell),
    claimsFile: `${input.commands.probesFolder}/claims.json`,
  }
}

/** Checked again by a push: the file has to be committed. */
export const isPushed = ({ commands }: Pick<FixContext, 'commands'>): boolean => commands.rerun.includes('push')

/** What a recorded session says stays believed until the tests run again. */
export const isRecorded = ({ tests }: Facts): boolean => (tests?.source ?? 'none') !== 'none'

/** For a job of ci that looks at another commit than its event names. */
export const TAKE_EVENT = 'remove ref: from actions/checkout of that job, so that it takes the commit of the event'

/** How a place gets the judged commit; empty for the place where this is read, which has it. */
export function checkOut(fix: FixContext): string {
  if (isPushed(fix)) return "check out this pull request's head"
  return fix.place === fix.commands.here ? '' : 'check out the commit that is judged here'
}

/** A value here waits for ci's: probing this place again would not bring it. */
export function awaitsCi({ reason, claim, facts, place }: FixContext): boolean {
  const own = getOwn(facts.env?.claimed, claim.subject)?.hash
  return reason === 'FACT_MISSING' && claim.compare === true && place !== 'ci' && own !== undefined
}

/** An unknown provider names no run: there only tests that the check started itself count. */
export const namesNoRun = ({ reason, facts, place }: FixContext): boolean =>
  reason === 'FACT_MISSING' &&
  place === 'ci' &&
  facts.probe?.ci?.provider === 'other' &&
  facts.tests?.source === 'session'

/** How that shell sets a variable for what it starts next. */
export function setVariable(name: string, value: string, shell: Shell): string {
  // Other names cannot be written so in a shell; they are not ours to invent a syntax for.
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `set ${shellWord(name, shell)}`
  return shell === 'powershell' ? `$env:${name} = '${value}'` : `export ${name}='${value}'`
}

export const unsetVariable = (name: string, shell: Shell): string =>
  shell === 'powershell' ? `Remove-Item Env:${name}` : `unset ${name}`

/** Adds a line to the ignore file that covers the path: its patterns know no `./` and no `../`. */
export function ignoreLine(path: string, shell: Shell): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else if (part !== '.' && (part !== '' || parts.length === 0)) parts.push(part)
  }
  const [, up = '', below = ''] = /^((?:\.\.\/)*)(.*)$/s.exec(parts.join('/')) ?? []
  const [line, file] = [shellWord(below, shell), shellWord(`${up}.gitignore`, shell)]
  return shell === 'powershell' ? `Add-Content ${file} ${line}` : `printf '%s\\n' ${line} >> ${file}`
}

/** For a person: whoever counts as an agent may add no sentence. */
export function explainIt({ claim, place, reason, claimsFile }: FixContext): string {
  const sentence = `${JSON.stringify(cellKey(claim, place))}: {"reason": "${reason}", "because": "…"}`
  return `explain it in ${claimsFile}: "explain": {${sentence}}`
}

/** A masked path or a name as one word: typeable where it can be, as masked where it cannot. */
export const shellName = (masked: string, { facts, shell }: FixContext): string =>
  shellWord(typeablePath(masked, facts) ?? masked, shell)

/** The claim as claims.json says it where the box is not asked; `list`: where it stands there. */
export function withoutBox({ claim, claimsFile, subject }: FixContext, list: 'secrets' | 'files'): string {
  const rest = inOrder(claim.in).filter((place) => place !== 'box')
  if (rest.length === 0) return `drop ${subject} from "${list}" in ${claimsFile}`
  const places = rest.map((place) => `"${place}"`).join(', ')
  return `{"name": ${JSON.stringify(claim.subject)}, "in": [${places}]} under "${list}" in ${claimsFile}`
}
