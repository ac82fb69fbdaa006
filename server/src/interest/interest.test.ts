import { afterEach, beforeEach, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import { openLog } from '../base/log.ts'
import { sql } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import { listEntriesOf } from '../ledger/entries.store.ts'
import { LEDGER_BOOKS } from '../ledger/ledger.laws.verify.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { checkLaws } from '../ledger/ledger.verify.ts'
import { cancel, place } from '../orders/orders.actions.ts'
import { ABC, ESP, START, openFloor, ticket, type Floor } from '../orders/orders.testing.ts'
import { ORDER_BOOKS } from '../orders/orders.verify.ts'
import { chargeNight } from './interest.actions.ts'
import { openInterest, type InterestByNight } from './interest.jobs.ts'
import { listCharges } from './interest.store.ts'
import { INTEREST_BOOKS } from './interest.verify.ts'

/** The midnight of Madrid after the floor's day: 23:00 UTC. */
const MIDNIGHT = START + 8 * HOUR

let floor: Floor
let interest: InterestByNight
let publications: CustomerId[]

const opened = (): InterestByNight => {
  const { db, clock, market, guard } = floor
  const publish = (customer: CustomerId): void => void publications.push(customer)
  return openInterest({ db, clock, log: openLog('silent'), market: { ...market, settled: market.now }, guard, events: { publish } }) // prettier-ignore
}

beforeEach(async () => {
  floor = await openFloor()
  floor.script.sessions = [{ open: START - HOUR, close: START + 96 * HOUR }]
  publications = []
  interest = opened()
  await interest.round()
})
afterEach(() => floor.close())

/** A customer with 100 shares of a listing, bought at 10.00 with leverage 5: 800.80 are financed. */
async function owner(cash: { USD?: bigint; EUR?: bigint } = { USD: 100_000n }): Promise<CustomerId> {
  const listing = cash.USD === undefined ? ESP : ABC
  const customer = await floor.customer(cash)
  await floor.quote(listing, 999n, 1_000n)
  const order = await place(floor, { customer }, ticket(listing, { shares: wholeShares(100n), leverage: 5 }))
  assert(!isRefused(order), 'the buy is taken')
  await floor.quote(listing, 999n, 1_000n)
  return customer
}

async function pass(ms: number): Promise<void> {
  floor.clock.advance(ms)
  await floor.engine.sweep()
}
const chargesOf = async (customer: CustomerId) =>
  (await floor.db.read((tx) => listCharges(tx, customer, 100))).map(({ day, currency, financed, interest: units }) => [
    day,
    currency,
    financed,
    units,
  ])
const all = { kind: null, asset: null, cause: null, from: null, to: null, after: null }
const lastEntries = async (customer: CustomerId, most: number) =>
  (await floor.db.read((tx) => listEntriesOf(tx, customer, all, most)))
    .toReversed()
    .map((e) => `${e.kind} ${e.asset} ${e.freeAfter - e.freeBefore} ${e.counter} ${e.causeKind}`)
const breaches = async () =>
  (await floor.db.read((tx) => checkLaws(tx, [LEDGER_BOOKS, ORDER_BOOKS, INTEREST_BOOKS]))).map(({ code }) => code)

test('a night is charged once it has begun, once, and to nobody without financing', async () => {
  const customer = await owner()
  const whole = await floor.customer({ USD: 100_000n })
  await place(floor, { customer: whole }, ticket(ABC, { shares: wholeShares(10n) }))
  await floor.quote(ABC, 999n, 1_000n)
  await pass(MIDNIGHT - SECOND - floor.clock.now())
  await interest.round()
  expect(await chargesOf(customer)).toEqual([])
  await pass(SECOND)
  await interest.round()
  await interest.round()
  await opened().round()
  expect(await chargesOf(customer)).toEqual([['2026-11-20', 'USD', 80_080n, 12n]])
  expect(await lastEntries(customer, 1)).toEqual(['interest USD -12 interest night'])
  expect(await chargesOf(whole)).toEqual([])
  expect(publications).toEqual([customer])
  expect(await breaches()).toEqual([])
})

test('two servers at once charge a night once', async () => {
  const customer = await owner()
  await pass(MIDNIGHT - floor.clock.now())
  const [one, other] = [opened(), opened()]
  await Promise.all([one.round(), other.round(), interest.round()])
  expect(await chargesOf(customer)).toHaveLength(1)
  expect(publications).toEqual([customer])
})

test('each missed night is charged after an outage', async () => {
  const customer = await owner()
  await pass(MIDNIGHT + 48 * HOUR - floor.clock.now())
  await opened().round()
  expect((await chargesOf(customer)).map(([day]) => day)).toEqual(['2026-11-22', '2026-11-21', '2026-11-20'])
  expect(await breaches()).toEqual([])
})

test('who buys after midnight has not that night; who sells after it has', async () => {
  const seller = await owner()
  await interest.round()
  await pass(MIDNIGHT - floor.clock.now())
  const buyer = await owner()
  await place(floor, { customer: seller }, ticket(ABC, { side: 'sell', shares: wholeShares(100n) }))
  await floor.quote(ABC, 999n, 1_000n)
  await interest.round()
  expect(await chargesOf(seller)).toEqual([['2026-11-20', 'USD', 80_080n, 12n]])
  expect(await chargesOf(buyer)).toEqual([])
  expect(await breaches()).toEqual([])
})

test('who sells after midnight has that night after an outage too', async () => {
  const seller = await owner()
  await pass(MIDNIGHT - floor.clock.now())
  await floor.quote(ABC, 999n, 1_000n)
  const sell = await place(floor, { customer: seller }, ticket(ABC, { side: 'sell', shares: wholeShares(100n) }))
  assert(!isRefused(sell), 'the sell is taken')
  await floor.quote(ABC, 999n, 1_000n)
  await opened().round()
  expect(await chargesOf(seller)).toEqual([['2026-11-20', 'USD', 80_080n, 12n]])
  expect(await breaches()).toEqual([])
})

test('a night waits while an order of before it may still fill on an event of before it', async () => {
  const customer = await owner()
  const waiting = ticket(ABC, { limit: priceE4(50_000n), timeInForce: 'gtc' })
  await place(floor, { customer }, waiting)
  await pass(MIDNIGHT + SECOND - floor.clock.now())
  await interest.round()
  expect(await chargesOf(customer)).toEqual([])
  // Progress is stored a minute after the round that went so far.
  for (let n = 0; n < 3; n += 1) await pass(MINUTE)
  await interest.round()
  expect(await chargesOf(customer)).toHaveLength(1)
  await cancel(floor, { customer }, waiting.id)
})

test('cash that is missing for it is owed, in each currency by itself', async () => {
  const customer = await owner({ EUR: 20_430n })
  await pass(MIDNIGHT - floor.clock.now())
  await interest.round()
  // A market buy held 204.21 and cost 200.20 of its own: 4.10 are free.
  expect(await lastEntries(customer, 1)).toEqual(['interest EUR -12 interest night'])
  for (let night = 1; night <= 34; night += 1) {
    await pass(24 * HOUR)
    floor.script.sessions = [{ open: START - HOUR, close: floor.clock.now() + HOUR }]
    await interest.round()
  }
  expect(await lastEntries(customer, 2)).toEqual(['debt EUR 10 debts night', 'interest EUR -12 interest night'])
  const [cash] = await floor.db.read((tx) => listBalances(tx, customer))
  expect(cash).toMatchObject({ asset: 'EUR', free: 0n, owed: 10n })
  expect(await breaches()).toEqual([])
})

test('once every market is closed for good nothing is charged', async () => {
  const customer = await owner()
  floor.script.sessions = [{ open: START - HOUR, close: START + HOUR }]
  await pass(MIDNIGHT - floor.clock.now())
  await interest.round()
  expect(await chargesOf(customer)).toEqual([])
  floor.script.sessions = [{ open: START - HOUR, close: START + 96 * HOUR }]
  expect(await breaches()).toEqual([])
})

test('the laws see interest that nothing was financed for, and a night that was left out', async () => {
  const customer = await owner()
  await pass(MIDNIGHT - floor.clock.now())
  const undone = new Error('taken back')
  let broken: string[] = []
  const forged = floor.db.write(async (tx) => {
    await tx.run(sql('test_night', `insert into nights (day, night_at, is_charged, done_at) values ('2026-11-20', ${MIDNIGHT}, true, 1)`)) // prettier-ignore
    broken = (await checkLaws(tx, [INTEREST_BOOKS])).map(({ code }) => code)
    throw undone
  })
  await expect(forged).rejects.toBe(undone)
  expect(broken).toEqual(['financed_nights'])
  await writeFor(floor.db, customer, (tx) =>
    chargeNight(tx, customer, { day: '2026-11-20', at: MIDNIGHT }, floor.clock.now()),
  )
  expect(await breaches()).toEqual(['financed_nights'])
  await interest.round()
  expect(await breaches()).toEqual([])
})
