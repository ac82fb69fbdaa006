// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { OrderId } from '@lonja/core/base/ids'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { newId } from '@lonja/kit/ids'
import { enter, plain } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { BVE, openMarket, position } from './market.testing.ts'
import { openExit } from './orders.testing.ts'

const wire = withApp()

// prettier-ignore
test.each<[string, number, string | null]>([
  ['while enough is free nothing is said',       100, null],
  ['one share more leaves the exit all but one', 101, 'Tu orden de stop o toma de beneficios (15,00 €) cubre después 29 acciones.'],
  ['all of its shares end it',                   130, 'Tu orden de stop o toma de beneficios (15,00 €) acaba con esta venta.'],
])('of 140 shares, 40 held and 30 of them by an exit: %s', async (_what, shares, text) => {
  openMarket(wire.house, {}, [position({ inExits: 30n })])
  wire.house.answer(listOrders, { rows: [openExit()], cursor: null })
  enter()
  const page = await openPage(`/subPackages/home/socketDetail/place?listing=${BVE}&side=sell&shares=${shares}`)
  expect(await page.findByText('Libres: 130')).toBeTruthy()
  await expect.poll(() => wire.house.asked(listOrders).length).toBe(1)
  if (text === null) expect(page.queryByText(/^Tu orden de stop o toma de beneficios/)).toBeNull()
  else expect(plain((await page.findByText(/^Tu orden de stop o toma de beneficios/)).textContent)).toBe(text)
})

test('a sale without a number begins with all that can be sold, the shares of an exit among them', async () => {
  openMarket(wire.house, {}, [position({ held: 50n, inExits: 20n })])
  wire.house.answer(listOrders, { rows: [], cursor: null })
  enter()
  const page = await openPage(`/subPackages/home/socketDetail/place?listing=${BVE}&side=sell`)
  expect((await page.findByRole('spinbutton', { name: 'Acciones' })).getAttribute('aria-valuenow')).toBe('110')
  expect(page.getByRole('button', { name: /^Vender 110 BVE a mercado/ })).toBeTruthy()
})

const lotWith = (order: OrderId, inExits: bigint) => ({
  ...position().lots[0]!,
  lot: newId<'lot'>(),
  order,
  shares: wholeShares(70n),
  reserved: inExits,
  inExits,
})

// prettier-ignore
test.each<[string, number, string]>([
  ['gives of that lot first, whoever is newer', 61, 'Tu orden de stop o toma de beneficios (15,00 €) cubre después 19 acciones.'],
  ['gives all that it has of that lot',         70, 'Tu orden de stop o toma de beneficios (15,00 €) cubre después 10 acciones.'],
])('an exit of the buy that opened a lot %s', async (_what, shares, text) => {
  const buy = newId<'order'>()
  const lots = [lotWith(buy, 10n), lotWith(buy, 10n)]
  const other = openExit({ stop: priceE4(140_000n), stopNow: priceE4(140_000n), shares: wholeShares(40n) })
  openMarket(wire.house, {}, [position({ held: 60n, inExits: 60n, lots })])
  wire.house.answer(listOrders, { rows: [other, openExit({ ofBuy: buy, shares: wholeShares(20n) })], cursor: null })
  enter()
  const query = `listing=${BVE}&side=sell&shares=${shares}&lot=${lots[0]!.lot}`
  const page = await openPage(`/subPackages/home/socketDetail/place?${query}`)
  await expect.poll(() => page.queryAllByText(/^Tu orden de stop o toma de beneficios/).map((each) => plain(each.textContent))).toEqual([text])
})

test('an exit of another buy gives nothing of the lot that a sale closes', async () => {
  const lots = [lotWith(newId(), 10n), lotWith(newId(), 20n)]
  openMarket(wire.house, {}, [position({ held: 30n, inExits: 30n, lots })])
  const own = openExit({ ofBuy: lots[0]!.order, stop: priceE4(140_000n), stopNow: priceE4(140_000n) })
  const rows = [openExit({ ofBuy: lots[1]!.order, shares: wholeShares(20n) }), { ...own, shares: wholeShares(10n) }]
  wire.house.answer(listOrders, { rows, cursor: null })
  enter()
  const query = `listing=${BVE}&side=sell&shares=70&lot=${lots[0]!.lot}`
  const page = await openPage(`/subPackages/home/socketDetail/place?${query}`)
  await expect
    .poll(() => page.queryAllByText(/^Tu orden de stop o toma de beneficios/).map((each) => plain(each.textContent)))
    .toEqual([expect.stringMatching(/^Tu orden de stop o toma de beneficios \(14,00 €\)/)])
})
