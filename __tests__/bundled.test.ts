import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { atRoot } from './support/bed.ts'

const { dependencies } = createRequire(import.meta.url)('../package.json') as { dependencies: Record<string, string> }
const lock = createRequire(import.meta.url)('../package-lock.json') as {
  packages: Record<string, { version?: string }>
}
const architecture = readFileSync(atRoot('ARCHITECTURE.md'), 'utf8')
const packages = readFileSync(atRoot('dist/licenses.txt'), 'utf8')
  .split(`\n${'-'.repeat(80)}\n\n`)
  .map((part) => {
    const [head = '', licence = '', why = ''] = part.split('\n')
    const [name = '', version = ''] = head.split(' ')
    return { name, version, licence, why }
  })

test('every bundled package has a version that is locked, a licence and a reason', () => {
  expect(packages.length).toBeGreaterThan(20)
  for (const { name, version, licence, why } of packages) {
    const locked = Object.entries(lock.packages).flatMap(([path, one]) =>
      path.endsWith(`node_modules/${name}`) ? [one.version] : [],
    )
    expect(locked, name).toContain(version)
    expect(licence, name).toMatch(
      /^\(?(?:MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0)\b[A-Za-z0-9 .()-]*$/,
    )
    expect(why, name).toMatch(/^(?:Imported by src\/|Needed by [^ ]+(?:, needed by [^ ]+)*)\.$/)
  }
})

test('what src/ imports is a dependency with its reason in ARCHITECTURE.md, and pinned', () => {
  const direct = packages.flatMap(({ name, why }) => (why === 'Imported by src/.' ? [name] : []))
  expect(direct.sort()).toEqual(Object.keys(dependencies).sort())
  for (const name of direct) {
    expect(dependencies[name]).toMatch(/^\d+\.\d+\.\d+$/)
    expect(architecture).toMatch(new RegExp(`^\\|[^|]*\`${name}\`[^|]*\\| .{10,} \\|$`, 'm'))
  }
})

test('the reason leads to one of these', () => {
  for (const { name, why } of packages) {
    const last = /needed by ([^ ]+)\.$/i.exec(why)?.[1] ?? name
    expect(Object.keys(dependencies), name).toContain(last)
  }
})

/** What a download of artifacts, a list of them and other formats would bring. */
test.each([
  'unzip-stream',
  'bottleneck',
  'tar-stream',
  'glob',
  'es-abstract',
  'buffers',
  '@octokit/plugin-rest-endpoint-methods',
  '@octokit/plugin-paginate-rest',
])('%s is not bundled: no run reaches it', (name) => {
  expect(packages.map((one) => one.name)).not.toContain(name)
})
