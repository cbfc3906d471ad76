/** Reads what is wanted, does it, and tells the runner. Whatever breaks on the way is no pass. */
import { createActionsOutput } from '../adapters/actions-output.ts'
import { loadSecretNet } from '../adapters/secret-net.ts'
import type { CommentOutcome, Log, SecretNet } from '../app/ports.ts'
import { redactText } from '../app/redact.ts'
import { comment } from './comment.ts'
import { InputError, type Mode } from './inputs.ts'
import { crashOf, type Outcome, outputsOf } from './outcome.ts'
import { probe } from './probe.ts'
import { report } from './report.ts'
import { type Limits, openSession, type Session } from './session.ts'
import { renderCrash } from './summary.ts'

type Skipped = Extract<CommentOutcome, { status: 'skipped' }>

const MODES: { readonly [mode in Mode]: (session: Session) => Promise<Outcome> } = { report, probe, comment }

/** `limits` are other than the usual ones in tests only: no input leads to them. */
export async function main(env: NodeJS.ProcessEnv, limits: Limits = {}): Promise<void> {
  const output = createActionsOutput()
  let loading: Promise<SecretNet> | undefined
  const net = () => {
    loading ??= loadSecretNet(env)
    return loading
  }
  const outcome = await run(env, output, net, limits)
  const loaded = await net()
  const clean = (text: string | number) => redactText(loaded, String(text)).text
  const outputs = Object.entries(outputsOf(outcome)).map(([name, value]) => [name, clean(value)] as const)
  output.outputs(Object.fromEntries(outputs))
  if (outcome.comment.status === 'skipped') tellNoComment(output.log, outcome.comment, clean)
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
    const session = openSession(env, output, net, limits)
    return await MODES[session.inputs.mode](session)
  } catch (error) {
    const loaded = await net()
    const wrong = error instanceof InputError
    if (error instanceof Error && !wrong) output.log.info(redactText(loaded, String(error.stack)).text)
    const said = redactText(loaded, error instanceof Error ? error.message : String(error)).text
    const message = wrong ? said : `it broke, and that is no pass: ${said}`
    await output.summary(renderCrash(message))
    return crashOf(message.replaceAll('\n', '; '))
  }
}
