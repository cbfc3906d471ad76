/**
 * Finds what looks like a secret in a text that is about to leave: the rules of secretlint's recommended preset,
 * shapes of our own, and the secrets that this process was given. Loaded only when something leaves.
 *
 * The rules are started here and not by secretlint's core: that one obeys `secretlint-disable` comments in the text
 * that it reads, opens files that a rule asks for, and takes minutes for a text with ten thousand hits.
 */

import type { SecretNet } from '../app/ports.ts'
import { once } from '../core/once.ts'
import { findKnown, findShapes, type Hit, secretValues, spellings } from '../core/secrets/known.ts'

/** The part of a rule that is used here. */
interface Rule {
  readonly meta: { readonly id: string }
  readonly create: (
    context: {
      createTranslator(): (id: string) => unknown
      report(found: { readonly range: readonly [number, number] }): void
      ignore(): void
    },
    options: object,
  ) => { file(source: { readonly content: string }): unknown }
}

/** One hides what others find, one reads files to look into them. */
const NOT_RUN = ['filter-comments', 'gcp']
const REST = /^[A-Za-z0-9+/=_~-]+/
/** The name as its own password is an example; the password itself is hidden by our shape `url-password`. */
const EXAMPLE = /:\/\/([^:/\s]{1,100}):\1@/
const OPTIONS: { readonly [rule: string]: object } = { aws: { enableIDScanRule: true } }

/** Loads the rules when they are first asked for, and once. */
export const createSecretNet = (env: NodeJS.ProcessEnv): (() => Promise<SecretNet>) => once(() => loadSecretNet(env))

export async function loadSecretNet(env: NodeJS.ProcessEnv): Promise<SecretNet> {
  const known = secretValues(env).flatMap(spellings)
  const rules = await loadRules()
  return {
    find: (text) => [...rules.flatMap((rule) => findBy(rule, text)), ...findShapes(text), ...findKnown(text, known)],
  }
}

const nameOf = (rule: Rule): string => rule.meta.id.replace('@secretlint/secretlint-rule-', '')

async function loadRules(): Promise<readonly Rule[]> {
  const { rules } = await import('@secretlint/secretlint-rule-preset-recommend')
  const all = rules as unknown as readonly Rule[]
  return all.filter((rule) => !NOT_RUN.includes(nameOf(rule)))
}

function findBy(rule: Rule, text: string): readonly Hit[] {
  const hits: Hit[] = []
  const kind = nameOf(rule)
  const context = {
    createTranslator: () => (id: string) => ({ messageId: id }),
    report: ({ range: [from, to] }: { readonly range: readonly [number, number] }) => {
      if (kind === 'database-connection-string' && EXAMPLE.test(text.slice(from, to))) return
      // Some rules tell a range that ends inside the secret.
      hits.push({ kind, from, to: to + (REST.exec(text.slice(to, to + 10_000))?.[0].length ?? 0) })
    },
    ignore: () => undefined,
  }
  rule.create(context, OPTIONS[kind] ?? {}).file({ content: text })
  return hits
}
