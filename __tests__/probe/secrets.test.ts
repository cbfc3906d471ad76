/** What could leak: files against stat and a second user, configuration against planted credentials. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { errorsOf, type LookOptions, look } from '../support/look.ts'
import { needing } from '../support/needs.ts'
import { createFolder, createRepo, type Repo, writeFiles } from '../support/repo.ts'

const secrets = async (cwd: string, options: LookOptions = {}) => {
  const { facts } = await look(cwd, { only: 'secrets', ...options })
  expect(errorsOf(facts)).toEqual({})
  return facts.secrets ?? {}
}
const file = async (repo: Repo, name = '.env', options: LookOptions = {}) =>
  (await secrets(repo.dir, { claims: { secrets: [name] }, ...options })).files?.[name] ?? {}

describe('a secret file', () => {
  const withEnv = (mode: number, files = {}) => {
    const repo = createRepo({ '.gitignore': '.env\n', ...files })
    fs.chmodSync(path.dirname(repo.dir), 0o755)
    fs.chmodSync(repo.dir, 0o755)
    writeFiles(repo.dir, { '.env': 'DEMO_TOKEN=dummy\n' })
    fs.chmodSync(path.join(repo.dir, '.env'), mode)
    return repo
  }

  it.each([
    [0o600, false],
    [0o400, false],
    [0o604, true],
    [0o644, true],
    [0o666, true],
  ])('of mode %o: can others read it?', async (mode, others) => {
    const repo = withEnv(mode)
    const found = await file(repo)
    expect(found).toMatchObject({
      exists: true,
      parent_readable: true,
      modes: true,
      mine: true,
      owner_reads: true,
      in_repo: true,
      tracked: false,
      ignored: true,
    })
    expect(found.mode).toBe(mode.toString(8).padStart(4, '0'))
    expect(found.others_read).toBe(others)
    if (process.getuid?.() === 0) {
      const target = path.join(repo.dir, '.env')
      let read = true
      try {
        execFileSync('setpriv', ['--reuid=65534', '--regid=65534', '--clear-groups', 'cat', target], {
          stdio: 'ignore',
        })
      } catch {
        read = false
      }
      expect(read, 'as somebody else sees it').toBe(others)
    }
  })

  it('behind a closed door others can’t read it, whatever its mode', async () => {
    const repo = withEnv(0o644)
    fs.chmodSync(repo.dir, 0o700)
    expect(await file(repo)).toMatchObject({ mode: '0644', others_read: false })
  })

  it('a link to a file that git tracks shows what git shows', async () => {
    const repo = createRepo({ '.gitignore': '.env\n', 'conf/prod.cfg': 'TOKEN=dummy\n' })
    fs.chmodSync(path.join(repo.dir, 'conf/prod.cfg'), 0o600)
    fs.symlinkSync('conf/prod.cfg', path.join(repo.dir, '.env'))
    expect(await file(repo)).toMatchObject({ exists: true, mode: '0600', tracked: true })
  })

  it('a link to a file that another repository tracks shows it too', async () => {
    const other = createRepo({ 'prod.cfg': 'TOKEN=dummy\n' })
    const repo = createRepo({ '.gitignore': '.env\n' })
    fs.symlinkSync(path.join(other.dir, 'prod.cfg'), path.join(repo.dir, '.env'))
    expect(await file(repo)).toMatchObject({ exists: true, tracked: true })
    other.git('rm', '--quiet', '--cached', 'prod.cfg')
    other.git('commit', '--quiet', '--message', 'Take it out')
    expect(await file(repo)).toMatchObject({ exists: true, tracked: false })
  })

  it('taken out of the index only, the commit still carries it', async () => {
    const repo = withEnv(0o600)
    repo.git('add', '--force', '.env')
    repo.commit('Leak')
    repo.git('rm', '--quiet', '--cached', '.env')
    expect(await file(repo)).toMatchObject({ exists: true, tracked: true })
    repo.commit('Take it out')
    expect(await file(repo)).toMatchObject({ exists: true, tracked: false })
  })

  it('another name of the same file lies where the door is open', async () => {
    const repo = withEnv(0o644)
    fs.chmodSync(repo.dir, 0o700)
    expect(await file(repo)).toMatchObject({ others_read: false })
    fs.linkSync(path.join(repo.dir, '.env'), path.join(path.dirname(repo.dir), 'open'))
    expect(await file(repo)).toMatchObject({ others_read: true })
  })

  // acl(5): version 2, then tag, permissions and id of each entry; the group's bits of the mode are the mask.
  const ENTRIES = [
    [0x01, 6, 0xffffffff],
    [0x02, 4, 1234],
    [0x04, 0, 0xffffffff],
    [0x10, 4, 0xffffffff],
    [0x20, 0, 0xffffffff],
  ] as const
  needing('linux', 'root').it('with an access list the private group excuses nothing', async ({ skip }) => {
    const repo = withEnv(0o600)
    const acl = Buffer.alloc(4 + 8 * ENTRIES.length)
    acl.writeUInt32LE(2)
    for (const [i, [tag, permissions, id]] of ENTRIES.entries()) {
      acl.writeUInt16LE(tag, 4 + 8 * i)
      acl.writeUInt16LE(permissions, 6 + 8 * i)
      acl.writeUInt32LE(id, 8 + 8 * i)
    }
    const code =
      'import os, sys; os.setxattr(sys.argv[1], "system.posix_acl_access", bytes.fromhex(sys.argv[2]))'
    try {
      execFileSync('python3', ['-c', code, path.join(repo.dir, '.env'), acl.toString('hex')], {
        stdio: 'pipe',
      })
    } catch (error) {
      skip(`this file system takes no access lists: ${String(error).split('\n').at(-2)}`)
    }
    expect(await file(repo)).toMatchObject({ mode: '0640', others_read: true })
  })

  it('tracked, not ignored, absent, outside, and behind a link', async () => {
    const repo = withEnv(0o600, { 'tracked.env': 'x' })
    writeFiles(repo.dir, { 'loose.env': 'x' })
    expect(await file(repo, 'tracked.env')).toMatchObject({ tracked: true, ignored: false, in_repo: true })
    expect(await file(repo, 'loose.env')).toMatchObject({ tracked: false, ignored: false, in_repo: true })
    expect(await file(repo, 'gone.env')).toMatchObject({
      exists: false,
      parent_readable: true,
      tracked: false,
    })
    const HOME = createFolder()
    writeFiles(HOME, { '.secret': 'x' })
    expect(await file(repo, '~/.secret', { env: { HOME } })).toMatchObject({
      exists: true,
      in_repo: false,
      tracked: false,
      ignored: false,
    })
    repo.git('add', '--force', '.env')
    expect(await file(repo)).toMatchObject({ tracked: true, ignored: true })
  })

  it('of a folder all that lies in it is meant', async () => {
    const repo = withEnv(0o600, { '.gitignore': 'keys/*\n!keys/.gitkeep\n', 'keys/.gitkeep': '' })
    const folder = path.join(repo.dir, 'keys')
    writeFiles(folder, { prod: 'x' })
    fs.chmodSync(folder, 0o700)
    expect(await file(repo, 'keys')).toMatchObject({ tracked: false, ignored: true, others_read: false })
    fs.chmodSync(folder, 0o711)
    expect(await file(repo, 'keys')).toMatchObject({ others_read: true })
    repo.git('add', '--force', 'keys/prod')
    expect(await file(repo, 'keys')).toMatchObject({ tracked: true })
  })

  it('and nothing in it may be left out: rules that ignore a part, names that begin like git’s own', async () => {
    const repo = withEnv(0o600, { '.gitignore': 'keys/*\n!keys/*.pem\n', 'keys/.gitkeep': '' })
    writeFiles(repo.dir, { 'keys/prod.pem': 'x', 'keys/.git-credentials': 'x' })
    expect(await file(repo, 'keys')).toMatchObject({ tracked: false, ignored: false })
    fs.rmSync(path.join(repo.dir, 'keys/prod.pem'))
    expect(await file(repo, 'keys')).toMatchObject({ tracked: false, ignored: true })
    repo.git('add', '--force', 'keys/.git-credentials')
    expect(await file(repo, 'keys')).toMatchObject({ tracked: true })
  })

  it('a link that leads out of the tree is what git would take, not the folder', async () => {
    const repo = withEnv(0o600, { '.gitignore': 'keys\n' })
    fs.symlinkSync(createFolder(), path.join(repo.dir, 'keys'))
    expect(await file(repo, 'keys')).toMatchObject({ tracked: false, ignored: true })
  })

  needing('root', ['setpriv', '--version'], 'system python').it(
    'in a folder that this user may not enter is not called absent',
    async () => {
      const dir = createFolder()
      fs.chmodSync(dir, 0o755)
      writeFiles(dir, {
        'closed/.env': 'x',
        'probes/claims.json': JSON.stringify({ secrets: ['closed/.env'] }),
      })
      fs.chmodSync(path.join(dir, 'closed'), 0o700)
      fs.copyFileSync('dist/agent_probe.py', path.join(dir, 'agent_probe.py'))
      fs.chmodSync(path.join(dir, 'agent_probe.py'), 0o644)
      const command = [
        'setpriv',
        '--reuid=65534',
        '--regid=65534',
        '--clear-groups',
        '/usr/bin/python3',
        path.join(dir, 'agent_probe.py'),
      ]
      const { files } = await secrets(dir, { command })
      expect(files?.['closed/.env']?.parent_readable).toBe(false)
      expect(files?.['closed/.env']?.exists).toBeUndefined()
    },
  )

  it('without claims it is .env; configuration is no file', async () => {
    expect(Object.keys((await secrets(createRepo({ x: '' }).dir)).files ?? {})).toEqual(['.env'])
    const claims = { secrets: [{ name: 'configuration', in: ['ci'] }, 'x.key'] }
    expect(Object.keys((await secrets(createRepo({ x: '' }).dir, { claims })).files ?? {})).toEqual(['x.key'])
  })

  it('umask, as the shell has it', async () => {
    const { path: python } = await import('../support/look.ts').then(({ anyPython }) => anyPython())
    const probe = path.resolve('dist/agent_probe.py')
    for (const umask of ['0077', '0022', '0002']) {
      const command = ['sh', '-c', `umask ${umask}; exec "$0" "$@"`, python, probe]
      expect((await secrets(createFolder(), { command })).umask).toBe(umask)
    }
  })
})

describe('credentials in configuration', () => {
  const none = { remotes: false, instead_of: false, headers: false, index_urls: false, direct_urls: false }
  const configured = async (options: {
    git?: string[][]
    files?: Record<string, string>
    env?: NodeJS.ProcessEnv
    project?: Record<string, string>
  }) => {
    const repo = createRepo({ x: '', ...options.project })
    for (const words of options.git ?? []) repo.git('config', ...words)
    const HOME = createFolder()
    writeFiles(HOME, options.files ?? {})
    const env = { HOME, XDG_CONFIG_HOME: path.join(HOME, '.config'), ...options.env }
    return (await secrets(repo.dir, { env })).configuration
  }
  const url = 'remote.origin.url'
  const cases: Record<string, [options: Parameters<typeof configured>[0], found: object]> = {
    none: [{ git: [[url, 'https://example.invalid/r.git']] }, {}],
    'a name alone is none': [{ git: [[url, 'ssh://git@example.invalid/r.git']] }, {}],
    'nor a short path': [{ git: [[url, 'git@example.invalid:r.git']] }, {}],
    'a password': [{ git: [[url, 'https://alice:dummysecret@example.invalid/r.git']] }, { remotes: true }],
    'a token alone': [
      { git: [[url, 'https://ghp_0123456789abcdef0123456789abcdef0123@example.invalid/r.git']] },
      { remotes: true },
    ],
    'a job token': [
      { git: [[url, 'https://x-access-token:abcdef@example.invalid/r.git']] },
      { remotes: true },
    ],
    'a push URL': [
      {
        git: [
          [url, 'https://example.invalid/r'],
          ['remote.origin.pushurl', 'https://a:dummy@example.invalid/r'],
        ],
      },
      { remotes: true },
    ],
    'a submodule': [{ git: [['submodule.x.url', 'https://a:dummy@example.invalid/r']] }, { remotes: true }],
    insteadOf: [
      { git: [['url.https://a:dummy@example.invalid/.insteadOf', 'https://example.invalid/']] },
      { instead_of: true },
    ],
    'a branch that follows a URL': [
      { git: [['branch.main.remote', 'https://x-access-token:dummysecret@example.invalid/fork']] },
      { remotes: true },
    ],
    '.gitmodules, of submodules that are not there': [
      {
        project: {
          '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = https://a:dummy@example.invalid/x\n',
        },
      },
      { remotes: true },
    ],
    'a header': [
      { git: [['http.https://example.invalid/.extraheader', 'AUTHORIZATION: basic ZHVtbXk=']] },
      { headers: true },
    ],
    'a header for all': [{ git: [['http.extraHeader', 'AUTHORIZATION: basic ZHVtbXk=']] }, { headers: true }],
    'an included file of a checkout step': [
      { git: [['includeIf.gitdir:/x/.path', '/tmp/git-credentials-0f1e.config']] },
      { headers: true },
    ],
    'an included file of somebody': [{ git: [['include.path', '~/.gitconfig-work']] }, {}],
    'an index URL in the environment': [
      { env: { PIP_EXTRA_INDEX_URL: 'https://a:dummy@example.invalid/simple' } },
      { index_urls: true },
    ],
    'a template is none': [
      { env: { PIP_INDEX_URL: `https://\${USER}:\${PASS}@example.invalid/simple` } },
      {},
    ],
    'pip.conf': [
      { files: { '.config/pip/pip.conf': '[global]\nindex-url = https://a:dummy@example.invalid/simple\n' } },
      { index_urls: true },
    ],
    'uv.toml': [
      { files: { '.config/uv/uv.toml': '[[index]]\nurl = "https://a:dummy@example.invalid/simple"\n' } },
      { index_urls: true },
    ],
    'a clean pip.conf': [
      { files: { '.config/pip/pip.conf': '[global]\nindex-url = https://example.invalid/simple\n' } },
      {},
    ],
    'a token in a query': [
      { env: { UV_INDEX_URL: 'https://example.invalid/simple?token=dummydummy' } },
      { index_urls: true },
    ],
  }
  it.each(Object.entries(cases))('%s', async (_, [options, found]) => {
    expect(await configured(options)).toEqual({ ...none, ...found })
  })

  const secret = 'https://a:dummysecret@example.invalid/simple'
  it.each([
    ['requirements-dev.txt', `--extra-index-url ${secret}\n`],
    ['requirements/base.in', `-i ${secret}\n`],
    ['environment.yml', `dependencies:\n  - pip:\n      - --index-url ${secret}\n`],
    ['tox.ini', `[testenv]\nset_env =\n    PIP_INDEX_URL = ${secret}\n`],
    ['Pipfile.lock', JSON.stringify({ _meta: { sources: [{ url: secret }] } })],
    ['pylock.toml', `[[packages]]\nindex = "${secret}"\n`],
    ['poetry.lock', `[package.source]\nurl = "${secret}"\n`],
    ['requirements.txt', '-i https://1a2b3c4d5e6f7g8h9i0j:@pypi.example.invalid/acme/\n'],
    ['.condarc', 'channels:\n  - https://conda.example.invalid/t/ac-12345678-aaaa-bbbb/acme\n'],
    ['setup.cfg', '# https://a:dummysecret@localhost.example.invalid/simple\n'],
    ['pdm.toml', '# https://localhost:dummysecret@example.invalid/simple\n'],
  ])('in a file of the project: %s', async (name, text) => {
    expect(await configured({ project: { [name]: text } })).toEqual({ ...none, index_urls: true })
  })

  it('a URL of a project that is no index, or says nothing secret, is none', async () => {
    const project = {
      'pyproject.toml':
        '[tool.pytest.ini_options]\nenv = ["DB=postgresql://postgres:postgres@localhost/test"]\n',
      'tox.ini':
        '[testenv]\nset_env =\n    REDIS = redis://:dummysecret@localhost/0\n    PIP_INDEX_URL = https://{env:WHO}:{env:WORD:}@pypi.example.invalid/\n',
      'requirements.txt': `-i https://pypi.example.invalid/t/packages-of-our-team/\n-i https://\${TOKEN}:@pypi.example.invalid/\n`,
      'environment.yml': `channels: [https://conda.example.invalid/t/\${CONDA_TOKEN_OF_ACME}/acme]\n`,
      '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = https://example.invalid/x\n',
      'setup.cfg': '# https://discuss.example.invalid/t/pep-639-round-3-better-metadata/53020\n',
      'uv.toml': '# http://elastic:changeme@localhost:9200, http://a:b@127.0.0.1/, http://a:b@[::1]:80/x\n',
      'notes.txt': `${secret}\n`,
      // Looked for from every letter on, it would take minutes.
      'constraints.txt': 'a.'.repeat(500_000),
    }
    expect(await configured({ project })).toEqual(none)
  })

  it('in the records of installed packages', async () => {
    const lib = createFolder()
    const record = (name: string, url: string) =>
      writeFiles(lib, {
        [`${name}-1.dist-info/direct_url.json`]: JSON.stringify({ url, vcs_info: { vcs: 'git' } }),
      })
    record('clean', 'https://example.invalid/x.git')
    expect((await secrets(createFolder(), { env: { PYTHONPATH: lib } })).configuration).toMatchObject({
      direct_urls: false,
    })
    record('dirty', 'git+https://a:dummy@example.invalid/x.git')
    expect((await secrets(createFolder(), { env: { PYTHONPATH: lib } })).configuration).toMatchObject({
      direct_urls: true,
    })
  })

  it('what cannot be searched is no "no"', async () => {
    const HOME = createFolder()
    writeFiles(HOME, { '.config/pip/pip.conf': `${'x'.repeat(17 << 20)}` })
    const env = { HOME, XDG_CONFIG_HOME: path.join(HOME, '.config') }
    const { configuration } = await secrets(createRepo({ x: '' }).dir, { env })
    expect(configuration?.index_urls).toBeUndefined()
    expect(configuration?.remotes).toBe(false)
  })

  it('broken git configuration is no "no" either', async () => {
    const repo = createRepo({ x: '' })
    fs.appendFileSync(path.join(repo.dir, '.git/config'), '[broken\n')
    const { facts } = await look(repo.dir, { only: 'secrets,git' })
    expect(facts.git?.state).toBe('broken')
    expect(facts.secrets?.configuration?.remotes).toBeUndefined()
    expect(facts.secrets?.configuration?.headers).toBeUndefined()
  })

  it('names of secret-looking variables are counted', async () => {
    const count = async (env: NodeJS.ProcessEnv) => (await secrets(createFolder(), { env })).env_names ?? 0
    const before = await count({})
    expect(
      await count({
        AWS_SECRET_ACCESS_KEY: 'x',
        GH_TOKEN: 'x',
        DB_PASSWORD: 'x',
        MONKEY: 'x',
        KEYBOARD: 'x',
        AUTHOR: 'x',
      }),
    ).toBe(before + 3)
  })
})
