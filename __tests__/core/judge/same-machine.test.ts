import { describe, expect, test } from 'vitest'
import { areProvenDifferent } from '../../../src/core/judge/same-machine.ts'
import { PLACES } from '../../../src/core/model.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import { candidateOf, caseOf, type FactOverrides, idOf } from '../../support/facts.ts'

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
