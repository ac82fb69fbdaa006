// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { listCandles } from '@lonja/core/market/market.contract'
import {
  enterOption,
  listOptions,
  readOption,
  readOptionTerms,
  sellOption,
  setOptionLimit,
} from '@lonja/core/options/options.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { profile } from '../accounts/profile.testing.ts'
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

async function openOptions(shown = terms(), query = ''): Promise<Page> {
  wire.house.answer(readProfile, profile())
  wire.house.answer(readOptionTerms, shown)
  wire.house.answer(listOptions, { rows: [], cursor: null })
  wire.house.answer(listCandles, no('unknown_listing', 'No hay'))
  enter()
  return openPage(`/subPackages/home/options/options${query}`)
}
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
    ])
      expect(shown).toContain(plain(part))
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

  const events = Array.from({ length: 10 }, (_event, n) => event(NOW + n * SECOND, 174_400n))
  const lost = { state: 'lost', paid: 0n, endedAt: NOW + MINUTE, events, mean: priceE4(174_400n), sale: null } as const

  test('that has ended is worked out again from its quotes', async () => {
    const page = await openOne(story(lost))
    await page.findByText('rehecha aquí')
    expect(page.getByRole('list', { name: 'Cotizaciones' }).children).toHaveLength(10)
    expect(page.queryByRole('button', { name: /Vender/ })).toBeNull()
  })

  test('whose quotes say something else is told apart', async () => {
    const page = await openOne(story({ ...lost, state: 'won', paid: 94_00n }))
    await page.findByText('no coincide')
  })
})
