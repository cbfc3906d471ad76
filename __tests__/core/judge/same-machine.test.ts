import { describe, expect, test } from 'vitest'
import { areProvenDifferent } from '../../../src/core/judge/same-machine.ts'
import { PLACES } from '../../../src/core/model.ts'
import { renderMarkdown } from '../../../src/core/report/markdown.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import { candidateOf, caseOf, claimsOf, type FactOverrides, idOf } from '../../support/facts.ts'

const [m1, m2] = [idOf('local', 1), idOf('box', 1)]
const [b1, b2] = [idOf('local', 2), idOf('box', 2)]
const host = (machine?: string, boot?: string): FactOverrides => ({
  host: { machine, boot, container: undefined, hostname: 'same' },
  tests: { source: 'none' },
})

function reasons(local: FactOverrides, box: FactOverrides, ci: FactOverrides = {}) {
  const candidates = [candidateOf('local', local), candidateOf('box', box), candidateOf('ci', ci)]
  const { rows } = judgeCase(caseOf({ candidates }))
  const { cells } = rows[0] ?? {}
  return [cells?.local?.reason, cells?.box?.reason, cells?.ci?.reason]
}
const [yes, no] = ['IN_PREFIX', 'SAME_MACHINE']

test('the self-reported place gives way: box before local, ci never', () => {
  expect(reasons(host(m1, b1), host(m1, b1))).toEqual([yes, no, yes])
  const ci = {
    host: { machine: m1, boot: b1 },
    probe: { ci: { runner: 'self-hosted' } },
    tests: { source: 'none' },
  } as const
  expect(reasons(host(m1, b1), host(m2, b2), ci)).toEqual([no, yes, yes])
  expect(reasons(host(m1, b1), host(m1, b1), ci)).toEqual([no, no, yes])
  expect(reasons(host(m2, b2), host(m1, b1), ci)).toEqual([yes, no, yes])
})

test('a file that does not serve is still the other machine', () => {
  const ci = { host: { machine: m1, boot: b1 }, probe: { ci: undefined } }
  expect(reasons(host(m1, b1), host(m2, b2), ci)).toEqual([no, yes, 'NOT_IN_CI'])
})

test('the cell says what is the same, or that nothing is known', () => {
  const fact = (local: FactOverrides, box: FactOverrides) => {
    const candidates = [candidateOf('local', local), candidateOf('box', box), candidateOf('ci')]
    return judgeCase(caseOf({ candidates })).rows[0]?.cells.box?.fact
  }
  expect(fact(host(m1, b1), host(m1, b1))).toBe('same machine id as local')
  expect(fact(host(m1, b1), host(undefined, b2))).toBe('nothing tells it from local')
  expect(fact(host(), host())).toBe('nothing tells it from local')
  expect(fact(host(undefined, b1), host(m2, b2))).toBe('nothing tells it from local')
})

test('a file of another place could be of the same machine, and the cell says why', () => {
  const wrong = { ...candidateOf('box'), place: 'local' as const }
  const candidates = [wrong, candidateOf('box'), candidateOf('ci')]
  expect(judgeCase(caseOf({ candidates })).rows[0]?.cells.box).toMatchObject({
    reason: 'UNREADABLE_FILE',
    fact: expect.stringMatching(/^nothing tells it from local: .* says it is from box$/),
  })
})

test('a file that cannot be read could be of the same machine', () => {
  const candidates = caseOf().candidates.map((one) =>
    one.place === 'local' ? { ...one, reading: { ok: false, problems: [] } as const } : one,
  )
  const [row] = judgeCase(caseOf({ candidates })).rows
  expect(PLACES.map((place) => row?.cells[place]?.reason)).toEqual(['UNREADABLE_FILE', 'UNREADABLE_FILE', yes])
})

describe('box declared to be a worktree on the machine of local', () => {
  const at = (checkout?: string, folder?: string): FactOverrides => ({
    host: { ...host(m1, b1).host, in_container: false, container: undefined, checkout, checkout_folder: folder },
    tests: { source: 'none' },
  })
  const [main, tree] = [at('a1', 'f1'), at('a2', 'f2')]
  const boxCell = (local: FactOverrides, box: FactOverrides, declared = true, ci: FactOverrides = {}) => {
    const candidates = [candidateOf('local', local), candidateOf('box', box), candidateOf('ci', ci)]
    const claims = declared ? claimsOf({ box: 'worktree' }) : claimsOf()
    return judgeCase(caseOf({ candidates, claims })).rows[0]?.cells.box
  }

  test('is a place of its own, told from local by its checkout', () => {
    expect(boxCell(main, tree)?.reason).toBe(yes)
  })

  test.each([
    ['undeclared', false, main, tree, 'same machine id as local'],
    ['the same checkout twice', true, main, main, 'the same checkout as local'],
    ['the same checkout twice, undeclared', false, main, main, 'the same checkout as local'],
    ['the same folder by another path', true, main, at('a2', 'f1'), 'same machine id as local'],
    ['another folder at the same path', true, main, at('a1', 'f2'), 'the same checkout as local'],
    ['a checkout that is not said', true, main, at(), 'same machine id as local'],
    ['a checkout that local does not say', true, at(), tree, 'same machine id as local'],
    ['a folder that is not said', true, main, at('a2'), 'same machine id as local'],
  ])('%s is no second place', (_, declared, local, box, fact) => {
    expect(boxCell(local, box, declared)).toMatchObject({ reason: no, fact })
  })

  test('on another machine it needs no declaration, and the declaration takes nothing away', () => {
    expect(boxCell(main, host(m2, b2))?.reason).toBe(yes)
    expect(boxCell(main, host(m2, b2), false)?.reason).toBe(yes)
  })

  test('says nothing of ci: on a runner of its own that is the same machine it is none', () => {
    const ci = { ...main, probe: { ci: { runner: 'self-hosted' } } } as const
    expect(boxCell(host(m2, b2), tree, true, ci)).toMatchObject({ reason: no, fact: 'same machine id as ci' })
  })

  test('its column says so, and no other report does', () => {
    const report = (claims: ReturnType<typeof claimsOf>) => renderMarkdown(judgeCase(caseOf({ claims })))
    expect(report(claimsOf({ box: 'worktree' }))).toContain("| Local | Agent's worktree (same machine) | CI |")
    expect(report(claimsOf())).toContain('| Local | Agent box | CI |')
  })
})

describe('two places are two', () => {
  const facts = (host: object, runner?: string) =>
    ({ host, ...(runner ? { probe: { ci: { runner } } } : {}) }) as Parameters<typeof areProvenDifferent>[0]
  const outside = { in_container: false, machine: 'a' }
  const inside = { in_container: true, container: 'c', machine_absent: true }
  test.each([
    ['nothing said', facts({}), facts({}), false],
    ['other machines', facts({ machine: 'a' }), facts({ machine: 'b' }), true],
    ['one machine', facts({ machine: 'a' }), facts({ machine: 'a' }), false],
    ['one machine unsaid', facts({ machine: 'a' }), facts({}), false],
    ['other containers', facts({ machine: 'a', container: 'x' }), facts({ machine: 'a', container: 'y' }), true],
    ['a machine, and a container without a machine id', facts(outside), facts(inside), true],
    ['inside and outside', facts(inside), facts(outside), true],
    ['outside unsaid', facts({ ...outside, in_container: undefined }), facts(inside), false],
    ['inside unsaid', facts(outside), facts({ ...inside, in_container: undefined }), false],
    ['inside, container unnamed', facts(outside), facts({ ...inside, container: undefined }), false],
    [
      'a machine, and a container that does not say whether it has a machine id',
      facts(outside),
      facts({ ...inside, machine_absent: undefined }),
      false,
    ],
    ['one machine, one in a container', facts({ machine: 'a' }), facts({ machine: 'a', container: 'y' }), false],
    ['inside, with a machine id', facts(outside), facts({ ...inside, machine_absent: false }), false],
    ['both inside', facts(inside), facts(inside), false],
    ['other boots, both their own', facts({ boot: 'x' }), facts({ boot: 'y' }), false],
    ['other boots, one hosted', facts({ boot: 'x' }), facts({ boot: 'y' }, 'github-hosted'), true],
    ['other boots, another hoster', facts({ boot: 'x' }, 'hosted'), facts({ boot: 'y' }), true],
    ['other boots, self-hosted', facts({ boot: 'x' }, 'self-hosted'), facts({ boot: 'y' }), false],
    ['one boot, hosted', facts({ boot: 'x' }), facts({ boot: 'x' }, 'github-hosted'), false],
  ])('%s: %s', (_what, a, b, expected) => {
    expect(areProvenDifferent(a, b)).toBe(expected)
  })
})
