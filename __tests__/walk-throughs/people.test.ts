/** Who opens a pull request, who is asked, and what each of them reads: a person, an agent, a fork, a bot. */

import { startAction } from '../support/action.ts'
import { atRoot, type Pull } from '../support/bed.ts'
import { workflowRunEvent } from '../support/events.ts'
import { FORK, runOf, useBed } from '../support/use-bed.ts'
import { type Checked, check, type Seen } from './support/check.ts'
import { CLAIMS, createProject, type Project, sitDown } from './support/project.ts'
import { steady } from './support/steady.ts'
import { suiteAt, type Telling, tell } from './support/telling.ts'
import { asWindows } from './support/windows.ts'

const lack = process.platform === 'win32' ? 'made of POSIX links' : undefined
const bed = useBed()
const COPILOT: Partial<Pull> = { user: { login: 'Copilot', type: 'Bot' }, author_association: 'CONTRIBUTOR' }
const NEWCOMER: Partial<Pull> = { user: 'eve', author_association: 'FIRST_TIME_CONTRIBUTOR' }

/** A new pull request of a new project. */
async function open(claims?: object): Promise<Project & { again(options?: Checked): Promise<Seen> }> {
  const project = await createProject(claims)
  return { ...project, again: (options) => check(bed, project, options) }
}
/** As GitHub gives it to a run for a fork and for Dependabot. */
const readOnly = () => bed.addToken('ghs_readonly', 'read-all')

/** What the workflow posts that runs after one which may not write. */
async function commentAfter(project: Project, { pull, ran }: Seen): Promise<string> {
  const run = Number(/run=(\d+)/.exec(ran.summary)?.[1] ?? bed.gh.state.runs.size + 100)
  const event = workflowRunEvent({
    id: run,
    run_attempt: 1,
    head_sha: pull.head.sha,
    head_branch: pull.head.ref,
    head_repository: { id: FORK.id, owner: { login: 'eve' } },
  })
  const posted = await startAction({
    bed,
    run: runOf(bed, pull, { event: 'workflow_run', head_branch: 'main' }),
    event,
    eventName: 'workflow_run',
    with: { mode: 'comment' },
  })
  const [comment] = [...bed.gh.state.comments.values()]
  return steady(comment?.body ?? posted.summary, project)
}

const TELLINGS: readonly Telling[] = [
  {
    title: 'a solo developer whose agent works on the laptop: one machine is not two places',
    async play() {
      const pull = await open()
      const desk = sitDown(pull, 'laptop')
      await desk.push('local')
      await desk.push('box')
      return pull.again()
    },
    cells: { ...suiteAt(['local', 'ci'], 'holds GREEN'), ...suiteAt(['box'], 'unknown SAME_MACHINE') },
    blocks: ['UNKNOWN'],
    next: /machine/,
    golden: 'solo-one-machine',
  },
  {
    title: 'the same developer says so in claims.json: two places, and all is well',
    async play() {
      bed.gh.setPermission('octocat', 'write')
      const pull = await open()
      const desk = sitDown(pull, 'laptop')
      await desk.type(`sed -i 's/"places":{[^}]*}/"places":["local","ci"]/' probes/claims.json`)
      await desk.type('git commit -qam "Two places"')
      await desk.push('local')
      return pull.again()
    },
    cells: { ...suiteAt(['local', 'ci'], 'holds GREEN'), ...suiteAt(['box'], 'not asked') },
    blocks: [],
    next: null,
    golden: 'solo-two-places',
  },
  {
    title: 'the same developer before any push: what the terminal says',
    async play() {
      const project = await createProject()
      const { type } = sitDown(project, 'laptop')
      const { stdout } = await type(`MODE=strict node ${atRoot('dist/cli/index.js')} run || true`)
      const table = JSON.parse((await type('cat probes/table.json')).stdout)
      return { table, shown: `\`\`\`\n${steady(stdout, project)}\`\`\`\n` }
    },
    cells: { ...suiteAt(['local'], 'holds GREEN'), ...suiteAt(['box', 'ci'], 'unknown NO_PROBE') },
    blocks: ['UNKNOWN'],
    next: /./,
    golden: 'solo-terminal',
  },
  {
    title: "Copilot's pull request before it has probed: its own box is asked, nobody's laptop",
    play: async () => (await open()).again({ pull: COPILOT }),
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
    async play() {
      const pull = await open()
      await sitDown(pull, 'agents-box').push('box')
      return pull.again({ pull: COPILOT })
    },
    cells: { ...suiteAt(['box', 'ci'], 'holds GREEN'), ...suiteAt(['local'], 'not asked') },
    blocks: [],
    next: null,
    golden: 'copilot',
  },
  {
    title: 'a first contribution from a fork: only ci is asked, the summary says why there is no comment',
    play: async () =>
      (await open()).again({
        pull: { ...NEWCOMER, head: { repo: FORK } as Pull['head'] },
        run: { head_repository: FORK },
        token: readOnly(),
      }),
    cells: { ...suiteAt(['ci'], 'holds GREEN'), ...suiteAt(['local', 'box'], 'not asked') },
    blocks: [],
    next: null,
    golden: 'fork-summary',
  },
  {
    title: 'the same fork: the comment that the workflow_run workflow posts for it',
    async play() {
      const project = await createProject()
      const seen = await check(bed, project, {
        pull: { ...NEWCOMER, head: { repo: FORK } as Pull['head'] },
        run: { head_repository: FORK },
        token: readOnly(),
      })
      return { ...seen, shown: await commentAfter(project, seen) }
    },
    cells: suiteAt(['ci'], 'holds GREEN'),
    blocks: [],
    next: null,
    golden: 'fork',
  },
  {
    title: 'Dependabot: only ci is asked, and what fails there blocks',
    async play() {
      const pull = await open()
      pull.origin.checkout('topic')
      pull.origin.commit('Bump demo-data', { 'demo/__init__.py': 'ANSWER = 0\n' })
      return pull.again({ pull: { user: 'dependabot[bot]' }, token: readOnly() })
    },
    cells: { ...suiteAt(['ci'], 'fails FAILED'), ...suiteAt(['local', 'box'], 'not asked') },
    blocks: ['CI_TESTS_FAIL', 'FAILS'],
    next: /fix what fails/,
    golden: 'dependabot',
  },
  {
    title: 'a forgetful agent: no test with the record on, the variable lost, the secret left open',
    async play() {
      const pull = await open({ ...CLAIMS, secrets: [{ name: '.env', in: ['box'] }] })
      const box = sitDown(pull, 'agents-box')
      await box.type("printf 'TOKEN=dummy\\n' > .env && chmod 600 .env")
      await box.push('box')
      await sitDown(pull, 'laptop').push('local')
      // Whoever shares the machine can look into the folder, and no test has run since with the record on.
      await box.type('git pull -q --rebase && chmod 644 .env && chmod 755 "$HOME" && rm .host_fingerprint.json')
      await box.push('box', { env: {}, words: '--tests never' })
      return pull.again()
    },
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
  },
  {
    title: 'a Windows laptop, a Linux box, Linux ci: three spellings of one project differ in nothing that counts',
    async play() {
      const pull = await open()
      await sitDown(pull, 'laptop').push('local', { rewritten: asWindows })
      await sitDown(pull, 'agents-box').push('box')
      return pull.again()
    },
    cells: {
      ...suiteAt(['local', 'box', 'ci'], 'holds GREEN'),
      'package installed/pytest@local': 'holds IN_PREFIX',
      'package installed/demo@local': 'holds IN_REPO',
    },
    blocks: [],
    signals: ['same-runtime'],
    noSignals: ['other-version', 'dirty-home', 'broken-launcher'],
    next: null,
    golden: 'windows-laptop',
  },
]

tell(TELLINGS, lack)
