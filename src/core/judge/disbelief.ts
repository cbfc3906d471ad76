/** Why the probe itself does not believe a record, in words. */
const WORDS: { readonly [code: string]: string } = {
  tracked: 'git tracks it',
  unreadable: 'it cannot be read',
  malformed: 'it is no record',
  broken: 'the plugin failed while it was written',
  unfinished: 'the session did not end',
  'other-machine': 'it is of another machine',
  'other-container': 'it is of another container',
  'other-user': 'it is of another user',
  'other-run': 'it is of another run',
  'other-attempt': 'it is of another attempt',
  'other-job': 'it is of another job',
  'other-tree': 'it is of another checkout',
  'other-command': 'it is of another command than the claimed one',
  'other-packages': 'its packages are other ones',
  narrowed: 'only a part of the suite ran',
  'collect-only': 'tests were only collected',
  'changed-while-running': 'files changed while the tests ran',
  'changed-since': 'files have changed since',
  'content-unknown': 'git did not say which content it was',
  'stale-bytecode': 'old bytecode, or an old build, ran',
  'ignored-changed': 'a module that git ignores has changed since',
  'no-session': 'the command left none',
}

/** A code that nobody knows is told as it is. */
export const tellDisbelief = (codes: readonly string[]): string =>
  codes.map((code) => (Object.hasOwn(WORDS, code) ? WORDS[code] : code)).join(', ')
