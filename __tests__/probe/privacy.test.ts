/** Nothing secret, little private: planted values must not be found again, whatever was planted where. */

import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { anyPython, errorsOf, look } from '../support/look.ts'
import { needing } from '../support/needs.ts'
import type { Interpreter } from '../support/python.ts'
import { createFolder, createRepo, type Repo, writeFiles } from '../support/repo.ts'
import { PROBE, plainEnv, start } from '../support/suite.ts'

let python: Interpreter
beforeAll(async () => {
  python = await anyPython()
})

needing(['strace', '-V']).describe('seen by strace', () => {
  const trace = async (repo: Repo, what: string): Promise<string> => {
    const log = path.join(createFolder(), 'log')
    const command = [
      'strace',
      '-f',
      '-qq',
      '-e',
      `trace=${what}`,
      '-s',
      '300',
      '-o',
      log,
      python.path,
      PROBE,
      'box',
    ]
    const { code, stderr } = await start([...command, '--tests', 'never', '--stdout'], {
      cwd: repo.dir,
      env: plainEnv(),
    })
    expect(code, stderr).toBe(0)
    return fs.readFileSync(log, 'utf8')
  }
  const repo = () => {
    const made = createRepo({
      'demo.py': '',
      'probes/claims.json': JSON.stringify({
        canary: ['temp'],
        files: ['~/x', 'demo.py'],
        packages: ['demo', 'json', 'gone'],
      }),
    })
    made.git('remote', 'add', 'origin', 'https://example.invalid/demo.git')
    return made
  }

  // The C library asks a name cache on this machine for users and groups, of its own accord.
  const cache =
    /^\d+ +(?:socket\(AF_UNIX, |connect\(\d+, \{sa_family=AF_UNIX, sun_path="\/var\/run\/nscd\/socket")/

  it('no network: not even a socket of such a kind', async () => {
    const made = repo()
    fs.writeFileSync(path.join(made.dir, '.env'), 'x', { mode: 0o640 })
    const log = await trace(made, '%network')
    const calls = log.split('\n').filter((line) => /^\d+ +\w+\(/.test(line))
    expect(calls.filter((line) => !cache.test(line))).toEqual([])
  })

  it('opens for writing only temporary files, the canary and nothing in the tree', async () => {
    const made = repo()
    const log = await trace(made, 'open,openat,creat,mkdir,rename,unlink')
    const written = [
      ...log.matchAll(/open(?:at)?\((?:AT_FDCWD, )?"([^"]+)", [^)\n]*O_(?:WRONLY|RDWR|CREAT)[^)\n]*\) = \d/g),
    ]
    const elsewhere = written
      .map(([, file = '']) => file)
      .filter((file) => !/^\/dev\/|where-it-ran-/.test(file))
    expect(elsewhere.filter((file) => !file.startsWith('/tmp/where-it-ran'))).toEqual([])
    expect(written.filter(([, file = '']) => file.startsWith(made.dir))).toEqual([])
  })
})

describe('environment', () => {
  it('no value is found again but as a masked path', async () => {
    const repo = createRepo({ 'demo.py': '' })
    const marker = 'xyzzy42'
    const names =
      `PATH HOME SHELL USER LOGNAME LANG TZ TERM PYTHONPATH PYTHONSTARTUP PYTHONUSERBASE VIRTUAL_ENV CONDA_PREFIX
      CONDA_DEFAULT_ENV CI GITHUB_ACTIONS GITHUB_RUN_ID GITHUB_RUN_ATTEMPT GITHUB_JOB GITHUB_EVENT_NAME GITHUB_SHA GITHUB_REF
      GITHUB_HEAD_REF RUNNER_ENVIRONMENT GITLAB_CI CI_PIPELINE_ID JENKINS_URL BUILD_TAG TF_BUILD TEAMCITY_VERSION CIRCLECI
      PIP_INDEX_URL UV_INDEX_URL HTTP_PROXY HTTPS_PROXY API_TOKEN AWS_SECRET_ACCESS_KEY CLAIMED COMPARED XDG_CONFIG_HOME
      PIP_CONFIG_FILE SUDO_USER SSH_AUTH_SOCK XDG_SESSION_ID`.split(/\s+/)
    const home = path.join(createFolder(), `${marker}-home`)
    fs.mkdirSync(home)
    const env = Object.fromEntries(names.map((name) => [name, `${marker}-${name}`]))
    const { facts, stdout } = await look(repo.dir, {
      claims: { env: ['CLAIMED', { name: 'COMPARED', compare: true }, 'API_TOKEN'] },
      env: {
        ...env,
        HOME: home,
        PATH: `/opt/${marker}:${process.env.PATH}`,
        PYTHONPATH: `/opt/secret-${marker}/${marker}-PYTHONPATH`,
        VIRTUAL_ENV: `/opt/${marker}-VIRTUAL_ENV`,
        SHELL: `/opt/${marker}-SHELL`,
      },
    })
    expect(errorsOf(facts)).toEqual({})
    const found = stdout.split('\n').filter((line) => line.includes(marker))
    const masked =
      /^(?:\s*\{ path = |\s*|virtual_env = |conda_prefix = |shell = )"(?:<other>\/|)xyzzy42-(?:PYTHONPATH|VIRTUAL_ENV|CONDA_PREFIX|SHELL)"/
    expect(found.filter((line) => !masked.test(line))).toEqual([])
    expect(facts.env?.claimed?.COMPARED?.hash).toMatch(/^[0-9a-f]{12}$/)
    expect(facts.env?.claimed?.API_TOKEN).toMatchObject({ set: true })
    expect(facts.probe?.ci).toBeUndefined()
  })
})

describe('planted credentials', () => {
  const SECRETS = {
    remote: 'ghp_plantedRemoteToken000000000000000000',
    password: 'hunter2-planted',
    header: 'cGxhbnRlZC1oZWFkZXI=',
    index: 'planted-index-password',
    direct: 'planted-direct-token',
    env: 'planted-environment-value',
    file: 'planted-file-content',
  }
  it('are told by yes, and never by value, hash or encoding', async () => {
    const repo = createRepo({
      'demo.py': '',
      '.gitignore': '.env\n',
      'requirements.txt': `--index-url https://ada:${SECRETS.index}@example.invalid/simple\n`,
      'probes/claims.json': JSON.stringify({
        salt: 'x',
        env: [
          { name: 'DB_PASSWORD', compare: true },
          { name: 'DATABASE_URL', compare: true },
        ],
        files: ['.env', 'id_rsa', 'server.pem'],
        secrets: ['.env'],
        packages: ['made_up'],
      }),
    })
    repo.git('remote', 'add', 'origin', `https://${SECRETS.remote}@example.invalid/r.git`)
    repo.git(
      'config',
      'url.https://ada:hunter2-planted@example.invalid/.insteadOf',
      'https://example.invalid/',
    )
    repo.git('config', 'http.https://example.invalid/.extraheader', `AUTHORIZATION: basic ${SECRETS.header}`)
    writeFiles(repo.dir, {
      '.env': `TOKEN=${SECRETS.file}\n`,
      id_rsa: SECRETS.file,
      'server.pem': SECRETS.file,
      'lib/made_up/__init__.py': '',
      'lib/made_up-1.0.dist-info/METADATA': 'Name: made-up\nVersion: 1.0\n',
      'lib/made_up-1.0.dist-info/direct_url.json': JSON.stringify({
        url: `https://example.invalid/x.whl?token=${SECRETS.direct}`,
        archive_info: {},
      }),
    })
    const { facts, stdout, stderr } = await look(repo.dir, {
      env: {
        PYTHONPATH: path.join(repo.dir, 'lib'),
        DB_PASSWORD: SECRETS.env,
        DATABASE_URL: `postgres://ada:${SECRETS.env}@db/x`,
        SOME_TOKEN: SECRETS.env,
      },
    })
    expect(errorsOf(facts)).toEqual({})
    expect(facts.secrets?.configuration).toEqual({
      remotes: true,
      instead_of: true,
      headers: true,
      index_urls: true,
      direct_urls: true,
    })
    expect(facts.packages?.claimed?.made_up?.direct_url).toBe('archive')
    expect(facts.secrets?.env_names).toBeGreaterThanOrEqual(2)
    const contents = [`TOKEN=${SECRETS.file}\n`, SECRETS.file, SECRETS.env]
    const hashes = contents.flatMap((text) =>
      ['sha256', 'sha1', 'md5'].map((kind) => createHash(kind).update(text).digest('hex').slice(0, 12)),
    )
    const encoded = Object.values(SECRETS).flatMap((text) => [
      text,
      Buffer.from(text).toString('base64').slice(0, 20),
    ])
    for (const text of [...encoded, ...hashes]) {
      expect(stdout).not.toContain(text)
      expect(stderr).not.toContain(text)
    }
  })
})

describe('who and where', () => {
  it('home, user and the way to the repository are not in the file', async () => {
    const home = path.join(createFolder(), 'ada-lovelace')
    const dir = path.join(home, 'employer-inc/repo')
    fs.mkdirSync(dir, { recursive: true })
    execFileSync('git', ['init', '--quiet', '--template='], { cwd: dir })
    execFileSync(python.path, ['-m', 'venv', '--without-pip', path.join(home, 'envs/work')])
    writeFiles(dir, { 'demo.py': '' })
    const env = {
      HOME: home,
      USER: 'ada-lovelace',
      LOGNAME: 'ada-lovelace',
      PYTHONPATH: `${home}/lib:/home/ada-lovelace`,
    }
    for (const place of ['local', 'box', 'ci']) {
      const { stdout } = await look(dir, {
        python: path.join(home, 'envs/work/bin/python'),
        env,
        place,
        claims: { files: ['~/x'], packages: ['demo'] },
      })
      expect(stdout).not.toMatch(/ada-lovelace|employer-inc/)
      expect(stdout).toContain('"~/lib"')
    }
  })

  it('local hashes its host name and lists claimed packages only; box and ci show both; options say otherwise', async () => {
    const name = execFileSync('uname', ['-n'], { encoding: 'utf8' }).trim()
    const dir = createFolder()
    const facts = async (place: string, ...more: string[]) =>
      (
        await look(dir, {
          place,
          only: 'host,packages',
          args: ['--stdout', ...more],
          claims: { packages: ['pip'] },
        })
      ).facts
    const local = await facts('local')
    expect(local.host?.hostname).toBeUndefined()
    expect(local.host?.hostname_hash).toMatch(/^[0-9a-f]{12}$/)
    expect(local.packages?.scope).toBe('claimed')
    expect(local.packages?.distributions?.every((line) => line.startsWith('pip=='))).toBe(true)
    for (const place of ['box', 'ci']) {
      const shown = await facts(place)
      expect(shown.host).toMatchObject({ hostname: name, hostname_hash: local.host?.hostname_hash })
      expect(shown.packages?.scope).toBe('all')
      expect(shown.packages?.distributions).toHaveLength(shown.packages?.count ?? -1)
      expect(shown.packages?.digest).toBe(local.packages?.digest)
    }
    expect((await facts('local', '--host', 'show')).host?.hostname).toBe(name)
    expect((await facts('box', '--host', 'hash')).host?.hostname).toBeUndefined()
    expect((await facts('local', '--packages', 'all')).packages?.scope).toBe('all')
    expect((await facts('ci', '--packages', 'claimed')).packages?.scope).toBe('claimed')
  })
})
