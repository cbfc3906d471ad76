/** Milliseconds of processor time that a piece of work takes in this process: a busy machine changes them little. */
export function cpuTimeOf<T>(work: () => T): { readonly result: T; readonly ms: number } {
  const before = process.cpuUsage()
  const result = work()
  const { user, system } = process.cpuUsage(before)
  return { result, ms: (user + system) / 1000 }
}
