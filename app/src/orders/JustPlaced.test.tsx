// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest'
import { eur } from '@lonja/core/base/amount'
import type { OrderId } from '@lonja/core/base/ids'
import { placeOrder } from '@lonja/core/orders/orders.contract'
import { readOrder } from '@lonja/core/orders/story.contract'
import { readOrderLeaves } from '@lonja/core/proof/leaf.contract'
import { enter, figureOf, plain, type Page } from '@lonja/kit/screens.testing'
import { no } from '@lonja/kit/house.testing'
import { openPage, whereNow, withApp } from '../screens.testing.tsx'
import { BVE, openMarket, receipt } from './market.testing.ts'
import { openOrder, storyOf } from './orders.testing.ts'

const wire = withApp()

/** Buys ten shares at market. The house accepts them, and says nothing more of the order until a test answers for it. */
async function buy(): Promise<{ url: string; id: OrderId }> {
  openMarket(wire.house)
  wire.house.answer(placeOrder, ({ input }) => ({ ...receipt(input), held: [eur(178_38n)] }))
  wire.house.answer(readOrder, () => new Promise(() => {}))
  wire.house.answer(readOrderLeaves, { fills: [] })
  enter()
  const page = await openPage(`/subPackages/home/socketDetail/place?listing=${BVE}&side=buy&shares=10`)
  await page.user.click(await page.findByRole('button', { name: /^Comprar 10 BVE a mercado/ }))
  await expect.poll(() => whereNow()).toMatch(/^\/subPackages\/trade\/detail/)
  page.leave()
  return { url: whereNow(), id: wire.house.asked(placeOrder)[0]!.input.id }
}

const heading = (page: Page) => plain(page.queryByRole('heading', { level: 2 })?.textContent)

describe('the page of an order that was just placed', () => {
  test('begins with the order as it was accepted, before the house has said more of it', async () => {
    const { url } = await buy()
    const page = await openPage(url)
    expect(heading(page)).toBe('Compra de 10 acciones de Bahía Verde')
    expect(page.getByText('En curso')).toBeTruthy()
    expect(figureOf('Reservado, como máximo')).toBe('178,38 €')
    expect(document.querySelector('[data-waiting]')).toBeNull()
  })

  test('goes on with the answer of the house', async () => {
    const { url, id } = await buy()
    wire.house.answer(readOrder, storyOf(openOrder({ id, state: 'cancelled', endedAt: Date.now() })))
    const page = await openPage(url)
    await page.findAllByText('Anulada')
    expect(page.queryByText('En curso')).toBeNull()
  })

  test('says a failure of the house in place of it', async () => {
    const { url } = await buy()
    wire.house.answer(readOrder, no('unknown_order', 'No existe'))
    const page = await openPage(url)
    expect(await page.findByText('No encontramos esa orden')).toBeTruthy()
    expect(page.queryByText('En curso')).toBeNull()
  })

  test('is not another order’s, nor what it was a minute later', async () => {
    const { url } = await buy()
    const other = await openPage(`/subPackages/trade/detail?id=${openOrder().id}`)
    expect(heading(other)).toBe('')
    other.leave()
    vi.setSystemTime(Date.now() + 60_000)
    const later = await openPage(url)
    expect(heading(later)).toBe('')
    vi.useRealTimers()
  })
})
