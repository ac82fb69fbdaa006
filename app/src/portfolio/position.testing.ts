import { priceE4, wholeShares } from '@lonja/core/base/amount'
import { listOrders } from '@lonja/core/orders/orders.contract'
import { readClosedTotals } from '@lonja/core/portfolio/closed.contract'
import { newId } from '@lonja/kit/ids'
import { enter, type Page, type Wire } from '@lonja/kit/screens.testing'
import { BVE, openMarket, position } from '../orders/market.testing.ts'
import { openPage } from '../screens.testing.tsx'
import type { Position } from './positions.ts'

/* The page of a position with two lots, on the small market of screens. */

const NOW = Date.now()
export const POSITION_URL = `/subPackages/portfolio/position?listing=${BVE}`

/** Two lots: 60 shares for 900.60, and 80 younger ones for 1,440.00. */
export const lots = [
  { number: 'L-OLD', shares: 60n, cost: 900_60n, fee: 60n, price: 150_000n, ago: 2_000_000 },
  { number: 'L-NEW', shares: 80n, cost: 1_440_00n, fee: 1_60n, price: 179_800n, ago: 1_000_000 },
].map(({ shares, price, ago, ...lot }) => ({
  ...lot,
  lot: newId<'lot'>(),
  order: newId<'order'>(),
  shares: wholeShares(shares),
  price: priceE4(price),
  openedAt: NOW - ago,
  reserved: 0n,
  inExits: 0n,
  leverage: 1 as const,
  financed: 0n,
  closeOut: null,
}))

export const twoLots = (more: Partial<Position> = {}): Position =>
  position({ cost: 2_340_60n, averageCost: priceE4(167_186n), previousClose: priceE4(170_000n), lots, ...more })

/** Opens the page of a position that has no open orders, and nothing closed. */
export async function openPosition(
  { house }: Wire,
  held: readonly Position[] = [twoLots()],
  instrument = {},
  url: string = POSITION_URL,
): Promise<Page> {
  openMarket(house, instrument, held)
  house.answer(listOrders, { rows: [], cursor: null })
  house.answer(readClosedTotals, { rows: [] })
  enter()
  return openPage(url)
}
