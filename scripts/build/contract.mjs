// What the probe and the core must say alike is said in the core; the probe's room base/contract is made from it here.
import path from 'node:path'
import { runnerImport } from 'vite'

/** Where the room stands in the probe. It is made for each build, and no file of src/. */
export const CONTRACT_ROOM = 'base/contract'

/** @returns the text of the room, from the tables below `root`/src/core. */
export async function makeContract(root) {
  const load = async (file) => {
    const options = { configFile: false, logLevel: 'error', root }
    return (await runnerImport(path.join(root, 'src/core', file), options)).module
  }
  const files = ['probe-file/schema.ts', 'probe-file/facts/where.ts', 'probe-file/facts/ci-providers.ts']
  const [facts, where, ci, claims, products, place, model] = await Promise.all(
    [...files, 'claims/schema.ts', 'content.ts', 'place.ts', 'model.ts'].map(load),
  )
  const bounds = findBounds(facts.SCHEMA)
  const parts = {
    FORMAT: facts.FORMAT,
    FIRST_LINE: facts.FIRST_LINE,
    PLACES: model.PLACES,
    PLACE: inPython(place.LEG_OF_PROBE),
    SESSION_RECORD: products.SESSION_RECORD,
    '\n# Names of our own products, as bytes of a path, and how they begin.\nPRODUCTS': new Code(
      `(\n    br"${[...products.NAMED].map(escapeDots).join('|')}"\n    br"|${place.PROBE_OR_LOG.source.slice(1, -1)}"\n)`,
    ),
    PRODUCT_STARTS: words([...products.NAMED, ...model.PLACES], 'b'),
    '\n# What the reader takes at most: characters of a text, entries of a list. A path names a fact; [] stands for\n# the entries of a list, * for the subjects of a map.\nTEXT_LIMIT':
      bounds.text.usual,
    LIST_LIMIT: bounds.list.usual,
    TEXT_MAX: bySize(bounds.text.other),
    LIST_MAX: bySize(bounds.list.other),
    MAPS: words(bounds.maps),
    '\n# Facts in order, so that two files line up.\nTEST_KEYS': words(
      Object.keys(facts.SCHEMA.keys.tests.keys).filter((key) => key !== 'error'),
    ),
    FILES_MAX: facts.SCHEMA.keys.tests.keys.files.max,
    LABELS: words(where.LABELS),
    '\n# A provider, the variable that gives it away, and those of run, attempt, job, event and commit (- has none).\nCI_PROVIDERS':
      ci.CI_PROVIDERS.map((words) => words.join(' ')),
    '\n# Variables that only machines of hosted agents have, and their values; * stands for any.\nHOSTED_AGENTS':
      ci.HOSTED_AGENTS.map((pair) => pair.join(' ')),
    '\n# What each list of claims.json may name, how long a name may be, and what an entry may say besides its name and\n# places.\nCLAIM_LISTS':
      claimLists(claims.CLAIMS_SHAPE),
    CLAIM_KEYS: words(Object.keys(claims.CLAIMS_SHAPE.keys)),
    CLAIMS_MAX: claims.CLAIMS_SHAPE.keys.env.max,
    ONE_LINE: inPython(claims.ONE_LINE),
    SALT: inPython(claims.CLAIMS_SHAPE.keys.salt.pattern),
  }
  const lines = Object.entries(parts).map(([name, value]) => `${name} = ${literal(value)}\n`)
  return `"""What the core of the check says of files, facts and names; made from its tables by the build."""\n\n${lines.join('')}`
}

/** Bounds of every text without a form of its own and of every list; those that many share are named once. */
function findBounds(schema) {
  const [text, list] = [
    { usual: 1000, other: {} },
    { usual: 20, other: {} },
  ]
  const maps = []
  const note = (kind, at, max) => {
    if (max !== kind.usual) kind.other[at] = max
  }
  const walk = (shape, at) => {
    if (shape.kind === 'text' && !shape.pattern) note(text, at, shape.max)
    if (shape.kind === 'list') note(list, at, shape.max)
    if (shape.kind === 'map') maps.push(at)
    if (shape.kind === 'list' || shape.kind === 'map') walk(shape.of, at + (shape.kind === 'list' ? '[]' : '.*'))
    if (shape.kind === 'table')
      for (const [key, of] of Object.entries(shape.keys)) walk(of, at === '' ? key : `${at}.${key}`)
  }
  walk(schema, '')
  return { text, list, maps }
}

const claimLists = ({ keys }) =>
  Object.entries(keys)
    .filter(([, { of }]) => of?.kind === 'either')
    .map(([key, { of }]) => {
      const { brief, full } = of
      const form = brief.pattern ?? new RegExp(`^(?:${brief.values?.join('|')})$`)
      const more = Object.keys(full.keys).filter((name) => name !== 'name' && name !== 'in')
      return [key, inPython(form), brief.max ?? 200, more.join(' ')]
    })

class Code {
  constructor(text) {
    this.text = text
  }
}
const raw = (text, prefix) => new Code(`${prefix}"${text}"`)
const escapeDots = (name) => name.replaceAll('.', '\\.')
/** Python's `$` also matches before a last line end; re.match begins at the start. */
const inPython = ({ source }) => raw(source.replace(/^\^/, '').replace(/\$$/, '\\Z').replaceAll('\\/', '/'), 'r')

/** Words that stand in one text, which Python reads faster than as many texts. */
const words = (list, prefix = '') => new Code(`${wrapText(list.join(' '), prefix)}.split()`)

/** Lines that begin with a size, and name paths that have it. */
function bySize(sizes) {
  const lines = [...new Set(Object.values(sizes))].flatMap((size) => {
    const paths = Object.keys(sizes).filter((path) => sizes[path] === size)
    return paths
      .join(' ')
      .match(/.{1,110}(?= |$)/g)
      .map((row) => `${size} ${row.trim()}\n`)
  })
  return new Code(`"""\n${lines.join('')}"""`)
}

/** A text, on several lines in brackets where one is too short. */
function wrapText(text, prefix) {
  if (text.length < 100) return `${prefix}"${text}"`
  const rows = text.match(/.{1,108}(?: |$)/g)
  return `(\n${rows.map((row) => `    ${prefix}"${row}"\n`).join('')})`
}

function literal(value) {
  if (value instanceof Code) return value.text
  if (value === null) return 'None'
  if (Array.isArray(value)) return wrap('(', value.map(literal), value.length === 1 ? ',)' : ')')
  if (typeof value !== 'object') return JSON.stringify(value)
  return wrap(
    '{',
    Object.entries(value).map(([key, of]) => `${literal(key)}: ${literal(of)}`),
    '}',
  )
}

/** On one line where it fits, else as many entries on a line as fit. */
function wrap(open, entries, close) {
  const line = `${open}${entries.join(', ')}${close}`
  if (line.length < 100) return line
  const rows = ['']
  for (const entry of entries) {
    const last = rows.length - 1
    if (rows[last] !== '' && rows[last].length + entry.length > 110) rows.push(`${entry},`)
    else rows[last] += `${rows[last] === '' ? '' : ' '}${entry},`
  }
  return `${open}\n${rows.map((row) => `    ${row}\n`).join('')}${close}`
}
