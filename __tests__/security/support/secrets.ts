/** Secrets of many kinds, in the shapes that their makers document; joined here so that no scanner finds one in this file. */

let state = 20_261_130

/** Letters and digits that no word list holds, the same in every run. */
function noise(length: number, alphabet: string): string {
  let text = ''
  while (text.length < length) {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    text += alphabet[(state >>> 8) % alphabet.length]
  }
  return text
}
const LOWER = 'abcdefghijklmnopqrstuvwxyz'
const ALPHA = `${LOWER}${LOWER.toUpperCase()}`
const ALNUM = `${ALPHA}0123456789`
const HEX = '0123456789abcdef'
const an = (length: number) => noise(length, ALNUM)
const hex = (length: number) => noise(length, HEX)
const join = (...parts: readonly string[]): string => parts.join('')

const pem = (kind: string): string =>
  [
    `${'-'.repeat(5)}BEGIN ${kind} KEY${'-'.repeat(5)}`,
    join('MII', an(61)),
    an(64),
    an(64),
    `${'-'.repeat(5)}END ${kind} KEY${'-'.repeat(5)}`,
  ].join('\n')

export const SECRETS: { readonly [kind: string]: string } = {
  'GitHub classic token': join('gh', 'p_', an(36)),
  'GitHub app token': join('gh', 's_', an(36)),
  'GitHub OAuth token': join('gh', 'o_', an(36)),
  'GitHub fine-grained token': join('github', '_pat_', an(82)),
  'GitLab token': join('gl', 'pat-', an(20)),
  'npm token': join('np', 'm_', an(36)),
  'PyPI token': join('py', 'pi-AgEI', an(80)),
  'AWS access key id': join('AK', 'IA', noise(16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567')),
  'AWS secret key': join('aws_secret_', 'access_key=', an(40)),
  'Google API key': join('AI', 'za', an(35)),
  'Google OAuth client secret': join('GOC', 'SPX-', an(28)),
  'Google access token': join('ya', '29.', an(60)),
  'Azure storage key': join('Account', 'Key=', an(86), '=='),
  'Slack bot token': join('xo', 'xb-', noise(11, '0123456789'), '-', noise(11, '0123456789'), '-', an(24)),
  'Slack webhook': join('https://hooks.', 'slack.com/services/T', an(8), '/B', an(8), '/', an(24)),
  'OpenAI key': join('sk', '-proj-', an(74), 'T3Blbk', 'FJ', an(74)),
  'Anthropic key': join('sk', '-ant-api03-', an(93), 'AA'),
  'Groq key': join('gs', 'k_', an(52)),
  'Hugging Face token': join('h', 'f_', noise(34, ALPHA)),
  'Stripe live key': join('sk', '_live_', an(24)),
  'SendGrid key': join('S', 'G.', an(22), '.', an(43)),
  'Shopify token': join('shp', 'at_', hex(32)),
  'Linear key': join('lin', '_api_', an(40)),
  'Vault token': join('hv', 's.', an(95)),
  'Docker token': join('dckr', '_pat_', an(27)),
  'DigitalOcean token': join('do', 'p_v1_', hex(64)),
  'Databricks token': join('da', 'pi', hex(32)),
  'Figma token': join('fi', 'gd_', an(40)),
  'Grafana token': join('gl', 'sa_', an(32), '_', hex(8)),
  'Tailscale key': join('ts', 'key-auth-', an(12), '-', an(32)),
  'Telegram bot token': join(noise(10, '123456789'), ':A', 'A', an(33)),
  'Twilio key': join('S', 'K', hex(32)),
  'JSON web token': join('ey', 'J', an(30), '.ey', 'J', an(60), '.', an(43)),
  'bearer header': join('Authorization: Bea', 'rer ', an(40), '7'),
  'password in an address': join('https://deploy:', an(20), '@example.com/simple'),
  'password with signs in an address': join('https://deploy:', an(10), '!$%', an(6), '@example.com/simple'),
  'database address': join('postgres://app:', an(20), '@db.example.com:5432/app'),
  'RSA private key': pem(join('RSA PRI', 'VATE')),
  'OpenSSH private key': pem(join('OPENSSH PRI', 'VATE')),
  'half a private key': pem(join('PRI', 'VATE')).slice(0, 120),
}

/** What of a secret must not be seen: its longest part that is nobody else's. */
export const heartOf = (secret: string): string =>
  (secret.match(/[A-Za-z0-9]{10,}/g) ?? [secret]).reduce((a, b) => (b.length > a.length ? b : a)).slice(-10)
