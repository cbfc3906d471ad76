/** What a green rests on, in words: how many tests, of which commit, what was left out or accepted. */
import type { Claims, Reference } from '../model.ts'
import type { Tests } from '../probe-file/schema.ts'
import { counted, joinWords } from '../text/words.ts'
import { countsText, leftOutText } from './counts.ts'
import { olderText } from './older.ts'
import type { Serving } from './serving.ts'
import { tellFiles } from './whole.ts'

/** Tests of another checkout within this one say nothing of this one. */
export function outsideText({ outside = {} }: Tests): string {
  const all = Object.entries(outside).map(([folder, count]) => `${counted(count, 'test')} of ${folder}`)
  return all.length === 0 ? '' : `not counted: ${joinWords(all)}, another checkout`
}

function placeText(serving: Serving, reference: Reference): string {
  const { facts } = serving
  const { headSha, mergeSha } = reference
  const sha = facts.git?.head?.slice(0, 7)
  if (sha === undefined) return ''
  if (serving.relation === 'earlier') return ` at ${sha}, ${olderText(serving, reference)}`
  const merged = facts.git?.head === mergeSha && headSha !== undefined && headSha !== mergeSha
  return merged ? ` at ${headSha.slice(0, 7)}, merged as ${sha}` : ` at ${sha}`
}

/** What claims.json accepts, and in its words why. */
const acceptedText = (files: readonly string[], { place }: Serving, claims: Claims): string =>
  files.length === 0 ? '' : `fewer than elsewhere from ${tellFiles(files)} (${claims.fewer?.[place]?.because})`

interface Context {
  readonly claims: Claims
  readonly reference: Reference
}

/** `accepted`: files of which it may collect fewer tests than others do. */
export function greenText(serving: Serving, { claims, reference }: Context, accepted: readonly string[]): string {
  const { tests = {}, git } = serving.facts
  const { ignored, source, red_before: red } = tests
  const absent = git?.submodules_absent
  const notes = [
    red ? `red in ${counted(red, 'run')} before` : '',
    leftOutText(tests),
    outsideText(tests),
    acceptedText(accepted, serving, claims),
    ignored ? `with ${ignored === 1 ? 'a module' : `${ignored} modules`} that git ignores` : '',
    absent ? `without ${absent === 1 ? 'a submodule that is' : `${absent} submodules that are`} not checked out` : '',
    source === 'report' ? 'as a report counts it' : '',
  ]
  return [`${countsText(tests)}${placeText(serving, reference)}`, ...notes.filter((note) => note !== '')].join(', ')
}
