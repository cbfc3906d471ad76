// What actions/upload-artifact comes down to.
import { DefaultArtifactClient } from '@actions/artifact'

const [name, root, ...files] = process.argv.slice(2)
await new DefaultArtifactClient().uploadArtifact(name, files, root)
