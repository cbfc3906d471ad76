import { expect, test } from 'vitest'
import { packageList } from '../../../src/core/setup/dependencies.ts'

// https://setuptools.pypa.io/en/latest/userguide/package_discovery.html: without `packages` and `py_modules` the
// src-layout is tried first, then the flat-layout, in which every folder at the top is a package.
const SETUPTOOLS =
  '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n[project]\nname = "a"\n'
const FLAT = ['billing/__init__.py', 'billing/rates.py', 'tests/test_a.py']
const listOf = (pyproject: string | undefined, paths: readonly string[], setup?: string) =>
  packageList({
    paths,
    hasEnvFile: false,
    textOf: (path) => (path === 'pyproject.toml' ? pyproject : path === 'setup.cfg' ? setup : undefined),
  })

test.each<[string, string, readonly string[], readonly string[]]>([
  ['a package at the top', SETUPTOOLS, FLAT, ['[tool.setuptools.packages.find]', 'include = ["billing*"]']],
  [
    'no backend named, which is setuptools',
    '[project]\nname = "a"\n',
    FLAT,
    ['[tool.setuptools.packages.find]', 'include = ["billing*"]'],
  ],
  ['a module', SETUPTOOLS, ['billing.py'], ['[tool.setuptools]', 'py-modules = ["billing"]']],
])('needs a list: %s', (_, pyproject, paths, lines) => expect(listOf(pyproject, paths)).toEqual(lines))

test.each<[string, string | undefined, readonly string[], string?]>([
  ['the src-layout', SETUPTOOLS, ['src/billing/__init__.py']],
  ['another backend', '[build-system]\nrequires = ["hatchling"]\nbuild-backend = "hatchling.build"\n', FLAT],
  ['a list', `${SETUPTOOLS}[tool.setuptools]\npackages = ["billing"]\n`, FLAT],
  ['a search', `${SETUPTOOLS}[tool.setuptools.packages.find]\ninclude = ["b*"]\n`, FLAT],
  ['a list in setup.cfg', SETUPTOOLS, FLAT, '[options]\npackages = find:\n'],
  ['setup.py', SETUPTOOLS, [...FLAT, 'setup.py']],
  ['nothing to build', '[tool.ruff]\n', FLAT],
  ['no pyproject.toml', undefined, FLAT],
  ['no TOML', '[', FLAT],
  ['no code', SETUPTOOLS, ['tests/test_a.py']],
])('needs none: %s', (_, pyproject, paths, setup) => expect(listOf(pyproject, paths, setup)).toBeUndefined())
