/** Where something was found, and what every family may say. */
import { oneOf, type TextShape, text } from '../../shape/shape.ts'

export const error = text('"Type: message" when this family broke; its other facts may be missing')
export const path = (about: string): TextShape =>
  text(`${about} (masked: ~ home, <repo>, <prefix>, <base>, <other>/basename)`, 1000)

/** Where something was found, seen from this interpreter. */
export const LABELS = [
  'stdlib', // the standard library, frozen and built-in modules
  'venv', // site-packages below sys.prefix, in a virtual environment, or of the one below an overlay
  'overlay', // of a throw-away environment in front of another one (uv run --with)
  'prefix', // site-packages below sys.prefix, outside a virtual environment
  'system', // site-packages of the base interpreter, seen from a virtual environment, or dist-packages
  'user-site', // the user's site-packages
  'pythonpath', // an entry of PYTHONPATH
  'cwd', // the current directory, outside any repository
  'repo', // inside the repository's tree (not inside an environment kept there, and no ignored build of a tracked package)
  'other-checkout', // inside another working tree (worktree or clone)
  'hook', // put there by a start-up hook: path finding alone would not have found it
  'elsewhere',
  'missing', // a path entry that does not exist
] as const
export const label = (about: string) => oneOf(about, ...LABELS)
export type Label = (typeof LABELS)[number]
