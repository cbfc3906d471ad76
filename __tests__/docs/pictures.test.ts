import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { chromiumPath, shoot, toPng } from '../support/bed/render.mjs'
import { atRoot } from '../support/bed.ts'

interface Terminal {
  toSpans(text: string, theme: 'light' | 'dark'): string
  terminalPage(command: string, text: string, theme: 'light' | 'dark'): string
}
const terminal: Terminal = await import(pathToFileURL(atRoot('scripts/pictures/terminal.mjs')).href)
/** Width and height as a PNG's header has them. */
const sizeOf = (png: Buffer) => [png.readUInt32BE(16), png.readUInt32BE(20)] as const

test('a terminal’s colours become spans, its text stays text, and a code that is not known is no guess', () => {
  const red = '\u001b[31m✘ fails\u001b[0m <b>&'
  expect(terminal.toSpans(red, 'light')).toBe('<span style="color:#cf222e">✘ fails</span> &lt;b&gt;&amp;')
  expect(terminal.toSpans('\u001b[1mA\u001b[0m', 'dark')).toBe('<span style="font-weight:600">A</span>')
  expect(() => terminal.toSpans('\u001b[35mA\u001b[0m', 'dark')).toThrow('35')
})

test('a picture ends where it is told to, in both themes', async ({ skip }) => {
  if (!fs.existsSync(chromiumPath)) return skip(`no Chromium at ${chromiumPath}`)
  const long = `| a |\n|---|\n| b |\n\nnext\n\n${'more\n\n'.repeat(30)}`
  const [whole, part] = await Promise.all([toPng(long), toPng(long, { until: 'table + p' })])
  expect(sizeOf(part.light)[1]).toBeLessThan(sizeOf(whole.light)[1] / 2)
  expect(sizeOf(part.dark)).toEqual(sizeOf(part.light))
  const shown = await shoot((theme) => terminal.terminalPage('x', 'plain', theme))
  expect(shown.light.equals(shown.dark)).toBe(false)
})

test('without a browser the script says so, and makes none', () => {
  const { status, stderr } = spawnSync(process.execPath, [atRoot('scripts/pictures.mjs')], {
    encoding: 'utf8',
    env: { ...process.env, CHROMIUM: '/nowhere/chromium' },
  })
  expect([status, stderr]).toEqual([
    1,
    'no pictures: there is no Chromium at /nowhere/chromium; name one: CHROMIUM=/path\n',
  ])
})
