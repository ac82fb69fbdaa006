// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { listOrders, type OrderRow } from '@lonja/core/orders/orders.contract'
import { newId } from '@lonja/kit/ids'
import { enter, plain } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { BVE, openMarket, position } from './market.testing.ts'

const wire = withApp()

/** A stop at 15.00 on thirty of the shares that are held. */
const exit: OrderRow = {
  id: newId(),
  listing: BVE,
  name: 'Bahía Verde',
  currency: 'EUR',
  side: 'sell',
  shares: wholeShares(30n),
  filled: 0n,
  leverage: 1,
  financed: null,
  kind: 'stop',
  limit: null,
  stop: priceE4(150_000n),
  trail: null,
  trailBps: null,
  profit: null,
  timeInForce: 'gtc',
  exit: true,
  lot: null,
  exits: null,
  exitOrder: null,
  ofBuy: null,
  stopNow: priceE4(150_000n),
  triggered: null,
  changes: 0,
  state: 'working',
  endReason: null,
  placedAt: 1,
  marketAt: 1,
  endsAt: null,
  endedAt: null,
  held: [],
  heldNow: [{ asset: BVE, units: 30n }],
  fillPrice: null,
  filledAt: null,
  fee: null,
  total: null,
  realised: null,
}

// prettier-ignore
test.each<[string, number, string | null]>([
  ['while enough is free nothing is said',       100, null],
  ['one share more leaves the exit all but one', 101, 'Tu salida (15,00 €) cubre después 29 acciones.'],
  ['all of its shares end it',                   130, 'Tu salida (15,00 €) acaba con esta venta.'],
])('of 140 shares, 40 held and 30 of them by an exit: %s', async (_what, shares, said) => {
  openMarket(wire.house, {}, [position({ inExits: 30n })])
  wire.house.answer(listOrders, { rows: [exit], cursor: null })
  enter()
  const page = await openPage(`/subPackages/home/socketDetail/place?listing=${BVE}&side=sell&shares=${shares}`)
  expect(await page.findByText('Libres: 130')).toBeTruthy()
  await expect.poll(() => wire.house.asked(listOrders).length).toBe(1)
  if (said === null) expect(page.queryByText(/^Tu salida/)).toBeNull()
  else expect(plain((await page.findByText(/^Tu salida/)).textContent)).toBe(said)
})
