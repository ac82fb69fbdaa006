// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { eur, usd } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listReversals } from '@lonja/core/reversals/reversals.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'

const wire = withApp()

type Reply = ReplyOf<typeof listReversals>

const REVERSAL: Reply['rows'][number] = {
  id: newId(),
  number: 'C-7K2M-91QX',
  amount: eur(100_00n),
  taken: eur(70_00n),
  owed: eur(30_00n),
  reason: { code: 'credited_twice', title: 'Se abonó dos veces', next: 'El otro abono sigue en tu saldo.' },
  at: Date.UTC(2026, 4, 6, 10),
  posting: 9,
  credit: { kind: 'deposit', entry: 4, amount: eur(250_00n) },
}

async function openReversals(reply: Partial<Reply>): Promise<Page> {
  wire.house.answer(listReversals, { rows: [REVERSAL], cursor: null, owed: [], ...reply })
  enter()
  return openPage('/subPackages/reversals/reversals')
}
const words = (page: Page) => plain(page.getByRole('main').textContent)

test('says what is owed in each currency, how it is paid, and why and of what each part was taken', async () => {
  const page = await openReversals({ owed: [eur(30_00n), usd(5_00n)] })
  await page.findByText('Se abonó dos veces')
  for (const part of ['Debes ahora', '30,00', '5,00', 'lo primero que quede disponible', 'Del depósito de 250,00 €'])
    expect(words(page)).toContain(part)
  expect(words(page)).toContain('El otro abono sigue en tu saldo.')
  const link = page.getByRole('link', { name: 'Ver los apuntes' })
  expect(link.getAttribute('href')).toContain(`cause=${REVERSAL.id}&causeKind=reversal`)
})

test('who owes is led to the ways to deposit', async () => {
  const page = await openReversals({ owed: [eur(30_00n)] })
  const link = await page.findByRole('link', { name: 'Depositar' })
  expect(link.getAttribute('href')).toBe('#/subPackages/recharge/type')
})

test('says that nothing is owed once it is paid', async () => {
  const page = await openReversals({})
  expect(await page.findByText('No debes nada.')).toBeTruthy()
  expect(page.queryByText('Debes ahora')).toBeNull()
})

test('without a reversal it says so', async () => {
  expect(await (await openReversals({ rows: [] })).findByText('No se te ha revertido ningún abono')).toBeTruthy()
})

test('a list that cannot be read says so', async () => {
  wire.house.answer(listReversals, no('unavailable', 'Ahora no'))
  enter()
  const page = await openPage('/subPackages/reversals/reversals')
  expect(await page.findByText('No hemos podido cargar las reversiones')).toBeTruthy()
})
