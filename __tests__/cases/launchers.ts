/** Started by something else than the prompt: a moved venv, cron, a service, a script of another life. */
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { onlyFacts } from './support/facts-of.ts'
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

const demo = { packages: ['demo'] }
const CRON = { PATH: '/usr/bin:/bin', LANG: undefined }

export const launcherRows: readonly Row[] = [
  {
    id: 'C11',
    title: 'a copied venv whose original is gone: scripts name a python that is not there',
    async play() {
      const scene = createScene(demo)
      const first = await createVenv(path.join(scene.dir, 'e1'))
      install(first.site, demoWheel())
      installScript(first, 'tool', 'import demo')
      const copy = path.join(scene.dir, 'e2')
      await scene.run(['cp', '-a', first.dir, copy])
      fs.renameSync(first.dir, path.join(scene.dir, 'gone'))
      await expect(scene.run([`${copy}/bin/tool`])).rejects.toThrow(/ENOENT|required file/)
      await scene.look('local', { python: `${copy}/bin/python` })
      expect(onlyFacts(scene, 'local').interpreter).toMatchObject({ scripts: 1, scripts_broken: 1 })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX' },
    signals: ['broken-launcher'],
  },
  {
    title: 'a copied venv whose original is still there: scripts start the original',
    async play() {
      const scene = createScene(demo)
      const first = await createVenv(path.join(scene.dir, 'e1'))
      install(first.site, demoWheel())
      installScript(first, 'tool', 'import demo')
      const copy = path.join(scene.dir, 'e2')
      await scene.run(['cp', '-a', first.dir, copy])
      await scene.look('local', { python: `${copy}/bin/python` })
      expect(onlyFacts(scene, 'local').interpreter).toMatchObject({ scripts_other: 1, scripts_broken: 0 })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX' },
    signals: ['broken-launcher'],
  },
  {
    title: 'a healthy venv with a healthy script: no alarm',
    async play() {
      const scene = createScene(demo)
      const venv = await createVenv(path.join(scene.dir, 'e1'))
      install(venv.site, demoWheel())
      for (const name of ['tool', 'pip', 'pip3']) installScript(venv, name, 'import demo')
      const env = { PATH: `${venv.dir}/bin:/usr/bin:/bin`, VIRTUAL_ENV: venv.dir }
      await scene.look('local', { python: 'python', env })
      expect(onlyFacts(scene, 'local').interpreter).toMatchObject({
        scripts: 3,
        scripts_other: 0,
        scripts_broken: 0,
      })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX' },
    noSignals: ['broken-launcher'],
  },
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
  {
    id: 'C32',
    title: 'the interpreter that the script names is not on cron’s PATH',
    async play() {
      const scene = createScene(demo)
      const unprobed = await scene.lookInVain('local', 'python3.99', { env: CRON })
      expect(unprobed.fact).toContain('python3.99')
      return scene.judge()
    },
    cells: { 'demo@local': 'unknown NO_INTERPRETER' },
  },
  {
    id: 'C33',
    title: 'world-readable, in the prefix of another distribution',
    needs: ['a system python'],
    async play() {
      const scene = createScene(demo)
      const conda = await createPrivatePython(path.join(scene.dir, 'conda'))
      install(conda.site, demoWheel())
      await scene.run([conda.python, '-c', 'import demo'])
      await scene.look('local', { python: SYSTEM_PYTHON, env: CRON })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails MISSING' },
  },
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
      await scene.look('local', {
        python: 'python3',
        env: { ...CRON, HOME: undefined },
        under: { uid: NOBODY },
      })
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
  {
    title: 'a wrong PYTHONHOME: no Python starts, and that is what is said',
    async play() {
      const scene = createScene(demo)
      const env = { PYTHONHOME: path.join(scene.dir, 'nowhere') }
      const unprobed = await scene.lookInVain('local', await python(), { env })
      expect(unprobed.reason).toBe('NO_INTERPRETER')
      return scene.judge()
    },
    cells: { 'demo@local': 'unknown NO_INTERPRETER' },
  },
  {
    title:
      'PYTHONHOME of another installation of the same version: its packages count, not the prefix on disk',
    async play() {
      const scene = createScene(demo)
      const [one, two] = await Promise.all([
        createPrivatePython(path.join(scene.dir, 'one')),
        createPrivatePython(path.join(scene.dir, 'two')),
      ])
      install(one.site, demoWheel())
      await scene.look('local', { python: one.python, env: { PYTHONHOME: two.dir } })
      return scene.judge()
    },
    cells: { 'demo@local': 'fails MISSING' },
  },
  {
    title: 'argv[0] names another installation: what it makes of that is what runs, and the lie is a fact',
    async play() {
      const scene = createScene(demo)
      const named = await createPrivatePython(path.join(scene.dir, 'named'))
      install(named.site, demoWheel())
      const lie = ['/bin/bash', '-c', 'exec -a "$0" "$@"', `${named.dir}/bin/python3`, await python()]
      await scene.look('local', { python: '', launch: (script) => [...lie, ...script] })
      expect(onlyFacts(scene, 'local').interpreter?.executable_agrees).toBe(false)
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX' },
  },
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
  {
    title: 'a python on PATH that is named by its version is nobody’s alarm',
    needs: ['python 3.12', 'a system python'],
    async play() {
      const scene = createScene(demo)
      const venv = await createVenv(path.join(scene.dir, 've'), { version: '3.12' })
      install(venv.site, demoWheel())
      for (const name of ['pip', 'pip3']) installScript(venv, name, 'import demo')
      await scene.look('local', { python: 'python', env: { PATH: `${venv.dir}/bin:/usr/bin:/bin` } })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX' },
    noSignals: ['broken-launcher'],
  },
  {
    title: 'a link to a venv’s python, placed elsewhere, has lost the venv',
    async play() {
      const scene = createScene(demo)
      const venv = await createVenv(path.join(scene.dir, 've'))
      install(venv.site, demoWheel())
      fs.symlinkSync(venv.python, path.join(scene.dir, 'snake'))
      await scene.look('local', { python: path.join(scene.dir, 'snake') })
      expect(onlyFacts(scene, 'local').interpreter?.in_venv).toBe(false)
      return scene.judge()
    },
    cells: { 'demo@local': 'fails MISSING' },
  },
  {
    title: 'a link to the whole venv keeps it',
    async play() {
      const scene = createScene(demo)
      const venv = await createVenv(path.join(scene.dir, 've'))
      install(venv.site, demoWheel())
      fs.symlinkSync(venv.dir, path.join(scene.dir, 'current'))
      await scene.look('local', { python: path.join(scene.dir, 'current/bin/python') })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX' },
  },
  {
    title: 'no PATH and no HOME at all: the probe still answers',
    async play() {
      const scene = createScene(demo)
      const venv = await createVenv(path.join(scene.dir, 've'))
      install(venv.site, demoWheel())
      const env = { PATH: undefined, HOME: undefined, LANG: undefined }
      await scene.look('local', { python: venv.python, env })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX' },
  },
]
