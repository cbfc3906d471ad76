/** Somebody's machine: a home, a clone of the project, a shell; our repository is where the README says it is. */
import { execFile, execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { runUnder } from '../cases/support/under.ts'
import { atRoot } from './bed.ts'
import { createFolder, createRepo, type Repo } from './repo.ts'

export interface Machine {
  /** Undefined: this very machine. */
  readonly name: string | undefined
  readonly home: string
  readonly project: string
  /** Folder of the Python that runs the tests, first on PATH as in an active environment. */
  readonly bin: string
}

export interface Exit {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

let release: Repo | undefined
/** What we would release now, as a repository to clone. */
export function ours(): Repo {
  if (release) return release
  release = createRepo()
  for (const name of ['dist', 'action.yml', 'probes/claims.json', '.gitignore'])
    fs.cpSync(atRoot(name), path.join(release.dir, name), { recursive: true })
  release.commit('Release')
  return release
}

/** On the branch `topic` of the project, which is there. */
export function machineOf(origin: Repo, bin: string, name?: string): Machine {
  const home = createFolder('home-')
  const project = path.join(home, 'project')
  fs.writeFileSync(
    path.join(home, '.gitconfig'),
    `[user]\nname = Ada\nemail = ada@example.invalid\n[url "file://${ours().dir}"]\ninsteadOf = https://github.com/where-it-ran/where-it-ran\n`,
  )
  execFileSync('git', ['clone', '--quiet', '--branch', 'topic', origin.dir, project])
  return { name, home, project, bin }
}

/** Runs a block of a page as its reader would. */
export function shellOn({ name, home, project, bin }: Machine, text: string, cwd = project): Promise<Exit> {
  const argv = ['/bin/bash', '-euo', 'pipefail', '-c', text]
  const [command = '', ...args] = name === undefined ? argv : runUnder({ machine: name }, home, argv)
  const env = { PATH: `${bin}:${path.dirname(process.execPath)}:/usr/bin:/bin`, HOME: home, LANG: 'C.UTF-8' }
  return new Promise((resolve) => {
    execFile(command, args, { cwd, env }, (error, stdout, stderr) =>
      resolve({ status: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}
