/** Whatever is planted in variables and in the home, nothing of it is found again: not in the file, record, log or streams. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorsOf, look, lookRaw } from '../support/look.ts'
import { needVenv, type Venv } from '../support/python.ts'
import { createFolder, createRepo, type Files, type Repo, writeFiles } from '../support/repo.ts'
import { createSuite, type Ended, PROBE } from '../support/suite.ts'

let venv: Venv
beforeAll(async () => {
  venv = await needVenv()
}, 180_000)

const MARKER = 'm4rk3r'
/** Every name that the probe's source speaks of, and what this machine has: what it never heard of it can't leak. */
const NAMES = [
  ...new Set([
    ...[
      ...fs
        .readFileSync(PROBE, 'utf8')
        .matchAll(/["' ]([A-Z][A-Z0-9]*_[A-Z0-9_]+|PATH|HOME|USER|SHELL|TZ|CI)(?=["' ])/g),
    ].map(([, name = '']) => name),
    ...Object.keys(process.env),
    ...'PYTHONPATH PYTHONSTARTUP PYTHONUSERBASE PYTHONPYCACHEPREFIX PYTHONEXECUTABLE PYTHONPLATLIBDIR'.split(' '),
    ...'HTTP_PROXY https_proxy PIP_INDEX_URL UV_INDEX_URL POETRY_HTTP_BASIC_X_PASSWORD AWS_SECRET_ACCESS_KEY'.split(
      ' ',
    ),
    ...'GH_TOKEN DATABASE_URL PYTEST_ADDOPTS PYTEST_PLUGINS SSH_AUTH_SOCK SUDO_USER CLAIMED COMPARED'.split(' '),
  ]),
  // With these Python or the loader would not start, or say so themselves.
].filter(
  (name) => !/^(?:LD_|DYLD_|GLIBC_|MALLOC_|PYTHON(?:HOME|MALLOC|PLATLIBDIR)|PYTEST_(?:ADDOPTS|PLUGINS))/.test(name),
)
const marked = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `/${MARKER}-folder/${MARKER}-${name}`]))

/** Lines with the marker that are none of the masked paths; PYTHONEXECUTABLE is what Python then calls itself. */
const leaked = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => line.includes(MARKER))
    .filter(
      (line) =>
        !/^(?:virtual_env|conda_prefix|shell|executable) = "(?:<other>\/)?m4rk3r-(?:VIRTUAL_ENV|CONDA_PREFIX|SHELL|PYTHONEXECUTABLE)"$/.test(
          line,
        ) && !/^ {2}(?:\{ path = )?"<other>\/m4rk3r-PYTHONPATH"(?:, label = "missing" \})?,$/.test(line),
    )

describe('every variable of this machine and of the source replaced by a marker', () => {
  it.each([
    ['all of them', NAMES],
    ['but git still works', NAMES.filter((name) => !/^(?:GIT_|PATH$|HOME$|TMPDIR$|XDG_)/.test(name))],
  ])('%s: the marker is in the masked paths alone', async (_, names) => {
    expect(names.length).toBeGreaterThan(80)
    const repo = createRepo({ 'demo.py': '', '.gitignore': '.env\n' })
    const claims = {
      env: ['CLAIMED', { name: 'COMPARED', compare: true }, 'GH_TOKEN'],
      canary: ['home', 'temp', 'repo'],
      files: ['~/x', 'demo.py'],
      secrets: ['.env', '~/.netrc'],
      packages: ['demo', 'pip'],
    }
    const options = { python: venv.python, claims, env: marked(names) }
    for (const place of ['local', 'ci']) {
      const { facts, stdout } = await look(repo.dir, { ...options, place })
      expect(errorsOf(facts)).toEqual({})
      expect(stdout).toContain(MARKER)
      expect(leaked(stdout)).toEqual([])
    }
  })
})

describe('a home full of credentials', () => {
  const token = (what: string) => `pl4nted-${what}-Zm9vYmFyYmF6cXV4`
  const HOME_FILES: Files = {
    '.netrc': `machine example.invalid login ada password ${token('netrc')}\n`,
    '.pypirc': `[pypi]\npassword = pypi-${token('pypirc')}\n`,
    '.npmrc': `//example.invalid/:_authToken=${token('npmrc')}\n`,
    '.git-credentials': `https://ada:${token('store')}@example.invalid\n`,
    '.gitconfig': `[url "https://ada:${token('insteadof')}@example.invalid/"]\n\tinsteadOf = https://example.invalid/\n[http]\n\textraHeader = AUTHORIZATION: basic ${token('header')}\n[user]\n\tname = ${token('name')}\n\temail = ${token('mail')}@example.invalid\n`,
    '.config/pip/pip.conf': `[global]\nindex-url = https://ada:${token('index')}@example.invalid/simple\n`,
    '.config/uv/uv.toml': `[[index]]\nurl = "https://ada:${token('uv')}@example.invalid/simple"\n`,
    '.config/pypoetry/auth.toml': `[http-basic.x]\npassword = "${token('poetry')}"\n`,
    '.config/gh/hosts.yml': `github.com:\n  oauth_token: ${token('gh')}\n`,
    '.aws/credentials': `[default]\naws_secret_access_key = ${token('aws')}\n`,
    '.docker/config.json': `{"auths": {"x": {"auth": "${token('docker')}"}}}\n`,
    '.kube/config': `users: [{user: {token: ${token('kube')}}}]\n`,
    '.ssh/id_ed25519': `${token('ssh')}\n`,
    '.pgpass': `db:5432:x:ada:${token('pg')}\n`,
    'notes/server.key': `${token('key')}\n`,
    'notes/server.pem': `${token('pem')}\n`,
  }
  const REPO_FILES: Files = {
    '.env': `API_TOKEN=${token('dotenv')}\n`,
    '.env.local': `API_TOKEN=${token('dotenvlocal')}\n`,
    'requirements.txt': `--extra-index-url https://ada:${token('requirements')}@example.invalid/simple\n`,
    'tests/test_env.py': `import os\ndef test_env(): assert os.environ["DB_PASSWORD"]\n`,
  }
  const DB_PASSWORD = token('variable')
  const planted = (): { repo: Repo; env: NodeJS.ProcessEnv } => {
    const HOME = createFolder()
    writeFiles(HOME, HOME_FILES)
    const files = Object.keys(HOME_FILES).flatMap((name) => (name.endsWith('uv.toml') ? [] : [`~/${name}`]))
    const claims = {
      env: ['DB_PASSWORD', { name: 'SERVICE_URL', compare: true }],
      files: [...files, '.env.local', 'requirements.txt'],
      canary: ['home', 'temp', 'repo'],
      secrets: ['.env', '~/.netrc', '~/.ssh/id_ed25519', 'configuration'],
      packages: ['mypkg'],
      tests: { command: ['python', '-m', 'pytest', '-q'] },
    }
    const repo = createSuite(
      { ...REPO_FILES, '.gitignore': '.env\n.env.local\n__pycache__/\n.pytest_cache/\n' },
      claims,
    )
    repo.git('remote', 'add', 'origin', `https://${token('remote')}@example.invalid/r.git`)
    repo.git('config', 'remote.origin.pushurl', `https://ada:${token('push')}@example.invalid/r.git`)
    repo.git('config', 'submodule.x.url', `https://ada:${token('submodule')}@example.invalid/s.git`)
    repo.git('config', 'http.https://example.invalid/.extraheader', `AUTHORIZATION: basic ${token('extra')}`)
    repo.git('config', `credential.https://ada:${token('helper')}@example.invalid.helper`, 'store')
    const SERVICE_URL = `postgres://ada:${token('url')}@db/x`
    return { repo, env: { HOME, DB_PASSWORD, SERVICE_URL } }
  }
  const all = [...Object.values({ ...HOME_FILES, ...REPO_FILES })].map(String)
  const tokens = [...all.join('\n').matchAll(/pl4nted-\w+-\w+/g)].map(([one]) => one)
  const written = (repo: Repo): string =>
    execFileSync('git', ['ls-files', '-z', '--others', '--exclude-standard'], { cwd: repo.dir, encoding: 'utf8' })
      .split('\0')
      .filter((name) => name !== '')
      .map((name) => fs.readFileSync(path.join(repo.dir, name), 'utf8'))
      .join('\n')

  function expectNothing(ended: Ended, repo: Repo): void {
    const everything = `${ended.stdout}\n${ended.stderr}\n${written(repo)}`
    expect(everything).not.toContain('pl4nted')
    for (const one of tokens) expect(everything).not.toContain(Buffer.from(one).toString('base64').slice(2, 22))
    // The hash of a secret file would let its content be guessed. What requirements.txt holds is everybody's.
    for (const text of all.filter((one) => !one.includes('extra-index-url') && !one.includes('def test')))
      for (const kind of ['sha256', 'sha1', 'md5'])
        expect(everything).not.toContain(createHash(kind).update(text).digest('hex').slice(0, 12))
  }

  it('leaves none of them, with tests run', async () => {
    const { repo, env } = planted()
    const ended = await lookRaw(repo.dir, { python: venv.python, args: ['--tests', 'always'], env })
    expect(ended.code, ended.stderr).toBe(0)
    const text = fs.readFileSync(path.join(repo.dir, 'probes/box.txt'), 'utf8')
    expect(text).toMatch(/^passed = 2$/m)
    // Looked at, and told by yes.
    for (const fact of ['remotes', 'instead_of', 'headers', 'index_urls']) expect(text).toContain(`\n${fact} = true\n`)
    expect(text).toMatch(/^env_names = [1-9]/m)
    expect(text).toMatch(/^\[env.claimed.SERVICE_URL\]\nset = true$/m)
    expect(written(repo)).toContain('[host-fingerprint]')
    expectNothing(ended, repo)
  })

  it('leaves none of them where everything breaks', async () => {
    const { repo, env } = planted()
    fs.appendFileSync(path.join(repo.dir, '.git/config'), `[broken ${token('broken')}\n`)
    writeFiles(repo.dir, { 'tests/conftest.py': `raise RuntimeError("no tests")\n` })
    const broken = { ...env, PYTHONPATH: createFolder() }
    writeFiles(broken.PYTHONPATH, {
      'sitecustomize.py': 'import os\nopen("/nowhere/" + os.environ["HOME"])\n',
      'x-1.dist-info/direct_url.json': `{"url": "https://ada:${token('direct')}@example.invalid/x`,
      'y-1.dist-info/direct_url.json': `{"url": "https://x.invalid/y.whl?token=${token('query')}", "archive_info": {}}`,
    })
    const ended = await lookRaw(repo.dir, { python: venv.python, args: ['--tests', 'always', '--stdout'], env: broken })
    expect(ended.code, ended.stderr).toBe(0)
    expectNothing(ended, { ...repo, dir: createRepo().dir })
  })
})
