// @vitest-environment jsdom
import { act } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { eur, priceE4, wholeShares } from '@lonja/core/base/amount'
import { MINUTE } from '@lonja/core/base/instant'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import {
  acceptBlock,
  applyForBlock,
  cancelBlock,
  declineBlock,
  listBlockApplications,
  listBlockOffers,
  listBlockPurchases,
  readBlock,
} from '@lonja/core/blocks/blocks.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { profile } from '../accounts/profile.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'
import { block, BLOCK, NOW, offer, OFFER, offers, purchase } from './block.testing.ts'
import type { Block } from './block.ts'
import { COUNTS_EVERY_MS } from './PurchaseBlock.tsx'

const wire = withApp()
const PATH = '/subPackages/home/blockTrading/blockTrading'
const words = (page: Page) => plain(page.getByRole('main').textContent)

async function openOffers(shown = offers([offer()])): Promise<Page> {
  wire.house.answer(readProfile, profile())
  wire.house.answer(listBlockOffers, shown)
  enter()
  return openPage(PATH)
}
async function openOne(own: Block): Promise<Page> {
  wire.house.answer(readBlock, own)
  enter()
  return openPage(`${PATH}?id=${own.id}`)
}
async function openForm(shown = offers([offer()])): Promise<Page> {
  const page = await openOffers(shown)
  await page.user.click(await page.findByRole('button', { name: 'Solicitar' }))
  await page.findByRole('dialog')
  return page
}

describe('the offers', () => {
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
    ['999', 'No cumples los requisitos de la solicitud: de 1.000 a 5.000 acciones'],
    ['5001', 'No cumples los requisitos de la solicitud: de 1.000 a 5.000 acciones'],
    ['0', 'Introduce un número entero positivo'],
    ['2000', 'Saldo insuficiente'],
  ])('%s shares are not sent: %s', async (typed, sentence) => {
    const page = await openForm()
    await page.write(page.getByRole('spinbutton', { name: 'Acciones' }), typed)
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

describe('an application', () => {
  test('that waits can be taken back, with the amount that is free again', async () => {
    const page = await openOne(block())
    await page.user.click(await page.findByRole('button', { name: 'Retirar la solicitud' }))
    const dialog = await page.findByRole('dialog')
    expect(plain(dialog.textContent)).toContain('7.007,00')
    wire.house.answer(cancelBlock, { id: BLOCK, cancelledAt: NOW, released: eur(7_007_00n) })
    const [, confirm] = page.getAllByRole('button', { name: 'Retirar la solicitud' })
    await page.user.click(confirm as HTMLElement)
    await expect.poll(() => wire.toasts).toEqual(['Solicitud retirada'])
    expect(wire.house.asked(cancelBlock).map(({ input }) => input)).toEqual([{ id: BLOCK }])
  })

  const fewer = () =>
    block({ state: 'offered', offered: { shares: wholeShares(600n), hold: eur(4_204_20n), seen: 'seen', endsAt: NOW } })
  test.each([
    ['Aceptarlas', acceptBlock, 'approved', 'Aceptadas: el precio se fija a las 16:00'],
    ['No las quiero', declineBlock, 'declined', 'No aceptadas: todo vuelve a estar disponible'],
  ] as const)('with fewer shares: %s answers exactly what was offered', async (button, call, state, toast) => {
    const page = await openOne(fewer())
    expect(plain((await page.findByText(/^Te ofrecemos 600 acciones/)).closest('main')?.textContent)).toContain(
      '4.204,20',
    )
    wire.house.answer(call, { id: BLOCK, state })
    await page.user.click(page.getByRole('button', { name: button }))
    await expect.poll(() => wire.toasts).toEqual([toast])
    expect(wire.house.asked(call).map(({ input }) => input)).toEqual([{ id: BLOCK, seen: 'seen' }])
  })

  test('that was refused says the reason, and one above the cap its event', async () => {
    const reason = { code: 'none_left', title: 'No quedan acciones', next: 'Puedes solicitar otra oferta.' }
    const refused = await openOne(block({ state: 'refused', reason, endedAt: NOW }))
    await refused.findAllByText('Rechazada')
    expect(words(refused)).toContain('No quedan acciones. Puedes solicitar otra oferta.')
  })

  test('above the cap shows the price and the event that made it', async () => {
    const event = { source: 'practice', at: NOW, ask: priceE4(75_000n), price: priceE4(72_000n) }
    const own = {
      state: 'above_cap',
      granted: wholeShares(1_000n),
      priceAfter: NOW,
      aboveCap: event,
      endedAt: NOW,
    } as const
    const page = await openOne(block(own))
    await page.findByText(/^Precio 7,20.*por encima de tu máximo/)
    expect(words(page)).toContain('mercado 7,50')
    expect(page.queryByRole('button', { name: 'Retirar la solicitud' })).toBeNull()
  })

  test('that is unknown leads back to the offers', async () => {
    wire.house.answer(readBlock, no('unknown_block', 'No existe'))
    enter()
    const page = await openPage(`${PATH}?id=${newId()}`)
    expect(await page.findByText('No existe esa solicitud')).toBeTruthy()
  })
})

describe('a block that was bought', () => {
  const bought = (more: Parameters<typeof purchase>[0] = {}) =>
    block({
      state: 'bought',
      granted: wholeShares(1_000n),
      approvedAt: NOW,
      priceAfter: NOW,
      purchase: purchase(more),
      endedAt: NOW,
    })

  test('counts down, shows the estimated result and cannot be sold before the end of its lock', async () => {
    const page = await openOne(bought())
    await page.findByText('Sin poder vender')
    for (const part of [
      '28 d 00 h 32 min',
      'día 2 de 30',
      '6.467,27',
      '1.000 × 6,4608',
      '6.310,00',
      '-2,44%',
      '-157,27',
      'Descuento de 4,00%; el mercado, -6,25% desde entonces',
      'mercado 6,73',
      'menos 4,00%',
    ])
      expect(words(page)).toContain(part)
    expect(page.getByRole('progressbar', { name: 'día 2 de 30' }).getAttribute('value')).toMatch(/^0\.066/)
    expect(plain(page.getByRole('banner').textContent)).toContain('B-033812 · orden 7K2M91QX')
    expect(words(page)).toMatch(/Aprobada: 1\.000 acciones\d\d\/\d\d\/\d{4}/)
    expect(page.getByRole('button', { name: /^Vender 1\.000 TRQ/ }).getAttribute('aria-disabled')).toBe('true')
  })

  test('counts on while the page is open', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval')
    const page = await openOne(bought())
    await page.findByText('Sin poder vender')
    const [tick] = timers.mock.calls.find(([, ms]) => ms === COUNTS_EVERY_MS) ?? []
    vi.spyOn(Date, 'now').mockReturnValue(NOW + 10 * MINUTE)
    act(() => (tick as () => void)())
    vi.restoreAllMocks()
    expect(words(page)).toContain('28 d 00 h 22 min')
  })

  test('can be sold from then on, at the market, by its lot', async () => {
    const page = await openOne(bought({ freedAt: NOW }))
    const link = await page.findByRole('link', { name: /^Vender 1\.000 TRQ/ })
    expect(link.getAttribute('href')).toMatch(/socketDetail\/place\?listing=XMAD.+TRQ&side=sell&shares=1000&lot=/)
  })

  test('keeps sell price and realised result once it is sold', async () => {
    const sold = { state: 'sold', freedAt: NOW, left: 0n, value: null, estimated: null, sold: 1_000n } as const
    const page = await openOne(bought({ ...sold, sellPrice: priceE4(60_500n), realised: -423_32n }))
    await page.findByText('Vendido')
    for (const part of ['Precio de venta6,05', 'Resultado realizado-423,32']) expect(words(page)).toContain(part)
    expect(page.queryByText(/^Vender/)).toBeNull()
  })
})

test('purchases and applications have their own lists, each with its numbers', async () => {
  const page = await openOffers()
  wire.house.answer(listBlockPurchases, { rows: [purchase()], cursor: null })
  wire.house.answer(listBlockApplications, { rows: [block()], cursor: null })
  await page.user.click(await page.findByRole('tab', { name: 'Compras' }))
  await page.findByText('Orden 7K2M91QX')
  expect(words(page)).toContain('-157,27')
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
