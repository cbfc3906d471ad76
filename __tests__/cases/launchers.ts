/** Started by something else than the prompt: a moved venv, cron, a service, a script of another life. */
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { inVenv, type World } from './support/in-venv.ts'
import { SYSTEM_PYTHON } from './support/needs.ts'
import {
  createPrivatePython,
  createVenv,
  demoWheel,
  install,
  installScript,
  packWheel,
  python,
} from './support/python.ts'
import { createScene, handOver } from './support/scene.ts'
import type { Row } from './support/table.ts'
import { NOBODY } from './support/under.ts'

const USUAL = await python().catch(() => 'python3')
const demo = { packages: ['demo'] }
const CRON = { PATH: '/usr/bin:/bin', LANG: undefined }
const IN_PREFIX = 'holds IN_PREFIX'
const MISSING = 'fails MISSING'
const firstOnPath = ({ env }: World) => ({ PATH: `${env.dir}/bin:/usr/bin:/bin` })
/** Started by that name, in place of the environment's own python. */
const by = (program: string, env: NodeJS.ProcessEnv = {}) => ({
  env,
  launch: (script: readonly string[]) => [program, ...script],
})
/** argv[0] names another program than the one that runs. */
const lie = (name: string, program: string) => ({
  launch: (script: readonly string[]) => ['/bin/bash', '-c', 'exec -a "$0" "$@"', name, program, ...script],
})
const copyOf = ({ env }: World) => path.join(path.dirname(env.dir), 'e2')

/** Copied as a whole, with a script that names the original. */
const copied = (title: string, scripts: object, gone: boolean) =>
  inVenv(title, IN_PREFIX, {
    ...(gone ? { id: 'C11' } : {}),
    async arrange(world) {
      const { scene, env } = world
      installScript(env, 'tool', 'import demo')
      await scene.run(['cp', '-a', env.dir, copyOf(world)])
      if (!gone) return
      fs.renameSync(env.dir, path.join(scene.dir, 'gone'))
      await expect(scene.run([`${copyOf(world)}/bin/tool`])).rejects.toThrow(/ENOENT|required file/)
    },
    look: (world) => by(`${copyOf(world)}/bin/python`),
    facts: { interpreter: { in_venv: true, scripts: 1, ...scripts } },
    also: ({ path: { entries = [] } = {} }) => expect(entries.at(-1)?.label).toBe('venv'),
    signals: ['broken-launcher'],
  })

/** No probe can run there, and the reason names what was tried. */
const inVain = (title: string, program: string, env: NodeJS.ProcessEnv, id?: string): Row => ({
  ...(id ? { id } : {}),
  title,
  async play() {
    const scene = createScene(demo)
    const unprobed = await scene.lookInVain('local', program || (await python()), { env })
    expect(unprobed.reason).toBe('NO_INTERPRETER')
    expect(unprobed.fact).toContain(program)
    return scene.judge()
  },
  cells: { 'demo@local': 'unknown NO_INTERPRETER' },
})

export const launcherRows: readonly Row[] = [
  copied('a copied venv whose original is gone: scripts name a python that is not there', { scripts_broken: 1 }, true),
  copied(
    'a copied venv whose original is still there: scripts start the original',
    { scripts_other: 1, scripts_broken: 0 },
    false,
  ),
  inVenv('a healthy venv with a healthy script: no alarm', IN_PREFIX, {
    arrange({ env }) {
      for (const name of ['tool', 'pip', 'pip3']) installScript(env, name, 'import demo')
    },
    look: (world) => by('python', { ...firstOnPath(world), VIRTUAL_ENV: world.env.dir }),
    facts: { interpreter: { scripts: 3, scripts_other: 0, scripts_broken: 0 } },
    noSignals: ['broken-launcher'],
  }),
  {
    id: 'C31',
    title: 'cron picks the system python, the prompt does not',
    needs: ['a system python'],
    async play() {
      const scene = createScene(demo)
      const venv = await createVenv(path.join(scene.dir, 've'))
      install(venv.site, demoWheel())
      const env = { PATH: `${venv.dir}/bin:/usr/bin:/bin`, VIRTUAL_ENV: venv.dir }
      await scene.look('local-shell', { python: 'python3', env })
      await scene.look('local-cron', { python: 'python3', env: CRON })
      const verdict = await scene.judge()
      expect(verdict.rows[0]?.cells.local?.legs.map(({ leg }) => leg)).toEqual(['cron'])
      return verdict
    },
    cells: { 'demo@local': 'fails MISSING' },
  },
  inVain('the interpreter that the script names is not on cron’s PATH', 'python3.99', CRON, 'C32'),
  inVenv('world-readable, in the prefix of another distribution', MISSING, {
    id: 'C33',
    needs: ['a system python'],
    own: true,
    arrange: ({ scene, env }) => scene.run([env.python, '-c', 'import demo']),
    look: () => by(SYSTEM_PYTHON, CRON),
  }),
  {
    id: 'C36',
    title: 'a service of another user, after an install for one user',
    needs: ['a system python', 'another user'],
    async play() {
      const scene = createScene(demo)
      const wheel = await packWheel(scene.dir, demoWheel())
      const flags = ['--quiet', '--user', '--no-index', '--no-deps', '--break-system-packages']
      await scene.run([SYSTEM_PYTHON, '-m', 'pip', 'install', ...flags, wheel])
      await scene.run([SYSTEM_PYTHON, '-c', 'import demo'])
      handOver(scene)
      await scene.look('local', { python: 'python3', env: { ...CRON, HOME: undefined }, under: { uid: NOBODY } })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails MISSING' },
  },
  {
    id: 'C58',
    title: 'an empty volume hides the venv: no probe can run there',
    needs: ['namespaces'],
    async play() {
      const scene = createScene(demo)
      const venv = await createVenv(path.join(scene.repo.dir, '.venv'))
      install(venv.site, demoWheel())
      const unprobed = await scene.lookInVain('box', '.venv/bin/python', { under: { tmpfs: [venv.dir] } })
      expect(unprobed.fact).toContain('.venv/bin/python')
      return scene.judge()
    },
    cells: { 'demo@box': 'unknown NO_INTERPRETER' },
  },
  inVain('a wrong PYTHONHOME: no Python starts, and that is what is said', '', { PYTHONHOME: '/nowhere' }),
  inVenv(
    'PYTHONHOME of another installation of the same version: its packages count, not the prefix on disk',
    MISSING,
    {
      own: true,
      arrange: ({ scene }) => createPrivatePython(path.join(scene.dir, 'two')),
      look: ({ scene }) => ({ env: { PYTHONHOME: path.join(scene.dir, 'two') } }),
    },
  ),
  inVenv('argv[0] names another installation: what it makes of that is what runs', IN_PREFIX, {
    own: true,
    look: ({ env }) => lie(`${env.dir}/bin/python3`, USUAL),
  }),
  {
    title: 'argv[0] names a Python of another build: half of it works, and nothing is claimed to hold',
    needs: ['python 3.11', 'a system python'],
    async play() {
      const scene = createScene(demo)
      const venv = await createVenv(path.join(scene.dir, 've'), { version: '3.11' })
      install(venv.site, demoWheel())
      const lie = ['/bin/bash', '-c', 'exec -a /usr/bin/python3 "$@"', 'bash', venv.python]
      const launch = (script: readonly string[]) => [...lie, ...script]
      await scene.look('local', { python: '', launch, mayBreak: true })
      const verdict = await scene.judge()
      expect(verdict.rows[0]?.cells.local?.state).not.toBe('holds')
      return verdict
    },
    cells: {},
  },
  inVenv('a python on PATH that is named by its version is nobody’s alarm', IN_PREFIX, {
    needs: ['python 3.12', 'a system python'],
    version: '3.12',
    arrange({ env }) {
      for (const name of ['pip', 'pip3']) installScript(env, name, 'import demo')
    },
    look: (world) => by('python', firstOnPath(world)),
    noSignals: ['broken-launcher'],
  }),
  inVenv('a link to a venv’s python, placed elsewhere, has lost the venv', MISSING, {
    arrange: ({ scene, env }) => fs.symlinkSync(env.python, path.join(scene.dir, 'snake')),
    look: ({ scene }) => by(path.join(scene.dir, 'snake')),
    facts: { interpreter: { in_venv: false } },
  }),
  inVenv('a link to the whole venv keeps it', IN_PREFIX, {
    arrange: ({ scene, env }) => fs.symlinkSync(env.dir, path.join(scene.dir, 'current')),
    look: ({ scene }) => by(path.join(scene.dir, 'current/bin/python')),
  }),
  inVenv('no PATH and no HOME at all: the probe still answers', IN_PREFIX, {
    look: () => ({ env: { PATH: undefined, HOME: undefined, LANG: undefined } }),
  }),
]
