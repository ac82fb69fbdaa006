// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { eur, priceE4, wholeShares } from '@lonja/core/base/amount'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { downloadRecords } from '@lonja/core/portfolio/records.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, plain } from '@lonja/kit/screens.testing'
import { BVE, openMarket } from '../orders/market.testing.ts'
import { openOrder as order } from '../orders/orders.testing.ts'
import { openPage, whereNow, withApp } from '../screens.testing.tsx'

const wire = withApp()

const NOW = Date.now()

describe('the records of orders', () => {
  test('are narrowed by listing and days, which stand in the address, and can be taken away', async () => {
    openMarket(wire.house)
    wire.house.answer(listOrders, { rows: [], cursor: null })
    enter()
    const page = await openPage(`/pages/trade/index?tab=filled&listing=${BVE}&from=2026-11-20&to=2026-11-22`)
    await page.findByText('Ninguna orden con estos filtros')
    const requests = () =>
      wire.house.asked(listOrders).flatMap(({ input }) => (input.which === 'filled' ? [input] : []))
    // Midnights in Madrid, the last day included.
    expect(requests().at(-1)).toEqual({
      which: 'filled',
      listing: BVE,
      from: Date.parse('2026-11-19T23:00:00Z'),
      to: Date.parse('2026-11-22T23:00:00Z'),
      limit: 30,
    })
    await page.user.click(page.getByRole('button', { name: /^Hasta el 22\/11\/2026/ }))
    expect(whereNow()).toBe(`/pages/trade/index?tab=filled&listing=${BVE}&from=2026-11-20`)
    await page.user.click(await page.findByRole('button', { name: 'Ver todos' }))
    await expect.poll(() => requests().at(-1)).toEqual({ which: 'filled', limit: 30 })
  })

  test('are saved as a file, with the filters of the list', async () => {
    openMarket(wire.house)
    wire.house.answer(listOrders, { rows: [], cursor: null })
    wire.house.answer(downloadRecords, no('too_many_tries', 'Demasiadas descargas'))
    enter()
    const page = await openPage(`/pages/trade/index?tab=ended&listing=${BVE}&from=2026-11-20`)
    await page.user.click(await page.findByRole('button', { name: 'Descargar CSV' }))
    await expect.poll(() => wire.toasts).toContain('Demasiadas descargas')
    const from = Date.parse('2026-11-19T23:00:00Z')
    expect(wire.house.asked(downloadRecords).map(({ input }) => input)).toEqual([
      { which: 'ended', listing: BVE, from },
    ])
  })

  test('say with a sign what a purchase took and a sale brought', async () => {
    openMarket(wire.house)
    const done = {
      state: 'filled',
      filled: wholeShares(10n),
      fillPrice: priceE4(170_000n),
      filledAt: NOW,
      endedAt: NOW,
    } as const
    const rows = [
      order({ ...done, name: 'Comprada', total: eur(170_17n) }),
      order({ ...done, name: 'Vendida', side: 'sell', total: eur(169_83n) }),
    ]
    wire.house.answer(listOrders, ({ input }) => ({ rows: input.which === 'filled' ? rows : [], cursor: null }))
    enter()
    const page = await openPage('/pages/trade/index?tab=filled')
    const rowText = async (name: RegExp) =>
      plain((await page.findByRole('link', { name })).textContent).replaceAll('−', '-')
    expect(await rowText(/Comprada/)).toContain('-170,17 €')
    expect(await rowText(/Vendida/)).toContain('+169,83 €')
  })

  test('say the day of a fill that came on a later one than the order', async () => {
    openMarket(wire.house)
    const placedAt = Date.parse('2026-11-18T14:00:00Z')
    const done = { state: 'filled', filled: wholeShares(10n), fillPrice: priceE4(170_000n), placedAt } as const
    const rows = [
      order({ ...done, name: 'El mismo', total: eur(170_17n), filledAt: placedAt + 60_000 }),
      order({ ...done, name: 'Después', total: eur(170_17n), filledAt: Date.parse('2026-11-20T14:00:00Z') }),
    ]
    wire.house.answer(listOrders, { rows, cursor: null })
    enter()
    const page = await openPage('/pages/trade/index?tab=filled')
    expect(plain((await page.findByRole('link', { name: /El mismo/ })).textContent)).toMatch(/15:01:00 · 17,00$/)
    expect(plain(page.getByRole('link', { name: /Después/ }).textContent)).toMatch(/20\/11\/2026 · 17,00$/)
  })
})
