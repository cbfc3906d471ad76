/** What cells say in each situation that a judge tells from another: reason, and the sentence where one is written. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { ClaimKind, Place, State } from '../../../src/core/model.ts'
import { caseOf, withOverrides } from '../../support/facts.ts'
import { findCell, type Scene } from '../../support/judge-cell.ts'
import { readSituations, type Situation } from '../../support/situations.ts'

const STATES: { readonly [S in State]: readonly string[] } = {
  holds: [
    'GREEN_EARLIER',
    ...['GREEN', 'IN_PREFIX', 'IN_STDLIB', 'IN_SYSTEM_SITE', 'IN_USER_SITE', 'IN_REPO', 'SET', 'IN_TEST_PROCESS'],
    ...['EXISTS', 'SURVIVED', 'PRIVATE', 'CLEAN'],
  ],
  fails: [
    ...['MISSING', 'SHADOWED', 'OTHER_CHECKOUT', 'METADATA_WITHOUT_CODE', 'BROKEN_INSTALL'],
    ...['NAMESPACE_ONLY', 'UNREADABLE'],
    ...['OUTSIDE_REPO', 'UNSET', 'EMPTY', 'NOT_IN_TEST_PROCESS', 'VALUE_DIFFERS', 'CANARY_LOST'],
    ...['EPHEMERAL_RUNNER'],
    ...['FAILED', 'COLLECTION_ERROR', 'NOTHING_EXECUTED', 'ABSENT', 'TRACKED', 'READABLE_BY_OTHERS'],
    ...['NOT_IGNORED', 'CREDENTIAL_IN_CONFIG', 'IN_HISTORY', 'IN_OLD_HISTORY', 'CREDENTIAL_KEPT', 'LOOKS_SECRET'],
  ],
  unknown: [
    ...['FACT_MISSING', 'NOT_ASKED', 'PROBE_ERROR', 'OTHER_INTERPRETER', 'NOT_IMPORTABLE_HERE', 'FIRST_VISIT'],
    ...['SAME_SESSION', 'SAME_MACHINE', 'NO_RECORD', 'FOREIGN_RECORD', 'HOOK_ERROR', 'PARTIAL_RUN', 'GIT_REFUSED'],
    ...['NO_RUNNER', 'CACHED_RESULT', 'OLDER_CONTENT'],
    ...['ORIGIN_UNKNOWN', 'CHANGED_WHILE_RUNNING', 'STALE_CONTENT', 'STALE_BUILD', 'UNREADABLE_PARENT'],
    ...['REPORT_MISMATCH', 'NO_MODES', 'SHALLOW', 'NOT_THIS_PR', 'WRONG_PLACE', 'NOT_IN_CI'],
  ],
}

/** `compare`, or `fromFile=.env`. */
const readClaim = (text: string): object => {
  const [name = '', value] = text.split('=')
  return { [name]: value ?? true }
}

function judge({ title: [kind, subjectAndMore], place, changes }: Situation): string[] {
  const [subject = '', more] = subjectAndMore.split(' ')
  const { facts = {}, claims = {}, case: cased = {}, ...others } = changes
  const whole = withOverrides(caseOf(), cased)
  const cell = findCell(kind as ClaimKind, subject, {
    ...(place === undefined ? {} : { place: place as Place }),
    facts,
    others,
    claims,
    claim: more === undefined ? {} : readClaim(more),
    case: Object.fromEntries(Object.entries(whole).filter(([name]) => name in cased)),
  } as Scene)
  return cell === null ? ['', 'not asked'] : [cell.state, cell.reason, `${cell.reason}: ${cell.fact}`]
}

/** From the top of the repository, where tests are started: mutants are tried in a bundle, which lies nowhere. */
const folder = '__tests__/core/judge/situations'
describe.each(readdirSync(folder))('%s', (name) => {
  test.each(readSituations(readFileSync(`${folder}/${name}`, 'utf8')))('$title $row', (situation) => {
    const [state = '', ...said] = judge(situation)
    expect(said.map((text) => text.trimEnd())).toContain(situation.expected)
    if (state !== '') expect(STATES[state as State]).toContain(said[0])
  })
})
