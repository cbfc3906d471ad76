/** How the recorded files are made: two looks from each place at a project in which everything holds. */
import fs from 'node:fs'
import path from 'node:path'
import type { Place } from '../../../src/core/model.ts'
import { createRepo, type Repo, writeFiles } from '../../support/repo.ts'
import { checkOut, look, onMachine, settled } from './desk.ts'
import { CLAIMS } from './recorded-files.ts'
import { edited, factsIn } from './text.ts'

const FILES = {
  '.gitignore': '.venv\n__pycache__/\n.pytest_cache/\n.host_fingerprint.json\nprobes/*.log\n.env\njunit.xml\n',
  // Puts the top of the tree on the path of the tests, under -I as well.
  'conftest.py': '',
  'demo/__init__.py': 'ANSWER = 42\n',
  'tests/test_demo.py': 'import demo\n\n\ndef test_demo():\n    assert demo.ANSWER\n',
  'probes/claims.json': `${JSON.stringify(CLAIMS)}\n`,
}

const MACHINE: { readonly [P in Place]: string } = { local: 'laptop', box: 'agents-box', ci: 'runner' }

export interface World {
  readonly repo: Repo
  readonly base: string
  readonly head: string
  readonly merge: string
}

export function createWorld(): World {
  const repo = createRepo(FILES)
  const base = repo.sha()
  repo.branch('topic')
  const head = repo.commit('Answer', { 'demo/__init__.py': 'ANSWER = 43\n' })
  repo.checkout(base)
  const merge = repo.merge('topic')
  repo.git('tag', 'merged')
  return { repo, base, head, merge }
}

/** Two looks, so that there is an earlier file and an earlier canary: the second one is kept. */
export async function record(place: Place, world: World): Promise<string> {
  const repo = await checkOut(world.repo, place === 'ci' ? world.merge : world.head)
  writeFiles(repo.dir, { '.env': 'TOKEN=dummy\n', 'home/model.bin': 'weights' })
  fs.chmodSync(path.join(repo.dir, '.env'), 0o600)
  fs.appendFileSync(path.join(repo.dir, '.git/info/exclude'), 'home/\n')
  const home = path.join(repo.dir, 'home')
  const options = { home, env: { MODE: 'strict', SHARED: 'both' } }
  const first = await look(place, repo, { ...options, tests: 'never' })
  writeFiles(repo.dir, { [`probes/${place}.txt`]: first })
  return steady(settled(onMachine(await look(place, repo, { ...options, args: ['--isolated'] }), MACHINE[place])))
}

/** What is another one in every run is made one that stays, in every place where it is said. */
function steady(text: string): string {
  const { probe, persist, previous, host } = factsIn(text)
  const random = [probe?.run_id, previous?.run_id, ...Object.values(persist?.canary ?? {}).map(({ nonce }) => nonce)]
  const told = random.reduce<string>(
    (all, id, index) => (id ? all.replaceAll(id, `${probe?.place?.length ?? 0}${index}`.repeat(16)) : all),
    text,
  )
  return edited(told.replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ/g, '2026-01-02T03:04:05Z'), {
    probe: { digest: '66'.repeat(32), durations: undefined },
    ...(host?.hostname_hash === undefined ? {} : { host: { hostname_hash: '0123456789ab' } }),
    persist: { canary: { home: { age_s: 90_000 } } },
    tests: { reports: { 'junit.xml': { recorded: '99'.repeat(32), now: '99'.repeat(32) } } },
  })
}
