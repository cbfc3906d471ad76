export const chromiumPath: string
export function toHtml(markdown: string): Promise<string>
export interface Shots {
  light: Buffer
  dark: Buffer
}
export interface ShotOptions {
  width?: number
  /** A selector: the picture ends below the first such element. */
  until?: string
}
export function toPng(markdown: string, options?: ShotOptions): Promise<Shots>
export function shoot(pageOf: (theme: 'light' | 'dark') => string, options?: ShotOptions): Promise<Shots>
