/** What the doors do between a probe file and the core, without the doors. */
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import type { Case } from '../../../src/core/case.ts'
import { findFirstParty } from '../../../src/core/claims/default.ts'
import { readClaims } from '../../../src/core/claims/read.ts'
import type { Candidate, Claims, Place, Reference } from '../../../src/core/model.ts'
import { readProbeFile } from '../../../src/core/probe-file/read.ts'
import { gitIn, type Repo } from '../../support/repo.ts'
import type { Name } from './scene.ts'

export function readCandidate(name: Name, text: string): Candidate {
  const [, place, leg] = /^(local|box|ci)(?:-(.+))?$/.exec(name) ?? []
  const provenance =
    place === 'ci'
      ? { kind: 'this-run' as const, label: `probes/${name}.txt` }
      : { kind: 'artifact' as const, label: `artifact probes-${name} of run 4700`, run: '4700' }
  return { provenance, place: place as Place, ...(leg ? { leg } : {}), reading: readProbeFile(text) }
}

/** Also where the tree was handed over to another user. */
const ANY_OWNER = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' }

const gitOf = (repo: Repo) => gitIn(repo.dir, { ...process.env, ...ANY_OWNER })

/** A pull request whose merge is `merge` and whose head is `head`, with one commit unless more are named. */
export async function referTo(head: Repo, merge = head, commits?: readonly string[]): Promise<Reference> {
  const at = await gitOf(head).head()
  const merged = merge === head ? at : await gitOf(merge).head()
  if (!at || !merged) throw new Error('git does not say what HEAD is')
  return {
    merge: merged.content,
    mergeSha: merged.sha,
    head: at.content,
    headSha: at.sha,
    commits: commits ?? [at.sha],
    pullRequest: true,
  }
}

export async function readCase(repo: Repo, candidates: readonly Candidate[]): Promise<Case> {
  const { claims, own } = await readClaimsOf(repo)
  return {
    claims,
    own,
    asked: { places: claims.places, why: 'opened by a person' },
    reference: await referTo(repo),
    candidates,
    expect: [],
    failOn: ['unknown', 'fails'],
    faults: [],
    loosened: [],
    authorMayLoosen: true,
    commands: { probe: 'python agent_probe.py', probesFolder: 'probes', rerun: 'push' },
  }
}

/** As the doors read it: a file that is wrong is an error of the case. */
async function readClaimsOf(repo: Repo): Promise<{ claims: Claims; own: readonly string[] }> {
  const bytes = fs.readFileSync(path.join(repo.dir, 'probes/claims.json'))
  const reading = readClaims(bytes.toString('utf8'), createHash('sha256').update(bytes).digest('hex'))
  if (!reading.ok) throw new Error(reading.problems.map(({ key, message }) => `${key}: ${message}`).join('; '))
  const tracked = (await gitOf(repo).trackedFiles()) ?? []
  return { claims: reading.claims, own: findFirstParty(tracked) }
}
