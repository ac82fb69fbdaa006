import { priceE4, wholeShares } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listOwnActions } from '@lonja/core/corporate/corporate.contract'
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

/** A dividend that was paid on ten shares: 2.50 less 0.38 of tax. */
export const PAID: ReplyOf<typeof listOwnActions>['rows'][number] = {
  action: {
    id: newId(),
    kind: 'dividend',
    listing: BVE,
    name: 'Bahía Verde',
    currency: 'EUR',
    exDay: '2026-11-12',
    recordAt: Date.UTC(2026, 10, 11, 16, 30),
    announcedAt: Date.UTC(2026, 10, 5, 5),
    doneAt: Date.UTC(2026, 10, 11, 16, 31),
    withdrawnAt: null,
    ratio: null,
    amount: priceE4(2_500n),
    withholdingBps: 1_500,
    successor: null,
    close: null,
  },
  own: {
    posting: 12,
    sharesBefore: 10n,
    sharesAfter: 10n,
    gross: 250n,
    withheld: 38n,
    net: 212n,
    cash: 0n,
    cost: 0n,
    realised: 0n,
    orders: 0,
    adjusted: 0,
    at: Date.UTC(2026, 10, 11, 16, 31),
    lots: [],
  },
}

/** Opens the page of a position that has no open orders, and nothing closed. */
export async function openPosition(
  { house }: Wire,
  held: readonly Position[] = [twoLots()],
  instrument = {},
  url: string = POSITION_URL,
  actions: ReplyOf<typeof listOwnActions>['rows'] = [],
): Promise<Page> {
  openMarket(house, instrument, held)
  house.answer(listOrders, { rows: [], cursor: null })
  house.answer(listOwnActions, { rows: actions })
  house.answer(readClosedTotals, { rows: [] })
  enter()
  return openPage(url)
}
