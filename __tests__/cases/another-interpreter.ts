/** Installed, but for another interpreter: pip's, the prompt's, the launcher's, the service's. */
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { findOldInterpreters } from '../support/python.ts'
import { createFolder } from '../support/repo.ts'
import { onlyFacts } from './support/facts-of.ts'
import { inVenv } from './support/in-venv.ts'
import {
  createVenv,
  createVenvWithPip,
  demoWheel,
  type Env,
  install,
  installScript,
  packWheel,
  python,
  runPython,
} from './support/python.ts'
import { createScene, type Scene } from './support/scene.ts'
import type { Row } from './support/table.ts'

const demo = { packages: ['demo'] }
const at = (scene: Scene, name: string) => path.join(scene.dir, name)

/** A folder that stands first on PATH, its programs links or scripts. */
function fillPath(scene: Scene, how: 'links' | 'scripts', programs: { readonly [name: string]: string }): string {
  const folder = at(scene, 'p')
  fs.mkdirSync(folder)
  for (const [name, target] of Object.entries(programs)) {
    if (how === 'links') fs.symlinkSync(target, path.join(folder, name))
    else fs.writeFileSync(path.join(folder, name), `#!/bin/sh\nexec ${target} "$@"\n`, { mode: 0o755 })
  }
  return `${folder}:/usr/bin:/bin`
}

let filled: Promise<Env> | undefined
/** An environment that its own pip has filled. */
function fillWithPip(): Promise<Env> {
  filled ??= makeFilled(createFolder())
  return filled
}

async function makeFilled(folder: string): Promise<Env> {
  const [venv, wheel] = await Promise.all([
    createVenvWithPip(path.join(folder, 'b'), '3.12'),
    packWheel(folder, demoWheel()),
  ])
  await runPython(`${venv.dir}/bin/pip`, ['install', '--quiet', '--no-index', '--no-deps', wheel])
  return venv
}

/** pip and python of two environments stand first on PATH; what pip says it did is true, for its own. */
async function playTwoEnvironments(how: 'links' | 'scripts') {
  const scene = createScene(demo)
  const [a, b] = await Promise.all([createVenv(at(scene, 'a'), { version: '3.10' }), fillWithPip()])
  const env = { PATH: fillPath(scene, how, { pip: `${b.dir}/bin/pip`, python: a.python }) }
  expect(await scene.run(['pip', 'show', 'demo'], { env })).toContain('Version: 1.0')
  await scene.look('local', { python: 'python', env })
  // A script may start anything: what it starts is known only by running it.
  const { interpreter } = onlyFacts(scene, 'local')
  const starts = interpreter?.on_path?.find(({ name }) => name === 'pip')?.starts
  expect(starts).toBe(how === 'links' ? 'other' : 'unknown')
  return scene.judge()
}

const MISSING = { 'demo@local': 'fails MISSING' }

export const interpreterRows: readonly Row[] = [
  {
    id: 'C01',
    title: 'pip first on PATH fills another environment (links)',
    needs: ['python 3.10', 'python 3.12'],
    play: () => playTwoEnvironments('links'),
    cells: MISSING,
    signals: ['broken-launcher'],
  },
  {
    id: 'C01',
    title: 'pip first on PATH fills another environment (wrapper scripts)',
    needs: ['python 3.10', 'python 3.12'],
    play: () => playTwoEnvironments('scripts'),
    cells: MISSING,
  },
  {
    id: 'C02',
    title: 'installed by and for another minor version',
    needs: ['python 3.9', 'python 3.8'],
    async play() {
      const scene = createScene(demo)
      const wheel = await packWheel(scene.dir, demoWheel())
      const [by, target] = [await python('3.9'), at(scene, 's39')]
      const flags = ['--quiet', '--no-index', '--no-deps', '--target', target]
      await scene.run([by, '-m', 'pip', 'install', ...flags, wheel])
      const code = 'import demo; print(demo.WHO)'
      expect(await runPython(by, ['-c', code], { PYTHONPATH: target })).toBe('installed')
      await scene.look('local', { python: await python('3.8') })
      return scene.judge()
    },
    cells: MISSING,
  },
  {
    title: 'the script is run by a Python that is too old to be probed: unknown, and said so',
    needs: ['old python 3.7'],
    async play() {
      const scene = createScene(demo)
      const unprobed = await scene.lookInVain('local', 'python3.7', { env: { PATH: await pathOf('3.7') } })
      expect(unprobed.fact).toContain('3.7')
      return scene.judge()
    },
    cells: { 'demo@local': 'unknown NO_INTERPRETER' },
  },
  {
    id: 'C03',
    title: 'a child process finds another python than its parent',
    needs: ['namespaces', 'a system python'],
    async play() {
      const scene = createScene(demo)
      const venv = await createVenv(at(scene, 've'))
      install(venv.site, demoWheel())
      await scene.look('local', { python: venv.python, env: { PATH: `${venv.dir}/bin:/usr/bin:/bin` } })
      await scene.look('box', {
        python: 'python3',
        env: { HOME: undefined, LANG: undefined },
        under: { machine: 'box' },
      })
      return scene.judge()
    },
    cells: { 'demo@local': 'holds IN_PREFIX', 'demo@box': 'fails MISSING' },
  },
  ...(['holds IN_PREFIX', 'fails MISSING'] as const).map((cell) =>
    inVenv(`started by absolute path, PATH is of another environment: ${cell}`, cell, {
      id: 'C04',
      needs: ['a system python'],
      beyond: { local: 'whether the kernel has the package is not reported; the cell follows the probed interpreter' },
      empty: cell === 'fails MISSING',
      async arrange({ scene }) {
        const server = await createVenv(at(scene, 'server'))
        installScript(server, 'pip', 'import demo')
        if (cell === 'fails MISSING') install(server.site, demoWheel())
      },
      look: ({ scene }) => ({ env: { PATH: `${at(scene, 'server')}/bin:/usr/bin:/bin` } }),
      // Where the package is there, nobody was misled by the other environment's pip.
      [cell === 'fails MISSING' ? 'signals' : 'noSignals']: ['broken-launcher'],
    }),
  ),
  {
    id: 'C05',
    title: 'a launcher names the other environment',
    async play() {
      const scene = createScene(demo)
      const [terminal, kernel] = await Promise.all([createVenv(at(scene, 'one')), createVenv(at(scene, 'two'))])
      install(terminal.site, demoWheel())
      const launcher = at(scene, 'launcher')
      const code = 'import runpy, sys\nsys.argv = sys.argv[1:]\nrunpy.run_path(sys.argv[0], run_name="__main__")\n'
      fs.writeFileSync(launcher, `#!${kernel.python}\n${code}`, { mode: 0o755 })
      await scene.look('local-terminal', { python: terminal.python })
      await scene.look('local-notebook', { python: '', launch: (script) => [launcher, ...script] })
      const verdict = await scene.judge()
      expect(verdict.rows[0]?.cells.local?.legs.map(({ leg }) => leg)).toEqual(['notebook'])
      return verdict
    },
    cells: MISSING,
  },
  ...(
    [
      ['ve', 'fails MISSING'],
      ['edv', 'holds IN_PREFIX'],
    ] as const
  ).map(([filled, cell]) =>
    inVenv(`VIRTUAL_ENV is only a variable: ${filled} has the package, edv/bin/python runs`, cell, {
      ...(filled === 've' ? { id: 'C07', empty: true } : {}),
      async arrange({ scene }) {
        const named = await createVenv(at(scene, 'named'))
        if (filled === 've') install(named.site, demoWheel())
      },
      look: ({ scene }) => ({ env: { VIRTUAL_ENV: at(scene, 'named') } }),
      facts: { interpreter: { virtual_env: expect.stringMatching(/\/named$/) } },
    }),
  ),
]

const pathOf = async (version: string): Promise<string> => {
  const found = (await findOldInterpreters()).find((one) => one.version.startsWith(version))
  return `${path.dirname(found?.path ?? '')}:/usr/bin:/bin`
}
