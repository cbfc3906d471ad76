/** Who looked, when and where: the probe, the file before it, the machine. */
import { count, flag, hex, map, objectId, oneOf, table, text, utc } from '../../shape/shape.ts'
import { PROVIDER_NAMES } from './ci-providers.ts'
import { error } from './where.ts'

export const probeFacts = table('who wrote this file, when and where', {
  format: count('number of this format: 1'),
  place: oneOf('the place', 'local', 'box', 'ci'),
  leg: text('the leg of the place; absent when the place is whole', 40),
  version: text('version of agent_probe.py', 40),
  digest: hex('sha256 of agent_probe.py', 64),
  taken_at: utc('UTC; which of two files of one place and content is the newer, and nothing else'),
  claims: text('sha256 of claims.json as read; "default" when there was none', 64),
  run_id: hex('random, names this run of the probe', 32),
  hosted_agent: text('variable by which a hosted agent marks its machine; "" where none is set', 60),
  error,
  ci: table('absent outside a CI provider', {
    provider: text(PROVIDER_NAMES.join(', '), 40),
    run: text('id of the run', 80),
    attempt: text('attempt of the run', 20),
    job: text('id of the job', 200),
    runner: oneOf('who owns the machine', 'github-hosted', 'self-hosted', 'hosted', 'unknown'),
    runner_name: text('name of that machine among its like', 200),
    event: text('event that started the run', 60),
    sha: objectId('commit the provider says it checked out'),
  }),
  durations: map('milliseconds spent per family', count('milliseconds'), 20),
})

export const previousFacts = table("this place's earlier file, read before it was overwritten", {
  found: flag('there was one, and it could be read'),
  run_id: hex('its probe.run_id', 32),
  machine: hex('its host.machine', 32),
  boot: hex('its host.boot', 32),
  container: hex('its host.container', 32),
  canaries: map('its canary nonces', hex('nonce', 32), 3),
  env: map(
    'its claimed variables, as far as they are still claimed',
    table('a claimed variable', {
      set: flag('it was set in the probed process'),
      hash: hex('its salted hash, where values are compared', 12),
    }),
  ),
  error,
})

export const hostFacts = table('which machine this is', {
  hostname: text('host name; box and ci only, unless --host says otherwise', 260),
  hostname_hash: hex('first 12 hex digits of the keyed hash of the host name', 12),
  machine: hex('HMAC-SHA256 of the machine id (systemd recipe); never the raw id', 32),
  machine_absent: flag('this system has no machine id, as most container images'),
  boot: hex('keyed hash of the boot id or boot time', 32),
  container: hex('keyed hash of the container id; absent outside a container', 32),
  in_container: flag('a container id was found'),
  checkout: hex("hash of the checkout's path, keyed by the raw machine id: another one on every machine", 32),
  checkout_folder: hex("the same of that folder's number in its file system, which a second path does not change", 32),
  platform: oneOf('operating system', 'linux', 'darwin', 'win32', 'other'),
  arch: text('machine architecture', 40),
  shell: text('base name of the login shell', 60),
  error,
})
