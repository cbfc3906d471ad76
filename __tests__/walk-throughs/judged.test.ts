/** Turns of the walk-throughs that differ in one fact: judged from the recorded files, no process started. */

import { createIsAgent, whoIsAsked } from '../../src/core/asked.ts'
import type { AskedPlaces } from '../../src/core/case.ts'
import type { PullRequest } from '../../src/core/pull-request.ts'
import { ALL_PLACES, withOverrides } from '../support/facts.ts'
import { type Play, play } from './support/stage.ts'
import { suiteAt, type Telling, type Told, tell, toldOf } from './support/telling.ts'
import { asWindows } from './support/windows.ts'

const PLACES = ['local', 'box', 'ci'] as const
const isAgent = createIsAgent([])

const pull = (author: string, more: Partial<PullRequest> = {}): PullRequest => ({
  number: 7,
  url: 'https://github.com/octo/demo/pull/7',
  author,
  authorIsBot: author.endsWith('[bot]'),
  association: 'MEMBER',
  headSha: 'a'.repeat(40),
  headRef: 'topic',
  fromFork: false,
  baseSha: 'b'.repeat(40),
  baseRef: 'main',
  body: '',
  ...more,
})

const askedOf = (one: PullRequest): AskedPlaces =>
  whoIsAsked(one, { places: 'auto', claims: { asks: ALL_PLACES }, isAgent })
const by = (one: PullRequest, scene: Play = {}): Play => ({ ...scene, case: { asked: askedOf(one), ...scene.case } })

const told = (scene: Play): Told => toldOf(play(scene))

const TELLINGS: readonly Telling[] = [
  {
    title: 'a fork of somebody known: asked like everybody',
    play: () => told(by(pull('regular', { fromFork: true, association: 'MEMBER' }), { gone: ['box'] })),
    cells: { ...suiteAt(['local', 'ci'], 'holds GREEN'), ...suiteAt(['box'], 'unknown NO_PROBE') },
    blocks: ['UNKNOWN'],
    next: /^Tell the agent/,
  },
  {
    title: 'Dependabot may not loosen the gate, however green ci is',
    play: () =>
      told(
        by(pull('dependabot[bot]'), {
          gone: ['local', 'box'],
          case: { loosened: [{ what: 'claim dropped', key: 'secret stored/.env' }], authorMayLoosen: false },
        }),
      ),
    cells: suiteAt(['ci'], 'holds GREEN'),
    blocks: ['LOOSENED'],
    next: /undo the change to probes\/claims\.json/,
  },
  {
    title: 'a forgetful agent: one more edit after the tests were green',
    play: () => told({ facts: { box: { git: { tree_content: 'f0'.repeat(32), modified: 1 } } } }),
    cells: { ...suiteAt(['local', 'ci'], 'holds GREEN'), 'tests green/suite@box': 'unknown STALE_CONTENT' },
    blocks: ['UNKNOWN'],
    next: /agent_probe\.py box/,
  },
  {
    title: 'four legs of which one fails: one failure decides, whatever the others say',
    play: () =>
      told({
        ...legs('py3.10', 'py3.11', 'py3.12', 'py3.13'),
        more: {
          ...legs('py3.10', 'py3.11', 'py3.12').more,
          'ci-py3.13': withOverrides(legs('py3.13').more?.['ci-py3.13'] ?? {}, {
            tests: { exit_status: 1, failed: 1, passed: 0 },
          }),
        },
        case: { expect: FOUR },
      }),
    cells: { 'tests green/suite@ci': 'fails FAILED' },
    blocks: ['CI_TESTS_FAIL', 'FAILS'],
    next: /fix what fails/,
  },
  {
    title: 'four legs, all there: one column that holds',
    play: () => told({ ...legs('py3.10', 'py3.11', 'py3.12', 'py3.13'), case: { expect: FOUR } }),
    cells: suiteAt(PLACES, 'holds GREEN'),
    blocks: [],
    next: null,
  },
  {
    title: 'a failed job run again on a machine that stays: the record of the first attempt is not of this one',
    play: () =>
      told({ facts: { ci: { probe: { ci: { attempt: '2', runner: 'self-hosted' } }, tests: { source: 'session' } } } }),
    cells: { ...suiteAt(['local', 'box'], 'holds GREEN'), 'tests green/suite@ci': 'unknown FOREIGN_RECORD' },
    blocks: ['UNKNOWN'],
    next: /push/,
  },
  {
    title: 'a Windows laptop that keeps a secret: nothing says who can read it',
    play: () => told({ text: { local: asWindows } }),
    cells: { 'secret stored/.env@local': 'unknown NO_MODES' },
    blocks: ['UNKNOWN'],
    next: /claims\.json/,
  },
]

const FOUR = ['ci-py3.10', 'ci-py3.11', 'ci-py3.12', 'ci-py3.13']

function legs(...names: readonly string[]): Play {
  const version = (name: string) => name.replace('py', '').concat('.1')
  const ofLeg = (name: string) => ({
    interpreter: { version: version(name) },
    tests: { session: { version: version(name) } },
  })
  return { gone: ['ci'], more: Object.fromEntries(names.map((name) => [`ci-${name}`, ofLeg(name)])) }
}

tell(TELLINGS)
