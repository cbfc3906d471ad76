/** The map in ARCHITECTURE.md: every room that it names is where it says, and no folder of the core is left out. */
import fs from 'node:fs'
import { describe, expect, test } from 'vitest'
import { atRoot } from '../support/bed.ts'
import { findPages, readPage } from '../support/pages.ts'

const map = readPage('ARCHITECTURE.md')
/** What stands in code spans and is a path, or a file or folder of the last folder that the line named in full. */
const namesIn = (line: string) => [...line.matchAll(/`([\w.-]+(?:\/[\w.-]*)*)`/g)].map(([, name = '']) => name)
const isThere = (name: string) => [name, `src/${name}`].some((one) => fs.existsSync(atRoot(one)))

function findLost(line: string): string[] {
  const names = namesIn(line).filter((name) => /\/|\.(?:ts|py|yml)$/.test(name))
  const folders = names.filter((name) => name.endsWith('/') && isThere(name))
  return names.filter((name) => !['', ...folders].some((folder) => isThere(folder + name)))
}

describe('ARCHITECTURE.md', () => {
  test('names only files and folders that are where it says', () => {
    const lines = map.split('\n')
    expect(lines.flatMap(namesIn).length).toBeGreaterThan(100)
    expect(lines.flatMap(findLost)).toEqual([])
    expect(findLost('| `core/text/` | `escape.ts` · `shout.ts` |')).toEqual(['shout.ts'])
  })

  test('has every folder of the core, in at most 120 lines', () => {
    const folders = fs.readdirSync(atRoot('src/core'), { withFileTypes: true })
    const names = folders.filter((one) => one.isDirectory()).map(({ name }) => `core/${name}/`)
    expect(names.filter((name) => !namesIn(map).includes(name))).toEqual([])
    expect(map.trimEnd().split('\n').length).toBeLessThanOrEqual(120)
  })
})

test.each(findPages())('%s names only rooms that exist', (page) => {
  const rooms = namesIn(readPage(page)).filter((name) =>
    /^(?:src|core|app|adapters|action|cli|scripts|__tests__)\/.*\.(?:ts|mjs|py|sh)$/.test(name),
  )
  const found = (name: string) => isThere(name) || fs.existsSync(atRoot(`__tests__/${name}`))
  // What init puts into a project is named as it lies there.
  expect(rooms.filter((name) => !found(name) && !name.startsWith('scripts/agent_probes/'))).toEqual([])
})
