// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { listOwnApplications } from '@lonja/core/ipo/ipo.contract'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { no } from '@lonja/kit/house.testing'
import { enter, plain, type Page } from '@lonja/kit/screens.testing'
import { openMarket } from '../orders/market.testing.ts'
import { openPage, switchOff, withApp } from '../screens.testing.tsx'
import { NOW, OFFER, RESULT, record } from './offer.testing.ts'
import type { OwnApplication } from './offer.ts'

const wire = withApp()

async function openTab(tab: string, rows: readonly OwnApplication[] | null): Promise<Page> {
  openMarket(wire.house)
  wire.house.answer(listOrders, { rows: [], cursor: null })
  wire.house.answer(listOwnApplications, rows ? { rows: [...rows], cursor: null } : no('unavailable', 'Ahora no'))
  enter()
  return openPage(`/pages/trade/index?tab=${tab}`)
}

const drawn = (more: Partial<OwnApplication> = {}) =>
  record({ offerState: 'drawn', drawnAt: NOW, state: 'won', result: RESULT, ...more })
const lastInput = () => wire.house.asked(listOwnApplications).at(-1)?.input

describe('the trading centre', () => {
  test('has the won shares that do not trade yet: what they cost, no price, and the day of the listing', async () => {
    const page = await openTab('inventory', [drawn()])
    const row = await page.findByRole('link', { name: /Marisma Acuicultura/ })
    const text = plain(row.textContent)
    for (const part of ['MRA · Madrid', '150 × 12,40 €', '1.860,00 €', 'en el mercado -', 'sale 2 dic']) expect(text).toContain(part) // prettier-ignore
    expect(row.getAttribute('href')).toBe(`#/subPackages/home/ipo/detail?id=${OFFER}`)
    expect(lastInput()).toEqual({ which: 'inventory' })
  })

  test.each([
    ['won', RESULT, '3 de 10 lotes', 'Te ha tocado'],
    ['not_won', { ...RESULT, ballot: RESULT!.ballot - RESULT!.ballot, proRata: RESULT!.ballot - RESULT!.ballot, byPlace: RESULT!.ballot - RESULT!.ballot }, '0 de 10 lotes', 'No te ha tocado'], // prettier-ignore
  ] as const)('has the draws with their results: one that is %s', async (state, result, lots, name) => {
    const page = await openTab('lottery', [drawn({ state, result: result as OwnApplication['result'] })])
    const row = await page.findByRole('link', { name: /Marisma Acuicultura/ })
    for (const part of [lots, name, '20/11/2026', 'S-0417']) expect(plain(row.textContent)).toContain(part)
    expect(lastInput()).toEqual({ which: 'lottery' })
  })

  test.each([
    ['inventory', 'No tienes acciones nuevas'],
    ['lottery', 'Aún no has estado en ningún sorteo'],
  ])('says of %s that it is empty, and leads to the offers', async (tab, words) => {
    const page = await openTab(tab, [])
    await page.findByText(words)
    expect(page.getByRole('link', { name: 'Ver las salidas a bolsa' }).getAttribute('href')).toContain('/home/ipo/ipo')
  })

  test('leads nowhere from an empty list while the house takes no applications', async () => {
    switchOff('ipo')
    const page = await openTab('lottery', [])
    await page.findByText('Aún no has estado en ningún sorteo')
    expect(page.queryByRole('link', { name: 'Ver las salidas a bolsa' })).toBeNull()
  })

  test.each(['inventory', 'lottery'])('asks again for %s if it cannot be read', async (tab) => {
    const page = await openTab(tab, null)
    await page.findByText('No hemos podido cargar las solicitudes')
    wire.house.answer(listOwnApplications, { rows: [drawn()], cursor: null })
    await page.user.click(page.getByRole('button', { name: 'Reintentar' }))
    expect(await page.findByText('Marisma Acuicultura')).toBeTruthy()
  })
})
