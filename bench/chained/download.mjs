// What actions/download-artifact comes down to, for an artifact of another run.
import { DefaultArtifactClient } from '@actions/artifact'

const [name, runId, folder] = process.argv.slice(2)
const findBy = {
  token: process.env.TOKEN,
  workflowRunId: Number(runId),
  repositoryOwner: 'octo',
  repositoryName: 'demo',
}
const client = new DefaultArtifactClient()
const { artifacts } = await client.listArtifacts({ findBy, latest: true })
const found = artifacts.find((artifact) => artifact.name === name)
await client.downloadArtifact(found.id, { findBy, path: folder, expectedHash: found.digest })
