/** What could leak: files against stat and a second user, configuration against planted credentials. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Facts } from '../../src/core/probe-file/schema.ts'
import type { Verdict } from '../../src/core/verdict-model.ts'
import { onlyFacts } from '../cases/support/facts-of.ts'
import { python } from '../cases/support/python.ts'
import { createScene, type Scene, SECRET } from '../cases/support/scene.ts'
import { anyPython, errorsOf, type LookOptions, look } from '../support/look.ts'
import { needing } from '../support/needs.ts'
import { createFolder, createRepo, type Files, writeFiles } from '../support/repo.ts'
import { makeVenv } from '../support/venv.ts'

const secrets = async (cwd: string, options: LookOptions = {}) => {
  const { facts } = await look(cwd, { only: 'secrets', ...options })
  expect(errorsOf(facts)).toEqual({})
  return facts.secrets ?? {}
}
const root = process.getuid?.() === 0
const ONLY = ['--only', 'host,git,secrets']
/** The cell of one subject, with its state and reason. */
const cellOf = ({ rows }: Verdict, name: string) => {
  const { state, reason } = rows.find(({ subject }) => subject === name)?.cells.box ?? {}
  return `${state} ${reason}`
}

const PRIVATE = 'holds PRIVATE'
const OPEN = 'fails READABLE_BY_OTHERS'
const ABSENT = 'fails ABSENT'
const NOT_IGNORED = 'fails NOT_IGNORED'
const TRACKED = 'fails TRACKED'
const OLD = 'fails IN_OLD_HISTORY'

/** Claimed name, what it is, what the probe says of it and the cell, all in one repository. */
const FILES: readonly (readonly [name: string, title: string, facts: object, cell: string])[] = [
  ['0600.env', 'its owner’s alone', { mode: '0600', mine: true, owner_reads: true, others_read: false }, PRIVATE],
  ['0400.env', 'its owner’s, who may only read', { mode: '0400', owner_reads: true, others_read: false }, PRIVATE],
  ['0604.env', 'others’ to read', { mode: '0604', others_read: true }, OPEN],
  ['0644.env', 'everybody’s to read', { mode: '0644', others_read: true, modes: true, in_repo: true }, OPEN],
  ['0666.env', 'everybody’s', { mode: '0666', others_read: true }, OPEN],
  ['0602.env', 'others’ to write', { mode: '0602' }, OPEN],
  ['shared.env', 'a private link to a file that all may read', { others_read: true }, OPEN],
  ['nowhere.env', 'a link that leads nowhere', { exists: false }, ABSENT],
  ['gone.env', 'not there', { exists: false, parent_readable: true, tracked: false }, ABSENT],
  ['loose.key', 'private and not ignored', { tracked: false, ignored: false, in_repo: true }, NOT_IGNORED],
  ['mine.key', 'ignored by the user’s own git configuration', { tracked: false, ignored: true }, PRIVATE],
  ['~/.secret', 'outside of the repository', { exists: true, in_repo: false, tracked: false, ignored: false }, PRIVATE],
  ['tracked.key', 'tracked, not ignored', { tracked: true, ignored: false, in_repo: true }, TRACKED],
  ['forced.env', 'tracked, although it is ignored by now', { tracked: true, ignored: true }, TRACKED],
  ['staged.env', 'staged, not yet committed', { tracked: true, ignored: true }, TRACKED],
  [
    'uncached.env',
    'taken out of the index only, the commit still carries it',
    { exists: true, tracked: true },
    TRACKED,
  ],
  ['out.env', 'taken out of the commit too: an older one holds it', { exists: true, tracked: false }, OLD],
  ['link.env', 'a link to a file that git tracks shows what git shows', { mode: '0600', tracked: true }, TRACKED],
  [
    'other.env',
    'a link to a file that another repository tracks shows it too',
    { exists: true, tracked: true },
    TRACKED,
  ],
  ['others.env', 'a link to one that it tracks no more', { exists: true, tracked: false }, PRIVATE],
  ['sub/.env', 'tracked by a submodule', { tracked: true }, TRACKED],
  [
    'keys',
    'a folder, and all that lies in it is meant',
    { tracked: false, ignored: true, others_read: false },
    PRIVATE,
  ],
  ['keys-open', 'a folder that others may enter', { others_read: true }, OPEN],
  ['keys-added', 'a folder in which a file is tracked', { tracked: true }, TRACKED],
  ['keys-part', 'a folder of which rules ignore a part', { tracked: false, ignored: false }, NOT_IGNORED],
  ['keys-git', 'a folder of names that begin like git’s own', { tracked: false, ignored: true }, PRIVATE],
  ['keys-git-added', 'the same, tracked', { tracked: true }, TRACKED],
  [
    'keys-out',
    'a link out of the tree is what git would take, not the folder',
    { tracked: false, ignored: true },
    PRIVATE,
  ],
]
const MODES = [...FILES.map(([name]) => name).filter((name) => /^0\d{3}/.test(name)), '0640.env']

function arrange({ repo, home, dir }: Scene): void {
  const at = (name: string) => path.join(repo.dir, name)
  const put = (files: Files, mode = 0o600) => {
    writeFiles(repo.dir, files)
    for (const name of Object.keys(files)) fs.chmodSync(at(name), mode)
  }
  const link = (to: string, name: string) => fs.symlinkSync(to, at(name))
  const committed = ['forced.env', 'uncached.env', 'out.env', 'conf/prod.cfg', 'tracked.key']
  put(Object.fromEntries(committed.map((name) => [name, `x of ${name}`])))
  const other = createRepo({ 'prod.cfg': 'x', 'old.cfg': 'x' })
  other.git('rm', '--quiet', '--cached', 'old.cfg')
  other.commit('Take it out', { '.gitignore': 'old.cfg\n' })
  for (const name of ['prod.cfg', 'old.cfg']) fs.chmodSync(path.join(other.dir, name), 0o600)
  repo.git('add', '--force', ...committed)
  const inner = createRepo({ '.env': 'x of another repository' })
  repo.git('submodule', '--quiet', 'add', `file://${inner.dir}`, 'sub')
  repo.commit('All of it')
  repo.git('rm', '--quiet', '--cached', 'out.env')
  repo.commit('Take one out')
  repo.git('rm', '--quiet', '--cached', 'uncached.env')
  fs.chmodSync(at('sub/.env'), 0o600)
  put({ 'staged.env': 'x', 'loose.key': 'x', 'mine.key': 'x' })
  writeFiles(home, { '.config/git/ignore': 'mine.key\n', '.secret': 'x' })
  fs.chmodSync(path.join(home, '.secret'), 0o600)
  for (const name of MODES) put({ [name]: `DEMO_TOKEN=${SECRET}\n` }, Number.parseInt(name, 8))
  if (root) fs.chownSync(at('0640.env'), 0, 100)
  writeFiles(dir, { shared: `DEMO_TOKEN=${SECRET}\n` })
  link('../shared', 'shared.env')
  link('nowhere', 'nowhere.env')
  link('conf/prod.cfg', 'link.env')
  link(path.join(other.dir, 'prod.cfg'), 'other.env')
  link(path.join(other.dir, 'old.cfg'), 'others.env')
  for (const name of ['keys', 'keys-open', 'keys-added']) put({ [`${name}/prod`]: 'x' })
  put({ 'keys-part/prod.pem': 'x', 'keys-git/.git-credentials': 'x', 'keys-git-added/.git-credentials': 'x' })
  for (const name of fs.readdirSync(repo.dir).filter((one) => one.startsWith('keys')))
    fs.chmodSync(at(name), name === 'keys-open' ? 0o711 : 0o700)
  link(createFolder(), 'keys-out')
  repo.git('add', '--force', 'staged.env', 'keys-added/prod', 'keys-git-added/.git-credentials')
}

// acl(5): version 2, then tag, permissions and id of each entry; the group's bits of the mode are the mask.
const ENTRIES = [
  [0x01, 6, 0xffffffff],
  [0x02, 4, 1234],
  [0x04, 0, 0xffffffff],
  [0x10, 4, 0xffffffff],
  [0x20, 0, 0xffffffff],
] as const
function setAccessList(file: string): string | undefined {
  const acl = Buffer.alloc(4 + 8 * ENTRIES.length)
  acl.writeUInt32LE(2)
  for (const [i, [tag, permissions, id]] of ENTRIES.entries()) {
    acl.writeUInt16LE(tag, 4 + 8 * i)
    acl.writeUInt16LE(permissions, 6 + 8 * i)
    acl.writeUInt32LE(id, 8 + 8 * i)
  }
  const code = 'import os, sys; os.setxattr(sys.argv[1], "system.posix_acl_access", bytes.fromhex(sys.argv[2]))'
  try {
    execFileSync('python3', ['-c', code, file, acl.toString('hex')], { stdio: 'pipe' })
    return undefined
  } catch (error) {
    return `this file system takes no access lists: ${String(error).split('\n').at(-2)}`
  }
}

describe('a secret file', () => {
  let scene: Scene
  let seen: NonNullable<NonNullable<Facts['secrets']>['files']> = {}
  let verdict: Verdict
  let noLists: string | undefined
  const names = [...FILES.map(([name]) => name), '0640.env', 'acl.env']
  beforeAll(async () => {
    const ignore =
      '*.env\n!.env\nkeys/*\n!keys/.gitkeep\nkeys-open/*\nkeys-added/*\nkeys-part/*\n!keys-part/*.pem\nkeys-git*/*\nkeys-out\n'
    scene = createScene(
      { secrets: [...names, { name: 'configuration', in: ['ci'] }] },
      { '.gitignore': ignore, 'keys/.gitkeep': '' },
    )
    arrange(scene)
    writeFiles(scene.repo.dir, { 'acl.env': 'x' })
    fs.chmodSync(path.join(scene.repo.dir, 'acl.env'), 0o600)
    noLists = setAccessList(path.join(scene.repo.dir, 'acl.env'))
    await scene.look('box', { python: await python(), args: ONLY })
    seen = onlyFacts(scene, 'box').secrets?.files ?? {}
    verdict = await scene.judge()
  })

  it.each(FILES)('%s, %s', (name, _, facts, cell) => {
    expect(seen[name]).toMatchObject(facts)
    expect(cellOf(verdict, name)).toBe(cell)
  })

  it('is each that is claimed; configuration is none', () => {
    expect(Object.keys(seen).sort()).toEqual([...names].sort())
  })

  needing('root', ['setpriv', '--version']).it('is read by somebody else where it says so', () => {
    const words = ['--reuid=65534', '--regid=65534', '--clear-groups', 'sh', '-c']
    const script = 'for one; do cat "$one" >/dev/null 2>&1 && echo "$one"; done; true'
    const asked = MODES.filter((name) => !['0602.env', '0640.env'].includes(name))
    const read = execFileSync('setpriv', [...words, script, 'sh', ...asked], { cwd: scene.repo.dir, encoding: 'utf8' })
    expect(asked.filter((name) => seen[name]?.others_read)).toEqual(read.trim().split('\n'))
  })

  needing('root').it('0640.env, a group’s to read', () => {
    expect(seen['0640.env']).toMatchObject({ mode: '0640', others_read: true })
    expect(cellOf(verdict, '0640.env')).toBe(OPEN)
  })

  needing('linux').it('with an access list the private group excuses nothing', ({ skip }) => {
    if (noLists) skip(noLists)
    expect(seen['acl.env']).toMatchObject({ mode: '0640', others_read: true })
  })

  it('behind a closed door others can’t read it, but by another name where the door is open', async () => {
    const closed = createScene({ secrets: ['.env', 'twice.env'] }, { '.gitignore': '*.env\n' })
    const at = (name: string) => path.join(closed.repo.dir, name)
    for (const name of ['.env', 'twice.env']) {
      writeFiles(closed.repo.dir, { [name]: 'x' })
      fs.chmodSync(at(name), 0o644)
    }
    fs.chmodSync(closed.repo.dir, 0o700)
    fs.linkSync(at('twice.env'), path.join(closed.dir, 'open'))
    await closed.look('box', { python: await python(), args: ONLY })
    const found = onlyFacts(closed, 'box').secrets?.files
    expect(found).toMatchObject({
      '.env': { mode: '0644', others_read: false },
      'twice.env': { mode: '0644', others_read: true },
    })
    const judged = await closed.judge()
    expect([cellOf(judged, '.env'), cellOf(judged, 'twice.env')]).toEqual([PRIVATE, OPEN])
  })

  it('without claims it is .env', async () => {
    expect(Object.keys((await secrets(createRepo({ x: '' }).dir)).files ?? {})).toEqual(['.env'])
  })
})

const INDEX = `https://u:${SECRET}@example.invalid/simple`
const REMOTE = `https://alice:${SECRET}@example.invalid/r.git`
const HEADER = `AUTHORIZATION: basic ${SECRET}`
const PLAIN = 'https://example.invalid/r.git'

interface Place {
  /** Words for `git config`. */
  readonly git?: readonly (readonly string[])[]
  readonly home?: Files
  /** Permission bits of files in the home. */
  readonly mode?: { readonly [file: string]: number }
  readonly env?: NodeJS.ProcessEnv
  readonly project?: Files
  readonly site?: Files
  /** Beside the repository. */
  readonly beside?: Files
}
const config = (...words: string[]): Place => ({ git: [words] })
const inProject = (name: string, text: string): Place => ({ project: { [name]: text } })
const inEnv = (name: string, text: string): Place => ({ env: { [name]: text } })
const installedFrom = (name: string, url: string): Files => ({
  [`${name}-1.dist-info/METADATA`]: `Name: ${name}\n`,
  [`${name}-1.dist-info/direct_url.json`]: JSON.stringify({ url, vcs_info: { vcs: 'git' } }),
})

/** Where a credential may lie, by the fact that tells it. */
const PLANTED: { readonly [fact: string]: { readonly [title: string]: Place } } = {
  remotes: {
    'a password': config('remote.origin.url', REMOTE),
    'a token alone': config('remote.origin.url', `https://ghp_${SECRET}0123456789abcdefghijklmnop@example.invalid/r`),
    'a job token': config('remote.origin.url', `https://x-access-token:${SECRET}@example.invalid/r.git`),
    'the push URL only': {
      git: [
        ['remote.origin.url', PLAIN],
        ['remote.origin.pushurl', REMOTE],
      ],
    },
    'the second remote': {
      git: [
        ['remote.origin.url', PLAIN],
        ['remote.fork.url', REMOTE],
      ],
    },
    'a submodule': config('submodule.x.url', REMOTE),
    'a branch that follows a URL': config('branch.main.remote', REMOTE),
    '.gitmodules, of submodules that are not there': inProject(
      '.gitmodules',
      `[submodule "x"]\n\tpath = x\n\turl = ${REMOTE}\n`,
    ),
  },
  instead_of: {
    insteadOf: config(`url.https://a:${SECRET}@instead.invalid/.insteadOf`, 'https://short.invalid/'),
    'pushInsteadOf in the user’s configuration': {
      home: {
        '.gitconfig': `[url "https://x:${SECRET}@instead.invalid/"]\n\tpushInsteadOf = https://short.invalid/\n`,
      },
    },
  },
  headers: {
    'a header': config('http.https://example.invalid/.extraheader', HEADER),
    'a header for all': config('http.extraHeader', HEADER),
    'an included file of a checkout step that is gone': config(
      'includeIf.gitdir:/x/.path',
      '/tmp/git-credentials-0f1e.config',
    ),
    'an included file of a checkout step': {
      ...config('includeIf.gitdir:**.path', '../../_temp/git-credentials-1.config'),
      beside: { '_temp/git-credentials-1.config': `[http "https://example.invalid/"]\n\textraheader = ${HEADER}\n` },
    },
    'a header in the environment, as configuration': {
      env: { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'http.extraheader', GIT_CONFIG_VALUE_0: HEADER },
    },
    // After pushInsteadOf, so that each has a .gitconfig of its own.
    'a header in the user’s configuration': { home: { '.gitconfig': `[http]\n\textraheader = ${HEADER}\n` } },
  },
  proxies: {
    'http.proxy': config('http.proxy', `http://u:${SECRET}@proxy.invalid:3128`),
    'without a scheme': config('http.https://example.invalid/.proxy', `u:${SECRET}@proxy.invalid:3128`),
    'a variable': inEnv('HTTPS_PROXY', `http://u:${SECRET}@proxy.invalid:3128`),
    'one in small letters': inEnv('all_proxy', `socks5://u:${SECRET}@proxy.invalid:3128`),
  },
  lfs: {
    'lfs.url': config('lfs.url', REMOTE),
    'of a remote': config('remote.origin.lfspushurl', REMOTE),
    '.lfsconfig, which git tracks': inProject('.lfsconfig', `[lfs]\n\turl = ${REMOTE}\n`),
  },
  helpers: {
    'a helper that echoes': config('credential.helper', `!f() { echo username=a; echo "password=${SECRET}"; }; f`),
    'for one host': config('credential.https://example.invalid.helper', `!echo token=${SECRET}`),
  },
  stored: {
    '~/.git-credentials': { home: { '.git-credentials': `https://alice:${SECRET}@example.invalid\n` } },
    'in the folder of settings': { home: { '.config/git/credentials': `https://alice:${SECRET}@example.invalid\n` } },
  },
  direct_urls: {
    'installed from a URL with a password': { site: installedFrom('demo', `git+${REMOTE}`) },
    'installed from a URL with a token in its query': {
      site: installedFrom('demo', `https://example.invalid/demo.whl?token=${SECRET}`),
    },
  },
  index_urls: {
    'an index URL in the environment': inEnv('PIP_EXTRA_INDEX_URL', INDEX),
    'uv’s index in the environment': inEnv('UV_INDEX_URL', INDEX),
    'uv’s named index in the environment': inEnv('UV_INDEX', `mine=${INDEX}`),
    'a token in a query': inEnv('UV_INDEX_URL', `https://example.invalid/simple?token=${SECRET}`),
    'pip.conf': { home: { '.config/pip/pip.conf': `[global]\nindex-url = ${INDEX}\n` } },
    'the second line of pip.conf': {
      home: {
        '.config/pip/pip.conf': `[global]\nextra-index-url =\n    https://example.invalid/simple\n    ${INDEX}\n`,
      },
    },
    'uv.toml': { home: { '.config/uv/uv.toml': `[[index]]\nurl = "${INDEX}"\n` } },
    'pyproject.toml': inProject('pyproject.toml', `[[tool.uv.index]]\nurl = "${INDEX}"\n`),
    'requirements.txt': inProject('requirements.txt', `--extra-index-url ${INDEX}\nrequests\n`),
    'requirements/dev.txt': inProject('requirements/dev.txt', `--extra-index-url ${INDEX}\n`),
    'requirements-dev.txt': inProject('requirements-dev.txt', `--extra-index-url ${INDEX}\n`),
    'requirements/base.in': inProject('requirements/base.in', `-i ${INDEX}\n`),
    'environment.yml': inProject('environment.yml', `dependencies:\n  - pip:\n      - --index-url ${INDEX}\n`),
    'tox.ini': inProject('tox.ini', `[testenv]\nset_env =\n    PIP_INDEX_URL = ${INDEX}\n`),
    'Pipfile.lock': inProject('Pipfile.lock', JSON.stringify({ _meta: { sources: [{ url: INDEX }] } })),
    'pylock.toml': inProject('pylock.toml', `[[packages]]\nindex = "${INDEX}"\n`),
    'poetry.lock': inProject('poetry.lock', `[package.source]\nurl = "${INDEX}"\n`),
    'a token as a user name': inProject(
      'requirements.txt',
      '-i https://1a2b3c4d5e6f7g8h9i0j:@pypi.example.invalid/acme/\n',
    ),
    Dockerfile: inProject('Dockerfile', `FROM python\nRUN pip install --index-url ${INDEX} demo\n`),
    'compose.yaml': inProject('docker-compose.yml', `services:\n  a:\n    build: {args: [PIP_INDEX_URL=${INDEX}]}\n`),
    '.condarc': inProject('.condarc', 'channels:\n  - https://conda.example.invalid/t/ac-12345678-aaaa-bbbb/acme\n'),
    'a host that begins like this one': inProject(
      'setup.cfg',
      `# https://a:${SECRET}@localhost.example.invalid/simple\n`,
    ),
    'a user that is called like this host': inProject(
      'pdm.toml',
      `# https://localhost:${SECRET}@example.invalid/simple\n`,
    ),
  },
}
/** The n-th of each kind share a world: as many looks as the longest kind has places. */
const WORLDS = Array.from({ length: Object.keys(PLANTED.index_urls ?? {}).length }, (_, at) =>
  Object.fromEntries(
    Object.entries(PLANTED).flatMap(([fact, places]) => {
      const place = Object.values(places)[at]
      return place ? [[fact, place]] : []
    }),
  ),
)
const looks = new Map<number, ReturnType<typeof configurationOf>>()
const SPOTS = ['remotes', 'instead_of', 'headers', 'proxies', 'lfs', 'helpers', 'index_urls', 'stored', 'direct_urls']
const NONE = { ...Object.fromEntries(SPOTS.map((spot) => [spot, false])), given: [], shut: true }

async function configurationOf(places: readonly Place[]) {
  const scene = createScene({ secrets: [] }, { x: '' })
  const { path: base } = await anyPython()
  const env = makeVenv(base)
  for (const { git = [], home = {}, mode = {}, project = {}, site = {}, beside = {} } of places) {
    for (const words of git) scene.repo.git('config', ...words)
    writeFiles(scene.home, home)
    for (const [file, bits] of Object.entries(mode)) fs.chmodSync(path.join(scene.home, file), bits)
    writeFiles(scene.dir, beside)
    writeFiles(env.site, site)
    scene.repo.commit('Project', project)
  }
  const set = Object.assign({}, ...places.map((one) => one.env ?? {})) as NodeJS.ProcessEnv
  await scene.look('box', { python: env.python, args: ONLY, env: set })
  const cell = cellOf(await scene.judge(), 'configuration')
  return { configuration: onlyFacts(scene, 'box').secrets?.configuration, cell }
}

describe('credentials in configuration', () => {
  const rows = Object.entries(PLANTED).flatMap(([fact, places]) =>
    Object.keys(places).map((title, at) => [fact, title, at] as const),
  )
  it.each(rows)('%s: %s', async (fact, _, at) => {
    const world = WORLDS[at] ?? {}
    const looked = looks.get(at) ?? configurationOf(Object.values(world))
    looks.set(at, looked)
    const { configuration, cell } = await looked
    expect(configuration).toMatchObject({ [fact]: true })
    // And of the others those, and only those, that this world has too.
    const there = Object.fromEntries(Object.keys(world).map((one) => [one, true]))
    expect({ configuration, cell }).toEqual({
      configuration: { ...NONE, ...there, shut: expect.any(Boolean) },
      cell: configuration?.shut ? 'fails CREDENTIAL_KEPT' : 'fails CREDENTIAL_IN_CONFIG',
    })
  })

  it('insteadOf that makes one of a remote, and only get-url shows it', async () => {
    const { configuration, cell } = await configurationOf([
      {
        git: [
          ['remote.origin.url', PLAIN],
          [`url.https://x:${SECRET}@example.invalid/.insteadOf`, 'https://example.invalid/'],
        ],
      },
    ])
    expect(configuration?.instead_of).toBe(true)
    expect(cell).toBe('fails CREDENTIAL_IN_CONFIG')
  })

  const conf = `[global]\nindex-url = ${INDEX}\n`
  const ours = (mode: number): Place => ({
    home: { '.config/pip/pip.conf': conf },
    mode: { '.config/pip/pip.conf': mode },
  })
  const KEPT = 'fails CREDENTIAL_KEPT'
  const OPEN_TO_ALL = 'fails CREDENTIAL_IN_CONFIG'
  const hosted = (place: Place): Place => ({ ...place, env: { ...place.env, CLAUDE_CODE_REMOTE: 'true' } })
  const job: Place = config('remote.origin.url', `https://x-access-token:${SECRET}@example.invalid/r.git`)
  it.each<[title: string, places: readonly Place[], cell: string, more: object]>([
    ['a private index in a file of its owner', [ours(0o600)], KEPT, { index_urls: true, shut: true }],
    ['a variable', [inEnv('PIP_INDEX_URL', INDEX)], KEPT, { index_urls: true, shut: true }],
    ['the command line of git', [{ env: { GIT_CONFIG_PARAMETERS: `'lfs.url=${REMOTE}'` } }], KEPT, { lfs: true }],
    ['the same file, open to others', [ours(0o644)], OPEN_TO_ALL, { index_urls: true, shut: false }],
    ['a shut one beside an open one', [ours(0o600), config('lfs.url', REMOTE)], OPEN_TO_ALL, { shut: false }],
    ['a file that git tracks', [inProject('requirements.txt', `-i ${INDEX}\n`)], OPEN_TO_ALL, { shut: false }],
    ['the token of a hosted agent', [hosted(job)], 'holds CLEAN', { remotes: false, given: ['remotes'] }],
    [
      'its proxy',
      [hosted(inEnv('HTTPS_PROXY', `http://u:${SECRET}@p.invalid`))],
      'holds CLEAN',
      { given: ['proxies'] },
    ],
    ['a person’s token on its machine', [hosted(config('remote.origin.url', REMOTE))], OPEN_TO_ALL, { remotes: true }],
    ['a token that looks like one of a job, on a laptop', [job], OPEN_TO_ALL, { remotes: true, given: [] }],
  ])('%s', async (_, places, cell, more) => {
    const looked = await configurationOf(places)
    expect(looked).toMatchObject({ cell, configuration: more })
  })

  it('names, templates, plain addresses and databases of tests are none', async () => {
    const clean: Place = {
      git: [
        ['remote.origin.url', PLAIN],
        ['remote.name.url', 'ssh://git@example.invalid/r.git'],
        ['remote.short.url', 'git@example.invalid:r.git'],
        ['url.ssh://git@example.invalid/.insteadOf', 'https://short.invalid/'],
        ['http.proxy', 'proxy.invalid:3128'],
        ['lfs.url', PLAIN],
        ['credential.helper', 'store'],
        ['credential.https://example.invalid.helper', '!f() { echo "password=$TOKEN"; }; f'],
        ['include.path', '~/.gitconfig-work'],
      ],
      env: {
        PIP_INDEX_URL: `https://\${USER}:\${PASS}@example.invalid/simple`,
        PIP_EXTRA_INDEX_URL: 'https://example.invalid/simple',
        HTTPS_PROXY: 'http://proxy.invalid:3128',
      },
      home: { '.config/pip/pip.conf': '[global]\nindex-url = https://example.invalid/simple\n' },
      site: {
        ...installedFrom('plain', PLAIN),
        ...installedFrom('named', `https://\${USER}:\${PASS}@example.invalid/r.git`),
      },
      project: {
        'pyproject.toml': '[tool.pytest.ini_options]\nenv = ["DB=postgresql://postgres:postgres@localhost/test"]\n',
        'tox.ini':
          '[testenv]\nset_env =\n    REDIS = redis://:dummysecret@localhost/0\n    PIP_INDEX_URL = https://{env:WHO}:{env:WORD:}@pypi.example.invalid/\n',
        'requirements.txt': `-i https://pypi.example.invalid/t/packages-of-our-team/\n-i https://\${TOKEN}:@pypi.example.invalid/\n`,
        'environment.yml': `channels: [https://conda.example.invalid/t/\${CONDA_TOKEN_OF_ACME}/acme]\n`,
        '.gitmodules': '[submodule "x"]\n\tpath = x\n\turl = https://example.invalid/x\n',
        'setup.cfg': '# https://discuss.example.invalid/t/pep-639-round-3-better-metadata/53020\n',
        'uv.toml': '# http://elastic:changeme@localhost:9200, http://a:b@127.0.0.1/, http://a:b@[::1]:80/x\n',
        'notes.txt': `-i ${INDEX}\n`,
        'docker-compose.yml': 'services:\n  a: {healthcheck: {test: curl http://elastic:changeme@search:9200}}\n',
        'Dockerfile.d/x': '',
        // Looked for from every letter on, it would take minutes.
        'constraints.txt': 'a.'.repeat(500_000),
      },
    }
    expect(await configurationOf([clean])).toEqual({ configuration: NONE, cell: 'holds CLEAN' })
  })

  it('the null device as PIP_CONFIG_FILE says that there is none', async () => {
    const { configuration } = await secrets(createRepo({ x: '' }).dir, { env: { PIP_CONFIG_FILE: os.devNull } })
    expect(configuration?.index_urls).toBe(false)
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
    await expect(facts.git?.state).toBe('broken')
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
