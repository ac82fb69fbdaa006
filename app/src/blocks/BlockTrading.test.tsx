// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import {
  applyForBlock,
  listBlockApplications,
  listBlockOffers,
  listBlockPurchases,
  readBlock,
} from '@lonja/core/blocks/blocks.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { profile } from '../accounts/profile.testing.ts'
import { openPage, switchOff, withApp } from '../screens.testing.tsx'
import { block, NOW, offer, OFFER, offers, purchase, withdrawal } from './block.testing.ts'

const wire = withApp()
const PATH = '/subPackages/home/blockTrading/blockTrading'
const words = (page: Page) => plain(page.getByRole('main').textContent)

async function openOffers(shown = offers([offer()])): Promise<Page> {
  wire.house.answer(readProfile, profile())
  wire.house.answer(listBlockOffers, shown)
  enter()
  return openPage(PATH)
}
async function openForm(shown = offers([offer()])): Promise<Page> {
  const page = await openOffers(shown)
  await page.user.click(await page.findByRole('button', { name: 'Solicitar' }))
  await page.findByRole('dialog')
  return page
}

describe('the offers', () => {
  test('are read and not applied for while blocks are off', async () => {
    switchOff('blocks')
    const page = await openOffers()
    await page.findByRole('heading', { name: 'Torque Ibérico' })
    page.getByText('Ahora no se ofrece')
    expect(page.queryByRole('button', { name: 'Solicitar' })).toBeNull()
  })

  test('say price, discount, lock and what it cost others, and the terms that are equal for all', async () => {
    const page = await openOffers()
    await page.findByRole('heading', { name: 'Torque Ibérico' })
    for (const part of [
      'Abierta',
      'TRQ · Madrid',
      '6,4608',
      '4,00% menos',
      'No se puede vender en 30 días',
      'de -14,21% a +9,05%; perdieron 7',
      'Mínimo1.000',
      'Quedan84.500',
      'de 1,00% a 10,00%',
      'ab'.repeat(32),
    ])
      expect(words(page)).toContain(part)
  })

  test.each([
    ['tur', '6,4608 €'],
    ['en', '€6.4608'],
    ['cn', '€6.4608'],
    ['fr', '6,4608 €'],
  ] as const)('write a price of four decimals with its mark where the language has it: %s', async (language, price) => {
    wire.house.answer(readProfile, profile())
    wire.house.answer(listBlockOffers, offers([offer()]))
    enter()
    const page = await openPage(PATH, language)
    await page.findByRole('heading', { name: 'Torque Ibérico' })
    expect(words(page)).toContain(price)
  })

  test('without an earlier block nothing is promised, and one that is sold out takes no application', async () => {
    const page = await openOffers(offers([offer({ state: 'sold_out', left: 10n, mostNow: 10n })], { outcomes: null }))
    await page.findByText('Agotada')
    expect(words(page)).toContain('Una acción puede perder más que su descuento')
    expect(page.queryByRole('button', { name: 'Solicitar' })).toBeNull()
  })

  test('that the house withdrew says when and why to everybody, and takes no application', async () => {
    const page = await openOffers(offers([offer({ state: 'withdrawn', withdrawal })]))
    await page.findByText('La casa retiró esta oferta el 27/11/2026 16:00:00')
    expect(words(page)).toContain('Oferta retirada')
    expect(words(page)).toContain(withdrawal.reason.title)
    // Its terms stay readable. It has no price of now, and nothing is left of it.
    for (const part of ['4,00% menos · No se puede vender en 30 días', 'Mínimo1.000', 'ab'.repeat(32)])
      expect(words(page)).toContain(part)
    for (const part of ['6,4608', 'Quedan', 'de -14,21%']) expect(words(page)).not.toContain(part)
    expect(page.queryByRole('button', { name: 'Solicitar' })).toBeNull()
  })

  test('none yet', async () => {
    const page = await openOffers(offers([]))
    expect(await page.findByText('Ahora no hay ofertas en bloque')).toBeTruthy()
  })

  test('a list that cannot be read can be asked for again', async () => {
    wire.house.answer(readProfile, profile())
    wire.house.answer(listBlockOffers, no('unavailable', 'Ahora no'))
    enter()
    const page = await openPage(PATH)
    await page.findByText('No hemos podido cargar las operaciones en bloque')
    wire.house.answer(listBlockOffers, offers([offer()]))
    await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
    expect(await page.findByRole('heading', { name: 'Torque Ibérico' })).toBeTruthy()
  })
})

describe('applying', () => {
  test('says the rule, the lock, what is held and the worst case before the tap, and sends one application', async () => {
    const page = await openForm()
    const dialog = page.getByRole('dialog')
    // 1,000 at a cap of 6.79: 6,790.00 and a fee of 6.79.
    for (const part of ['No se puede vender en 30 días', '6.790,00', '6,79', '6.796,79', '-6.796,79', '5.621,57'])
      expect(plain(dialog.textContent)).toContain(part)
    wire.house.answer(applyForBlock, ({ input }) => ({
      ...input,
      number: 'B-033812',
      held: eur(6_796_79n),
      at: NOW,
      dueAt: NOW,
    }))
    wire.house.answer(readBlock, ({ input: { id } }) => block({ id }))
    await page.user.click(page.getByRole('button', { name: /^Solicitar 1\.000 TRQ en bloque/ }))
    await expect.poll(() => wire.toasts).toEqual(['Solicitud realizada correctamente'])
    expect(wire.house.asked(applyForBlock).map(({ input }) => input)).toEqual([
      { id: expect.any(String), offer: OFFER, shares: 1_000n, cap: 67_900n },
    ])
  })

  test.each([
    ['999', 'No cumples los requisitos de la solicitud, vuelve a solicitarlo: de 1.000 a 5.000 acciones'],
    ['5001', 'No cumples los requisitos de la solicitud, vuelve a solicitarlo: de 1.000 a 5.000 acciones'],
    ['0', 'Introduce un número entero positivo'],
    ['2000', 'Saldo de la cuenta insuficiente'],
  ])('%s shares are not sent: %s', async (typed, sentence) => {
    const page = await openForm()
    await page.write(page.getByRole('spinbutton', { name: 'Acciones' }), typed)
    await page.user.click(page.getByRole('button', { name: /^Solicitar .*TRQ en bloque/ }))
    expect((await page.findAllByText(sentence)).length).toBeGreaterThan(0)
    expect(wire.house.asked(applyForBlock)).toEqual([])
  })

  test.each([
    ['', 'Falta información, complétala por favor'],
    ['0', 'Escribe un precio mayor que cero'],
  ])('a cap of “%s” is not sent: %s', async (typed, sentence) => {
    const page = await openForm()
    const cap = page.getByRole('textbox', { name: /^Lo más que pagas/ })
    await page.user.clear(cap)
    if (typed !== '') await page.write(cap, typed)
    await page.user.click(page.getByRole('button', { name: /^Solicitar .*TRQ en bloque/ }))
    expect((await page.findAllByText(sentence)).length).toBeGreaterThan(0)
    expect(wire.house.asked(applyForBlock)).toEqual([])
  })

  test('a cap below the price of now says so', async () => {
    const page = await openForm()
    await page.write(page.getByRole('textbox', { name: /^Lo más que pagas/ }), '6,00')
    expect(await page.findByText(/Con el precio de ahora, 6,4608.*no comprarías nada/)).toBeTruthy()
  })

  test('a refusal of the house is read where it belongs', async () => {
    const page = await openForm()
    wire.house.answer(applyForBlock, no('block_closed', 'Esta oferta ya no admite solicitudes'))
    await page.user.click(page.getByRole('button', { name: /^Solicitar 1\.000 TRQ en bloque/ }))
    expect((await page.findAllByText('Esta oferta ya no admite solicitudes')).length).toBeGreaterThan(0)
  })
})

test('purchases and applications have their own lists, each with its numbers', async () => {
  const page = await openOffers()
  wire.house.answer(listBlockPurchases, { rows: [purchase()], cursor: null })
  wire.house.answer(listBlockApplications, { rows: [block()], cursor: null })
  await page.user.click(await page.findByRole('tab', { name: 'Compras' }))
  await page.findByText('Orden 7K2M91QX')
  expect(page.getByText(/^-157,27/).className).toContain('loss')
  await page.user.click(page.getByRole('tab', { name: 'Solicitudes' }))
  const row = plain((await page.findByRole('link', { name: /B-033812/ })).textContent)
  // The value is short, so that the date keeps its line beside it.
  expect(row).toMatch(/Torque Ibérico1\.000 acc\. a 7,00.*como máximo.* · B-033812.*1\.000 TRQ/)
})

test('no purchases, and no applications', async () => {
  const page = await openOffers()
  wire.house.answer(listBlockPurchases, { rows: [], cursor: null })
  wire.house.answer(listBlockApplications, { rows: [], cursor: null })
  await page.user.click(await page.findByRole('tab', { name: 'Compras' }))
  await page.findByText('Aún no has comprado ningún bloque')
  await page.user.click(page.getByRole('tab', { name: 'Solicitudes' }))
  expect(await page.findByText('Aún no has solicitado ningún bloque')).toBeTruthy()
})
