/** Hands files over to later jobs and readers, as an artifact of this run. */

import path from 'node:path'
import type { UploadOutcome } from '../app/ports.ts'
import { messageOf } from '../core/fault.ts'

interface ArtifactUploadOptions {
  readonly attempt: number
  readonly retentionDays?: number | undefined
  /** Address of this run. */
  readonly runUrl: string
  /** All of one upload, in milliseconds; the client's own retries would take up to 15 minutes. */
  readonly timeout?: number | undefined
}

const TIMEOUT = 120_000

const loadClient = () => import('@actions/artifact')

/** The client is large: a run that will upload has it loaded while it waits for something else. */
export function preloadArtifactClient(): void {
  // The upload loads the client too, and reports its error.
  loadClient().catch(() => {})
}

/** Uploads files under their path relative to `root`. */
export async function uploadArtifact(
  options: ArtifactUploadOptions,
  name: string,
  root: string,
  files: readonly string[],
): Promise<UploadOutcome> {
  const first = await uploadOnce(options, name, root, files)
  if (first.ok || !isTaken(first.fault.message) || options.attempt === 1) return first
  // Never by overwriting: within one attempt a taken name is another leg's, and its file must stay.
  return uploadOnce(options, `${name}@${options.attempt}`, root, files)
}

async function uploadOnce(
  options: ArtifactUploadOptions,
  name: string,
  root: string,
  files: readonly string[],
): Promise<UploadOutcome> {
  const { retentionDays, timeout = TIMEOUT } = options
  try {
    const { DefaultArtifactClient } = await loadClient()
    const work = new DefaultArtifactClient().uploadArtifact(
      name,
      files.map((file) => path.resolve(root, file)),
      path.resolve(root),
      retentionDays === undefined ? {} : { retentionDays },
    )
    const { id } = await within(work, timeout)
    if (id === undefined) throw new Error('the service named no id')
    return { ok: true, id: String(id), url: `${options.runUrl}/artifacts/${id}` }
  } catch (error) {
    const message = `artifact ${name}: ${messageOf(error).slice(0, 300)}`
    return { ok: false, fault: { where: 'upload', message, fix: fixOf(message, options.attempt) } }
  }
}

async function within<T>(work: Promise<T>, timeout: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done after ${timeout / 1000} s`)), timeout)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

const isTaken = (message: string): boolean => /\(409\)|already exists/.test(message)

function fixOf(message: string, attempt: number): string {
  if (isTaken(message)) return `leg: ${attempt === 1 ? 'a-name-of-its-own' : `a-name-of-its-own-${attempt}`}`
  return /not currently supported on GHES/.test(message) ? 'sources: text, checkout' : 're-run the job'
}
