// Tables of facts, one for each section of a probe file.
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')

/** What may stand there, in a few words. */
function typeOf(spec) {
  switch (spec.kind) {
    case 'text':
      return spec.pattern ? `text \`${spec.pattern.source.replaceAll('|', '\\|')}\`` : `text, at most ${spec.max}`
    case 'one-of':
      return spec.values.map((value) => `\`${value}\``).join(', ')
    case 'count':
      return 'whole number'
    case 'flag':
      return 'true or false'
    case 'list':
      return `list of at most ${spec.max}: ${spec.of.kind === 'table' ? 'tables' : typeOf(spec.of)}`
    case 'map':
      return `at most ${spec.max}, each: ${spec.of.kind === 'table' ? 'a table' : typeOf(spec.of)}`
    default:
      return ''
  }
}

/** Rows of one table, what is nested in it below it. */
function rows(facts, before) {
  return Object.entries(facts).flatMap(([name, spec]) => {
    const key = `${before}${name}`
    if (spec.kind === 'table') return [row(key, 'table', spec.about), ...rows(spec.keys, `${key}.`)]
    const nested = spec.kind === 'map' ? `${key}.NAME` : `${key}[]`
    const inner =
      (spec.kind === 'map' || spec.kind === 'list') && spec.of.kind === 'table' ? rows(spec.of.keys, `${nested}.`) : []
    return [row(key, typeOf(spec), spec.about), ...inner]
  })
}

const row = (key, type, about) => `| \`${key}\` | ${type.replaceAll('<', '&lt;')} | ${cell(about)} |`

export const factTables = (schema) =>
  Object.entries(schema.keys)
    .flatMap(([name, section]) => [
      `### [${name}]`,
      '',
      `${section.about[0].toUpperCase()}${section.about.slice(1)}.`,
      '',
      '| fact | type | meaning |',
      '|---|---|---|',
      ...rows(section.keys, ''),
      '',
    ])
    .slice(0, -1)
