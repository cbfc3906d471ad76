/** What `claims.json` may hold. `read.ts` checks by this table; `claims.schema.json` is made from it. */
import { CLAIM_KINDS, PLACES, WHO } from '../model.ts'
import { REASONS, type Reason } from '../reasons.ts'
import { toJsonSchema } from '../shape/json-schema.ts'
import { either, flag, list, map, oneOf, type Shape, table, text, type Value } from '../shape/shape.ts'

const places = (about: string) => list(about, oneOf('a place', ...PLACES), PLACES.length, { min: 1, unique: true })
const inPlaces = places('the places where it should be true, instead of the usual ones')

/** No control characters: a path, a word or a sentence on one line. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it excludes them
export const ONE_LINE = /^[^\u0000-\u001f\u007f-\u009f\u2028\u2029]+$/u
const line = (about: string, expected: string, max: number) => text(about, max, expected, ONE_LINE)
const path = (about: string) => line(about, 'a path', 500)
/** More wildcards would take long to compare with a path that somebody chose. */
const pattern = text(
  'a pattern like *.md or docs/**',
  200,
  'a path with at most two wildcards * or **',
  /^(?:[^*\p{C}]*\*{1,2}){0,2}[^*\p{C}]*$/u,
)
/** What is listed is a name, or a name with places. */
const claims = <const K extends { readonly [key: string]: Shape }>(
  about: string,
  name: ReturnType<typeof text> | typeof canary,
  more: K,
  max = 200,
) => list(about, either(name, table(`${name.about}, with more to say`, { name, in: inPlaces, ...more }, 'name')), max)

const packageName = text(
  'an import name or the name of a distribution',
  200,
  'a package name',
  /^[A-Za-z0-9_](?:[A-Za-z0-9._-]*[A-Za-z0-9_])?$/u,
)
const variableName = text('the name of an environment variable', 200, 'a variable name', /^[A-Za-z_][A-Za-z0-9_]*$/u)
const canary = oneOf('where the canary lives', 'home', 'repo', 'temp')
const cellKey = `(?:${CLAIM_KINDS.join('|')})/.+@(?:${PLACES.join('|')})`
const differenceKey = '[a-z_]+(?:\\.[A-Za-z0-9_.-]+)+'

const valueIn = (place: string) => line(`the value in ${place}`, 'a value', 400)
const explanation = table(
  'what it excuses, and why',
  {
    reason: oneOf('the reason of the cell that it excuses', ...(Object.keys(REASONS) as Reason[])),
    values: table('the values of the difference that it excuses; * stands for anything', {
      local: valueIn('local'),
      box: valueIn('box'),
      ci: valueIn('ci'),
    }),
    because: line('one sentence', 'a sentence on one line', 300),
  },
  'because',
)

const fewerIn = (place: string) =>
  table(
    `what ${place} may leave out, and why`,
    {
      files: list('test files, from the top of the repository', pattern, 100, { min: 1, unique: true }),
      because: line('one sentence', 'a sentence on one line', 300),
    },
    'files',
    'because',
  )

export const CLAIMS_SHAPE = table('What is claimed of this project, and where it should be true', {
  $schema: line('where the schema of this file is', 'a reference', 500),
  salt: text(
    'makes hashes of this project unlike those of others',
    200,
    'a salt of letters, digits and + / = _ . - (no spaces)',
    /^[A-Za-z0-9+/=_.-]{1,200}$/u,
  ),
  places: either(
    places('the places of this project'),
    table('exactly the places that are asked, by whose work it is', {
      person: places('asked of people with write access'),
      agent: places('asked of known agents'),
      other: places('asked of everybody else'),
    }),
  ),
  who: map(
    'what an account is',
    oneOf('what it is', ...WHO),
    100,
    text('a login', 80, 'a login', /^[A-Za-z0-9_-]{1,60}(?:\[bot\])?$/u),
  ),
  box: oneOf('where the agent works: in a worktree or clone of its own, on the machine that is local', 'worktree'),
  packages: claims('packages that should be installed', packageName, {
    from: oneOf('it comes from this repository', 'repo'),
  }),
  own: list('an empty list: the tests import no code of this repository', packageName, 0),
  env: claims('environment variables that should be set; their values are never read', variableName, {
    compare: flag('compare salted hashes of the value with ci'),
    empty: flag('an empty value is meant'),
    from: path('a file that git does not track and that brings it, such as .env; of it names are read'),
  }),
  files: claims('files that should be there', path('a path; ~ is the home directory'), {}),
  canary: claims('where something written should outlive the session', canary, {}, 3),
  tests: table('the test suite should be green', {
    command: list('the command, word by word', line('a word', 'a word', 400), 100, { min: 1 }),
    reports: list('reports that the session writes', path('a path'), 50, { unique: true }),
    earlier: flag('tests of an earlier commit of the pull request are accepted in local and box; true by default'),
    apart: list('files whose change alone leaves such tests good, from the top of the repository', pattern, 50),
    in: inPlaces,
    fewer: table('test files of which a place may collect fewer tests than others do', {
      local: fewerIn('local'),
      box: fewerIn('box'),
      ci: fewerIn('ci'),
    }),
  }),
  secrets: claims('files that should be there and private', path('a path; ~ is the home directory'), {}),
  explain: map(
    'sentences that excuse a failing cell or a difference',
    explanation,
    200,
    text(
      'kind/subject@place for a cell, the key of a fact for a difference',
      700,
      'kind/subject@place or the key of a difference',
      new RegExp(`^(?:${cellKey}|${differenceKey})$`, 'u'),
    ),
  ),
})

/** The file once its shape is right. */
export type ClaimsFile = Value<typeof CLAIMS_SHAPE>

export const claimsSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'claims.json',
  ...toJsonSchema(CLAIMS_SHAPE),
})
