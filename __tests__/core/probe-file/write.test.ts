import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readProbeFile } from '../../../src/core/probe-file/read.ts'
import { arbitraryFacts } from '../../support/arbitrary-facts.ts'
import { runs } from '../../support/runs.ts'
import { writeProbeFile } from '../../support/write-probe-file.ts'

describe('writeProbeFile', () => {
  it('writes what the reader reads back, whatever the strings hold', () => {
    fc.assert(
      fc.property(arbitraryFacts, (facts) => {
        const reading = readProbeFile(writeProbeFile(facts))
        expect(reading).toEqual({ ok: true, facts })
      }),
      runs(150),
    )
  })

  it('writes sections in order and one list item per line', () => {
    const text = writeProbeFile({
      path: { pythonpath: ['<other>/lib'], entries: [{ path: '<repo>', label: 'repo' }] },
      probe: { format: 1, place: 'box', leg: 'codex' },
      packages: { claimed: { 'ruamel.yaml': { importable: true } } },
    })
    expect(text).toBe(`# where-it-ran probe file, format 1

[probe]
format = 1
place = "box"
leg = "codex"

[path]
entries = [
  { path = "<repo>", label = "repo" },
]
pythonpath = [
  "<other>/lib",
]

[packages.claimed."ruamel.yaml"]
importable = true
`)
  })

  it('leaves no character that a terminal or an editor would act on', () => {
    const text = writeProbeFile({ probe: { format: 1, place: 'ci', version: '\u001b[2J\u202e\u200b\u0085\ud800' } })
    expect(text).toContain(String.raw`version = "\u001b[2J\u202e\u200b\u0085\ufffd"`)
  })
})
