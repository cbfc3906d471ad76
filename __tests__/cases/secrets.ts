/** A secret's file and what surrounds it; credentials where nobody looks for them. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { writeFiles } from '../support/repo.ts'
import { onlyFacts } from './support/facts-of.ts'
import { python } from './support/python.ts'
import { createScene, handOver, type Scene, SECRET } from './support/scene.ts'
import type { Row } from './support/table.ts'

const IGNORE = { '.gitignore': '.env\n.venv/\nprobes/*.log\n' }
const file = { secrets: ['.env'] }

function store(scene: Scene, mode: number, name = '.env') {
  writeFiles(scene.repo.dir, { [name]: `DEMO_TOKEN=${SECRET}\n` })
  fs.chmodSync(path.join(scene.repo.dir, name), mode)
}

const everywhere = { secrets: [{ name: 'configuration', in: ['local', 'box', 'ci'] }] }

const CREDENTIAL = 'fails CREDENTIAL_IN_CONFIG'
const URL = `https://alice:${SECRET}@example.invalid/r.git`

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
    title: 'in a folder that this user may not search',
    needs: ['another user', 'a system python'],
    async play() {
      const scene = createScene({ secrets: ['../closed/.env'] }, IGNORE)
      writeFiles(scene.dir, { 'closed/.env': 'x' })
      fs.chmodSync(path.join(scene.dir, 'closed'), 0o700)
      handOver(scene)
      await scene.look('box', { python: '/usr/bin/python3', under: { uid: 65534 } })
      const [found] = Object.values(onlyFacts(scene, 'box').secrets?.files ?? {})
      expect([found?.parent_readable, found?.exists]).toEqual([false, undefined])
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
    cells: { 'configuration@local': CREDENTIAL, 'configuration@box': CREDENTIAL, 'configuration@ci': CREDENTIAL },
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
    title: 'a home that is kept in git, with a file that is in it and one that is not',
    async play() {
      const scene = createScene({ secrets: ['~/[a]*.env', '~/[b]*.env'] })
      const git = (...words: string[]) => execFileSync('git', words, { cwd: scene.home })
      git('init', '--quiet')
      writeFiles(scene.home, { 'a.env': 'A=1\n', 'b.env': 'B=1\n' })
      git('add', 'a.env', 'b.env')
      for (const name of ['[a]*.env', '[b]*.env']) {
        writeFiles(scene.home, { [name]: `DEMO_TOKEN=${SECRET}\n` })
        fs.chmodSync(path.join(scene.home, name), 0o600)
      }
      git('--literal-pathspecs', 'add', '[a]*.env')
      // Named as a hook of git has them: they say nothing of the other repository.
      const env = { GIT_DIR: path.join(scene.repo.dir, '.git'), GIT_WORK_TREE: scene.repo.dir }
      await scene.look('box', { python: await python(), args: ['--only', 'host,git,secrets'], env })
      return scene.judge()
    },
    cells: { '~/[a]*.env@box': 'fails TRACKED', '~/[b]*.env@box': 'holds PRIVATE' },
  },
]
