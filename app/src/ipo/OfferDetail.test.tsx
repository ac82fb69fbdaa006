// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { eur, priceE4, wholeShares } from '@lonja/core/base/amount'
import { HOUR } from '@lonja/core/base/instant'
import { TERMS } from '@lonja/core/ipo/draw.testing'
import { listFirstDays } from '@lonja/core/ipo/firstdays.contract'
import { changeApplication, readOffer, subscribeToOffer, withdrawApplication } from '@lonja/core/ipo/ipo.contract'
import { termsText, wholeLots } from '@lonja/core/ipo/terms.text'
import { readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { profile } from '../accounts/profile.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'
import { application, free, NOW, OFFER, RESULT, whole } from './offer.testing.ts'
import type { WholeOffer } from './offer.ts'

const wire = withApp()
beforeEach(() => wire.house.answer(listFirstDays, { rows: [] }))
const words = (page: Page) => plain(page.getByRole('main').textContent)
const dialog = (page: Page) => plain(page.getByRole('dialog').textContent)

async function openOffer(of: Partial<WholeOffer> = {}, units = 10_000_00n): Promise<Page> {
  const shown = whole(of)
  wire.house.answer(readProfile, profile())
  wire.house.answer(readFigures, free(units))
  wire.house.answer(readOffer, shown)
  enter()
  const page = await openPage(`/subPackages/home/ipo/detail?id=${shown.id}`)
  await page.findByText(shown.company, { selector: 'h2' })
  return page
}

const openSheet = async (page: Page, name: RegExp = /^Suscribir/): Promise<void> => {
  await page.user.click(page.getByRole('button', { name }))
  await page.findByRole('dialog')
}
const lots = (page: Page) => page.getByRole('spinbutton', { name: 'Lotes de 50' })
const send = (page: Page) => page.getByRole('button', { name: /^(Suscribir|Cambiar a?) .*lote/ })
const inputs = () => wire.house.asked(subscribeToOffer).map(({ input }) => input)

describe('the terms', () => {
  test('every figure of the market is a dash before the listing, and nothing is said of a result before the draw', async () => {
    const page = await openOffer()
    for (const label of ['Precio de mercado', 'Diferencia de precio', 'Rendimiento']) expect(figureOf(label)).toBe('-')
    for (const label of ['Resultado publicado', 'Acciones que te tocan', 'Importe a pagar', 'Pendiente de pago'])
      expect(page.queryByText(label)).toBeNull()
    expect(figureOf('Precio de suscripción')).toBe('12,40 €')
    expect(figureOf('Acciones emitidas')).toBe('4.000.000')
    expect(figureOf('Acciones pedidas')).toBe('4.800')
    expect(words(page)).toContain('Sin comisión')
    expect(words(page)).toContain('en el peor caso todo')
  })

  test('a listed one has its figures against the subscription price', async () => {
    const page = await openOffer({ state: 'listed', market: priceE4(112_400n), difference: -11_600n, returnBps: -936, drawnAt: NOW }) // prettier-ignore
    const share = page.getByRole('link', { name: 'Ver MRA' })
    expect(share.getAttribute('href')).toBe('#/subPackages/home/socketDetail/socketDetail?listing=XMAD:MRA')
    expect(page.getByRole('link', { name: /^Comprobar el sorteo/ })).toBeTruthy()
    expect(figureOf('Precio de mercado')).toBe('11,24 €')
    expect(figureOf('Diferencia de precio')).toBe('-1,16 €')
    expect(figureOf('Rendimiento')).toBe('-9,36%')
  })

  test('the prospectus is in the shown language, and a missing one is said', async () => {
    const page = await openOffer()
    expect(words(page)).toContain('Cría de lubinas.')
    expect(words(page)).not.toContain('Sea bass farms.')
    page.leave()
    const other = await openOffer({ prospectus: null, company: 'Alba' })
    expect(words(other)).toContain('no guarda el texto del folleto')
  })

  test('a draw by day seeds warns before anybody applies', async () => {
    const page = await openOffer({ beacon: { kind: 'seeds', chain: null, round: null } })
    expect(words(page)).toContain('podría conocer ese número')
    expect(words(page)).toMatch(/Primero se cierra la lista.*se congela la lista/)
    page.leave()
    const other = await openOffer({ company: 'Alba' })
    expect(words(other)).toContain('drand: ronda 4.812.330')
    expect(words(other)).not.toContain('podría conocer ese número')
  })

  test.each([
    ['unknown_offer', 'No hay tal salida a bolsa'],
    ['unavailable', 'No hemos podido cargar la salida a bolsa'],
  ])('%s: %s', async (code, text) => {
    wire.house.answer(readOffer, no(code as 'unavailable', 'Ahora no'))
    enter()
    const page = await openPage(`/subPackages/home/ipo/detail?id=${whole().id}`)
    expect(await page.findByText(text)).toBeTruthy()
  })

  test.each(['not_started', 'ended', 'drawn', 'listed', 'cancelled'] as const)(
    '%s takes no applications',
    async (state) => {
      const drawnAt = state === 'drawn' || state === 'listed' ? NOW : null
      const page = await openOffer({ state, drawnAt })
      // A share without a market has no page.
      expect(page.queryAllByRole('link', { name: 'Ver MRA' }).length).toBe(state === 'listed' ? 1 : 0)
      expect(page.queryByRole('button', { name: /^Suscribir/ })).toBeNull()
      if (state === 'cancelled') expect(words(page)).toContain('se ha liberado entero')
    },
  )
})

describe('to subscribe', () => {
  test('says what is held, the worst case and what is left before the tap, and then shows the receipt', async () => {
    const page = await openOffer()
    await openSheet(page)
    await page.write(lots(page), '10')
    expect(figureOf('Se reserva hasta el sorteo')).toBe('6.200,00 €')
    expect(figureOf('Comisión')).toBe('0,00 €')
    expect(figureOf('Te queda disponible')).toBe('3.800,00 €')
    expect(figureOf('Si no te toca')).toContain('se libera entero')
    expect(plain(send(page).textContent)).toContain('Suscribir 10 lotes, 500 acciones')
    expect(plain(send(page).textContent)).toContain('se reservan 6.200,00 €')
    const own = application()
    wire.house.answer(subscribeToOffer, own)
    await page.user.click(send(page))
    expect(await page.findByText('Solicitud S-0417')).toBeTruthy()
    expect(inputs()).toEqual([{ id: expect.any(String), offer: whole().id, wish: { lots: 10n } }])
    expect(wire.toasts).toEqual(['Solicitud realizada correctamente'])
    expect(page.queryByRole('dialog')).toBeNull()
    for (const part of ['Tu boleto 21.406', own.leaf, own.row, 'tras el sorteo, esta fila'])
      expect(words(page)).toContain(part)
    await new Promise((done) => setTimeout(done))
    expect(document.activeElement?.textContent).toBe('Solicitud S-0417')
  })

  test('by an amount asks for the whole lots that it pays for', async () => {
    const page = await openOffer()
    await openSheet(page)
    await page.user.click(page.getByRole('radio', { name: 'Por importe' }))
    await page.write(page.getByRole('textbox', { name: 'Importe' }), '1300')
    expect(dialog(page)).toContain('Da para 2 lotes enteros.')
    expect(figureOf('Se reserva hasta el sorteo')).toBe('1.240,00 €')
    wire.house.answer(subscribeToOffer, application())
    await page.user.click(send(page))
    await page.findByText('Solicitud S-0417')
    expect(inputs().map(({ wish }) => wish)).toEqual([{ amount: eur(1_300_00n) }])
  })

  test.each([
    ['619,99', 'Importe mínimo de solicitud: 620,00 €'],
    ['13020', 'Una solicitud puede pedir 20 lotes como máximo'],
    ['', 'Falta información, complétala por favor'],
  ])('an amount of %j is said to be wrong and not sent', async (figure, text) => {
    const page = await openOffer({}, 100_000_00n)
    await openSheet(page)
    await page.user.click(page.getByRole('radio', { name: 'Por importe' }))
    if (figure !== '') await page.write(page.getByRole('textbox', { name: 'Importe' }), figure)
    await page.user.click(page.getByRole('button', { name: /^Suscribir$/ }))
    expect(plain((await page.findByRole('dialog')).textContent)).toContain(text)
    expect(inputs()).toEqual([])
    expect(wire.toasts.map(plain)).toEqual([text])
  })

  test('more than is free is wrong at once, to the cent', async () => {
    const page = await openOffer({}, 1_239_99n)
    await openSheet(page)
    expect(dialog(page)).not.toContain('Saldo de la cuenta insuficiente')
    await page.write(lots(page), '2')
    expect(dialog(page)).toContain('Saldo de la cuenta insuficiente')
    expect(figureOf('Te faltan')).toBe('0,01 €')
    await page.user.click(send(page))
    expect(inputs()).toEqual([])
  })

  test('a refusal of the house stays to be read, and the form with it', async () => {
    const page = await openOffer()
    await openSheet(page)
    wire.house.answer(subscribeToOffer, no('offer_closed', 'Ya ha cerrado'))
    await page.user.click(send(page))
    await page.findAllByText('Ya ha cerrado')
    expect(dialog(page)).toContain('Ya ha cerrado')
    expect(lots(page)).toBeTruthy()
  })

  test('a second try is the same application', async () => {
    const page = await openOffer()
    await openSheet(page)
    wire.house.answer(subscribeToOffer, no('unavailable', 'Ahora no'))
    await page.user.click(send(page))
    await page.findAllByText('Ahora no')
    await page.user.click(send(page))
    await expect.poll(() => inputs().length).toBe(2)
    expect(new Set(inputs().map(({ id }) => id)).size).toBe(1)
  })
})

describe('a running application', () => {
  test('is changed from its lots, and what it holds pays for the new ones', async () => {
    const own = application()
    const page = await openOffer({ application: own }, 100_00n)
    await openSheet(page, /^Cambiar/)
    expect((lots(page) as HTMLInputElement).value).toBe('10')
    await page.write(lots(page), '4')
    expect(figureOf('De ello, ya reservado')).toBe('6.200,00 €')
    expect(figureOf('Te queda disponible')).toBe('3.820,00 €')
    wire.house.answer(changeApplication, {
      ...own,
      lots: wholeLots(4n),
      shares: wholeShares(200n),
      hold: eur(2_480_00n),
      changedAt: NOW + 1,
    })
    await page.user.click(send(page))
    await page.findByText('4 lotes, 200 acciones')
    expect(wire.toasts).toEqual(['Solicitud cambiada'])
    expect(wire.house.asked(changeApplication).map(({ input }) => input)).toEqual([{ id: own.id, wish: { lots: 4n } }])
    expect(inputs()).toEqual([])
  })

  test('is withdrawn after a question that says what becomes free', async () => {
    const own = application()
    const page = await openOffer({ application: own })
    await page.user.click(page.getByRole('button', { name: /^Retirar/ }))
    await page.findByRole('dialog')
    expect(figureOf('Vuelve a tu disponible')).toBe('6.200,00 €')
    wire.house.answer(withdrawApplication, { id: own.id, withdrawnAt: NOW + 1, released: own.hold })
    wire.house.answer(readOffer, whole({ application: { ...own, state: 'withdrawn', withdrawnAt: NOW + 1 } }))
    const buttons = page.getAllByRole('button', { name: 'Retirar' })
    await page.user.click(buttons[buttons.length - 1]!)
    await page.findByText('Retirada por ti')
    expect(figureOf('Retirada el')).toBe('20/11/2026 11:00:00')
    expect(wire.house.asked(withdrawApplication).map(({ input }) => input)).toEqual([{ id: own.id }])
    expect(page.getByRole('button', { name: /^Suscribir/ })).toBeTruthy()
  })

  test('after the deadline can neither be changed nor withdrawn', async () => {
    const page = await openOffer({ state: 'ended', application: application() })
    expect(page.queryByRole('button', { name: /^(Cambiar|Retirar)/ })).toBeNull()
  })
})

test('a drawn application says what was won by each reason, what it cost and what came back', async () => {
  const page = await openOffer({
    state: 'drawn',
    drawnAt: NOW + 10 * 24 * HOUR,
    root: '5d'.repeat(32),
    rootAt: NOW + 9 * 24 * HOUR,
    application: application({ state: 'won', result: RESULT }),
    money: [
      { posting: 47_911, kind: 'hold', free: eur(-6_200_00n), held: eur(6_200_00n), at: NOW },
      { posting: 49_120, kind: 'release', free: eur(6_200_00n), held: eur(-6_200_00n), at: NOW + 10 * 24 * HOUR },
      { posting: 49_120, kind: 'release', free: eur(-1_860_00n), held: eur(0n), at: NOW + 10 * 24 * HOUR },
    ],
  })
  expect(words(page)).toContain('Te han tocado3 de 10 lotes')
  expect([...document.querySelectorAll('[data-won]')].map((lot) => lot.getAttribute('data-won'))).toEqual([
    ...Array<string>(3).fill('true'),
    ...Array<string>(7).fill('false'),
  ])
  expect(figureOf('Acciones que te tocan')).toBe('150 de 500')
  expect(figureOf('Tu puesto en el sorteo')).toBe('2.764')
  for (const label of ['Lotes del primer reparto', 'Lotes a prorrata', 'Lotes por tu puesto'])
    expect(figureOf(label)).toBe('1')
  expect(figureOf('Pagado por lo tuyo')).toBe('-1.860,00 €')
  expect(figureOf('Devuelto a tu disponible')).toBe('4.340,00 €')
  for (const sum of ['Pedido y reservado500 × 12,40 €', 'Pagado por lo tuyo150 × 12,40 €'])
    expect(words(page)).toContain(sum)
  expect(figureOf('Importe a pagar')).toBe('1.860,00 €')
  expect(figureOf('Pendiente de pago')).toBe('0,00 €')
  expect(figureOf('Precio de mercado')).toBe('-')
  const way = plain(page.getByRole('list', { name: 'Qué hace tu dinero' }).textContent)
  expect(way).toContain('6.200,00 €. Apunte 47.911')
  expect(way).toContain('1.860,00 € pagados, 4.340,00 € de vuelta. Un solo apunte, el 49.120')
  expect(page.getByRole('button', { name: 'Bajar el sorteo' })).toBeTruthy()
  const link = page.getByRole('link', { name: /^Comprobar el sorteo/ })
  expect(link.getAttribute('href')).toBe(`#/subPackages/ipo/check?id=${OFFER}`)
})

test('the way of the money before an application ends with shares that can be sold', async () => {
  const page = await openOffer()
  const steps = page.getByRole('list', { name: 'Qué hace tu dinero' }).querySelectorAll('li')
  expect([...steps].map((step) => step.firstChild?.firstChild?.textContent)).toEqual([
    'Se reserva, entero',
    'Lo cambias o lo retiras hasta entonces',
    'Paga lo que te toque, vuelve el resto',
    'Acciones entregadas',
    'Ya se puede vender',
  ])
  for (const step of steps) expect(plain(step.textContent)).not.toMatch(/-$/)
  expect(page.queryByRole('listitem', { current: 'step' })).toBeNull()
})

test('the way of the money of an application marks the step that is waited for', async () => {
  const page = await openOffer({ application: application() })
  const step = page.getByRole('listitem', { current: 'step' })
  expect(step.textContent).toContain('Lo cambias o lo retiras hasta entonces')
})

test('a company whose name is another in the language of the reader has the name of the frozen terms beside it', async () => {
  const page = await openOffer({ company: '马里斯马养殖', terms: termsText(TERMS) })
  expect(words(page)).toContain('En las condiciones: Marisma Acuicultura')
  page.leave()
  expect(words(await openOffer({ terms: termsText(TERMS) }))).not.toContain('En las condiciones')
})
