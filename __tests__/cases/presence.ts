/** What is there and holds nothing, and what only the tests put there. */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { Case } from '../../src/core/case.ts'
import type { Files } from '../support/repo.ts'
import { createProject, FLAT, pytestVenv, suiteClaims } from './support/project.ts'
import { python } from './support/python.ts'
import { createScene, type Name } from './support/scene.ts'
import type { Row } from './support/table.ts'

const KEY = 'STRIPE_API_KEY'

/** A place with these variables each, in which no test ran. */
const variables =
  (claim: object, env: { readonly [name in Name]?: string }, judged: Partial<Case> = {}) =>
  async () => {
    const scene = createScene({ env: [{ name: KEY, ...claim }] })
    for (const [name, value] of Object.entries(env)) {
      const under = name === 'local' ? {} : { under: { machine: name } }
      await scene.look(name as Name, { python: await python(), env: { [KEY]: value }, ...under })
    }
    return scene.judge(judged)
  }

/** Tests of a box whose own variables are `env`, and whose files lie beside what is tracked. */
const inTests =
  (claim: object, tracked: Files, untracked: Files = {}, env: NodeJS.ProcessEnv = {}) =>
  async () => {
    const ignore = { '.gitignore': `${FLAT['.gitignore']}.env\n` }
    const scene = createProject({ ...FLAT, ...ignore, ...tracked }, suiteClaims({ env: [{ name: 'MODE', ...claim }] }))
    for (const [name, body] of Object.entries(untracked)) fs.writeFileSync(path.join(scene.repo.dir, name), body ?? '')
    await scene.look('box', { python: (await pytestVenv()).python, tests: 'auto', env })
    return scene.judge()
  }

/** What python-dotenv does: what is set already stays. */
const load = (file: string): Files => ({
  'conftest.py': `import os

for line in open(os.path.join(os.path.dirname(__file__), "${file}")):
    name, _, value = line.strip().partition("=")
    os.environ.setdefault(name, value)
`,
})

/** The same home in local and box, which are machines of their own. */
const files = (bodies: Files, claimed: readonly string[]) => async () => {
  const scene = createScene({ files: claimed })
  for (const [name, body] of Object.entries(bodies)) {
    const file = path.join(scene.home, name.slice('~/'.length))
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, body ?? '')
  }
  await scene.look('local', { python: await python() })
  await scene.look('box', { python: await python(), under: { machine: 'box' } })
  return scene.judge()
}

export const presenceRows: readonly Row[] = [
  {
    title: 'a secret that the repository lacks leaves an empty variable',
    needs: ['namespaces'],
    play: variables({}, { local: 'sk', ci: '' }),
    cells: { [`${KEY}@local`]: 'holds SET', [`${KEY}@ci`]: 'fails EMPTY' },
  },
  {
    title: 'two places with an empty variable do not agree',
    needs: ['namespaces'],
    play: variables({ compare: true }, { local: '', ci: '' }),
    cells: { [`${KEY}@local`]: 'fails EMPTY', [`${KEY}@ci`]: 'fails EMPTY' },
  },
  {
    title: 'an empty value that is meant',
    needs: ['namespaces'],
    play: variables({ empty: true }, { local: '', ci: '' }),
    cells: { [`${KEY}@local`]: 'holds SET', [`${KEY}@ci`]: 'holds SET' },
  },
  {
    title: 'a fork to which GitHub hands no secrets is not asked for one',
    needs: ['namespaces'],
    play: variables({}, { local: 'sk', ci: '' }, { withoutSecrets: true }),
    cells: { [`${KEY}@local`]: 'holds SET', [`${KEY}@ci`]: 'not asked' },
  },
  {
    title: 'a fork is asked for what is not set at all, and in other places than ci',
    needs: ['namespaces'],
    play: variables({}, { local: '' }, { withoutSecrets: true }),
    cells: { [`${KEY}@local`]: 'fails EMPTY', [`${KEY}@ci`]: 'unknown NO_PROBE' },
  },
  {
    title: 'a loop in conftest.py over a dictionary',
    needs: ['pytest'],
    play: inTests(
      {},
      { 'conftest.py': 'import os\n\nfor name, value in {"MODE": "x"}.items():\n    os.environ[name] = value\n' },
    ),
    cells: { 'MODE@box': 'fails UNSET', 'suite@box': 'holds GREEN' },
  },
  {
    title: 'a tracked file of variables that conftest.py loads',
    needs: ['pytest'],
    play: inTests({}, { ...load('test.env'), 'test.env': 'MODE=x\n' }),
    cells: { 'MODE@box': 'fails UNSET', 'suite@box': 'holds GREEN' },
  },
  {
    title: 'the same where the place has the variable too',
    needs: ['pytest'],
    play: inTests({}, { ...load('test.env'), 'test.env': 'MODE=x\n' }, {}, { MODE: 'live' }),
    cells: { 'MODE@box': 'holds IN_TEST_PROCESS' },
  },
  {
    title: 'an untracked .env of the place that conftest.py loads',
    needs: ['pytest'],
    play: inTests({ from: '.env' }, load('.env'), { '.env': 'MODE=live\n' }),
    cells: { 'MODE@box': 'holds SET', 'suite@box': 'holds GREEN' },
  },
  {
    title: 'a .env that is still the copy of the example, with values',
    needs: ['pytest'],
    play: inTests({ from: '.env' }, { ...load('.env'), '.env.example': 'MODE=strict\n' }, { '.env': 'MODE=strict\n' }),
    cells: { 'MODE@box': 'holds SET' },
  },
  {
    title: 'a .env that names the variable and gives it nothing',
    needs: ['pytest'],
    play: inTests({ from: '.env' }, load('.env'), { '.env': 'MODE=\n' }),
    cells: { 'MODE@box': 'fails EMPTY' },
  },
  {
    title: 'the claimed .env is not there',
    needs: ['pytest'],
    play: inTests({ from: '.env' }, {}),
    cells: { 'MODE@box': 'fails UNSET' },
  },
  {
    title: 'files without a byte, folders without a file in them',
    needs: ['namespaces'],
    play: files({ '~/model.bin': '', '~/cache/.gitkeep': '', '~/full/a/model.bin': 'x' }, [
      '~/model.bin',
      '~/cache',
      '~/full',
    ]),
    cells: {
      '~/model.bin@local': 'fails EMPTY',
      '~/cache@local': 'fails EMPTY',
      '~/full@local': 'holds EXISTS',
      '~/model.bin@box': 'fails EMPTY',
      '~/cache@box': 'fails EMPTY',
      '~/full@box': 'unknown SAME_SESSION',
    },
  },
  {
    title: 'a file in memory',
    needs: ['namespaces'],
    async play() {
      const scene = createScene({ files: ['~/model.bin'] })
      const under = { tmpfs: [scene.home], first: `echo x > ${scene.home}/model.bin` }
      await scene.look('local', { python: await python(), under })
      return scene.judge()
    },
    cells: { '~/model.bin@local': 'unknown SAME_SESSION' },
  },
  {
    title: 'a box that really started anew since the file was made',
    needs: ['time namespaces'],
    async play() {
      const scene = createScene({ files: ['~/model.bin', 'data'], canary: ['home'] }, { 'data/tracked.txt': 'x' })
      fs.writeFileSync(path.join(scene.home, 'model.bin'), 'x')
      const program = await python()
      await scene.look('box', { python: program })
      // Seconds pass, and the next boot is a second old.
      await new Promise((resolve) => setTimeout(resolve, 3000))
      const boot = path.join(scene.dir, 'boot')
      fs.writeFileSync(boot, '11111111-2222-3333-4444-555555555555\n')
      const launch = (script: readonly string[]) =>
        ['unshare', '--time', '--boottime', String(1 - Math.floor(os.uptime())), '--fork', program, ...script] as const
      const first = `mount --bind ${boot} /proc/sys/kernel/random/boot_id`
      await scene.look('box', { python: program, launch, under: { mounts: true, first } })
      return scene.judge({ candidates: scene.candidates.slice(-1) })
    },
    cells: { '~/model.bin@box': 'holds EXISTS', 'data@box': 'holds EXISTS', 'canary:home@box': 'holds SURVIVED' },
  },
]
