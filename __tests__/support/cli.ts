import { spawn } from 'node:child_process'
import { atRoot } from './bed.ts'

export interface CliExit {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What a person's shell has: no CI, no agent, no interpreter settings of whoever runs these tests. */
export function plainEnv(): NodeJS.ProcessEnv {
  const own =
    /^(?:CI$|GITHUB_|RUNNER_|GITLAB_|PYTHON|VIRTUAL_ENV|UV_|NO_COLOR|FORCE_COLOR|PYTEST|VITEST|NODE_OPTIONS)/
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
