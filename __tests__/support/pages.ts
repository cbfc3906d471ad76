/** What the documentation shows: its fenced blocks, each with the words after its fence. */
import fs from 'node:fs'
import { atRoot } from './bed.ts'

export interface Block {
  readonly page: string
  /** Of the first line inside, from 1. */
  readonly line: number
  readonly language: string
  /** What follows the language: where it runs, or that nobody runs it. */
  readonly tag: string
  readonly text: string
}

export const readPage = (page: string): string => fs.readFileSync(atRoot(page), 'utf8')

/** Every page for people, from the top of the repository. */
export const findPages = (): readonly string[] => [
  ...['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'AGENTS.md', 'CHANGELOG.md', 'SECURITY.md'].filter((page) =>
    fs.existsSync(atRoot(page)),
  ),
  ...fs
    .readdirSync(atRoot('docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`),
]

/** Does the file in `__tests__` hold a title that begins so? A table has it behind `%s` or `${value}`, a text
 * at the beginning of a line. */
export function hasTest(file: string, title: string): boolean {
  const text = fs.existsSync(atRoot(`__tests__/${file}`)) ? `\n${readPage(`__tests__/${file}`)}` : ''
  return ["'", '"', '`', '%s ', '} ', '\n', '\n# '].some((before) => text.includes(`${before}${title}`))
}

export function readBlocks(page: string): readonly Block[] {
  const lines = readPage(page).split('\n')
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; at++) {
    const [, indent = '', fence, language = '', tag = ''] = /^(\s*)(`{3,})(\S*)\s*(.*)$/.exec(lines[at] ?? '') ?? []
    if (fence === undefined) continue
    const end = lines.findIndex((line, i) => i > at && line.trim() === fence)
    if (end < 0) throw new Error(`${page}:${at + 1}: the block has no end`)
    const body = lines.slice(at + 1, end).map((line) => line.slice(indent.length))
    blocks.push({ page, line: at + 2, language, tag, text: `${body.join('\n')}\n` })
    at = end
  }
  return blocks
}

export const isShell = ({ language }: Block): boolean =>
  ['sh', 'shell', 'bash', 'console', 'powershell'].includes(language)
