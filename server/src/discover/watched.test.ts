import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListingId } from '@lonja/core/base/amount'
import { listWatched } from '@lonja/core/discover/discover.contract'
import { orderWatches, toggleWatch } from '@lonja/core/watchlist/watchlist.contract'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'
import { ABC, ESP, INDEX } from '../orders/orders.testing.ts'

let house: TestHouse
let ana: TestCustomer
let other: TestCustomer
beforeAll(async () => {
  house = await openTestHouse()
  ana = await house.customer()
  other = await house.customer()
  await house.quote(ABC, 1_000n, 1_001n)
  await house.quote(ESP, 900n, 901n)
  for (const listing of [ESP, INDEX, ABC]) {
    await house.ask(toggleWatch, { listing, watched: true }, { token: ana.token })
  }
})
afterAll(() => house.close())

const watched = async (input: object, who = ana): Promise<ListingId[]> => {
  const { data } = await house.ask(listWatched, input, { token: who.token })
  expect([data.total, data.cursor, data.unusual]).toEqual([data.listing.length, null, data.listing.map(() => null)])
  return data.listing
}

test('a watchlist keeps its own order, or is sorted by any column both ways', async () => {
  expect(await watched({})).toEqual([ESP, INDEX, ABC])
  await house.ask(orderWatches, { listings: [ABC, ESP, INDEX] }, { token: ana.token })
  expect(await watched({})).toEqual([ABC, ESP, INDEX])
  expect(await watched({ sort: 'list', direction: 'down' })).toEqual([INDEX, ESP, ABC])
  const byCode = await watched({ sort: 'code' })
  expect(byCode).toEqual([...byCode].sort((a, b) => (a.slice(5) < b.slice(5) ? -1 : 1)))
  expect(await watched({ sort: 'code', direction: 'down' })).toEqual(byCode.toReversed())
  expect((await watched({ sort: 'last' })).slice(0, 2)).toEqual([ABC, ESP])
})

test('a watchlist is filtered by venue or sector', async () => {
  expect(await watched({ venue: 'XMAD' })).toEqual([ESP])
  expect(await watched({ venue: 'us' })).not.toContain(ESP)
  expect(await watched({ sector: 'utilities' })).toEqual([])
})

test('nobody sees what another customer watches, and nobody sees a watchlist without signing in', async () => {
  expect(await watched({}, other)).toEqual([])
  expect((await house.ask(listWatched, {})).status).toBe(401)
})
