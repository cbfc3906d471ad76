/** Shapes of secrets that the rules of the secret net do not know: each is bounded, so that no text makes it slow. */

/** Units `from` to `to` of a text look like a secret of this kind. */
export interface Hit {
  readonly from: number
  readonly to: number
  /** A short word of our own or of the rule set, never part of the text. */
  readonly kind: string
}

const SHAPES: { readonly [kind: string]: RegExp } = {
  // The rules want both ends and a whole key; half a key in a line that was cut is a key all
  // the same, also where its line ends are spelled.
  'private-key': /-----BEGIN [A-Z ]{0,30}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\{}]{0,10000}/g,
  'google-api-key': /(?<![A-Za-z0-9_])AIza[A-Za-z0-9_-]{35}/g,
  'google-oauth': /(?<![A-Za-z0-9_])(?:ya29\.[A-Za-z0-9_-]{30,500}|GOCSPX-[A-Za-z0-9_-]{28})/g,
  pypi: /(?<![A-Za-z0-9_])pypi-AgEI[A-Za-z0-9_-]{40,500}/g,
  jwt: /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{10,2000}\.eyJ[A-Za-z0-9_-]{10,4000}\.[A-Za-z0-9_-]{10,1000}/g,
  digitalocean: /(?<![A-Za-z0-9_])do[opr]_v1_[a-f0-9]{64}/g,
  azure: /(?:AccountKey|SharedAccessKey|sig)=[A-Za-z0-9+/%]{40,120}={0,2}/g,
  twilio: /(?<![A-Za-z0-9_])SK[a-f0-9]{32}(?![A-Za-z0-9_])/g,
  telegram: /(?<![A-Za-z0-9_])\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g,
  authorization:
    /(?<![A-Za-z])(?:bearer|basic|token) (?=[A-Za-z+/._~-]{0,200}\d)[A-Za-z0-9+/._~-]{20,2000}={0,2}/gi,
  // A token that a field or a message cut short: what is left of it is a good part of the key.
  'cut-token':
    /(?<![A-Za-z0-9_])(?:gh[oprsu]_|github_pat_|gl(?:pat|rt|dt)-|gl(?:sa|c)_|sk_live_|[sr]k_(?:live|test)_|sk-(?:ant|proj|svcacct|admin)-|xox[abopr]-|xapp-|lin_api_|dckr_pat_|figd_|gsk_|shp(?:at|ca|pa|ss)_|hv[sbr]\.|tskey-[a-z]{2,20}-|pypi-Ag|GOCSPX-|ya29\.|AIza|do[opr]_v1_|(?:npm|hf)_(?=[A-Za-z]{0,20}[A-Z])|dapi(?=[a-f]{0,20}\d)|S[GK](?=\.?[A-Za-z]{0,20}\d))[A-Za-z0-9_.-]{10,200}/g,
  'cut-web-token': /(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]{16,2000}/g,
  // The rules take only letters and digits as a password, and a few schemes.
  'url-password':
    /(?<![A-Za-z0-9+.-])[A-Za-z][A-Za-z0-9+.-]{1,20}:\/\/[^\s/:@'"`<>|]{0,100}:[^\s/@'"`<>|]{1,200}@/g,
}

export const findShapes = (text: string): Hit[] =>
  Object.entries(SHAPES).flatMap(([kind, shape]) =>
    [...text.matchAll(shape)].map((found) => ({
      kind,
      from: found.index,
      to: found.index + found[0].length,
    })),
  )
