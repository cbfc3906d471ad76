/** Files below one directory. Nothing is read or written through a link that leads out of it. */

import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import type { Entry, Files } from '../app/ports.ts'
import { messageOf } from '../core/fault.ts'
import { decodeText } from '../core/text/encoding.ts'

/** `directory` is the working directory, absolute. */
export function createFiles(directory: string): Files {
  return {
    read: (file, maxBytes) => explain('read', file, async () => read(await inside(directory, file), maxBytes)),
    write: (file, text) => explain('write', file, async () => write(await inside(directory, file), text)),
    list: (folder) => explain('list', folder, async () => list(await inside(directory, folder))),
  }
}

/** The absolute path, when what is there of it lies in the directory, links resolved. */
async function inside(directory: string, file: string): Promise<string> {
  const root = await fs.realpath(directory)
  const target = path.resolve(root, file)
  if (target === root) return root
  if (isBelow(root, target) && isBelow(root, await realPath(path.dirname(target)))) return target
  throw new Error('it leads out of the working directory')
}

function isBelow(root: string, target: string): boolean {
  const relative = path.relative(root, target)
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative)
}

/** Like realpath, for a folder that need not be there yet. */
async function realPath(folder: string): Promise<string> {
  try {
    return await fs.realpath(folder)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT' || path.dirname(folder) === folder) throw error
    return path.join(await realPath(path.dirname(folder)), path.basename(folder))
  }
}

async function read(file: string, maxBytes: number): Promise<string | undefined> {
  try {
    // Asked before it is opened: opening a pipe would wait for its other end.
    const stat = await fs.lstat(file)
    if (stat.isSymbolicLink()) throw new Error('it is a symbolic link')
    if (!stat.isFile()) throw new Error('it is not a regular file')
    if (stat.size > maxBytes) throw new Error(`it has ${stat.size} bytes, more than ${maxBytes}`)
    const bytes = await fs.readFile(file)
    if (bytes.length > maxBytes) throw new Error(`it has more than ${maxBytes} bytes`)
    return decodeText(bytes)
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

/** Through a new file beside it, so that a reader sees the old text or the new one, whole. */
async function write(file: string, text: string): Promise<void> {
  await fs.mkdir(path.dirname(file), { recursive: true })
  const draft = path.join(path.dirname(file), `.${path.basename(file)}.${randomUUID()}`)
  try {
    await fs.writeFile(draft, text, { flag: 'wx' })
    await fs.rename(draft, file)
  } catch (error) {
    await fs.rm(draft, { force: true }).catch(() => undefined)
    throw error
  }
}

async function list(folder: string): Promise<readonly Entry[]> {
  try {
    const stat = await fs.lstat(folder)
    if (stat.isSymbolicLink()) throw new Error('it is a symbolic link')
    const entries = await fs.readdir(folder, { withFileTypes: true })
    const named = entries.map((entry): Entry => {
      const kind = entry.isFile() ? 'file' : entry.isSymbolicLink() ? 'link' : 'other'
      return { name: entry.name, kind }
    })
    return named.sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** Every failure names the path and what was wanted of it. */
async function explain<T>(what: string, file: string, action: () => Promise<T>): Promise<T> {
  try {
    return await action()
  } catch (error) {
    const cause = messageOf(error)
    throw new Error(`can't ${what} ${file}: ${CAUSES[codeOf(error)] ?? cause}`, { cause: error })
  }
}

const CAUSES: { readonly [code: string]: string } = {
  EACCES: 'this user has no permission',
  EPERM: 'this user has no permission',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  ENOTDIR: 'a folder of its path is a file',
  EEXIST: 'a folder of its path is a file',
  EISDIR: 'there is a folder of that name',
}

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error))
