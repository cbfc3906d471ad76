/** A pull request that is not checked out: its files, its git and its test merge, read through GitHub's interface. */

import os from 'node:os'
import path from 'node:path'
import { createFiles } from '../adapters/files.ts'
import { listBlobsAt, readFileAt, readMergeBase, readMergeContent } from '../adapters/pull-request.ts'
import { faultOf } from '../core/fault.ts'
import type { Fault, Reference } from '../core/model.ts'
import { once, oncePer } from '../core/once.ts'
import type { PullRequest } from '../core/pull-request.ts'
import type { JudgedPlace, ReferenceAndFaults, RunContext } from './run-context.ts'

export function openRemotePlace(run: RunContext, pull: PullRequest): JudgedPlace {
  const { api, inputs, env } = run
  const folder = env.RUNNER_TEMP ?? os.tmpdir()
  const blobsAt = oncePer((sha: string) => listBlobsAt(api, sha))
  const base = once(() => readMergeBase(api, pull))
  const from = (file: string) => path.posix.join(inputs.workingDirectory, file)
  return {
    files: {
      read: async (file, maxBytes) => {
        const text = await readFileAt(api, from(file), pull.headSha)
        if (text !== undefined && Buffer.byteLength(text) > maxBytes) throw new Error(`${file} is too large`)
        return text
      },
      // What the base has too is of another pull request, and each file is a request.
      async list(folder) {
        const [head, old] = await Promise.all([blobsAt(pull.headSha), base().then(blobsAt)])
        if (!head || !old) throw new Error('the repository has more files than GitHub lists')
        const inside = [...head.values()].filter((one) => path.posix.dirname(one.path) === from(folder))
        return inside
          .filter(({ path: file, id, mode }) => old.get(file)?.id !== id || old.get(file)?.mode !== mode)
          .map(({ path: file, mode }) => ({
            name: path.posix.basename(file),
            kind: mode === '120000' ? 'link' : 'file',
          }))
      },
      write: async (file) => {
        throw new Error(`${file} can't be written to GitHub`)
      },
    },
    git: {
      async trackedFiles() {
        const below = inputs.workingDirectory === '.' ? '' : `${inputs.workingDirectory}/`
        const blobs = await blobsAt(pull.headSha)
        return (
          blobs && [...blobs.keys()].filter((file) => file.startsWith(below)).map((file) => file.slice(below.length))
        )
      },
      state: async () => 'ok',
      isTracked: async () => true,
      head: async () => undefined,
    },
    base,
    reference: () => readReference(run, pull),
    reports: { files: createFiles(folder), folder: 'where-it-ran', pathOf: (file) => file && path.join(folder, file) },
  }
}

/** What the pull request's ci had to test. */
export async function readReference({ api, inRepository }: RunContext, pull: PullRequest): Promise<ReferenceAndFaults> {
  const reference: Reference = { commits: [], pullRequest: true, headSha: pull.headSha }
  try {
    const merge = await readMergeContent(api, pull, inRepository.probes)
    const { mergeSha } = pull
    if (merge.known && mergeSha !== undefined)
      return { reference: { ...reference, merge: merge.content, mergeSha }, faults: [] }
    if (!merge.known && merge.why === 'large') return { reference, faults: [TOO_LARGE] }
    return { reference: { ...reference, noMerge: true }, faults: [withoutMerge(pull)] }
  } catch (error) {
    return { reference, faults: [faultOf('api', error, 'content of the test merge')] }
  }
}

const TOO_LARGE: Fault = {
  where: 'api',
  message: 'the test merge has more files than GitHub lists, so nothing says what ci had to test',
  fix: 'let a run that has the right to write report by itself: mode: report',
}

/** GitHub makes one of every pull request that does not conflict with its base. */
const withoutMerge = ({ headSha }: PullRequest): Fault => ({
  where: 'api',
  message: `GitHub has no test merge of ${headSha.slice(0, 7)}: it conflicts with its base, or GitHub has not made it yet`,
  fix: 'if it conflicts, merge the base branch into it and push; if not, re-run this workflow',
})
