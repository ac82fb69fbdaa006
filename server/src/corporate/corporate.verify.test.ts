import { afterEach, describe, expect, test } from 'vitest'
import { priceE4, rateE6, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { MarketAction } from '@lonja/core/market/actions'
import { isRefused } from '@lonja/core/base/refusal'
import { freeLine } from '@lonja/core/ledger/ledger.rules'
import { newId } from '../base/ids.ts'
import { sql } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import type { PastMarket } from '../market/market.past.shape.ts'
import { place } from '../orders/orders.actions.ts'
import { ABC, ESP, ticket } from '../orders/orders.testing.ts'
import { insertAction, insertPart, insertBegun, saveDone, type ActionPart } from './corporate.store.ts'
import { changeOf, dividendOf, onlyAction, openHolder, splitOf, type ActionFloor } from './corporate.testing.ts'
import { checkActions } from './corporate.verify.ts'

/** Forged rows that the server's own role can write are found by a law. */

let floor: ActionFloor
afterEach(async () => {
  // The forged rows stay: the laws that `close` checks are those of orders and the ledger, and may be broken by them.
  await floor.close().catch(() => {})
})

async function carriedOut(announced: readonly MarketAction[], ...lots: bigint[]): Promise<CustomerId> {
  const opened = await openHolder(announced, ...lots)
  floor = opened.floor
  floor.pastClose()
  await floor.actions.round()
  expect(await floor.breaches()).toEqual([])
  return opened.customer
}

const codesAgainst = async (): Promise<string[]> => (await floor.breaches()).map(({ code }) => code)
const noPart = { posting: null, gross: 0n, withheld: 0n, cash: 0n, cost: 0n, orders: 0, adjusted: 0 }
const forgedPart = async (part: Partial<ActionPart>) => {
  const customer = await floor.customer({ USD: 1_000n })
  const { id } = await onlyAction(floor)
  const row = { ...noPart, customer, action: id, version: 1, sharesBefore: 1n, sharesAfter: 1n, madeAt: 0, ...part }
  await floor.db.write((tx) => insertPart(tx, row as ActionPart))
}

describe('a forged record', () => {
  test('of a split without lots', async () => {
    await carriedOut([splitOf(4n, 1n)], 10n)
    await forgedPart({ sharesBefore: 1n as never, sharesAfter: 4n as never })
    expect(await codesAgainst()).toContain('action_parts')
  })

  test('of a dividend on shares that nobody held', async () => {
    await carriedOut([dividendOf(10_000n)], 10n)
    await forgedPart({ gross: 100n as never, withheld: 15n as never })
    expect(await codesAgainst()).toEqual(['action_parts', 'action_entries'])
  })

  test.each([
    [
      'that did not move',
      "update orders set listing = 'XNYS:ABC', held_asset = 'XNYS:ABC'",
      ['action_orders', 'holds'],
    ],
    [
      'that moved elsewhere',
      "update orders set listing = 'XNYS:OTH', held_asset = 'XNYS:OTH'",
      ['action_orders', 'holds'],
    ],
  ])('of an open order at a new ticker %s', async (what, statement, codes) => {
    const opened = await openHolder([changeOf('XNYS:NEW')], 10n)
    floor = opened.floor
    const sell = ticket(ABC, { side: 'sell', limit: priceE4(900_000n), timeInForce: 'gtc' })
    expect(isRefused(await place(floor, { customer: opened.customer }, sell))).toBe(false)
    floor.pastClose()
    await floor.actions.round()
    expect(await floor.breaches()).toEqual([])
    const where = `${statement} where id = '${sell.id}'`
    await floor.db.write((tx) => tx.run(sql(`forge_moved_${what.replaceAll(' ', '_')}`, where), []))
    expect(await codesAgainst()).toEqual(codes)
  })

  test('of an open order that a new ticker has left behind', async () => {
    const opened = await openHolder([changeOf('XNYS:NEW')], 10n)
    floor = opened.floor
    floor.quotes.rate = rateE6(1_100_000n)
    floor.quotes.say(ESP, floor.clock.now(), 499n, 500n)
    const buy = ticket(ESP, { limit: priceE4(30_000n), timeInForce: 'gtc' })
    expect(isRefused(await place(floor, { customer: opened.customer }, buy))).toBe(false)
    floor.pastClose()
    await floor.actions.round()
    expect(await floor.breaches()).toEqual([])
    const behind = sql('forge_left_behind', `update orders set listing = 'XNYS:ABC' where id = '${buy.id}'`)
    await floor.db.write((tx) => tx.run(behind, []))
    expect(await codesAgainst()).toEqual(['action_orders'])
  })

  test('of a symbol change without lots', async () => {
    await carriedOut([changeOf('XNYS:NEW')], 10n)
    await forgedPart({})
    expect(await codesAgainst()).toContain('action_parts')
  })
})

test('cash in the name of an action, without its record', async () => {
  const customer = await carriedOut([dividendOf(10_000n)], 10n)
  const { id } = await onlyAction(floor)
  const lines = [freeLine('dividend', 'issuers', { asset: 'USD', units: 1_000n })]
  await writeFor(floor.db, customer, (tx) => postNow(tx, { customer, cause: { kind: 'action', id }, at: 0, lines }))
  expect(await codesAgainst()).toEqual(['action_entries'])
})

test('shares out of the issuers’ account under another cause', async () => {
  const customer = await carriedOut([splitOf(4n, 1n)], 10n)
  const lines = [freeLine('buy', 'issuers', { asset: ABC, units: 5n })]
  const cause = { kind: 'order', id: newId() } as const
  await writeFor(floor.db, customer, (tx) => postNow(tx, { customer, cause, at: 0, lines }))
  expect(await codesAgainst()).toContain('action_entries')
})

test('a holder who is left out', async () => {
  const { floor: opened } = await openHolder([splitOf(4n, 1n)], 10n)
  floor = opened
  const row = { id: newId(), withholdingBps: null, madeAt: 0 }
  await floor.db.write(async (tx) => {
    await insertAction(tx, splitOf(4n, 1n), row)
    await insertBegun(tx, row.id, 1, priceE4(120_000n))
    await saveDone(tx, row.id, 2)
  })
  expect(await codesAgainst()).toEqual(['action_holders'])
})

test('a lot that was changed without an action', async () => {
  await carriedOut([splitOf(4n, 1n)], 10n)
  const update = sql('test_forge_lot', 'update lots set shares_left = shares_left - 1')
  await floor.db.write((tx) => tx.run(update, []))
  expect(await codesAgainst()).toEqual(['closings', 'lots'].toSorted().toReversed())
})

describe('the market beside the record', () => {
  const past = (actions: readonly MarketAction[], close: bigint): PastMarket =>
    ({
      actions: () => actions,
      closeAt: (_listing: ListingId) => priceE4(close),
      unchecked: () => null,
    }) as unknown as PastMarket
  const differences = async (actions: readonly MarketAction[], close = 120_000n) =>
    (await checkActions(floor.db, past(actions, close))).flatMap(({ rows }) => rows.map(({ differs }) => differs))

  test('finds nothing where they agree', async () => {
    await carriedOut([splitOf(4n, 1n)], 10n)
    expect(await differences([splitOf(4n, 1n)])).toEqual([])
  })

  test.each<[string, readonly MarketAction[], bigint, RegExp]>([
    ['an action that it never announced', [], 120_000n, /the market has none/],
    ['another ratio', [splitOf(2n, 1n)], 120_000n, /4:1 .*; the market has 2:1/],
    ['another close', [splitOf(4n, 1n)], 120_001n, /the close is 120000, and 120001 by the market/],
  ])('finds %s', async (_what, actions, close, differs) => {
    await carriedOut([splitOf(4n, 1n)], 10n)
    expect(await differences(actions, close)).toEqual([expect.stringMatching(differs)])
  })
})
