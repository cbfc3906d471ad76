import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createTerminal, type Screen } from '../../src/adapters/terminal.ts'

const screen = (isTTY: boolean): Screen => Object.assign(new PassThrough(), { isTTY, columns: 132 })
const open = (out: Screen, env: NodeJS.ProcessEnv, colour = true) =>
  createTerminal({ out, err: new PassThrough(), env, colour })

describe('colour', () => {
  test.each([
    ['a terminal', true, {}, true, true],
    ['a pipe', false, {}, true, false],
    ['a pipe, forced', false, { FORCE_COLOR: '1' }, true, false],
    ['a terminal and --no-color', true, {}, false, false],
    ['a terminal and NO_COLOR', true, { NO_COLOR: '1' }, true, false],
    ['a terminal and an empty NO_COLOR', true, { NO_COLOR: '' }, true, true],
    ['a dumb terminal', true, { TERM: 'dumb' }, true, false],
  ])('%s', (_, isTTY, env, wanted, expected) => {
    expect(open(screen(isTTY), env, wanted).colour).toBe(expected)
  })
})

test('the width is that of the terminal; elsewhere nobody knows', () => {
  expect(open(screen(true), {}).width).toBe(132)
  expect(open(screen(false), {}).width).toBeUndefined()
})

test('results go to standard output, all else to standard error', () => {
  const [out, err] = [screen(false), new PassThrough()]
  const terminal = createTerminal({ out, err, env: {}, colour: true })
  terminal.print('the table\n')
  terminal.log.info('going on')
  terminal.log.warning('look out')
  expect(String((out as unknown as PassThrough).read())).toBe('the table\n')
  expect(String(err.read())).toBe('going on\nwarning: look out\n')
})

test('a reader that goes away is no failure; another error of the stream is', () => {
  const out = screen(false)
  open(out, {})
  expect(() => out.emit('error', Object.assign(new Error('closed'), { code: 'EPIPE' }))).not.toThrow()
  expect(() => out.emit('error', Object.assign(new Error('full'), { code: 'ENOSPC' }))).toThrow('full')
})
