/** Lists in files like setup.cfg and tox.ini: a key, and lines that are indented below it. */
export function readIniLists(text: string, key: string, inSection: RegExp = /^/): readonly string[] {
  let section = ''
  let listing = false
  const found: string[] = []
  for (const line of text.split(/\r?\n/)) {
    section = /^\[(.+)\]/.exec(line)?.[1] ?? section
    const [, name, first = ''] = /^([A-Za-z][\w-]*)\s*[=:]\s*(.*)$/.exec(line) ?? []
    if (name !== undefined) listing = name === key && inSection.test(section)
    else if (!/^\s+\S/.test(line)) listing = listing && line.trim() === ''
    if (listing) found.push(name === undefined ? line.trim() : first.trim())
  }
  return found.filter((line) => line !== '' && !/^[#;]/.test(line))
}
