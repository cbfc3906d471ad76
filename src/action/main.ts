/** Reads what is wanted, does it, and tells the runner. Whatever breaks on the way is no pass. */

import { createActionsOutput } from '../adapters/actions-output.ts'
import { createSecretNet } from '../adapters/secret-net.ts'
import type { CommentOutcome, Log, SecretNet } from '../app/ports.ts'
import { redactText } from '../app/redact.ts'
import { messageOf } from '../core/fault.ts'
import { InputError } from './inputs.ts'
import { type Outcome, outcomeWithoutVerdict, outputsOf, renderCrash } from './outcome.ts'
import { runMode } from './pipeline.ts'
import { type Limits, openRun } from './run-context.ts'

type Skipped = Extract<CommentOutcome, { status: 'skipped' }>

/** `limits` are other than the usual ones in tests only: no input leads to them. */
export async function main(env: NodeJS.ProcessEnv, limits: Limits = {}): Promise<void> {
  const output = createActionsOutput()
  const net = createSecretNet(env)
  const outcome = await run(env, output, net, limits)
  const loaded = await net()
  const clean = (text: string | number) => redactText(loaded, String(text)).text
  const outputs = Object.entries(outputsOf(outcome)).map(([name, value]) => [name, clean(value)] as const)
  const unwritten = output.outputs(Object.fromEntries(outputs))
  if (outcome.comment.status === 'skipped') tellNoComment(output.log, outcome.comment, clean)
  if (unwritten) output.fail(`where-it-ran: ${unwritten}`)
  if (outcome.failure !== undefined) output.fail(clean(outcome.failure))
}

/** A permission that is missing goes unread in a log for months; a fork's token is as it has to be. */
function tellNoComment(log: Log, { why, fix, refused }: Skipped, clean: (text: string) => string): void {
  if (refused && fix?.startsWith('permissions:')) log.warning(clean(`no comment: ${why}; mend it: ${fix}`))
  else log.info(clean(`no comment: ${why}`))
}

async function run(
  env: NodeJS.ProcessEnv,
  output: ReturnType<typeof createActionsOutput>,
  net: () => Promise<SecretNet>,
  limits: Limits,
): Promise<Outcome> {
  try {
    return await runMode(openRun(env, output, net, limits))
  } catch (error) {
    const loaded = await net()
    const wrong = error instanceof InputError
    if (error instanceof Error && !wrong) output.log.info(redactText(loaded, String(error.stack)).text)
    const said = redactText(loaded, messageOf(error)).text
    const message = wrong ? said : `an internal error, and that is no pass: ${said}`
    await output.summary(renderCrash(message))
    return outcomeWithoutVerdict('there is no verdict', message.replaceAll('\n', '; '))
  }
}
