import { describe, expect, test } from 'vitest'
import { createCheckoutSource } from '../../src/adapters/checkout-source.ts'
import { createFiles } from '../../src/adapters/files.ts'
import { sha256 } from '../../src/adapters/git/git.ts'
import { loadSecretNet } from '../../src/adapters/secret-net.ts'
import { type BaseClaims, gather } from '../../src/app/gather.ts'
import type { Source } from '../../src/app/ports.ts'
import { createFolder, createRepo, gitIn } from '../support/repo.ts'

const needsIn = (dir: string, sources: readonly Source[] = [], baseClaims?: BaseClaims) => ({
  files: createFiles(dir),
  git: gitIn(dir),
  net: () => loadSecretNet({}),
  sha256,
  sources,
  baseClaims,
})
const gatherIn = async (dir: string, sources: readonly Source[] = [], baseClaims?: BaseClaims) => {
  const gathered = await gather(needsIn(dir, sources, baseClaims), 'probes/claims.json')
  if (!gathered.ok) throw new Error(JSON.stringify(gathered.problems))
  return gathered.evidence
}
const claims = (file: object) => ({ 'probes/claims.json': JSON.stringify(file) })

describe('claims', () => {
  test('come from the file, with the digest of its bytes', async () => {
    const repo = createRepo({ ...claims({ packages: ['requests'] }), 'pkg/__init__.py': '' })
    const { claims: read } = await gatherIn(repo.dir)
    expect(read).toMatchObject({ source: 'file', digest: sha256('{"packages":["requests"]}') })
    expect(read.claims.map(({ kind, subject }) => `${kind}/${subject}`)).toEqual(['package installed/requests'])
  })

  test('without a file are found in the tracked files', async () => {
    const repo = createRepo({ 'pkg/__init__.py': '', 'tests/test_a.py': '' })
    const { claims: found } = await gatherIn(repo.dir)
    expect(found.source).toBe('default')
    const named = found.claims.map(({ kind, subject }) => `${kind}/${subject}`)
    expect(named).toEqual(
      expect.arrayContaining([
        'package installed/pkg',
        'tests green/suite',
        'secret stored/.env',
        'secret stored/configuration',
      ]),
    )
  })

  test('the own packages are known, whatever is claimed', async () => {
    const repo = createRepo({ ...claims({ packages: ['requests'] }), 'src/pkg/__init__.py': '' })
    expect((await gatherIn(repo.dir)).own).toEqual(['pkg'])
  })

  test.each([
    ['not JSON', '{'],
    ['an unknown key', '{"packges": []}'],
    ['not UTF-8', Uint8Array.of(0xff)],
    ['too large', `{"packages": []${' '.repeat(256 * 1024)}}`],
  ])('that are %s are wrong configuration', async (_, text) => {
    const repo = createRepo({ 'probes/claims.json': text })
    const gathered = await gather(needsIn(repo.dir), 'probes/claims.json')
    expect(gathered).toMatchObject({
      ok: false,
      file: 'probes/claims.json',
      problems: [{ message: expect.any(String) }],
    })
  })

  test('in a file of another name must be there', async () => {
    const gathered = await gather(needsIn(createRepo({ a: '' }).dir), 'facts/claims.json')
    expect(gathered).toEqual({ ok: false, file: 'facts/claims.json', problems: [{ message: 'there is no such file' }] })
  })
})

describe('the vendored probe', () => {
  const path = 'scripts/agent_probes/agent_probe.py'
  const shipped = () => 'probe 2\n'
  const read = async (now: string, atBase: () => Promise<string | undefined>) => {
    const repo = createRepo({ [path]: now, 'a.py': '' })
    const probes = { shipped, atBase }
    const gathered = await gather({ ...needsIn(repo.dir), probes }, 'probes/claims.json')
    if (!gathered.ok) throw new Error(JSON.stringify(gathered.problems))
    return { loosened: gathered.evidence.loosened, faults: gathered.evidence.faults.length }
  }
  const unasked = async () => {
    throw new Error('asked')
  }
  const changed = { loosened: [{ what: 'probe changed', key: path }], faults: 0 }
  const fine = { loosened: [], faults: 0 }
  test.each<[string, string, () => Promise<string | undefined>, object]>([
    ['the shipped one: nobody is asked', 'probe 2\n', unasked, fine],
    ['the shipped one with line ends of Windows', 'probe 2\r\n', unasked, fine],
    ['the one of the target branch, older or formatted', 'probe 1\n', async () => 'probe 1\n', fine],
    ['changed by the pull request', 'probe 3\n', async () => 'probe 1\n', changed],
    ['changed away from the shipped one', 'probe 3\n', async () => 'probe 2\n', changed],
    ['another one, brought first', 'probe 3\n', async () => undefined, changed],
    ['nobody says what the target branch has', 'probe 3\n', unasked, { loosened: [], faults: 1 }],
  ])('%s', async (_, now, atBase, expected) => {
    expect(await read(now, atBase)).toEqual(expected)
  })
})

describe('loosening', () => {
  const before = JSON.stringify({ packages: ['requests', 'numpy'] })
  test('a claim that the base had is dropped', async () => {
    const repo = createRepo(claims({ packages: ['requests'] }))
    const { loosened } = await gatherIn(repo.dir, [], async () => before)
    expect(loosened).toEqual([{ what: 'claim dropped', key: 'package installed/numpy' }])
  })
  test('a claim that only the usual claims had is dropped, by a first claims.json', async () => {
    const repo = createRepo({ ...claims({ env: ['PATH'] }), 'tests/test_a.py': '' })
    const { loosened } = await gatherIn(repo.dir, [], async () => undefined)
    expect(loosened).toContainEqual({ what: 'claim dropped', key: 'tests green/suite', first: true })
    // One that was there and could not be read is no first one.
    const broken = await gatherIn(repo.dir, [], async () => '{')
    expect(broken.loosened).toContainEqual({ what: 'claim dropped', key: 'tests green/suite' })
  })
  test('without a base there is nothing to loosen; with the same claims nothing is', async () => {
    const repo = createRepo({ 'probes/claims.json': before })
    expect((await gatherIn(repo.dir)).loosened).toEqual([])
    expect((await gatherIn(repo.dir, [], async () => before)).loosened).toEqual([])
  })
  test('a base that cannot be read is a fault', async () => {
    const repo = createRepo({ 'probes/claims.json': before })
    const { faults } = await gatherIn(repo.dir, [], () => Promise.reject(new Error('403 from the API')))
    expect(faults).toEqual([{ where: 'claims', message: '403 from the API' }])
  })
})

describe('sources', () => {
  const found = (label: string): Source => ({
    kind: 'text',
    find: async () => ({
      texts: [{ provenance: { kind: 'text', label }, named: { place: 'box' }, text: label }],
      notes: [{ place: 'box', message: `note of ${label}` }],
      faults: [{ where: 'text', message: `fault of ${label}` }],
    }),
  })

  test('all speak, in their order, and one that breaks is a fault', async () => {
    const broken: Source = { kind: 'artifact', find: () => Promise.reject(new Error('it broke')) }
    const repo = createRepo({ 'probes/local.txt': 'l' })
    const checkout = createCheckoutSource(createFiles(repo.dir), { probes: 'probes' })
    const { texts, notes, faults } = await gatherIn(repo.dir, [found('a'), broken, checkout, found('b')])
    expect(texts.map(({ text }) => text)).toEqual(['a', 'l', 'b'])
    expect(notes.map(({ message }) => message)).toEqual(['note of a', 'note of b'])
    expect(faults).toEqual([
      { where: 'text', message: 'fault of a' },
      { where: 'artifact', message: 'it broke' },
      { where: 'text', message: 'fault of b' },
    ])
  })

  test('are asked at once: each waits until all were asked', async () => {
    let asked = 0
    let open = () => {}
    const all = new Promise<void>((resolve) => {
      open = resolve
    })
    const waiting: Source = {
      kind: 'text',
      async find() {
        asked += 1
        if (asked === 3) open()
        await all
        return { texts: [], notes: [], faults: [] }
      },
    }
    await gatherIn(createRepo({ a: '' }).dir, [waiting, waiting, waiting])
    expect(asked).toBe(3)
  })
})

test('outside a repository: a fault, and no claim is made up about packages', async () => {
  const { faults, own } = await gatherIn(createFolder())
  expect(own).toEqual([])
  const message = 'this is no git repository, so its content cannot be identified'
  expect(faults).toEqual([{ where: 'git', message, fix: expect.stringContaining('actions/checkout') }])
})
