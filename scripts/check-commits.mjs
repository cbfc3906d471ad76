#!/usr/bin/env node
// Says of every commit in a range what is wrong with it: node scripts/check-commits.mjs BASE..HEAD
//   a subject over 72 characters, dist/ changed alone, dist/ that is not what its own src/ builds to.
// A commit that is right can be reverted, picked and bisected; what runs in other repositories is dist/.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const LONGEST = 72
/** What dist/ is made from. */
const BUILT = /^(?:dist\/|src\/|scripts\/build|package-lock\.json$)/
/** The lock file whose packages the temporary tree has. */
let installed

const [range, ...rest] = process.argv.slice(2)
const commits = rest.length === 0 && range?.includes('..') ? listCommits(range) : undefined
if (commits) process.exitCode = checkAll(commits)
else {
  console.error('usage: node scripts/check-commits.mjs BASE..HEAD, both of them known here')
  process.exitCode = 2
}

function listCommits(range) {
  const { status, stdout } = run('git', ['rev-list', '--reverse', '--no-merges', range, '--'])
  return status === 0 ? stdout.split('\n').filter((sha) => sha !== '') : undefined
}

function checkAll(commits) {
  const tree = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'commits-')), 'tree')
  try {
    let wrong = 0
    for (const sha of commits) {
      const problems = check(sha, tree)
      for (const problem of problems) console.log(`${sha.slice(0, 12)} ${subjectOf(sha)}\n  ${problem}`)
      if (problems.length > 0) wrong++
    }
    console.log(`${commits.length} commits, ${wrong} of them wrong`)
    return wrong === 0 ? 0 : 1
  } finally {
    if (fs.existsSync(tree)) git('worktree', 'remove', '--force', tree)
    fs.rmSync(path.dirname(tree), { recursive: true, force: true })
  }
}

function check(sha, tree) {
  const { length } = [...subjectOf(sha)]
  const files = git('diff-tree', '--root', '--no-commit-id', '--name-only', '-r', '-z', sha).split('\0')
  const changed = files.filter((file) => file !== '')
  const distAlone = changed.length > 0 && changed.every((file) => file.startsWith('dist/'))
  return [
    ...(length > LONGEST ? [`its subject has ${length} characters; ${LONGEST} is the most`] : []),
    ...(distAlone ? ['it changes dist/ alone: commit dist/ with the source it is built from'] : []),
    ...(changed.some((file) => BUILT.test(file)) ? checkBuild(sha, tree) : []),
  ]
}

/** The commit's own build script decides, with the packages that its own lock file names. */
function checkBuild(sha, tree) {
  if (fs.existsSync(tree)) run('git', ['checkout', '--quiet', '--force', '--detach', sha], tree)
  else git('worktree', 'add', '--quiet', '--detach', tree, sha)
  givePackages(tree)
  const { status, stdout, stderr } = run(process.execPath, ['scripts/build.mjs', '--check'], tree)
  return status === 0 ? [] : [`${stdout}${stderr}`.trim().replaceAll('\n', '\n  ')]
}

/** Those that are installed here where both lock files agree, else its own. */
function givePackages(tree) {
  const lock = readLock(tree)
  if (lock === installed) return
  installed = lock
  const [here, there] = [path.resolve('node_modules'), path.join(tree, 'node_modules')]
  fs.rmSync(there, { recursive: true, force: true })
  if (lock === readLock('.')) return fs.existsSync(here) ? linkAll(here, there) : undefined
  const { status, stderr } = run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], tree)
  if (status !== 0) throw new Error(`npm ci: ${stderr}`)
}

/** A copy of hard links: the bundler follows a link of the folder, and then names its files by another path. */
function linkAll(from, to) {
  fs.mkdirSync(to)
  for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
    const [old, copy] = [path.join(from, entry.name), path.join(to, entry.name)]
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) linkAll(old, copy)
    else if (entry.isFile()) linkOne(old, copy)
  }
}

function linkOne(old, copy) {
  try {
    fs.linkSync(old, copy)
  } catch {
    fs.copyFileSync(old, copy)
  }
}

function readLock(dir) {
  const file = path.join(dir, 'package-lock.json')
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : ''
}

function subjectOf(sha) {
  return git('log', '-1', '--format=%s', sha)
}

function git(...args) {
  const { status, stdout, stderr } = run('git', args)
  if (status !== 0) throw new Error(`git ${args[0]}: ${stderr}`)
  return stdout.trimEnd()
}

function run(command, args, cwd = process.cwd()) {
  return spawnSync(command, args, { cwd, encoding: 'utf8', shell: command === 'npm' && process.platform === 'win32' })
}
