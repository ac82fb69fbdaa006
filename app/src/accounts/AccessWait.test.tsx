// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { endAccessWait, readProfile } from '@lonja/core/accounts/accounts.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, type Page } from '@lonja/kit/screens.testing'
import { openMarket } from '../orders/market.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'
import { profile } from './profile.testing.ts'

const wire = withApp()

const UNTIL = Date.UTC(2026, 10, 24, 10)
const TICKET = '/subPackages/home/socketDetail/place?listing=XMAD:BVE'

async function openTicket(side: 'buy' | 'sell', hasTradingPassword = true): Promise<Page> {
  openMarket(wire.house)
  wire.house.answer(readProfile, profile({ accessWaitsUntil: UNTIL, hasTradingPassword }))
  enter()
  const page = await openPage(`${TICKET}&side=${side}`)
  await page.findByRole('radio', { name: /^Comprar/ })
  return page
}

test('a buy waits: the ticket says until when, and the trading password ends it', async () => {
  const page = await openTicket('buy')
  expect(
    await page.findByText(/^La contraseña de acceso se acaba de restablecer\. Hasta el 24\/11\/2026 11:00:00/),
  ).toBeTruthy()
  wire.house.answer(endAccessWait, no('wrong_trading_password', 'No es esa', { field: 'password' }))
  const field = page.getByLabelText(/^Escribe la contraseña de operaciones/)
  await page.user.type(field, 'otra')
  await page.user.click(page.getByRole('button', { name: 'Seguir ya' }))
  expect(await page.findByText('No es esa')).toBeTruthy()
  wire.house.answer(endAccessWait, { accessWaitsUntil: null })
  wire.house.answer(readProfile, profile())
  await page.user.clear(field)
  await page.user.type(field, 'la buena')
  await page.user.click(page.getByRole('button', { name: 'Seguir ya' }))
  await expect.poll(() => page.queryByText('Compras y retiradas esperan')).toBeNull()
  expect(wire.house.asked(endAccessWait).map(({ input }) => input.password)).toEqual(['otra', 'la buena'])
})

test('a sell does not wait, and says nothing of it', async () => {
  const page = await openTicket('sell')
  expect(page.queryByText('Compras y retiradas esperan')).toBeNull()
})

test('without a trading password there is no field, since none can be set', async () => {
  const page = await openTicket('buy', false)
  expect(await page.findByText(/^No tienes contraseña de operaciones/)).toBeTruthy()
  expect(page.queryByRole('button', { name: 'Seguir ya' })).toBeNull()
})
