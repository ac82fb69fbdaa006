// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { addBankCard, listPayees } from '@lonja/core/payees/payees.contract'
import { no } from '@lonja/kit/house.testing'
import { enter } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'

const wire = withApp()

test('an example fills in the whole form, and the button below sends it', async () => {
  wire.house.answer(listPayees, { rows: [], most: 20, waitMs: 0, needsCode: false })
  wire.house.answer(addBankCard, no('payee_there_already', 'Ya está'))
  enter()
  const page = await openPage('/subPackages/bank/bankCard')
  await page.user.click(await page.findByRole('button', { name: 'Usar un ejemplo para practicar' }))
  const button = page.getByRole('button', { name: 'Añadir cuenta bancaria' })
  expect(button.closest('[data-dock]')).toBeTruthy()
  await page.user.click(button)
  await expect.poll(() => wire.house.asked(addBankCard)).toHaveLength(1)
  expect(wire.house.asked(addBankCard)[0]?.input).toMatchObject({
    iban: 'ES91 2100 0418 4502 0005 1332',
    accountName: 'Ana Prueba Ejemplo',
    bankName: 'Banco de Prueba',
    bankAddress: 'Calle Mayor 1, 28013 Madrid',
  })
})

test('an account that was added is asked for again, so that the list has it', async () => {
  wire.house.answer(listPayees, { rows: [], most: 20, waitMs: 0, needsCode: false })
  wire.house.answer(addBankCard, ({ input }) => ({ id: input.id, readyAt: Date.UTC(2026, 10, 29) }))
  enter()
  const page = await openPage('/subPackages/bank/bankCard')
  await page.user.click(await page.findByRole('button', { name: 'Usar un ejemplo para practicar' }))
  await expect.poll(() => wire.house.asked(listPayees)).toHaveLength(1)
  await page.user.click(page.getByRole('button', { name: 'Añadir cuenta bancaria' }))
  await expect.poll(() => wire.house.asked(listPayees)).toHaveLength(2)
})

test('each empty field names itself, and the message says that something is missing', async () => {
  wire.house.answer(listPayees, { rows: [], most: 20, waitMs: 0, needsCode: false })
  enter()
  const page = await openPage('/subPackages/bank/bankCard')
  await page.user.type(await page.findByRole('textbox', { name: 'Nombre del banco' }), 'Banco Ría')
  await page.user.click(page.getByRole('button', { name: 'Añadir cuenta bancaria' }))
  expect(page.getAllByText(/^Falta: /).map(({ textContent }) => textContent)).toEqual([
    'Falta: IBAN',
    'Falta: Titular de la cuenta',
    'Falta: Dirección del banco',
  ])
  expect(wire.toasts).toEqual(['Falta información, complétala por favor'])
  expect(wire.house.asked(addBankCard)).toEqual([])
})
