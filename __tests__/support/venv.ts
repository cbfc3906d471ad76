/** Virtual environments without pip: made once for each interpreter and test file, then copied, which starts nothing. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { createFolder, type Files, writeFiles } from './repo.ts'

export interface Env {
  readonly dir: string
  readonly python: string
  /** its site-packages */
  readonly site: string
  /** like 3.12 */
  readonly minor: string
}

const templates = new Map<string, string>()

/** An environment of the interpreter `base` at `dir`, with these files in its site-packages. */
export function makeVenv(base: string, files: Files = {}, dir = path.join(createFolder(), 'env')): Env {
  let template = templates.get(base)
  if (template === undefined) {
    template = path.join(createFolder(), 'env')
    execFileSync(base, ['-I', '-m', 'venv', '--without-pip', template])
    templates.set(base, template)
  }
  fs.cpSync(template, dir, { recursive: true, verbatimSymlinks: true })
  const env = openVenv(dir)
  writeFiles(env.site, files)
  return env
}

/** One that is there already, or an installation that is laid out like one. */
export function openVenv(dir: string): Env {
  const [lib = ''] = fs.readdirSync(path.join(dir, 'lib')).filter((name) => /^python3\.\d+$/.test(name))
  const site = path.join(dir, 'lib', lib, 'site-packages')
  return { dir, site, python: path.join(dir, 'bin/python'), minor: lib.replace('python', '') }
}
