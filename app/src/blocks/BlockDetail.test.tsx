// @vitest-environment jsdom
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { eur, priceE4, wholeShares } from '@lonja/core/base/amount'
import { MINUTE } from '@lonja/core/base/instant'
import { acceptBlock, cancelBlock, declineBlock, readBlock } from '@lonja/core/blocks/blocks.contract'
import { readTerms } from '@lonja/core/orders/fees.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import { block, BLOCK, NOW, offers, purchase, withdrawal } from './block.testing.ts'
import type { Block } from './block.ts'
import { COUNTS_EVERY_MS } from './PurchaseBlock.tsx'

const wire = withApp()
const PATH = '/subPackages/home/blockTrading/blockTrading'
const words = (page: Page) => plain(page.getByRole('main').textContent)

async function openOne(own: Block): Promise<Page> {
  wire.house.answer(readBlock, own)
  wire.house.answer(readTerms, {
    ...offers([]).fees,
    collarBps: 200,
    markupBps: 50,
    financingBps: 500,
    openOrdersMax: 9,
  })
  enter()
  return openPage(`${PATH}?id=${own.id}`)
}

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
    ['Aceptarlas', acceptBlock, 'approved', 'Aceptadas: en los pasos ves cuándo se fija el precio'],
    ['No las quiero', declineBlock, 'declined', 'No aceptadas: todo vuelve a estar disponible'],
  ] as const)('with fewer shares: %s answers exactly what was offered', async (button, call, state, toast) => {
    const page = await openOne(fewer())
    expect(plain((await page.findByText(/^Te ofrecemos 600 acciones/)).closest('main')?.textContent)).toContain(
      '4.204,20',
    )
    expect(page.getByRole('listitem', { current: 'step' }).textContent).toContain('Respondes tú, antes del')
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

describe('the withdrawal of an offer by the house', () => {
  const { reason } = withdrawal
  const SENTENCE = 'La casa retiró esta oferta el 27/11/2026 16:00:00'

  test('ends an application that waited: with the reason, what to do next and the instant in its steps', async () => {
    const page = await openOne(
      block({ state: 'withdrawn', withdrawal, held: eur(0n), endedAt: withdrawal.at + MINUTE }),
    )
    await page.findByText(SENTENCE)
    expect(words(page)).toContain(`${reason.title}. ${reason.next}`)
    expect(words(page)).toMatch(/Oferta retirada27\/11\/2026 16:01:00Un hecho de la empresa/)
    expect(page.queryByRole('button', { name: 'Retirar la solicitud' })).toBeNull()
  })

  test('leaves an approved one: it says so, waits for its price and can be taken back', async () => {
    const own = { state: 'approved', granted: wholeShares(1_000n), approvedAt: NOW, priceAfter: NOW } as const
    const page = await openOne(block({ ...own, withdrawal }))
    await page.findByText(SENTENCE)
    expect(words(page)).toContain(`${reason.title}. Tu solicitud se aprobó antes y sigue adelante.`)
    expect(words(page)).not.toContain(reason.next)
    expect(page.getByRole('button', { name: 'Retirar la solicitud' })).toBeTruthy()
  })

  test('has nothing to say to a block that was bought before', async () => {
    const bought = { state: 'bought', granted: wholeShares(1_000n), approvedAt: NOW, priceAfter: NOW } as const
    const page = await openOne(block({ ...bought, withdrawal, purchase: purchase(), endedAt: NOW }))
    await page.findByText('Sin poder vender')
    expect(page.queryByText(SENTENCE)).toBeNull()
  })
})

describe('a block that was bought', () => {
  // The time of the page is that of its block, however long the tests before have taken.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }))
  afterEach(() => void vi.useRealTimers())

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

  test('shows where its money is: the fee of a sale, the lock, the entries and the check of its price', async () => {
    const page = await openOne(bought())
    await page.findByText('Sin poder vender')
    await expect.poll(() => words(page)).toContain('Comisión de venta, si fuera hoy-6,31')
    const step = page.getByRole('listitem', { current: 'step' })
    expect(plain(step.textContent)).toBe('En espera30 díasCuenta en tu valor total a precio de mercado')
    const hrefOf = (name: string) => page.getByRole('link', { name }).getAttribute('href')
    expect(hrefOf('Ver los apuntes')).toBe(`#/subPackages/portfolio/funds?cause=${BLOCK}&causeKind=block`)
    expect(hrefOf('Comprobar este precio')).toMatch(/proof\/price\?listing=XMAD.+TRQ&at=\d+&ask=6\.73$/)
  })

  test('counts on while the page is open', async () => {
    const timers = vi.spyOn(globalThis, 'setInterval')
    const page = await openOne(bought())
    await page.findByText('Sin poder vender')
    const [tick] = timers.mock.calls.find(([, ms]) => ms === COUNTS_EVERY_MS) ?? []
    timers.mockRestore()
    vi.setSystemTime(NOW + 10 * MINUTE)
    act(() => (tick as () => void)())
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
