/** file persisted: a named file is there; a canary outlived a restart. One session proves no persistence. */
import type { Claim } from '../model.ts'
import type { Facts } from '../probe-file/schema.ts'
import { getOwn } from '../text/own.ts'
import { isHosted } from './same-machine.ts'
import { type Finding, finding, findMissing, lacks } from './serving.ts'

type Canary = NonNullable<NonNullable<NonNullable<Facts['persist']>['canary']>[string]>

const CANARY = 'canary:'

/** A new login proves something only when the canary is older than this; logins come and go. */
const LOGIN_AGE_S = 600

/** `runIds`: the runs of this pull request's other probe files, whose memory counts wherever they ran. */
export function judgeFile(facts: Facts, claim: Claim, runIds: readonly string[]): Finding {
  const { subject } = claim
  return subject.startsWith(CANARY)
    ? judgeCanary(facts, subject.slice(CANARY.length), runIds)
    : judgeNamed(facts, subject)
}

function judgeNamed({ persist, probe }: Facts, subject: string): Finding {
  const file = getOwn(persist?.files, subject)
  if (file === undefined) return findMissing('persist', persist, persist?.files)
  if (file.exists === false)
    return finding('MISSING', file.kind === 'pointer' ? 'only a pointer of Git LFS to it is there' : 'not there')
  if (file.readable === false) return finding('UNREADABLE', 'there, not readable by this user')
  if (!file.exists) return lacks('persist', persist, `files.${subject}.exists`)
  if (!file.readable) return lacks('persist', persist, `files.${subject}.readable`)
  if (file.empty === undefined) return lacks('persist', persist, `files.${subject}.empty`)
  if (file.empty)
    return finding('EMPTY', file.kind === 'directory' ? 'there, with no content below it' : 'there, 0 bytes')
  if (file.memory === undefined) return lacks('persist', persist, `files.${subject}.memory`)
  if (file.memory) return finding('SAME_SESSION', 'there, in memory (tmpfs): it ends with this boot')
  // A box may be made anew for each session; what git tracks comes with the next checkout.
  if (probe?.place === 'box' && !file.tracked) {
    if (file.kept === undefined) return lacks('persist', persist, `files.${subject}.kept`)
    if (!file.kept) return finding('SAME_SESSION', 'there, made in this session')
  }
  const size = file.size === undefined ? '' : `, ${file.size} bytes`
  return finding('EXISTS', `there${size}`)
}

function judgeCanary(facts: Facts, where: string, runIds: readonly string[]): Finding {
  const { persist, probe } = facts
  const hosted = isHosted(facts)
  const ephemeral = finding('EPHEMERAL_RUNNER', 'a hosted runner is thrown away after the job')
  if (probe?.place === 'ci' && hosted) return ephemeral
  if (probe?.place === 'ci' && probe.ci?.runner === undefined) return lacks('probe', probe, 'ci.runner')
  const canary = getOwn(persist?.canary, where)
  if (canary === undefined) return findMissing('persist', persist, persist?.canary)
  const found = judgeMemory(facts, canary, runIds) ?? judgeSurvival(facts, canary)
  return hosted && found.reason !== 'SURVIVED' ? ephemeral : found
}

/** An earlier file remembers the canary, and it is gone; null: it is not lost. */
function judgeMemory(facts: Facts, canary: Canary, runIds: readonly string[]): Finding | null {
  const { persist, previous, host } = facts
  if (canary.remembered === undefined) return lacks('persist', persist, 'canary: remembered')
  if (!canary.remembered || canary.remembered_there === true) return null
  if (canary.remembered_there === undefined) return lacks('persist', persist, 'canary: remembered_there')
  const sameMachine = previous?.machine !== undefined && previous.machine === host?.machine
  const samePullRequest = previous?.run_id !== undefined && runIds.includes(previous.run_id)
  return sameMachine || samePullRequest
    ? finding('CANARY_LOST', `the canary that ${sameMachine ? 'this machine' : 'this pull request'} remembers is gone`)
    : finding('FIRST_VISIT', 'only a file of another machine names a canary')
}

function judgeSurvival({ persist, host }: Facts, canary: Canary): Finding {
  if (canary.nonce === undefined)
    return lacks('persist', persist, canary.writable === false ? 'canary: none could be written' : 'canary: nonce')
  if (canary.earlier === undefined) return lacks('persist', persist, 'canary: earlier')
  if (!canary.earlier) return finding('FIRST_VISIT', 'the canary was written by this run')
  const atHome = isAtHome(canary, host)
  const survived = survivedWhat(canary, atHome)
  if (survived === undefined) return finding('SAME_SESSION', 'no restart since the canary was written')
  if (!atHome && !canary.committed)
    return finding('FIRST_VISIT', 'another machine or container wrote it: it may have come with an image or a copy')
  return finding('SURVIVED', `${ageText(canary.age_s)}outlived ${survived}`)
}

/**
 * This very container or machine wrote it. One that was made with an image, or copied with its folder, is in each copy
 * as if it had survived: of that only a commit, which came by another way, is a memory.
 */
function isAtHome({ container_changed, machine_same }: Canary, host: Facts['host']): boolean {
  return container_changed === false && (host?.in_container === true || machine_same === true)
}

function survivedWhat(canary: Canary, atHome: boolean): string | undefined {
  if (canary.container_changed) return 'its container'
  if (canary.boot_changed) return atHome ? 'a reboot' : 'its machine'
  return canary.login_changed && (canary.age_s ?? 0) >= LOGIN_AGE_S ? 'a login session' : undefined
}

function ageText(seconds: number | undefined): string {
  if (seconds === undefined) return ''
  const [size, unit] = seconds < 7200 ? [60, 'minutes'] : seconds < 172_800 ? [3600, 'hours'] : [86_400, 'days']
  return `${Math.floor(seconds / size)} ${unit} old, `
}
