import { expect, test } from 'vitest'
import { fold, packageList, readDependencies, readRequirement } from '../../../src/core/setup/dependencies.ts'
import type { Project } from '../../../src/core/setup/project.ts'

const project = (texts: Record<string, string>): Project => ({
  paths: Object.keys(texts),
  hasEnvFile: false,
  textOf: (path) => texts[path],
})

// The examples of PEP 508, "Examples" and "Names", and of pip's requirements file format.
test.each([
  ['A', 'a'],
  ['A.B-C_D', 'a-b-c-d'],
  ['aa', 'aa'],
  ['name', 'name'],
  ['name<=1', 'name'],
  ['name>=3', 'name'],
  ['name>=3,<2', 'name'],
  ['name@http://foo.com', 'name'],
  ['requests [security,tests] >= 2.8.1, == 2.8.*', 'requests'],
  ['pip @ https://github.com/pypa/pip/archive/1.3.1.zip#sha1=da9234ee', 'pip'],
  ['docopt == 0.6.1             # Version Matching. Must be version 0.6.1', 'docopt'],
  ['FooProject == 1.2 --hash=sha256:2cf24dba5fb0a30e26e83b2ac5b9e29e', 'fooproject'],
  ['name (>=3)', 'name'],
])('%s names a distribution', (line, name) => expect(readRequirement(line)).toEqual([{ name }]))

test.each([
  ["name [fred,bar] @ http://foo.com ; python_version=='2.7'", /^name: a marker/],
  ["name[quux, strange];python_version<'2.7' and platform_version=='2'", /^name: a marker/],
  ['./downloads/numpy-1.9.2-cp34-none-win32.whl', /it has no name$/],
  ['git+https://git.example.com/MyProject', /it has no name$/],
  ['types-requests', /stubs/],
])('%s is left out, and said so', (line, why) =>
  expect(readRequirement(line)).toEqual([{ leftOut: expect.stringMatching(why) }]),
)

test.each(['', '# a comment', '-e .', '--index-url https://example.org/simple', '-c constraints.txt'])(
  '"%s" names nothing',
  (line) => expect(readRequirement(line)).toEqual([]),
)

// PEP 503: runs of -, _ and . are one hyphen, letters are lower-case.
test.each(
  'friendly-bard Friendly-Bard FRIENDLY-BARD friendly.bard friendly_bard friendly--bard FrIeNdLy-._.-bArD'.split(' '),
)('%s is friendly-bard', (name) => expect(fold(name)).toBe('friendly-bard'))

test('what pyproject.toml declares is read, each name once', () => {
  const { names, leftOut } = readDependencies(
    project({
      'pyproject.toml': `
[project]
dependencies = ["PyYAML", "typing_extensions; python_version < '3.11'", "pyyaml>6"]
[project.optional-dependencies]
docs = ["sphinx"]
[tool.poetry.dependencies]
python = "^3.11"
Flask = "^3"
tomli = { version = "^2", python = "<3.11" }
psycopg = { version = "^3", optional = true }
`,
      'requirements.txt': 'ruff\n',
    }),
  )
  expect(names).toEqual(['flask', 'pyyaml'])
  expect(leftOut.map((line) => line.split(':')[0])).toEqual(['typing_extensions', 'tomli', 'psycopg'])
})

const SETUP_CFG = `[metadata]
name = x
[options]
packages = find:
install_requires =
    attrs>=1
    # why

    click
python_requires = >=3.8
[options.extras_require]
install_requires = no
`
const BASE = 'attrs\n-r base.txt\n-r ../elsewhere.txt\n'

// Name of the first file, its text, that of requirements.txt, and what is needed.
test.each([
  ['requirements/base.txt', BASE, '-r requirements/base.txt\npyyaml==6.0 \\\n  --hash=sha256:aa\n', 'attrs pyyaml'],
  ['setup.cfg', SETUP_CFG, 'ruff\n', 'attrs click'],
  // A project that lists none has none, whatever developers use beside it.
  ['pyproject.toml', '[project]\nname = "a"\n', 'ruff\n', ''],
  ['pyproject.toml', '[project]\nname = "a"\ndynamic = ["version", "dependencies"]\n', 'attrs\n', 'attrs'],
  ['pyproject.toml', '[project]\ndependencies = []\n', 'ruff\n', ''],
  ['pyproject.toml', '[tool.ruff]\n', 'attrs\n', 'attrs'],
])('%s: %j beside requirements.txt: %j', (file, text, requirements, names) => {
  const read = readDependencies(project({ [file]: text, 'requirements.txt': requirements }))
  expect(read.names).toEqual(names.split(' ').filter(Boolean))
})

test.each(['[project', '[project]\ndependencies = "requests"', '[project]\ndependencies = [1]', 'tool = 1'])(
  'a pyproject.toml that says %j claims nothing and stops nothing',
  (text) => expect(readDependencies(project({ 'pyproject.toml': text })).names).toEqual([]),
)

// https://setuptools.pypa.io/en/latest/userguide/package_discovery.html: without `packages` and `py_modules` the
// src-layout is tried first, then the flat-layout, in which every folder at the top is a package.
const SETUPTOOLS =
  '[build-system]\nrequires = ["setuptools"]\nbuild-backend = "setuptools.build_meta"\n[project]\nname = "a"\n'
const FLAT = ['billing/__init__.py', 'billing/rates.py', 'tests/test_a.py']
const listOf = (pyproject: string | undefined, paths: readonly string[], setup?: string) => {
  const texts = { 'pyproject.toml': pyproject, 'setup.cfg': setup }
  return packageList({
    paths,
    hasEnvFile: false,
    textOf: (path) => Object.entries(texts).find(([name]) => name === path)?.[1],
  })
}

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
