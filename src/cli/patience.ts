/** A line on standard error for work that keeps somebody waiting. */
import type { Terminal } from '../adapters/terminal.ts'

/** Milliseconds that nobody wonders about. */
const PATIENCE = 1000

export async function patiently<T>({ log }: Terminal, what: string, work: Promise<T>): Promise<T> {
  const timer = setTimeout(() => log.info(`${what} …`), PATIENCE)
  try {
    return await work
  } finally {
    clearTimeout(timer)
  }
}
