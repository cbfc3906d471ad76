// Parts of packages that no run reaches: their importers get names that throw, and all behind them stays out of dist/.

/** Module → what it exports; a list: an ES module's names, null: one value of CommonJS, a text: the module itself. */
const UNREACHED = {
  // Other runs' artifacts are read by src/adapters/artifact-source, in memory and under limits.
  '@actions/artifact/lib/internal/download/download-artifact.js': [
    'downloadArtifactPublic',
    'downloadArtifactInternal',
    'streamExtractExternal',
  ],
  '@actions/artifact/lib/internal/find/get-artifact.js': ['getArtifactPublic', 'getArtifactInternal'],
  '@actions/artifact/lib/internal/find/list-artifacts.js': ['listArtifactsPublic', 'listArtifactsInternal'],
  '@actions/artifact/lib/internal/delete/delete-artifact.js': ['deleteArtifactPublic', 'deleteArtifactInternal'],
  // Requests are written out (`octokit.request('GET /…')`) and pages read by src/adapters/github-client.
  '@octokit/plugin-rest-endpoint-methods/dist-src/index.js': 'export const restEndpointMethods = () => ({})\n',
  '@octokit/plugin-paginate-rest/dist-bundle/index.js': 'export const paginateRest = () => ({})\n',
  // A checksum in WebAssembly that is made at the start and asked for by nobody.
  '@azure/storage-common/dist/esm/crc64.js': 'export default async () => ({})\n',
  // An artifact is a zip archive of files that are named one by one.
  'archiver/lib/plugins/tar.js': null,
  'archiver/lib/plugins/json.js': null,
  'archiver-utils/file.js': null,
  // The archiver asks for nothing else of a library of some hundred functions.
  'async/dist/async.js': "module.exports = { queue: require('../queue.js') }\n",
  'readdir-glob/index.js': null,
}

/** The module as it is named above; undefined: it is bundled as it is. */
export const unreached = (id) =>
  Object.keys(UNREACHED).find((one) => id.replaceAll('\\', '/').endsWith(`/node_modules/${one}`))

export function leaveUnreached() {
  const left = new Set(Object.keys(UNREACHED))
  return {
    name: 'leave-unreached',
    load(id) {
      const module = unreached(id)
      if (module === undefined) return null
      left.delete(module)
      return standIn(module, UNREACHED[module])
    },
    /** A package that was made otherwise since would bring all of it back, unseen. */
    buildEnd() {
      if (left.size > 0) throw new Error(`no such modules any more: ${[...left].join(', ')}`)
    },
  }
}

function standIn(module, names) {
  if (typeof names === 'string') return names
  const refuse = `() => { throw new Error('${module} is not part of this bundle') }`
  // The archiver asks whether a format has these, and makes none of it.
  if (names === null) return `module.exports = class { constructor() { (${refuse})() } append() {} finalize() {} }\n`
  return names.map((name) => `export const ${name} = ${refuse}\n`).join('')
}
