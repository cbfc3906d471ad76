/** The one place where text from outside becomes inert, for Markdown, a terminal and a log. */

/** What a screen acts on, hides or does not know: control, format, separators, halves, private use. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\p{Cn}\p{DI}\u2800]/gu
/** More than two marks on one letter climb over the lines above. */
const STACKED = /(?<=\p{M}{2})\p{M}/gu

const spelled = (char: string): string => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`

/** One line in which every character can be seen for what it is. */
export const visible = (text: string): string => text.replace(UNSEEN, spelled).replace(STACKED, spelled)

/** At most `max` code points, with an ellipsis as the last one when something was cut. */
export function cap(text: string, max: number): string {
  if (text.length <= max) return text
  // No more than 2 * max units can be needed, however long the text is.
  const points = [...text.slice(0, 2 * max + 2)]
  return points.length <= max && text.length <= 2 * max ? text : `${points.slice(0, max - 1).join('')}…`
}

/** What runners obey: `##[name]`, `##vso[…]`, `##teamcity[…]` anywhere, `::name::` where a line begins. */
const withoutCommands = (line: string): string => line.replace(/#(?=#(?:vso|teamcity)?\[)|(?<=^\s*):(?=:)/gi, spelled)

/** No more than that is looked at, however long the text is: showing a character never makes it shorter. */
export const shown = (text: string, max: number): string => cap(visible(text.slice(0, 2 * max + 2)), max)

/** For a terminal: one capped line that moves no cursor, turns no direction and commands no runner. */
export const forTerminal = (text: string, max = 300): string => withoutCommands(shown(text, max))

/** GitHub paints a sample beside a code span that is only a colour. */
const COLOUR = /(?<=^\s*)(?:#(?=[0-9a-f]{3,8}\s*$)|[rh](?=(?:gb|sl)a?\s*\(.*\)\s*$))/i

/** A code span. The serialiser escapes pipes; a backslash before one would undo that and open a cell. */
export function forCode(text: string, max = 200): string {
  const inert = shown(text, max)
    .replace(/\\(?=\\*\|)/g, spelled)
    .replace(COLOUR, spelled)
  return inert === '' ? '(empty)' : inert
}

/** Lines of a fenced block; the serialiser makes the fence longer than any in the content. */
export const forFence = (lines: readonly string[], max = 200): string =>
  lines.map((line) => shown(line, max)).join('\n')

/** Characters that JSON lets stand and a screen would act on; escaped, they read back as themselves. */
const UNSEEN_IN_JSON = /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u007f-\u009f]/gu

const escapeUnits = (chars: string): string =>
  chars
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')

/** Plain data as JSON that can be looked at: two spaces, and a line end. */
export const forJson = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replace(UNSEEN_IN_JSON, escapeUnits)}\n`

/** A message of ours with words of others in it; its own line ends stay. */
export const forScreen = (message: string): string =>
  message
    .split('\n')
    .map((line) => forTerminal(line, 2000))
    .join('\n')

/** The same for a whole line of a log. */
export const forLog = (text: string, max = 1000): string => forTerminal(text, max)
