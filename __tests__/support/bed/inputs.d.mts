export interface ActionInputs {
  /** as the runner would pass them: defaults evaluated, then `with` */
  inputs: Record<string, string>
  warnings: string[]
  action: { name: string; inputs?: Record<string, unknown>; outputs?: Record<string, unknown>; runs: { using: string; main: string } }
}
export function evaluate(text: string, contexts: Record<string, unknown>): string
export function inputsOf(actionYml: string, withs?: Record<string, string>, contexts?: Record<string, unknown>): ActionInputs
