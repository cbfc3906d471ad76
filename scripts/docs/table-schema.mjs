// JSON schema of probes/table.json. Written here by hand: it is the promise, and a test holds the renderer to it.
const text = { type: 'string' }
const maybe = { type: ['string', 'null'] }
const number = { type: 'integer', minimum: 0 }
const list = (items, description) => ({ type: 'array', items, ...(description ? { description } : {}) })
/** Every key is there, and no other. */
const object = (properties, description) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
  ...(description ? { description } : {}),
})
const described = (schema, description) => ({ ...schema, description })

export function tableSchema({ places, kinds, reasons, failOn, sources, blocks, signals }) {
  const place = { enum: places }
  const anyPlace = { enum: [...places, null] }
  const state = { enum: ['holds', 'fails', 'unknown'] }
  const reason = { enum: reasons }
  const leg = object({ leg: text, state, reason, fact: text })
  const cell = described(
    {
      anyOf: [
        { type: 'null' },
        object({
          state,
          reason,
          fact: described(text, 'the one fact that decided'),
          fix: described(maybe, 'the command or edit that mends it; null where it holds'),
          explained: described(maybe, 'the sentence of claims.json that excuses it'),
          asked: described(
            { type: 'boolean' },
            'false: shown beside the place that is asked, and counts only where it fails',
          ),
          legs: list(
            leg,
            'the legs that decide, where the place has legs; behind those that fail, those of which nothing is known',
          ),
        }),
      ],
    },
    'null: not asked',
  )
  const each = (schema) => ({ ...object(Object.fromEntries(places.map((name) => [name, schema]))) })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'table.json, format 1',
    description: 'What Where It Ran says of a pull request, for programs and agents. Strings are untrusted.',
    ...object({
      format: { const: 1 },
      verdict: { enum: ['pass', 'blocked'] },
      gate: object({
        failOn: list({ enum: failOn }),
        unknown: described(number, 'cells asked and neither proven nor refuted'),
        failing: described(number, 'cells refuted and not excused'),
        unexplained: described(number, 'differences that count and that nothing explains'),
        notAsked: number,
        loosened: list(object({ what: text, key: text }), 'in what the pull request claims less than its base'),
        blocks: list(object({ code: { enum: blocks }, text, count: number }), 'why the gate is shut; empty: pass'),
        faults: list(object({ where: text, message: text, fix: maybe }), 'what could not be done'),
        staleExplanations: list(text),
      }),
      places: list(
        object({
          place,
          leg: maybe,
          source: { enum: [...sources, null] },
          probe: described(maybe, 'version of the probe'),
          content: { enum: ['match-merge', 'match-head', 'earlier', 'stale', 'unknown'] },
          note: maybe,
        }),
        'the files that speak, and places without one',
      ),
      unused: list(object({ place: anyPlace, message: text }), 'what was found and does not speak'),
      rows: list(object({ claim: { enum: kinds }, subject: text, cells: each(cell) })),
      differences: list(
        object({
          key: text,
          values: {
            type: 'object',
            properties: Object.fromEntries(places.map((name) => [name, text])),
            additionalProperties: false,
          },
          counted: { type: 'boolean' },
          explained: maybe,
        }),
      ),
      signals: list(
        object({
          id: { enum: signals },
          places: list(place),
          trust: described({ enum: [true, false, null, 'as-far-as-it-goes'] }, 'is a green there good for here?'),
          what: text,
          next: text,
        }),
        'the most decisive first',
      ),
      checks: list(object({ id: text, state })),
      next: described(
        {
          anyOf: [
            { type: 'null' },
            object({ text, place: anyPlace, mends: number, for: { enum: ['person', 'agent', null] } }),
          ],
        },
        'the one step that unblocks most',
      ),
      redacted: list(object({ kind: text, where: text }), 'what looked like a secret and was taken out'),
    }),
  }
}
