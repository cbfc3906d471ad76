/**
 * A recorded file as the probe writes it on Windows: the same project, its paths masked and written with slashes
 * as everywhere, the layout and the launchers of Windows, no permission bits. Made by hand from the probe's rules.
 */
import { edited, factsIn } from './text.ts'

const LAYOUT: readonly (readonly [RegExp, string])[] = [
  [/\.venv\/bin\/python\d?(?:\.\d+)?/g, '.venv/Scripts/python.exe'],
  [/\.venv\/bin\//g, '.venv/Scripts/'],
  [/\.venv\/lib\/python3\.\d+\//g, '.venv/Lib/'],
  [/<base>\/lib\/python312\.zip/g, '<base>/python312.zip'],
  [/<base>\/lib\/python3\.\d+\/lib-dynload/g, '<base>/DLLs'],
  [/<base>\/lib\/python3\.\d+/g, '<base>/Lib'],
  [/<base>\/bin\/python3?(?:\.\d+)?/g, '<base>/python.exe'],
]

export function asWindows(text: string): string {
  const moved = LAYOUT.reduce((all, [from, to]) => all.replaceAll(from, to), text)
  const { secrets } = factsIn(moved)
  const files = Object.keys(secrets?.files ?? {}).map((name) => [
    name,
    { modes: false, mode: undefined, mine: undefined, owner_reads: undefined, others_read: undefined },
  ])
  return edited(moved, {
    host: { platform: 'win32', arch: 'AMD64', shell: undefined },
    interpreter: {
      base_prefix: '<other>/Python312',
      executable_hash: 'ba9876543210',
      on_path: [{ name: 'python', target: '<repo>/.venv/Scripts/python.exe', kind: 'redirector', starts: 'this' }],
    },
    secrets: { files: Object.fromEntries(files) },
  })
}
