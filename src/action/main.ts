/** Reads what is wanted, does it, and tells the runner. Whatever breaks on the way is no pass. */
import { createActionsOutput } from '../adapters/actions-output.ts'
import { comment } from './comment.ts'
import { InputError, type Mode } from './inputs.ts'
import { crashOf, type Outcome, outputsOf } from './outcome.ts'
import { probe } from './probe.ts'
import { report } from './report.ts'
import { openSession, type Session } from './session.ts'
import { renderCrash } from './summary.ts'

const MODES: { readonly [mode in Mode]: (session: Session) => Promise<Outcome> } = { report, probe, comment }

export async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const output = createActionsOutput()
  const outcome = await run(env, output)
  output.outputs(outputsOf(outcome))
  if (outcome.comment.status === 'skipped') output.log.info(`no comment: ${outcome.comment.why}`)
  if (outcome.failure !== undefined) output.fail(outcome.failure)
}

async function run(env: NodeJS.ProcessEnv, output: ReturnType<typeof createActionsOutput>): Promise<Outcome> {
  try {
    const session = openSession(env, output)
    return await MODES[session.inputs.mode](session)
  } catch (error) {
    const wrong = error instanceof InputError
    if (error instanceof Error && !wrong) output.log.info(String(error.stack))
    const said = error instanceof Error ? error.message : String(error)
    const message = wrong ? said : `it broke, and that is no pass: ${said}`
    await output.summary(renderCrash(message))
    return crashOf(message.replaceAll('\n', '; '))
  }
}
