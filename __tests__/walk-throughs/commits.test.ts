/** What happens to evidence while a pull request moves: squashed, rebased, updated, left behind. */
import { beforeAll } from 'vitest'
import { whoIsAsked } from '../../src/core/asked.ts'
import type { Place, Reference } from '../../src/core/model.ts'
import { candidate, judge } from './support/judging.ts'
import { CLAIMS, createStory, type Story } from './support/story.ts'
import { all, type Telling, tell } from './support/telling.ts'

let story: Story
const four = ['c1', 'c2', 'c3', 'c4']

beforeAll(async () => {
  story = await createStory()
})

/** Files of places at commits, `ci` at the merge, judged for a reference. */
async function play(files: { readonly [P in Place]?: string }, reference: Reference, more: object = {}) {
  const texts = await Promise.all(
    Object.entries(files).map(async ([place, at]) =>
      candidate(place, await (place === 'ci' ? story.ranAt(at) : story.seen(place as Place, at))),
    ),
  )
  return judge(CLAIMS, texts, reference, more)
}

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
    play: () => play({ local: 'c4', box: 'c4', ci: 'merge' }, story.reference('c4', 'merge', four)),
    cells: {
      ...all(['tests green/suite@local', 'tests green/suite@box', 'tests green/suite@ci'], 'holds GREEN'),
    },
    blocks: [],
    next: null,
    golden: 'nothing-moved',
  },
  {
    title: 'squashed into one commit: other name, same bytes, still proven',
    play: () =>
      play(
        { local: 'c4', box: 'c4', ci: 'squashed-merge' },
        story.reference('squashed', 'squashed-merge', ['squashed']),
      ),
    cells: all(['tests green/suite@local', 'tests green/suite@box', 'tests green/suite@ci'], 'holds GREEN'),
    blocks: [],
    noSignals: ['older-content'],
    next: null,
    golden: 'squashed',
  },
  {
    title: 'rebased onto a base that moved: other bytes, old files speak for nothing',
    play: () =>
      play(
        { local: 'c4', box: 'c4', ci: 'rebased-merge' },
        story.reference('rebased', 'rebased-merge', ['rebased']),
      ),
    cells: { ...all(rowsAt(AT_HOME), 'unknown NOT_THIS_PR'), 'tests green/suite@ci': 'holds GREEN' },
    blocks: ['UNKNOWN'],
    next: /head.*agent_probe\.py local/,
    golden: 'rebased',
  },
  {
    title:
      '"Update branch": the old head is a commit of the pull request, its green counts as far as it goes',
    play: () =>
      play(
        { local: 'c4', box: 'c4', ci: 'updated-merge' },
        story.reference('updated', 'updated-merge', [...four, 'updated']),
      ),
    cells: all(['tests green/suite@local', 'tests green/suite@box', 'tests green/suite@ci'], 'holds GREEN'),
    blocks: [],
    signals: ['older-content'],
    next: null,
    golden: 'updated',
  },
  {
    title: 'the base moved: ci tests the new merge, the others the head, and both are this pull request',
    play: async () => {
      const merged = 'moved-merge'
      return play({ local: 'c4', box: 'c4', ci: merged }, story.reference('c4', merged, four))
    },
    cells: all(['tests green/suite@local', 'tests green/suite@box', 'tests green/suite@ci'], 'holds GREEN'),
    blocks: [],
    noSignals: ['older-content'],
    next: null,
  },
  {
    title: 'the base moved and ci still shows the merge before: that proves another merge',
    play: async () => {
      const merged = 'moved-merge'
      return play({ local: 'c4', box: 'c4', ci: 'merge' }, story.reference('c4', merged, four))
    },
    cells: { 'tests green/suite@ci': 'unknown STALE_CONTENT', 'tests green/suite@local': 'holds GREEN' },
    blocks: ['UNKNOWN'],
    next: /push/,
  },
  {
    title: 'local.txt, then three more commits: it holds as far as it goes, and says how far',
    play: () => play({ local: 'c1', box: 'c4', ci: 'merge' }, story.reference('c4', 'merge', four)),
    cells: all(['tests green/suite@local', 'tests green/suite@box', 'tests green/suite@ci'], 'holds GREEN'),
    blocks: [],
    signals: ['older-content'],
    next: null,
    golden: 'three-more-commits',
  },
  {
    title: 'local.txt, then three more commits, where only fresh files count',
    play: () =>
      play({ local: 'c1', box: 'c4', ci: 'merge' }, story.reference('c4', 'merge', four), {
        failOn: ['unknown', 'fails', 'stale'],
      }),
    cells: { 'tests green/suite@local': 'holds GREEN' },
    blocks: ['STALE'],
    next: /probe again/,
  },
  {
    title: 'probe files left over from an earlier pull request never speak for a later one',
    // The earlier pull request was merged; the new one starts there.
    play: () =>
      play({ local: 'c4', box: 'c4', ci: 'later-merge' }, story.reference('later', 'later-merge', ['later'])),
    cells: { ...all(rowsAt(AT_HOME), 'unknown NOT_THIS_PR'), 'tests green/suite@ci': 'holds GREEN' },
    blocks: ['UNKNOWN'],
    next: /head/,
    golden: 'left-over',
  },
  {
    title:
      'docs only, after the last look: the code that was tested is an earlier commit of this pull request',
    play: () =>
      play(
        { local: 'c4', box: 'c4', ci: 'documented-merge' },
        story.reference('documented', 'documented-merge', [...four, 'documented']),
      ),
    cells: all(['tests green/suite@local', 'tests green/suite@box', 'tests green/suite@ci'], 'holds GREEN'),
    blocks: [],
    signals: ['older-content'],
    next: null,
  },
  {
    title:
      'docs only and nobody looked: the places that are asked stay unknown, and one step says what to run',
    play: () =>
      play({ ci: 'only-docs-merge' }, story.reference('only-docs', 'only-docs-merge', ['only-docs'])),
    cells: { ...all(rowsAt(AT_HOME), 'unknown NO_PROBE'), ...all(['tests green/suite@ci'], 'holds GREEN') },
    blocks: ['UNKNOWN'],
    next: /agent_probe\.py local/,
  },
  {
    title: 'in a merge queue everybody was asked before: only ci is, about what would be merged',
    play: async () => {
      const merged = 'moved-merge'
      const asked = whoIsAsked(undefined, {
        places: 'auto',
        claimed: ['local', 'box', 'ci'],
        isAgent: () => false,
        inQueue: true,
      })
      const { merge: content, mergeSha } = story.reference(merged, merged, [])
      const reference = { merge: content, mergeSha, commits: [], pullRequest: false } as Reference
      return play({ ci: merged }, reference, { asked })
    },
    cells: { 'tests green/suite@ci': 'holds GREEN', 'tests green/suite@local': 'not asked' },
    blocks: [],
    next: null,
  },
]

tell(TELLINGS, process.platform === 'win32' ? 'made of POSIX links' : undefined)
