// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { listOwnActions } from '@lonja/core/corporate/corporate.contract'
import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { listActivity } from '@lonja/core/audit/audit.contract'
import { listSessions } from '@lonja/core/accounts/accounts.contract'
import { readKyc } from '@lonja/core/kyc/kyc.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { readClosedTotals } from '@lonja/core/portfolio/closed.contract'
import { no } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { BVE, openMarket, position } from '../orders/market.testing.ts'
import { openPage, withApp } from '../screens.testing.tsx'
import type { Position } from './positions.ts'

const wire = withApp()

const [own] = position().lots

/** Two lots of 70 shares: one paid for whole, and one at 2 of which 525.00 are financed. */
const leveraged = (): Position =>
  position({
    usedMargin: 525_00n,
    financed: 525_00n,
    night: 8n,
    closeOut: priceE4(112_500n),
    lots: [
      { ...own!, number: 'L-OLD', shares: wholeShares(70n), cost: 1_050_00n },
      {
        ...own!,
        lot: newId<'lot'>(),
        number: 'L-NEW',
        shares: wholeShares(70n),
        cost: 1_050_00n,
        leverage: 2,
        financed: 525_00n,
        closeOut: priceE4(112_500n),
      },
    ],
  })

const MARGIN = { currency: 'EUR', equity: 1_050_00n, used: 525_00n, financed: 525_00n } as const

async function open(url: string, held: readonly Position[] = [leveraged()]): Promise<Page> {
  openMarket(wire.house, {}, held, {}, MARGIN)
  wire.house.answer(listOrders, { rows: [], cursor: null })
  wire.house.answer(readClosedTotals, { rows: [] })
  enter()
  return openPage(url)
}

const text = () => plain(document.querySelector('main')?.textContent).replaceAll('−', '-')

describe('a position with a leveraged lot', () => {
  const url = `/subPackages/portfolio/position?listing=${BVE}`

  test('says its close-out price, the fall that is left, its used margin and what a night costs', async () => {
    const page = await open(url)
    await page.findByRole('region', { name: 'Margen usado' })
    expect(text()).toContain('Cierre forzoso del lote de 2×11,25 € o menos')
    // From 17.47 to 11.25.
    expect(text()).toContain('Caída que falta, solo con este lote-35,61%')
    expect(text()).toContain('La casa juzga toda tu cuenta')
    expect(figureOf('Margen usado')).toBe('525,00 €')
    expect(figureOf('Financiado')).toBe('525,00 €')
    expect(figureOf('Cada noche').replace('−', '-')).toBe('-0,08 €')
  })

  test('leads to the interest of the account since its oldest leveraged lot', async () => {
    const held = leveraged()
    const [whole, first] = held.lots
    const later = { ...first!, lot: newId<'lot'>(), openedAt: first!.openedAt + 1_000 }
    const page = await open(url, [{ ...held, lots: [{ ...whole!, openedAt: 1_000 }, first!, later] }])
    const way = await page.findByRole('link', { name: 'Interés de tu cuenta desde esa compra' })
    expect(way.getAttribute('href')).toBe(
      `#/subPackages/portfolio/funds?asset=EUR&kind=interest&since=${first!.openedAt}`,
    )
  })

  test('marks the lot alone, with what is financed of it', async () => {
    const page = await open(url)
    const rows = (await page.findAllByRole('link', { name: /^70 a / })).map((row) => plain(row.textContent))
    expect(rows[0]).toMatch(/^70 a 15,00L-OLD/)
    expect(rows[0]).not.toContain('Financiado')
    expect(rows[1]).toMatch(/^70 a 15,00 2×L-NEW.*Financiado 525,00; cierre a 11,25 o menos/)
  })

  test('sells with what is paid back and what comes in', async () => {
    const page = await open(url)
    const button = await page.findByRole('link', { name: /^Vender 100/ })
    // 1,746.00 less 1.75; 30 of the 70 financed shares pay back 225.00.
    await expect
      .poll(() => plain(button.textContent))
      .toBe('Vender 100 BVE a mercadorecibes unos 1.519,25 €, devueltos 225,00 €, resultado +244,25')
  })

  test('without leverage says nothing of it', async () => {
    const page = await open(url, [position()])
    await page.findByText('Bahía Verde')
    expect(text()).not.toMatch(/Cierre forzoso|Financiado|Cada noche|×/)
  })

  test('is marked in the list of positions', async () => {
    wire.house.answer(listOwnActions, { rows: [] })
    const page = await open('/pages/trade/index?tab=positions')
    const row = await page.findByRole('button', { name: /^Bahía Verde/ })
    expect(plain(row.textContent)).toContain('· 2×')
    await page.user.click(row)
    expect(figureOf('Financiado')).toBe('525,00 €')
  })
})

describe('the doors of the overview', () => {
  test('of the used margin and of what is financed lead to the margin', async () => {
    wire.house.answer(listSessions, { rows: [] })
    wire.house.answer(readKyc, no('unavailable', 'La casa no responde.'))
    wire.house.answer(listActivity, { rows: [], cursor: null })
    const page = await open('/pages/mine/index')
    const door = async (name: RegExp) => (await page.findByRole('link', { name })).getAttribute('href')
    expect(await door(/^Margen usado/)).toBe('#/subPackages/margin/margin')
    expect(await door(/^Financiado/)).toBe('#/subPackages/margin/margin')
  })

  test('open the entries filtered', async () => {
    wire.house.answer(listEntries, { rows: [], cursor: null, count: 0 })
    const page = await open('/subPackages/portfolio/funds?asset=EUR&kind=financing')
    await page.findByText('No hay movimientos con este filtro')
    await expect.poll(() => wire.house.asked(listEntries)[0]?.input).toMatchObject({ asset: 'EUR', kind: 'financing' })
  })
})
