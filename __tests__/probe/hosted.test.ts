/** Which machines say of themselves that they are no laptop. */
import { beforeAll, expect, test } from 'vitest'
import { notALaptop } from '../../src/core/judge/place-file.ts'
import { anyPython, look } from '../support/look.ts'
import { createFolder } from '../support/repo.ts'

beforeAll(() => anyPython())

test.each<[string, NodeJS.ProcessEnv, RegExp | undefined]>([
  ['a cloud session of Claude Code', { CLAUDE_CODE_REMOTE: 'true' }, /CLAUDE_CODE_REMOTE/],
  ["Copilot's machine, which sets CI", { COPILOT_AGENT_SESSION_ID: 'abc', CI: 'true' }, /COPILOT_AGENT_SESSION_ID/],
  ['a job of GitHub Actions', { GITHUB_ACTIONS: 'true', GITHUB_RUN_ID: '7', CI: 'true' }, /CI run of github/],
  ['a laptop with an agent in its terminal', { CLAUDECODE: '1', CURSOR_TRACE_ID: 'x', AI_AGENT: 'claude' }, undefined],
  ['a shell in which somebody set CI', { CI: 'true' }, undefined],
  ['a codespace', { CODESPACES: 'true', CI: '1' }, undefined],
])('%s', async (_, env, said) => {
  const { facts } = await look(createFolder(), { only: 'env', place: 'local', env })
  expect(notALaptop(facts) ?? '').toMatch(said ?? /^$/)
})
