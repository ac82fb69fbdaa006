import { afterEach, describe, expect, test } from 'vitest'
import { priceE4, wholeShares, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import { HOUR, SECOND } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import { allFigures, identityGap, withFractions } from '@lonja/core/portfolio/portfolio.rules'
import { sql } from '../database/db.ts'
import { sumFlows } from '../ledger/flows.store.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import { listLotChanges } from '../orders/lot-changes.store.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import { place } from '../orders/orders.actions.ts'
import { listOpenThrough, sumRealised } from '../orders/results.store.ts'
import { findOrder } from '../orders/orders.store.ts'
import { ABC, ESP, START, ticket } from '../orders/orders.testing.ts'
import { listAlertRows, insertAlert } from '../watchlist/alerts.store.ts'
import { newId } from '../base/ids.ts'
import { findPart } from './corporate.store.ts'
import { sumFractionResults } from './results.store.ts'
import {
  changeOf,
  dividendOf,
  codesOf,
  freeOf,
  onlyAction,
  openActionFloor,
  openHolder,
  RECORD,
  splitOf,
  type ActionFloor,
} from './corporate.testing.ts'

const NEW: ListingId = 'XNYS:NEW'
let floor: ActionFloor
afterEach(() => floor.checkAndClose())

async function withHolder(...of: Parameters<typeof openHolder>): Promise<CustomerId> {
  const opened = await openHolder(...of)
  floor = opened.floor
  return opened.customer
}

const lotsOf = async (customer: CustomerId, listing: ListingId = ABC) =>
  (await floor.db.read((tx) => listOpenLots(tx, customer, listing))).map(({ left, costLeft }) => [left, costLeft])
const partOf = async (customer: CustomerId) => {
  const { id } = await onlyAction(floor)
  return floor.db.read((tx) => findPart(tx, customer, id))
}
/** The gaps of the identity of a customer's figures, with every open share at a price. */
async function gapsOf(customer: CustomerId): Promise<bigint[]> {
  const ever = Number.MAX_SAFE_INTEGER
  return floor.db.read(async (tx) => {
    const lots = await listOpenLots(tx, customer)
    const facts = {
      balances: await listBalances(tx, customer),
      lots,
      flows: await sumFlows(tx, customer, ever),
      realised: withFractions(await sumRealised(tx, customer), await sumFractionResults(tx, customer, ever)),
      last: () => priceE4(33_300n),
    }
    const through = await listOpenThrough(tx, customer, ever)
    const sum = (rows: readonly { left: bigint; costLeft: bigint }[]) =>
      rows.reduce((total, { left, costLeft }) => [total[0]! + left, total[1]! + costLeft], [0n, 0n])
    expect(sum(through)).toEqual(sum(lots))
    return allFigures(facts).map(identityGap)
  })
}

describe('a split', () => {
  test('is announced to holders, and makes four shares of one at the same cost', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n, 3n)
    await floor.actions.round()
    expect(await codesOf(floor, customer)).toEqual(['split_announced', 'order_filled', 'order_filled'])
    expect(await lotsOf(customer)).toEqual([[10n, 10_010n], [3n, 3_003n]]) // prettier-ignore
    floor.pastClose()
    await floor.actions.round()
    expect(await lotsOf(customer)).toEqual([[40n, 10_010n], [12n, 3_003n]]) // prettier-ignore
    expect(await freeOf(floor, customer, ABC)).toBe(52n)
    expect((await codesOf(floor, customer))[0]).toBe('split_done')
    expect(await onlyAction(floor)).toMatchObject({ doneAt: floor.clock.now(), close: 120_000n })
    expect(await gapsOf(customer)).toEqual([0n, 0n])
  })

  test('is announced once to customers with an open order alone, also where nobody holds the listing', async () => {
    floor = await openActionFloor([splitOf(4n, 1n), dividendOf(2_500n, ESP)])
    const [buyer, other] = [await floor.customer({ USD: 100_000n, EUR: 100_000n }), await floor.customer({})]
    for (const listing of [ABC, ESP]) {
      floor.quotes.say(listing, floor.clock.now(), 999n, 1_000n)
      const order = ticket(listing, { timeInForce: 'gtc', limit: priceE4(30_000n) })
      expect(isRefused(await place(floor, { customer: buyer }, order))).toBe(false)
    }
    await floor.actions.round()
    await floor.actions.round()
    expect((await codesOf(floor, buyer)).toSorted()).toEqual(['dividend_announced', 'split_announced'])
    expect(await codesOf(floor, other)).toEqual([])
  })

  test('keeps on record what each lot was', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n)
    floor.pastClose()
    await floor.actions.round()
    const { id } = await onlyAction(floor)
    const [change] = await floor.db.read((tx) => listLotChanges(tx, customer, id))
    expect(change).toMatchObject({ sharesBefore: 10n, sharesAfter: 40n, priceBefore: 100_000n, priceAfter: 25_000n })
  })

  test('the other way pays the fraction at the close before its ex-day, and its result counts', async () => {
    const customer = await withHolder([splitOf(1n, 10n)], 7n, 8n)
    const cash = await freeOf(floor, customer, 'USD')
    floor.pastClose()
    await floor.actions.round()
    // 15 shares are one and a half: half of a new share is five old ones, at 12.00.
    expect(await lotsOf(customer)).toEqual([[1n, 10_010n]])
    expect((await freeOf(floor, customer, 'USD')) - cash).toBe(6_000n)
    expect(await partOf(customer)).toMatchObject({ sharesBefore: 15n, sharesAfter: 1n, cash: 6_000n, cost: 5_005n })
    expect(await gapsOf(customer)).toEqual([0n, 0n])
  })

  test('leaves nobody a share of one of ten who had less than ten', async () => {
    const customer = await withHolder([splitOf(1n, 10n)], 9n)
    floor.pastClose()
    await floor.actions.round()
    expect([await lotsOf(customer), await freeOf(floor, customer, ABC)]).toEqual([[], 0n])
    expect(await gapsOf(customer)).toEqual([0n, 0n])
  })

  test('is carried out before any quote event of its ex-day is matched', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 10n)
    floor.pastClose()
    expect([floor.market.heldAt(ABC), floor.market.heldAt(ESP)]).toEqual([RECORD, Infinity])
    expect(floor.market.settled()).toBe(RECORD)
    const early = ticket(ABC, { timeInForce: 'gtc', limit: priceE4(30_000n) })
    await place(floor, { customer }, early)
    await floor.quote(ABC, 224n, 225n)
    expect(await floor.db.read((tx) => findOrder(tx, { customer, id: early.id }))).toMatchObject({ state: 'working' })
    await floor.actions.round()
    expect([floor.market.heldAt(ABC), floor.market.settled()]).toEqual([Infinity, floor.clock.now()])
  })

  test('moves the levels of alerts, which fire on no quote of before', async () => {
    const customer = await withHolder([splitOf(4n, 1n)], 1n)
    const terms = { kind: 'below', level: priceE4(80_000n), percentBps: null, repeats: 'once', note: null } as const
    const alert = { ...terms, customer, id: newId(), listing: ABC, madeAt: START, armedAt: START, firedDay: null }
    await floor.db.write((tx) => insertAlert(tx, alert))
    floor.pastClose()
    await floor.actions.round()
    const [moved] = await floor.db.read((tx) => listAlertRows(tx, customer))
    expect(moved).toMatchObject({ level: 20_000n, armedAt: RECORD, listing: ABC })
  })
})

describe('a dividend', () => {
  test('is paid on the position, gross and tax as entries of their own', async () => {
    const customer = await withHolder([dividendOf(1_234n)], 2n, 1n)
    const cash = await freeOf(floor, customer, 'USD')
    floor.pastClose()
    await floor.actions.round()
    // 3 x 0.1234 is 0.37 down; 15 % of it is 0.06 up.
    expect((await freeOf(floor, customer, 'USD')) - cash).toBe(31n)
    expect(await partOf(customer)).toMatchObject({ sharesBefore: 3n, gross: 37n, withheld: 6n })
    expect((await codesOf(floor, customer))[0]).toBe('dividend_paid')
    expect(await gapsOf(customer)).toEqual([0n, 0n])
    expect(await lotsOf(customer)).toEqual([[2n, 2_002n], [1n, 1_001n]]) // prettier-ignore
  })

  test('goes to whoever held at the close before, not to whoever holds when it is paid', async () => {
    const seller = await withHolder([dividendOf(10_000n)], 5n)
    const buyer = await floor.customer({ USD: 1_000_000n })
    floor.clock.advance(24 * HOUR - (floor.clock.now() - START))
    floor.quotes.say(ABC, floor.clock.now(), 999n, 1_000n)
    await place(floor, { customer: buyer }, ticket(ABC, { shares: wholeShares(7n) }))
    await place(floor, { customer: seller }, ticket(ABC, { side: 'sell', shares: wholeShares(5n) }))
    await floor.quote(ABC, 999n, 1_000n)
    await floor.actions.round()
    expect(await partOf(seller)).toMatchObject({ sharesBefore: 5n, gross: 500n, withheld: 75n })
    expect(await partOf(buyer)).toBeNull()
  })

  test('waits while an order of before the close may still be filled by then', async () => {
    const customer = await withHolder([dividendOf(10_000n)], 5n)
    await place(floor, { customer }, ticket(ABC, { limit: priceE4(30_000n), timeInForce: 'gtc' }))
    floor.pastClose()
    await floor.actions.round()
    expect((await onlyAction(floor)).doneAt).toBeNull()
    await floor.engine.sweep()
    floor.clock.advance(61 * SECOND)
    await floor.engine.sweep()
    floor.clock.advance(61 * SECOND)
    await floor.engine.sweep()
    await floor.actions.round()
    expect(await partOf(customer)).toMatchObject({ gross: 500n })
    expect((await onlyAction(floor)).doneAt).not.toBeNull()
  })

  test('of one instant with a split is paid on the shares of before it', async () => {
    const customer = await withHolder([splitOf(4n, 1n), dividendOf(10_000n)], 5n)
    const cash = await freeOf(floor, customer, 'USD')
    floor.pastClose()
    await floor.actions.round()
    expect((await freeOf(floor, customer, 'USD')) - cash).toBe(425n)
    expect(await freeOf(floor, customer, ABC)).toBe(20n)
  })
})

describe('a symbol change', () => {
  test('moves the shares in one posting, and both listings sum to zero', async () => {
    const customer = await withHolder([changeOf(NEW)], 10n, 3n)
    const before = await lotsOf(customer)
    floor.pastClose()
    await floor.actions.round()
    expect([await lotsOf(customer), await lotsOf(customer, NEW)]).toEqual([[], before])
    expect([await freeOf(floor, customer, ABC), await freeOf(floor, customer, NEW)]).toEqual([0n, 13n])
    const { id } = await onlyAction(floor)
    const entries = sql('test_entries_of', "select distinct posting from entries where customer = $1 and cause_kind = 'action' and cause = $2") // prettier-ignore
    expect(await floor.db.read((tx) => tx.run(entries, [customer, id]))).toHaveLength(1)
    expect(await gapsOf(customer)).toEqual([0n, 0n])
  })

  test('is followed by a sell under the new ticker, whose lots are the old ones', async () => {
    const customer = await withHolder([changeOf(NEW)], 10n)
    floor.pastClose()
    await floor.actions.round()
    floor.clock.advance(24 * HOUR - (floor.clock.now() - START))
    const [lot] = await floor.db.read((tx) => listOpenLots(tx, customer, NEW))
    expect(lot).toMatchObject({ price: 100_000n, openedAt: expect.any(Number) })
  })
})
