import { beforeAll, describe, expect, test } from 'vitest'
import { mayWrite } from '../../src/adapters/pull-request.ts'
import { createCommentListing } from '../../src/adapters/sticky-comment.ts'
import { createTextSource } from '../../src/adapters/text-source.ts'
import { createIsAgent } from '../../src/core/asked.ts'
import { writeMarker } from '../../src/core/marker.ts'
import { FIRST_LINE } from '../../src/core/probe-file/schema.ts'
import type { Pull } from '../support/bed.ts'
import { clientOf, describePull, requestsOf } from '../support/clients.ts'
import { useBed } from '../support/use-bed.ts'

const textOf = (place: string) => `${FIRST_LINE}\n[probe]\nplace = "${place}"\n`
const block = (place: string) => `\`\`\`toml\n${textOf(place)}\`\`\`\n`

const bed = useBed()
let number = 0
beforeAll(() => {
  bed.gh.setPermission('maintainer', 'maintain')
  bed.gh.setPermission('reader', 'read')
})

const open = (more: Partial<Pull> = {}) => bed.gh.addPull({ number: ++number, user: 'author', ...more })
function find(pull: Pull, more: { bodyEdited?: boolean } = {}) {
  const api = clientOf(bed, { patience: 0 })
  return createTextSource({
    pull: { ...describePull(pull), ...more },
    comments: createCommentListing(api, pull.number),
    isAgent: createIsAgent(['house-agent[bot]']),
    mayWrite: (login) => mayWrite(api, login),
  }).find()
}

test('the description', async () => {
  const pull = open({ body: `words\n\n${block('local')}` })
  expect(await find(pull)).toEqual({
    texts: [
      {
        provenance: {
          kind: 'text',
          label: 'the description of the pull request',
          url: `https://github.com/octo/demo/pull/${pull.number}`,
          actor: 'author',
        },
        named: { place: 'local' },
        text: textOf('local'),
      },
    ],
    notes: [],
    faults: [],
  })
  expect((await find(pull, { bodyEdited: true })).texts[0]?.provenance.edited).toBe(true)
})

describe('a comment by', () => {
  test.each([
    ['author', true],
    ['maintainer', true],
    ['Copilot', true],
    ['claude[bot]', true],
    ['house-agent[bot]', true],
    ['reader', false],
    ['stranger', false],
    ['other[bot]', false],
  ])('%s', async (login, believed) => {
    const pull = open()
    bed.gh.addComment(pull.number, block('box'), login)
    const { texts, notes } = await find(pull)
    expect(texts.map(({ provenance }) => provenance.actor)).toEqual(believed ? [login] : [])
    expect(notes.map(({ message }) => message)).toEqual(
      believed ? [] : [expect.stringContaining(`comment by ${login}: ignored`)],
    )
  })

  test('a deleted account is nobody, even where the author is gone too', async () => {
    const pull = open({ user: null })
    bed.gh.addComment(pull.number, block('box'), null)
    expect((await find(pull)).texts).toEqual([])
  })

  test('several of one login ask for its rights once, and none without a block', async () => {
    const pull = open()
    bed.gh.addComment(pull.number, block('box'), 'maintainer')
    bed.gh.addComment(pull.number, block('local'), 'maintainer')
    bed.gh.addComment(pull.number, 'chat', 'stranger')
    const from = bed.gh.requests.length
    expect((await find(pull)).texts.length).toBe(2)
    expect(requestsOf(bed, from)).toEqual(['GET issues/list-comments', 'GET repos/get-collaborator-permission-level'])
  })
})

test('an edited comment says so', async () => {
  const pull = open()
  const comment = bed.gh.addComment(pull.number, block('box'), 'author')
  comment.updated_at = '2030-01-01T00:00:00Z'
  expect((await find(pull)).texts[0]?.provenance).toMatchObject({ label: 'comment by author, edited', edited: true })
})

test('our own comment is no message, nor is its copy', async () => {
  const marker = writeMarker({ key: '', workflow: 'ci.yml' }, { head: 'a'.repeat(40), run: 1, attempt: 1, at: 1 })
  const pull = open()
  bed.gh.addComment(pull.number, `${block('box')}\n${marker}`, 'author')
  bed.gh.addComment(pull.number, `report\n${marker}`, 'github-actions[bot]')
  const { texts, notes } = await find(pull)
  expect(texts).toEqual([])
  expect(notes).toEqual([{ place: 'box', message: expect.stringMatching(/^comment by author.*: ignored, a copy/) }])
})

test.each([
  ['quoted', (text: string) => text.replace(/^/gm, '> ')],
  ['hidden by a comment that is not meant as one', (text: string) => `Write \`<!--\` there.\n\n${text}`],
  ['in a fence that never ends', (text: string) => text.slice(0, -4)],
  ['without a fence', (text: string) => text.split('\n').slice(1, -2).join('\n')],
])('a block that is %s is named and not heard', async (_how, spoil) => {
  const { texts, notes } = await find(open({ body: spoil(block('local')) }))
  expect(texts).toEqual([])
  expect(notes).toMatchObject([{ message: expect.stringContaining('a probe file is not read: quoted') }])
})

test.each([
  ['ci', 'ci speaks through its own run only'],
  ['cloud', 'names no place'],
])('a block about %s is named and not believed', async (place, why) => {
  const pull = open({ body: block(place) })
  const { texts, notes } = await find(pull)
  expect(texts).toEqual([])
  expect(notes).toMatchObject([{ message: expect.stringContaining(why) }])
})

test('comments that can not be read are a fault; the description still speaks', async () => {
  const pull = open({ body: block('local') })
  bed.faults.push({ match: /comments/, times: 9, status: 500 })
  const found = await find(pull)
  expect(found.texts.length).toBe(1)
  expect(found.faults).toMatchObject([{ where: 'text', message: expect.stringContaining('500') }])
})
