import { eur } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { listEarnings, listInstruments } from '@lonja/core/discover/discover.contract'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { listNews } from '@lonja/core/news/news.contract'
import { readDayCurve } from '@lonja/core/portfolio/portfolio.contract'
import { readResults } from '@lonja/core/portfolio/results.contract'
import { no, type House } from '@lonja/kit/house.testing'
import { openMarket } from '../orders/market.testing.ts'

/* A house for home: a customer with the first money, and lists, news and figures that are not available. */

export const HOME = '/pages/home/index'

/** The first money of 100,000.00 EUR. */
const grants: ReplyOf<typeof listEntries> = {
  rows: [
    {
      id: '1',
      posting: 1,
      kind: 'grant',
      free: eur(100_000_00n),
      held: eur(0n),
      freeBefore: eur(0n),
      freeAfter: eur(100_000_00n),
      heldBefore: eur(0n),
      heldAfter: eur(0n),
      version: 1,
      cause: null,
      causeKind: null,
      causeNumber: null,
      listing: null,
      at: Date.parse('2026-11-20T10:00:00Z'),
    },
  ],
  cursor: null,
  count: 1,
}

export function openHome(house: House): void {
  openMarket(house)
  for (const call of [listInstruments, listEarnings, listNews, readDayCurve, readResults]) {
    house.answer(call, no('unavailable', 'Ahora no'))
  }
  house.answer(listEntries, grants)
}
