/** Signals to mind: what a place cannot see, tests that prove less than they seem to, words that are old. */

import { earlierText } from '../../judge/content.ts'
import { tellDisbelief } from '../../judge/record.ts'
import type { Serving } from '../../judge/serving.ts'
import type { Facts } from '../../probe-file/schema.ts'
import { getOwn } from '../../text/own.ts'
import { counted } from '../../text/words.ts'
import { changed, type Evidence, inEach, type SignalRule, subjectsWhere } from '../evidence.ts'
import { isolatedCommand, lastProbe, testCommand } from '../fix/command.ts'
import { mendHook } from '../fix/tests.ts'

const isRelative = (path: string): boolean => !/^(?:[~/\\]|[A-Za-z]:)/.test(path)

/** A runner may widen the path for its tests (pythonpath = src): then they saw it. */
const isSeenInTests = ({ tests }: Facts, name: string): boolean =>
  (getOwn(tests?.origins, name)?.label ?? 'none') !== 'none'

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

export const DOUBTS: readonly SignalRule[] = [
  {
    id: 'invisible-file',
    when: 'a claimed file or module is outside what this cwd can see',
    trust: false,
    find: inEach(({ facts, name, typed }) => {
      const files = subjectsWhere(
        facts.persist?.files,
        ({ outside_cwd }, path) => outside_cwd === true && isRelative(path),
      )
      const modules = subjectsWhere(
        facts.packages?.claimed,
        ({ in_tree, importable }, module) => in_tree === true && importable === false && !isSeenInTests(facts, module),
      )
      if (files.length + modules.length === 0) return undefined
      const cwd = facts.tests?.session?.cwd ?? facts.git?.cwd ?? 'unknown'
      return {
        what: `${name} cannot see ${[...files, ...modules].join(', ')} from ${cwd}`,
        next: `print os.getcwd() from inside a test and run ${testCommand(typed, ['-s'])}`,
      }
    }),
  },
  {
    id: 'only-without-isolation',
    when: 'green without `-I`, red with it',
    trust: false,
    find: inEach(({ facts, name, typed }) => {
      const { exit_status: plain, isolated } = facts.tests ?? {}
      if (plain !== 0 || isolated?.exit_status === undefined || isolated.exit_status === 0) return undefined
      return {
        what: `${name}: green without -I, exit status ${isolated.exit_status} with it`,
        next: `make the project independent of the home directory until this is green: ${isolatedCommand(typed)}`,
      }
    }),
  },
  {
    id: 'no-session',
    when: 'tests are said to have run, and no believed record says so',
    trust: false,
    find: inEach(({ facts: { tests }, name, typed }) => {
      // A runner that is not there ran nothing, and its cell says so.
      const ran = tests?.source !== undefined && tests.source !== 'none' && !tests.unstarted
      if (!ran || tests?.believed !== false) return undefined
      const { disbelief: codes = [] } = tests
      const why = codes.length > 0 ? `: ${tellDisbelief(codes)}` : ''
      // Where a record was left, the plugin is loaded: it only has to be made again.
      const first =
        codes.length === 0 || codes.includes('no-session')
          ? 'load the plugin, so that the session is recorded'
          : 'run them once more, with the record on'
      return {
        what: `tests ran in ${name}, and their record does not count${why}`,
        next: `${first}: ${lastProbe(typed, ['--tests', 'always'])}`,
      }
    }),
  },
  {
    id: 'orphan-report',
    when: 'a report is there that no session record names',
    trust: false,
    find: inEach(({ facts, name, typed }) => {
      const names = subjectsWhere(
        facts.tests?.reports,
        ({ exists, recorded, now }) => exists === true && now !== undefined && recorded !== now,
      )
      if (names.length === 0) return undefined
      return {
        what: `${name}: no session record knows ${names.join(', ')}`,
        next: `regenerate it and keep logs per place: ${testCommand(typed)}`,
      }
    }),
  },
  {
    id: 'broken-launcher',
    when: 'console scripts start another interpreter, or none; so does a pip on PATH where a package is missing',
    trust: false,
    find: inEach((file, evidence) => {
      const { scripts_other: other = 0, scripts_broken: broken = 0 } = file.facts.interpreter ?? {}
      const count = other + broken
      const scripts = count > 0 ? [counted(count, 'console script')] : []
      const all = [...scripts, ...misleading(file, evidence)]
      if (all.length === 0) return undefined
      const start = all.length > 1 || count > 1 ? 'start' : 'starts'
      return {
        what: `${all.join(', ')} of ${file.name} ${start} another interpreter, or none`,
        next: `call the interpreter by its path: ${file.typed.python} -m pip`,
      }
    }),
  },
  {
    id: 'failing-hook',
    when: 'a start-up hook fails at every start of Python',
    trust: null,
    find: inEach(({ facts, name }) => {
      const { sitecustomize, usercustomize, pth_error } = facts.path ?? {}
      const error = facts.tests?.hook_error || sitecustomize?.error || usercustomize?.error || pth_error
      return error ? { what: `${name}: a start-up hook failed: ${error}`, next: mendHook(facts) } : undefined
    }),
  },
  {
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
  },
  {
    id: 'older-content',
    when: 'local or box speak of an earlier commit, or of uncommitted changes',
    trust: 'as-far-as-it-goes',
    find: inEach(({ facts, place, relation, commitsBehind, rebased, name, typed }) => {
      if (place === 'ci' || relation !== 'earlier') return undefined
      const probe = lastProbe(typed)
      const about = earlierText(facts, commitsBehind ?? 0, rebased)
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
  },
  {
    id: 'secret-on-box',
    when: 'a file of secrets or a secret-looking variable is on the box',
    trust: null,
    find: inEach(({ facts: { secrets }, place, name }) => {
      const files = subjectsWhere(secrets?.files, ({ exists }) => exists === true)
      const names = secrets?.env_names ?? 0
      if (place !== 'box' || (files.length === 0 && names === 0)) return undefined
      const variables = names > 0 ? [counted(names, 'secret-looking variable name')] : []
      return {
        what: `on ${name}: ${[...files, ...variables].join(', ')}`,
        next: 'rotate it when the box is given up, and delete the files there',
      }
    }),
  },
]
