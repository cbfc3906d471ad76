/** A variable is a fact about one process: sub-shells, steps, services, sudo. */
import { createProject, FLAT, pytestVenv, SUITE, suiteClaims } from './support/project.ts'
import { python } from './support/python.ts'
import { createScene, type Look, type Name, SECRET } from './support/scene.ts'
import type { Row } from './support/table.ts'

const token = { env: ['DEMO_TOKEN'] }
const SUDO = { SUDO_UID: '1000', SUDO_USER: 'u', SUDO_COMMAND: '/usr/bin/env', PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }

/** One scene, one look; `env` and `under` say how the process was started. */
const single = (claims: object, name: Name, look: Partial<Look>) => async () => {
  const scene = createScene(claims)
  await scene.look(name, { python: await python(), ...look })
  return scene.judge()
}

/** Claimed of the test process: what the tests see decides. */
async function playInTests(conftest: string, env: NodeJS.ProcessEnv) {
  const scene = createProject({ ...FLAT, 'conftest.py': conftest }, suiteClaims({ env: ['DEMO_HOME'] }))
  await scene.look('box', { python: (await pytestVenv()).python, tests: 'auto', env })
  return scene.judge()
}

export const environmentRows: readonly Row[] = [
  {
    id: 'C27',
    title: 'exported in the command before',
    play: single(token, 'box', { under: { first: `sh -c 'export DEMO_TOKEN=${SECRET}'` } }),
    cells: { 'DEMO_TOKEN@box': 'fails UNSET' },
  },
  {
    id: 'C29',
    title: 'exported in a sub-shell that also changed the folder',
    play: single(token, 'box', { under: { first: `(cd /; export DEMO_TOKEN=${SECRET})` } }),
    cells: { 'DEMO_TOKEN@box': 'fails UNSET' },
  },
  {
    title: 'exported in this very process: set, and its value is nowhere in the file',
    play: single(token, 'box', { under: { first: `export DEMO_TOKEN=${SECRET}` } }),
    cells: { 'DEMO_TOKEN@box': 'holds SET' },
  },
  {
    title: 'set to nothing is not set; the fact says that it is empty',
    play: single(token, 'box', { env: { DEMO_TOKEN: '' } }),
    cells: { 'DEMO_TOKEN@box': 'fails EMPTY' },
  },
  {
    title: 'assigned and not exported',
    play: single(token, 'box', { under: { first: `DEMO_TOKEN=${SECRET}` } }),
    cells: { 'DEMO_TOKEN@box': 'fails UNSET' },
  },
  {
    id: 'C30',
    title: 'exported in one CI step, needed in the next',
    needs: ['namespaces'],
    async play() {
      const scene = createScene({ env: ['TOOL_HOME'] })
      const tool = { TOOL_HOME: '/opt/tool' }
      await scene.look('local', { python: await python(), env: tool })
      const under = { machine: 'runner', first: "sh -c 'export TOOL_HOME=/opt/tool'" }
      await scene.look('ci', { python: await python(), under })
      return scene.judge()
    },
    cells: { 'TOOL_HOME@local': 'holds SET', 'TOOL_HOME@ci': 'fails UNSET' },
  },
  {
    title: 'set in two places, to different values',
    needs: ['namespaces'],
    async play() {
      const scene = createScene({ env: [{ name: 'API_BASE', compare: true }] })
      await scene.look('local', { python: await python(), env: { API_BASE: 'one' } })
      await scene.look('box', { python: await python(), env: { API_BASE: 'two' }, under: { machine: 'box' } })
      await scene.look('ci', { python: await python(), env: { API_BASE: 'two' }, under: { machine: 'runner' } })
      return scene.judge()
    },
    cells: { 'API_BASE@local': 'fails VALUE_DIFFERS', 'API_BASE@box': 'holds SET', 'API_BASE@ci': 'holds SET' },
  },
  {
    id: 'C35',
    title: 'a unit without HOME: the claim fails, the probe survives',
    play: single({ env: ['HOME'] }, 'local', { env: { HOME: undefined, PATH: undefined, LANG: undefined } }),
    cells: { 'HOME@local': 'fails UNSET' },
  },
  {
    id: 'C37',
    title: 'sudo takes the environment away',
    play: single({ env: ['DEMO_HOME'] }, 'local', { env: SUDO }),
    cells: { 'DEMO_HOME@local': 'fails UNSET' },
  },
  {
    title: 'sudo -E and an env_keep let it through',
    play: single({ env: ['DEMO_HOME'] }, 'local', { env: { ...SUDO, DEMO_HOME: '/x' } }),
    cells: { 'DEMO_HOME@local': 'holds SET' },
  },
  {
    title: 'set at the prompt and seen by the tests',
    needs: ['pytest'],
    play: () => playInTests('', { DEMO_HOME: '/x' }),
    cells: { 'DEMO_HOME@box': 'holds IN_TEST_PROCESS', 'suite@box': 'holds GREEN' },
    noSignals: ['not-inherited'],
  },
  {
    title: 'set at the prompt, taken away by conftest.py',
    needs: ['pytest'],
    play: () => playInTests('import os\nos.environ.pop("DEMO_HOME", None)\n', { DEMO_HOME: '/x' }),
    cells: { 'DEMO_HOME@box': 'fails NOT_IN_TEST_PROCESS', 'suite@box': 'holds GREEN' },
    signals: ['not-inherited'],
  },
  {
    title: 'not set at the prompt, nor in the tests',
    needs: ['pytest'],
    play: () => playInTests('', {}),
    cells: { 'DEMO_HOME@box': 'fails UNSET', 'suite@box': 'holds GREEN' },
  },
  {
    title: 'the test command clears the environment',
    needs: ['pytest'],
    async play() {
      const command = ['env', '-u', 'DEMO_HOME', ...SUITE]
      const scene = createProject(undefined, { env: ['DEMO_HOME'], tests: { command } })
      const venv = await pytestVenv()
      const env = { DEMO_HOME: '/x', PATH: `${venv.dir}/bin:/usr/bin:/bin` }
      await scene.look('box', { python: venv.python, tests: 'auto', env })
      return scene.judge()
    },
    cells: { 'DEMO_HOME@box': 'fails NOT_IN_TEST_PROCESS' },
    signals: ['not-inherited'],
  },
]
