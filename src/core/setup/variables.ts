/** Names of the variables that an example file lists; what stands behind the sign is not looked at. */
const LINE = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=/

export const readVariableNames = (text: string): readonly string[] => [
  ...new Set(text.split(/\r?\n/).flatMap((line) => LINE.exec(line)?.[1] ?? [])),
]

/** A name that sounds like a credential: nobody should be asked to set it on a borrowed machine. */
export const soundsSecret = (name: string): boolean =>
  /TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|PRIVATE|(?:^|_)(?:API_?)?KEY(?:$|_)|(?:^|_)(?:PWD|DSN|AUTH)(?:$|_)/i.test(
    name,
  )
