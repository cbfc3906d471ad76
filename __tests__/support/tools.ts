import fs from 'node:fs'
import path from 'node:path'
import { atRoot } from './bed.ts'

export type Tool = 'actionlint' | 'zizmor' | 'act' | 'uv' | 'poetry'

/** Path of a tool that `scripts/install-tools.sh` installed; undefined: this machine could not. */
export function findTool(tool: Tool): string | undefined {
  const dir = atRoot('.cache/tools/bin')
  const found = fs.existsSync(dir) ? fs.readdirSync(dir).find((name) => name.startsWith(`${tool}-`)) : undefined
  return found && path.join(dir, found)
}

export const lackOf = (tool: Tool): string => `${tool} is not installed: scripts/install-tools.sh`
