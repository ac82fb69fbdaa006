import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { priceE4, rateE6, usd, wholeShares } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { isRefused } from '@lonja/core/base/refusal'
import { sql } from '../database/db.ts'
import { LEDGER_BOOKS } from '../ledger/ledger.laws.verify.ts'
import { checkLaws } from '../ledger/ledger.verify.ts'
import { listEntriesOf } from '../ledger/entries.store.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { listClosings, listOpenLots } from './lots.store.ts'
import { cancel, place, replace } from './orders.actions.ts'
import { ABC, ESP, openFloor, ticket, type Floor } from './orders.testing.ts'
import { ORDER_BOOKS } from './orders.verify.ts'

let floor: Floor

beforeAll(async () => {
  floor = await openFloor()
  floor.script.say(ABC, floor.clock.now(), 999n, 1_000n)
  floor.script.say(ESP, floor.clock.now(), 999n, 1_000n)
})
afterAll(() => floor.close())

const all = { kind: null, asset: null, cause: null, from: null, to: null, after: null }
const flowOf = async (customer: CustomerId): Promise<string[]> =>
  (await floor.db.read((tx) => listEntriesOf(tx, customer, all, 100)))
    .toReversed()
    .map((e) => `${e.kind} ${e.asset} ${e.freeAfter - e.freeBefore} ${e.heldAfter - e.heldBefore} ${e.counter}`)
const cashOf = async (customer: CustomerId) =>
  Object.fromEntries(
    (await floor.db.read((tx) => listBalances(tx, customer))).map(({ asset, free, held, owed }) => [
      asset,
      [free, held, owed],
    ]),
  )
const lotsOf = async (customer: CustomerId) =>
  (await floor.db.read((tx) => listOpenLots(tx, customer))).map(({ left, costLeft, leverage, financedLeft }) => [
    left,
    costLeft,
    leverage,
    financedLeft,
  ])

/** A customer with 100 shares of ABC, bought at 10.00 with leverage. */
async function owner(leverage: 2 | 5, cash = 100_000n): Promise<CustomerId> {
  await floor.quote(ABC, 999n, 1_000n)
  const customer = await floor.customer({ USD: cash })
  const order = await place(floor, { customer }, ticket(ABC, { shares: wholeShares(100n), leverage }))
  if (isRefused(order)) throw new Error(order.refused)
  await floor.quote(ABC, 999n, 1_000n)
  return customer
}

describe('a buy with leverage', () => {
  test('holds its own part, and the house finances the rest of what it costs', async () => {
    const customer = await floor.customer({ USD: 100_000n })
    const order = await place(floor, { customer }, ticket(ABC, { shares: wholeShares(100n), leverage: 5 }))
    // 100 at 10.20 and a fee of 1.02, by 5.
    expect(order).toMatchObject({ held: [usd(20_421n)], conditions: { leverage: 5 } })
    await floor.quote(ABC, 999n, 1_000n)
    expect(await flowOf(customer)).toEqual([
      'grant USD 100000 0 grants',
      'hold USD -20421 20421 hold',
      'financing USD 0 80080 financing',
      'buy USD 0 -100000 market',
      'fee USD 0 -100 fees',
      'release USD 401 -401 hold',
      'buy XNYS:ABC 100 0 market',
    ])
    expect(await lotsOf(customer)).toEqual([[100n, 100_100n, 5, 80_080n]])
  })

  test('filled in parts costs and finances what it does in one', async () => {
    const customer = await floor.customer({ USD: 100_000n })
    await place(floor, { customer }, ticket(ABC, { shares: wholeShares(100n), leverage: 2 }))
    for (const size of [120n, 160n, 4_000n]) {
      floor.clock.advance(1_000)
      floor.script.say(ABC, floor.clock.now(), 999n, 1_000n, size)
      await floor.engine.sweep()
    }
    expect(await lotsOf(customer)).toEqual([
      [30n, 30_030n, 2, 15_015n],
      [40n, 40_040n, 2, 20_020n],
      [30n, 30_030n, 2, 15_015n],
    ])
    expect(await cashOf(customer)).toMatchObject({ USD: [49_950n, 0n, 0n] })
  })

  test('converts its own part alone', async () => {
    floor.script.rate = rateE6(1_100_000n)
    const customer = await floor.customer({ EUR: 100_000n })
    await place(floor, { customer }, ticket(ABC, { shares: wholeShares(100n), leverage: 5 }))
    await floor.quote(ABC, 999n, 1_000n)
    floor.script.rate = null
    // USD 200.20 at 1.10 are EUR 182.00; the markup is EUR 0.37.
    expect(await cashOf(customer)).toMatchObject({ EUR: [81_763n, 0n, 0n], USD: [0n, 0n, 0n] })
    expect(await lotsOf(customer)).toEqual([[100n, 100_100n, 5, 80_080n]])
  })

  test('is replaced with its own part anew, and a cancel releases all of it', async () => {
    const customer = await floor.customer({ USD: 100_000n })
    const bought = ticket(ABC, { shares: wholeShares(100n), limit: priceE4(90_000n), leverage: 2 })
    expect(await place(floor, { customer }, bought)).toMatchObject({ held: [usd(45_045n)] })
    const more = { id: bought.id, side: 'buy', changes: 0, shares: wholeShares(200n), limit: priceE4(90_000n), stop: null, trail: null, trailBps: null, timeInForce: 'day' } as const // prettier-ignore
    expect(await replace(floor, { customer }, more)).toMatchObject({
      held: [usd(90_090n)],
      conditions: { leverage: 2, changes: 1 },
    })
    expect(await cancel(floor, { customer }, bought.id)).toMatchObject({ state: 'cancelled' })
    expect(await cashOf(customer)).toEqual({ USD: [100_000n, 0n, 0n] })
  })

  test.each<[string, Parameters<typeof ticket>[1], string]>([
    ['a sell', { side: 'sell', leverage: 2 }, 'leverage_for_buys'],
    ['more than its own part covers', { shares: wholeShares(491n), leverage: 5 }, 'insufficient_balance'],
  ])('is refused for %s', async (_what, change, refused) => {
    const customer = await floor.customer({ USD: 100_000n })
    expect(await place(floor, { customer }, ticket(ABC, change))).toMatchObject({ refused })
  })

  test('needs an equity that covers the used margin and its own', async () => {
    const customer = await owner(5, 30_000n)
    await floor.quote(ABC, 900n, 901n)
    // Free 99.80; 100 shares at 9.00 less 800.80 are 99.20: the equity is 199.00, and the used margin 200.20.
    expect(await place(floor, { customer }, ticket(ABC, { leverage: 2 }))).toMatchObject({ refused: 'margin_short' })
    expect(await place(floor, { customer }, ticket(ABC))).toMatchObject({ state: 'working' })
    await floor.quote(ABC, 999n, 1_000n)
    expect(await place(floor, { customer }, ticket(ABC, { leverage: 2 }))).toMatchObject({ state: 'working' })
    await floor.quote(ABC, 999n, 1_000n)
  })

  test('under the same id with another leverage is another order', async () => {
    const customer = await floor.customer({ USD: 100_000n })
    const bought = ticket(ABC, { limit: priceE4(90_000n), leverage: 2 })
    await place(floor, { customer }, bought)
    expect(await place(floor, { customer }, { ...bought, leverage: 5 })).toMatchObject({ refused: 'key_reused' })
    expect(await place(floor, { customer }, bought)).toMatchObject({ state: 'working' })
    await cancel(floor, { customer }, bought.id)
  })
})

describe('a sell of shares that were financed', () => {
  test('pays back the part of the shares that it closes', async () => {
    const customer = await owner(5)
    await place(floor, { customer }, ticket(ABC, { side: 'sell', shares: wholeShares(40n) }))
    await floor.quote(ABC, 1_100n, 1_101n)
    expect((await flowOf(customer)).slice(-4)).toEqual([
      'sell XNYS:ABC 0 -40 market',
      'sell USD 44000 0 market',
      'fee USD -44 0 fees',
      'financing USD -32032 0 financing',
    ])
    expect(await lotsOf(customer)).toEqual([[60n, 60_060n, 5, 48_048n]])
    const [closing] = await floor.db.read((tx) => listClosings(tx, customer, {}, 1))
    expect(closing).toMatchObject({ repaid: 32_032n, realised: 44_000n - 44n - 40_040n })
  })

  test('at a price below what was financed takes the rest from cash, and what is missing is owed', async () => {
    const customer = await owner(5, 21_000n)
    // Free 9.80. 100 at 7.00 less a fee of 0.70 are 699.30; 800.80 were financed.
    await place(floor, { customer }, ticket(ABC, { side: 'sell', shares: wholeShares(100n) }))
    await floor.quote(ABC, 700n, 701n)
    expect((await flowOf(customer)).slice(-5)).toEqual([
      'sell XNYS:ABC 0 -100 market',
      'sell USD 70000 0 market',
      'fee USD -70 0 fees',
      'debt USD 9170 0 debts',
      'financing USD -80080 0 financing',
    ])
    expect(await cashOf(customer)).toMatchObject({ USD: [0n, 0n, 9_170n] })
    expect(await lotsOf(customer)).toEqual([])
  })
})

test('a lot that was paid for whole stays so beside one that was financed', async () => {
  await floor.quote(ABC, 999n, 1_000n)
  const customer = await floor.customer({ USD: 200_000n })
  await place(floor, { customer }, ticket(ABC, { shares: wholeShares(10n) }))
  await floor.quote(ABC, 999n, 1_000n)
  await place(floor, { customer }, ticket(ABC, { shares: wholeShares(10n), leverage: 2 }))
  await floor.quote(ABC, 999n, 1_000n)
  await place(floor, { customer }, ticket(ABC, { side: 'sell', shares: wholeShares(15n) }))
  await floor.quote(ABC, 1_000n, 1_001n)
  expect(await lotsOf(customer)).toEqual([[5n, 5_005n, 2, 2_503n]])
})

describe('the laws see', () => {
  /** The broken laws after a change of one table's rows of a customer, which is rolled back. */
  async function brokenBy(customer: CustomerId, n: number, change: string): Promise<string[]> {
    let broken: string[] = []
    const undone = new Error('taken back')
    const run = floor.db.write(async (tx) => {
      await tx.run(sql(`test_forge_${n}`, `${change} where customer = '${customer}'`))
      broken = (await checkLaws(tx, [LEDGER_BOOKS, ORDER_BOOKS])).map(({ code }) => code)
      throw undone
    })
    await expect(run).rejects.toBe(undone)
    return broken.toSorted()
  }

  test('financing that a lot no longer owes, and that was moved to another', async () => {
    const customer = await owner(5)
    await place(floor, { customer }, ticket(ABC, { shares: wholeShares(10n), leverage: 2 }))
    await floor.quote(ABC, 999n, 1_000n)
    expect(await brokenBy(customer, 1, 'update lots set financed_left = financed_left')).toEqual([])
    expect(await brokenBy(customer, 2, 'update lots set financed_left = financed_left - 1')).toEqual(['closings'])
    const moved = 'update lots set financed_left = financed_left + case leverage when 2 then 1 else -1 end'
    expect(await brokenBy(customer, 3, moved)).toEqual(['closings'])
  })
})
