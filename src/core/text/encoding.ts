/** Bytes of a file that should be text. */

const MARKS = [
  { bytes: [0xff, 0xfe, 0, 0], name: 'UTF-32' },
  { bytes: [0, 0, 0xfe, 0xff], name: 'UTF-32' },
  { bytes: [0xff, 0xfe], name: "UTF-16, as PowerShell's > writes it" },
  { bytes: [0xfe, 0xff], name: 'UTF-16' },
] as const

export class NotText extends Error {}

/** Throws NotText, with the encoding where it can be told, for what is not UTF-8; a byte order mark stays. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new NotText(`it is ${nameEncoding(bytes)}`)
  }
}

function nameEncoding(bytes: Uint8Array): string {
  const mark = MARKS.find((one) => one.bytes.every((byte, at) => bytes[at] === byte))
  return mark === undefined ? 'not UTF-8' : `${mark.name}, not UTF-8`
}
