// Two packages of the toolkit import undici, 700 KB, for proxies alone: they get src/'s stand-in, which loads it then.
import { fileURLToPath } from 'node:url'

const STAND_IN = fileURLToPath(new URL('../../src/adapters/github-client/undici.ts', import.meta.url))

export function undiciWhenNeeded() {
  let met = 0
  return {
    name: 'undici-when-needed',
    resolveId(name, importer) {
      if (name !== 'undici' || importer?.replaceAll('\\', '/').includes('/node_modules/') !== true) return null
      met++
      return STAND_IN
    },
    /** A toolkit that was made otherwise since would bring it back, unseen. */
    buildEnd() {
      if (met === 0) throw new Error('nobody imports undici any more: scripts/build/undici.mjs can go')
    },
  }
}
