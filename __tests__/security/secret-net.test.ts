import { describe, expect, test } from 'vitest'
import { loadSecretNet } from '../../src/adapters/secret-net.ts'
import { redactStrings, redactText, redactVerdict } from '../../src/app/redact.ts'
import { renderJson } from '../../src/core/report/json.ts'
import { renderMarkdown } from '../../src/core/report/markdown.ts'
import { renderText } from '../../src/core/report/text.ts'
import { secretValues } from '../../src/core/secrets/known.ts'
import { judgeCase } from '../../src/core/verdict/verdict.ts'
import { cpuTimeOf } from '../support/cpu.ts'
import { caseOf } from '../support/facts.ts'
import { cellOf, rowOf, verdictOf } from '../support/verdicts.ts'
import { heartOf, SECRETS } from './support/secrets.ts'

const net = await loadSecretNet({})
const kinds = Object.entries(SECRETS)

test('there are kinds enough, and no two are alike', () => {
  expect(kinds.length).toBeGreaterThanOrEqual(25)
  expect(new Set(kinds.map(([, secret]) => heartOf(secret))).size).toBe(kinds.length)
})

describe('a secret is taken out of a text', () => {
  test.each(kinds)('%s', (_kind, secret) => {
    const { text, kinds: found } = redactText(net, `origin = "/opt/${secret}"\nversion = "1.0"\n`)
    expect(found.length).toBeGreaterThan(0)
    expect(text).not.toContain(heartOf(secret))
    expect(text).toMatch(/^origin = ".*REDACTED_/)
    expect(text).toMatch(/\nversion = "1.0"\n$/)
  })

  test('and out of one line of a probe file, where line ends are spelled', () => {
    for (const [, secret] of kinds) {
      const { text } = redactText(net, `a = ${JSON.stringify(secret)}\nb = 1\n`)
      expect(text).not.toContain(heartOf(secret))
      expect(text).toMatch(/^a = "[^\n]*"\nb = 1\n$/)
    }
  })
})

// Release 13 of the rules knows these; 12, the last one for Node 20, does not.
const word = 'Zq8wXk3v'.repeat(5)
test.each([
  ['stripe', `rk_test_${word.slice(0, 24)}`],
  ['cloudflare', `cfut_${word}${'0a'.repeat(4)}`],
  ['tailscale', `tskey-api-${word.slice(0, 12)}-${word.slice(0, 20)}`],
  ['github', `ghs_12_${word}.${word}.${word}`],
])('a key of the kind %s is taken out to its end', (kind, secret) => {
  const { text, kinds: found } = redactText(net, `a ${secret} b`)
  expect([text, found.includes(kind)]).toEqual([`a REDACTED_${kind} b`, true])
})

test('an address whose password is its user name is an example: its server stays', () => {
  const { text } = redactText(net, 'postgres://postgres:postgres@db.example.com/app')
  expect(text).toMatch(/^REDACTED_url_password.*db\.example\.com\/app$/)
})

test('two places that lost different values still differ', () => {
  const [one, other] = [
    redactText(net, `a ${SECRETS['Stripe live key']}`, 'local'),
    redactText(net, `a ${SECRETS['Figma token']}`, 'box'),
  ]
  expect([one.text, other.text]).toEqual(['a REDACTED_local_stripe', 'a REDACTED_box_figma'])
})

describe('what is no secret stays', () => {
  test.each([
    'c0ffee00'.repeat(5),
    'd1'.repeat(32),
    '<prefix>/lib/python3.12/site-packages/requests/__init__.py',
    'python -m pytest -q --maxfail=1',
    'https://github.com/octo/demo/actions/runs/1/artifacts/2',
    'git@github.com:octo/demo.git',
    'token expired on 2026-01-02, ask for a new one',
    'basic-auth is a package and bearer is another',
    'http://localhost:8080/@vite/client',
  ])('%s', (text) => {
    expect(redactText(net, text)).toEqual({ text, kinds: [] })
  })

  test('a whole report of a green case', () => {
    const verdict = judgeCase(caseOf())
    expect(redactVerdict(net, verdict)).toBe(verdict)
    expect(redactText(net, renderMarkdown(verdict)).kinds).toEqual([])
  })
})

test('what a shell calls PWD is a folder, what others call so is not', () => {
  expect(secretValues({ PWD: '/home/ada/project', OLDPWD: '/home/ada/other' })).toEqual([])
  expect(secretValues({ BUILD_PWD: '/home/ada/project', CI_PWD: 'D:\\a\\project' })).toEqual([])
  expect(secretValues({ DB_PWD: '/k3yWithSl4sh/', DB_TOKEN: '/home/no/folder' })).toHaveLength(2)
  expect(secretValues({ DB_PWD: 'long-enough-word', PGPWD: 'not-named-so' })).toEqual(['long-enough-word'])
})

describe('nobody switches it off', () => {
  const token = SECRETS['GitHub classic token'] ?? ''
  test.each([
    'secretlint-disable',
    'secretlint-disable-line',
    'secretlint-disable-next-line',
    '<!-- secretlint-disable -->',
  ])('%s in the text itself', (comment) => {
    expect(redactText(net, `${comment}\n${token} ${comment}\n`).text).not.toContain(heartOf(token))
  })

  test.each([
    ['one hit after another', 'ghs_1_a.', 32_768],
    ['keys that never end', '-----BEGIN PRIVATE KEY-----', 9_000],
    ['addresses that never end', 'https://a:', 26_000],
    ['half tokens', 'eyJaaaaaaaaaaaa.', 16_000],
    ['bearers', 'bearer aaaaaaaaaaaaaaaaaaaaaaa', 8_500],
  ])('no text makes it slow: %s', (_what, part, times) => {
    expect(cpuTimeOf(() => redactText(net, part.repeat(times))).ms).toBeLessThan(5_000)
  })
})

describe('a masked value does not come back in another spelling', () => {
  const value = 'correct horse/battery+staple?9'
  const masked = async (name: string, env: string) => loadSecretNet({ [name]: env })
  const spelled: readonly (readonly [string, string])[] = [
    ['as it is', value],
    ['in base64', Buffer.from(`user:${value}`).toString('base64')],
    ['in base64, one byte on', Buffer.from(`x${value}y`).toString('base64')],
    ['in base64 for addresses', Buffer.from(`:${value}`).toString('base64url')],
    ['percent-encoded', encodeURIComponent(value)],
    ['in hex', Buffer.from(value).toString('hex')],
    ['backwards', [...value].reverse().join('')],
  ]
  test.each(spelled)('%s', async (_how, text) => {
    const known = await masked('DEPLOY_TOKEN', value)
    const clean = redactText(known, `before ${text} after`)
    expect(clean.kinds).toEqual(['known-secret'])
    expect(clean.text).toMatch(/^before .*REDACTED_known_secret.* after$/)
    for (const [, one] of spelled) expect(clean.text).not.toContain(one)
  })

  test('split by quotes or escapes: what stays is too short to be one', async () => {
    const secret = `it's${'Zq8w'.repeat(5)}'and${'Xk3v'.repeat(5)}`
    const known = await masked('API_KEY', secret)
    const quoted = `'${secret.replaceAll("'", "'\\''")}'`
    const { text } = redactText(known, quoted)
    expect(text).not.toMatch(/Zq8w|Xk3v/)
  })

  const odd = `it's "q"&<b>\\!9`
  const forms: readonly (readonly [string, string])[] = [
    ['JSON', JSON.stringify({ a: odd })],
    ['JSON in JSON', JSON.stringify({ a: JSON.stringify({ a: odd }) })],
    ['HTML', `<b title="it&#39;s &quot;q&quot;&amp;&lt;b&gt;\\!9">`],
    ['HTML by numbers', 'it&#39;s &#34;q&#34;&#38;&#60;b&#62;\\!9'],
    ['HTML by hexadecimal numbers', 'it&#x27;s &#x22;q&#x22;&#x26;&#x3c;b&#x3e;\\!9'],
    ['a form', new URLSearchParams({ a: odd }).toString()],
    ['an address in lower case', encodeURIComponent(odd).toLowerCase()],
    ['Python', `'it\\'s "q"&<b>\\!9'`],
  ]
  test.each(forms)('quoted as %s does', async (_how, text) => {
    const known = await masked('DB_PASSWORD', odd)
    const clean = redactText(known, text)
    expect(clean.kinds).toEqual(['known-secret'])
    expect(clean.text).not.toMatch(/it.{0,8}s.{1,8}q/)
  })

  const long = 'correct-horse-battery-staple-9'
  const wrapped = Buffer.from(long.repeat(3)).toString('base64')
  const breaks = ['\n', '\r\n    ', '\\n', '\\\\n', '\\u{a}', '%0A']
  test.each(breaks.map((one) => [JSON.stringify(one), one] as const))('broken by %s', async (_name, end) => {
    const known = await masked('API_TOKEN', long)
    const cut = (text: string) => text.replaceAll(/.{12}(?=.)/g, `$&${end}`)
    const clean = redactText(known, `a\nb ${cut(long)} c ${cut(wrapped)} d`)
    expect(clean.text).not.toMatch(/horse|attery|taple/)
    expect(clean.text).toMatch(/^a\nb /)
    expect(clean.text.endsWith(' d')).toBe(true)
    expect(clean.text).not.toContain(wrapped.slice(24, 32))
  })

  test('each line of a value with many', async () => {
    const known = await masked('SIGNING_SECRET', 'the first line of it\nand the second line of it\n')
    expect(redactText(known, 'x and the second line of it y').text).toBe('x REDACTED_known_secret y')
  })

  test.each(['INPUT_GITHUB-TOKEN', 'GH_PAT', 'DB_PASSWORD', 'ACTIONS_RUNTIME_TOKEN', 'npm_config__auth', 'SENTRY_DSN'])(
    'the name %s says secret',
    async (name) => expect((await masked(name, 'hunter2hunter2')).find('hunter2hunter2')).not.toEqual([]),
  )
  test.each(['PATH', 'TOKEN_FILE', 'SSH_AUTH_SOCK', 'KEYBOARD', 'MONKEY', 'AUTHOR'])(
    'the name %s does not',
    async (name) => expect((await masked(name, 'hunter2hunter2')).find('hunter2hunter2')).toEqual([]),
  )
})

test('what every variable shows is no secret, whatever its name says', async () => {
  const found = await loadSecretNet({ HOME: '/home/somebody', SECRETS: '/home/somebody', API_KEY: 'hunter2hunter2' })
  expect(redactText(found, '/home/somebody/x hunter2hunter2').text).toBe('/home/somebody/x REDACTED_known')
})

test('the name that the workflow gave a leg stays, though a password is spelled like it', async () => {
  const password = { POSTGRES_PASSWORD: 'postgres' }
  const named = await loadSecretNet({ ...password, INPUT_LEG: '{"db":"postgres"}' })
  expect(named.find('ci-postgres')).toEqual([])
  expect((await loadSecretNet(password)).find('ci-postgres')).toHaveLength(1)
})

const pemHead = (SECRETS['RSA private key'] ?? '').split('\n')[0] ?? ''

describe('a verdict', () => {
  const token = SECRETS['npm token'] ?? ''
  const said = {
    rows: [rowOf({ ci: cellOf('SHADOWED', { fact: `PYTHONPATH: /srv/${token}/requests` }) }, { subject: token })],
    faults: [{ where: 'api', message: `no answer from https://a:${'Zq8wXk3v'}@example.com/`, fix: `try ${token}` }],
    staleExplanations: [token],
  }

  test('keeps its cells, loses the secret, and says so in all three forms', () => {
    const verdict = verdictOf(said)
    const clean = redactVerdict(net, verdict)
    expect(clean.gate).toEqual(verdict.gate)
    expect(clean.rows.map(({ cells }) => [cells.ci?.state, cells.ci?.reason])).toEqual([['fails', 'SHADOWED']])
    expect(clean.redacted?.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['npm']))
    for (const report of [renderMarkdown(clean), renderText(clean), renderJson(clean)]) {
      expect(report).not.toContain(heartOf(token))
      expect(report).not.toContain('Zq8wXk3v')
      expect(report).toMatch(/REDACTED_npm/)
      expect(report).toMatch(/redacted|taken out/)
    }
  })

  test('of thousands of strings with a secret each takes no second', () => {
    const many = Array.from({ length: 3000 }, (_, at) => `${token.slice(0, -4)}${String(at).padStart(4, '0')}`)
    const { result, ms } = cpuTimeOf(() => redactStrings(net, many))
    expect(new Set(result)).toEqual(new Set(['REDACTED_npm']))
    expect(ms).toBeLessThan(1000)
  })

  test('loses no string to the one before it', () => {
    const [first, ...rest] = redactStrings(net, [pemHead, 'requests', 'holds because', 'cli helpers'])
    expect(first).toBe('REDACTED_private_key')
    expect(rest).toEqual(['requests', 'holds because', 'cli helpers'])
  })

  test('never loses a row: a match that runs over its own value stops at the structure', () => {
    const long = `postgres://app:${'Zq8wXk3vZq8w'}@db/`
    const rows = [rowOf({ ci: cellOf('SHADOWED', { fact: long }) }), rowOf({ ci: cellOf('MISSING', { fact: 'gone' }) })]
    const report = renderMarkdown(verdictOf({ rows }))
    const { text } = redactText(net, report)
    expect(text.split('\n').length).toBe(report.split('\n').length)
    expect(text.match(/\|/g)?.length).toBe(report.match(/\|/g)?.length)
    expect(text).not.toContain('Zq8wXk3v')
  })
})
