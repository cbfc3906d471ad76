/** What `activate` does: programs of the environment come first, so that `pytest` is the one beside this Python. */
import fs from 'node:fs/promises'
import path from 'node:path'

/** `env` for children of a Python that lies in a virtual environment; as it is for any other. */
export async function activate(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  const [python = ''] = command
  if (command.length !== 1 || !path.isAbsolute(python)) return env
  const folder = path.dirname(python)
  const root = path.dirname(folder)
  const isEnvironment = await fs.access(path.join(root, 'pyvenv.cfg')).then(
    () => true,
    () => false,
  )
  const key = Object.keys(env).find((one) => one.toUpperCase() === 'PATH') ?? 'PATH'
  const first = (env[key] ?? '').split(path.delimiter)[0]
  if (!isEnvironment || first === folder) return env
  const joined = env[key] ? [folder, env[key]].join(path.delimiter) : folder
  return { ...env, [key]: joined, VIRTUAL_ENV: root }
}
