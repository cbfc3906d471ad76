export const chromiumPath: string
export function toHtml(markdown: string): Promise<string>
export function toPng(markdown: string, options?: { width?: number }): Promise<{ light: Buffer; dark: Buffer }>
