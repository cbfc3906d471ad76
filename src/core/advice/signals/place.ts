/** Signals about a place itself: what it kept, what lies on it, how old its word is. */
import { earlierText } from '../../judge/content.ts'
import type { Serving } from '../../judge/serving.ts'
import { getOwn } from '../../text/own.ts'
import { joinWords } from '../../text/words.ts'
import { type Evidence, inEach, type SignalRule, subjectsWhere } from '../evidence.ts'
import { lastProbe } from '../fix/command.ts'
import { forgottenPython } from '../fix/context.ts'

const changed = (before: string | undefined, now: string | undefined): boolean =>
  before !== undefined && now !== undefined && before !== now

/** Only names that are claimed: every session adds and drops others. Never a value, nor the hash of one. */
export const exportDied: SignalRule = {
  id: 'export-died',
  when: 'a claimed variable was gone, or had another value, at the next probe of a place',
  trust: null,
  find: inEach(({ facts: { previous, env }, name }) => {
    const before = (variable: string) => getOwn(previous?.env, variable)
    const gone = subjectsWhere(env?.claimed, ({ set }, one) => set === false && before(one)?.set === true)
    const other = subjectsWhere(env?.claimed, ({ hash }, one) => changed(before(one)?.hash, hash))
    if (gone.length + other.length === 0) return undefined
    const what = [
      ...(gone.length > 0 ? [`no longer set: ${gone.join(', ')}`] : []),
      ...(other.length > 0 ? [`set to another value: ${other.join(', ')}`] : []),
    ]
    return {
      what: `since the last probe of ${name} ${what.join('; ')}`,
      next: `set ${joinWords([...gone, ...other])} where the process starts, not in one shell of it`,
    }
  }),
}

export const freshBox: SignalRule = {
  id: 'fresh-box',
  when: 'host, boot or container changed since the last probe of a place',
  trust: null,
  find: inEach(({ facts: { previous, host }, place, name }) => {
    const what = [
      ...(changed(previous?.machine, host?.machine) ? ['host'] : []),
      ...(changed(previous?.boot, host?.boot) ? ['boot'] : []),
      ...(changed(previous?.container, host?.container) ? ['container'] : []),
    ]
    // A laptop restarts and a runner is always new; only the box is taken for one that stays.
    if (place !== 'box' || what.length === 0) return undefined
    return {
      what: `${what.join(' and ')} of ${name} changed since its last probe`,
      next: 'treat the disk as new: install again and set again what the last session had',
    }
  }),
}

export const secretOnBox: SignalRule = {
  id: 'secret-on-box',
  when: 'a file of secrets or a secret-looking variable is on the box',
  trust: null,
  find: inEach(({ facts: { secrets }, place, name }) => {
    const files = subjectsWhere(secrets?.files, ({ exists }) => exists === true)
    const names = secrets?.env_names ?? 0
    if (place !== 'box' || (files.length === 0 && names === 0)) return undefined
    const variables = names > 0 ? [`${names} secret-looking variable name${names === 1 ? '' : 's'}`] : []
    return {
      what: `on ${name}: ${[...files, ...variables].join(', ')}`,
      next: 'rotate it when the box goes, and wipe the desk',
    }
  }),
}

export const olderContent: SignalRule = {
  id: 'older-content',
  when: 'local or box speak of an earlier commit, or of uncommitted changes',
  trust: 'as-far-as-it-goes',
  find: inEach(({ facts, place, relation, commitsBehind, name, typed }) => {
    if (place === 'ci' || relation !== 'earlier') return undefined
    const probe = lastProbe(typed)
    const about = earlierText(facts, commitsBehind ?? 0)
    if (commitsBehind === 0 || commitsBehind === null)
      return {
        what: `${name} speaks of ${about}`,
        // Uncommitted changes are on that machine alone: its green is good for no other place.
        trust: false,
        next: `commit or ignore them, then probe again: ${probe}`,
      }
    const at = facts.git?.head?.slice(0, 7) ?? 'an unnamed commit'
    return { what: `${name} speaks of ${at}, ${about}`, next: `probe again at the head: ${probe}` }
  }),
}

export const forgottenVenv: SignalRule = {
  id: 'forgotten-venv',
  when: 'the project has an environment of its own, and the probe ran outside it',
  trust: false,
  find: inEach(({ facts, name, typed }) => {
    const own = forgottenPython(facts)
    if (own === undefined) return undefined
    // What another Python recorded would stay believed.
    const anew = (facts.tests?.source ?? 'none') === 'none' ? [] : ['--tests', 'always']
    return {
      what: `${name} was probed with ${facts.interpreter?.executable || 'another Python'}, beside the project's own ${own}`,
      next: `probe with the project's own: ${lastProbe(typed, anew)}`,
    }
  }),
}

export const brokenLauncher: SignalRule = {
  id: 'broken-launcher',
  when: 'console scripts start another interpreter, or none; so does a pip on PATH where a package is missing',
  trust: false,
  find: inEach((file, evidence) => {
    const { scripts_other: other = 0, scripts_broken: broken = 0 } = file.facts.interpreter ?? {}
    const count = other + broken
    const scripts = count > 0 ? [`${count} console script${count > 1 ? 's' : ''}`] : []
    const all = [...scripts, ...misleading(file, evidence)]
    if (all.length === 0) return undefined
    const start = all.length > 1 || count > 1 ? 'start' : 'starts'
    return {
      what: `${all.join(', ')} of ${file.name} ${start} another interpreter, or none`,
      next: `call the interpreter by its path: ${file.typed.python} -m pip`,
    }
  }),
}

/** Where every package is there, another environment's pip on PATH has misled no one: `uv run` needs none. */
function misleading({ place, facts }: Serving, { rows }: Evidence): string[] {
  const lacks = rows.some(({ kind, cells }) => {
    const cell = kind === 'package installed' ? cells[place] : null
    return cell !== null && cell.state !== 'holds'
  })
  return (facts.interpreter?.on_path ?? []).flatMap(({ name, kind, starts }) => {
    const isLauncher = kind === 'script' || kind === 'shim'
    return isLauncher && (starts === 'none' || (starts === 'other' && lacks)) ? [name ?? 'a shim'] : []
  })
}
