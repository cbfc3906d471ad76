/** Which workflow a run was of and who started it: for people, and never a reason to believe anything. */
import type { GitHubApi } from '../../app/ports.ts'
import { fieldsOf, textOf } from '../../core/pull-request.ts'

export interface Origin {
  readonly workflow?: string
  readonly actor?: string
}

/** Asks once per run; what GitHub does not say is left out. */
export function createOrigins(api: GitHubApi): (run: number) => Promise<Origin> {
  const asked = new Map<number, Promise<Origin>>()
  return (run) => {
    const origin = asked.get(run) ?? readOrigin(api, run)
    asked.set(run, origin)
    return origin
  }
}

async function readOrigin(api: GitHubApi, run: number): Promise<Origin> {
  const answer = await api.ask('GET /repos/{owner}/{repo}/actions/runs/{run_id}', { run_id: run })
  if (!answer.ok) return {}
  const { path, actor, triggering_actor: starter } = fieldsOf(answer.data)
  return originOf(textOf(path), textOf(fieldsOf(starter).login) || textOf(fieldsOf(actor).login))
}

/** `.github/workflows/ci.yml@refs/heads/main` is the file alone, where it is one. */
export function originOf(path: string, actor: string): Origin {
  const workflow = path.replace(/@.*$/, '')
  return { ...(workflow ? { workflow } : {}), ...(actor ? { actor } : {}) }
}
