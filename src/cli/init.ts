/** `init`: put the probe, the claims and the lines they need into a repository; say what is left for a person. */

import { randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { createFiles } from '../adapters/files.ts'
import { createProjectListing } from '../adapters/git/git.ts'
import { readShippedProbe } from '../adapters/python-probe/python-probe.ts'
import { planInit } from '../app/init.ts'
import { type InitNeeds, type InitPlan, SCHEMA } from '../app/init-plan.ts'
import type { Files } from '../app/ports.ts'
import { CLAIMS_FILE, VENDORED_PROBE } from '../core/content.ts'
import { messageOf } from '../core/fault.ts'
import { PLACES } from '../core/model.ts'
import { findTool, hasPython, isTelling, isWritten, type Project } from '../core/setup/project.ts'
import { parseWorkflow, type Workflow } from '../core/setup/workflow.ts'
import { UsageError } from './args.ts'
import { type CommandContext, orUsage, patiently, requireRepository } from './context.ts'
import { renderPlan } from './init-text.ts'

const MAX_BYTES = 1024 * 1024
const WORKFLOWS = '.github/workflows'

export async function init(context: CommandContext): Promise<number> {
  const { settings, terminal, files } = context
  await requireRepository(context)
  const { needs, top } = await orUsage(patiently(terminal, 'looking at the project', lookAround(context)))
  if (!hasPython(needs.project) && !settings.force)
    throw new UsageError(
      'there is no Python in this folder',
      'name the project: --working-directory DIR; --force sets it up nevertheless',
    )
  const plan = planInit(needs)
  if (!settings.dryRun) await orUsage(carryOut(plan, { folder: files, top }))
  const { colour } = terminal
  terminal.print(
    renderPlan(plan, {
      dryRun: settings.dryRun,
      folder: settings.workingDirectory,
      places: needs.places,
      oneOf: !needs.placesNamed,
      ...findPython(context, plan, needs.project),
      colour,
    }),
  )
  return 0
}

async function carryOut({ changes }: InitPlan, files: { readonly [at in 'folder' | 'top']: Files }) {
  for (const { at, path: file, text } of changes) if (text !== undefined) await files[at].write(file, text)
}

async function lookAround(context: CommandContext): Promise<{ needs: InitNeeds; top: Files }> {
  const { settings, cwd, ask, files } = context
  const listing = createProjectListing(ask)
  const top = createFiles(await listing.top())
  const paths = await listing.files()
  const telling = await readTelling(files, paths.filter(isTelling))
  const workflows = await readWorkflows(top)
  const present = await readAll(files, [VENDORED_PROBE, CLAIMS_FILE, SCHEMA])
  const above = new Map(workflows.map(({ path: file, text }) => [file, text]))
  const needs: InitNeeds = {
    project: { paths, textOf: (file) => telling.texts.get(file), hasEnvFile: isThere(cwd, '.env') },
    workflows,
    folder: await listing.folder(),
    otherCi: await findOtherCi(top),
    places: settings.places.length > 0 ? settings.places : PLACES,
    placesNamed: settings.places.length > 0,
    force: settings.force,
    forkSafe: settings.forkSafe,
    probe: readShippedProbe(),
    salt: randomBytes(16).toString('hex'),
    present: (file) => present.get(file) ?? above.get(file),
    unread: telling.unread,
    ignored: await listing.ignored([VENDORED_PROBE, CLAIMS_FILE, 'probes/local-topic.txt']),
  }
  return { needs, top }
}

async function readAll(files: Files, paths: readonly string[]): Promise<Map<string, string>> {
  const texts = await Promise.all(paths.map(async (file) => [file, await files.read(file, MAX_BYTES)] as const))
  return new Map(texts.filter((pair): pair is [string, string] => pair[1] !== undefined))
}

/** What can't be read claims nothing; what is written again has to be read. */
async function readTelling(files: Files, paths: readonly string[]) {
  const texts = new Map<string, string>()
  const unread: string[] = []
  for (const file of paths)
    try {
      texts.set(file, (await files.read(file, MAX_BYTES)) ?? '')
    } catch (error) {
      if (isWritten(file)) throw error
      unread.push(messageOf(error))
    }
  return { texts, unread }
}

async function readWorkflows(top: Files): Promise<readonly Workflow[]> {
  const entries = await top.list(WORKFLOWS)
  const names = entries.filter(({ name, kind }) => kind === 'file' && /\.ya?ml$/.test(name))
  const texts = await readAll(
    top,
    names.map(({ name }) => `${WORKFLOWS}/${name}`),
  )
  return [...texts].map(([file, text]) => parseWorkflow(file, text))
}

const OTHER_CI =
  /^(?:\.gitlab-ci\.yml|\.circleci|Jenkinsfile|azure-pipelines\.yml|\.buildkite|bitbucket-pipelines\.yml|\.travis\.yml|\.woodpecker\.ya?ml|\.drone\.yml)$/

const findOtherCi = async (top: Files): Promise<string | undefined> =>
  (await top.list('.')).map(({ name }) => name).find((name) => OTHER_CI.test(name))

/** What a person types for the Python that runs the tests; a command of another name is found on PATH. */
function findPython({ cwd }: CommandContext, { command: [first], tox }: InitPlan, project: Project) {
  const scripts = process.platform === 'win32' ? 'Scripts/python.exe' : 'bin/python'
  const [venv] = ['.venv/bin/python', '.venv/Scripts/python.exe'].filter((file) => isThere(cwd, file))
  const activated = venv === undefined ? '' : `. ${venv.replace(/python(?:\.exe)?$/, 'activate')} && `
  if (tox !== undefined) return { before: [`${activated}${tox.make}`], python: `.tox/${tox.environment}/${scripts}` }
  if (venv === undefined) return { before: [], python: `${findTool(project).run}python` }
  return { before: [], python: first === 'python' ? venv : `${activated}python` }
}

const isThere = (cwd: string, file: string): boolean =>
  fs.lstatSync(path.join(cwd, file), { throwIfNoEntry: false }) !== undefined
