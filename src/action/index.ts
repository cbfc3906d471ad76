import { writeSync } from 'node:fs'
import { main } from './main.ts'

/** The kind of an error and where it came from. Its message may quote a secret that no net has seen. */
function describeCrash(error: unknown): string {
  const { name, code, stack } = (error ?? {}) as { name?: unknown; code?: unknown; stack?: unknown }
  const words = [name, code].filter((word) => /^\w{1,40}$/.test(String(word ?? '-')))
  const [at] = /\bindex\.js:\d+:\d+/.exec(String(stack ?? '')) ?? []
  return [...words, ...(at ? [`at ${at}`] : [])].join(' ') || 'unknown'
}

// Nothing here may be what has just failed: no file of the runner and no package.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    try {
      writeSync(1, `\n::error::where-it-ran: an internal error (${describeCrash(error)}), and that is no pass\n`)
    } finally {
      process.exit(1)
    }
  })

await main(process.env)
// A connection that was given up on may still be open: it must not keep the job waiting.
setTimeout(() => process.exit(), 3000).unref()
