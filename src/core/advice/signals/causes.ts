/** Signals that tell the cause: what a place lacks, keeps to itself or has beside the others. */
import { isOfDistribution } from '../../compare/normalise.ts'
import type { Serving } from '../../judge/serving.ts'
import type { Place } from '../../model.ts'
import { placeName, placesOf } from '../../place.ts'
import type { Facts } from '../../probe-file/schema.ts'
import { getOwn } from '../../text/own.ts'
import { joinWords } from '../../text/words.ts'
import { changed, inEach, namesOf, type SignalRule, subjectsWhere, typedAt } from '../evidence.ts'
import { isolatedCommand, lastProbe, testCommand } from '../fix/command.ts'
import { forgottenPython, isRecorded } from '../fix/context.ts'

/** What a home directory lends to an interpreter: undefined where the file does not say, [] when clean. */
function borrowed(facts: Facts): readonly string[] | undefined {
  const { path } = facts
  const { sitecustomize: site, usercustomize: user } = path ?? {}
  const hooks = [site?.present && !isOfDistribution(site, facts), user?.present]
  const userSite = path?.user_site === 'enabled' ? path.user_site_on_path : path?.user_site && false
  const said = [path?.pythonpath, userSite, ...hooks]
  const found = [
    ...(path?.pythonpath?.length ? [`PYTHONPATH ${path.pythonpath.join(' ')}`] : []),
    ...(userSite ? ['the user site'] : []),
    ...(hooks[0] ? ['sitecustomize'] : []),
    ...(hooks[1] ? ['usercustomize'] : []),
  ]
  return found.length === 0 && said.includes(undefined) ? undefined : found
}

const versionOf = ({ facts }: Serving): string => facts.interpreter?.version ?? ''

const versionsIn = (servings: readonly Serving[], place: Place): string[] => [
  ...new Set(servings.filter((one) => one.place === place).map(versionOf)),
]

export const CAUSES: readonly SignalRule[] = [
  {
    id: 'not-inherited',
    when: 'a variable is set in the probed shell and not in the test process',
    trust: false,
    find: inEach(({ facts: { env, tests }, name, typed }) => {
      const names = subjectsWhere(
        env?.claimed,
        ({ set }, variable) => set === true && getOwn(tests?.env, variable)?.set === false,
      )
      if (names.length === 0) return undefined
      const quoted = names.map((one) => JSON.stringify(one)).join(', ')
      return {
        what: `set in the shell of ${name}, not in its test process: ${names.join(', ')}`,
        next: `print ${quoted} in os.environ from inside a test: ${testCommand(typed, ['-s'])}`,
      }
    }),
  },
  /** Only names that are claimed: every session adds and drops others. Never a value, nor the hash of one. */
  {
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
  },
  {
    id: 'forgotten-venv',
    when: 'the project has an environment of its own, and the probe ran outside it',
    trust: false,
    find: inEach(({ facts, name, typed }) => {
      const own = forgottenPython(facts)
      if (own === undefined) return undefined
      // What another Python recorded would stay believed.
      const anew = isRecorded(facts) ? ['--tests', 'always'] : []
      return {
        what: `${name} was probed with ${facts.interpreter?.executable || 'another Python'}, beside the project's own ${own}`,
        next: `probe with the project's own: ${lastProbe(typed, anew)}`,
      }
    }),
  },
  {
    id: 'dirty-home',
    when: 'one side is clean, the other has PYTHONPATH, a user site or a start-up hook',
    trust: false,
    find: (evidence) =>
      evidence.servings.flatMap((dirty) => {
        const lent = borrowed(dirty.facts) ?? []
        const clean = evidence.servings.filter(
          ({ place, facts }) => place !== dirty.place && borrowed(facts)?.length === 0,
        )
        if (lent.length === 0 || clean.length === 0) return []
        const name = placeName(dirty)
        return {
          places: placesOf([dirty, ...clean]),
          apart: [dirty.place],
          what: `${name} has ${joinWords(lent)}; ${namesOf(clean)} ${clean.length === 1 ? 'is' : 'are'} clean`,
          next: `on ${name}: ${isolatedCommand(typedAt(evidence, dirty))}`,
        }
      }),
  },
  /** ci is the record; where it is not there, the first place is. With legs, one that agrees is enough. */
  {
    id: 'other-version',
    when: 'the Python versions differ',
    trust: false,
    find: ({ servings }) => {
      const known = servings.filter((one) => versionOf(one) !== '')
      const places = placesOf(known)
      const kept = versionsIn(known, places.includes('ci') ? 'ci' : (places[0] ?? 'ci'))
      const apart = places.filter((place) => !versionsIn(known, place).some((version) => kept.includes(version)))
      if (apart.length === 0) return []
      const versions = [...new Set(known.map(versionOf))].map(
        (version) => `Python ${version} on ${namesOf(known.filter((one) => versionOf(one) === version))}`,
      )
      const wanted = `Python ${joinWords(kept, 'or')} from the same lock file`
      const next = `rebuild the environment of ${joinWords(apart)} with ${wanted}, or stop comparing`
      return [{ places, apart, what: versions.join(', '), next }]
    },
  },
]
