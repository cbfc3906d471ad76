import { describe, expect, test } from 'vitest'
import { findProbeBlocks, placeOfBlock } from '../../../src/core/probe-file/blocks.ts'
import { FIRST_LINE } from '../../../src/core/probe-file/schema.ts'

const TEXT = `${FIRST_LINE}\n[probe]\nplace = "box"\n`
const fenced = (text = TEXT, mark = '```', info = 'toml') => `${mark}${info}\n${text}${mark}\n`

describe('a block is found', () => {
  test.each([
    ['plain', fenced()],
    ['between words', `Here it is:\n\n${fenced()}\nand more`],
    ['with tildes', fenced(TEXT, '~~~')],
    ['with a longer fence', fenced(TEXT, '`````')],
    ['without an info string', fenced(TEXT, '```', '')],
    ['indented by three', `   \`\`\`toml\n${TEXT}   \`\`\``],
    ['with Windows line ends', fenced().replaceAll('\n', '\r\n')],
    ['folded', `<details>\n<summary>probe</summary>\n\n${fenced()}\n</details>`],
    ['after a comment that ends', `<!-- hint -->\n${fenced()}`],
    ['after a comment of several lines', `<!--\nhint\n-->\n${fenced()}`],
    ['after another block', `\`\`\`sh\necho '<!--'\n\`\`\`\n${fenced()}`],
  ])('%s', (_, markdown) => {
    expect(findProbeBlocks(markdown)).toEqual([TEXT])
  })

  test('several, in order', () => {
    const other = TEXT.replace('box', 'local')
    expect(findProbeBlocks(fenced() + fenced(other))).toEqual([TEXT, other])
  })
})

describe('no block is', () => {
  test.each([
    ['the text without a fence', TEXT],
    ['a quote', fenced().replace(/^/gm, '> ')],
    ['a diff', fenced(TEXT.replace(/^/gm, '+'), '```', 'diff')],
    ['a diff whose first line is not changed', fenced(TEXT, '```', 'diff')],
    ['another first line', fenced(`# hello\n${TEXT}`)],
    ['a first line with more in it', fenced(TEXT.replace('format 1', 'format 1 '))],
    ['another format', fenced(TEXT.replace('format 1', 'format 2'))],
    ['a fence inside a longer one', `\`\`\`\`md\n${fenced()}\`\`\`\`\n`],
    ['hidden from the reader', `<!--\n${fenced()}-->\n`],
    ['never closed', `\`\`\`toml\n${TEXT}`],
    ['closed by the other mark', `\`\`\`toml\n${TEXT}~~~\n`],
    ['closed by a shorter fence', `\`\`\`\`toml\n${TEXT}\`\`\`\n`],
    ['indented by four', fenced().replace(/^/gm, '    ')],
    ['code in a line', `\`\`\`${FIRST_LINE}\`\`\``],
  ])('%s', (_, markdown) => {
    expect(findProbeBlocks(markdown)).toEqual([])
  })
})

test.each([
  ['place = "box"\n', { place: 'box' }],
  ['place = "box"\nleg = "codex"\n', { place: 'box', leg: 'codex' }],
  ['place = "cloud"\n', undefined],
  ['place = box\n', undefined],
  ['x = "place = box"\n', undefined],
  ['', undefined],
])('%j names its place', (text, named) => {
  expect(placeOfBlock(text)).toEqual(named)
})
