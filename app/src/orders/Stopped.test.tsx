// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { enter, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { NOW, aboutHouse } from './about.testing.ts'
import { BVE, openMarket } from './market.testing.ts'

const wire = withApp()

const TITLE = 'Ahora no se aceptan órdenes'

async function openTicket(change: Parameters<typeof aboutHouse>[1]): Promise<Page> {
  openMarket(wire.house)
  aboutHouse(wire.house, change)
  enter()
  const page = await openPage(`/subPackages/home/socketDetail/place?listing=${BVE}&side=buy`)
  await page.findByRole('spinbutton', { name: 'Acciones' })
  return page
}

// prettier-ignore
test.each([
  ['the clock is in doubt',       { stoppedSince: NOW },           /^Desde las 16:00 se comprueba el reloj/],
  ['the day’s prices are public', { publicThrough: '2026-11-21' }, /^Los precios de este día son públicos: se negocia pasado el 21\/11\/2026\./],
] as const)('while %s, the ticket says so before it is sent, for both sides', async (_case, change, why) => {
  const page = await openTicket(change)
  expect(await page.findByText(TITLE)).toBeTruthy()
  expect(page.getByText(why)).toBeTruthy()
  await page.user.click(page.getByRole('radio', { name: /^Vender/ }))
  expect(page.getByText(TITLE)).toBeTruthy()
})

test('while trading is open, it says nothing of it', async () => {
  const page = await openTicket({})
  expect(page.queryByText(TITLE)).toBeNull()
})
