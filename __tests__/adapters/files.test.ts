import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { createFiles } from '../../src/adapters/files.ts'
import { createFolder } from '../support/repo.ts'

const windows = process.platform === 'win32'
let dir: string
let outside: string
beforeEach(() => {
  dir = createFolder()
  outside = createFolder()
})
const at = (...names: string[]) => path.join(dir, ...names)

test('what is written is read back, in folders that were not there', async () => {
  const files = createFiles(dir)
  await files.write('a/b/c.txt', 'één\n')
  expect(await files.read('a/b/c.txt', 100)).toBe('één\n')
  await files.write('a/b/c.txt', 'two')
  expect(fs.readdirSync(at('a/b'))).toEqual(['c.txt'])
  expect(fs.readFileSync(at('a/b/c.txt'), 'utf8')).toBe('two')
})

test('what is not there is undefined, an absent folder is empty', async () => {
  fs.writeFileSync(at('file'), '')
  const files = createFiles(dir)
  expect(await files.read('none.txt', 10)).toBeUndefined()
  expect(await files.read('none/none.txt', 10)).toBeUndefined()
  expect(await files.read('file/none.txt', 10)).toBeUndefined()
  expect(await files.list('none')).toEqual([])
})

test('a byte order mark is kept: it is part of what was hashed', async () => {
  fs.writeFileSync(at('bom'), '\uFEFFa')
  expect(await createFiles(dir).read('bom', 10)).toBe('\uFEFFa')
})

describe('refused to read', () => {
  test.each<[string, () => void, RegExp]>([
    ['too large', () => fs.writeFileSync(at('x'), 'a'.repeat(11)), /can't read x: it has 11 bytes, more than 10/],
    ['not UTF-8', () => fs.writeFileSync(at('x'), Buffer.from([0xff])), /can't read x: it is not UTF-8/],
    ['a folder', () => fs.mkdirSync(at('x')), /can't read x: it is not a regular file/],
    ['a link', () => fs.symlinkSync(at('y'), at('x')), /can't read x: it is a symbolic link/],
  ])('%s', async (_, prepare, message) => {
    prepare()
    await expect(createFiles(dir).read('x', 10)).rejects.toThrow(message)
  })

  test('a pipe, without waiting for it', async ({ skip }) => {
    skip(windows, 'Windows keeps its pipes in no folder')
    execFileSync('mkfifo', [at('x')])
    await expect(createFiles(dir).read('x', 10)).rejects.toThrow(/not a regular file/)
  })

  test.each(['../x', '/etc/passwd', 'a/../../x'])('%s', async (name) => {
    await expect(createFiles(dir).read(name, 10)).rejects.toThrow(/it leads out of the working directory/)
  })

  test('through a folder that is a link out', async () => {
    fs.writeFileSync(path.join(outside, 'x'), 'secret')
    fs.symlinkSync(outside, at('probes'))
    await expect(createFiles(dir).read('probes/x', 10)).rejects.toThrow(/leads out/)
    await expect(createFiles(dir).list('probes')).rejects.toThrow(/can't list probes: it is a symbolic link/)
  })
})

describe('refused to write', () => {
  test('through a folder that is a link out', async () => {
    fs.symlinkSync(outside, at('probes'))
    await expect(createFiles(dir).write('probes/x', 'a')).rejects.toThrow(/can't write probes\/x: it leads out/)
    await expect(createFiles(dir).write('probes/new/x', 'a')).rejects.toThrow(/leads out/)
    expect(fs.readdirSync(outside)).toEqual([])
  })

  test('a file that is a link is replaced, what it led to stays', async () => {
    fs.writeFileSync(path.join(outside, 'x'), 'old')
    fs.symlinkSync(path.join(outside, 'x'), at('x'))
    await createFiles(dir).write('x', 'new')
    expect(fs.readFileSync(path.join(outside, 'x'), 'utf8')).toBe('old')
    expect(fs.lstatSync(at('x')).isFile()).toBe(true)
  })

  test('where a folder should be there is a file', async () => {
    fs.writeFileSync(at('probes'), '')
    await expect(createFiles(dir).write('probes/x', 'a')).rejects.toThrow(
      "can't write probes/x: a folder of its path is a file",
    )
  })

  test('where a file should be there is a folder, and nothing is left behind', async () => {
    fs.mkdirSync(at('x/y'), { recursive: true })
    await expect(createFiles(dir).write('x', 'a')).rejects.toThrow(/can't write x: there is a folder of that name/)
    expect(fs.readdirSync(dir)).toEqual(['x'])
  })
})

test('a working directory that is itself a link is the folder it leads to', async () => {
  fs.symlinkSync(dir, path.join(outside, 'work'))
  const files = createFiles(path.join(outside, 'work'))
  await files.write('probes/x', 'a')
  expect(await files.read('probes/x', 10)).toBe('a')
})

test('a list says what each name is', async () => {
  fs.writeFileSync(at('b.txt'), '')
  fs.mkdirSync(at('c'))
  fs.symlinkSync('b.txt', at('a.txt'))
  expect(await createFiles(dir).list('.')).toEqual([
    { name: 'a.txt', kind: 'link' },
    { name: 'b.txt', kind: 'file' },
    { name: 'c', kind: 'other' },
  ])
})
