/** Who is asked, and what each of them is told: from the recorded files, no process started. */

import type { Asked } from '../../src/core/asked.ts'
import { createIsAgent, whoIsAsked } from '../../src/core/asked.ts'
import type { PullRequest } from '../../src/core/pull-request.ts'
import { machineOf } from './support/recorded-files.ts'
import { type Play, play } from './support/stage.ts'
import { all, type Telling, tell } from './support/telling.ts'
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

const askedOf = (one: PullRequest): Asked =>
  whoIsAsked(one, { places: 'auto', claimed: PLACES, isAgent, inQueue: false })
const by = (one: PullRequest, scene: Play = {}): Play => ({
  ...scene,
  case: { asked: askedOf(one), ...scene.case },
})

const suiteAt = (places: readonly string[], what: string) =>
  all(
    places.map((place) => `tests green/suite@${place}`),
    what,
  )
const onTheLaptop = (text: string): string => text.replaceAll(machineOf('box'), machineOf('local'))

const TELLINGS: readonly Telling[] = [
  {
    title: 'a solo developer whose agent works on the laptop: one machine is not two places',
    play: () => play(by(pull('octocat'), { text: { box: onTheLaptop } })),
    cells: { ...suiteAt(['local', 'ci'], 'holds GREEN'), ...suiteAt(['box'], 'unknown SAME_MACHINE') },
    blocks: ['UNKNOWN'],
    next: /machine/,
    golden: 'solo-one-machine',
  },
  {
    title: 'the same developer says so in claims.json: two places, and all is well',
    play: () =>
      play({
        claims: {
          places: ['local', 'ci'],
          canary: [{ name: 'home', in: ['local'] }],
          secrets: [{ name: '.env', in: ['local'] }],
        },
        gone: ['box'],
      }),
    cells: { ...suiteAt(['local', 'ci'], 'holds GREEN'), ...suiteAt(['box'], 'not asked') },
    blocks: [],
    next: null,
    golden: 'solo-two-places',
  },
  {
    title: "Copilot's pull request before it has probed: its own box is asked, nobody's laptop",
    play: () => play(by(pull('Copilot', { authorIsBot: true }), { gone: ['local', 'box'] })),
    cells: {
      ...suiteAt(['ci'], 'holds GREEN'),
      ...suiteAt(['box'], 'unknown NO_PROBE'),
      ...suiteAt(['local'], 'not asked'),
    },
    blocks: ['UNKNOWN'],
    next: /^Tell the agent: .*agent_probe\.py box/,
    golden: 'copilot-not-yet',
  },
  {
    title: "Copilot's pull request with its probe: nobody else is bothered",
    play: () => play(by(pull('Copilot', { authorIsBot: true }), { gone: ['local'] })),
    cells: { ...suiteAt(['box', 'ci'], 'holds GREEN'), ...suiteAt(['local'], 'not asked') },
    blocks: [],
    next: null,
    golden: 'copilot',
    inAllForms: true,
  },
  {
    title: 'a first contribution from a fork: only ci is asked',
    play: () =>
      play(by(pull('newcomer', { fromFork: true, association: 'NONE' }), { gone: ['local', 'box'] })),
    cells: { ...suiteAt(['ci'], 'holds GREEN'), ...suiteAt(['local', 'box'], 'not asked') },
    blocks: [],
    next: null,
    golden: 'fork',
  },
  {
    title: 'a fork of somebody known: asked like everybody',
    play: () => play(by(pull('regular', { fromFork: true, association: 'CONTRIBUTOR' }), { gone: ['box'] })),
    cells: { ...suiteAt(['local', 'ci'], 'holds GREEN'), ...suiteAt(['box'], 'unknown NO_PROBE') },
    blocks: ['UNKNOWN'],
    next: /^Tell the agent/,
  },
  {
    title: 'Dependabot: only ci is asked, and what fails there blocks',
    play: () =>
      play(
        by(pull('dependabot[bot]'), {
          gone: ['local', 'box'],
          facts: { ci: { tests: { exit_status: 1, failed: 1, passed: 0 } } },
        }),
      ),
    cells: { ...suiteAt(['ci'], 'fails FAILED'), ...suiteAt(['local', 'box'], 'not asked') },
    blocks: ['CI_TESTS_FAIL', 'FAILS'],
    next: /mend what fails/,
    golden: 'dependabot',
  },
  {
    title: 'Dependabot may not loosen the gate, however green ci is',
    play: () =>
      play(
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
    title:
      'a forgetful agent: it ran no test with the record on, lost the variable, and left the secret open',
    play: () =>
      play(
        by(pull('octocat'), {
          facts: {
            box: {
              tests: { source: 'none' },
              env: { claimed: { MODE: { set: false } } },
              secrets: { files: { '.env': { others_read: true, mode: '0644' } } },
            },
          },
        }),
      ),
    cells: {
      ...suiteAt(['local', 'ci'], 'holds GREEN'),
      'tests green/suite@box': 'unknown NO_RECORD',
      'env var set/MODE@box': 'fails UNSET',
      'secret stored/.env@box': 'fails READABLE_BY_OTHERS',
    },
    blocks: ['UNKNOWN', 'FAILS'],
    signals: ['export-died'],
    next: /^Tell the agent/,
    golden: 'forgetful-agent',
    inAllForms: true,
  },
  {
    title: 'a forgetful agent: one more edit after the tests were green',
    play: () => play({ facts: { box: { git: { tree_content: 'f0'.repeat(32), modified: 1 } } } }),
    cells: { ...suiteAt(['local', 'ci'], 'holds GREEN'), 'tests green/suite@box': 'unknown STALE_CONTENT' },
    blocks: ['UNKNOWN'],
    next: /agent_probe\.py box/,
  },
  {
    title: 'four legs of which one is missing: the column says which, and what brings it',
    play: () => play({ ...legs('py3.10', 'py3.11', 'py3.12'), case: { expect: FOUR } }),
    cells: { 'tests green/suite@ci': 'unknown MISSING_LEG', ...suiteAt(['local', 'box'], 'holds GREEN') },
    blocks: ['UNKNOWN'],
    next: /py3\.13/,
    golden: 'four-legs-one-missing',
    inAllForms: true,
  },
  {
    title: 'four legs of which one fails: one failure decides, whatever the others say',
    play: () =>
      play({
        ...legs('py3.10', 'py3.11', 'py3.12', 'py3.13'),
        more: {
          ...legs('py3.10', 'py3.11', 'py3.12').more,
          'ci-py3.13': { tests: { exit_status: 1, failed: 1, passed: 0 } },
        },
        case: { expect: FOUR },
      }),
    cells: { 'tests green/suite@ci': 'fails FAILED' },
    blocks: ['CI_TESTS_FAIL', 'FAILS'],
    next: /mend what fails/,
  },
  {
    title: 'four legs, all there: one column that holds',
    play: () => play({ ...legs('py3.10', 'py3.11', 'py3.12', 'py3.13'), case: { expect: FOUR } }),
    cells: suiteAt(PLACES, 'holds GREEN'),
    blocks: [],
    next: null,
  },
  {
    title: 'a failed job run again: the second attempt speaks, the first is evidence of nothing',
    play: () =>
      play({
        facts: { ci: { probe: { ci: { attempt: '2' } }, tests: { session: { attempt: '2' } } } },
        files: [
          // What the first attempt uploaded, as it would come back from the list of artifacts.
          [{ kind: 'artifact', label: 'artifact probes-ci of run 4711', run: '4711' }, 'ci', FAILED],
        ],
      }),
    cells: suiteAt(PLACES, 'holds GREEN'),
    blocks: [],
    next: null,
  },
  {
    title:
      'a failed job run again on a machine that stays: the record of the first attempt is not of this one',
    play: () =>
      play({
        facts: {
          ci: { probe: { ci: { attempt: '2', runner: 'self-hosted' } }, tests: { source: 'session' } },
        },
      }),
    cells: { ...suiteAt(['local', 'box'], 'holds GREEN'), 'tests green/suite@ci': 'unknown FOREIGN_RECORD' },
    blocks: ['UNKNOWN'],
    next: /push/,
  },
  {
    title:
      'a Windows laptop, a Linux box, Linux ci: three spellings of one project differ in nothing that counts',
    play: () => play({ claims: { secrets: [{ name: '.env', in: ['box'] }] }, text: { local: asWindows } }),
    cells: {
      ...suiteAt(PLACES, 'holds GREEN'),
      'package installed/pytest@local': 'holds IN_PREFIX',
      'package installed/json@local': 'holds IN_STDLIB',
      'package installed/demo@local': 'holds IN_REPO',
    },
    blocks: [],
    signals: ['same-runtime'],
    noSignals: ['other-version', 'dirty-home', 'broken-launcher'],
    next: null,
    golden: 'windows-laptop',
  },
  {
    title: 'a Windows laptop that keeps a secret: nothing says who can read it',
    play: () => play({ text: { local: asWindows } }),
    cells: { 'secret stored/.env@local': 'unknown NO_MODES' },
    blocks: ['UNKNOWN'],
    next: /claims\.json/,
  },
]

const FAILED = { tests: { exit_status: 1, failed: 1, passed: 0 } }
const FOUR = ['ci-py3.10', 'ci-py3.11', 'ci-py3.12', 'ci-py3.13']

function legs(...names: readonly string[]): Play {
  return { gone: ['ci'], more: Object.fromEntries(names.map((name) => [`ci-${name}`, {}])) }
}

tell(TELLINGS)
