import { describe, expect, test } from 'vitest'
import { joinRooms, readRooms } from '../scripts/build/amalgamate.mjs'
import { CONTRACT_ROOM, makeContract } from '../scripts/build/contract.mjs'
import { atRoot } from './support/bed.ts'
import { checkLayers, FLOORS, readSources } from './support/layers.ts'

const contract = await makeContract(atRoot('.'))

test('src keeps its walls', () => {
  const sources = readSources(atRoot('src'))
  expect([...sources.keys()]).toEqual(expect.arrayContaining(['action/index.ts', 'cli/index.ts']))
  expect(checkLayers(sources)).toEqual([])
})

describe('the check itself refuses', () => {
  test.each([
    ['core/a.ts', "import fs from 'node:fs'", 'core may not import node:fs'],
    ['core/a.ts', "import fs from 'fs'", 'fs is imported without node:'],
    ['core/a.ts', "import type { B } from '../app/b.ts'", 'core may not import ../app/b.ts'],
    ['core/a.ts', "export * from '@actions/core'", 'core may not import @actions/core'],
    ['core/a.ts', "export { b } from 'fflate'", 'core may not import fflate'],
    ['core/a.ts', "export type A = typeof import('node:os')", 'core may not import node:os'],
    ['core/a.ts', "export const f = async () => import('node:os')", 'core may not import node:os'],
    ['core/a.ts', 'export const f = (a: string) => import(a)', 'imports a name that is computed'],
    ['core/a.ts', 'export const f = () => process.cwd()', 'the core may not use process'],
    ['core/a.ts', 'export const f = () => ({ process })', 'the core may not use process'],
    ['core/a.ts', 'export const f = () => (process as Process).cwd()', 'the core may not use process'],
    ['core/a.ts', 'export const f = () => process!.cwd()', 'the core may not use process'],
    ['core/a.ts', 'export const f = () => globalThis.process', 'the core may not use globalThis'],
    ['core/a.ts', 'export const f = () => Date.now()', 'the core may not use Date.now'],
    ['core/a.ts', "export const f = () => Date['now']()", 'the core may not use Date.now'],
    ['core/a.ts', 'export const f = () => new Date()', 'the core may not use new Date()'],
    ['core/a.ts', 'export const f = () => Date()', 'the core may not use Date()'],
    ['core/a.ts', 'export const f = () => Math.random()', 'the core may not use Math.random'],
    ['core/a.ts', 'export const f = () => import.meta.url', 'the core may not use import.meta'],
    ['core/a.ts', 'export class A { b = process }', 'the core may not use process'],
    ['core/a.ts', "import { b } from './b'", './b is imported without .ts'],
    ['core/judge/b.ts', "import { c } from '../../app/c.ts'", 'core may not import ../../app/c.ts'],
    ['core/judge/a.ts', "import { b } from '../advice/b.ts'", 'judge may not import ../advice/b.ts: it stands above'],
    ['core/judge/a.ts', "export * from '../compare/b.ts'", 'judge may not import ../compare/b.ts: it stands above'],
    ['core/text/a.ts', "import type { B } from '../model.ts'", 'text may not import ../model.ts: it stands above'],
    ['core/a.ts', "import { b } from './judge/b.ts'", 'words may not import ./judge/b.ts: it stands above'],
    [
      'core/probe-file/schema.ts',
      "import { a } from './read.ts'",
      'contract may not import ./read.ts: it stands above',
    ],
    [
      'core/probe-file/facts/a.ts',
      "import { a } from '../../a.ts'",
      'contract may not import ../../a.ts: it stands above',
    ],
    [
      'core/advice/fix/a.ts',
      "import { b } from '../../verdict/b.ts'",
      'advice may not import ../../verdict/b.ts: it stands above',
    ],
    ['core/report/a.ts', "import { b } from '../setup/b.ts'", 'report may not import ../setup/b.ts: it stands above'],
    ['app/a.ts', "import { b } from '../adapters/b.ts'", 'app may not import ../adapters/b.ts'],
    ['app/a.ts', "import path from 'node:path'", 'app may not import node:path'],
    ['app/a.ts', "import { parse } from 'smol-toml'", 'app may not import smol-toml'],
    ['adapters/a.ts', "import { b } from './b.ts'", 'adapters may not import ./b.ts'],
    ['adapters/a/c.ts', "import { b } from '../b/c.ts'", 'adapters may not import ../b/c.ts'],
    ['adapters/a.ts', "import { b } from '../app/gather.ts'", 'adapters may not import ../app/gather.ts'],
    ['adapters/a.ts', "import { b } from '../cli/main.ts'", 'adapters may not import ../cli/main.ts'],
    ['action/a.ts', "import { b } from '../cli/b.ts'", 'action may not import ../cli/b.ts'],
    ['cli/a.ts', "import { b } from '../action/b.ts'", 'cli may not import ../action/b.ts'],
    ['cli/main.ts', 'main()', 'runs on import'],
    ['action/main.ts', 'await main()', 'runs on import'],
    ['action/main.ts', "if (process.env.CI) import('./b.ts')", 'runs on import'],
  ])('%s: %s', (file, text, what) => {
    expect(checkLayers(new Map([[file, `\n${text}\n`]]))).toEqual([`${file}:2: ${what}`])
  })

  test('a file in no layer', () => {
    const stray = new Map(['util.ts', 'helpers/a.ts'].map((file) => [file, 'export {}']))
    expect(checkLayers(stray)).toEqual(['util.ts: is in no layer', 'helpers/a.ts: is in no layer'])
  })

  test('a folder of the core on no floor', () => {
    const stray = new Map([['core/helpers/a.ts', 'export {}']])
    expect(checkLayers(stray)).toEqual(['core/helpers/a.ts: is on no floor of the core'])
  })

  test('one arrow of any two that make a circle of folders', () => {
    const folders = FLOORS.map(([floor]) => floor).filter((floor) => !['contract', 'words'].includes(floor))
    for (const a of folders)
      for (const b of folders) {
        if (a === b) continue
        const circle = new Map([
          [`core/${a}/a.ts`, `import { b } from '../${b}/b.ts'`],
          [`core/${b}/b.ts`, `import { a } from '../${a}/a.ts'`],
        ])
        expect(checkLayers(circle), `${a} and ${b}`).toHaveLength(1)
      }
  })
})

describe('the check itself allows', () => {
  test.each([
    ['core/a.ts', "import { parse } from 'smol-toml'"],
    ['core/a.ts', "import { toMarkdown } from 'mdast-util-to-markdown'"],
    ['core/a.ts', "import type { Root } from 'mdast'"],
    ['core/judge/a.ts', "import { b } from '../b.ts'\nimport { c } from './c.ts'\nimport { d } from '../text/d.ts'"],
    ['core/advice/signals/a.ts', "import { b } from '../fix/b.ts'\nimport { c } from '../../compare/c.ts'"],
    ['core/a.ts', "import type { Facts } from './probe-file/schema.ts'"],
    ['core/probe-file/read.ts', "import type { Facts } from './schema.ts'\nimport type { Problem } from '../model.ts'"],
    ['core/a.ts', 'export const f = (a: { process: string }) => a.process'],
    ['core/a.ts', 'export interface A { process: string; now(): Date }'],
    ['core/a.ts', "export const a = { process: 1, 'Date.now': 2 }"],
    ['core/a.ts', 'export const f = (a: string) => new Date(a)'],
    ['core/a.ts', '// process, Date.now()\nexport const a = "new Date()"'],
    ['core/a.ts', 'const a = new Set<string>()\nexport { a }'],
    ['app/a.ts', "import { b } from '../core/b.ts'\nimport { c } from './ports.ts'"],
    ['adapters/a.ts', "import fs from 'node:fs'\nimport type { P } from '../app/ports.ts'"],
    ['adapters/a/b.ts', "import { c } from './c.ts'"],
    ['adapters/a.ts', "export const f = async () => import('@actions/artifact')"],
    ['action/index.ts', "import { main } from './main.ts'\nawait main()"],
    ['cli/main.ts', "import { a } from '../adapters/a.ts'\nimport { b } from '../app/b.ts'"],
    ['cli/main.ts', "import about from '../../package.json' with { type: 'json' }"],
  ])('%s: %s', (file, text) => {
    expect(checkLayers(new Map([[file, text]]))).toEqual([])
  })
})

describe('the rooms of the probe', () => {
  const rooms = () => readRooms(atRoot('src/probe/where_it_ran_probe')).set(CONTRACT_ROOM, contract)
  const draw = (room: string, line: string) => () => {
    const drawn = rooms()
    drawn.set(room, drawn.get(room)?.replace('\nimport ', `\n${line}\nimport `) ?? '')
    return joinRooms(drawn)
  }

  test('keep their walls, and none is larger than 300 lines', () => {
    expect(joinRooms(rooms())).toContain('\n# == session/plugin == The pytest plugin: ')
    const sizes = [...rooms()].map(([room, text]) => [room, text.split('\n').length - 1])
    expect(sizes.filter(([, lines]) => Number(lines) > 300)).toEqual([])
  })

  test.each([
    [
      'base/tools',
      'where_it_ran_probe.facts.host import host_name',
      'base/tools may not import from facts/host, a floor above',
    ],
    ['facts/host', 'where_it_ran_probe.main import fence', 'facts/host may not import from main, a floor above'],
    ['base/tools', 'where_it_ran_probe.base.git import Git', 'a circle: base/tools -> base/git -> base/tools'],
    [
      'facts/host',
      'where_it_ran_probe.base.git import host_name',
      'facts/host imports host_name, which is not in base/git',
    ],
    [
      'facts/host',
      'where_it_ran_probe.base.gone import host_name',
      'facts/host imports host_name, which is not in base/gone',
    ],
    ['facts/host', 'fractions import Fraction', 'from fractions import Fraction is not imported by base/head'],
  ])('%s may not do: from %s', (room, line, problem) => {
    expect(draw(room, `from ${line}`)).toThrow(problem)
  })

  test('no name stands for two things, and no room is without a purpose or a floor', () => {
    const add = (room: string, text: string) => () => joinRooms(rooms().set(room, text))
    expect(add('facts/more', '"""More."""\n\n\ndef host_name():\n    pass\n')).toThrow(
      'host_name is in facts/host and in facts/more: one of them needs another name',
    )
    expect(add('facts/more', 'MORE = 1\n')).toThrow('facts/more: begins with no docstring of one line')
    expect(add('attic/more', '"""More."""\nMORE = 1\n')).toThrow('attic/more is on no floor')
  })
})
