// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { enter, plain } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { BVE, openMarket, position } from './market.testing.ts'
import { openExit } from './orders.testing.ts'

const wire = withApp()

// prettier-ignore
test.each<[string, number, string | null]>([
  ['while enough is free nothing is said',       100, null],
  ['one share more leaves the exit all but one', 101, 'Tu salida (15,00 €) cubre después 29 acciones.'],
  ['all of its shares end it',                   130, 'Tu salida (15,00 €) acaba con esta venta.'],
])('of 140 shares, 40 held and 30 of them by an exit: %s', async (_what, shares, said) => {
  openMarket(wire.house, {}, [position({ inExits: 30n })])
  wire.house.answer(listOrders, { rows: [openExit()], cursor: null })
  enter()
  const page = await openPage(`/subPackages/home/socketDetail/place?listing=${BVE}&side=sell&shares=${shares}`)
  expect(await page.findByText('Libres: 130')).toBeTruthy()
  await expect.poll(() => wire.house.asked(listOrders).length).toBe(1)
  if (said === null) expect(page.queryByText(/^Tu salida/)).toBeNull()
  else expect(plain((await page.findByText(/^Tu salida/)).textContent)).toBe(said)
})
