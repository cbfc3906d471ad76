/** What happens to evidence while a pull request moves: squashed, rebased, updated, left behind. */
import { beforeAll } from 'vitest'
import type { Repo } from '../support/repo.ts'
import { useBed } from '../support/use-bed.ts'
import { check } from './support/check.ts'
import { createProject, type Project, sitDown } from './support/project.ts'
import { all, suiteAt, type Telling, tell } from './support/telling.ts'

const lack = process.platform === 'win32' ? 'made of POSIX links' : undefined
const bed = useBed()
let project: Project

/** Two looks, made once: the laptop's after the first of four commits on `early`, both after the last on `topic`. */
beforeAll(async () => {
  if (lack) return
  project = await createProject()
  const { origin } = project
  const laptop = sitDown(project, 'laptop')
  await laptop.push('local')
  origin.git('branch', 'early', 'topic')
  await laptop.type(
    // Longer than before: in the same second, Python would go on with the bytecode that it has.
    'for n in 3 4 5; do echo "ANSWER = 40$n" > demo/__init__.py; git commit -qam "Step $n"; done; git push -q',
  )
  origin.git('branch', 'three-more', 'topic')
  await laptop.push('local')
  await sitDown(project, 'agents-box').push('box')
  origin.git('branch', 'moved', 'main')
  origin.checkout('moved')
  origin.commit('Meanwhile on main', { 'docs/other.md': 'Other\n' })
})

/** The pull request after something was done to its branch, and what the check then shows. */
async function after(done: (origin: Repo) => void, options: Parameters<typeof check>[2] = {}) {
  const { origin } = project
  origin.git('checkout', '--quiet', '-B', 'head', 'topic')
  done(origin)
  return check(bed, project, { head: 'head', ...options })
}

const PLACES = ['local', 'box', 'ci'] as const
const AT_HOME = ['local', 'box'] as const
const rowsAt = (places: readonly string[]): string[] =>
  places.flatMap((place) =>
    ['package installed/pytest', 'package installed/demo', 'env var set/MODE', 'tests green/suite'].map(
      (row) => `${row}@${place}`,
    ),
  )

const TELLINGS: readonly Telling[] = [
  {
    title: 'nothing moved: everything holds, the report is two lines and a folded table',
    play: () => after(() => {}),
    cells: suiteAt(PLACES, 'holds GREEN'),
    blocks: [],
    noSignals: ['older-content'],
    next: null,
    golden: 'nothing-moved',
  },
  {
    title: 'squashed into one commit: other name, same bytes, still proven',
    play: () =>
      after((origin) => {
        origin.git('reset', '--quiet', '--soft', 'main')
        origin.commit('All of it')
      }),
    cells: suiteAt(PLACES, 'holds GREEN'),
    blocks: [],
    noSignals: ['older-content'],
    next: null,
    golden: 'squashed',
  },
  {
    title: 'rebased onto a base that moved: the same patches, so that old files count as far as they go',
    play: () => after((origin) => origin.git('rebase', '--quiet', 'moved'), { base: 'moved' }),
    cells: { ...suiteAt(AT_HOME, 'holds GREEN_EARLIER'), ...suiteAt(['ci'], 'holds GREEN') },
    blocks: [],
    signals: ['older-content'],
    next: null,
    golden: 'rebased',
  },
  {
    title: '"Update branch": the old head is a commit of the pull request, its green counts as far as it goes',
    play: () => after((origin) => origin.merge('moved'), { base: 'moved' }),
    cells: { ...suiteAt(AT_HOME, 'holds GREEN_EARLIER'), ...suiteAt(['ci'], 'holds GREEN') },
    blocks: [],
    signals: ['older-content'],
    next: null,
    golden: 'updated',
  },
  {
    title: 'the base moved: ci tests the new merge, the others the head, and both are this pull request',
    play: () => after(() => {}, { base: 'moved' }),
    cells: suiteAt(PLACES, 'holds GREEN'),
    blocks: [],
    noSignals: ['older-content'],
    next: null,
    golden: 'base-moved',
  },
  {
    title: 'local.txt, then three more commits: it holds as far as it goes, and says how far',
    play: () => after((origin) => origin.git('reset', '--quiet', '--hard', 'three-more')),
    cells: {
      ...suiteAt(['local'], 'holds GREEN_EARLIER'),
      ...suiteAt(['ci'], 'holds GREEN'),
      ...suiteAt(['box'], 'unknown NO_PROBE'),
    },
    blocks: ['UNKNOWN'],
    signals: ['older-content'],
    next: /^Tell the agent/,
    golden: 'three-more-commits',
  },
  {
    title: 'local.txt, then three more commits, where only fresh files count',
    play: () =>
      after((origin) => origin.git('reset', '--quiet', '--hard', 'three-more'), {
        with: { 'fail-on': 'unknown, fails, stale', places: 'local, ci' },
      }),
    cells: suiteAt(['local'], 'holds GREEN_EARLIER'),
    blocks: ['STALE'],
    next: /probe again/,
    golden: 'only-fresh',
  },
  {
    title: 'probe files left over from an earlier pull request never speak for a later one',
    // The earlier one was merged; the new one starts there.
    play: () =>
      after((origin) => origin.commit('Another story', { 'demo/__init__.py': 'ANSWER = 50\n' }), { base: 'topic' }),
    cells: { ...all(rowsAt(AT_HOME), 'unknown NO_PROBE'), ...suiteAt(['ci'], 'holds GREEN') },
    blocks: ['UNKNOWN'],
    next: /agent_probe\.py local/,
    golden: 'left-over',
  },
  {
    title: 'docs only, after the last look: what was tested is an earlier commit of this pull request',
    play: () => after((origin) => origin.commit('Say it better', { 'README.md': 'A better demo\n' })),
    cells: { ...suiteAt(AT_HOME, 'holds GREEN_EARLIER'), ...suiteAt(['ci'], 'holds GREEN') },
    blocks: [],
    signals: ['older-content'],
    next: null,
    golden: 'docs-after-the-look',
  },
  {
    title: 'docs only and nobody looked: the places that are asked stay unknown, one step says what to run',
    play: () =>
      after((origin) => {
        origin.git('reset', '--quiet', '--hard', 'main')
        origin.commit('A better readme', { 'README.md': 'The best demo\n' })
      }),
    cells: { ...all(rowsAt(AT_HOME), 'unknown NO_PROBE'), ...suiteAt(['ci'], 'holds GREEN') },
    blocks: ['UNKNOWN'],
    next: /agent_probe\.py local/,
    golden: 'docs-only',
  },
  {
    title: 'in a merge queue everybody was asked before: only ci is, about what would be merged',
    play: () => after(() => {}, { base: 'moved', eventName: 'merge_group' }),
    cells: { ...suiteAt(['ci'], 'holds GREEN'), ...suiteAt(AT_HOME, 'not asked') },
    blocks: [],
    next: null,
    golden: 'merge-queue',
  },
]

tell(TELLINGS, lack)
