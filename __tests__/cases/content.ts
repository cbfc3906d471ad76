/** Which content was tested: merge commits, dirty trees, hidden and ignored files. */
import fs from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { referTo } from './support/case.ts'
import { onlyFacts } from './support/facts-of.ts'
import { createProject, FLAT, pytestVenv, withTest } from './support/project.ts'
import type { Look, Name, Scene } from './support/scene.ts'
import type { Row } from './support/table.ts'

const BOX = { machine: 'box' }
const RUNNER = { machine: 'runner' }

async function test(scene: Scene, name: Name, look: Partial<Look> = {}) {
  await scene.look(name, { python: (await pytestVenv()).python, tests: 'auto', ...look })
}

/** A pull request as GitHub checks it out: HEAD is the merge of head into base, on no branch. */
function openPull(scene: Scene, { baseMoved }: { readonly baseMoved: boolean }) {
  const { repo } = scene
  repo.branch('feat')
  const head = repo.commit('Feature', { 'demo/more.py': 'MORE = 1\n' })
  repo.checkout('main')
  if (baseMoved) repo.commit('Meanwhile', { 'demo/base.py': 'BASE = 1\n' })
  const base = repo.sha()
  const merge = repo.worktree({ commit: base })
  merge.merge('feat')
  repo.git('update-ref', 'refs/pull/1/merge', merge.sha())
  repo.checkout('feat')
  return { head, base, merge }
}

async function playPull(baseMoved: boolean, ...places: readonly ('local' | 'ci')[]) {
  const scene = createProject()
  const { head, base, merge } = openPull(scene, { baseMoved })
  if (places.includes('local')) await test(scene, 'local')
  const env = { GITHUB_SHA: merge.sha(), GITHUB_REF: 'refs/pull/1/merge' }
  await test(scene, 'ci', { cwd: merge.dir, under: RUNNER, env })
  expect(onlyFacts(scene, 'ci').git).toMatchObject({ head: merge.sha(), parents: [base, head] })
  const verdict = await scene.judge({ reference: await referTo(scene.repo, merge) })
  const fact = verdict.rows[0]?.cells.ci?.fact
  expect(fact).toContain(head.slice(0, 7))
  expect(fact).toContain(merge.sha().slice(0, 7))
  return verdict
}

const counts = (scene: Scene, name: Name) => {
  const { modified, deleted, untracked } = onlyFacts(scene, name).git ?? {}
  return { modified, deleted, untracked }
}

const NEEDS_TRACES = 'def test_more():\n    open("traces/x.json").close()\n'

export const contentRows: readonly Row[] = [
  {
    id: 'C41',
    title: 'the base has not moved: merge and head are equal content',
    needs: ['pytest', 'namespaces'],
    play: () => playPull(false, 'local', 'ci'),
    cells: { 'suite@local': 'holds GREEN', 'suite@ci': 'holds GREEN' },
  },
  {
    id: 'C41',
    title: 'the base has moved: ci names the merge, local speaks for the head',
    needs: ['pytest', 'namespaces'],
    play: () => playPull(true, 'local', 'ci'),
    cells: { 'suite@local': 'holds GREEN', 'suite@ci': 'holds GREEN' },
  },
  {
    id: 'C43',
    title: 'a revision that belongs to no branch',
    needs: ['pytest', 'namespaces'],
    play: () => playPull(false, 'ci'),
    cells: { 'suite@ci': 'holds GREEN' },
  },
  {
    title: 'ci checked out the head instead of the merge, and the base has moved',
    needs: ['pytest'],
    async play() {
      const scene = createProject()
      const { merge } = openPull(scene, { baseMoved: true })
      await test(scene, 'ci')
      return scene.judge({ reference: await referTo(scene.repo, merge) })
    },
    cells: { 'suite@ci': 'unknown STALE_CONTENT' },
  },
  ...(
    [
      ['clean', null, 'holds GREEN_EARLIER'],
      ['with changes', 'EXTRA = 1\n', 'unknown STALE_CONTENT'],
    ] as const
  ).map(
    ([how, extra, cell]): Row => ({
      title: `an earlier commit of the pull request, ${how}`,
      needs: ['pytest'],
      async play() {
        const scene = createProject()
        const first = scene.repo.sha()
        if (extra) scene.repo.write({ 'demo/extra.py': extra })
        await test(scene, 'box')
        if (extra) scene.repo.write({ 'demo/extra.py': null })
        const head = scene.repo.commit('More', { 'demo/more.py': 'MORE = 1\n' })
        return scene.judge({ reference: await referTo(scene.repo, scene.repo, [first, head]) })
      },
      cells: { 'suite@box': cell },
      ...(extra ? {} : { signals: ['older-content'] }),
    }),
  ),
  {
    title: 'a commit that the pull request does not have',
    needs: ['pytest'],
    async play() {
      const scene = createProject()
      const { merge } = openPull(scene, { baseMoved: false })
      scene.repo.commit('Not pushed', { 'demo/mine.py': 'MINE = 1\n' })
      await test(scene, 'box')
      return scene.judge({ reference: await referTo(merge, merge) })
    },
    cells: { 'suite@box': 'unknown NOT_THIS_PR' },
  },
  {
    title: 'a dirty tree, tested, then committed exactly so',
    needs: ['pytest'],
    async play() {
      const scene = createProject()
      scene.repo.write({ 'demo/more.py': 'MORE = 1\n' })
      await test(scene, 'box')
      scene.repo.commit('What was tested')
      return scene.judge()
    },
    cells: { 'suite@box': 'holds GREEN' },
  },
  {
    title: 'committing the probe file changes nothing',
    needs: ['pytest'],
    async play() {
      const scene = createProject()
      await test(scene, 'box')
      scene.repo.commit('Probe file')
      return scene.judge()
    },
    cells: { 'suite@box': 'holds GREEN' },
  },
  {
    id: 'C45',
    title: 'not all tracked files were copied into the image',
    needs: ['pytest', 'namespaces'],
    async play() {
      const scene = createProject({ ...FLAT, b: 'b\n' })
      await test(scene, 'local')
      const image = scene.repo.clone()
      fs.rmSync(path.join(image.dir, 'b'))
      await test(scene, 'box', { cwd: image.dir, under: BOX })
      expect(counts(scene, 'box')).toEqual({ modified: 0, deleted: 1, untracked: 0 })
      const verdict = await scene.judge()
      expect(verdict.rows[0]?.cells.box?.reason).toBe('STALE_CONTENT')
      return verdict
    },
    cells: { 'suite@local': 'holds GREEN', 'suite@box': 'unknown STALE_CONTENT' },
  },
  {
    id: 'C46',
    title: 'an untracked file, which describe does not mention',
    needs: ['pytest'],
    async play() {
      const scene = createProject()
      scene.repo.write({ u: 'u\n' })
      await test(scene, 'local')
      expect(counts(scene, 'local')).toEqual({ modified: 0, deleted: 0, untracked: 1 })
      const verdict = await scene.judge()
      expect(verdict.rows[0]?.cells.local?.fact).toContain('1 untracked')
      return verdict
    },
    cells: { 'suite@local': 'unknown STALE_CONTENT' },
  },
  {
    title: 'a shallow clone of depth one',
    needs: ['pytest'],
    async play() {
      const scene = createProject()
      scene.repo.commit('Second', { 'demo/more.py': 'MORE = 1\n' })
      const clone = scene.repo.clone({ depth: 1 })
      await test(scene, 'box', { cwd: clone.dir })
      expect(onlyFacts(scene, 'box').git).toMatchObject({ shallow: true, parents: [scene.repo.sha('HEAD^')] })
      return scene.judge()
    },
    cells: { 'suite@box': 'holds GREEN' },
  },
  {
    title: 'a repository that git refuses to this user',
    needs: ['another user', 'a system python'],
    async play() {
      const scene = createProject()
      fs.chmodSync(scene.repo.dir, 0o777)
      fs.chmodSync(path.join(scene.repo.dir, 'probes'), 0o777)
      await scene.look('local', { python: '/usr/bin/python3', under: { uid: 65534 } })
      expect(onlyFacts(scene, 'local').git?.state).toBe('refused')
      return scene.judge()
    },
    cells: { 'suite@local': 'unknown GIT_REFUSED' },
  },
  {
    title: 'an image without .git: which tree was tested is unknown, not another one',
    needs: ['pytest'],
    async play() {
      const scene = createProject()
      const [git, aside] = [path.join(scene.repo.dir, '.git'), path.join(scene.dir, 'aside')]
      fs.renameSync(git, aside)
      await test(scene, 'box')
      fs.renameSync(aside, git)
      expect(onlyFacts(scene, 'box').git?.state).toBe('none')
      expect(onlyFacts(scene, 'box').tests?.session?.same_tree).toBeUndefined()
      return scene.judge()
    },
    cells: { 'suite@box': 'unknown GIT_REFUSED' },
  },
  ...(
    [
      ['C48', 'ignored and only here', { '.gitignore': `${FLAT['.gitignore']}traces/\n` }],
      ['', 'hidden from status by the repository’s own exclude file', {}],
    ] as const
  ).map(
    ([id, how, ignore]): Row => ({
      ...(id ? { id } : {}),
      title: `the needed file is ${how}`,
      needs: ['pytest', 'namespaces'],
      async play() {
        const scene = createProject(withTest(NEEDS_TRACES, ignore))
        const clean = scene.repo.clone()
        if (!id) fs.appendFileSync(path.join(scene.repo.dir, '.git/info/exclude'), 'traces/\n')
        scene.repo.write({ 'traces/x.json': '{}' })
        await test(scene, 'local')
        await test(scene, 'ci', { cwd: clean.dir, under: RUNNER })
        const [here, there] = [onlyFacts(scene, 'local').git, onlyFacts(scene, 'ci').git]
        expect(here?.tree_content).toBe(there?.tree_content)
        expect(here?.ignored).toBeGreaterThan(there?.ignored ?? Number.POSITIVE_INFINITY)
        return scene.judge()
      },
      cells: { 'suite@local': 'holds GREEN', 'suite@ci': 'fails FAILED' },
      signals: ['green-here-red-there'],
    }),
  ),
]
