import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import YAML from 'yaml'
import { readClaims } from '../../src/core/claims/read.ts'
import { CONFTEST_LINES } from '../../src/core/setup/conftest.ts'
import { PERMISSIONS, renderCommentWorkflow, renderStep } from '../../src/core/setup/new-workflow.ts'
import { atRoot, lintActions } from '../support/bed.ts'
import { machineOf, ours, shellOn } from '../support/machine.ts'
import { type Block, findPages, isShell, readBlocks, readPage } from '../support/pages.ts'
import { type Found, type Venv, venvWithPytest } from '../support/python.ts'
import { createFolder, createRepo, type Repo, writeFiles } from '../support/repo.ts'

const PAGES = findPages()
const blocks = PAGES.flatMap(readBlocks)
const placed = (block: Block) => `${block.page}:${block.line}`
/** What a block of commands may say of itself; `stranger.test.ts` walks those of the README. */
const TAGS: readonly string[] = ['', 'blocked', 'illustration', 'here', 'box', 'comment']

describe('every block of commands', () => {
  test('runs in a test or says that it is an illustration', () => {
    const shells = blocks.filter(isShell)
    expect(shells.length).toBeGreaterThan(8)
    expect(shells.filter(({ tag }) => !TAGS.includes(tag)).map(placed)).toEqual([])
    const walked = shells.filter(({ tag }) => tag === 'box' || tag === 'comment')
    expect([...new Set(walked.map(({ page }) => page))]).toEqual(['README.md'])
  })

  let venv: Found<Venv>
  let origin: Repo
  beforeAll(async () => {
    venv = await venvWithPytest()
    const project = {
      'billing/__init__.py': 'RATE = 2\n',
      'tests/test_billing.py': 'import billing\n\n\ndef test_rate():\n    assert billing.RATE == 2\n',
    }
    const nested = Object.entries(project).map(([file, text]) => [`services/billing/${file}`, text])
    origin = createRepo({ ...project, ...Object.fromEntries(nested) })
    origin.branch('topic')
    spawnSync(process.execPath, [atRoot('dist/cli/index.js'), 'init'], { cwd: origin.dir })
    origin.commit('Add Where It Ran')
    origin.checkout('main')
  })

  const pages = PAGES.filter((page) => page !== 'README.md').filter((page) =>
    readBlocks(page).some((block) => isShell(block) && block.tag !== 'illustration'),
  )
  test.for(pages)(
    'of %s does what it says, in a project that init set up',
    { timeout: 120_000 },
    async (page, { skip }) => {
      if ('missing' in venv) return skip(venv.missing)
      const machine = machineOf(origin, path.dirname(venv.found.python))
      fs.symlinkSync(ours().dir, path.join(machine.home, '.where-it-ran'))
      for (const { tag, text, line } of readBlocks(page).filter(
        (block) => isShell(block) && block.tag !== 'illustration',
      )) {
        // A page is read on one machine: what it puts into a shared folder goes into this one's.
        const { status, stderr } = await shellOn(machine, text.replaceAll('/tmp/', `${machine.home}/`))
        const expected = tag === 'blocked' ? 1 : 0
        expect([line, status, status === expected ? '' : stderr]).toEqual([line, expected, ''])
      }
    },
  )

  test('of the README that is for this repository runs in it', async () => {
    const here = readBlocks('README.md').filter(({ tag }) => tag === 'here')
    expect(here.length).toBeGreaterThan(0)
    const machine = machineOf(origin, '/usr/bin')
    const checkout = path.join(machine.home, 'where-it-ran')
    ours().git('clone', '--quiet', ours().dir, checkout)
    for (const { text } of here) {
      const { status, stdout } = await shellOn(machine, text, checkout)
      expect([status, stdout]).toEqual([1, expect.stringContaining('env var set: PATH')])
    }
  })
})

describe('what is not a command', () => {
  test('workflows are ones that GitHub understands', async () => {
    const dir = createFolder()
    const workflows = blocks.filter(({ language, tag }) => language === 'yaml' && tag === 'workflow')
    expect(workflows.length).toBeGreaterThan(0)
    const files = workflows.map(({ page, line, text }) => [`${path.basename(page)}-${line}.yml`, text] as const)
    writeFiles(dir, Object.fromEntries(files))
    expect(
      await lintActions(
        atRoot('action.yml'),
        files.map(([file]) => path.join(dir, file)),
      ),
    ).toEqual([])
  })

  test('parts of workflows are YAML, and name inputs that there are', () => {
    const { inputs } = YAML.parse(readPage('action.yml'))
    for (const block of blocks.filter(({ language }) => language === 'yaml')) {
      const value: unknown = YAML.parse(block.text.replace(/^permissions:[\s\S]*?\n\n# in the job.*\n/, ''))
      const used = stepsIn(value).flatMap((step) => Object.keys(step.with ?? {}))
      expect(
        used.filter((name) => !Object.hasOwn(inputs, name)),
        placed(block),
      ).toEqual([])
    }
  })

  test('what a person pastes is what init prints and writes', () => {
    const [step] = readBlocks('README.md').filter(({ language }) => language === 'yaml')
    expect(step?.text).toContain(PERMISSIONS.join('\n'))
    expect(step?.text).toContain(renderStep({ folder: '.', indent: 6 }))
    const [half] = readBlocks('docs/forks.md').filter(({ tag }) => tag === 'workflow')
    expect(YAML.parse(half?.text ?? '')).toEqual(YAML.parse(renderCommentWorkflow('CI')))
    const lines = readBlocks('README.md').find(({ language }) => language === 'python')
    expect(lines?.text).toBe(CONFTEST_LINES)
  })

  test('claims are ones that the reader takes', () => {
    const claims = blocks.filter(({ language, tag }) => language === 'json' && tag === 'claims')
    expect(claims.length).toBeGreaterThan(1)
    for (const block of claims) expect(readClaims(block.text, ''), placed(block)).toMatchObject({ ok: true })
  })
})

interface Step {
  readonly uses?: string
  readonly with?: object
}
/** Steps of ours, wherever they stand. */
const stepsIn = (value: unknown): Step[] =>
  typeof value !== 'object' || value === null
    ? []
    : [
        ...('uses' in value && String(value.uses).includes('where-it-ran/where-it-ran@') ? [value as Step] : []),
        ...Object.values(value).flatMap(stepsIn),
      ]

describe('every page', () => {
  const links = (page: string) =>
    [...readPage(page).matchAll(/(?:\]\(|src(?:set)?=")([^)"\s]+)[)"]/g)]
      .map(([, target]) => target ?? '')
      .filter((target) => !/^[a-z]+:/.test(target))
  const anchors = (page: string) =>
    [...readPage(page).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    )

  test.each(PAGES)('%s links to what is there', (page) => {
    for (const link of links(page)) {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? page : path.posix.join(path.posix.dirname(page), file)
      expect(fs.existsSync(atRoot(target)), `${page}: ${link}`).toBe(true)
      if (anchor !== undefined) expect(anchors(target), `${page}: ${link}`).toContain(anchor)
    }
  })

  test('is found from the README', () => {
    const seen = new Set<string>()
    const follow = (page: string) => {
      if (seen.has(page) || !PAGES.includes(page)) return
      seen.add(page)
      for (const link of links(page)) follow(path.posix.join(path.posix.dirname(page), link.split('#')[0] ?? ''))
    }
    follow('README.md')
    expect(PAGES.filter((page) => !seen.has(page))).toEqual([])
  })

  test('says what the code says: generated parts are fresh', () => {
    const { status, stderr } = spawnSync(process.execPath, [atRoot('scripts/docs.mjs'), '--check'], {
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })

  test('of troubles quotes messages that there are', () => {
    const sources = ['src', 'dist'].flatMap((folder) =>
      fs
        .readdirSync(atRoot(folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(?:ts|py)$/.test(name))
        .map((name) => fs.readFileSync(atRoot(path.join(folder, name)), 'utf8')),
    )
    const text = sources.join('\n')
    const [, table = ''] = readPage('docs/troubleshooting.md').split(/^## /m)
    const quoted = [...table.matchAll(/^\| `([^`]+)`/gm)].map(([, message]) => message ?? '')
    expect(quoted.length).toBeGreaterThan(4)
    expect(quoted.filter((message) => !text.includes(message))).toEqual([])
  })

  test('of troubles and of verdicts names reasons that there are', async () => {
    const { REASONS } = await import('../../src/core/reasons.ts')
    const { BLOCK_TEXTS } = await import('../../src/core/verdict/gate.ts')
    const { SIGNALS } = await import('../../src/core/advice/signals/signals.ts')
    const verdicts = readPage('docs/verdicts.md')
    const known = [...Object.keys(REASONS), ...Object.keys(BLOCK_TEXTS), ...SIGNALS.map(({ id }) => id)]
    expect(known.filter((code) => !verdicts.includes(`| \`${code}\` |`))).toEqual([])
    const named = [...readPage('docs/troubleshooting.md').matchAll(/^\| `([A-Z_]{5,})`/gm)].map(
      ([, code]) => code ?? '',
    )
    expect(named.filter((code) => code !== 'PYTHONHOME' && !known.includes(code))).toEqual([])
  })
})

describe('the forms for issues', () => {
  const folder = '.github/ISSUE_TEMPLATE'
  const forms = fs.readdirSync(atRoot(folder)).filter((name) => name !== 'config.yml')

  // https://docs.github.com/communities/using-templates-to-encourage-useful-issues-and-pull-requests/syntax-for-githubs-form-schema
  test.each(forms)('%s is a form that GitHub takes', (name) => {
    const form = YAML.parse(readPage(`${folder}/${name}`))
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String), body: expect.any(Array) })
    const ids = form.body.flatMap(({ id }: { id?: string }) => id ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    for (const { type, id, attributes } of form.body) {
      expect(['markdown', 'textarea', 'input', 'dropdown', 'checkboxes']).toContain(type)
      if (type === 'markdown') expect(attributes.value).toEqual(expect.any(String))
      else expect([id, attributes.label]).toEqual([expect.stringMatching(/^[\w-]+$/), expect.any(String)])
    }
  })

  test('about a verdict asks for table.json', () => {
    const { body } = YAML.parse(readPage(`${folder}/wrong-verdict.yml`))
    expect(body.find(({ id }: { id?: string }) => id === 'table')).toMatchObject({ validations: { required: true } })
  })
})
