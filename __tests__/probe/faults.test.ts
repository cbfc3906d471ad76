/** What breaks costs its own family and no other, and the reader takes the file whatever happened. */
import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Facts, SCHEMA } from '../../src/core/probe-file/schema.ts'
import type { Shape } from '../../src/core/shape/shape.ts'
import { anyPython, errorsOf, look, writeClaims } from '../support/look.ts'
import { createFolder, createRepo, writeFiles } from '../support/repo.ts'
import { PLUGIN_FOLDER, plainEnv, start } from '../support/suite.ts'

const FAMILIES = Object.keys(SCHEMA.keys)

/** Starts the probe as a module after `patch`, Python code that knows it as `p`. */
async function lookPatched(cwd: string, patch: string, args: readonly string[] = ['--tests', 'never', '--stdout']) {
  const code = `import sys\nsys.path.insert(0, ${JSON.stringify(PLUGIN_FOLDER)})\nimport agent_probe as p\n${patch}\nsys.exit(p.main(sys.argv[1:]))`
  return look(cwd, { command: [(await anyPython()).path, '-c', code], args })
}
const replace = (family: string, look: string) =>
  `def broken_${family}(context):\n    ${look}\np.FAMILIES = tuple((n, broken_${family} if n == ${JSON.stringify(family)} else f) for n, f in p.FAMILIES)`

describe('a family that breaks', () => {
  const everyOther = (from: number) => FAMILIES.filter((_, at) => at % 2 === from)
  it.each([everyOther(0), everyOther(1)])('says so, and the others go on: %s, %s, %s, …', async (...families) => {
    const repo = createRepo({ 'demo.py': '' })
    const raise = `raise OSError(13, 'Permission denied', '/home/ada/private/file')`
    const patch = families.map((family) => replace(family, raise)).join('\n')
    const { facts, code } = await lookPatched(repo.dir, patch)
    expect(code).toBe(0)
    const said = "PermissionError: [Errno 13] Permission denied: '<other>/file'"
    expect(errorsOf(facts)).toEqual(Object.fromEntries(families.map((family) => [family, said])))
    expect(Object.keys(facts)).toEqual(FAMILIES)
    expect(facts.probe).toMatchObject({ format: 1, place: 'box' })
  })

  it('in whatever way: nothing, no table, for ever, a message that breaks, leaks or never ends', async () => {
    const ways: Readonly<Record<string, string>> = {
      previous: 'return None',
      host: 'return 7',
      interpreter: 'return broken_interpreter(context)',
      path: 'raise type("Bad", (Exception,), {"__str__": lambda self: 1 // 0})()',
      packages: 'raise ValueError("https://ada:hunter2@example.invalid/x?token=hunter2")',
      env: 'raise ValueError("\\x1b[2J\\n[git]\\nstate = 1\\u202e\\ud800")',
      persist: 'raise ValueError("x" * 100000)',
    }
    const patch = Object.entries(ways).map(([family, way]) => replace(family, way))
    const { facts, stdout } = await lookPatched(createFolder(), patch.join('\n'))
    expect(Object.keys(errorsOf(facts))).toEqual(Object.keys(ways))
    expect(stdout).not.toContain('hunter2')
  })

  it('git that hangs, babbles or fails leaves what needs no git', async () => {
    const repo = createRepo({ 'demo.py': '' })
    for (const script of ['sleep 60', 'echo babble', 'echo "fatal: boom" >&2; exit 128', 'kill -9 $$']) {
      const bin = createFolder()
      writeFiles(bin, { git: `#!/bin/sh\n${script}\n` })
      fs.chmodSync(path.join(bin, 'git'), 0o755)
      const patch = `import os\nos.environ["PATH"] = ${JSON.stringify(bin)} + ":" + os.environ["PATH"]\np.GIT_LIMIT = 1`
      const { facts } = await lookPatched(repo.dir, patch)
      for (const family of ['probe', 'previous', 'host', 'interpreter', 'path', 'env'])
        expect(errorsOf(facts)).not.toHaveProperty(family)
      expect(facts.host?.machine).toBeDefined()
      expect(facts.git?.tree_content).toBeUndefined()
      expect(facts.secrets?.configuration?.remotes).toBeUndefined()
    }
  }, 90_000)

  it('without HOME, USER, PATH and anything else in the environment', async () => {
    const repo = createRepo({ 'demo.py': '' })
    const { path: python } = await anyPython()
    const { facts } = await look(repo.dir, { command: ['/usr/bin/env', '-i', python, probeFile()] })
    expect(errorsOf(facts)).toEqual({})
    // Python itself sets LC_CTYPE where there is no locale.
    expect(facts.env?.names?.filter((name) => name !== 'LC_CTYPE')).toEqual([])
    expect(facts.interpreter?.on_path).toEqual([])
  })
})
const probeFile = () => path.join(PLUGIN_FOLDER, 'agent_probe.py')

it('a program that takes too long is named without its words', async () => {
  const { path: python } = await anyPython()
  const code =
    'import subprocess, agent_probe as p\n' +
    'print(p.describe_problem(subprocess.TimeoutExpired(["/home/ada/bin/git", "-c", "a b=secret"], 60)))'
  const { stdout } = await start([python, '-c', code], { env: plainEnv({ PYTHONPATH: PLUGIN_FOLDER }) })
  expect(stdout).toBe('TimeoutExpired: git took longer than 60 seconds\n')
})

describe('bounds', () => {
  /** Every text and list of the table, `more` longer than the reader takes. */
  function fill(shape: Shape, more: number): unknown {
    if (shape.kind === 'text' && !shape.pattern) return 'x'.repeat(shape.max + more)
    if (shape.kind === 'list')
      return Array.from({ length: Math.min(shape.max, 600) + more }, () => fill(shape.of, more))
    if (shape.kind === 'map') return { 'a.b': fill(shape.of, more) }
    if (shape.kind !== 'table') return true
    return Object.fromEntries(Object.entries(shape.keys).map(([key, of]) => [key, fill(of, more)]))
  }

  it('are those of the reader, for every text and every list', async () => {
    const file = path.join(createFolder(), 'facts.json')
    fs.writeFileSync(file, JSON.stringify(fill(SCHEMA, 7)))
    const code = `import json, sys\nsys.path.insert(0, ${JSON.stringify(PLUGIN_FOLDER)})\nimport agent_probe as p\nfacts = json.load(open(${JSON.stringify(file)}))\nprint(json.dumps({key: p.bound_facts(of, key) for key, of in facts.items()}))`
    const { stdout } = await start([(await anyPython()).path, '-c', code])
    const { packages, ...bound } = JSON.parse(stdout)
    const { packages: expected, ...others } = fill(SCHEMA, 0) as Facts
    expect(bound).toEqual(others)
    expect({ ...packages, distributions: [] }).toEqual({ ...expected, distributions: [] })
  })

  it('hold for facts of any length', async () => {
    const dir = createFolder()
    const long = 'x'.repeat(5000)
    const patch = replace(
      'interpreter',
      `return {"executable": "${long}", "on_path": [{"name": "${long}", "target": "", "kind": "script", "starts": "none"}] * 90}`,
    )
    const { facts } = await lookPatched(dir, patch)
    expect(facts.interpreter?.executable).toHaveLength(1000)
    expect(facts.interpreter?.on_path).toHaveLength(40)
    expect(facts.interpreter?.on_path?.[0]?.name).toHaveLength(40)
  })

  it('a file that would be too large leaves packages out first, and says so', async () => {
    const patch = `def many(context):\n    return {"scope": "all", "distributions": ["%s%d==1" % ("ü" * 90, i) for i in range(5000)], "claimed": {}}\np.FAMILIES = tuple((n, many if n == "packages" else f) for n, f in p.FAMILIES)`
    const { facts, stdout } = await lookPatched(createFolder(), patch)
    expect(facts.packages).toMatchObject({ scope: 'claimed', distributions: [] })
    expect(Buffer.byteLength(stdout)).toBeLessThan(256 * 1024)
  })

  it('and then the names of variables', async () => {
    const patch = `names = ["%s%d" % ("ü" * 180, i) for i in range(500)]
looks = {"packages": {"scope": "claimed", "own": names, "distributions": [], "claimed": {}}, "env": {"claimed": {}, "names": names}}
p.FAMILIES = tuple((n, (lambda context, n=n: looks[n]) if n in looks else f) for n, f in p.FAMILIES)`
    const { facts } = await lookPatched(createFolder(), patch)
    expect(facts.packages?.own).toHaveLength(500)
    expect(facts.env?.names).toEqual([])
  })

  it('claims at their limits are still read', async () => {
    const dir = createFolder()
    const names = Array.from({ length: 200 }, (_, i) => `name_${i}`)
    writeClaims(dir, { packages: names, env: names, files: names })
    const { facts } = await look(dir)
    expect(Object.keys(facts.packages?.claimed ?? {})).toHaveLength(200)
  })
})

describe('names that somebody chose to break the file', () => {
  it('as claims, folders, distributions and commands', async () => {
    const hostile = ['a"]\\', 'x\u202ey', 'z\u2028'.replace('\u2028', ''), '[git]', 'ü', '\ud83d\ude00', "'''", '# no']
    const repo = createRepo({ 'demo.py': '' })
    for (const name of hostile) {
      writeFiles(repo.dir, { [`${name}/evil-${name.length}.dist-info/METADATA`]: 'Name: x' })
      fs.mkdirSync(path.join(repo.dir, `lib/${name}-1.0\n[git].dist-info`), { recursive: true })
    }
    const PYTHONPATH = ['lib', ...hostile].map((name) => path.join(repo.dir, name)).join(':')
    const { facts } = await look(repo.dir, {
      claims: { files: hostile, secrets: hostile },
      env: { PYTHONPATH, PATH: `${path.join(repo.dir, 'x\u202ey')}:${process.env.PATH}` },
    })
    expect(errorsOf(facts)).toEqual({})
    expect(Object.keys(facts.persist?.files ?? {})).toEqual(hostile)
    expect(facts.path?.pythonpath).toEqual(['lib', ...hostile].map((name) => `<repo>/${name}`))
  })

  it('a folder whose name is not text', async () => {
    const dir = createFolder()
    const raw = Buffer.concat([Buffer.from(`${dir}/`), Buffer.from([0xff, 0xfe, 0x0a])])
    fs.mkdirSync(raw)
    const { path: python } = await anyPython()
    const inside = await look(dir, {
      command: ['sh', '-c', `cd "$(printf '\\377\\376')"* && exec "$0" "$@"`, python, probeFile()],
    })
    expect(errorsOf(inside.facts)).toEqual({})
  })
})
