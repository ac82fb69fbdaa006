import { afterAll, beforeAll, expect, test } from 'vitest'
import { DOOR_REFUSALS, type Call } from '@lonja/core/base/contract'
import { CALLS, type CallName } from '@lonja/core/calls'
import { HOUR, MINUTE } from '@lonja/core/base/instant'
import { sessionEndFor } from '@lonja/core/accounts/accounts.rules'
import { listSessions } from '@lonja/core/accounts/accounts.contract'
import { listNotices } from '@lonja/core/notices/notices.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { listWatches } from '@lonja/core/watchlist/watchlist.contract'
import { insertSession } from '../accounts/sessions.store.ts'
import { newId } from '../base/ids.ts'
import { newToken } from '../secrets/token.ts'
import { dice, type Dice } from './fuzz.dice.ts'
import { leaverIn } from './fuzz.leaving.ts'
import { papersFor } from './fuzz.kyc.ts'
import { pictureSent } from './fuzz.support.ts'
import { asStaffName, freshSeat } from './fuzz.staff.ts'
import { acceptedIn } from './access.owner.ts'
import { harmed, KEYS, LANGUAGES_SENT, TOKENS } from './fuzz.harm.ts'
import { nothingYet, VALID, type FuzzCustomer } from './fuzz.inputs.ts'
import { blockOffersIn } from './fuzz.blocks.ts'
import { offersIn } from './fuzz.ipo.ts'
import { ACCEPTED_ELSEWHERE, ENDING, ENDING_SEATS, LEADS_TO, LEAVING, RARE, SLOW } from './fuzz.order.ts'
import { readyPayee, tradingPasswordOf } from './fuzz.withdrawals.ts'
import { freshSecondStep, NO_SECOND_STEP } from './fuzz.second-step.ts'
import { openTestHouse, type TestHouse } from './house.ts'
import type { How, CallAnswer } from './ask.ts'
import { publishArticle } from '../news/publications.actions.ts'
import { ABC, ESP, START } from '../orders/orders.testing.ts'

/**
 * Sends calls with every kind of fault through the real door: none may be answered with 500. Half come from signed-in
 * customers with data of their own, so that every call also reaches its rule and is accepted. Each run begins with
 * another seed, which LONJA_SEED repeats; the long run makes more calls of each kind, LONJA_FUZZ sets their number.
 */
const OF_EACH = process.env['LONJA_LONG'] ? 400 : 40
const ORDER: readonly CallName[] = [...(Object.keys(CALLS) as CallName[]), ...RARE, ...RARE]
const CALLS_MADE = Number(process.env['LONJA_FUZZ'] ?? OF_EACH * ORDER.length)
const SEED = Number(process.env['LONJA_SEED'] ?? Date.now() % 1_000_000)
/** The least number of each call that reaches its rule, and the least that is accepted. */
const RULE_LEAST = OF_EACH / 8
const ACCEPTED_LEAST = OF_EACH / 80
const acceptedLeast = (name: CallName): number => (name in ACCEPTED_ELSEWHERE ? 0 : ACCEPTED_LEAST)
/** The limit of additional calls of each kind; the customers, and the calls at once. */
const [MORE_OF_EACH, PEOPLE, AT_ONCE] = [1_200, 8, 8] as const

let house: TestHouse
const people: FuzzCustomer[] = []

beforeAll(async () => {
  house = await openTestHouse()
  const article = { name: 'fuzz', language: 'en', title: 'Told', body: 'Text', at: START, listings: [] } as const
  await publishArticle(house.db, 'publish', article, [], START)
  house.script.sessions = [{ open: START - HOUR, close: START + 24 * HOUR }]
  await quotes()
  // The customer whom staff restrict and write to, who makes no calls.
  const mark = (await house.customer()).id
  const [offers, blockOffers] = [await offersIn(house), await blockOffersIn(house)]
  for (let at = 0; at < PEOPLE; at += 1) {
    const who = await house.customer()
    people.push({
      ...who,
      trading: at % 4 === 3 ? null : await tradingPasswordOf(house, who.id),
      ...nothingYet(),
      offers,
      blockOffers,
      accepted: await acceptedIn(house, who.id, newId()),
      seat: await freshSeat(house),
      mark,
      ready: await readyPayee(house, who.id),
      withdrawals: [],
      deposits: [],
      openedDeposit: null,
      opened: null,
      papers: await papersFor(house, who.id),
      sent: await pictureSent(house, who),
      checks: [],
      check: null,
      second: NO_SECOND_STEP,
    })
  }
})
afterAll(() => house.close())

async function quotes(): Promise<void> {
  await house.quote(ABC, 998n, 1_000n)
  await house.quote(ESP, 498n, 500n)
}

/** A session without the time of a sign-in. */
async function freshSession(who: FuzzCustomer): Promise<string> {
  const now = house.clock.now()
  const { text, token } = newToken(who.id)
  const session = { ...token, id: newId(), device: '', startedAt: now, endsAt: sessionEndFor(now, now) }
  await house.db.write((tx) => insertSession(tx, session))
  return text
}

/** Reads the ids of a customer's things, for the calls to come. */
async function lookAround(who: FuzzCustomer): Promise<void> {
  who.token = await freshSession(who)
  who.seat = await freshSeat(house)
  who.opened = null
  who.check = null
  // A quarter of the customers sign in by two steps, a quarter have begun to set them up, and the rest sign in by one.
  if (placeOf(who) === 1) who.second = await freshSecondStep(house, who, true)
  const ids = async (call: Call, of: 'rows' | 'data', name: string): Promise<string[]> => {
    const { data } = await house.ask(call, {}, { token: who.token })
    return data[of].map((row: Record<string, string>) => row[name])
  }
  who.notices.splice(0, Infinity, ...(await ids(listNotices, 'data', 'id')))
  who.postings.splice(0, Infinity, ...(await ids(listEntries, 'rows', 'posting')))
  who.sessions.splice(0, Infinity, ...(await ids(listSessions, 'rows', 'id')))
  who.watched = await ids(listWatches, 'rows', 'listing')
}

const placeOf = (who: FuzzCustomer): number => people.indexOf(who) % 4

interface Count {
  made: number
  signedIn: number
  rule: number
  accepted: number
}

const counts = new Map<CallName, Count>(
  (Object.keys(CALLS) as CallName[]).map((name) => [name, { made: 0, signedIn: 0, rule: 0, accepted: 0 }]),
)
const byAnswer = new Map<string, number>()

const DOOR = new Set<string>(DOOR_REFUSALS)

/** Makes one random call. The percentages set how many are valid, how many are damaged, and who sends them. */
async function callOnce(name: CallName, chance: Dice): Promise<void> {
  const call: Call = CALLS[name]
  const who = chance.pick(people)
  // A second step can be set only once, so each such call gets a new one that was begun.
  if (name === 'setSecondStep' && placeOf(who) === 3) who.second = await freshSecondStep(house, who, false)
  const known = chance.once(4) ? { ...chance.pick(people), token: who.token } : who // Another customer's ids.
  const valid = await asStaffName(house, name, VALID[name](known, chance, house.invitation))
  const isSignedIn = chance.once(60)
  const input = chance.once(SLOW.includes(name) ? 12 : isSignedIn ? 60 : 30) ? valid : harmed(valid, chance)
  const how: How = {
    token: isSignedIn ? await tokenFor(name, call, who) : chance.pick(TOKENS),
    language: chance.pick(LANGUAGES_SENT),
    key: chance.once(10) ? chance.pick(KEYS) : keyFor(call, input, who, chance),
    ip: `10.0.${chance.below(256)}.${chance.below(256)}`,
  }
  const reply = await house.ask(call, input, how)
  const count = counts.get(name) as Count
  count.made += 1
  if (isSignedIn) count.signedIn += 1
  if (reply.code === 1 || !DOOR.has(reply.error ?? '')) count.rule += 1
  if (reply.code === 1) count.accepted += 1
  const answer = `${reply.status} ${reply.error ?? 'accepted'}`
  byAnswer.set(answer, (byAnswer.get(answer) ?? 0) + 1)
  check(call, reply, { input, how })
  if (reply.code === 1) remember(name, { who, known }, input as Record<string, string>, reply)
}

async function tokenFor(name: CallName, call: Call, who: FuzzCustomer): Promise<string> {
  if (call.caller === 'seat') return ENDING_SEATS.includes(name) ? (await house.seat()).token : who.seat.token
  if (LEAVING.includes(name)) return leaverIn(house)
  return ENDING.includes(name) ? freshSession(who) : who.token
}

/** The last idempotency key of each customer. Now and then it is reused with another body. */
const lastKeys = new Map<string, string>()
function keyFor(call: Call, input: unknown, who: FuzzCustomer, chance: Dice): string | undefined {
  if (call.kind === 'read' || chance.once(20)) return undefined
  const { id } = (typeof input === 'object' && input !== null ? input : {}) as { id?: unknown }
  if (call.key === 'id') return typeof id === 'string' && /^[\x20-\x7e]*$/.test(id) ? id : undefined
  const last = lastKeys.get(who.id)
  if (last && chance.once(10)) return last
  const fresh = newId()
  lastKeys.set(who.id, fresh)
  return fresh
}

/** Answers that break the contract, with the data to reproduce them. */
const breaches: string[] = []

/** Checks that an answer keeps the contract, whatever was sent. */
function check(call: Call, answer: CallAnswer, sent: unknown): void {
  const wrong = answer.code === 1 ? wrongAcceptance(answer) : wrongRefusal(call, answer)
  if (wrong)
    breaches.push(`${wrong}: ${JSON.stringify({ seed: SEED, path: call.path, sent, told: answer }).slice(0, 2_000)}`)
}

const wrongAcceptance = ({ status, msg, data }: CallAnswer): string | null =>
  status === 200 && msg === '' && typeof data === 'object' ? null : 'an acceptance is 200 with data'

function wrongRefusal(call: Call, { status, error = '', msg, fields = [] }: CallAnswer): string | null {
  if (!(status >= 400 && status < 500)) return 'a refusal is not the house’s fault'
  if (!DOOR.has(error) && !call.refusals.includes(error)) return 'a refusal stands in the contract'
  if (error === 'missing_information' && !fields.some(({ code }) => code === 'required'))
    return 'a form that lacks something names it'
  if (!/\S/.test(msg) || /\{\w+\}/.test(msg)) return 'a refusal has its sentence'
  const unsaid = fields.some((one) => /\{(field|most|least|values)\}/.test(one.msg) || !one.code)
  return unsaid ? 'a field has its sentence' : null
}

interface NoticeHead {
  /** The customer whose session sent it. */
  readonly who: FuzzCustomer
  /** The customer whose ids were sent. */
  readonly known: FuzzCustomer
}

function remember(
  name: CallName,
  { who: asker, known: who }: NoticeHead,
  input: Record<string, string>,
  { data }: CallAnswer,
): void {
  if (name === 'submitKyc') asker.checks.splice(0, Infinity, data.id)
  if (name === 'openKyc') asker.check = { id: data.id, seen: data.seen }
  if (name === 'decideKyc') asker.check = null
  if (name === 'submitWithdrawal') asker.withdrawals.push(data.id)
  if (name === 'submitDeposit') asker.deposits.push(data.id)
  if (name === 'applyForBlock') asker.blocks.push(data.id)
  if (name === 'subscribeToOffer') asker.applications.push(data.id)
  if (name === 'openDeposit') asker.openedDeposit = { id: data.id, seen: data.seen }
  if (name === 'decideDeposit') asker.openedDeposit = null
  if (name === 'openWithdrawal') asker.opened = { id: data.id, seen: data.seen }
  if (name === 'decideWithdrawal') asker.opened = null
  if (name === 'sendMessage') asker.threads.push(data.thread)
  if (name === 'placeOrder' && input['id']) who.orders.push(input['id'])
  if (name === 'changeLoginPassword') Object.assign(asker, { password: input['password'], token: data.token })
  if (name === 'resetPassword' && input['password']) Object.assign(who, { password: input['password'] })
  if (name === 'setTradingPassword' && input['password']) asker.trading = input['password']
}

test(
  `${CALLS_MADE} calls, 0 answers of 500; every call reaches its rule and is accepted`,
  { timeout: 600_000 },
  async () => {
    const chance = dice(SEED)
    let lookAt = 0
    for (let count = 0; count < CALLS_MADE;) {
      // Several calls run at once, so no count is met exactly.
      if (count >= lookAt) {
        lookAt += ORDER.length * 30
        await later()
      }
      const round = Array.from({ length: AT_ONCE }, () => ORDER[count++ % ORDER.length] as CallName)
      await Promise.all(round.map((name) => callOnce(name, chance)))
    }
    if (breaches.length === 0) await callOn(chance)
    report()
    expect(breaches.slice(0, 5)).toEqual([])
    for (const [name, { rule, accepted }] of counts) {
      const is = [rule >= RULE_LEAST || rule, accepted >= acceptedLeast(name) || accepted]
      expect([name, ...is]).toEqual([name, true, true])
    }
  },
)

const isShort = (name: CallName): boolean => {
  const { rule, accepted } = counts.get(name) as Count
  return rule < RULE_LEAST || accepted < acceptedLeast(name)
}

/** Ends the windows of the throttles. */
async function later(): Promise<void> {
  house.clock.advance(15 * MINUTE)
  await quotes()
  for (const who of people) await lookAround(who)
}

/** Makes more of the calls that were accepted too seldom, together with the calls that prepare them. */
async function callOn(chance: Dice): Promise<void> {
  for (let count = 0; count < MORE_OF_EACH; count += AT_ONCE) {
    const short = [...counts.keys()].filter(isShort)
    if (short.length === 0) return
    if (count % 40 === 0) await later()
    for (const name of short) {
      for (const before of LEADS_TO[name] ?? []) await callOnce(before, chance)
      await Promise.all(Array.from({ length: AT_ONCE }, () => callOnce(name, chance)))
    }
  }
}

function report(): void {
  const rows = [...counts].map(
    ([name, { made, signedIn, rule, accepted }]) =>
      `${name.padEnd(22)}${[made, signedIn, rule, accepted].map((count) => String(count).padStart(10)).join('')}`,
  )
  const sum = (of: keyof Count): number => [...counts.values()].reduce((total, count) => total + count[of], 0)
  console.log(
    [
      `Seed ${SEED}: ${sum('made')} calls, ${sum('signedIn')} signed in, ${sum('rule')} reached a rule, ${sum('accepted')} accepted.`,
      `${'call'.padEnd(22)}${['made', 'signed in', 'rule', 'accepted'].map((head) => head.padStart(10)).join('')}`,
      ...rows,
      ...[...byAnswer]
        .sort(([, a], [, b]) => b - a)
        .map(([answer, count]) => `${String(count).padStart(7)}  ${answer}`),
    ].join('\n'),
  )
}
