/** Secrets that git has, or had: added and taken out again, copied from a tracked file, still empty. */
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Place } from '../../src/core/model.ts'
import type { Verdict } from '../../src/core/verdict-model.ts'
import { referTo } from './support/case.ts'
import { python } from './support/python.ts'
import { createScene, SECRET } from './support/scene.ts'

const ONLY = ['--only', 'host,git,secrets,tests']
const EXAMPLE = 'DEMO_TOKEN=\nMODE=test\n'
const REAL = `DEMO_TOKEN=${SECRET}\nMODE=prod\n`

const TOKEN = 'sk1a2b3c4d5e6f7g8h9i0jklmn'
const KEY = `-----BEGIN PRIVATE KEY-----\n${SECRET}\n-----END PRIVATE KEY-----\n`
const GIT_CRYPT = '\0GITCRYPT\0\u0001\u0002'
const DOTENVX = `DOTENV_PUBLIC_KEY="${'02'.repeat(33)}"\nAPI_KEY="encrypted:BG${'a1B2'.repeat(20)}"\n`
const SOPS = `API_KEY=ENC[AES256_GCM,data:a1b2,iv:c3d4,tag:e5f6,type:str]\nsops_mac=ENC[AES256_GCM,data:a1b2,type:str]\n`

/** Files that git tracks encrypted, and what lies in the working tree. */
const ENCRYPTED: readonly (readonly [name: string, tracked: string, here: string, mode: number])[] = [
  ['crypt.env', GIT_CRYPT, REAL, 0o600],
  ['crypt-open.env', GIT_CRYPT, REAL, 0o644],
  ['sops.env', SOPS, SOPS, 0o644],
  ['dotenvx.env', DOTENVX, DOTENVX, 0o644],
  ['vault.yml', '$ANSIBLE_VAULT;1.1;AES256\n6162\n', '$ANSIBLE_VAULT;1.1;AES256\n6162\n', 0o644],
  ['half.env', `${SOPS}DEPLOY_TOKEN=${TOKEN}\n`, REAL, 0o600],
]

/** Tracked files that nobody claimed, and whether this pull request gets a row for them. */
const TRACKED: readonly (readonly [name: string, text: string, row: boolean])[] = [
  ['tests/server.key', KEY, true],
  ['.env.production', `export API_KEY="${TOKEN}"\n`, true],
  ['conf/.envrc', 'export DATABASE_URL=postgres://app:pw12@db.example.invalid/app\n', true],
  ['gcp/service-account.json', JSON.stringify({ type: 'service_account', private_key: KEY }), true],
  // Honest ones.
  [
    '.env.test',
    'DB_PASSWORD=postgres\nDATABASE_URL=postgres://u:p@db:5432/test\nSECRET_KEY=changeme-changeme-changeme\n',
    false,
  ],
  ['.env.ci', SOPS, false],
  ['.env.staging', DOTENVX, false],
  ['.env.local.example', `API_KEY=${TOKEN}\n`, false],
  ['tests/server.pem', '-----BEGIN CERTIFICATE-----\n', false],
  ['locked.key', GIT_CRYPT, false],
]

/** Claimed name, its story, and the cell. */
const STORIES: readonly (readonly [name: string, title: string, cell: string])[] = [
  ['added.env', 'added in one commit of this pull request, taken out in the next', 'fails IN_HISTORY: … holds it'],
  ['evil.env', 'added by a merge commit of this pull request alone', 'fails IN_HISTORY: … holds it'],
  ['side.env', 'added and taken out on a branch that was merged', 'fails IN_HISTORY: … holds it'],
  ['gone.env', 'added, taken out, and deleted', 'fails IN_HISTORY: … holds it'],
  ['open.env', 'in an older commit, and open to all', 'fails READABLE_BY_OTHERS: others can read it, mode 0644'],
  ['empty.env', 'made with touch', 'fails ABSENT: empty'],
  ['empty', 'a folder that only git keeps', 'fails ABSENT: empty'],
  ['copied.env', 'cp .env.example', 'fails ABSENT: still the copy of <repo>/.env.example'],
  ['twin.env', 'a copy of a tracked file', 'fails TRACKED: git tracks the same bytes as <repo>/deploy/prod.cfg'],
  ['hard.env', 'another name of a tracked file', 'fails TRACKED: git tracks the same bytes as <repo>/deploy/prod.cfg'],
  ['crlf.env', 'a copy with other line ends', 'fails TRACKED: git tracks the same bytes as <repo>/deploy/prod.cfg'],
  ['late.env', 'encrypted in a later commit of this pull request', 'fails IN_HISTORY: … holds it'],
  ['half.env', 'encrypted, and a token beside it in plain', 'fails TRACKED: git tracks it'],
  [
    'crypt-open.env',
    'encrypted in git, in plain for all here',
    'fails READABLE_BY_OTHERS: others can read it, mode 0644',
  ],
  // Honest ones.
  ['crypt.env', 'encrypted by git-crypt, unlocked here', 'holds PRIVATE: mode 0600, tracked, encrypted'],
  ['sops.env', 'encrypted by SOPS', 'holds PRIVATE: mode 0644, tracked, encrypted'],
  ['dotenvx.env', 'encrypted by dotenvx', 'holds PRIVATE: mode 0644, tracked, encrypted'],
  ['vault.yml', 'encrypted by ansible-vault', 'holds PRIVATE: mode 0644, tracked, encrypted'],
  ['filled.env', 'cp .env.example, then filled in', 'holds PRIVATE: mode 0600, untracked'],
  ['other.env', 'a branch that is not this one holds it', 'holds PRIVATE: mode 0600, untracked'],
  ['keys', 'a folder of which git tracks the keeper', 'holds PRIVATE: mode 0700, untracked'],
]
const ROTATED = 'rotated.env'
const because = 'rotated years ago'
const explain = {
  'secret stored/tests/server.key@local': { reason: 'LOOKS_SECRET', because },
  'secret stored/old/ca.key@local': { reason: 'LOOKS_SECRET', because },
  [`secret stored/${ROTATED}@local`]: { reason: 'IN_OLD_HISTORY', because },
}

describe('secrets that git has, or had', () => {
  const names = [...STORIES.map(([name]) => name), ROTATED]
  const ci = ['other.env', 'added.env'].map((name) => ({ name, in: ['local', 'ci'] }))
  const mine = names.filter((name) => !ci.some((one) => one.name === name))
  const claims = { secrets: [...mine, ...ci], places: ['local', 'ci'] }
  const scene = createScene({ ...claims, explain }, { '.gitignore': '*.env\nempty/*\nkeys/*\n!.gitkeep\n' })
  const { repo } = scene
  const at = (name: string) => path.join(repo.dir, name)
  let verdict: Verdict
  let shallow: Verdict

  const put = (name: string, text = `${name}: ${REAL}`, mode = 0o600) => {
    repo.write({ [name]: text })
    fs.chmodSync(at(name), mode)
  }
  function bring(...files: string[]) {
    for (const name of files) put(name)
    repo.git('add', '--force', ...files)
    repo.git('commit', '--quiet', '--message', `Bring ${files}`)
  }
  function takeOut(...files: string[]) {
    repo.git('rm', '--quiet', '--cached', ...files)
    repo.git('commit', '--quiet', '--message', `Take ${files} out`)
  }

  /** A pull request on top of an older history; its commits. */
  function arrange(): string[] {
    bring('rotated.env', 'open.env')
    takeOut('rotated.env', 'open.env')
    repo.commit('Project', {
      '.env.example': EXAMPLE,
      'deploy/prod.cfg': REAL,
      'keys/.gitkeep': '',
      'empty/.gitkeep': '',
    })
    repo.branch('elsewhere')
    bring('other.env')
    repo.checkout('main')
    for (const [name, tracked] of ENCRYPTED) put(name, tracked)
    put('old/ca.key', KEY)
    repo.git('add', '--force', 'old', ...ENCRYPTED.map(([name]) => name))
    repo.commit('Encrypt')
    const base = repo.sha()
    repo.branch('side')
    bring('side.env')
    takeOut('side.env')
    repo.checkout('main')
    repo.branch('topic')
    bring('added.env', 'gone.env')
    takeOut('added.env', 'gone.env')
    fs.rmSync(at('gone.env'))
    repo.git('merge', '--quiet', '--no-ff', '--no-commit', 'side')
    put('evil.env')
    repo.git('add', '--force', 'evil.env')
    repo.git('commit', '--quiet', '--message', 'Merge side')
    takeOut('evil.env')
    bring('late.env')
    put('late.env', SOPS)
    for (const [name, text] of TRACKED) put(name, text)
    repo.git('add', '--force', 'late.env', ...TRACKED.map(([name]) => name))
    repo.git('commit', '--quiet', '--message', 'Bring what looks secret')
    return repo.git('rev-list', '--reverse', `${base}..HEAD`).split('\n')
  }

  beforeAll(async () => {
    const commits = arrange()
    for (const name of ['side.env', 'other.env', 'filled.env', 'keys/prod']) put(name)
    for (const [name, , here, mode] of ENCRYPTED) put(name, here, mode)
    put('empty.env', '')
    put('copied.env', EXAMPLE)
    put('twin.env', REAL)
    put('crlf.env', REAL.replaceAll('\n', '\r\n'))
    fs.chmodSync(at('deploy/prod.cfg'), 0o600)
    fs.linkSync(at('deploy/prod.cfg'), at('hard.env'))
    fs.chmodSync(at('open.env'), 0o644)
    for (const name of ['keys', 'empty']) fs.chmodSync(at(name), 0o700)
    const reference = await referTo(repo, repo, commits)
    await scene.look('local', { python: await python(), args: ONLY })
    const clone = repo.clone({ depth: 1, branch: 'topic' })
    clone.write({ 'other.env': `other.env: ${REAL}`, 'added.env': `added.env: ${REAL}` })
    for (const name of ['other.env', 'added.env']) fs.chmodSync(path.join(clone.dir, name), 0o600)
    await scene.look('ci', { python: await python(), cwd: clone.dir, args: ONLY })
    // The two stand for two machines.
    const judge = (of: number) => scene.judge({ reference, candidates: scene.candidates.slice(of, of + 1) })
    verdict = await judge(0)
    shallow = await judge(1)
  }, 60_000)

  const cellOf = ({ rows }: Verdict, name: string, place: Place) => {
    const cell = rows.find(({ subject }) => subject === name)?.cells[place]
    return `${cell?.state} ${cell?.reason}: ${cell?.fact.replace(/^[0-9a-f]{7}\b/, '…')}`
  }

  test.each(STORIES)('%s, %s', (name, _, cell) => {
    expect(cellOf(verdict, name, 'local')).toBe(cell)
  })

  test('what was rotated years ago is excused by a sentence', () => {
    const cell = verdict.rows.find(({ subject }) => subject === ROTATED)?.cells.local
    expect([cell?.reason, cell?.explained]).toEqual(['IN_OLD_HISTORY', because])
    expect(verdict.staleExplanations).toEqual([])
  })

  test.each(TRACKED)('%s, brought by this pull request, claimed by nobody', (name, _, isRow) => {
    const found = cellOf(verdict, name, 'local')
    expect(found).toBe(isRow ? 'fails LOOKS_SECRET: … brings it' : 'undefined undefined: undefined')
  })

  test('a test key is excused by a sentence, which outlives its pull request', () => {
    const explained = ['tests/server.key', '.env.production'].map(
      (name) => verdict.rows.find(({ subject }) => subject === name)?.cells.local?.explained,
    )
    expect(explained).toEqual([because, null])
    expect(cellOf(verdict, 'old/ca.key', 'local')).toBe('undefined undefined: undefined')
    expect(verdict.staleExplanations).toEqual([])
  })

  test.each(['other.env', 'added.env'])('%s in a clone of depth 1: nobody looked', (name) => {
    expect(cellOf(shallow, name, 'ci')).toMatch(/^unknown SHALLOW: /)
  })
})

test('where no secret is claimed, a tracked key is nobody’s question', async () => {
  const scene = createScene({ files: ['README.md'], places: ['local'] })
  scene.repo.commit('Bring a key', { 'tests/server.key': KEY })
  await scene.look('local', { python: await python(), args: ['--only', 'host,git,secrets,persist'] })
  const { rows, gate } = await scene.judge()
  expect(rows.map(({ subject }) => subject)).toEqual(['README.md'])
  expect(gate.verdict).toBe('pass')
})
