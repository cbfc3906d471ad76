/** A report without what is another in every run and on every machine, so that it can be compared. */
import { atRoot } from '../../support/bed.ts'
import type { Project } from './project.ts'

export function steady(text: string, { origin, bin, version }: Project): string {
  const commits = origin.git('rev-list', '--all', '--reflog').split('\n')
  const names = new Map<string, string>()
  const nameOf = (sha: string): string => {
    const known = names.get(sha.slice(0, 7)) ?? 'abcdef0123456789'[names.size % 16] ?? ''
    names.set(sha.slice(0, 7), known)
    return known.repeat(sha.length)
  }
  return (
    text
      .replaceAll(/\b[0-9a-f]{7,40}\b/g, (word) => (commits.some((sha) => sha.startsWith(word)) ? nameOf(word) : word))
      .replaceAll(atRoot(''), '~/.where-it-ran/')
      .replaceAll(bin.split('/').at(-2) ?? '', 'venv')
      .replaceAll(version, '3.12.7')
      // What two whole files differ in is as long as the machines are different.
      .replaceAll(/(?<=```diff\n--- .*\n\+\+\+ .*\n)[^`]*/g, '@@ … @@\n')
      .replaceAll(/\brun(=| `| )\d{3,}/g, 'run$11234')
      .replaceAll(/\bat=\d+/g, 'at=1')
  )
}
