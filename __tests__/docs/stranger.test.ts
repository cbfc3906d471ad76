import path from 'node:path'
import { expect, test } from 'vitest'
import YAML from 'yaml'
import { findLacks } from '../cases/support/needs.ts'
import { startAction } from '../support/action.ts'
import type { Pull } from '../support/bed.ts'
import { pullRequestEvent } from '../support/events.ts'
import { machineOf, shellOn } from '../support/machine.ts'
import { type Block, isShell, readBlocks } from '../support/pages.ts'
import { venvWithPytest } from '../support/python.ts'
import { createRepo, type Files, type Repo } from '../support/repo.ts'
import { useBed } from '../support/use-bed.ts'

/** The whole of the README's first screen, by somebody who knows nothing else: every command is the README's. */
const blocks = readBlocks('README.md').filter(isShell)
const yours = blocks.filter(({ tag }) => tag === '' || tag === 'blocked')
const textOf = (block: Block | undefined): string => {
  if (!block) throw new Error('README.md has no such block')
  return block.text
}
const tagged = (tag: string) => blocks.filter((block) => block.tag === tag)

/** The host contract test as the field notes have it, to the letter. */
const HOST_CONTRACT = `import json
from pathlib import Path


def test_fingerprint_file_exists_and_names_a_host():
    path = Path(".host_fingerprint.json")
    assert path.is_file(), "pytest_sessionstart should have written the fingerprint"
    data = json.loads(path.read_text(encoding="utf-8"))
    assert data.get("hostname"), "hostname missing"
    assert data.get("executable"), "executable missing"
    assert data.get("cwd"), "cwd missing"
`
const PROJECT: Files = {
  'billing/__init__.py': 'RATE = 2\n',
  'tests/test_billing.py': 'import billing\n\n\ndef test_rate():\n    assert billing.RATE == 2\n',
  'tests/test_host_contract.py': HOST_CONTRACT,
  'conftest.py': '"""Ours."""\n\nimport pytest\n\n\n@pytest.fixture\ndef rate():\n    return 2\n',
  'pyproject.toml': '[project]\nname = "billing"\nversion = "1"\ndependencies = ["pytest"]\n',
  '.gitignore': '.pytest_cache/\n',
}

const bed = useBed()

/** What GitHub would do now: a merge commit of the branch as it was pushed. */
function synchronise(origin: Repo, pull: Pull | undefined): Pull {
  origin.git('checkout', '--quiet', '--detach', 'main')
  const [base, head] = [origin.sha('main'), origin.sha('topic')]
  origin.merge('topic')
  for (const sha of [base, head]) bed.gh.addCommit({ sha, files: {}, parents: sha === head ? [base] : [] })
  if (pull) {
    pull.head.sha = head
    return pull
  }
  return bed.gh.addPull({
    number: 7,
    body: 'words',
    user: 'octocat',
    author_association: 'MEMBER',
    head: { ref: 'topic', sha: head },
    base: { ref: 'main', sha: base },
  })
}

test('a stranger has the table in a few commands, an agent fills its cell by a push or by a comment', async ({
  skip,
}) => {
  const lacks = await findLacks(['namespaces', 'pytest'])
  if (lacks.length > 0) return skip(lacks.join('; '))
  const venv = await venvWithPytest()
  if ('missing' in venv) return skip(venv.missing)
  const bin = path.dirname(venv.found.python)

  const origin = createRepo(PROJECT)
  origin.branch('topic')
  origin.checkout('main')

  const laptop = machineOf(origin, bin, 'laptop')
  const told: string[] = []
  for (const block of yours.slice(0, -1)) {
    const { status, stdout, stderr } = await shellOn(laptop, block.text)
    expect([block.line, status, status === (block.tag === 'blocked' ? 1 : 0) ? '' : stderr]).toEqual([
      block.line,
      block.tag === 'blocked' ? 1 : 0,
      '',
    ])
    told.push(stdout)
  }
  expect(told.join('')).toMatch(/tests green: suite/)

  let pull: Pull | undefined
  let id = 300
  const check = async () => {
    pull = synchronise(origin, pull)
    const run = bed.addRun({ id: ++id, event: 'pull_request', head_branch: 'topic', head_sha: pull.head.sha })
    const step = YAML.parse(origin.git('show', 'HEAD:.github/workflows/where-it-ran.yml')).jobs.test.steps.at(-1)
    const ran = await startAction({
      bed,
      repo: origin,
      run,
      event: pullRequestEvent(pull),
      ...(step.with ? { with: step.with } : {}),
      env: { PATH: `${bin}:${process.env.PATH}` },
    })
    const comments = [...bed.gh.state.comments.values()].filter(({ user }) => user?.login === 'github-actions[bot]')
    expect(comments).toHaveLength(1)
    return { ran, comment: comments[0]?.body ?? '' }
  }

  const first = await check()
  expect(first.ran.outputs).toMatchObject({ verdict: 'blocked', failing: '0', 'comment-status': 'created' })
  expect(first.comment).toMatch(/tests green `suite` .*❓.*✅.*2 passed/)

  const [mine] = yours.slice(-1)
  expect(await shellOn(laptop, textOf(mine))).toMatchObject({ status: 0 })
  const box = machineOf(origin, bin, 'box-7')

  // The agent that may only comment.
  const posted = await shellOn(box, textOf(tagged('comment')[0]))
  expect(posted).toMatchObject({ status: 0, stdout: expect.stringMatching(/^```/) })
  const remark = bed.gh.addComment(7, posted.stdout, 'copilot-swe-agent[bot]')
  const second = await check()
  expect(second.ran.outputs, second.comment).toMatchObject({ verdict: 'pass' })
  expect(second.comment).toMatch(/tests green `suite` .*✅.*2 passed.*✅.*2 passed.*✅.*2 passed/)

  // The agent that may only push: the same again, without the comment.
  bed.gh.state.comments.delete(remark.id)
  expect(await shellOn(box, textOf(tagged('box')[0]))).toMatchObject({ status: 0 })
  const third = await check()
  expect(third.ran.outputs).toMatchObject({ verdict: 'pass', 'comment-status': 'updated' })
}, 240_000)
