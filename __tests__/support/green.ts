/** A pull request in which all is well in every place, for tests of what happens to it then. */
import type { Place } from '../../src/core/model.ts'
import { factsAt, openPull, pretendPython, type Scene, type Started, startAction } from './action.ts'
import type { ActionRun, Artifact, Bed, Pull, Run } from './bed.ts'
import { pullRequestEvent } from './events.ts'
import { ALL_PLACES, COMMAND, type FactOverrides } from './facts.ts'
import { runOf } from './use-bed.ts'
import { makeZip } from './zip.ts'

export const claimsText = (more: object = {}): string =>
  `${JSON.stringify({
    salt: 'ab'.repeat(16),
    places: ALL_PLACES,
    packages: ['requests'],
    tests: { command: COMMAND, reports: ['junit.xml'] },
    ...more,
  })}\n`

/** A project whose own package is there, with these claims. */
export const filesWith = (claims: string) => ({ 'probes/claims.json': claims, 'cli_helpers/__init__.py': '1\n' })

export const fenced = (text: string): string => `\`\`\`toml\n${text}\`\`\`\n`

/** A probe file as a step of this run hands it over. */
export const addFile = (bed: Bed, run: Run, name: string, text: string): Promise<Artifact> =>
  bed.addArtifact(run, `probes-${name}`, makeZip([{ name: `probes/${name}.txt`, data: text }]))

export interface Green extends Scene {
  readonly claims: string
  /** What the probe of this run will write. */
  readonly ci: string
  readonly python: string
  textOf(place: Place, more?: FactOverrides): Promise<string>
}
export interface Wanted {
  readonly claims?: string
  readonly pull?: Partial<Pull>
  /** What becomes of it before anybody looks at it from ci. */
  readonly change?: (scene: Scene) => void
}

/** The laptop's file is in the description, the box's came with an earlier run, ci's is made by this one. */
export async function openGreen(bed: Bed, { claims = claimsText(), pull, change }: Wanted = {}): Promise<Green> {
  const scene = openPull(bed, filesWith(claims), pull)
  const textOf = (place: Place, more?: FactOverrides) => factsAt(scene, place, claims, more)
  scene.pull.body = fenced(await textOf('local'))
  await addFile(bed, runOf(bed, scene.pull), 'box', await textOf('box'))
  change?.(scene)
  const ci = await textOf('ci')
  return { ...scene, event: pullRequestEvent(scene.pull), claims, textOf, ci, python: pretendPython(ci) }
}

export type Ready = Scene & { readonly python: string }

/** A run of the action about it; what is in `more` is another one's. */
export const startOn = (bed: Bed, scene: Ready, more: Partial<Started> = {}): Promise<ActionRun> =>
  startAction({
    bed,
    repo: scene.repo,
    run: runOf(bed, scene.pull),
    event: scene.event,
    ...more,
    with: { python: scene.python, ...more.with },
  })
