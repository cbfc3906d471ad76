/** Where the pytest plugin leaves its record, and the two things of it that say which Python ran. */
import fs from 'node:fs/promises'
import path from 'node:path'
import { SESSION_RECORD } from '../../core/products.ts'

/** Bytes; a record holds counts and names. */
const MAX_BYTES = 4 * 1024 * 1024

interface Session {
  readonly hostname: string
  readonly executable: string
}

/** Beside the probes folder, else at the top of the working tree. */
export async function findRecords(folder: string): Promise<readonly { record: string; session: Session }[]> {
  const tops = await Promise.all(
    ancestors(path.join(folder, '.git')).map(async (one) =>
      (await fs.stat(path.join(one, '.git')).catch(() => undefined)) ? [one] : [],
    ),
  )
  const records = [folder, ...tops.flat().slice(0, 1)].map((one) => path.join(one, SESSION_RECORD))
  const sessions = await Promise.all(records.map(readSession))
  return records.flatMap((record, i) => {
    const session = sessions[i]
    return session ? [{ record, session }] : []
  })
}

async function readSession(file: string): Promise<Session | undefined> {
  try {
    const stat = await fs.lstat(file)
    if (!stat.isFile() || stat.size > MAX_BYTES) return undefined
    const { hostname, executable } = JSON.parse(await fs.readFile(file, 'utf8'))
    return typeof hostname === 'string' && typeof executable === 'string'
      ? { hostname, executable }
      : undefined
  } catch {
    return undefined
  }
}

/** Folders above a path, nearest first. */
export function ancestors(file: string): readonly string[] {
  const parent = path.dirname(file)
  return parent === file ? [] : [parent, ...ancestors(parent)]
}
