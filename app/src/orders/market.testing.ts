import { isRefused } from '@lonja/core/base/refusal'
import { listOwnActions } from '@lonja/core/corporate/corporate.contract'
import { kindTermsOf } from '@lonja/core/orders/kinds.rules'
import type { OrderKind } from '@lonja/core/orders/orders.contract'
import { readProfile } from '@lonja/core/accounts/accounts.contract'
import { priceE4, rateE6, wholeShares, type Currency, type ListingId } from '@lonja/core/base/amount'
import type { InputOf, ReplyOf } from '@lonja/core/base/contract'
import { listCandles, readExchangeRate, readInstrument } from '@lonja/core/market/market.contract'
import { readTerms } from '@lonja/core/orders/fees.contract'
import type { placeOrder } from '@lonja/core/orders/orders.contract'
import { listPositions, readFigures } from '@lonja/core/portfolio/portfolio.contract'
import { readNearest } from '@lonja/core/orders/nearest.contract'
import type { House } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import { profile } from '../accounts/profile.testing.ts'
import { aboutHouse } from './about.testing.ts'

/*
 * A small market for screens: one share in Madrid, quoted 17.46 to 17.47, and a customer with 1,000.00 EUR, 500.00 USD
 * and 140 of the shares, of which a sell order holds 40.
 */

export const BVE: ListingId = 'XMAD:BVE'

type Instrument = ReplyOf<typeof readInstrument>
type Position = ReplyOf<typeof listPositions>['rows'][number]

export const NOW = Date.now()

export const quote = (bid: bigint, ask: bigint, more: Partial<NonNullable<Instrument['quote']>> = {}) => ({
  listing: BVE,
  currency: 'EUR' as const,
  at: NOW,
  bid: priceE4(bid),
  ask: priceE4(ask),
  bidSize: 100n,
  askSize: 100n,
  last: priceE4(ask),
  stale: false,
  ...more,
})

export const instrument = (more: Partial<Instrument> = {}): Instrument => ({
  listing: BVE,
  name: 'Bahía Verde',
  venue: 'XMAD',
  currency: 'EUR',
  sector: 'energy',
  kind: 'share',
  industry: '',
  profile: '',
  sharesInIssue: 1_000_000n,
  dividend: null,
  nextReport: null,
  lastReport: null,
  marketCap: null,
  quote: quote(174_600n, 174_700n),
  day: null,
  session: { state: 'open', open: null, close: null, opensAt: null, resumesAt: null, timeZone: 'Europe/Madrid' },
  yearLow: null,
  yearHigh: null,
  yearPending: false,
  unquoted: null,
  averageVolume: null,
  source: 'practice',
  ...more,
})

/** Bars of a listing; none unless closes are given, a minute each, of which the last is now. */
export const candles = (closes: readonly bigint[] = []): ReplyOf<typeof listCandles> => {
  const prices = closes.map(priceE4)
  return {
    listing: BVE,
    currency: 'EUR',
    interval: 'minute',
    at: closes.map((_close, n) => NOW - (closes.length - n) * 60_000),
    open: prices,
    high: prices,
    low: prices,
    close: prices,
    volume: closes.map(() => 1n),
    session: instrument().session,
    previousClose: null,
    splits: 0,
  }
}

/** The figures of an account that has free cash of one currency and nothing else. */
export const accountFigures = (currency: Currency, free: bigint): ReplyOf<typeof readFigures>['display'] => ({
  currency,
  free,
  held: 0n,
  marketValue: 0n,
  cost: 0n,
  unrealised: 0n,
  realised: 0n,
  accumulated: 0n,
  usedMargin: 0n,
  financed: 0n,
  lent: 0n,
  paidIn: 0n,
  paidOut: 0n,
  convertedIn: 0n,
  convertedOut: 0n,
  owed: 0n,
  total: free,
  dayChange: null,
})

export const position = (more: Partial<Position> = {}): Position => ({
  listing: BVE,
  name: 'Bahía Verde',
  currency: 'EUR',
  shares: 140n,
  held: 40n,
  inExits: 0n,
  averageCost: priceE4(150_000n),
  cost: 210_000n,
  last: priceE4(174_700n),
  previousClose: null,
  marketValue: 244_580n,
  unrealised: 34_580n,
  usedMargin: 0n,
  financed: 0n,
  night: 0n,
  closeOut: null,
  lots: [
    {
      lot: newId(),
      number: 'L-1',
      order: newId(),
      shares: wholeShares(140n),
      openedAt: NOW - 1_000_000,
      reserved: 0n,
      inExits: 0n,
      price: priceE4(150_000n),
      cost: 210_000n,
      fee: 525n,
      leverage: 1,
      financed: 0n,
      closeOut: null,
    },
  ],
  ...more,
})

/** The house's answers to a ticket's reads. */
export function openMarket(
  house: House,
  of: Partial<Instrument> = {},
  held: readonly Position[] = [position()],
  fees: Partial<ReplyOf<typeof readTerms>> = {},
  margin: ReplyOf<typeof readFigures>['margin'] = { currency: 'EUR', equity: 1_454_55n, used: 0n, financed: 0n },
): void {
  aboutHouse(house)
  house.answer(readNearest, { nearest: null, since: 0 })
  house.answer(readProfile, profile())
  house.answer(readInstrument, instrument(of))
  house.answer(listCandles, candles())
  house.answer(readFigures, {
    byCurrency: [accountFigures('EUR', 1_000_00n), accountFigures('USD', 500_00n)],
    display: accountFigures('EUR', 1_000_00n),
    rate: rateE6(1_100_000n),
    margin,
    at: NOW,
    unpriced: [],
  })
  house.answer(listPositions, { rows: [...held], at: NOW })
  house.answer(listOwnActions, { rows: [] })
  house.answer(readExchangeRate, {
    base: 'EUR',
    quoted: 'USD',
    rate: rateE6(1_100_000n),
    markupBps: 50,
    at: NOW,
    source: 'practice',
  })
  house.answer(readTerms, {
    feeTable: 2,
    feeBps: 10,
    feeLeast: { EUR: 1n, USD: 1n },
    rounding: 'against_customer',
    next: null,
    collarBps: 200,
    markupBps: 50,
    financingBps: 500,
    openOrdersMax: 100,
    ...fees,
  })
}

function kindOfTicket(ticket: InputOf<typeof placeOrder>): OrderKind {
  const terms = kindTermsOf(ticket)
  if (isRefused(terms)) throw new Error(`the prices of the ticket are ${terms.refused}`)
  return terms.kind
}

/** The house's answer to an accepted order. */
export const receipt = (ticket: InputOf<typeof placeOrder>): ReplyOf<typeof placeOrder> => ({
  ...ticket,
  leverage: ticket.leverage ?? 1,
  kind: kindOfTicket(ticket),
  stop: ticket.stop ?? null,
  trail: ticket.trail ?? null,
  trailBps: ticket.trailBps ?? null,
  profit: ticket.profit ?? null,
  exit: ticket.exit ?? false,
  lot: ticket.lot ?? null,
  exits: ticket.exits ?? null,
  exitOrder: null,
  ofBuy: null,
  placedAt: NOW,
  marketAt: NOW,
  endsAt: null,
  held: [],
})
