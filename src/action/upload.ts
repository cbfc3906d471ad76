/** Uploads files of the working directory as one artifact of this run. */
import { createArtifactUpload, preloadArtifactClient } from '../adapters/artifact-upload.ts'
import type { UploadOutcome } from '../app/ports.ts'
import type { Session } from './session.ts'

/** `slot` is the last part of the artifact's name; undefined: there was nothing to upload. */
export async function upload(
  session: Session,
  slot: string,
  files: readonly string[],
): Promise<UploadOutcome | undefined> {
  if (files.length === 0) return undefined
  const { inputs, context, prefix, cwd, runUrl, limits } = session
  const uploads = createArtifactUpload({
    attempt: context.attempt,
    runUrl: runUrl(context.runId),
    ...(limits.upload === undefined ? {} : { timeout: limits.upload }),
    ...(inputs.retentionDays === undefined ? {} : { retentionDays: inputs.retentionDays }),
  })
  return uploads.upload(`${prefix}-${slot}`, cwd, files)
}

/** What is needed after the probe, loaded while it looks: sooner it would only keep it waiting. */
export function preload({ net }: Session): void {
  preloadArtifactClient()
  void net().catch(() => undefined)
}
