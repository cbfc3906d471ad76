import { expect, test } from 'vitest'
import type { ProbeRun } from '../../src/app/ports.ts'
import { probeHere } from '../../src/app/probe-here.ts'

const request = {
  place: 'ci',
  leg: 'py3.13',
  python: '',
  cwd: '/',
  claims: 'probes/claims.json',
  probes: 'probes',
  tests: 'never',
} as const
const probed = (run: () => Promise<ProbeRun>) => probeHere({ run, prepare: () => {} }, request)

test('what the probe wrote speaks for this place, as made in this run', async () => {
  const interpreter = { command: ['python'], why: 'python (first on PATH)' }
  const here = await probed(async () => ({ ok: true, file: 'probes/ci-py3.13.txt', text: 'facts', interpreter }))
  expect(here).toEqual({
    ok: true,
    file: 'probes/ci-py3.13.txt',
    interpreter,
    probe: {
      provenance: { kind: 'this-run', label: 'probes/ci-py3.13.txt, written by this run' },
      named: { place: 'ci', leg: 'py3.13' },
      text: 'facts',
    },
  })
})

test.each([
  ['no-interpreter', 'NO_INTERPRETER'],
  ['named-interpreter', 'NO_INTERPRETER'],
  ['unsupported', 'NO_INTERPRETER'],
  ['usage', 'PROBE_ERROR'],
  ['cannot-write', 'PROBE_ERROR'],
  ['crashed', 'PROBE_ERROR'],
] as const)('%s leaves the place unprobed: %s', async (why, reason) => {
  const here = await probed(async () => ({ ok: false, why, message: 'it went wrong', fix: 'mend it' }))
  expect(here).toEqual({
    ok: false,
    why,
    unprobed: { place: 'ci', leg: 'py3.13', reason, fact: 'it went wrong' },
    fault: { where: 'probe', message: 'it went wrong', fix: 'mend it' },
  })
})

test('a runner that throws is a place unprobed, too', async () => {
  const here = await probed(() => Promise.reject(new Error('disk on fire')))
  expect(here).toMatchObject({ ok: false, why: 'crashed', unprobed: { reason: 'PROBE_ERROR', fact: 'disk on fire' } })
})
