// @vitest-environment jsdom
import { describe, expect, test } from 'vitest'
import { wholeShares } from '@lonja/core/base/amount'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { enter, show } from '@lonja/kit/screens.testing'
import { BVE, NOW, instrument, openMarket, position } from '../orders/market.testing.ts'
import type { Position } from '../portfolio/positions.ts'
import { withApp } from '../screens.testing.tsx'
import { TradeWays } from './TradeWays.tsx'

const wire = withApp()

const TICKET = `#/subPackages/home/socketDetail/place?listing=${BVE}&side=sell`

/** The address to which “Sell” leads, once the house has answered for the position. */
async function waysTo(rows: readonly Position[]): Promise<string | null> {
  openMarket(wire.house)
  wire.house.answer(listPositions, { rows: [...rows], at: NOW })
  enter()
  const page = show(<TradeWays of={instrument()} />)
  const href = () => page.getByRole('link', { name: /^Vender/ }).getAttribute('href')
  if (rows.length > 0) await expect.poll(href).not.toBe(TICKET)
  else await page.findByText('No tienes')
  return href()
}

describe('the way to sell on a share’s page', () => {
  test('begins with all free shares', async () => {
    expect(await waysTo([position({ shares: wholeShares(140n), held: 0n, inExits: 0n })])).toBe(`${TICKET}&shares=140`)
  })

  test('leaves out those that an order holds, and takes those of an exit', async () => {
    expect(await waysTo([position({ shares: wholeShares(140n), held: 50n, inExits: 20n })])).toBe(
      `${TICKET}&shares=110`,
    )
  })

  test('with nothing held leads to the page of the position, which has what can be done', async () => {
    expect(await waysTo([])).toBe(`#/subPackages/portfolio/position?listing=${BVE}`)
  })

  test('is the ticket for a visitor, who is not asked for a position', () => {
    openMarket(wire.house)
    const page = show(<TradeWays of={instrument()} />)
    expect(page.getByRole('link', { name: /^Vender/ }).getAttribute('href')).toBe(TICKET)
    expect(wire.house.asked(listPositions)).toEqual([])
  })
})
