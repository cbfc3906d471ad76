/** The emulator of Azure's storage as a process of its own. */
export function startAzurite(): Promise<{ readonly url: string; close(): Promise<void> }>
