import { describe, expect, test } from 'vitest'
import { parseCommandLine, type Settings, UsageError } from '../../src/cli/args.ts'
import { COMMANDS, type CommandName, renderHelp } from '../../src/cli/options.ts'

const presets: Settings = {
  python: '',
  workingDirectory: '.',
  claims: 'probes/claims.json',
  probes: 'probes',
  tests: 'auto',
  failOn: ['unknown', 'fails'],
  format: 'text',
  places: [],
  expect: [],
  color: true,
  dryRun: false,
  force: false,
  forkSafe: false,
}

describe('what is understood', () => {
  test.each<[string, CommandName, string[], Partial<Settings>]>([
    ['run', 'run', [], {}],
    ['run --place box --leg codex', 'run', [], { place: 'box', leg: 'codex' }],
    ['run --python=/opt/py/bin/python --tests never', 'run', [], { python: '/opt/py/bin/python', tests: 'never' }],
    ['run --fail-on diffs,fails', 'run', [], { failOn: ['fails', 'diffs'] }],
    ['run --fail-on never', 'run', [], { failOn: ['never'] }],
    ['probe ci-py3.13-windows', 'probe', ['ci-py3.13-windows'], { place: 'ci', leg: 'py3.13-windows' }],
    ['probe box', 'probe', ['box'], { place: 'box' }],
    ['probe ci --leg py3.8', 'probe', ['ci'], { place: 'ci', leg: 'py3.8' }],
    ['table --format json --places local,ci', 'table', [], { format: 'json', places: ['local', 'ci'] }],
    ['table --places auto --expect ci-py3.12,ci-py3.13', 'table', [], { expect: ['ci-py3.12', 'ci-py3.13'] }],
    ['table --working-directory sub --probes facts/', 'table', [], { workingDirectory: 'sub', probes: 'facts' }],
    ['diff local box --no-color', 'diff', ['local', 'box'], { color: false }],
  ])('%s', (line, command, names, settings) => {
    expect(parseCommandLine(line.split(' '))).toEqual({
      kind: 'command',
      command,
      names,
      settings: { ...presets, ...settings },
    })
  })
})

describe('what is refused, with what was probably meant', () => {
  test.each([
    ['rnu', /unknown command rnu, did you mean run\?/],
    ['xylophone', /unknown command xylophone; known: run, probe, table, diff/],
    ['run --pyhton x', /unknown option --pyhton, did you mean --python\?/],
    [
      'probe box --for-commit',
      /--for-commit is an option of the probe itself: python scripts\/agent_probes\/agent_probe\.py PLACE --for-commit/,
    ],
    ['run -x', /unknown option -x/],
    ['table --python x', /unknown option --python/],
    ['run --tests sometimes', /"sometimes" is not known.*allowed: auto, always, never/],
    ['run --tests', /--tests needs a value/],
    ['run --python=', /--python needs a value/],
    ['run --no-color=yes', /--no-color takes no value/],
    ['run --fail-on never,fails', /never stands alone/],
    ['run --fail-on ,', /--fail-on names nothing/],
    ['run --fail-on failz', /"failz" is not known, did you mean fails\?/],
    ['run --places cloud', /"cloud" is not known.*allowed: auto, local, box, ci/],
    ['run --places auto,ci', /auto stands alone/],
    ['run --place loca', /did you mean local\?/],
    ['run --leg a/b', /"a\/b" is no leg/],
    ['run --expect py3.13', /"py3.13" is no leg of a place, like ci-py3.13/],
    ['table --places ,', /--places names nothing/],
    ['run --expect cloud', /"cloud" is no leg of a place/],
    ['run now', /run takes no words, not also "now"/],
    ['probe', /probe needs PLACE/],
    ['probe laptop', /"laptop" is no place/],
    ['probe ci-', /"ci-" is no place/],
    ['probe ../ci', /"\.\.\/ci" is no place/],
    ['probe ci-../../x', /is no leg/],
    ['diff local', /B is missing/],
  ])('%s', (line, message) => {
    const parse = () => parseCommandLine(line.split(' '))
    expect(parse).toThrow(UsageError)
    expect(parse).toThrow(message)
    expect(parse).toThrow(/\n {2}where-it-ran (?:\w+ )?--help$/)
  })
})

test.each(['', '--help', '-h', 'help'])('"%s" asks for help', (line) => {
  expect(parseCommandLine(line === '' ? [] : [line])).toEqual({ kind: 'help' })
})

test.each(Object.keys(COMMANDS) as CommandName[])('%s --help names every option of the command', (command) => {
  expect(parseCommandLine([command, '--help'])).toEqual({ kind: 'help', command })
  for (const option of COMMANDS[command].options) expect(renderHelp(command)).toContain(`--${option}`)
  const { example } = COMMANDS[command]
  expect(parseCommandLine(example.split(' '))).toMatchObject({ kind: 'command', command })
  for (const line of renderHelp(command).split('\n')) expect(line.length).toBeLessThanOrEqual(110)
})
