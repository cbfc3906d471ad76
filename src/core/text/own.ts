/** Names from claims and probe files as keys: a subject may be called `constructor`. */
export const getOwn = <T>(map: { readonly [name: string]: T } | undefined, name: string): T | undefined =>
  map !== undefined && Object.hasOwn(map, name) ? map[name] : undefined
