// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import type { RestrictionLevel } from '@lonja/core/base/contract'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, inside, type Page } from '@lonja/kit/screens.testing'
import { openMarket } from '../orders/market.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'
import { profile } from './profile.testing.ts'

const wire = withApp()

const UNTIL = Date.UTC(2026, 10, 26, 13, 33)
const TITLES = ['Cuenta limitada: sin riesgo nuevo', 'Cuenta limitada: sin dinero fuera', 'Cuenta cerrada a todo']

async function openTicket(side: 'buy' | 'sell', level: RestrictionLevel): Promise<Page> {
  openMarket(wire.house)
  const restriction = { level, reason: 'reported_stolen', untilAt: UNTIL } as const
  wire.house.answer(readProfile, profile({ restriction }))
  enter()
  const page = await openPage(`/subPackages/home/socketDetail/place?listing=XMAD:BVE&side=${side}`)
  await page.findByRole('spinbutton', { name: 'Acciones' })
  await expect.poll(() => wire.house.asked(readProfile).length).toBeGreaterThan(0)
  return page
}

// prettier-ignore
test.each<[RestrictionLevel, string, RegExp]>([
  [1, TITLES[0] ?? '', /^No puedes comprar, suscribir, entrar en opciones, iniciar estrategias ni pedir un préstamo\. Puedes vender, anular, depositar, retirar/],
  [2, TITLES[1] ?? '', /^No puedes comprar, suscribir, entrar en opciones, iniciar estrategias, pedir un préstamo ni retirar\. Puedes vender/],
  [3, TITLES[2] ?? '', /^Solo puedes leer y escribirnos/],
])('level %i: the ticket of a buy says how far it goes, what still works, why and until when, before it is sent', async (level, title, works) => {
  const page = await openTicket('buy', level)
  expect(await page.findByText(title)).toBeTruthy()
  expect(page.getByText(works)).toBeTruthy()
  expect(page.getByText(/^Hasta el 26\/11\/2026 14:33:00: .*robad/)).toBeTruthy()
  const write = page.getByRole('link', { name: 'Escribir a atención al cliente' })
  expect(write.getAttribute('href')).toContain('/subPackages/support/thread')
})

test('a sale is closed by the third level alone, and says nothing of the others', async () => {
  const free = await openTicket('sell', 2)
  await free.findByRole('radio', { name: /^Vender/ })
  for (const title of TITLES) expect(free.queryByText(title)).toBeNull()
})

test('a sale of an account that is closed to all says so', async () => {
  const page = await openTicket('sell', 3)
  expect(await page.findByText(TITLES[2] ?? '')).toBeTruthy()
})

test('a buy that the house refuses for it has one notice, read out, and no second one', async () => {
  const page = await openTicket('buy', 1)
  wire.house.answer(placeOrder, no('account_restricted', 'Ponte en contacto con atención al cliente'))
  await page.findByText(TITLES[0] ?? '')
  await page.user.click(page.getByRole('button', { name: /^Comprar 1/ }))
  await expect
    .poll(() =>
      page
        .queryAllByRole('alert')
        .map(({ textContent }) => textContent)
        .join(),
    )
    .toContain(TITLES[0])
  expect(page.getAllByText(TITLES[0] ?? '')).toHaveLength(1)
  // The toast still has the sentence.
  const screen = inside(page.getByRole('main'))
  expect(screen.queryByText('Ponte en contacto con atención al cliente')).toBeNull()
})
