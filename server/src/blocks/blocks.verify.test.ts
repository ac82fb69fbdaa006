import { afterAll, beforeAll, expect, test } from 'vitest'
import { eur, priceE4 } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import type { Quote } from '@lonja/core/market/market.contract'
import type { PastMarket } from '../market/market.past.shape.ts'
import { openDb, type Db } from '../database/db.ts'
import { sql } from '../database/db.ts'
import { ESP, START } from '../orders/orders.testing.ts'
import { openTestHouse, type TestHouse } from '../testing/house.ts'
import { blocksRound } from './blocks.jobs.ts'
import { applyFor, judgeBlock, openBlocks } from './blocks.testing.ts'
import { checkBlocks } from './blocks.verify.ts'

let house: TestHouse
let owner: Db
const DAY = 24 * HOUR
beforeAll(async () => {
  house = await openTestHouse({ grant: eur(10_000_00n), start: START - 30 * MINUTE })
  owner = openDb(house.ownerUrl, { max: 1 })
  house.script.sessions = [{ open: START - HOUR, close: START + 100 * DAY }]
  await house.quote(ESP, 498n, 500n)
  const who = await house.customer()
  const { offer } = await openBlocks(house.db, house.clock.now(), { lockDays: 1 })
  for (const cap of ['5.00', '4.79']) {
    const { data } = await applyFor(house, who, offer, { shares: '60', cap })
    await judgeBlock(house, data.id)
  }
  for (const at of [START + SECOND, START + DAY + MINUTE]) {
    house.clock.set(at - SECOND)
    await house.quote(ESP, 498n, 500n)
    await blocksRound({ ...house, guard: { agrees: () => true } })
  }
})
afterAll(async () => {
  await owner.close()
  await house.close()
})

/** The market of the house as it was, with an event more. */
function past(more: Quote | null = null, unchecked: PastMarket['unchecked'] = () => null): PastMarket {
  const eventsWithin = (listing: typeof ESP, after: number, until: number) =>
    [
      ...house.market.nextQuotes(listing, after, until),
      ...(more && more.at > after && more.at <= until ? [more] : []),
    ].toSorted((one, other) => one.at - other.at)
  return { ...house.market, eventsWithin, unchecked } as never
}
const differences = async (market: PastMarket) =>
  (await checkBlocks(house.db, market)).flatMap(({ rows }) => rows.map(({ differs }) => differs))
const event = (at: number): Quote => ({
  listing: ESP,
  at,
  bid: priceE4(40_000n),
  ask: priceE4(41_000n),
  last: priceE4(40_000n),
  bidSize: 1n,
  askSize: 1n,
})

test('a bought block, one above its cap and the outcome follow from their first events', async () => {
  const kinds = sql('test_blocks_priced', `select (select count(*)::int4 from block_purchases) as bought,
    (select count(*)::int4 from block_applications where end_reason = 'above_cap') as above, (select count(*)::int4 from block_outcomes) as outcomes`) // prettier-ignore
  expect(await house.db.read((tx) => tx.run(kinds, []))).toMatchObject([{ bought: 1, above: 1, outcomes: 1 }])
  expect(await differences(past())).toEqual([])
})

test('an earlier event of its market is found, for the price, for the end above the cap and for the outcome', async () => {
  expect(await differences(past(event(START + 1)))).toEqual([
    expect.stringContaining('the market’s first event is 41000'),
    expect.stringContaining('the market’s first event is 41000'),
  ])
  expect(await differences(past(event(START + DAY + SECOND + 1)))).toEqual([
    expect.stringContaining('first event is 40000'),
  ])
  // A stretch that cannot be worked out breaks nothing.
  expect(await differences(past(event(START + 1), () => 'not_revealed'))).toEqual([])
})

test('a fee that its table does not make is found', async () => {
  const change = (by: number) =>
    sql(`test_block_fee_${by > 0 ? 'more' : 'less'}`, `update block_purchases set fee = fee + ${by}`)
  await owner.write((tx) => tx.run(change(1), []))
  expect(await differences(past())).toEqual(['fee 30, 29 by its table'])
  await owner.write((tx) => tx.run(change(-1), []))
})
