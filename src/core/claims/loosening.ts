/** In what a pull request claims less than its base did. */
import type { Claims, Loosening } from '../model.ts'

export const findLoosening = (_base: Claims, _now: Claims): readonly Loosening[] => []
