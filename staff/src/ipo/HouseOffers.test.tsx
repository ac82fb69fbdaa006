// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { HOUR } from '@lonja/core/base/instant'
import {
  discardOfferDraft,
  listHouseOffers,
  listOfferDrafts,
  proposeOffer,
  proposeOfferWithdrawal,
  proposePostponement,
  saveOfferDraft,
} from '@lonja/core/ipo/offers.staff.contract'
import { wholeLots } from '@lonja/core/ipo/terms.text'
import { readSeat } from '@lonja/core/staff/staff.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { countNone } from '../review/queue.testing.ts'
import { openPage, withConsole } from '../screens.testing.tsx'
import type { Draft, HouseOffer } from './draft.ts'
import { DATES, draft, offer } from './offers.testing.ts'

const wire = withConsole()

interface PageContent {
  readonly drafts?: readonly Draft[]
  readonly offers?: readonly HouseOffer[]
  readonly hasOffers?: boolean
  readonly roles?: ('operations' | 'auditor')[]
}

async function openOffers({
  drafts = [],
  offers = [],
  hasOffers = true,
  roles = ['operations'],
}: PageContent = {}): Promise<Page> {
  countNone(wire.house)
  wire.house.answer(readSeat, { id: newId<'seat'>(), number: 2, name: 'Lía', hasCustomer: false, claimedAt: 0, roles })
  wire.house.answer(listOfferDrafts, { rows: [...drafts], hasOffers, beacon: 'seeds' })
  wire.house.answer(listHouseOffers, { rows: [...offers], cursor: null })
  enter()
  const page = await openPage('/offers')
  await page.findByRole('heading', { name: 'Ofertas de acciones nuevas' })
  return page
}
const press = async (page: Page, name: string | RegExp) => page.user.click(await page.findByRole('button', { name }))
const side = (page: Page, name: string): string => plain(page.getByRole('complementary', { name }).textContent)
const dialog = (page: Page) => page.getByRole('dialog')
/** The button of the dialog, which covers the page. */
const confirm = (page: Page, name: string) => {
  const buttons = [...dialog(page).querySelectorAll('button')]
  const button = buttons.find(({ textContent }) => textContent?.startsWith(name))
  return page.user.click(button as HTMLElement)
}
async function openDraft(one: Draft, more: PageContent = {}): Promise<Page> {
  const page = await openOffers({ ...more, drafts: [one] })
  await page.user.click(page.getByRole('tab', { name: 'Borradores' }))
  await page.user.click(await page.findByRole('cell', { name: one.company }))
  return page
}
async function openOffer(one: HouseOffer, more: PageContent = {}): Promise<Page> {
  const page = await openOffers({ ...more, offers: [one] })
  await page.user.click(await page.findByRole('cell', { name: one.company }))
  return page
}

describe('the lists', () => {
  test('show offers with their state and where they come from', async () => {
    const page = await openOffers({
      offers: [offer(), offer({ company: 'Marisma', isOwn: false, state: 'cancelled' })],
    })
    await page.findByRole('cell', { name: 'Marisma' })
    const rows = page.getAllByRole('row').map(({ textContent }) => plain(textContent))
    expect(rows[1]).toMatch(/Salinas del Faro.*XMAD:SLF.*8,50 €.*de operaciones.*en suscripción/)
    expect(rows[2]).toMatch(/Marisma.*por sí sola.*retirada/)
  })

  test('are worked by keys: the arrows open an offer and a draft, 2 leads to the drafts', async () => {
    const page = await openOffers({
      offers: [offer(), offer({ id: newId(), company: 'Marisma' })],
      drafts: [draft({ company: 'Molinos de la Vega' })],
    })
    await page.findByRole('cell', { name: 'Marisma' })
    await page.user.keyboard('{ArrowDown}{ArrowDown}')
    expect(side(page, 'Oferta')).toContain('Marisma')
    await page.user.keyboard('2{ArrowDown}')
    expect(side(page, 'Borrador')).toContain('Molinos de la Vega')
  })

  test('say that they are empty, and why a house on a replay has none', async () => {
    const page = await openOffers({ hasOffers: false })
    expect(await page.findByText('Aún no hay ninguna oferta.')).toBeTruthy()
    expect(page.getByText(/solo existen con precios de práctica/)).toBeTruthy()
    expect(page.queryByRole('button', { name: /Nueva oferta/ })).toBeNull()
  })

  test('that cannot be read say so, and are read again', async () => {
    wire.house.answer(listHouseOffers, no('unavailable', 'La base de datos no contesta'))
    countNone(wire.house)
    wire.house.answer(readSeat, {
      id: newId<'seat'>(),
      number: 2,
      name: 'Lía',
      hasCustomer: false,
      claimedAt: 0,
      roles: ['operations'],
    })
    wire.house.answer(listOfferDrafts, { rows: [], hasOffers: true, beacon: 'seeds' })
    enter()
    const page = await openPage('/offers')
    expect(await page.findByText('No hemos podido cargar la lista')).toBeTruthy()
    wire.house.answer(listHouseOffers, { rows: [offer()], cursor: null })
    await press(page, /Reintentar/)
    expect(await page.findByRole('cell', { name: 'Salinas del Faro' })).toBeTruthy()
  })

  test('give an auditor no act', async () => {
    const page = await openOffer(offer(), { roles: ['auditor'] })
    for (const name of [/Nueva oferta/, /Aplazar/, /Retirar en público/])
      expect(page.queryByRole('button', { name })).toBeNull()
    expect(side(page, 'Oferta')).toContain('ningún puesto puede tocarlos')
  })
})

describe('a draft', () => {
  test('is written with its figures and Madrid times, and sent once it is whole', async () => {
    wire.house.answer(saveOfferDraft, ({ input: { id } }) => ({ id, version: 1 }))
    const page = await openOffers()
    await press(page, /Nueva oferta/)
    await press(page, /Guardar el borrador/)
    expect(page.getByText('De 1 a 80 signos.')).toBeTruthy()
    expect(page.getAllByText('Ponga un día y una hora, como 18:00.')).toHaveLength(4)
    expect(wire.house.asked(saveOfferDraft)).toEqual([])
    await page.write(page.getByRole('textbox', { name: /^Empresa/ }), 'Faro Nuevo')
    for (const [name, figure] of [
      ['Precio por acción', '8,5'],
      ['Acciones por lote', '40'],
      ['Lotes', '30'],
      ['Máximo de lotes por solicitud', '10'],
    ] as const)
      await page.write(page.getByRole('textbox', { name }), figure)
    for (const [label, day] of [
      ['Apertura', '1/12/2026'],
      ['Fin del plazo', '03/12/2026'],
      ['Sorteo', '2026-12-05'],
      ['Salida a bolsa', '2026-12-08'],
    ] as const)
      await page.write(page.getByLabelText(label), day)
    // The console’s form of a date, whatever the browser’s is.
    expect(page.getByLabelText<HTMLInputElement>('Apertura').value).toBe('01/12/2026')
    await press(page, /Guardar el borrador/)
    await expect.poll(() => wire.house.asked(saveOfferDraft).length).toBe(1)
    expect(wire.house.asked(saveOfferDraft)[0]?.input).toMatchObject({
      version: 0,
      company: 'Faro Nuevo',
      market: 'madrid',
      price: priceE4(85_000n),
      lot: wholeShares(40n),
      lots: wholeLots(30n),
      opens: Date.parse('2026-12-01T09:00:00Z'),
      closes: Date.parse('2026-12-03T17:00:00Z'),
      lists: Date.parse('2026-12-07T23:00:00Z'),
    })
  })

  test('that the rules refuse says so at the field, with the remedy', async () => {
    wire.house.answer(saveOfferDraft, no('draw_too_early', 'pon un sorteo posterior', { field: 'draws' }))
    const page = await openDraft(draft())
    await press(page, /^Cambiar/)
    await press(page, /Guardar el borrador/)
    const field = await page.findByLabelText('Sorteo')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(page.getAllByText('pon un sorteo posterior').length).toBeGreaterThan(0)
  })

  test('is proposed after a question, by the version that was seen', async () => {
    const one = draft()
    wire.house.answer(proposeOffer, { offer: newId(), review: newId() })
    const page = await openDraft(one)
    await press(page, /Proponer las condiciones/)
    expect(plain(dialog(page).textContent)).toContain('palabra por palabra')
    expect(wire.house.asked(proposeOffer)).toEqual([])
    await confirm(page, 'Proponer las condiciones')
    await expect
      .poll(() => wire.house.asked(proposeOffer).map(({ input }) => input))
      .toEqual([{ id: one.id, version: 3 }])
  })

  test('is thrown away after a question; one that waits has neither act', async () => {
    const one = draft()
    wire.house.answer(discardOfferDraft, { id: one.id })
    const page = await openDraft(one)
    await press(page, /Desechar/)
    await confirm(page, 'Desechar')
    await expect.poll(() => wire.house.asked(discardOfferDraft).length).toBe(1)
  })

  test('that waits for a second person leads to its proposal', async () => {
    const review = newId()
    const page = await openDraft(draft({ review }))
    expect(page.getByRole('link', { name: 'Abrir lo que espera' }).getAttribute('href')).toContain(
      `/offer-decisions?id=${review}`,
    )
    expect(page.queryByRole('button', { name: /Proponer las condiciones/ })).toBeNull()
    expect(page.queryByRole('button', { name: /Desechar/ })).toBeNull()
  })
})

describe('an offer', () => {
  test('is proposed for withdrawal with a public reason of the closed list', async () => {
    const one = offer()
    wire.house.answer(proposeOfferWithdrawal, { offer: one.id, review: newId() })
    const page = await openOffer(one)
    await press(page, /Retirar en público/)
    expect(plain(dialog(page).textContent)).toContain('queda liberada por completo')
    await page.user.selectOptions(page.getByRole('combobox', { name: 'Motivo público' }), 'dates_not_kept')
    await confirm(page, 'Proponer')
    await expect
      .poll(() => wire.house.asked(proposeOfferWithdrawal).map(({ input }) => input))
      .toEqual([{ offer: one.id, reason: 'dates_not_kept' }])
  })

  test.each([
    ['Fin del plazo', 'closes', '19:00'],
    ['Sorteo', 'draws', '19:00'],
    ['Salida a bolsa', 'lists', '10:00'],
  ] as const)('is postponed: %s is the date that moves, and the others stay to the millisecond', async (label, date, time) => {
    const before = { closes: DATES.closes, draws: DATES.draws, lists: DATES.lists + 1 }
    const one = offer(before)
    wire.house.answer(proposePostponement, { offer: one.id, review: newId() })
    const page = await openOffer(one)
    await press(page, /^Aplazar/)
    await page.write(page.getByLabelText(`${label}: hora de Madrid`), time)
    await confirm(page, 'Proponer')
    await expect
      .poll(() => wire.house.asked(proposePostponement).map(({ input }) => input))
      .toEqual([{ offer: one.id, ...before, [date]: DATES[date] + HOUR }])
  }) // prettier-ignore

  test('that cannot be touched any more has no act, and a withdrawn one says why', async () => {
    const page = await openOffer(
      offer({
        state: 'cancelled',
        canWithdraw: false,
        canPostpone: false,
        withdrawal: { at: DATES.closes, reason: 'terms_mistaken' },
      }),
    )
    expect(side(page, 'Oferta')).toContain('Las condiciones tenían un error')
    for (const name of [/Aplazar/, /Retirar en público/]) expect(page.queryByRole('button', { name })).toBeNull()
  })
})
