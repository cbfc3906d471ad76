#!/usr/bin/env node
// Runs .github/workflows/self-test.yml in act, in host mode, against the doubles of GitHub. See ../README.md.
import { execFileSync, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { startAll } from '../../__tests__/support/bed/combined.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const workflow = '.github/workflows/self-test.yml'
const act = process.argv[2] ?? 'act'
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'act-'))
const git = (...args) => execFileSync('git', ['-C', repo, ...args], { encoding: 'utf8' }).trim()
const repo = path.join(dir, 'demo')

/** A clone whose origin is the repository that the doubles stand for, one commit ahead of its base. */
function cloneHere() {
  execFileSync('git', ['clone', '--quiet', root, repo])
  git('remote', 'set-url', 'origin', 'https://github.com/octo/demo')
  const base = git('rev-parse', 'HEAD')
  git('checkout', '--quiet', '-b', 'topic')
  fs.writeFileSync(path.join(repo, 'changed.txt'), 'changed\n')
  git('add', '.')
  git('-c', 'user.name=act', '-c', 'user.email=act@example.invalid', 'commit', '--quiet', '-m', 'Change')
  return { base, head: git('rev-parse', 'HEAD') }
}

/** Actions that the workflow names, as folders: act would clone them, and a host has its Python already. */
function replaceActions() {
  const text = fs.readFileSync(path.join(root, workflow), 'utf8')
  const used = [...new Set([...text.matchAll(/uses: ([\w-]+\/[\w-]+@[0-9a-f]{40})/g)].map(([, name]) => name))]
  const folder = path.join(dir, 'nothing')
  fs.mkdirSync(folder)
  fs.writeFileSync(
    path.join(folder, 'action.yml'),
    'name: Nothing\ndescription: Stands for an action that is not what is tested.\nruns:\n  using: composite\n  steps:\n    - run: "true"\n      shell: bash\n',
  )
  return used.flatMap((name) => ['--local-repository', `${name}=${folder}`])
}

function writeEvent({ base, head }) {
  const home = { id: 1, name: 'demo', full_name: 'octo/demo', owner: { login: 'octo', type: 'User' } }
  const event = {
    action: 'synchronize',
    number: 7,
    repository: home,
    sender: { login: 'octocat', type: 'User' },
    pull_request: {
      number: 7,
      state: 'open',
      html_url: 'https://github.com/octo/demo/pull/7',
      user: { login: 'octocat', type: 'User' },
      author_association: 'MEMBER',
      body: 'words',
      head: { ref: 'topic', sha: head, repo: home },
      base: { ref: 'main', sha: base, repo: home },
    },
  }
  const file = path.join(dir, 'event.json')
  fs.writeFileSync(file, JSON.stringify(event))
  return file
}

async function openBed({ base, head }) {
  const bed = await startAll({ artifactPkg: path.join(root, 'node_modules/@actions/artifact') })
  bed.gh.addPull({ number: 7, user: 'octocat', head: { ref: 'topic', sha: head }, base: { ref: 'main', sha: base } })
  for (const sha of [base, head])
    bed.gh.addCommit({ sha, files: { 'probes/claims.json': git('show', `${sha}:probes/claims.json`) } })
  const run = bed.addRun({
    id: 1,
    event: 'pull_request',
    head_branch: 'topic',
    head_sha: head,
    head_repository: { id: 1, full_name: 'octo/demo' },
  })
  return { bed, run }
}

function startAct(bed, run, event) {
  // The rest of this machine's environment is nobody's business there, and act hands on all of it.
  const env = {
    PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
    HOME: dir,
    NO_PROXY: '*',
    no_proxy: '*',
    XDG_CACHE_HOME: path.join(dir, 'cache'),
  }
  const given = {
    GITHUB_API_URL: bed.url,
    GITHUB_GRAPHQL_URL: `${bed.url}/graphql`,
    ACTIONS_RESULTS_URL: `${bed.url}/`,
    ACTIONS_RUNTIME_TOKEN: bed.runtimeToken(run),
    NO_PROXY: '127.0.0.1,localhost',
  }
  const platforms = ['ubuntu-latest', 'macos-latest', 'windows-latest']
  const args = [
    'pull_request',
    ...['--workflows', path.join(repo, workflow), '--eventpath', event],
    ...platforms.flatMap((name) => ['-P', `${name}=-self-hosted`]),
    ...Object.entries(given).flatMap(([name, value]) => ['--env', `${name}=${value}`]),
    ...replaceActions(),
    ...[
      '-s',
      `GITHUB_TOKEN=${bed.token}`,
      '--concurrent-jobs',
      '2',
      '--log-prefix-job-id',
      '--container-daemon-socket',
      '-',
    ],
  ]
  const child = spawn(act, args, { cwd: repo, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      said += data
    })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, said }))
  })
}

const commits = cloneHere()
const { bed, run } = await openBed(commits)
try {
  const { code, said } = await startAct(bed, run, writeEvent(commits))
  const names = [...bed.ac.artifacts.values()].map(({ name }) => name).sort()
  const comments = [...bed.gh.state.comments.values()].map(({ body }) => body.split('\n')[0])
  if (process.env.VERBOSE || code !== 0) process.stderr.write(said)
  console.log(JSON.stringify({ code, artifacts: names, comments, violations: bed.violations }))
  process.exitCode = code === 0 ? 0 : 1
} finally {
  await bed.close()
  fs.rmSync(dir, { recursive: true, force: true })
}
