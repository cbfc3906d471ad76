/** Where a command runs: on which machine, in which container, as whom, with what mounted over what. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

export interface Under {
  /** another machine: its own machine id, boot id and host name */
  readonly machine?: string
  /** another host name only, as a UTS namespace has it */
  readonly hostname?: string
  /** folders that an empty file system in memory hides */
  readonly tmpfs?: readonly string[]
  /** mounts of its own, made by `first` */
  readonly mounts?: boolean
  /** its own process ids: what a restarted container looks like from inside */
  readonly pids?: boolean
  /** a control group named as container runtimes name theirs */
  readonly container?: string
  /** another user, without root's rights */
  readonly uid?: number
  /** shell text before the command: `umask 077`, `cd "$TMPDIR"` */
  readonly first?: string
}

export const NOBODY = 65534

const id = (name: string): string => createHash('sha256').update(name).digest('hex')

/** The command that runs `argv` there. Files it needs are written to `folder`. */
export function runUnder(under: Under, folder: string, argv: readonly string[]): readonly string[] {
  const steps = [...hostSteps(under, folder), ...(under.first ? [under.first] : []), `exec ${asUser(under)}"$@"`]
  const namespaces = [
    ...(under.machine || under.tmpfs || under.mounts || under.pids ? ['--mount'] : []),
    ...(under.machine || under.hostname ? ['--uts'] : []),
    ...(under.pids ? ['--pid', '--fork', '--mount-proc'] : []),
  ]
  if (steps.length === 1 && namespaces.length === 0 && under.uid === undefined) return argv
  const shell = ['/bin/sh', '-euc', steps.join('\n'), 'sh', ...argv]
  return namespaces.length > 0 ? ['/usr/bin/unshare', ...namespaces, ...shell] : shell
}

function asUser({ uid }: Under): string {
  return uid === undefined ? '' : `/usr/bin/setpriv --reuid=${uid} --regid=${uid} --clear-groups `
}

function hostSteps({ machine, hostname, tmpfs = [], container }: Under, folder: string): string[] {
  const name = hostname ?? machine
  return [
    ...(container ? [`echo $$ > ${quote(enterGroup(container))}`] : []),
    ...(machine ? machineSteps(machine, folder) : []),
    ...(name ? [`hostname ${quote(name)} 2>/dev/null || echo ${quote(name)} > /proc/sys/kernel/hostname`] : []),
    ...tmpfs.map((dir) => `mount -t tmpfs tmpfs ${quote(dir)}`),
  ]
}

function machineSteps(machine: string, folder: string): string[] {
  const file = path.join(folder, `machine-${id(machine).slice(0, 8)}`)
  const hex = id(`boot of ${machine}`)
  const boot = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)]
  fs.writeFileSync(file, `${id(machine).slice(0, 32)}\n`)
  fs.writeFileSync(`${file}-boot`, `${boot.join('-')}\n`)
  return [
    `mount --bind ${quote(file)} /etc/machine-id`,
    `mount --bind ${quote(`${file}-boot`)} /proc/sys/kernel/random/boot_id`,
  ]
}

const GROUPS = '/sys/fs/cgroup/pids'
const madeGroups = new Set<string>()

/** The file that takes process ids into the group. */
function enterGroup(container: string): string {
  const dir = path.join(GROUPS, 'docker', id(container))
  fs.mkdirSync(dir, { recursive: true })
  madeGroups.add(dir)
  return path.join(dir, 'cgroup.procs')
}

/** Groups are not files: they go when nobody is in them any more. */
export function removeGroups(): void {
  for (const dir of madeGroups) removeEmpty(dir)
  if (madeGroups.size > 0) removeEmpty(path.join(GROUPS, 'docker'))
  madeGroups.clear()
}

function removeEmpty(dir: string): void {
  try {
    fs.rmdirSync(dir)
  } catch {
    // Another run of these tests is still in it.
  }
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** What this machine lets us do; tried, not guessed. */
export const canUnshare = (): boolean =>
  tries('unshare', '--mount', '--uts', 'sh', '-c', 'mount -t tmpfs tmpfs /mnt && test -f /etc/machine-id')
export const canUnshareTime = (): boolean =>
  tries('unshare', '--mount', '--time', '--boottime', '-1', '--fork', 'test', '-f', '/proc/sys/kernel/random/boot_id')
export const canBeNobody = (): boolean =>
  tries('setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', 'true')
export function canGroup(): boolean {
  const dir = path.join(GROUPS, `where-it-ran-${process.pid}`)
  try {
    fs.mkdirSync(dir)
    fs.rmdirSync(dir)
    return true
  } catch {
    return false
  }
}

function tries(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
