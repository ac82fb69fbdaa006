// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { priceE4 } from '@lonja/core/base/amount'
import { MINUTE, SECOND } from '@lonja/core/base/instant'
import { listCandles } from '@lonja/core/market/market.contract'
import { readOption, sellOption } from '@lonja/core/options/options.contract'
import { checkEvidence } from '@lonja/core/options/evidence.check'
import { no } from '@lonja/kit/house.testing'
import { shownToast } from '@lonja/kit/parts/toast'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openPage, withApp } from '../screens.testing.tsx'
import type { OptionStory } from './option.ts'
import { NOW, ID, words, event, story } from './options.testing.ts'

const wire = withApp()
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

describe('one option', () => {
  test('under way says the loss of now, the time left and the price of a sale, and is sold for at least that', async () => {
    const page = await openOne(story())
    await page.findByText(/OP-4F09C2/)
    for (const part of ['Si acabara ahoraFaltan-50,00 €', 'por debajo de la partida', '18,20 €', '17,10 €', '-32,90 €'])
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

  test('whose price falls while the dialog is read is sold for the next price that is shown', async () => {
    const page = await openOne(story())
    await page.user.click(await page.findByRole('button', { name: /Vender por 17,10/ }))
    wire.house.answer(sellOption, no('option_price_lower', 'El precio ha bajado'))
    wire.house.answer(readOption, story({ sale: { ...story().sale!, paid: 16_90n } }))
    const dialog = await page.findByRole('dialog')
    const sell = async (name: RegExp): Promise<void> => {
      const within = () => page.getAllByRole('button', { name }).find((one) => dialog.contains(one))
      await vi.waitFor(() => expect(within()).toBeDefined())
      await page.user.click(within()!)
    }
    await sell(/Vender por 17,10/)
    await vi.waitFor(() => expect(dialog.textContent).toContain('El precio ha bajado'))
    wire.house.answer(sellOption, { id: ID, paid: 16_90n, at: NOW })
    await sell(/Vender por 16,90/)
    await vi.waitFor(() => expect(page.queryByRole('dialog')).toBeNull())
    expect(wire.house.asked(sellOption).map(({ input }) => input.least)).toEqual([17_10n, 16_90n])
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

  test('that ended at its strike has the same price twice, also between two cents', async () => {
    const middle = 303_850n
    const events = lost.events.map(({ at }) => event(at, middle))
    const tied = { ...lost, state: 'tied' as const, strike: event(NOW + 400, middle), events, mean: priceE4(middle) }
    const page = await openOne(story({ ...tied, paid: 50_00n }))
    await page.findByText('rehecha aquí')
    for (const part of ['Partida30,3850', 'Suma 303,85 ÷ 1030,3850']) expect(words(page)).toContain(plain(part))
    const quotes = page.getByRole('list', { name: 'Cotizaciones' })
    expect(plain(quotes.textContent).match(/30,3850/g)).toHaveLength(10)
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
