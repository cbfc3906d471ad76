/**
 * Probe files that lie in the checkout: for agents that can only push, and for the command line. A
 * `ci` file is found like the others; the core knows whether it may speak, and names it when not.
 */

import { type Entry, type Files, type Found, joinFound, type Source } from '../app/ports.ts'
import { faultOf } from '../core/fault.ts'
import type { NamedPlace } from '../core/model.ts'
import { parseProbeName } from '../core/place.ts'
import { MAX_BYTES } from '../core/probe-file/read.ts'
import { NotText } from '../core/text/encoding.ts'

/** Probe files that are read: merged pull requests leave some behind, but not thousands. */
const MAX_FILES = 400

export interface CheckoutOptions {
  /** Folder of probe files, relative to the working directory. */
  readonly probes: string
  /** Name of the file that this run writes itself. */
  readonly own?: string | undefined
  /** Has the base this very file? Then it came with an earlier pull request, and says nothing here. */
  readonly isAtBase?: ((name: string, text: string) => Promise<boolean>) | undefined
}

export function createCheckoutSource(files: Files, options: CheckoutOptions): Source {
  return {
    kind: 'checkout',
    async find() {
      try {
        const entries = (await files.list(options.probes)).filter((entry) => entry.name !== options.own)
        const named = entries.flatMap((entry) => {
          const name = parseProbeName(entry.name)
          return name ? [{ entry, name }] : []
        })
        const some = named.slice(0, MAX_FILES)
        const found = await Promise.all(some.map((one) => readOne(files, options, one).then(withoutOld(options, one))))
        return joinFound(named.length > MAX_FILES ? [...found, tooMany(named.length, options.probes)] : found)
      } catch (error) {
        return joinFound([{ faults: [faultOf('checkout', error)] }])
      }
    },
  }
}

const withoutOld =
  ({ isAtBase }: CheckoutOptions, { entry }: Named) =>
  async (found: Partial<Found>): Promise<Partial<Found>> => {
    const [one] = found.texts ?? []
    return one && (await isAtBase?.(entry.name, one.text)) ? {} : found
  }

function tooMany(count: number, probes: string): Partial<Found> {
  const message = `${probes}: ${count} probe files, only the first ${MAX_FILES} were read`
  return { faults: [{ where: 'checkout', message, fix: `git rm the files of merged branches in ${probes}` }] }
}

interface Named {
  readonly entry: Entry
  readonly name: NamedPlace
}

async function readOne(files: Files, options: CheckoutOptions, { entry, name }: Named): Promise<Partial<Found>> {
  const path = `${options.probes}/${entry.name}`
  const unused = (why: string) => ({ notes: [{ place: name.place, message: `${path}: ${why}` }] })
  if (entry.kind !== 'file') return unused('refused, it is not a regular file')
  const found = { provenance: { kind: 'checkout', label: path } as const, named: name }
  try {
    const text = await files.read(path, MAX_BYTES)
    return text === undefined ? unused('it went away while it was read') : { texts: [{ ...found, text }] }
  } catch (error) {
    const mend = `probe ${name.place} again with --out ${path}, as > in a shell may write another encoding`
    const isText = !(error instanceof Error && error.cause instanceof NotText)
    const fault = { ...faultOf('checkout', error), ...(isText ? {} : { fix: mend }) }
    // An unreadable file is not an absent file: the place was probed, and its cells say UNREADABLE_FILE.
    const problem = { message: fault.message.replace(`can't read ${path}: `, '') }
    return { texts: [{ ...found, text: '', problem }], faults: [fault] }
  }
}
