import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeShares } from '@lonja/core/base/amount'
import { SECOND } from '@lonja/core/base/instant'
import { limitOf, openFeedHouse, type FeedHouse } from './heard.testing.ts'

/* An order on a live feed that two starts of a server fill in part, one after the other. */

let house: FeedHouse
beforeAll(async () => {
  house = await openFeedHouse()
  await house.quote(1_000, 1_002)
  await house.pass(SECOND)
})
afterAll(() => house.close())

test('a fill of a part is one of its event, also where the server was killed afterwards and the gap begins before it', async () => {
  const ana = await house.customer()
  const terms = { shares: wholeShares(20n), limit: limitOf(995), timeInForce: 'gtc' } as const
  const { id } = await house.placed(ana, terms)
  const reached = async (): Promise<void> => {
    await house.pass(100)
    await house.quote(990, 992, { size: 40 })
    await house.pass(2 * SECOND)
  }
  await reached()
  expect(await house.stateOf(ana, id)).toBe('part_filled')
  await house.kill(10 * SECOND)
  await reached()
  expect(await house.stateOf(ana, id)).toBe('filled')
  expect(await house.verify()).toEqual({ checked: 0, unchecked: { feed_gap: 1 }, breaches: [] })
})
