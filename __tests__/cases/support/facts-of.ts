/** The facts that a look brought, whether they served or not. */
import type { Facts } from '../../../src/core/probe-file/schema.ts'
import type { Name, Scene } from './scene.ts'

export function onlyFacts(scene: Pick<Scene, 'candidates'>, name: Name): Facts {
  const candidate = scene.candidates.findLast(({ place, leg }) => name === (leg ? `${place}-${leg}` : place))
  if (!candidate?.reading.ok) throw new Error(`no readable file of ${name}`)
  return candidate.reading.facts
}
