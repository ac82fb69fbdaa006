// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { listCandles, readInstrument } from '@lonja/core/market/market.contract'
import {
  enterOption,
  listOptions,
  readOption,
  readOptionTerms,
  sellOption,
  setOptionLimit,
} from '@lonja/core/options/options.contract'
import { checkEvidence } from '@lonja/core/options/evidence.check'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { shownToast } from '@lonja/kit/parts/toast'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { profile } from '../accounts/profile.testing.ts'
import { instrument } from '../orders/market.testing.ts'
import { openPage, switchOff, whereNow, withApp } from '../screens.testing.tsx'
import { countdownText, type OptionStory, type OptionTerms } from './option.ts'

const wire = withApp()
const NOW = Date.now()
const ID = newId()
const words = (page: Page) => plain(page.getByRole('main').textContent)

const TERMS = { version: 1, payoutBps: 8_800, lossBps: 600, sellEdgeBps: 600 }
const limit = { limit: 100_00n, next: null, most: 1_000_00n, staked: 50_00n, left: 50_00n }
const totals = { count: 14, staked: 700_00n, paid: 564_00n, won: 6, lost: 8, returned: 0, sold: 0 }
const terms = (more: Partial<OptionTerms> = {}): OptionTerms => ({
  off: null,
  ofSeat: false,
  house: { count: 4_812, resultBps: -588 },
  terms: TERMS,
  least: 1_00n,
  limit,
  free: 12_418_36n,
  totals,
  ...more,
})
const event = (at: number, mid: bigint) => ({
  at,
  bid: priceE4(mid - 100n),
  ask: priceE4(mid + 100n),
  mid: priceE4(mid),
})
const story = (more: Partial<OptionStory> = {}): OptionStory => ({
  id: ID,
  number: 'OP-4F09C2',
  listing: 'XMAD:BVE',
  company: 'Bodegas Verano',
  venue: 'XMAD',
  currency: 'EUR',
  side: 'up',
  life: '15minutes',
  state: 'running',
  stake: 50_00n,
  win: 94_00n,
  terms: TERMS,
  at: NOW,
  marketAt: NOW,
  expiresAt: NOW + 15 * MINUTE,
  endedAt: null,
  paid: null,
  strike: event(NOW + 400, 174_600n),
  events: [],
  mean: null,
  sale: { paid: 17_10n, value: 18_20n, chance: 193_618, volatility: 400, quote: event(NOW + SECOND, 174_400n) },
  sellableUntil: NOW + 15 * MINUTE - 20 * SECOND,
  limit,
  totals,
  ...more,
})

const CLOSE = Date.UTC(2026, 10, 27, 16, 35)
const session = { ...instrument().session, close: CLOSE }

async function openOptions(shown = terms(), query = '', of = session): Promise<Page> {
  wire.house.answer(readInstrument, instrument({ session: of }))
  wire.house.answer(readProfile, profile())
  wire.house.answer(readOptionTerms, shown)
  wire.house.answer(listOptions, { rows: [], cursor: null })
  wire.house.answer(listCandles, no('unknown_listing', 'No hay'))
  enter()
  return openPage(`/subPackages/home/options/options${query}`)
}
/** Reads a file as jsdom can. */
const textOf = (file: Blob): Promise<string> =>
  new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(reader.result as string))
    reader.readAsText(file)
  })

async function openOne(own: OptionStory): Promise<Page> {
  wire.house.answer(readOption, own)
  wire.house.answer(listCandles, no('unknown_listing', 'No hay'))
  enter()
  return openPage(`/subPackages/home/options/detail?id=${own.id}`)
}

test.each([
  [7 * MINUTE + 41 * SECOND, '07:41'],
  [1, '00:01'],
  [0, '00:00'],
  [-SECOND, '00:00'],
  [61 * MINUTE, '1:01:00'],
])('a rest of %s ms is %s', (ms, text) => expect(countdownText(ms)).toBe(text))

describe('before an entry', () => {
  test('the loss on average, the prohibition and what the own options have lost are said', async () => {
    const page = await openOptions()
    await page.findByText('Elegir una acción')
    const shown = words(page)
    for (const part of [
      'De cada 100,00',
      '-6,00',
      'Unión Europea está prohibido',
      '-136,00',
      '50,00 € de 100,00 €',
      '4.812 opciones han dado -5,88%',
      'acabe por encima o por debajo de su precio de partida',
    ])
      expect(shown).toContain(plain(part))
  })

  test('who has entered none reads no record of zeros', async () => {
    const page = await openOptions(terms({ totals: { ...totals, count: 0, staked: 0n, paid: 0n, won: 0, lost: 0 } }))
    await page.findByText('Aún no has entrado en ninguna')
    expect(words(page)).not.toContain('acertadas')
    expect(words(page)).toContain(plain('50,00 € de 100,00 €'))
  })

  test.each([
    ['replay', 'su final ya se conoce'],
    ['feed', 'vienen de un mercado de verdad'],
  ] as const)('without options for the reason %s the page says why, and has no form', async (off, why) => {
    const page = await openOptions(terms({ off }), '?listing=XMAD:BVE')
    await page.findByText(new RegExp(why))
    expect(page.queryByRole('button', { name: /Entrar/ })).toBeNull()
  })

  test('while options are off the page says so, has no form, and shows the own record', async () => {
    switchOff('options')
    const page = await openOptions(terms(), '?listing=XMAD:BVE')
    await page.findByText('Ahora no se ofrece')
    expect(page.queryByRole('button', { name: /Entrar/ })).toBeNull()
    expect(page.queryByText('Elegir una acción')).toBeNull()
    expect(words(page)).toContain(plain('-136,00'))
  })

  test('a stake is entered with its consequences beside the button', async () => {
    const page = await openOptions(terms(), '?listing=XMAD:BVE')
    await page.write(await page.findByRole('textbox', { name: 'Importe' }), '50')
    for (const part of ['-50,00 €', '+44,00 €', '-3,00 €', '12.368,36 €'])
      expect(plain(document.body.textContent)).toContain(plain(part))
    wire.house.answer(enterOption, {
      id: ID,
      number: 'OP-4F09C2',
      stake: 50_00n,
      win: 94_00n,
      at: NOW,
      expiresAt: NOW + MINUTE,
    })
    await page.user.click(page.getByRole('button', { name: /Entrar con 50,00/ }))
    await expect.poll(() => whereNow()).toBe(`/subPackages/home/options/detail?id=${ID}`)
    expect(wire.house.asked(enterOption).map(({ input }) => input)).toMatchObject([
      { listing: 'XMAD:BVE', side: 'up', life: '15minutes', stake: 50_00n },
    ])
  })
})

test('the gain of an entry is that of the terms in force', async () => {
  const page = await openOptions(terms({ terms: { ...TERMS, payoutBps: 9_000 } }), '?listing=XMAD:BVE')
  await page.write(await page.findByRole('textbox', { name: 'Importe' }), '50')
  expect(plain(document.body.textContent)).toContain(plain('+45,00 €'))
})

test('without a stake nothing is sent, and the field says that it is missing', async () => {
  const page = await openOptions(terms(), '?listing=XMAD:BVE')
  await page.user.click(await page.findByRole('button', { name: /^Entrar/ }))
  expect((await page.findAllByText('Falta información, complétala por favor')).length).toBeGreaterThan(0)
  expect(wire.house.asked(enterOption)).toEqual([])
})

test('the button says when the option ends: after its time, or with the session', async () => {
  const page = await openOptions(terms(), '?listing=XMAD:BVE')
  await page.write(await page.findByRole('textbox', { name: 'Importe' }), '50')
  page.getByRole('button', { name: /acaba en 15 min; no se puede deshacer/ })
  await page.user.click(page.getByRole('radio', { name: 'Cierre' }))
  page.getByRole('button', { name: /acaba a las 17:35; no se puede deshacer/ })
})

test('a closed market says when it opens', async () => {
  const closed = { ...session, state: 'closed', opensAt: Date.UTC(2026, 10, 28, 8) } as const
  const page = await openOptions(terms(), '?listing=XMAD:BVE', closed)
  await page.findByText(/Cerrado · abre el 28\/11\/2026 09:00/)
})

test('above what the limit of the day leaves nothing is sent', async () => {
  const page = await openOptions(terms(), '?listing=XMAD:BVE')
  await page.write(await page.findByRole('textbox', { name: 'Importe' }), '50,01')
  await page.findByText(/Tu límite de hoy solo deja/)
  await page.user.click(page.getByRole('button', { name: /Entrar con/ }))
  expect(wire.house.asked(enterOption)).toEqual([])
})

test('a lower limit is set at once', async () => {
  const page = await openOptions()
  await page.user.click(await page.findByRole('button', { name: 'Cambiar el límite' }))
  const field = await page.findByRole('textbox', { name: 'Límite diario' })
  await page.write(field, '20')
  wire.house.answer(setOptionLimit, { ...limit, limit: 20_00n })
  await page.user.click(await page.findByRole('button', { name: /Fijar en 20,00.*en el acto/ }))
  expect(wire.house.asked(setOptionLimit).map(({ input }) => input)).toEqual([{ limit: 20_00n }])
})

describe('one option', () => {
  test('under way says the loss of now, the time left and the price of a sale, and is sold for at least that', async () => {
    const page = await openOne(story())
    await page.findByText(/OP-4F09C2/)
    for (const part of ['-50,00 €', 'por debajo de la partida', '18,20 €', '17,10 €', '-32,90 €'])
      expect(plain(document.body.textContent)).toContain(plain(part))
    expect(page.getByRole('timer').textContent).toMatch(/^1[45]:\d\d$/)
    await page.user.click(page.getByRole('button', { name: /Vender por 17,10/ }))
    wire.house.answer(sellOption, { id: ID, paid: 17_10n, at: NOW })
    const dialog = await page.findByRole('dialog')
    await page.user.click(
      page.getAllByRole('button', { name: /Vender por 17,10/ }).find((one) => dialog.contains(one))!,
    )
    expect(wire.house.asked(sellOption).map(({ input }) => input)).toEqual([{ id: ID, least: 17_10n }])
  })

  const events = Array.from({ length: 10 }, (_event, n) => event(NOW + 15 * MINUTE - (9 - n) * SECOND, 174_400n))
  const lost = {
    state: 'lost',
    paid: 0n,
    endedAt: NOW + 15 * MINUTE,
    events,
    mean: priceE4(174_400n),
    sale: null,
  } as const

  test.each([
    ['a strike', { strike: null, sale: null }, 'Aún no hay precio de partida.'],
    ['a quote', { sale: null }, 'Aún no hay cotización.'],
  ] as const)('without %s yet says so', async (_what, more, words) => {
    const page = await openOne(story(more))
    await page.findByText(words)
  })

  describe('by its polling', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
    afterEach(() => void vi.useRealTimers())

    test('is read again until it has ended, and then no more', async () => {
      const page = await openOne(story())
      await page.findByText(/OP-4F09C2/)
      wire.house.answer(readOption, story(lost))
      const before = wire.house.asked(readOption).length
      await vi.advanceTimersByTimeAsync(3 * SECOND)
      await page.findByText('rehecha aquí')
      expect(wire.house.asked(readOption)).toHaveLength(before + 1)
      await vi.advanceTimersByTimeAsync(30 * SECOND)
      expect(wire.house.asked(readOption)).toHaveLength(before + 1)
    })
  })

  test('that has ended is worked out again from its quotes', async () => {
    const page = await openOne(story(lost))
    await page.findByText('rehecha aquí')
    expect(page.getByRole('list', { name: 'Cotizaciones' }).children).toHaveLength(10)
    expect(page.queryByRole('button', { name: /Vender/ })).toBeNull()
    const shown = words(page)
    expect(shown).toContain(plain('Suma 174,40 ÷ 1017,4400'))
    expect(shown.indexOf('-136,00')).toBeLessThan(shown.indexOf('-50,00'))
  })

  test('before its strike has no sale, and no gain or loss', async () => {
    const page = await openOne(story({ strike: null, sale: null }))
    await page.findByText('Aún no hay precio de partida.')
    expect(page.queryByRole('button', { name: /Vender/ })).toBeNull()
  })

  test('its evidence is saved as the file that the check reads', async () => {
    const addressed = vi.spyOn(URL, 'createObjectURL')
    const page = await openOne(story(lost))
    await page.user.click(await page.findByRole('button', { name: 'Bajar la prueba' }))
    const text = await textOf(addressed.mock.calls[0]?.[0] as Blob)
    expect(text).toMatch(/^lonja option 1\noption OP-4F09C2 /)
    expect(checkEvidence(text)).toEqual([])
    expect(checkEvidence(text.replace('end lost', 'end won'))).toEqual(['end', 'paid'])
    expect(shownToast()?.text).toBe('Guardada: OP-4F09C2.txt')
  })

  test.each([
    ['of which too few quotes came', { events: events.slice(3) }, /hubo 7 cotizaciones de las 10/],
    ['that had no strike', { strike: null }, /no llegó ninguna cotización/],
  ])('%s says why it was given back', async (_name, more, why) => {
    const page = await openOne(story({ ...lost, state: 'refunded', paid: 50_00n, ...more }))
    await page.findByText(why)
    await page.findByText('rehecha aquí')
  })

  test('that was sold shows the price of the model, and whether it follows', async () => {
    const { sale } = story()
    const page = await openOne(story({ state: 'sold', paid: 17_10n, endedAt: NOW + MINUTE, sale }))
    await page.findByText('rehecha aquí')
    for (const part of ['18,20 €', '-1,10 €', '19,36%']) expect(words(page)).toContain(plain(part))
  })

  test('whose quotes say something else is told apart', async () => {
    const page = await openOne(story({ ...lost, state: 'won', paid: 94_00n }))
    await page.findByText('no coincide')
  })
})
