import { expect, test } from 'vitest'
import { readVariableNames, soundsSecret } from '../../../src/core/setup/claims-file.ts'
import { fold, readDependencies, readRequirement } from '../../../src/core/setup/dependencies.ts'
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
test.each([
  'friendly-bard',
  'Friendly-Bard',
  'FRIENDLY-BARD',
  'friendly.bard',
  'friendly_bard',
  'friendly--bard',
  'FrIeNdLy-._.-bArD',
])('%s is friendly-bard', (name) => expect(fold(name)).toBe('friendly-bard'))

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

test.each<[string, Record<string, string>, string[]]>([
  [
    'requirements.txt, and what it reads',
    {
      'requirements.txt': '-r requirements/base.txt\npyyaml==6.0 \\\n  --hash=sha256:aa\n',
      'requirements/base.txt': 'attrs\n-r base.txt\n-r ../elsewhere.txt\n',
    },
    ['attrs', 'pyyaml'],
  ],
  [
    'setup.cfg',
    {
      'setup.cfg':
        '[metadata]\nname = x\n[options]\npackages = find:\ninstall_requires =\n    attrs>=1\n    # why\n\n    click\npython_requires = >=3.8\n[options.extras_require]\ninstall_requires = no\n',
      'requirements.txt': 'ruff\n',
    },
    ['attrs', 'click'],
  ],
  [
    'a project that lists no dependencies, beside what developers use',
    { 'pyproject.toml': '[project]\nname = "a"\n', 'requirements.txt': 'ruff\n' },
    [],
  ],
  [
    'dependencies that are found elsewhere',
    {
      'pyproject.toml': '[project]\nname = "a"\ndynamic = ["version", "dependencies"]\n',
      'requirements.txt': 'attrs\n',
    },
    ['attrs'],
  ],
  [
    'nothing, said aloud',
    { 'pyproject.toml': '[project]\ndependencies = []\n', 'requirements.txt': 'ruff\n' },
    [],
  ],
  [
    'a pyproject.toml for tools only',
    { 'pyproject.toml': '[tool.ruff]\n', 'requirements.txt': 'attrs\n' },
    ['attrs'],
  ],
])('%s', (_, texts, names) => expect(readDependencies(project(texts)).names).toEqual(names))

test.each(['[project', '[project]\ndependencies = "requests"', '[project]\ndependencies = [1]', 'tool = 1'])(
  'a pyproject.toml that says %j claims nothing and stops nothing',
  (text) => expect(readDependencies(project({ 'pyproject.toml': text })).names).toEqual([]),
)

test('names of variables, never what they hold', () => {
  expect(
    readVariableNames('# COMMENTED=1\nexport A_B="x=y"\n  C = 2\r\nnot a line\n1D=3\nA_B=again\n'),
  ).toEqual(['A_B', 'C'])
})

test.each([
  'API_KEY',
  'GITHUB_TOKEN',
  'DB_PASSWORD',
  'STRIPE_SECRET_KEY',
  'AWS_SECRET_ACCESS_KEY',
  'SENTRY_DSN',
  'KEY',
])('%s sounds secret', (name) => expect(soundsSecret(name)).toBe(true))
test.each(['BILLING_MODE', 'KEYBOARD', 'MONKEYS', 'DEBUG', 'AUTHOR', 'DATABASE_HOST'])(
  '%s does not',
  (name) => expect(soundsSecret(name)).toBe(false),
)
