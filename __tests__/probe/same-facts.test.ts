/** The comparison that a rewrite of the probe is held against: what it passes over, and what it sees. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { atRoot } from '../support/bed.ts'
import { anyPython } from '../support/look.ts'
import { createFolder } from '../support/repo.ts'
import { start } from '../support/suite.ts'

/** One situation with the committed probe, and with what `edit` makes of it. */
async function compare(edit: (probe: string) => string) {
  const committed = execFileSync('git', ['show', 'HEAD:dist/agent_probe.py'], { cwd: atRoot('.') })
  const probe = path.join(createFolder(), 'agent_probe.py')
  fs.writeFileSync(probe, edit(committed.toString('utf8')))
  const code = `import sys; sys.path.insert(0, sys.argv[1]); import same_facts as s
s.PROBE = sys.argv[2]; s.SITUATIONS = [one for one in s.SITUATIONS if one[0] == "claims"]
sys.argv[1:] = ["HEAD"]; sys.exit(s.main())`
  return start([(await anyPython()).path, '-B', '-c', code, atRoot('scripts'), probe])
}

it('times and ids of a run are no difference, another fact is one', async () => {
  const same = await compare((probe) => `${probe}\n# another digest\n`)
  expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining('same: claims\n') })
  const other = await compare((probe) => probe.replace('"in_venv": sys.prefix != sys.base_prefix', '"in_venv": True'))
  expect(other.code).toBe(1)
  expect(other.stdout).toMatch(/differs: claims\n[\s\S]*\n-in_venv = false\n\+in_venv = true\n/)
})
