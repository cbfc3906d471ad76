/** Signals about a place itself: what it kept, what lies on it, how old its word is. */
import { earlierText } from '../../judge/content.ts'
import type { Serving } from '../../judge/serving.ts'
import { placeName } from '../../place.ts'
import { getOwn } from '../../text/own.ts'
import { joinWords } from '../../text/words.ts'
import { lastProbe } from '../fix/command.ts'
import { forgottenPython } from '../fix/context.ts'
import { type Seen, type SignalRule, typingAt } from '../seen.ts'
import { inEach, subjectsWhere } from './tests.ts'

const changed = (before: string | undefined, now: string | undefined): boolean =>
  before !== undefined && now !== undefined && before !== now

/** Only names that are claimed: every session adds and drops others. Never a value, nor the hash of one. */
export const exportDied: SignalRule = {
  id: 'export-died',
  when: 'a claimed variable was gone, or had another value, at the next probe of a place',
  trust: null,
  find: inEach((serving) => {
    const { previous, env } = serving.facts
    const before = (name: string) => getOwn(previous?.env, name)
    const gone = subjectsWhere(env?.claimed, ({ set }, name) => set === false && before(name)?.set === true)
    const other = subjectsWhere(env?.claimed, ({ hash }, name) => changed(before(name)?.hash, hash))
    if (gone.length + other.length === 0) return undefined
    const what = [
      ...(gone.length > 0 ? [`no longer set: ${gone.join(', ')}`] : []),
      ...(other.length > 0 ? [`set to another value: ${other.join(', ')}`] : []),
    ]
    return {
      what: `since the last probe of ${placeName(serving)} ${what.join('; ')}`,
      next: `set ${joinWords([...gone, ...other])} where the process starts, not in one shell of it`,
    }
  }),
}

export const freshBox: SignalRule = {
  id: 'fresh-box',
  when: 'host, boot or container changed since the last probe of a place',
  trust: null,
  find: inEach((serving) => {
    const { previous, host } = serving.facts
    const what = [
      ...(changed(previous?.machine, host?.machine) ? ['host'] : []),
      ...(changed(previous?.boot, host?.boot) ? ['boot'] : []),
      ...(changed(previous?.container, host?.container) ? ['container'] : []),
    ]
    // A laptop restarts and a runner is always new; only the box is taken for one that stays.
    if (serving.place !== 'box' || what.length === 0) return undefined
    return {
      what: `${what.join(' and ')} of ${placeName(serving)} changed since its last probe`,
      next: 'treat the disk as new: install again and set again what the last session had',
    }
  }),
}

export const secretOnBox: SignalRule = {
  id: 'secret-on-box',
  when: 'a file of secrets or a secret-looking variable is on the box',
  trust: null,
  find: inEach((serving) => {
    const { secrets } = serving.facts
    const files = subjectsWhere(secrets?.files, ({ exists }) => exists === true)
    const names = secrets?.env_names ?? 0
    if (serving.place !== 'box' || (files.length === 0 && names === 0)) return undefined
    const what = [
      ...files,
      ...(names > 0 ? [`${names} secret-looking variable name${names === 1 ? '' : 's'}`] : []),
    ].join(', ')
    return {
      what: `on ${placeName(serving)}: ${what}`,
      next: 'rotate it when the box goes, and wipe the desk',
    }
  }),
}

export const olderContent: SignalRule = {
  id: 'older-content',
  when: 'local or box speak of an earlier commit, or of uncommitted changes',
  trust: 'as-far-as-it-goes',
  find: inEach((serving, seen) => {
    const { place, relation, commitsBehind } = serving
    if (place === 'ci' || relation !== 'earlier') return undefined
    const probe = lastProbe(typingAt(seen, serving))
    const about = earlierText(serving.facts, commitsBehind ?? 0)
    if (commitsBehind === 0 || commitsBehind === null)
      return {
        what: `${placeName(serving)} speaks of ${about}`,
        // Nobody else has what was not committed: its green is good for nothing.
        trust: false,
        next: `commit or ignore them, then probe again: ${probe}`,
      }
    const at = serving.facts.git?.head?.slice(0, 7) ?? 'an unnamed commit'
    return {
      what: `${placeName(serving)} speaks of ${at}, ${about}`,
      next: `probe again at the head: ${probe}`,
    }
  }),
}

const ranTests = ({ facts }: Serving): boolean => (facts.tests?.source ?? 'none') !== 'none'

export const forgottenVenv: SignalRule = {
  id: 'forgotten-venv',
  when: 'the project has an environment of its own, and the probe ran outside it',
  trust: false,
  find: inEach((serving, seen) => {
    const own = forgottenPython(serving.facts)
    if (own === undefined) return undefined
    const probed = serving.facts.interpreter?.executable || 'another Python'
    return {
      what: `${placeName(serving)} was probed with ${probed}, beside the project's own ${own}`,
      // What another Python recorded would stay believed.
      next: `probe with the project's own: ${lastProbe(typingAt(seen, serving), ranTests(serving) ? ['--tests', 'always'] : [])}`,
    }
  }),
}

export const brokenLauncher: SignalRule = {
  id: 'broken-launcher',
  when: 'console scripts start another interpreter, or none; so does a pip on PATH where a package is missing',
  trust: false,
  find: inEach((serving, seen) => {
    const { scripts_other: other = 0, scripts_broken: broken = 0 } = serving.facts.interpreter ?? {}
    const scripts =
      other + broken > 0 ? [`${other + broken} console script${other + broken > 1 ? 's' : ''}`] : []
    const all = [...scripts, ...misleading(serving, seen)]
    if (all.length === 0) return undefined
    const start = all.length > 1 || other + broken > 1 ? 'start' : 'starts'
    return {
      what: `${all.join(', ')} of ${placeName(serving)} ${start} another interpreter, or none`,
      next: `call the interpreter by its path: ${typingAt(seen, serving).python} -m pip`,
    }
  }),
}

/** Another environment's pip on PATH misled nobody where every package is there: `uv run` needs none. */
function misleading({ place, facts }: Serving, { rows }: Seen): string[] {
  const lacks = rows.some(({ kind, cells }) => {
    const cell = kind === 'package installed' ? cells[place] : null
    return cell !== null && cell.state !== 'holds'
  })
  return (facts.interpreter?.on_path ?? []).flatMap(({ name, kind, starts }) => {
    const isLauncher = kind === 'script' || kind === 'shim'
    return isLauncher && (starts === 'none' || (starts === 'other' && lacks)) ? [name ?? 'a shim'] : []
  })
}
