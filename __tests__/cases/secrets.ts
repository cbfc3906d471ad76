/** A secret's file and what surrounds it; credentials where nobody looks for them. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { writeFiles } from '../support/repo.ts'
import { createVenv, demoWheel, install, python } from './support/python.ts'
import { createScene, handOver, type Look, type Scene, SECRET } from './support/scene.ts'
import type { Row } from './support/table.ts'

const IGNORE = { '.gitignore': '.env\n.venv/\nprobes/*.log\n' }
const file = { secrets: ['.env'] }

/** What the variations below are about, and what makes a file serve; the reports are looked at in full. */
const ONLY = ['--only', 'host,git,secrets']

function store(scene: Scene, mode: number, name = '.env') {
  writeFiles(scene.repo.dir, { [name]: `DEMO_TOKEN=${SECRET}\n` })
  fs.chmodSync(path.join(scene.repo.dir, name), mode)
}

/** One secret file in one repository, looked at once. */
const single =
  (arrange: (scene: Scene) => Partial<Look> | undefined, files: Record<string, string> = IGNORE) =>
  async () => {
    const scene = createScene(file, files)
    const look = arrange(scene)
    await scene.look('box', { python: await python(), args: ONLY, ...look })
    return scene.judge()
  }

const everywhere = { secrets: [{ name: 'configuration', in: ['local', 'box', 'ci'] }] }

/** Configuration only; the same in all asked places. */
const configured =
  (arrange: (scene: Scene) => Partial<Look> | undefined, claims: object = { secrets: [] }) =>
  async () => {
    const scene = createScene(claims)
    const look = arrange(scene)
    await scene.look('box', { python: await python(), args: ONLY, ...look })
    return scene.judge()
  }

const config = (title: string, cell: string, arrange: (scene: Scene) => Partial<Look> | undefined): Row => ({
  title,
  play: configured(arrange),
  cells: { 'configuration@box': cell },
})
const CREDENTIAL = 'fails CREDENTIAL_IN_CONFIG'
const CLEAN = 'holds CLEAN'
const URL = `https://alice:${SECRET}@example.invalid/r.git`

/** A package that was installed from there. */
const installedFrom = (title: string, cell: string, url: string): Row => ({
  title,
  async play() {
    const scene = createScene({ secrets: [] })
    const venv = await createVenv(path.join(scene.dir, 've'))
    const direct = JSON.stringify({ url, vcs_info: { vcs: 'git', commit_id: 'a'.repeat(40) } })
    install(venv.site, demoWheel(), { 'direct_url.json': direct })
    await scene.look('box', { python: venv.python })
    return scene.judge()
  },
  cells: { 'configuration@box': cell },
})

export const secretRows: readonly Row[] = [
  {
    id: 'C60',
    title: 'a rebuild drops the file',
    needs: ['namespaces'],
    async play() {
      const scene = createScene({ secrets: ['~/.env'] }, IGNORE)
      const first = `umask 077; echo DEMO_TOKEN=${SECRET} > ${scene.home}/.env`
      const look = { python: await python(), under: { tmpfs: [scene.home], first } }
      await scene.look('box', look)
      const before = await scene.judge({ candidates: scene.candidates.slice(-1) })
      expect(before.rows[0]?.cells.box?.reason).toBe('PRIVATE')
      expect(before.signals.map(({ id }) => id)).toContain('secret-on-box')
      await scene.look('box', { ...look, under: { tmpfs: [scene.home] } })
      return scene.judge({ candidates: scene.candidates.slice(-1) })
    },
    cells: { '~/.env@box': 'fails ABSENT' },
  },
  {
    id: 'C62',
    title: 'made with the usual umask, never restricted',
    needs: ['namespaces'],
    async play() {
      const scene = createScene(file, IGNORE)
      store(scene, 0o644)
      await scene.look('local', { python: await python() })
      await scene.look('box', { python: await python(), under: { machine: 'box' } })
      return scene.judge()
    },
    cells: { '.env@local': 'fails READABLE_BY_OTHERS', '.env@box': 'fails READABLE_BY_OTHERS' },
    signals: ['secret-on-box'],
  },
  {
    title: 'restricted',
    play: single((scene) => void store(scene, 0o600)),
    cells: { '.env@box': 'holds PRIVATE' },
  },
  {
    title: 'readable by all, below a folder that is not',
    play: single((scene) => {
      store(scene, 0o644)
      fs.chmodSync(scene.dir, 0o700)
    }),
    cells: { '.env@box': 'holds PRIVATE' },
  },
  {
    title: 'a group may read it',
    needs: ['another user'],
    play: single((scene) => {
      store(scene, 0o640)
      fs.chownSync(path.join(scene.repo.dir, '.env'), 0, 100)
    }),
    cells: { '.env@box': 'fails READABLE_BY_OTHERS' },
  },
  {
    title: 'others may write it',
    play: single((scene) => void store(scene, 0o602)),
    cells: { '.env@box': 'fails READABLE_BY_OTHERS' },
  },
  {
    title: 'a private link to a file that all may read',
    play: single((scene) => {
      writeFiles(scene.dir, { shared: `DEMO_TOKEN=${SECRET}\n` })
      fs.symlinkSync('../shared', path.join(scene.repo.dir, '.env'))
      return undefined
    }),
    cells: { '.env@box': 'fails READABLE_BY_OTHERS' },
  },
  {
    title: 'a link that leads nowhere',
    play: single((scene) => {
      fs.symlinkSync('nowhere', path.join(scene.repo.dir, '.env'))
      return undefined
    }),
    cells: { '.env@box': 'fails ABSENT' },
  },
  {
    title: 'private and not ignored',
    play: single((scene) => void store(scene, 0o600), { '.gitignore': '.venv/\n' }),
    cells: { '.env@box': 'fails NOT_IGNORED' },
  },
  {
    title: 'ignored by the user’s own git configuration',
    play: single(
      (scene) => {
        store(scene, 0o600)
        writeFiles(scene.home, { '.config/git/ignore': '.env\n' })
        return undefined
      },
      { '.gitignore': '.venv/\n' },
    ),
    cells: { '.env@box': 'holds PRIVATE' },
  },
  {
    title: 'tracked, although it is ignored by now',
    play: single((scene) => {
      store(scene, 0o600)
      scene.repo.git('add', '--force', '.env')
      scene.repo.commit('Oops')
      return undefined
    }),
    cells: { '.env@box': 'fails TRACKED' },
  },
  {
    title: 'staged, not yet committed',
    play: single((scene) => {
      store(scene, 0o600)
      scene.repo.git('add', '--force', '.env')
      return undefined
    }),
    cells: { '.env@box': 'fails TRACKED' },
  },
  {
    title: 'in a folder that this user may not search',
    needs: ['another user', 'a system python'],
    async play() {
      const scene = createScene({ secrets: ['../closed/.env'] }, IGNORE)
      writeFiles(scene.dir, { 'closed/.env': 'x' })
      fs.chmodSync(path.join(scene.dir, 'closed'), 0o700)
      handOver(scene)
      await scene.look('box', { python: '/usr/bin/python3', under: { uid: 65534 } })
      return scene.judge()
    },
    cells: { '../closed/.env@box': 'unknown UNREADABLE_PARENT' },
  },
  {
    id: 'C64',
    title: 'a password in the URL of the remote, in all three places',
    needs: ['namespaces'],
    async play() {
      const scene = createScene(everywhere)
      scene.repo.git('remote', 'add', 'origin', URL)
      const look = { python: await python() }
      await scene.look('local', look)
      await scene.look('box', { ...look, under: { machine: 'box' } })
      await scene.look('ci', { ...look, under: { machine: 'runner' } })
      return scene.judge()
    },
    cells: {
      'configuration@local': CREDENTIAL,
      'configuration@box': CREDENTIAL,
      'configuration@ci': CREDENTIAL,
    },
  },
  {
    id: 'C65',
    title: 'a checkout leaves the job’s token in the repository’s configuration',
    async play() {
      const scene = createScene(everywhere)
      scene.repo.git('config', 'http.https://example.invalid/.extraheader', `AUTHORIZATION: basic ${SECRET}`)
      await scene.look('ci', { python: await python() })
      return scene.judge()
    },
    cells: { 'configuration@ci': CREDENTIAL },
  },
  {
    title: 'a checkout that keeps the token in a file it includes',
    async play() {
      const scene = createScene(everywhere)
      writeFiles(scene.dir, {
        '_temp/git-credentials-1.config': `[http "https://example.invalid/"]\n\textraheader = AUTHORIZATION: basic ${SECRET}\n`,
      })
      const key = `includeIf.gitdir:${scene.repo.dir}/.git.path`
      scene.repo.git('config', key, path.join(scene.dir, '_temp/git-credentials-1.config'))
      await scene.look('ci', { python: await python() })
      return scene.judge()
    },
    cells: { 'configuration@ci': CREDENTIAL },
  },
  config(
    'nothing to see',
    CLEAN,
    (scene) => void scene.repo.git('remote', 'add', 'origin', 'https://example.invalid/r.git'),
  ),
  config(
    'a user name is no credential',
    CLEAN,
    (scene) => void scene.repo.git('remote', 'add', 'origin', 'ssh://git@example.invalid/r.git'),
  ),
  config(
    'scp-like address',
    CLEAN,
    (scene) => void scene.repo.git('remote', 'add', 'origin', 'git@example.invalid:r.git'),
  ),
  config(
    'a token alone in the URL',
    CREDENTIAL,
    (scene) =>
      void scene.repo.git(
        'remote',
        'add',
        'origin',
        `https://ghp_${SECRET}0123456789abcdefghijklmnop@example.invalid/r.git`,
      ),
  ),
  config('in the push URL only', CREDENTIAL, (scene) => {
    scene.repo.git('remote', 'add', 'origin', 'https://example.invalid/r.git')
    scene.repo.git('remote', 'set-url', '--push', 'origin', URL)
    return undefined
  }),
  config('in the second remote', CREDENTIAL, (scene) => {
    scene.repo.git('remote', 'add', 'origin', 'https://example.invalid/r.git')
    scene.repo.git('remote', 'add', 'fork', URL)
    return undefined
  }),
  config('insteadOf adds it, and only get-url shows it', CREDENTIAL, (scene) => {
    scene.repo.git('remote', 'add', 'origin', 'https://example.invalid/r.git')
    scene.repo.git(
      'config',
      `url.https://x-access-token:${SECRET}@example.invalid/.insteadOf`,
      'https://example.invalid/',
    )
    return undefined
  }),
  config('pushInsteadOf in the user’s configuration', CREDENTIAL, (scene) => {
    writeFiles(scene.home, {
      '.gitconfig': `[url "https://x:${SECRET}@example.invalid/"]\n\tpushInsteadOf = https://example.invalid/\n`,
    })
    return undefined
  }),
  config(
    'an insteadOf without a credential',
    CLEAN,
    (scene) =>
      void scene.repo.git('config', 'url.ssh://git@example.invalid/.insteadOf', 'https://example.invalid/'),
  ),
  config('a header in the user’s configuration', CREDENTIAL, (scene) => {
    writeFiles(scene.home, { '.gitconfig': `[http]\n\textraheader = AUTHORIZATION: basic ${SECRET}\n` })
    return undefined
  }),
  config('a header in the environment, as configuration', CREDENTIAL, () => ({
    env: {
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'http.extraheader',
      GIT_CONFIG_VALUE_0: `AUTHORIZATION: basic ${SECRET}`,
    },
  })),
  config('an index URL in the environment', CREDENTIAL, () => ({
    env: { PIP_EXTRA_INDEX_URL: `https://u:${SECRET}@example.invalid/simple` },
  })),
  config('uv’s index in the environment', CREDENTIAL, () => ({
    env: { UV_INDEX_URL: `https://u:${SECRET}@example.invalid/simple` },
  })),
  config('uv’s named index in the environment', CREDENTIAL, () => ({
    env: { UV_INDEX: `mine=https://u:${SECRET}@example.invalid/simple` },
  })),
  config('an index URL without a credential', CLEAN, () => ({
    env: { PIP_INDEX_URL: 'https://example.invalid/simple' },
  })),
  config('an index URL in pip.conf', CREDENTIAL, (scene) => {
    writeFiles(scene.home, {
      '.config/pip/pip.conf': `[global]\nextra-index-url =\n    https://example.invalid/simple\n    https://u:${SECRET}@example.invalid/simple\n`,
    })
    return undefined
  }),
  config('an index URL in pyproject.toml', CREDENTIAL, (scene) => {
    scene.repo.write({
      'pyproject.toml': `[[tool.uv.index]]\nurl = "https://u:${SECRET}@example.invalid/simple"\n`,
    })
    return undefined
  }),
  config('an index URL in requirements.txt', CREDENTIAL, (scene) => {
    scene.repo.write({
      'requirements.txt': `--extra-index-url https://u:${SECRET}@example.invalid/simple\nrequests\n`,
    })
    return undefined
  }),
  config('an index URL in a file of requirements that is not the usual one', CREDENTIAL, (scene) => {
    scene.repo.write({
      'requirements/dev.txt': `--extra-index-url https://u:${SECRET}@example.invalid/simple\n`,
    })
    return undefined
  }),
  config('a database for the tests is no index', CLEAN, (scene) => {
    const database = `DATABASE_URL=postgresql://postgres:${SECRET}@localhost/test`
    scene.repo.write({ 'pyproject.toml': `[tool.pytest.ini_options]\nenv = ["${database}"]\n` })
    return undefined
  }),
  config('names in place of values are no credential', CLEAN, (scene) => {
    const names = '$' + '{USER}:$' + '{TOKEN}'
    scene.repo.write({ 'requirements.txt': `--extra-index-url https://${names}@example.invalid/simple\n` })
    return undefined
  }),
  installedFrom('installed from a URL with a password', CREDENTIAL, URL),
  installedFrom(
    'installed from a URL with a token in its query',
    CREDENTIAL,
    `https://example.invalid/demo.whl?token=${SECRET}`,
  ),
  installedFrom(
    'installed from a URL with names in place of values',
    CLEAN,
    'https://$' + '{USER}:$' + '{PASS}@example.invalid/r.git',
  ),
  installedFrom('installed from a plain URL', CLEAN, 'https://example.invalid/r.git'),
  {
    title: 'in a submodule’s URL',
    async play() {
      const scene = createScene({ secrets: [] })
      const other = scene.repo.clone()
      scene.repo.git('submodule', 'add', '--quiet', `file://${other.dir}`, 'sub')
      scene.repo.git('config', 'submodule.sub.url', URL)
      scene.repo.commit('Submodule')
      await scene.look('box', { python: await python() })
      return scene.judge()
    },
    cells: { 'configuration@box': CREDENTIAL },
  },
  {
    title: 'tracked by a submodule',
    async play() {
      const scene = createScene({ secrets: ['sub/.env'] })
      const other = scene.repo.clone()
      other.commit('Secret', { '.env': `DEMO_TOKEN=${SECRET}\n` })
      scene.repo.git('submodule', 'add', '--quiet', `file://${other.dir}`, 'sub')
      scene.repo.commit('Submodule')
      fs.chmodSync(path.join(scene.repo.dir, 'sub/.env'), 0o600)
      await scene.look('box', { python: await python(), args: ONLY })
      return scene.judge()
    },
    cells: { 'sub/.env@box': 'fails TRACKED' },
  },
  ...(
    [
      ['and this file is in it', true, 'fails TRACKED'],
      ['and this file is not in it', false, 'holds PRIVATE'],
    ] as const
  ).map(
    ([what, tracked, cell]): Row => ({
      title: `a home that is kept in git, ${what}`,
      async play() {
        const scene = createScene({ secrets: ['~/[a]*.env'] })
        const file = path.join(scene.home, '[a]*.env')
        const git = (...words: string[]) => execFileSync('git', words, { cwd: scene.home })
        git('init', '--quiet')
        writeFiles(scene.home, { 'a.env': 'A=1\n' })
        git('add', 'a.env')
        writeFiles(scene.home, { '[a]*.env': `DEMO_TOKEN=${SECRET}\n` })
        fs.chmodSync(file, 0o600)
        if (tracked) git('--literal-pathspecs', 'add', '[a]*.env')
        // Named as a hook of git has them: they say nothing of the other repository.
        const env = { GIT_DIR: path.join(scene.repo.dir, '.git'), GIT_WORK_TREE: scene.repo.dir }
        await scene.look('box', { python: await python(), args: ONLY, env })
        return scene.judge()
      },
      cells: { '~/[a]*.env@box': cell },
    }),
  ),
]
