/** The recorded files, some facts of them otherwise, judged: a stage for what no machine here can be made to do. */

import type { Case } from '../../../src/core/case.ts'
import type { Candidate, Place, Reference } from '../../../src/core/model.ts'
import { PLACES } from '../../../src/core/model.ts'
import { judgeCase } from '../../../src/core/verdict/verdict.ts'
import type { Cell, Verdict } from '../../../src/core/verdict-model.ts'
import type { FactOverrides } from '../../support/facts.ts'
import { candidate, caseOf } from './judging.ts'
import { CLAIMS, recorded } from './recorded-files.ts'
import { edited, factsIn } from './text.ts'

type PerPlace<T> = { readonly [P in Place]?: T }

export interface Play {
  /** Facts that are otherwise; written and read as any file. */
  readonly facts?: PerPlace<FactOverrides>
  /** The text of a file made another one. */
  readonly text?: PerPlace<(text: string) => string>
  readonly candidate?: PerPlace<Partial<Candidate>>
  readonly gone?: readonly Place[]
  /** More files, by name. */
  readonly more?: { readonly [name: string]: FactOverrides }
  /** Files of the same places from other sources. */
  readonly files?: readonly (readonly [Candidate['provenance'], Place, FactOverrides])[]
  readonly claims?: object
  readonly reference?: Partial<Reference>
  /** Commits of the pull request before its head. */
  readonly earlier?: readonly string[]
  readonly case?: Partial<Case>
}

/** A reboot since the canary was written, which no test can make. */
const REBOOTED: FactOverrides = { persist: { canary: { home: { boot_changed: true } } } }

const TEXTS: { readonly [P in Place]: string } = {
  local: edited(recorded('local'), REBOOTED),
  box: edited(recorded('box'), REBOOTED),
  ci: recorded('ci'),
}

/** A pull request of one commit, as the recorded files name it. */
function reference({ earlier = [], reference: more = {} }: Play): Reference {
  const [head, merge] = [factsIn(TEXTS.local).git, factsIn(TEXTS.ci).git]
  return {
    merge: merge?.head_content ?? '',
    mergeSha: merge?.head ?? '',
    head: head?.head_content ?? '',
    headSha: head?.head ?? '',
    commits: [...earlier, head?.head ?? ''],
    pullRequest: true,
    ...more,
  }
}

/** Read once: most plays leave most files alone. */
const UNCHANGED: { readonly [P in Place]: Candidate } = {
  local: candidate('local', TEXTS.local),
  box: candidate('box', TEXTS.box),
  ci: candidate('ci', TEXTS.ci),
}

function candidates({ facts = {}, text = {}, candidate: more = {}, gone = [] }: Play): Candidate[] {
  return PLACES.filter((place) => !gone.includes(place)).map((place) => {
    const [otherwise, change] = [facts[place], text[place]]
    if (!otherwise && !change) return { ...UNCHANGED[place], ...more[place] }
    const written = edited(TEXTS[place], otherwise ?? {})
    return candidate(place, change ? change(written) : written, more[place] ?? {})
  })
}

const placeOf = (name: string): Place => PLACES.find((place) => name.startsWith(place)) ?? 'ci'

export function play(scene: Play = {}): Verdict {
  const more = Object.entries(scene.more ?? {}).map(([name, facts]) =>
    candidate(name, edited(TEXTS[placeOf(name)], { ...facts, probe: { leg: name.split('-')[1], ...facts.probe } })),
  )
  const others = (scene.files ?? []).map(([provenance, place, facts]) =>
    candidate(place, edited(TEXTS[place], facts), { provenance }),
  )
  return judgeCase(
    caseOf({ ...CLAIMS, ...scene.claims }, [...candidates(scene), ...more, ...others], reference(scene), {
      own: ['demo'],
      ...scene.case,
    }),
  )
}

/** `tests green/suite@local` */
export function cellAt({ rows }: Verdict, key: string): Cell {
  const [, kind = '', subject = '', place = ''] = /^([^/]+)\/(.+)@(local|box|ci)$/.exec(key) ?? []
  const cell = rows.find((row) => row.kind === kind && row.subject === subject)?.cells[place as Place]
  if (!cell) throw new Error(`${key} is not asked`)
  return cell
}
