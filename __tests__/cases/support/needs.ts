/** What a case needs of this machine. What is not there is a reason to skip, never to pass. */
import fs from 'node:fs'
import { findInterpreter, findOldInterpreters, venvWithPytest } from '../../support/python.ts'
import { canBeNobody, canGroup, canUnshare, canUnshareTime } from './under.ts'

export type Need =
  | 'namespaces'
  | 'time namespaces'
  | 'another user'
  | 'control groups'
  | 'pytest'
  | 'strace'
  | 'a system python'
  | `python ${string}`
  | `old python ${string}`

/** As Debian and its like have it: not below anybody's home. */
export const SYSTEM_PYTHON = '/usr/bin/python3'

const answers = new Map<Need, Promise<string | undefined>>()

/** Why these cannot be had; empty when all are there. */
export async function findLacks(needs: readonly Need[]): Promise<readonly string[]> {
  if (process.platform === 'win32') return ['made of POSIX shells, links and modes']
  return (await Promise.all(needs.map(findLack))).filter((lack) => lack !== undefined)
}

function findLack(need: Need): Promise<string | undefined> {
  const answer = answers.get(need) ?? look(need)
  answers.set(need, answer)
  return answer
}

async function look(need: Need): Promise<string | undefined> {
  switch (need) {
    case 'namespaces':
      return canUnshare() ? undefined : 'mount namespaces need root on Linux'
    case 'time namespaces':
      return canUnshareTime() ? undefined : 'time namespaces need root on Linux'
    case 'another user':
      return canBeNobody() ? undefined : 'becoming another user needs root and setpriv'
    case 'control groups':
      return canGroup() ? undefined : 'control groups cannot be made here'
    case 'strace':
      return fs.existsSync('/usr/bin/strace') ? undefined : 'no strace'
    case 'a system python':
      return (await isSupported()) ? undefined : `no supported ${SYSTEM_PYTHON}`
    case 'pytest':
      return missing(await venvWithPytest())
    default:
      return lookForPython(need)
  }
}

async function lookForPython(need: string): Promise<string | undefined> {
  const [, old, version = ''] = /^(old )?python (.+)$/.exec(need) ?? []
  if (!old) return missing(await findInterpreter(version))
  const found = (await findOldInterpreters()).some((one) => `${one.version}.`.startsWith(`${version}.`))
  return found ? undefined : `no Python ${version} on this machine`
}

async function isSupported(): Promise<boolean> {
  if (!fs.existsSync(SYSTEM_PYTHON)) return false
  const { execFileSync } = await import('node:child_process')
  const code = 'import sys, sysconfig; sys.exit(sys.version_info < (3, 8))'
  try {
    execFileSync(SYSTEM_PYTHON, ['-I', '-c', code], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const missing = (found: object): string | undefined => ('missing' in found ? String(found.missing) : undefined)
