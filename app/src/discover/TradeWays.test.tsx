// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { enter, show } from '@lonja/kit/screens.testing'
import { BVE, NOW, instrument, openMarket, position } from '../orders/market.testing.ts'
import type { Position } from '../portfolio/positions.ts'
import { withApp } from '../screens.testing.tsx'
import { TradeWays } from './TradeWays.tsx'

const wire = withApp()

const TICKET = `#/subPackages/home/socketDetail/place?listing=${BVE}&side=sell`

/** The address to which “Sell” leads, while `second` stands below it. */
async function wayWith(rows: readonly Position[], second: RegExp): Promise<string | null> {
  openMarket(wire.house)
  wire.house.answer(listPositions, { rows: [...rows], at: NOW })
  enter()
  const page = show(<TradeWays of={instrument()} />)
  await expect.poll(() => wire.house.asked(listPositions)).toHaveLength(1)
  const link = await page.findByRole('link', { name: second })
  return link.getAttribute('href')
}

describe('the way to sell on a share’s page', () => {
  test('is the ticket, which knows the shares, with some held', async () => {
    expect(await wayWith([position()], /^Vender/)).toBe(TICKET)
  })

  test('is the ticket while the position is not read yet', () => {
    openMarket(wire.house)
    wire.house.answer(listPositions, () => new Promise(() => undefined))
    enter()
    const page = show(<TradeWays of={instrument()} />)
    expect(page.getByRole('link', { name: /^Vender/ }).getAttribute('href')).toBe(TICKET)
  })

  test('with nothing held leads to the page of the position, which has what can be done', async () => {
    expect(await wayWith([], /^Vender.*No tienes/)).toBe(`#/subPackages/portfolio/position?listing=${BVE}`)
  })

  test('is the ticket for a visitor, who is not asked for a position', () => {
    openMarket(wire.house)
    const page = show(<TradeWays of={instrument()} />)
    expect(page.getByRole('link', { name: /^Vender/ }).getAttribute('href')).toBe(TICKET)
    expect(wire.house.asked(listPositions)).toEqual([])
  })
})
