// Tables of reasons with their fixes, of blocks, of signals.
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
const inCode = (text) => `\`${text.replaceAll('|', '\\|')}\``

/** The first reason of each group, and a claim of that kind to show its fix with. */
const GROUPS = {
  IN_PREFIX: ['package installed', 'requests'],
  SET: ['env var set', 'BILLING_MODE'],
  EXISTS: ['file persisted', 'model.bin'],
  GREEN: ['tests green', 'suite'],
  PRIVATE: ['secret stored', '.env'],
  NOT_ASKED: ['any claim', 'requests'],
}
const COMMANDS = { probe: 'python scripts/agent_probes/agent_probe.py', probesFolder: 'probes', rerun: 'push' }

export function reasonTables(reasons, fixFor) {
  const codes = Object.keys(reasons)
  const starts = Object.keys(GROUPS)
  const lost = starts.filter((code) => !codes.includes(code))
  if (lost.length > 0 || codes[0] !== starts[0]) throw new Error(`no reason starts a group: ${lost} ${codes[0]}`)
  return starts
    .flatMap((start, at) => {
      const end = starts[at + 1] === undefined ? codes.length : codes.indexOf(starts[at + 1])
      const [kind, subject] = GROUPS[start]
      const rows = codes.slice(codes.indexOf(start), end).map((code) => {
        const { state, text } = reasons[code]
        return `| \`${code}\` | ${state} | ${cell(text)} | ${state === 'holds' ? '' : cell(fixOf(fixFor, code, kind, subject))} |`
      })
      return [
        `### ${kind}`,
        '',
        '| reason | state | it says | what mends it, for example |',
        '|---|---|---|---|',
        ...rows,
        '',
      ]
    })
    .slice(0, -1)
}

/** Without facts, as in the local column: how to check again is the same for all and left out. */
function fixOf(fixFor, reason, kind, subject) {
  const claim = { kind: kind === 'any claim' ? 'package installed' : kind, subject, in: ['local'] }
  const claims = { digest: '', source: 'file', places: ['local'], claims: [claim], testReports: [], explanations: [] }
  const input = { claim, place: 'local', leg: null, reason, facts: null, claims, commands: COMMANDS }
  return fixFor(input).replace(/, then (?:run python scripts|push).*$/, '')
}

export const blockTable = (texts) => [
  '| block | it says | shut by |',
  '|---|---|---|',
  ...Object.entries(texts).map(
    ([code, text]) =>
      `| \`${code}\` | ${cell(saying(text))} | ${SHUT_BY[code] ?? 'always, but for `fail-on: never`'} |`,
  ),
]
const saying = (text) => text(2, 'PLACES').replace(/\b2\b/, 'N')

const SHUT_BY = { UNKNOWN: '`unknown`', FAILS: '`fails`', DIFFS: '`diffs`', STALE: '`stale`' }

const TRUST = { true: 'as a second opinion', false: 'no', null: 'not asked', 'as-far-as-it-goes': 'as far as it goes' }

export function signalTable(signals) {
  return [
    '| signal | it is shown when | trust the other green? |',
    '|---|---|---|',
    ...signals.map(({ id, when, trust }) => `| ${inCode(id)} | ${cell(when)} | ${TRUST[String(trust)]} |`),
  ]
}
