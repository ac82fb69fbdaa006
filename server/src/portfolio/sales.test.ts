import { afterAll, beforeAll, expect, test } from 'vitest'
import { priceText } from '@lonja/core/base/wire'
import { priceE4, type ListingId } from '@lonja/core/base/amount'
import { HOUR } from '@lonja/core/base/instant'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { previewSales } from '@lonja/core/portfolio/sales.contract'
import { newId } from '../base/ids.ts'
import { ABC, ESP, START } from '../orders/orders.testing.ts'
import { openTestHouse, type TestCustomer, type TestHouse } from '../testing/house.ts'

let house: TestHouse
let ana: TestCustomer
beforeAll(async () => {
  house = await openTestHouse()
  ana = await house.customer()
  await house.quote(ABC, 999n, 1_001n)
  await house.quote(ESP, 499n, 500n)
  await place('buy', '100', ESP)
  await place('buy', '50', ABC)
  await house.quote(ESP, 499n, 500n)
  await house.quote(ABC, 999n, 1_001n)
})
afterAll(() => house.close())

async function place(side: 'buy' | 'sell', shares: string, listing: ListingId, limit: string | null = null) {
  const id = newId()
  return house.ask(placeOrder, { id, listing, side, shares, limit, timeInForce: 'gtc' }, { token: ana.token })
}

const rows = async (who = ana) => (await house.ask(previewSales, {}, { token: who.token })).data.rows

test('each position at its bid, the largest first, in its own currency', async () => {
  expect(await rows()).toEqual([
    {
      listing: ESP,
      name: ESP,
      currency: 'EUR',
      shares: '100',
      held: '0',
      inExits: '0',
      selling: '100',
      obstacle: null,
      waitsUntil: null,
      resumesAt: null,
      estimate: { price: '4.99', proceeds: '499.00', fee: '0.50', total: '498.50', repaid: '0.00', result: '-2.00' },
    },
    expect.objectContaining({
      listing: ABC,
      currency: 'USD',
      selling: '50',
      estimate: { price: '9.99', proceeds: '499.50', fee: '0.50', total: '499.00', repaid: '0.00', result: '-2.01' },
    }),
  ])
})

test('another customer has nothing to sell', async () => {
  expect(await rows(await house.customer())).toEqual([])
})

test('shares that open sells hold are not for sale, and with all of them held nothing is', async () => {
  await place('sell', '30', ESP, priceText(priceE4(90_000n)))
  expect((await rows())[0]).toMatchObject({ held: '30', selling: '70', obstacle: null })
  await place('sell', '70', ESP, priceText(priceE4(90_000n)))
  expect((await rows())[0]).toMatchObject({ selling: '0', obstacle: 'held', estimate: null })
  expect((await place('sell', '1', ESP)).error).toBe('insufficient_shares')
})

test('what it says of the market is what an order then hears: stale, shut, and waiting for the open', async () => {
  const abc = async () => (await rows()).find(({ listing }: { listing: string }) => listing === ABC)
  house.clock.set(START + HOUR - 1_000)
  expect(await abc()).toMatchObject({ obstacle: 'price_stale' })
  expect((await place('sell', '1', ABC)).error).toBe('price_stale')
  house.clock.set(START + 2 * HOUR)
  const [, tomorrow] = house.script.sessions
  expect(await abc()).toMatchObject({ obstacle: null, waitsUntil: tomorrow?.open })
  const waiting = await place('sell', '50', ABC)
  expect([waiting.error, waiting.data.shares]).toEqual([undefined, '50'])
  expect(await abc()).toMatchObject({ obstacle: 'held' })
  const positions = (await house.ask(listPositions, { listing: ABC }, { token: ana.token })).data.rows
  expect(positions[0]).toMatchObject({ shares: '50', held: '50' })
})
