import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findLacks } from '../cases/support/needs.ts'
import { runUnder, type Under } from '../cases/support/under.ts'
import { openPull, type Scene, startAction } from '../support/action.ts'
import { pullRequestEvent } from '../support/events.ts'
import { ALL_PLACES } from '../support/facts.ts'
import { addFile, fenced } from '../support/green.ts'
import { venvWithPytest } from '../support/python.ts'
import { createFolder } from '../support/repo.ts'
import { VENDORED } from '../support/suite.ts'
import { runOf, useBed } from '../support/use-bed.ts'

/** Everything is real but GitHub: three machines (in namespaces), Python, pytest, git, the probe, the built action. */
const claims = {
  salt: 'ab'.repeat(16),
  packages: [{ name: 'mypkg', from: 'repo' }, 'pytest'],
  env: ['MODE'],
  places: ALL_PLACES,
  tests: { command: ['python', '-m', 'pytest', '-q'] },
  secrets: [],
}
const FILES = {
  ...VENDORED,
  'probes/claims.json': `${JSON.stringify(claims)}\n`,
  'mypkg/__init__.py': 'ANSWER = 42\n',
  'tests/test_answer.py': 'import mypkg\n\ndef test_answer():\n    assert mypkg.ANSWER == 42\n',
  '.gitignore': '__pycache__/\n.pytest_cache/\n.host_fingerprint.json\nprobes/*-pytest.log\n',
}

const bed = useBed()

/** Looks from another machine at a clone of the head; the text it leaves. */
function lookFrom(under: Under, place: 'local' | 'box', scene: Scene, python: string, mode?: string): string {
  const dir = path.join(createFolder('place-'), place)
  execFileSync('git', ['clone', '--quiet', scene.repo.dir, dir])
  execFileSync('git', ['-C', dir, 'checkout', '--quiet', 'topic'])
  const env = { PATH: process.env.PATH, HOME: createFolder('home-'), ...(mode === undefined ? {} : { MODE: mode }) }
  const argv = [python, 'scripts/agent_probes/agent_probe.py', place]
  const [command = '', ...args] = runUnder(under, createFolder('ids-'), argv)
  execFileSync(command, args, { cwd: dir, env, stdio: 'pipe' })
  return fs.readFileSync(path.join(dir, `probes/${place}.txt`), 'utf8')
}

const addBox = (scene: Scene, text: string) => addFile(bed, runOf(bed, scene.pull), 'box', text)

test('three real places: red while one is missing or wrong, green when all is true, one comment', async ({ skip }) => {
  const lacks = await findLacks(['namespaces', 'pytest'])
  if (lacks.length > 0) return skip(lacks.join('; '))
  const venv = await venvWithPytest()
  if ('missing' in venv) return skip(venv.missing)
  const { python } = venv.found

  const scene = openPull(bed, FILES)
  const report = async () => {
    const ran = await startAction({
      bed,
      repo: scene.repo,
      run: runOf(bed, scene.pull),
      event: pullRequestEvent(scene.pull),
      with: { python },
      env: { MODE: 'strict' },
    })
    return { ran, comments: [...bed.gh.state.comments.values()].map(({ body }) => body) }
  }

  const first = await report()
  expect(first.ran.outputs).toMatchObject({ verdict: 'blocked', 'comment-status': 'created', failing: '0' })
  // Four claims and the configuration, in each of two places that nobody has looked at.
  expect(first.ran.outputs.unknown).toBe('10')
  expect(first.ran.code).toBe(1)

  const local = lookFrom({ machine: 'laptop' }, 'local', scene, python, 'strict')
  scene.pull.body = fenced(local)
  await addBox(scene, lookFrom({ machine: 'box-7' }, 'box', scene, python))
  const second = await report()
  // The box never had MODE: that one cell fails, everything else was seen.
  expect(second.ran.outputs).toMatchObject({
    verdict: 'blocked',
    unknown: '0',
    failing: '1',
    'comment-status': 'updated',
  })
  expect(second.comments).toEqual([expect.stringMatching(/env var set `MODE` .*✅.*❌.*✅/)])

  await addBox(scene, lookFrom({ machine: 'box-7' }, 'box', scene, python, 'strict'))
  const third = await report()
  expect([third.ran.code, third.ran.outputs.verdict]).toEqual([0, 'pass'])
  expect(third.ran.outputs).toMatchObject({ unknown: '0', failing: '0', 'comment-status': 'updated' })
  expect(third.comments).toHaveLength(1)
  expect(third.comments[0]).toMatch(/tests green `suite` .*✅.*1 passed.*✅.*1 passed.*✅.*1 passed/)
}, 240_000)
