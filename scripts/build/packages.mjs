// What is bundled and because of whom: from the modules that were really written, not from what is installed.

import { unreached } from './unreached.mjs'

/** A plugin; `because` tells for a package the way to it from one that src/ imports. */
export function tracePackages() {
  const importers = new Map()
  let written = new Set()
  return {
    name: 'trace-packages',
    buildEnd() {
      for (const id of this.getModuleIds())
        for (const from of this.getModuleInfo(id)?.importers ?? []) addTo(importers, packageOf(id), packageOf(from))
      for (const id of this.getModuleIds())
        for (const from of this.getModuleInfo(id)?.dynamicImporters ?? [])
          addTo(importers, packageOf(id), packageOf(from))
    },
    generateBundle(_options, bundle) {
      const ids = Object.values(bundle).flatMap((chunk) => Object.entries(chunk.modules ?? {}))
      written = new Set(
        ids.flatMap(([id, { code }]) => (code && !unreached(id) ? [packageOf(id)] : [])).filter((name) => name !== ''),
      )
    },
    written: () => written,
    because: (name) => wayTo(importers, name),
  }
}

function addTo(map, key, value) {
  if (key === value) return
  if (!map.has(key)) map.set(key, new Set())
  map.get(key).add(value)
}

/** `@scope/name` of an installed module; empty for our own. */
function packageOf(id) {
  const [, installed] = id.replaceAll('\\', '/').split(/.*\/node_modules\//)
  if (!installed) return ''
  return installed
    .split('/')
    .slice(0, installed.startsWith('@') ? 2 : 1)
    .join('/')
}

/** The shortest chain of importers, ours first, without ourselves and without the package. */
function wayTo(importers, name) {
  const ways = [[name]]
  const seen = new Set([name])
  for (const way of ways)
    for (const from of [...(importers.get(way[0]) ?? [])].sort()) {
      if (from === '') return way.slice(0, -1)
      if (!seen.has(from)) ways.push([from, ...way])
      seen.add(from)
    }
  throw new Error(`nobody imports ${name}: why is it bundled?`)
}
