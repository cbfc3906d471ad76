/** Runs that are none: a runner that is not there, another Python, a hook that fails beside the tests. */
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { createFolder } from '../support/repo.ts'
import { onlyFacts } from './support/facts-of.ts'
import { createProject, FLAT, pytestVenv, SUITE, vendored } from './support/project.ts'
import { createVenv } from './support/python.ts'
import { ciEnv, type Look, type Scene } from './support/scene.ts'
import type { Row } from './support/table.ts'

const NO_RUNNER = 'unknown NO_RUNNER'

const look = async (scene: Scene, more: Partial<Look> = {}) =>
  scene.look('local', { python: (await pytestVenv()).python, tests: 'auto', ...more })

/** An environment with nothing in it; made once. */
let bare: Promise<string> | undefined
const bareVenv = () => (bare ??= createVenv(path.join(createFolder(), 'venv')).then(({ python }) => python))

export const noRunRows: readonly Row[] = [
  ...(
    [
      ['pytest is not installed for the Python that is probed', SUITE],
      ['pytest is nowhere on PATH', ['pytest', '-q']],
      ['a launcher finds no pytest', ['sh', '-c', 'pytest -q', 'pytest']],
    ] as const
  ).map(
    ([title, command]): Row => ({
      title,
      async play() {
        const scene = createProject(FLAT, { tests: { command } })
        await look(scene, { python: await bareVenv(), env: { PATH: '/usr/bin:/bin' } })
        return scene.judge()
      },
      cells: { 'suite@local': NO_RUNNER },
    }),
  ),
  {
    title: 'a runner that did start, and whose tests miss pytest, has failed',
    async play() {
      const scene = createProject(
        { ...FLAT, 'tests/test_demo.py': 'import pytest\n', 'tests/__init__.py': '' },
        { tests: { command: ['python', '-m', 'unittest', 'tests.test_demo'] } },
      )
      await look(scene, { python: await bareVenv() })
      return scene.judge()
    },
    cells: { 'suite@local': 'fails COLLECTION_ERROR' },
  },
  ...(
    [
      ['a suite of unittest alone is green by its own summary', 'assertTrue(demo.WHO)', 'holds GREEN'],
      ['a red suite of unittest alone', 'assertFalse(demo.WHO)', 'fails FAILED'],
    ] as const
  ).map(
    ([title, line, cell]): Row => ({
      title,
      async play() {
        const test = `import unittest\nimport demo\n\n\nclass Demo(unittest.TestCase):\n    def test_demo(self):\n        self.${line}\n`
        const command = ['python', '-m', 'unittest', 'discover', '-s', 'tests', '-t', '.']
        const files = { ...FLAT, 'tests/test_demo.py': test, 'tests/__init__.py': '' }
        const scene = createProject(files, { tests: { command } })
        await look(scene, { python: await bareVenv() })
        expect(onlyFacts(scene, 'local').tests).toMatchObject({ source: 'report', runner: 'unittest', collected: 1 })
        return scene.judge()
      },
      cells: { 'suite@local': cell },
    }),
  ),
  {
    title: 'a green record, then a look with a Python that has no pytest: the record stays',
    needs: ['pytest'],
    async play() {
      const scene = createProject({ ...FLAT, ...vendored() })
      await scene.run([(await pytestVenv()).python, ...SUITE.slice(1)])
      await look(scene, { python: await bareVenv() })
      expect(onlyFacts(scene, 'local').tests).toMatchObject({ source: 'session', passed: 1, exit_status: 0 })
      return scene.judge()
    },
    cells: { 'suite@local': 'unknown OTHER_INTERPRETER' },
  },
  ...(
    [
      [
        'the command copies in a report of last year',
        '2025-01-02T03:04:05Z',
        'cp old.xml j.xml',
        'unknown CACHED_RESULT',
      ],
      [
        'a cache brings back a report that has no time',
        '',
        'cp old.xml j.xml; echo "app:test: cache hit, replaying logs 1"',
        'unknown CACHED_RESULT',
      ],
      ['a runner that writes no time', '', 'cp old.xml j.xml; echo "(cached)"', 'holds GREEN'],
      [
        'a runner on a clock of no named zone',
        'NOW',
        'sed "s/NOW/$(TZ=Pacific/Pago_Pago date +%Y-%m-%dT%H:%M:%S)/" old.xml > j.xml',
        'holds GREEN',
      ],
    ] as const
  ).map(
    ([title, time, script, cell]): Row => ({
      title,
      needs: ['pytest'],
      async play() {
        const report = `<testsuite tests="1" timestamp="${time}"><testcase name="a"/></testsuite>`
        const files = { ...FLAT, '.gitignore': `${FLAT['.gitignore']}j.xml\n`, 'old.xml': report, 'tests.sh': script }
        const scene = createProject(files, { tests: { command: ['sh', 'tests.sh'], reports: ['j.xml'] } })
        await look(scene)
        return scene.judge()
      },
      cells: { 'suite@local': cell },
    }),
  ),
  ...(
    [
      ['ci', 'red with one database, then green with another', { DB: 'postgres' }, [], 'fails FAILED', 1, 1],
      ['ci', 'red, then green in a retry', { DB: 'sqlite', GITHUB_OUTPUT: '/x' }, [], 'holds GREEN', 1, 0],
      ['local', 'red with one database, then green with another', { DB: 'postgres' }, [], 'holds GREEN', 1, 1],
      ['ci', 'a red part of the suite, then all of it', { DB: 'postgres' }, ['-k', 'demo'], 'holds GREEN', 0, 0],
      ['ci', 'red in another job', { DB: 'postgres', GITHUB_JOB: 'other' }, [], 'holds GREEN', 0, 0],
    ] as const
  ).map(
    ([place, title, first, words, cell, red_before, red_apart]): Row => ({
      title: `${place}: ${title}`,
      needs: ['pytest'],
      async play() {
        const test = 'import os\nimport demo\n\n\ndef test_demo():\n    assert demo and not os.path.exists("red.log")\n'
        const files = {
          ...FLAT,
          ...vendored(),
          'tests/test_demo.py': test,
          '.gitignore': `${FLAT['.gitignore']}red.log\n`,
        }
        const scene = createProject(files)
        const run = async (env: NodeJS.ProcessEnv, more: readonly string[] = []) =>
          scene
            .run([(await pytestVenv()).python, ...SUITE.slice(1), ...more], {
              env: { ...(place === 'ci' ? ciEnv('ci', scene.repo) : {}), ...env },
            })
            .catch(() => 'red')
        const mark = path.join(scene.repo.dir, 'red.log')
        fs.writeFileSync(mark, '')
        expect(await run(first, words)).toBe('red')
        fs.unlinkSync(mark)
        await run({ DB: 'sqlite' })
        await scene.look(place, { python: (await pytestVenv()).python, tests: 'never' })
        expect(onlyFacts(scene, place).tests).toMatchObject({ exit_status: 0, red_before, red_apart })
        return scene.judge()
      },
      cells: { [`suite@${place}`]: cell },
    }),
  ),
  {
    title: 'a start-up hook that is wrong in its own text fails at every start, and the tests pass',
    needs: ['pytest'],
    async play() {
      const scene = createProject(FLAT)
      const hooks = path.join(scene.dir, 'hooks')
      fs.mkdirSync(hooks)
      fs.writeFileSync(path.join(hooks, 'sitecustomize.py'), 'helpers.install()\n')
      await look(scene, { env: { PYTHONPATH: hooks } })
      return scene.judge()
    },
    cells: { 'suite@local': 'holds GREEN' },
    signals: ['failing-hook'],
  },
]
