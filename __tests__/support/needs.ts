/** What a test leans on. A machine without it skips the test, and the test's name says for want of what. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { describe, it } from 'vitest'

const { platform } = process
const windows = platform === 'win32'

const NEEDS = {
  posix: ['a POSIX system', () => !windows],
  linux: ['Linux', () => platform === 'linux'],
  proc: ['/proc', () => fs.existsSync('/proc/self/exe')],
  root: ['root', () => process.getuid?.() === 0],
  'system python': ['/usr/bin/python3', () => fs.existsSync('/usr/bin/python3')],
} satisfies { readonly [need: string]: readonly [string, () => boolean] }

/** A name, or a command that must end well. */
type Need = keyof typeof NEEDS | readonly [string, ...string[]]

export function needing(...needs: readonly Need[]): Pick<typeof import('vitest'), 'it' | 'describe'> {
  const lack = needs.map(lackOf).find((one) => one !== undefined)
  if (lack === undefined) return { it, describe }
  return { it: named(it.skip, lack) as typeof it, describe: named(describe.skip, lack) as typeof describe }
}

function lackOf(need: Need): string | undefined {
  if (typeof need === 'string') return NEEDS[need][1]() ? undefined : NEEDS[need][0]
  return succeeds(...need) ? undefined : need[0]
}

export function succeeds(...[program, ...args]: readonly [string, ...string[]]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

type Define = (name: string, ...rest: never[]) => unknown
interface Definition {
  (name: string, ...rest: never[]): unknown
  each(...cases: never[]): Define
}

function named(skip: unknown, lack: string): Define {
  const define = skip as Definition
  const say = (name: string) => `${name} (needs ${lack})`
  const each =
    (...cases: never[]): Define =>
    (name, ...rest) =>
      define.each(...cases)(say(name), ...rest)
  return Object.assign(((name, ...rest) => define(say(name), ...rest)) as Define, { each })
}
