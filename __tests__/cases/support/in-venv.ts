/** A scene with an environment of its own, looked at once from the laptop. */
import path from 'node:path'
import { expect } from 'vitest'
import type { Facts } from '../../../src/core/probe-file/schema.ts'
import { type Files, writeFiles } from '../../support/repo.ts'
import { onlyFacts } from './facts-of.ts'
import type { Need } from './needs.ts'
import { createPrivatePython, createVenv, demoWheel, type Env, install } from './python.ts'
import { createScene, type Look, type Scene } from './scene.ts'
import type { Row } from './table.ts'

export interface World {
  readonly scene: Scene
  readonly env: Env
}

export interface InVenv {
  readonly id?: string
  readonly needs?: readonly Need[]
  readonly version?: string
  /** An installation of its own in place of a virtual environment. */
  readonly own?: boolean
  /** Below the repository: `.venv`. */
  readonly at?: string
  readonly claims?: object
  /** Without `demo` in its site-packages. */
  readonly empty?: boolean
  readonly site?: Files
  /** Of the first commit, committed after it, and only written. */
  readonly files?: Files
  readonly commit?: Files
  readonly write?: Files
  readonly arrange?: (world: World) => unknown
  readonly flags?: readonly string[]
  readonly look?: (world: World) => Partial<Look>
  /** What the file must say beside the cells. */
  readonly facts?: object
  readonly also?: (facts: Facts) => void
  readonly signals?: readonly string[]
  readonly noSignals?: readonly string[]
  readonly beyond?: Row['beyond']
}

/** `cells` alone is that of `demo@local`. */
export function inVenv(title: string, cells: string | Row['cells'], options: InVenv = {}): Row {
  const { id, needs, signals, noSignals, beyond } = options
  const row = { id, needs, signals, noSignals, beyond }
  return {
    title,
    ...(Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined)) as Partial<Row>),
    cells: typeof cells === 'string' ? { 'demo@local': cells } : cells,
    async play() {
      const { scene, env } = await arrange(options)
      const { flags = [] } = options
      const launch = (script: readonly string[]) => [env.python, ...flags, ...script]
      await scene.look('local', { python: env.python, launch, ...options.look?.({ scene, env }) })
      if (options.facts) expect(onlyFacts(scene, 'local')).toMatchObject(options.facts)
      options.also?.(onlyFacts(scene, 'local'))
      return scene.judge()
    },
  }
}

async function arrange(options: InVenv): Promise<World> {
  const { claims = { packages: ['demo'] }, version, own = false, at, empty = false } = options
  const scene = createScene(claims, options.files)
  const dir = at ? path.join(scene.repo.dir, at) : path.join(scene.dir, 've')
  const env = own ? await createPrivatePython(dir, version) : await createVenv(dir, version ? { version } : {})
  if (!empty) install(env.site, demoWheel())
  writeFiles(env.site, options.site ?? {})
  if (options.commit) scene.repo.commit('More', options.commit)
  scene.repo.write(options.write ?? {})
  await options.arrange?.({ scene, env })
  return { scene, env }
}
