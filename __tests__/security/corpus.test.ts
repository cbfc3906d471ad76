import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { renderSummary } from '../../src/action/outcome.ts'
import { writeMarker } from '../../src/core/marker.ts'
import { COMMENT_LIMIT, fitMarkdown } from '../../src/core/report/fit.ts'
import { renderJson, toTable } from '../../src/core/report/json.ts'
import { renderText } from '../../src/core/report/text.ts'
import { forLog, visible } from '../../src/core/text/escape.ts'
import { shellCommand, shellWord } from '../../src/core/text/shell.ts'
import { hostileVerdict } from '../support/verdicts.ts'
import { STRINGS } from './support/corpus.ts'
import { pageOf } from './support/page.ts'

const named = STRINGS.map(({ name, from, text }) => [name, from, text] as const)
/** What a screen acts on, and no line end is among it but our own. */
const ACTED_ON = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u
const after = (text: string) => ({
  comment: { status: 'skipped' as const, why: text, fix: text },
  faults: [{ where: text, message: text, fix: text }],
})

test('there are strings enough, each with a name of its own', () => {
  expect(STRINGS.length).toBeGreaterThanOrEqual(60)
  expect(new Set(STRINGS.map(({ name }) => name)).size).toBe(STRINGS.length)
})

/** The summary is the comment with some lines more. */
const pageWith = (text: string) => pageOf(renderSummary(hostileVerdict(text), {}, after(text)))
const harmless = await pageWith('harmless')

/** Each string as the word of a command, by one shell for all. */
const commands = STRINGS.map(({ text }) => `printf '<%s>' ${shellCommand([text, 'end'], 'posix')}; printf '\\0'`)
const said = execFileSync('sh', { input: commands.join('\n'), encoding: 'utf8' }).split('\0')
const saidByShell = new Map(STRINGS.map(({ text }, at) => [text, said[at]]))

describe.each(named)('%s (%s)', (_name, _from, text) => {
  test('adds nothing to the comment or the summary', async () => {
    expect(await pageWith(text)).toEqual(harmless)
    expect(fitMarkdown(hostileVerdict(text), COMMENT_LIMIT)).not.toMatch(ACTED_ON)
  })

  test('is one dead line in log and terminal, and the same again in JSON', () => {
    for (const line of [forLog(text), `x ${forLog(text)}`]) {
      expect(line).not.toMatch(/[\r\n]/)
      expect(line).not.toMatch(/^\s*::|##\[|##vso\[/)
    }
    const screen = renderText(hostileVerdict(text))
    expect(screen).not.toMatch(ACTED_ON)
    expect(screen).not.toMatch(/^\s*::|##\[|##vso\[/m)
    expect(screen.split('\n').length).toBe(renderText(hostileVerdict('harmless')).split('\n').length)
    const json = renderJson(hostileVerdict(text))
    expect(json).not.toMatch(ACTED_ON)
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(toTable(hostileVerdict(text)))))
  })

  test('stays one word in a command, and inside a comment', () => {
    const shown = visible(text)
    if (!/^~[\\/]/.test(shown)) expect(saidByShell.get(text)).toBe(`<${shown}><end>`)
    expect(shellWord(text, 'powershell')).not.toMatch(/[\r\n]/)
    const marker = writeMarker({ key: text, workflow: text }, { head: 'a'.repeat(40), run: 1, attempt: 1, at: 1 })
    expect(marker.match(/--!?>|<!--/g)).toEqual(['<!--', '-->'])
  })
})
