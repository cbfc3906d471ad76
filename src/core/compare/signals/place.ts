/** Signals about a place itself: what it kept, what lies on it, how old its word is. */
import { probeCommand } from '../../fix/context.ts'
import { type SignalRule, sayName, typingAt } from '../seen.ts'
import { inEach, subjectsWhere } from './tests.ts'

const changed = (before: string | undefined, now: string | undefined): boolean =>
  before !== undefined && now !== undefined && before !== now

const exportDied: SignalRule = {
  id: 'export-died',
  trust: null,
  find: inEach((serving) => {
    const { previous, env } = serving.facts
    if (!changed(previous?.env_names, env?.names_digest)) return undefined
    return {
      what: `the names of ${sayName(serving)}'s environment changed since its last probe`,
      next: `write the hash down before you argue: it was ${previous?.env_names?.slice(0, 12)}, it is ${env?.names_digest?.slice(0, 12)}; set it where the process starts`,
    }
  }),
}

const freshBox: SignalRule = {
  id: 'fresh-box',
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
      what: `${what.join(' and ')} of ${sayName(serving)} changed since its last probe`,
      next: 'treat the disk as new: install again and set again what the last session had',
    }
  }),
}

const secretOnBox: SignalRule = {
  id: 'secret-on-box',
  trust: null,
  find: inEach((serving) => {
    const { secrets } = serving.facts
    const files = subjectsWhere(secrets?.files, ({ exists }) => exists === true)
    const names = secrets?.env_names ?? 0
    if (serving.place !== 'box' || (files.length === 0 && names === 0)) return undefined
    const what = [...files, ...(names > 0 ? [`${names} secret-looking variable names`] : [])].join(', ')
    return { what: `on ${sayName(serving)}: ${what}`, next: 'rotate it when the box goes, and wipe the desk' }
  }),
}

const olderContent: SignalRule = {
  id: 'older-content',
  trust: 'as-far-as-it-goes',
  find: inEach((serving, seen) => {
    const { place, relation, commitsBehind, facts } = serving
    if (place === 'ci' || relation !== 'earlier') return undefined
    const at = facts.git?.head?.slice(0, 7) ?? 'an earlier commit'
    const behind = commitsBehind === null || commitsBehind === 0 ? '' : `, ${commitsBehind} before head`
    return {
      what: `${sayName(serving)} speaks of ${at}${behind}`,
      next: `probe again at the head: ${probeCommand(typingAt(seen, serving))}`,
    }
  }),
}

const brokenLauncher: SignalRule = {
  id: 'broken-launcher',
  trust: false,
  find: inEach((serving, seen) => {
    const { interpreter } = serving.facts
    const { scripts_other: other = 0, scripts_broken: broken = 0 } = interpreter ?? {}
    const shims = (interpreter?.on_path ?? []).flatMap(({ name, kind, starts }) =>
      (kind === 'script' || kind === 'shim') && (starts === 'other' || starts === 'none')
        ? [name ?? 'a shim']
        : [],
    )
    if (other + broken + shims.length === 0) return undefined
    const scripts = other + broken > 0 ? [`${other + broken} console scripts`] : []
    return {
      what: `${[...scripts, ...shims].join(', ')} of ${sayName(serving)} start another interpreter, or none`,
      next: `call the interpreter by its path: ${typingAt(seen, serving).python} -m pip`,
    }
  }),
}

export const PLACE_SIGNALS: readonly SignalRule[] = [
  exportDied,
  freshBox,
  secretOnBox,
  olderContent,
  brokenLauncher,
]
