import { describe, expect, test } from 'vitest'
import { claimsWithoutFile, findFirstParty, findOwnPackages } from '../../../src/core/claims/default.ts'

describe('own packages', () => {
  test.each<[string, string[], string[]]>([
    ['a package at the root', ['app/__init__.py', 'app/core.py', 'app/sub/__init__.py'], ['app']],
    ['a package under src', ['src/app/__init__.py', 'src/app/sub/__init__.py'], ['app']],
    ['both', ['src/app/__init__.py', 'tools/__init__.py'], ['app', 'tools']],
    ['single modules', ['cli.py', 'helpers.py'], ['cli', 'helpers']],
    ['scripts beside what lies in src', ['build.py', 'src/helpers.py', 'lib/__init__.py'], ['helpers', 'lib']],
    ['a directory without __init__.py is none', ['app/core.py'], []],
    ['what is no product', ['setup.py', 'conftest.py', 'noxfile.py', 'test_a.py', 'a_test.py', 'src/conftest.py'], []],
    [
      'folders that are no product',
      ['tests', 'test', 'docs', 'examples', 'benchmarks', 'scripts'].map((d) => `${d}/__init__.py`),
      [],
    ],
    ['the probe itself', ['agent_probe.py'], []],
    [
      'names that no import can say',
      ['my-script.py', '1st.py', '__init__.py', 'src/__init__.py', 'a b/__init__.py'],
      ['src'],
    ],
    ['src that is a package itself', ['src/__init__.py', 'src/app/__init__.py', 'src/cli.py'], ['src']],
    ['no Python', ['README.md', 'src/app/data.json'], []],
    ['sorted, each once', ['b.py', 'a.py', 'a/__init__.py'], ['a', 'b']],
  ])('%s', (_, tracked, names) => {
    expect(findOwnPackages(tracked)).toEqual(names)
  })

  test.each<[string, string[], string[]]>([
    ['deep in the tree', ['python/lib/__init__.py', 'python/lib/sub/__init__.py', 'a/src/b/__init__.py'], ['b', 'lib']],
    ['below a namespace', ['src/acme/pay/__init__.py', 'src/acme/core/__init__.py'], ['core', 'pay']],
    ['and what is at the top', ['app/__init__.py', 'cli.py', 'libs/x/__init__.py'], ['app', 'cli', 'x']],
    ['no package of nothing but tests', ['checks/__init__.py', 'checks/test_a.py', 'checks/conftest.py'], []],
    ['one with tests beside its modules', ['app/__init__.py', 'app/a.py', 'app/test_a.py'], ['app']],
    ['nothing below tests, examples or scripts', ['tests/data/a/__init__.py', 'examples/b/__init__.py'], []],
    ['nothing of other people', ['vendor/six/__init__.py', 'a/third_party/b/__init__.py'], []],
    ['no part of another package', ['app/__init__.py', 'app/_vendor/six/__init__.py'], ['app']],
    ['no folder of tests by its name', ['integration_tests/__init__.py', 'integration_tests/helpers.py'], []],
  ])('at any depth: %s', (_, tracked, names) => {
    expect(findFirstParty(tracked)).toEqual(names)
  })
})

describe('what is claimed without a file', () => {
  const kinds = (tracked: string[], textOf?: (path: string) => string | undefined) =>
    claimsWithoutFile(tracked, textOf).claims.map(({ kind, subject }) => `${kind}/${subject}`)
  const always = ['secret stored/.env', 'secret stored/configuration']

  test('packages from the repository, the suite, .env and configuration', () => {
    const { claims, source, digest } = claimsWithoutFile(['src/app/__init__.py', 'tests/test_app.py'])
    expect(claims).toEqual([
      { kind: 'package installed', subject: 'app', in: ['local', 'box', 'ci'], fromRepo: true },
      { kind: 'tests green', subject: 'suite', in: ['local', 'box', 'ci'] },
      { kind: 'secret stored', subject: '.env', in: ['local', 'box'] },
      { kind: 'secret stored', subject: 'configuration', in: ['local', 'box'] },
    ])
    expect({ source, digest }).toEqual({ source: 'default', digest: 'default' })
  })

  test.each<[string, string[], boolean]>([
    ['a test file', ['tests/unit/test_a.py'], true],
    ['a test file named behind', ['pkg/a_test.py'], true],
    ['pytest.ini', ['pytest.ini'], true],
    ['a folder of tests without tests', ['tests/data.json', 'tests/helper.py'], false],
    ['nothing', [], false],
  ])('%s', (_, tracked, suite) => {
    expect(kinds(tracked).includes('tests green/suite')).toBe(suite)
  })

  test.each<[string, string, boolean]>([
    ['pyproject.toml', '[project]\nname = "a"\n[tool.pytest.ini_options]\n', true],
    ['pyproject.toml', '[project]\n# [tool.pytest.ini_options]\n', false],
    ['tox.ini', '[tox]\n[pytest]\n', true],
    ['setup.cfg', '[tool:pytest]\n', true],
    ['setup.cfg', '[pytest]\n', false],
  ])('a configuration in %s: %j', (file, text, suite) => {
    expect(kinds([file], (path) => (path === file ? text : undefined)).includes('tests green/suite')).toBe(suite)
    expect(kinds([], () => text)).toEqual(always)
  })
})
