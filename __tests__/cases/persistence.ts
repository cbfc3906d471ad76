/** What outlives a session: canaries, volumes, containers, machines that look alike. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { onlyFacts } from './support/facts-of.ts'
import { python } from './support/python.ts'
import { createScene, handOver, type Look, type Name, type Scene } from './support/scene.ts'
import type { Row } from './support/table.ts'
import type { Under } from './support/under.ts'

const claims = (...canary: string[]) => ({ canary })

/** Looks one after the other, each in its own session; `between`: what becomes of the box meanwhile. */
async function visit(scene: Scene, name: Name, sessions: readonly Under[], between: (scene: Scene) => void = () => {}) {
  const program = await python()
  for (const [at, under] of sessions.entries()) {
    if (at > 0) between(scene)
    await scene.look(name, { python: program, under })
  }
  // Each file replaces the one before it; only the last one is published.
  return scene.judge({ candidates: scene.candidates.slice(-1) })
}

const once =
  (canaries: object, ...sessions: readonly ((scene: Scene) => Under)[]) =>
  async () => {
    const scene = createScene(canaries)
    const all = sessions.map((session) => session(scene))
    return visit(scene, 'box', all)
  }

const boxFile = ({ repo }: Scene): string => path.join(repo.dir, 'probes/box.txt')

/** The file of the first session comes back with a commit. */
const committed =
  (canaries: object, ...sessions: readonly ((scene: Scene) => Under)[]) =>
  async () => {
    const scene = createScene(canaries)
    const all = sessions.map((session) => session(scene))
    return visit(scene, 'box', all, () =>
      scene.repo.commit('Box', { 'probes/box.txt': fs.readFileSync(boxFile(scene), 'utf8') }),
    )
  }

/** Every task starts from an image, in whose making a probe ran; what the last one says. */
const fromImage =
  (...sessions: readonly ((scene: Scene) => Under)[]) =>
  async () => {
    const scene = createScene(claims('home', 'repo'))
    const image = path.join(scene.dir, 'image')
    const all = sessions.map((session) => session(scene))
    return visit(scene, 'box', all, () => {
      if (!fs.existsSync(image)) {
        for (const name of [scene.home, scene.repo.dir]) copy(name, path.join(image, path.basename(name)))
        return
      }
      for (const name of [scene.home, scene.repo.dir]) copy(path.join(image, path.basename(name)), name)
    })
  }

function copy(from: string, to: string): void {
  fs.rmSync(to, { recursive: true, force: true })
  fs.mkdirSync(path.dirname(to), { recursive: true })
  execFileSync('cp', ['-a', from, to])
}

const inMemory = ({ home }: Scene): Under => ({ tmpfs: [home] })
const inSandbox = (): Under => ({ pids: true })
const inContainer = ({ dir }: Scene, number: number): Under => ({ container: `${path.basename(dir)}-${number}` })
const plain = (): Under => ({})

export const persistenceRows: readonly Row[] = [
  {
    id: 'C54',
    title: 'a sandbox that is made anew for each session',
    needs: ['namespaces'],
    play: once(claims('home'), inMemory, inMemory),
    cells: { 'canary:home@box': 'fails CANARY_LOST' },
  },
  {
    title: 'one session only',
    needs: ['namespaces'],
    play: once(claims('home'), inMemory),
    cells: { 'canary:home@box': 'unknown FIRST_VISIT' },
  },
  {
    title: 'twice in one session',
    play: once(claims('home'), plain, plain),
    cells: { 'canary:home@box': 'unknown SAME_SESSION' },
  },
  {
    id: 'C55',
    title: 'home is not on the volume, the workspace is',
    needs: ['namespaces'],
    play: once(claims('home', 'repo', 'temp'), inMemory, plain),
    cells: {
      'canary:home@box': 'fails CANARY_LOST',
      'canary:repo@box': 'unknown SAME_SESSION',
      'canary:temp@box': 'unknown SAME_SESSION',
    },
  },
  {
    id: 'C56',
    title: 'another container with one volume: home is gone, the repository is there',
    needs: ['namespaces', 'control groups'],
    play: committed(
      claims('home', 'repo'),
      (scene) => ({ ...inMemory(scene), ...inContainer(scene, 1) }),
      (scene) => ({ ...inMemory(scene), ...inContainer(scene, 2) }),
    ),
    cells: { 'canary:home@box': 'fails CANARY_LOST', 'canary:repo@box': 'holds SURVIVED' },
  },
  {
    title: 'sandboxes give each command its own first process: outliving a command is no persistence',
    needs: ['namespaces'],
    play: once(claims('home'), inSandbox, inSandbox),
    cells: { 'canary:home@box': 'unknown SAME_SESSION' },
  },
  {
    title: 'rebooted, and everything is still there',
    needs: ['namespaces'],
    async play() {
      const scene = createScene(claims('home'))
      const program = await python()
      await scene.look('box', { python: program })
      // The same machine with another boot id is the machine after a restart.
      const boot = path.join(scene.dir, 'boot')
      fs.writeFileSync(boot, '11111111-2222-3333-4444-555555555555\n')
      const mount = `mount --bind ${boot} /proc/sys/kernel/random/boot_id`
      await scene.look('box', { python: program, under: { mounts: true, first: mount } })
      return scene.judge({ candidates: scene.candidates.slice(-1) })
    },
    cells: { 'canary:home@box': 'holds SURVIVED' },
  },
  {
    title: 'in another container with the same volume, whose file came with a commit',
    needs: ['control groups'],
    play: committed(
      claims('home'),
      (scene) => inContainer(scene, 1),
      (scene) => inContainer(scene, 2),
    ),
    cells: { 'canary:home@box': 'holds SURVIVED' },
    signals: ['fresh-box'],
  },
  {
    title: 'in another container with the same volume, and what remembers it on that volume too',
    needs: ['control groups'],
    play: once(
      claims('home'),
      (scene) => inContainer(scene, 1),
      (scene) => inContainer(scene, 2),
    ),
    cells: { 'canary:home@box': 'unknown FIRST_VISIT' },
  },
  {
    title: 'another command in the same container, with a first process of its own',
    needs: ['namespaces', 'control groups'],
    play: once(
      claims('home'),
      (scene) => inContainer(scene, 1),
      (scene) => ({ ...inContainer(scene, 1), ...inSandbox() }),
    ),
    cells: { 'canary:home@box': 'unknown SAME_SESSION' },
  },
  {
    title: 'a volume that moved to another machine, whose file came with a commit',
    needs: ['namespaces'],
    play: committed(
      claims('home'),
      () => ({ machine: 'first' }),
      () => ({ machine: 'second' }),
    ),
    cells: { 'canary:home@box': 'holds SURVIVED' },
  },
  {
    title: 'a home and a repository that were copied to another machine',
    needs: ['namespaces'],
    play: once(
      claims('home', 'repo'),
      () => ({ machine: 'first' }),
      () => ({ machine: 'first' }),
      () => ({ machine: 'second' }),
    ),
    cells: { 'canary:home@box': 'unknown FIRST_VISIT', 'canary:repo@box': 'unknown FIRST_VISIT' },
  },
  {
    title: 'an image whose making probed and left its file: each task is a first visit',
    needs: ['namespaces'],
    play: fromImage(
      () => ({ machine: 'making' }),
      () => ({ machine: 'task-1' }),
      () => ({ machine: 'task-2' }),
    ),
    cells: { 'canary:home@box': 'unknown FIRST_VISIT', 'canary:repo@box': 'unknown FIRST_VISIT' },
  },
  {
    title: 'the same with containers of one machine',
    needs: ['control groups'],
    play: fromImage(
      (scene) => inContainer(scene, 1),
      (scene) => inContainer(scene, 2),
      (scene) => inContainer(scene, 3),
    ),
    cells: { 'canary:home@box': 'unknown FIRST_VISIT', 'canary:repo@box': 'unknown FIRST_VISIT' },
  },
  {
    title: 'a fresh machine that has the file of another one',
    needs: ['namespaces'],
    play: once(
      claims('home'),
      (scene) => ({ machine: 'first', ...inMemory(scene) }),
      (scene) => ({ machine: 'second', ...inMemory(scene) }),
    ),
    cells: { 'canary:home@box': 'unknown FIRST_VISIT' },
    signals: ['fresh-box'],
  },
  {
    title: 'a hosted runner keeps nothing, whatever is found there',
    async play() {
      const scene = createScene({ canary: [{ name: 'home', in: ['ci'] }] })
      await scene.look('ci', { python: await python() })
      return scene.judge()
    },
    cells: { 'canary:home@ci': 'fails EPHEMERAL_RUNNER' },
  },
  {
    title: 'a home that nobody may write',
    needs: ['another user', 'a system python'],
    async play() {
      const scene = createScene(claims('home'))
      handOver(scene)
      await scene.look('box', { python: '/usr/bin/python3', under: { uid: 65534 } })
      expect(onlyFacts(scene, 'box').persist?.canary?.home).toMatchObject({ writable: false })
      return scene.judge()
    },
    cells: { 'canary:home@box': 'unknown FACT_MISSING' },
  },
  {
    title: 'a canary that was taken away by hand',
    async play() {
      const scene = createScene(claims('home'))
      const program = await python()
      await scene.look('box', { python: program })
      fs.rmSync(scene.home, { recursive: true })
      fs.mkdirSync(scene.home)
      await scene.look('box', { python: program })
      return scene.judge({ candidates: scene.candidates.slice(-1) })
    },
    cells: { 'canary:home@box': 'fails CANARY_LOST' },
  },
  {
    id: 'C66',
    title: 'two containers of one host with one name',
    needs: ['namespaces'],
    async play() {
      const scene = createScene(claims('home'))
      const look: Look = { python: await python(), under: { hostname: 'box-a', pids: true }, args: ['--host', 'show'] }
      await scene.look('local', look)
      await scene.look('box', { ...look, env: { HOME: scene.dir } })
      expect(onlyFacts(scene, 'local').host?.hostname).toBe(onlyFacts(scene, 'box').host?.hostname)
      return scene.judge()
    },
    cells: { 'canary:home@local': 'unknown FIRST_VISIT', 'canary:home@box': 'unknown SAME_MACHINE' },
  },
  {
    title: 'two machines with one name are two',
    needs: ['namespaces'],
    async play() {
      const scene = createScene({ files: ['~/model.bin'] })
      fs.writeFileSync(path.join(scene.home, 'model.bin'), 'x')
      const look = { python: await python(), args: ['--host', 'show'] }
      await scene.look('local', { ...look, under: { machine: 'one', hostname: 'box-a' } })
      await scene.look('box', { ...look, under: { machine: 'two', hostname: 'box-a', tmpfs: [scene.home] } })
      return scene.judge()
    },
    cells: { '~/model.bin@local': 'holds EXISTS', '~/model.bin@box': 'fails MISSING' },
  },
  {
    title: 'two containers of one machine are two',
    needs: ['control groups'],
    async play() {
      const scene = createScene({ files: ['~/model.bin'] })
      fs.writeFileSync(path.join(scene.home, 'model.bin'), 'x')
      const tag = path.basename(scene.dir)
      await scene.look('local', { python: await python() })
      await scene.look('box-a', { python: await python(), under: { container: `${tag}-a` } })
      await scene.look('box-b', { python: await python(), under: { container: `${tag}-b` } })
      return scene.judge()
    },
    cells: { '~/model.bin@local': 'holds EXISTS', '~/model.bin@box': 'unknown SAME_MACHINE' },
  },
  {
    title: 'a claimed file: only the pointer that Git LFS left, and a file that talks of one',
    async play() {
      const scene = createScene({ files: ['model.bin', 'notes.md'] })
      const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'ab'.repeat(32)}\nsize 132735\n`
      scene.repo.commit('Model', { 'model.bin': pointer, 'notes.md': `A pointer says:\n${pointer}` })
      await scene.look('box', { python: await python() })
      return scene.judge()
    },
    cells: { 'model.bin@box': 'fails MISSING', 'notes.md@box': 'holds EXISTS' },
  },
  {
    title: 'a claimed file: a folder of that name, and one that this user cannot read',
    needs: ['another user', 'a system python'],
    async play() {
      const scene = createScene({ files: ['data', 'closed.bin', 'gone.bin'] })
      scene.repo.commit('Data', { 'data/x': 'x', 'closed.bin': 'x' })
      handOver(scene)
      const closed = path.join(scene.repo.dir, 'closed.bin')
      fs.chownSync(closed, 0, 0)
      fs.chmodSync(closed, 0o600)
      await scene.look('box', { python: '/usr/bin/python3', under: { uid: 65534 } })
      return scene.judge()
    },
    cells: { 'data@box': 'holds EXISTS', 'closed.bin@box': 'fails UNREADABLE', 'gone.bin@box': 'fails MISSING' },
  },
]
