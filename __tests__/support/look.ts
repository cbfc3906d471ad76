/** One look of the probe, read as the core reads it, and what a second tool says of the same thing. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { readProbeFile } from '../../src/core/probe-file/read.ts'
import type { Facts } from '../../src/core/probe-file/schema.ts'
import { findInterpreter, type Interpreter } from './python.ts'
import { createFolder, type Repo } from './repo.ts'
import { type Ended, PROBE, plainEnv, start } from './suite.ts'

export interface LookOptions {
  readonly python?: string
  /** Options of the interpreter, before the script. */
  readonly flags?: readonly string[]
  readonly place?: string
  /** Families, separated by commas; all when absent. */
  readonly only?: string
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  /** Written to probes/claims.json first. */
  readonly claims?: object
  /** The words that start the probe, when it is not `python agent_probe.py`. */
  readonly command?: readonly string[]
}

export interface Looked extends Ended {
  readonly facts: Facts
}

/** The interpreter that most tests use: any supported one would do. */
export async function anyPython(version = '3.12'): Promise<Interpreter> {
  const asked = await findInterpreter(version)
  const found = 'found' in asked ? asked : await findInterpreter()
  if ('missing' in found) throw new Error(found.missing)
  return found.found
}

let usual: Promise<Interpreter> | undefined

export async function look(cwd: string, options: LookOptions = {}): Promise<Looked> {
  const ended = await lookRaw(cwd, options)
  const reading = readProbeFile(ended.stdout)
  if (!reading.ok) throw new Error(`${JSON.stringify(reading.problems)}\n${ended.stdout}\n${ended.stderr}`)
  return { ...ended, facts: reading.facts }
}

/** As the process ended, unread. */
export async function lookRaw(cwd: string, options: LookOptions = {}): Promise<Ended> {
  usual ??= anyPython()
  const { place = 'box', only, args = ['--tests', 'never', '--stdout'], flags = [], env, claims } = options
  if (claims) writeClaims(cwd, claims)
  const python = options.python ?? (await usual).path
  const command = options.command ?? [python, ...flags, PROBE]
  return start([...command, place, ...(only ? ['--only', only] : []), ...args], { cwd, env: plainEnv(env) })
}

export function writeClaims(cwd: string, claims: object): void {
  fs.mkdirSync(path.join(cwd, 'probes'), { recursive: true })
  fs.writeFileSync(path.join(cwd, 'probes/claims.json'), JSON.stringify({ salt: '00ff', ...claims }))
}

/** Families that broke, with what they say. */
export const errorsOf = (facts: Facts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(facts).flatMap(([family, of]) => {
      const { error } = of as { error?: string }
      return error === undefined ? [] : [[family, error]]
    }),
  )

/** DESIGN, "Content, not commits", straight from git: `own` matches paths that are our own products. */
export function contentOfHead(repo: Repo, own: RegExp = /^$/): string {
  const listing = execFileSync('git', ['ls-tree', '-r', '-z', 'HEAD'], { cwd: repo.dir, encoding: 'latin1' })
  const records = listing.split('\0').filter((record) => record !== '')
  const kept = records.filter((record) => !own.test(record.slice(record.indexOf('\t') + 1)))
  return createHash('sha256').update(kept.join('\0'), 'latin1').digest('hex')
}

/** The same of the working tree: everything is committed in a copy, which then has it as its HEAD. */
export function contentOfTree(repo: Repo, own?: RegExp): string {
  const copy = path.join(createFolder(), 'copy')
  execFileSync('cp', ['-a', repo.dir, copy])
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', ...words], {
      cwd: copy,
      encoding: 'utf8',
    })
  git('add', '--all')
  git('commit', '--quiet', '--allow-empty', '--no-verify', '--message', 'All')
  return contentOfHead({ ...repo, dir: copy }, own)
}
