/** A small project with tests, and an environment that can run them. */
import fs from 'node:fs'
import path from 'node:path'
import { createFolder, type Files } from '../../support/repo.ts'
import { createVenv, type Env } from './python.ts'
import { createScene, PROBE, type Scene } from './scene.ts'

export const SUITE = ['python', '-m', 'pytest', '-q']

export const suiteClaims = (more: object = {}): object => ({ tests: { command: SUITE }, ...more })

const GITIGNORE = '.venv/\n__pycache__/\n.pytest_cache/\n.host_fingerprint.json\nprobes/*.log\n'

/** The package at the top: `python -m pytest` finds it, because the current directory is on its path. */
export const FLAT: Files = {
  '.gitignore': GITIGNORE,
  'demo/__init__.py': 'WHO = "tree"\n',
  'tests/test_demo.py': 'import demo\n\n\ndef test_demo():\n    assert demo.WHO\n',
}

/** The package in src: something has to put it on the path. */
export const IN_SRC: Files = {
  '.gitignore': GITIGNORE,
  'src/demo/__init__.py': 'WHO = "tree"\n',
  'tests/test_demo.py': 'import demo\n\n\ndef test_demo():\n    assert demo.WHO\n',
}

export const RECORD = '.host_fingerprint.json'

/** The probe in the project, loaded by its root conftest.py: every session leaves a record. */
export const vendored = (): Files => ({
  'scripts/agent_probe.py': fs.readFileSync(PROBE),
  'conftest.py':
    'import os\nimport sys\n\nsys.path.insert(0, os.path.join(os.path.dirname(__file__), "scripts"))\npytest_plugins = ["agent_probe"]\n',
})

/** Tests with this body, of a flat project. */
export const withTest = (body: string, more: Files = {}): Files => ({ ...FLAT, 'tests/test_more.py': body, ...more })

export const createProject = (files: Files = FLAT, claims: object = suiteClaims(), folder = '.'): Scene =>
  createScene(claims, files, folder)

let shared: Promise<Env> | undefined
/** pytest and nothing else; made once, and nothing is ever installed into it. */
export function pytestVenv(): Promise<Env> {
  shared ??= createVenv(path.join(createFolder(), 'venv'), { pytest: true })
  return shared
}

export const ownPytestVenv = (scene: Scene): Promise<Env> => createVenv(path.join(scene.dir, 've'), { pytest: true })
