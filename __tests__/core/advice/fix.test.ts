import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { FixInput } from '../../../src/core/advice/fix/context.ts'
import { fixFor } from '../../../src/core/advice/fix/fix.ts'
import type { Claim, ClaimKind, Place } from '../../../src/core/model.ts'
import { REASONS, type Reason } from '../../../src/core/reasons.ts'
import { NASTY } from '../../support/arbitrary-facts.ts'
import { caseOf, claimsOf, type FactOverrides, factsOf } from '../../support/facts.ts'
import { readSituations, type Situation } from '../../support/situations.ts'

const { commands } = caseOf()
const claim = (kind: ClaimKind, subject: string, overrides: Partial<Claim> = {}): Claim => ({
  kind,
  subject,
  in: ['local', 'box', 'ci'],
  ...overrides,
})
const fix = (
  reason: Reason,
  place: Place,
  of: Claim,
  facts: FactOverrides = {},
  overrides: Partial<FixInput> = {},
): string =>
  fixFor({
    claim: of,
    place,
    leg: null,
    reason,
    facts: factsOf(place, facts),
    claims: claimsOf(),
    commands,
    ...overrides,
  })

const requests = claim('package installed', 'requests')
const own = claim('package installed', 'cli_helpers', { fromRepo: true })
const variable = claim('env var set', 'BILLING_MODE')
const suite = claim('tests green', 'suite')
const secret = claim('secret stored', '.env')

function fixOf({ title: [kind, subjectAndMore], place, reason, changes }: Situation): string {
  const [subject = '', more] = subjectAndMore.split(' ')
  const of = claim(kind as ClaimKind, subject, { ...(more ? { [more]: true } : {}), ...changes.claim })
  return fix(reason as Reason, place as Place, of, changes.facts, {
    claims: claimsOf(changes.claims),
    commands: { ...commands, ...changes.commands },
    ...changes.input,
  })
}

/** "…" stands for any text, also for none. */
const patternOf = (expected: string): RegExp =>
  new RegExp(
    `^${expected
      .split('…')
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
  )

describe('a fix', () => {
  const table = readFileSync('__tests__/core/advice/fixes.txt', 'utf8')
  it.each(readSituations(table))('$title $row', (situation) => {
    const [expected = '', ...others] = situation.expected.split(' BUT NOT ')
    const text = fixOf(situation)
    expect(text).toMatch(patternOf(expected))
    for (const other of others) expect(text).not.toContain(other)
  })

  it('says the same for the whole column of a place without a file', () => {
    const texts = [requests, variable, suite].map((of) => fix('NO_PROBE', 'box', of, {}, { facts: null }))
    expect(new Set(texts).size).toBe(1)
  })

  const typed = {
    ...commands,
    rerun: 'run where-it-ran run --python python3',
    here: 'local' as const,
    probesHere: true,
  }
  const on = (reason: Reason, place: Place, of: Claim, facts: FactOverrides = {}) =>
    fix(reason, place, of, facts, { commands: typed })

  it('says nothing of a pull request, and sends nobody where he stands', () => {
    const texts = (['NO_PROBE', 'NOT_THIS_PR', 'SAME_MACHINE', 'STALE_CONTENT'] as const).flatMap((reason) =>
      (['local', 'box', 'ci'] as const).map((place) => on(reason, place, suite)),
    )
    expect(texts.filter((text) => text.includes('pull request'))).toEqual([])
    expect(on('NOT_THIS_PR', 'local', suite)).toBe('run where-it-ran run --python python3')
    expect(on('NO_PROBE', 'box', suite)).toContain('check out the commit that is judged here, then run')
    expect(on('NOT_THIS_PR', 'ci', suite)).toMatch(/^push, and let the workflow probe ci, or look at local alone/)
  })

  it.each(['rm', '/bin/rm', '<repo>/tools/deploy.sh', 'C:\\x\\format.com', 'sudo', '/usr/bin/python3;id'])(
    'starts no other program that a file names as its Python: %s',
    (executable) => {
      const named = { interpreter: { executable, project_python: executable, in_venv: false } }
      expect(fix('MISSING', 'ci', own, named)).toMatch(/^python -m pip|^use the project/)
      expect(fix('UNSET', 'local', variable, named)).toContain('python scripts/agent_probes/agent_probe.py')
    },
  )

  it('has a line for every open reason in every place, with or without facts, and ends with the check', () => {
    for (const [reason, { state }] of Object.entries(REASONS)) {
      if (state === 'holds') continue
      for (const place of ['local', 'box', 'ci'] as const) {
        for (const facts of [null, {}, factsOf(place)]) {
          const text = fix(reason as Reason, place, secret, {}, { facts })
          expect(text).toMatch(/push$/)
          expect(text).not.toMatch(/undefined|null|\n|<prefix>|<base>/)
        }
      }
    }
  })

  const inUserSite = (name: string): string =>
    fix('SHADOWED', 'ci', claim('package installed', name), {
      packages: { claimed: { [name]: { label: 'user-site' } } },
    })

  it('lets no name be an option', () => {
    expect(inUserSite('--pre')).toContain(' uninstall ./--pre,')
  })

  it('runs nothing that a name carries', () => {
    for (const evil of [...NASTY, '$(touch pwned)', '`touch pwned`', '; touch pwned', "'; touch pwned; '"]) {
      // An entry of that name would be the prototype.
      if (evil === '__proto__') continue
      const [command = ''] = inUserSite(evil).split(', which takes the copy')
      // The interpreter is replaced by echo: what is left is one argument, whatever the name was.
      const words = command.replace(/^\S+ -m pip uninstall /, '')
      expect(words).not.toBe(command)
      const printed = execFileSync('sh', ['-c', `printf '[%s]' ${words}`], { encoding: 'utf8' })
      expect(printed.startsWith('[') && printed.endsWith(']')).toBe(true)
      expect(printed).not.toContain('][')
    }
  })

  it('names no package to install that only a claim or a probe file names', () => {
    const evil = { packages: { claimed: { evil: { distribution: 'evil-dist', importable: false } } } }
    for (const reason of ['MISSING', 'METADATA_WITHOUT_CODE', 'NAMESPACE_ONLY'] as const)
      expect(fix(reason, 'box', claim('package installed', 'evil'), evil)).not.toMatch(/install (?:-\S+ )*evil/)
  })
})
