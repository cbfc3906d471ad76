/** What the commits since the base change, whatever they stand on. */
import { beforeAll, expect, test } from 'vitest'
import { anyPython, look } from '../support/look.ts'
import { createRepo } from '../support/repo.ts'

beforeAll(() => anyPython())
const patchesIn = async (dir: string) => (await look(dir, { only: 'git', place: 'local' })).facts.git?.patches

test('stay the same after a rebase, differ with the change, and are silent in a clone that is cut short', async () => {
  const repo = createRepo({ 'a.txt': '1\n', 'b.txt': '1\n' })
  repo.git('update-ref', 'refs/remotes/origin/HEAD', repo.sha())
  expect(await patchesIn(repo.dir)).toEqual([])
  repo.branch('topic')
  repo.commit('One', { 'a.txt': '2\n' })
  const before = await patchesIn(repo.dir)
  expect(before).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/)])
  repo.checkout('main')
  repo.git('update-ref', 'refs/remotes/origin/HEAD', repo.commit('Meanwhile', { 'b.txt': '2\n' }))
  repo.checkout('topic')
  repo.git('rebase', '--quiet', 'main')
  expect(await patchesIn(repo.dir)).toEqual(before)
  repo.commit('Two', { 'a.txt': '3\n' })
  const more = await patchesIn(repo.dir)
  expect([more?.length, more?.includes(before?.[0] ?? '')]).toEqual([2, true])
  expect(await patchesIn(repo.clone({ depth: 1, branch: 'topic' }).dir)).toBeUndefined()
})
