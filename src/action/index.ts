import * as core from '@actions/core'
import { main } from './main.ts'

for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    core.setOutput('verdict', 'blocked')
    core.setFailed(`where-it-ran: an internal error, and that is no pass: ${error}`)
    process.exit(1)
  })

await main(process.env)
// A connection that was given up on may still be open: it must not keep the job waiting.
setTimeout(() => process.exit(), 3000).unref()
