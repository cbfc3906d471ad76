/** A fault that a port can only throw: what mends it must not be lost on the way. */
import type { Fault } from './model.ts'

export class FaultError extends Error {
  readonly fault: Fault
  constructor(fault: Fault) {
    super(fault.message)
    this.name = 'FaultError'
    this.fault = fault
  }
}

/** What was thrown, in words. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What was thrown, as a fault of `where`; `what` says what was being done. */
export function faultOf(where: string, error: unknown, what?: string): Fault {
  const message = what === undefined ? messageOf(error) : `${what}: ${messageOf(error)}`
  return error instanceof FaultError ? { ...error.fault, where, message } : { where, message }
}
