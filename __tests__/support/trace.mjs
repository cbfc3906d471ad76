// Loaded with --import into the action: writes what it started and loaded to the file that TRACE_FILE names.
import child from 'node:child_process'
import fs from 'node:fs'
import { registerHooks, syncBuiltinESMExports } from 'node:module'
import path from 'node:path'

const started = []
const loaded = []
const { spawn } = child
child.spawn = function (command, args, ...rest) {
  const words = (args ?? []).filter((word, i, all) => !/^-[c-]/.test(word) && all[i - 1] !== '-c')
  started.push([path.basename(command), words[0] ?? ''].join(' ').trim())
  return spawn.call(this, command, args, ...rest)
}
syncBuiltinESMExports()
registerHooks({
  load(url, context, next) {
    if (url.startsWith('file:')) loaded.push(path.basename(url))
    return next(url, context)
  },
})
process.on('exit', () => fs.writeFileSync(process.env.TRACE_FILE, JSON.stringify({ started, loaded })))
