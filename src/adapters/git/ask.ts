/** The only way to git. Repository and user may configure filters, monitors and hooks: none of them runs, and git writes nothing. */
import os from 'node:os'
import type { Exec, Exit } from '../../app/ports.ts'

/** Seconds. */
const LIMIT = 60
const WORDS = ['--no-optional-locks', '--no-pager']
/** The probe starts git with the same ones. */
export const SETTINGS: readonly (readonly [key: string, value: string])[] = [
  ['core.fsmonitor', 'false'],
  ['core.quotePath', 'false'],
  ['core.hooksPath', os.devNull],
  ['core.trustctime', 'true'],
  ['core.checkStat', 'default'],
  ['core.ignoreStat', 'false'],
  ['core.splitIndex', 'false'],
  ['index.skipHash', 'false'],
  ['core.untrackedCache', 'false'],
  ['status.renames', 'false'],
  ['diff.renames', 'false'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
]
const TRACES = /^GIT_(?:TRACE.*|EXTERNAL_DIFF|CONFIG)$/
const FILTER_OFF = [
  ['clean', ''],
  ['smudge', ''],
  ['process', ''],
  ['required', 'false'],
] as const

export interface AskGit {
  /** The folder that git is asked in, absolute. */
  readonly cwd: string
  run(...args: string[]): Promise<Exit>
  /** What git printed; undefined where it did not end well. */
  read(...args: string[]): Promise<string | undefined>
  /** The same git, asked about another folder or in another way. */
  with(change: Partial<Asking>): AskGit
}

interface Asking {
  readonly exec: Exec
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  /** One character for each byte. */
  readonly raw?: boolean
  /** Names of filters that are switched off. */
  readonly filters?: readonly string[]
}

export function createAskGit(asking: Asking): AskGit {
  const { exec, cwd, env, raw = false, filters = [] } = asking
  const settings = [...SETTINGS, ...filters.flatMap(switchOff)]
  // -c takes what stands before the first = for the key.
  const words = settings.filter(([key]) => !key.includes('=')).flatMap(([key, value]) => ['-c', `${key}=${value}`])
  const quiet = quietEnv(
    env,
    settings.filter(([key]) => key.includes('=')),
  )
  const run = (...args: string[]) =>
    exec('git', [...WORDS, ...words, ...args], { cwd, env: quiet, seconds: LIMIT, raw })
  return {
    cwd,
    run,
    async read(...args) {
      const exit = await run(...args)
      return exit.kind === 'exited' && exit.code === 0 ? exit.stdout : undefined
    },
    with: (change) => createAskGit({ ...asking, ...change }),
  }
}

/** Names of the filters that any configuration names; undefined where git does not say. */
export async function readFilters(ask: AskGit): Promise<readonly string[] | undefined> {
  const listing = await ask.read('config', '--list', '--name-only', '-z')
  if (listing === undefined) return undefined
  const names = splitNul(listing).filter((key) => /^filter\..+\./s.test(key))
  return [...new Set(names.map((key) => key.slice('filter.'.length, key.lastIndexOf('.'))))]
}

const switchOff = (name: string) => FILTER_OFF.map(([key, value]) => [`filter.${name}.${key}`, value] as const)

/** No transport may start, where a partial clone would fetch what it lacks; no replacement shows another tree. */
function quietEnv(env: NodeJS.ProcessEnv, settings: readonly (readonly [string, string])[]): NodeJS.ProcessEnv {
  const plain = Object.fromEntries(Object.entries(env).filter(([name]) => !TRACES.test(name)))
  const first = /^\d+$/.test(env.GIT_CONFIG_COUNT ?? '') ? Number(env.GIT_CONFIG_COUNT) : 0
  const named = settings.flatMap(([key, value], at) => [
    [`GIT_CONFIG_KEY_${first + at}`, key],
    [`GIT_CONFIG_VALUE_${first + at}`, value],
  ])
  return {
    ...plain,
    LC_ALL: 'C',
    LANGUAGE: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_ALLOW_PROTOCOL: 'none',
    GIT_NO_REPLACE_OBJECTS: '1',
    ...(named.length > 0 ? { ...Object.fromEntries(named), GIT_CONFIG_COUNT: `${first + settings.length}` } : {}),
  }
}

export const splitNul = (listing: string): string[] => listing.split('\0').filter((part) => part !== '')
