import { spawn } from 'node:child_process'
import { atRoot } from './bed.ts'

export interface CliExit {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What a person's shell has: no CI, no agent, no interpreter settings of whoever runs these tests. */
export function plainEnv(): NodeJS.ProcessEnv {
  const own = /^(?:CI$|GITHUB_|RUNNER_|GITLAB_|PYTHON|VIRTUAL_ENV|UV_|NO_COLOR|FORCE_COLOR|PYTEST|VITEST|NODE_OPTIONS)/
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !own.test(name)))
}

/** Starts the built command line, as a user does; `undefined` in env takes a variable away. */
export function runCli(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv = {}): Promise<CliExit> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [atRoot('dist/cli/index.js'), ...args], {
      cwd,
      env: { ...plainEnv(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk) => {
      stdout += chunk
    })
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, stdout, stderr }))
  })
}

/** What `run` says at a desk, without starting the tests: the rows, and the local cell of the tests. */
export async function runAfterTests(dir: string, python: string, env: NodeJS.ProcessEnv) {
  const words = ['run', '--tests', 'never', '--python', python, '--format', 'json']
  const { status, stdout } = await runCli(words, dir, env)
  const { rows } = JSON.parse(stdout) as Table
  const { state, reason, fact } = rows.find(({ claim }) => claim === 'tests green')?.cells.local ?? {}
  return { status, rows, tests: { state, reason, fact } }
}

interface Table {
  readonly rows: readonly {
    readonly claim: string
    readonly cells: {
      readonly local: { readonly state: string; readonly reason: string; readonly fact: string } | null
    }
  }[]
}
