// @vitest-environment jsdom
import { beforeEach, describe, expect, test } from 'vitest'
import type { ReplyOf } from '@lonja/core/base/contract'
import { readResults } from '@lonja/core/portfolio/results.contract'
import { no } from '@lonja/kit/house.testing'
import { hideFigures } from '@lonja/kit/hidden'
import { enter, inside, plain } from '@lonja/kit/screens.testing'
import { BVE } from '../orders/market.testing.ts'
import { openPage, whereNow, withApp } from '../screens.testing.tsx'

const wire = withApp()
const PAGE = '/subPackages/portfolio/results'

/** Midnights in Madrid, and now: the account rises by 100.00, falls by 300.00 in two days, and rises by 50.00. */
const RESULTS: ReplyOf<typeof readResults> = {
  currency: 'EUR',
  at: [
    ...['20', '21', '22', '23', '24'].map((day) => Date.parse(`2026-11-${day}T23:00:00Z`)),
    Date.parse('2026-11-25T14:00:00Z'),
  ],
  total: [10_000_00n, 10_100_00n, 10_000_00n, 9_800_00n, 9_850_00n, 9_850_00n],
  paid: 5_000_00n,
  payments: [{ at: Date.parse('2026-11-22T23:00:00Z'), paid: 5_000_00n }],
  startedOverAt: null,
  shares: [
    { listing: BVE, name: 'Bahía Verde', currency: 'EUR', own: 20_00n, shown: 20_00n },
    { listing: 'XNAS:KLD', name: 'Kaldera', currency: 'USD', own: -176_00n, shown: -160_00n },
  ],
  rest: -10_00n,
}

beforeEach(() => {
  enter()
  wire.house.answer(readResults, RESULTS)
})

const text = () => plain(document.querySelector('main')?.textContent).replaceAll('−', '-')
const rowsOf = async (page: Awaited<ReturnType<typeof openPage>>, name: string) => {
  const heading = await page.findByRole('heading', { name })
  return [...(heading.closest('section')?.querySelectorAll('a, [class*=_row_]') ?? [])].map((row) =>
    plain(row.textContent).replaceAll('−', '-'),
  )
}

describe('the value over time', () => {
  test('says the total, the result of the span, and what does not count', async () => {
    const page = await openPage(PAGE)
    await page.findByText('en 30 días')
    expect(text()).toContain('Valor total9.850,00 €')
    expect(text()).toContain('-150,00 €-1,50%en 30 días')
    expect(text()).toContain('Pusiste 5.000,00 €: no cuentan.')
  })

  test('names the largest fall, from its peak to its worst point', async () => {
    const page = await openPage(PAGE)
    await page.findByText('Mayor caída')
    expect(text()).toContain('Mayor caídadel 21/11/2026 al 23/11/2026-300,00 €-2,98%')
  })

  test('of an account that was opened today names no day before it', async () => {
    const [midnight, now] = [Date.parse('2026-11-24T23:00:00Z'), Date.parse('2026-11-25T14:00:00Z')]
    wire.house.answer(readResults, { ...RESULTS, at: [midnight, now], total: [10_000_00n, 9_990_00n], payments: [] })
    const page = await openPage(PAGE)
    await page.findByText('Mayor caída')
    expect(text()).toContain('Mayor caídael 25/11/2026-10,00 €')
    expect(text()).not.toContain('24/11/2026')
  })

  test('of an account of two days names its first day as the peak', async () => {
    const at = ['2026-11-23T23:00:00Z', '2026-11-24T23:00:00Z', '2026-11-25T14:00:00Z'].map((each) => Date.parse(each))
    wire.house.answer(readResults, { ...RESULTS, at, total: [10_000_00n, 9_990_00n, 9_980_00n], payments: [] })
    const page = await openPage(PAGE)
    await page.findByText('Mayor caída')
    expect(text()).toContain('Mayor caídadel 24/11/2026 al 25/11/2026-20,00 €')
  })

  test('has the result of each share with its own currency, and the rest', async () => {
    const page = await openPage(PAGE)
    expect(await rowsOf(page, 'Resultado por acción')).toEqual([
      'Bahía VerdeBVE+20,00 €',
      'KalderaKLD-160,00 €-176,00 US$',
      'Dividendos, intereses, cambio y redondeos-10,00 €',
    ])
    const link = page.getByRole('link', { name: /Bahía Verde/ })
    expect(link.getAttribute('href')).toBe(`#/subPackages/portfolio/position?listing=${BVE}`)
  })

  test('has the result of each day, the newest first, which is that of the day before the midnight', async () => {
    const page = await openPage(PAGE)
    expect(await rowsOf(page, 'Resultado por día')).toEqual([
      '25/11/20260,00 €',
      '24/11/2026+50,00 €',
      '23/11/2026-200,00 €',
      '22/11/2026-100,00 €',
      '21/11/2026+100,00 €',
    ])
  })

  test('asks for the chosen span, which stands in the address', async () => {
    const page = await openPage(PAGE)
    await page.user.click(
      inside(await page.findByRole('group', { name: 'Periodo' })).getByRole('radio', { name: 'Año' }),
    )
    expect(whereNow()).toBe(`${PAGE}?span=year`)
    await openPage(`${PAGE}?span=day`)
    await expect.poll(() => wire.house.asked(readResults).map(({ input }) => input.span)).toEqual(['month', 'day'])
  })

  test('covers its figures where they are hidden', async () => {
    hideFigures(true)
    const page = await openPage(PAGE)
    await page.findByText('Tus cifras están ocultas')
    expect(text()).not.toContain('9.850')
    hideFigures(false)
  })

  test('says that it failed, and tries again', async () => {
    wire.house.answer(readResults, no('internal', 'No ha ido bien'))
    const page = await openPage(PAGE)
    const again = await page.findByRole('button', { name: 'Reintentar' })
    wire.house.answer(readResults, RESULTS)
    await page.user.click(again)
    await page.findByText('Mayor caída')
  })
})
