import { HOUR, MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import { LOCALES, type Language } from '@lonja/core/base/language'
import { firstPlaceFor, hashOf } from '@lonja/core/notices/links.rules'
import {
  FAULTS_MOST,
  PUSHES_AN_HOUR,
  PUSH_WITHIN_MS,
  TOGETHER_ABOVE,
  outcomeFor,
  shortBody,
  type PushMessage,
  type PushOutcome,
  type PushPriority,
} from '@lonja/core/notices/push.rules'
import type { Clock } from '../base/clock.ts'
import type { Db, Tx } from '../database/db.ts'
import type { Log } from '../base/log.ts'
import { postOutside, type PostOptions } from '../base/outside.ts'
import { runRounds } from '../jobs/rounds.ts'
import { sentence } from '../base/texts.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import {
  claimPushes,
  dropPushes,
  listDuePushes,
  listUnread,
  postponePushes,
  type DeviceOf,
  type NoticeRow,
} from './notices.store.ts'
import { inWordsOf, type Wordbook } from './notices.words.ts'
import type { PushKey } from './push.key.ts'
import { packed } from './push.packing.ts'
import { countFault, countPushed, dropDevice, findDevice, saveRest, type PushDevice } from './push.store.ts'

export interface PushGround extends Wordbook {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly key: PushKey
  /** The address at which a push service reaches the operator of this house: `mailto:` or `https:`. */
  readonly contact: string
  /** The end of a device's session, and the language of its customer; null if there is no such session any more. */
  readonly sessionOf: (
    tx: Tx,
    device: DeviceOf,
  ) => Promise<{ readonly endsAt: Instant; readonly language: Language } | null>
  /** For tests only: allows the test's own server, and changes the timeout. */
  readonly outside?: Partial<Pick<PostOptions, 'alsoAllow' | 'withinMs'>>
}

/** The number of devices that are sent to at the same time. */
const AT_ONCE = 16
/** If a node stops after it claimed pushes, another node may claim them after this time. */
const TAKEN_MS = 2 * MINUTE
const LOOKED_AT = 200

/** One message to one device, about one notice or several. */
interface Message extends Pick<PushPriority, 'urgency'> {
  readonly notices: readonly string[]
  /** A message that still waits at the push service is replaced by the next one of the same topic. */
  readonly topic: string
  readonly message: PushMessage
  /** The remaining time in which the message is useful. */
  readonly leftMs: number
}

/** Pushes what is due, each device on its own, so that a slow one delays no other. */
export function openPusher(ground: PushGround) {
  const { db, clock, log } = ground
  const underWay = new Map<string, Promise<void>>()
  const begin = (device: DeviceOf): void => {
    const name = `${device.customer} ${device.session}`
    if (underWay.has(name) || underWay.size >= AT_ONCE) return
    const work = pushTo(ground, device)
      .catch((err: unknown) => log.warn({ err }, 'notices could not be pushed to a device; they stay to be pushed'))
      .finally(() => underWay.delete(name))
    underWay.set(name, work)
  }
  return {
    round: async (): Promise<void> => {
      const due = await db.read((tx) => listDuePushes(tx, clock.now(), LOOKED_AT))
      for (const device of due) begin(device)
    },
    settled: async (): Promise<void> => {
      await Promise.all(underWay.values())
    },
  }
}

/** Looks for due pushes every second. Several nodes may run it: each claims its own. */
export function pushNotices(ground: PushGround, heard = NO_LISTENER): { stop(): Promise<void> } {
  const pusher = openPusher(ground)
  const rounds = runRounds(pusher.round, {
    pauseMs: SECOND,
    afterFailureMs: MINUTE / 2,
    log: ground.log,
    waits: 'notices to be pushed wait for the database',
    failed: 'notices could not be pushed',
    heard,
  })
  return {
    stop: async () => {
      await rounds.stop()
      await pusher.settled()
    },
  }
}

interface PushTask {
  readonly device: PushDevice
  readonly messages: readonly Message[]
  /** The number of tries, this one included. */
  readonly tries: number
  /** True if the device's session has ended: these are its last messages. */
  readonly isLast: boolean
}

async function pushTo(ground: PushGround, whose: DeviceOf): Promise<void> {
  const parcel = await ground.db.write((tx) => take(tx, ground, whose))
  if (!parcel) return
  const { device, messages, tries, isLast } = parcel
  for (const [at, message] of messages.entries()) {
    const outcome = await send(ground, device, message, tries)
    const rest = messages.slice(at).flatMap(({ notices }) => notices)
    const goesOn = await ground.db.write((tx) => settle(tx, ground, { device, message, rest, outcome, isLast }))
    if (!goesOn) return
  }
}

/**
 * Claims a device's due pushes and puts them into words; null if there is nothing to send now. After the end of its session a
 * device gets only the notices that were written at that very instant, and is then forgotten.
 */
async function take(tx: Tx, ground: PushGround, whose: DeviceOf): Promise<PushTask | null> {
  const now = ground.clock.now()
  const due = await claimPushes(tx, whose, now, now + TAKEN_MS)
  const device = await findDevice(tx, whose)
  const session = device && (await ground.sessionOf(tx, whose))
  const isLast = session !== null && session.endsAt <= now
  const all = due.map(({ notice }) => notice)
  const rows = (await listUnread(tx, whose.customer, all)).filter(
    (row) => now < row.at + lifeOf(ground, row) && !(isLast && row.at !== session.endsAt),
  )
  if (!device || !session || (isLast && rows.length === 0)) {
    await dropDevice(tx, whose)
    return null
  }
  const toSend = new Set(rows.map(({ id }) => id))
  const over = all.filter((id) => !toSend.has(id))
  if (over.length > 0) await dropPushes(tx, whose, over)
  if (rows.length === 0) return null
  const restUntil = Math.max(device.restUntil, enoughUntil(device, now))
  if (restUntil > now) {
    await postponePushes(tx, whose, { notices: [...toSend], at: restUntil, untried: true })
    return null
  }
  const messages = messagesFor(rows, ground, session.language)
  return { device, messages, isLast, tries: Math.max(...due.map(({ tries }) => tries)) }
}

const pushingOf = ({ lists }: Wordbook, { code }: NoticeRow): PushPriority | null => lists.notices[code]?.push ?? null
/** The time in which a notice is worth pushing; 0 for one that is never pushed. */
const lifeOf = (ground: Wordbook, row: NoticeRow): number => pushingOf(ground, row)?.lifeMs ?? 0

/** The end of the hour in which a device has reached its limit; 0 if it has not. */
const enoughUntil = ({ windowAt, pushed }: PushDevice, now: Instant): Instant =>
  windowAt > now - HOUR && pushed >= PUSHES_AN_HOUR ? windowAt + HOUR : 0

function messagesFor(rows: readonly NoticeRow[], ground: PushGround, language: Language): Message[] {
  const now = ground.clock.now()
  const leftOf = (row: NoticeRow): number => row.at + lifeOf(ground, row) - now
  const worded = rows.map((row) => ({ row, words: inWordsOf(ground, row, language) }))
  const lang = LOCALES[language]
  if (worded.length > TOGETHER_ABOVE) {
    const [last] = worded.slice(-1)
    const titles = worded.toReversed().map(({ words }) => words.title)
    return [
      {
        notices: rows.map(({ id }) => id),
        topic: 'together',
        urgency: rows.some((row) => pushingOf(ground, row)?.urgency === 'high') ? 'high' : 'normal',
        leftMs: Math.max(...rows.map(leftOf)),
        message: {
          id: last?.row.id ?? '',
          lang,
          link: hashOf({ path: MESSAGES, query: {} }),
          title: sentence(language, 'notices', 'together.title', { count: String(rows.length) }),
          body: shortBody(titles.join(' · ')),
        },
      },
    ]
  }
  return worded.map(({ row, words }) => ({
    notices: [row.id],
    topic: row.id.replaceAll('-', ''),
    urgency: pushingOf(ground, row)?.urgency ?? 'normal',
    leftMs: leftOf(row),
    message: {
      id: row.id,
      lang,
      link: hashOf(firstPlaceFor(words, ground.lists)),
      title: shortBody(words.title),
      body: shortBody(words.body),
    },
  }))
}

const MESSAGES = '/subPackages/message/message'

async function send(
  { key, contact, clock, log, outside = {} }: PushGround,
  device: PushDevice,
  { message, topic, urgency, leftMs }: Message,
  tries: number,
): Promise<PushOutcome> {
  const ttl = Math.floor(leftMs / SECOND)
  const { headers, body } = packed(device, message, { key, contact, ttl, urgency, topic, now: clock.now() })
  const posted = await postOutside(device.endpoint, { withinMs: PUSH_WITHIN_MS, ...outside, headers, body })
  const { host } = new URL(device.endpoint)
  const answer = posted.kind === 'answer' ? posted : { status: null, retryAfter: null }
  const outcome = outcomeFor(answer, tries, clock.now())
  if (posted.kind === 'fault') log.info({ host, fault: posted.fault }, 'a push service did not answer')
  else if (outcome.kind === 'refused') log.warn({ host, status: posted.status }, 'a push service refused a notice')
  return outcome
}

interface PushResult {
  readonly device: PushDevice
  readonly message: Message
  /** The notices that are claimed and not sent yet, this message's included. */
  readonly rest: readonly string[]
  readonly outcome: PushOutcome
  readonly isLast: boolean
}

/** Saves the outcome of a message; true if the next one may be sent. */
async function settle(
  tx: Tx,
  { clock }: PushGround,
  { device, message, rest, outcome, isLast }: PushResult,
): Promise<boolean> {
  const now = clock.now()
  if (outcome.kind === 'gone') {
    await dropDevice(tx, device, device.endpoint)
    return false
  }
  if (outcome.kind === 'later') {
    await saveRest(tx, device, outcome.at)
    await postponePushes(tx, device, { notices: rest, at: outcome.at })
    return false
  }
  await dropPushes(tx, device, message.notices)
  if (isLast && rest.length === message.notices.length) {
    await dropDevice(tx, device, device.endpoint)
    return false
  }
  if (outcome.kind === 'sent') {
    await countPushed(tx, device, { now, windowFrom: now - HOUR })
    return true
  }
  if ((await countFault(tx, device)) < FAULTS_MOST) return true
  await dropDevice(tx, device, device.endpoint)
  return false
}
