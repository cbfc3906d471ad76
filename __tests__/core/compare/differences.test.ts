import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { compareFacts, matchesPattern } from '../../../src/core/compare/differences.ts'
import type { Serving } from '../../../src/core/judge/serving.ts'
import type { Explanation, Place } from '../../../src/core/model.ts'
import { claimsOf, type FactOverrides, factsOf } from '../../support/facts.ts'

const serving = (place: Place, facts: FactOverrides = {}, leg: string | null = null): Serving => ({
  place,
  leg,
  facts: factsOf(place, facts),
  provenance: { kind: 'artifact', label: place },
  relation: 'match-head',
  commitsBehind: 0,
})
const compare = (servings: Serving[], explanations: Explanation[] = []) =>
  compareFacts(servings, claimsOf({ explanations }))
const counted = (servings: Serving[], explanations: Explanation[] = []) =>
  compare(servings, explanations).differences.filter((difference) => difference.counted)

describe('compareFacts', () => {
  it('finds nothing between equal places, and compares nothing with fewer than two', () => {
    expect(compare([serving('local'), serving('box'), serving('ci')]).differences).toEqual([])
    expect(
      compare(
        [serving('local', { interpreter: { version: '3.9' } })],
        [{ key: 'git.cwd', because: 'x', values: { ci: '*' } }],
      ),
    ).toEqual({ differences: [], staleExplanations: [] })
  })

  it.each<[string, FactOverrides, string, string]>([
    [
      'interpreter.executable',
      { interpreter: { executable: '~/launchers/bin/python3.12' } },
      '~/launchers/bin/python',
      '<prefix>/bin/python',
    ],
    ['interpreter.version', { interpreter: { version: '3.10.13' } }, '3.10.13', '3.12.7'],
    ['interpreter.in_venv', { interpreter: { in_venv: false } }, 'false', 'true'],
    ['git.cwd', { git: { cwd: 'sub' } }, 'sub', '.'],
    ['path.pythonpath', { path: { pythonpath: ['<other>/a', '~/b'] } }, '<other>/a ~/b', 'none'],
    ['path.user_site', { path: { user_site: 'enabled', user_site_on_path: true } }, 'enabled', 'disabled'],
    [
      'path.sitecustomize',
      { path: { sitecustomize: { present: true, file: '~/s/sitecustomize.py', hash: 'ab' } } },
      '~/s/sitecustomize.py ab',
      'none',
    ],
    [
      'path.usercustomize',
      { path: { usercustomize: { present: true, file: '~/u.py', hash: 'ab', error: 'E: x' } } },
      '~/u.py ab, failed',
      'none',
    ],
    ['path.pth_import_lines', { path: { pth_import_lines: 2 } }, '2', '0'],
  ])('counts %s', (key, facts, local, ci) => {
    expect(counted([serving('local', facts), serving('ci')])).toEqual([
      { key, values: { local, ci }, counted: true, explained: null },
    ])
  })

  it.each<[string, FactOverrides]>([
    ['Windows spelling of the same launcher', { interpreter: { executable: '<repo>\\.venv\\Scripts\\python.exe' } }],
    ['another name of the same launcher', { interpreter: { executable: '<repo>/.venv/bin/python3.12' } }],
    ['an environment kept elsewhere', { interpreter: { executable: '~/venvs/x/bin/python', prefix: '~/venvs/x' } }],
    [
      'a Windows install without Scripts',
      { interpreter: { executable: '<prefix>\\python.exe', prefix: '<other>/Python312' } },
    ],
    ['a prefix mask that stands for the same folder', { interpreter: { executable: '<prefix>/bin/python' } }],
    ['a user site that is enabled and not there', { path: { user_site: 'enabled', user_site_on_path: false } }],
    ['a user site that Python refuses', { path: { user_site: 'refused' } }],
  ])('does not count %s', (_what, facts) => {
    expect(counted([serving('local', facts), serving('ci')])).toEqual([])
  })

  describe('the start-up hook that Debian and Ubuntu ship', () => {
    const text = `# install the apport exception handler if available
try:
    import apport_python_hook
except ImportError:
    pass
else:
    apport_python_hook.install()
`
    const shipped = {
      present: true,
      loaded: true,
      file: '<base>/lib/python3.12/sitecustomize.py',
      hash: createHash('sha256').update(text).digest('hex').slice(0, 12),
      error: '',
    }
    it.each<[string, FactOverrides['path'], number]>([
      ['counts for nothing', { sitecustomize: shipped }, 0],
      ['counts with another text', { sitecustomize: { ...shipped, hash: 'abcdef012345' } }, 1],
      ['counts where it failed', { sitecustomize: { ...shipped, error: 'E: x' } }, 1],
      ['counts where nothing says that it did not', { sitecustomize: { ...shipped, error: undefined } }, 1],
      ['counts in another folder', { sitecustomize: { ...shipped, file: '~/lib/sitecustomize.py' } }, 1],
      ['counts where nothing says whose folder it is', { sitecustomize: shipped, entries: undefined }, 1],
    ])('%s', (_, path, differences) => {
      expect(counted([serving('local', { path } as FactOverrides), serving('ci')])).toHaveLength(differences)
    })
  })

  it('counts a fact that one file leaves out: silence is not agreement', () => {
    const found = counted([serving('local', { interpreter: { version: undefined } }), serving('ci')])
    expect(found).toEqual([
      { key: 'interpreter.version', values: { local: 'unknown', ci: '3.12.7' }, counted: true, explained: null },
    ])
  })

  it('shows platform, hashes, packages and names as context only', () => {
    const other: FactOverrides = {
      host: { platform: 'darwin' },
      interpreter: { executable_hash: 'ffffffffffff', executable: '~/x/bin/python', prefix: '~/x' },
      env: { names: ['PATH', 'PYTHONHASHSEED'] },
    }
    const { differences } = compare([serving('local', other), serving('ci')])
    expect(differences.every((difference) => !difference.counted)).toBe(true)
    expect(differences.map(({ key }) => key)).toEqual([
      'host.platform',
      'interpreter.prefix',
      'interpreter.executable_hash',
      'env.names',
    ])
    expect(differences[1]?.values).toEqual({ local: '~/x', ci: '<repo>/.venv' })
    expect(differences.at(-1)?.values).toEqual({ local: 'only here: PYTHONHASHSEED', ci: 'nothing of its own' })
  })

  const had = (version: string, locked: readonly string[] = []): FactOverrides => ({
    packages: { claimed: { requests: { version: '9', locked } } },
    tests: { packages: { requests: { version } } },
  })
  const KEY = 'packages.claimed.requests.version'

  it.each<[string, Serving[], object | undefined]>([
    [
      'another one on the laptop',
      [serving('local', had('8.1.8')), serving('ci', had('8.3.1'))],
      { local: '8.1.8', ci: '8.3.1' },
    ],
    [
      'and than the lock file says',
      [serving('local', had('8.1.8', ['8.3.1'])), serving('ci', had('8.3.1', ['8.3.1']))],
      { local: '8.1.8, locked is 8.3.1', ci: '8.3.1' },
    ],
    [
      'the same in all places, another one in the lock file',
      [serving('ci', had('8.1.8', ['8.3.1', '9']))],
      { ci: '8.1.8, locked is 8.3.1 or 9' },
    ],
    [
      'one of several that are locked',
      [serving('local', had('9', ['8.3.1', '9'])), serving('ci', had('9'))],
      undefined,
    ],
    [
      'a leg of an older Python has an older one',
      [serving('local', had('2')), serving('ci', had('1'), 'a'), serving('ci', had('2'), 'b')],
      undefined,
    ],
    [
      'a place that does not tell',
      [
        serving('local', had('2')),
        serving('ci', { ...had(''), tests: { packages: { requests: { version: undefined } } } }),
      ],
      undefined,
    ],
  ])('the version of a claimed package: %s', (_, all, values) => {
    const expected = values && { key: KEY, values, counted: true, explained: null }
    expect(counted(all).find(({ key }) => key === KEY)).toEqual(expected)
  })

  it('a sentence excuses versions of a claimed package', () => {
    const all = [serving('local', had('8.1.8')), serving('ci', had('8.3.1'))]
    const explanation = { key: KEY, because: 'the laptop waits', values: { local: '8.*', ci: '8.*' } }
    expect(counted(all, [explanation])).toMatchObject([{ key: KEY, explained: 'the laptop waits' }])
  })

  it('agrees with a matrix when one leg agrees, and shows all legs when none does', () => {
    const matrix = [serving('ci', {}, 'py3.12'), serving('ci', { interpreter: { version: '3.13.1' } }, 'py3.13')]
    expect(counted([serving('local'), ...matrix])).toEqual([])
    const [found] = counted([serving('local', { interpreter: { version: '3.9.1' } }), ...matrix])
    expect(found?.values).toEqual({ local: '3.9.1', ci: '3.12.7 (py3.12), 3.13.1 (py3.13)' })
  })

  it('counts what the legs of one place do not share, the version of a matrix alone excepted', () => {
    const [one, other] = [serving('ci', {}, 'a'), serving('ci', { path: { pythonpath: ['~/x'] } }, 'b')]
    const values = { ci: 'none (a), ~/x (b)' }
    expect(counted([one, other])).toEqual([{ key: 'path.pythonpath', values, counted: true, explained: null }])
    // One leg that agrees with the laptop does not answer for the other.
    expect(counted([serving('local'), one, other])).toEqual([
      { key: 'path.pythonpath', values: { local: 'none', ...values }, counted: true, explained: null },
    ])
    const explain = (patterns: Record<string, string>) => [
      { key: 'path.pythonpath', because: 'b needs it', values: patterns },
    ]
    expect(counted([one, other], explain({ local: 'none', ci: '*' }))[0]?.explained).toBe('b needs it')
    expect(counted([one, other], explain({ ci: 'none' }))[0]?.explained).toBeNull()
    const versions = ['3.12.7', '3.13.1'].map((version) => serving('ci', { interpreter: { version } }, version))
    expect(counted(versions)).toEqual([])
  })

  it('names no explanation stale where only one place speaks', () => {
    const legs = [serving('ci', {}, 'a'), serving('ci', {}, 'b')]
    const { staleExplanations } = compare(legs, [{ key: 'git.cwd', because: 'x', values: { ci: '*' } }])
    expect(staleExplanations).toEqual([])
  })
})

describe('an explanation', () => {
  const local = serving('local', { interpreter: { version: '3.12.1' } })
  const because = 'laptops follow 3.12'
  const explained = (values: Record<string, string> | undefined, servings: Serving[] = [local, serving('ci')]) =>
    counted(servings, [{ key: 'interpreter.version', because, ...(values ? { values } : {}) }])[0]?.explained

  it.each<[string, Record<string, string> | undefined, string | null]>([
    ['that names both values', { local: '3.12.1', ci: '3.12.7' }, because],
    ['with a pattern', { local: '3.12.*', ci: '3.12.7' }, because],
    ['of a value that changed since', { local: '3.11.*', ci: '3.12.7' }, null],
    ['that names one place, whose pattern covers the other', { local: '3.12.*' }, because],
    ['that names one place, whose pattern does not', { local: '3.12.1' }, null],
    ['without values', undefined, null],
    ['with no value', {}, null],
  ])('%s', (_what, values, expected) => {
    expect(explained(values)).toBe(expected)
  })

  it('does not cover a third place with a value of its own', () => {
    const box = serving('box', { interpreter: { version: '3.10.13' } })
    expect(explained({ local: '3.12.*', ci: '3.12.7' }, [local, box, serving('ci')])).toBeNull()
  })

  it('never covers what is unknown', () => {
    expect(
      explained({ local: '*', ci: '*' }, [serving('local', { interpreter: { version: undefined } }), serving('ci')]),
    ).toBeNull()
  })

  it('is stale when its values changed; what is unknown says nothing about it', () => {
    const stale = (version: string | undefined) =>
      compare(
        [serving('local', { interpreter: { version } }), serving('ci')],
        [{ key: 'interpreter.version', because, values: { local: '3.11.*', ci: '3.12.7' } }],
      ).staleExplanations
    expect(stale('3.11.9')).toEqual([])
    expect(stale('3.12.1')).toEqual(['interpreter.version'])
    expect(stale(undefined)).toEqual([])
  })

  it('is stale when nothing differs any more', () => {
    const { staleExplanations } = compare(
      [serving('local'), serving('ci')],
      [
        { key: 'interpreter.version', because, values: { local: '3.12.*' } },
        { key: 'env var set/A@box', because, reason: 'UNSET' },
      ],
    )
    expect(staleExplanations).toEqual(['interpreter.version'])
  })
})

describe('matchesPattern', () => {
  it.each<[string, string, boolean]>([
    ['3.12.7', '3.12.7', true],
    ['3.12.7', '3.12.*', true],
    ['3.12.7', '*', true],
    ['', '*', true],
    ['3.12.7', '3.13.*', false],
    ['abc', 'a*c', true],
    ['ac', 'a*c', true],
    ['aXbYc', 'a*b*c', true],
    ['aYc', 'a*b*c', false],
    ['aa', 'a*a*a', false],
    ['3x12', '3.12', false],
    ['a', 'ab*', false],
    ['aba', 'ab*ba', false],
  ])('%s as %s: %s', (value, pattern, expected) => {
    expect(matchesPattern(value, pattern)).toBe(expected)
  })

  it('takes no longer for a hostile pattern', () => {
    expect(matchesPattern('a'.repeat(5000), `${'a*'.repeat(2000)}b`)).toBe(false)
  })
})
