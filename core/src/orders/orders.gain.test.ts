import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  basisPoints,
  currencyFor,
  isCurrency,
  priceE4,
  rateE6,
  wholeShares,
  type Amount,
  type Asset,
  type Currency,
  type ListingId,
} from '../base/amount.ts'
import { aCustomer, aFill, anOrder } from '../base/ids.testing.ts'
import { HOUR } from '../base/instant.ts'
import { emptyBalance, move, type Balance, type Line } from '../ledger/ledger.rules.ts'
import type { ExchangeRate, Quote } from '../market/market.contract.ts'
import { decideFill, type Fill } from './fills.rules.ts'
import { NO_CHARGES } from './charges.rules.ts'
import { NEWEST_FEE_TABLE } from './fees.rules.ts'
import type { Lot } from './lots.rules.ts'
import { decideOrder } from './placing.rules.ts'

/*
 * At constant quotes no customer comes out with more than they had: whatever they buy, sell and convert, in however
 * many orders and fills. Worth is exact: shares at their bid, dollars in euros at the rate, nothing rounded.
 */

const MADRID: ListingId = 'XMAD:ESP'
const NEW_YORK: ListingId = 'XNYS:ABC'
const CUSTOMER = aCustomer('01890000-0000-7000-8000-00000000000a')
const NOW = Date.UTC(2026, 10, 20, 15)
const RATE_UNIT = 1_000_000n

interface Sides {
  readonly bid: bigint
  readonly ask: bigint
}
type Quotes = ReadonlyMap<ListingId, Sides>

function readSides(quotes: Quotes, listing: ListingId): Sides {
  const sides = quotes.get(listing)
  if (!sides) throw new Error(`${listing} has no quote`)
  return sides
}

interface World {
  readonly quotes: Quotes
  readonly rate: ExchangeRate
}

interface Act {
  readonly listing: ListingId
  readonly side: 'buy' | 'sell'
  readonly shares: bigint
}

/** A customer's balances and lots. Acts change them in place. */
interface Account {
  readonly balances: Map<Asset, Balance>
  lots: Lot[]
  acts: number
}

const quoteOf = ({ quotes }: World, listing: ListingId, at: number): Quote => {
  const { bid, ask } = readSides(quotes, listing)
  return { listing, at, bid: priceE4(bid), ask: priceE4(ask), bidSize: 9n, askSize: 9n, last: priceE4(ask) }
}

const accountWith = (cash: Readonly<Record<Currency, bigint>>): Account => ({
  balances: new Map(
    (['EUR', 'USD'] as const).map((asset) => [asset, { ...emptyBalance(CUSTOMER, asset), free: cash[asset] }]),
  ),
  lots: [],
  acts: 0,
})

const unitsOf = ({ balances }: Account, asset: Asset): bigint =>
  (balances.get(asset)?.free ?? 0n) + (balances.get(asset)?.held ?? 0n)

/** The worth in ten-thousandths of a euro, times the rate: an integer, so that nothing is rounded. */
function worthOf(account: Account, { quotes, rate }: World): bigint {
  const worthIn = (currency: Currency, listing: ListingId): bigint =>
    unitsOf(account, currency) * 100n + unitsOf(account, listing) * readSides(quotes, listing).bid
  return worthIn('EUR', MADRID) * rate.rate + worthIn('USD', NEW_YORK) * RATE_UNIT
}

function post(account: Account, lines: readonly Line[]): void {
  for (const line of lines) {
    const before = account.balances.get(line.asset) ?? emptyBalance(CUSTOMER, line.asset)
    const posting = { customer: CUSTOMER, cause: { kind: 'order', id: 'x' } as const, at: NOW }
    const version = before.version + 1
    account.balances.set(line.asset, move(before, posting, line, { version, posting: version }).balance)
  }
}

/** Places and fills an order by the real rules. Null if it was refused: then nothing has changed. */
function trade(account: Account, world: World, { listing, side, shares }: Act): Fill | null {
  account.acts += 1
  const ticket = { id: anOrder(`order-${account.acts}`), listing, side, shares: wholeShares(shares), limit: null }
  const decision = decideOrder(CUSTOMER, { ...ticket, timeInForce: 'gtc' }, {
    node: 'one',
    now: NOW,
    marketNow: NOW,
    kind: 'share',
    halted: false,
    pausedSince: null,
    publicUntil: null,
    session: { venue: 'XNYS', day: '2026-11-20', open: NOW - HOUR, close: NOW + HOUR },
    sessionAfter: () => null,
    quote: quoteOf(world, listing, NOW),
    staleAfterMs: 30_000,
    isUnquoted: false,
    hasRates: true,
    rate: world.rate,
    free: (asset) => account.balances.get(asset)?.free ?? 0n,
    openOrders: 0,
    lot: null,
    feeTable: NEWEST_FEE_TABLE,
    covers: null,
  }) // prettier-ignore
  if ('refused' in decision) return null
  post(account, decision.lines)
  const filled = decideFill(decision.order, decision.order.shares, {
    now: NOW + account.acts,
    quote: quoteOf(world, listing, NOW + 1),
    source: 'practice',
    rate: world.rate,
    lots: account.lots.filter((lot) => lot.listing === listing && lot.left > 0n),
    fillId: aFill(`fill-${account.acts}`),
    posting: 1,
    free: 0n,
    before: NO_CHARGES,
  })
  if (!filled) throw new Error('An order at constant quotes is filled within its hold')
  post(account, filled.lines)
  const changed = filled.lots
  account.lots = [...account.lots.filter(({ id }) => changed.every((lot) => lot.id !== id)), ...changed]
  return filled.fill
}

// Down to the least price there is, where a cent is many shares.
const price = fc.oneof(fc.bigInt(1n, 120n), fc.bigInt(1n, 20_000n), fc.bigInt(1n, 5_000_000n))
const sides = fc.tuple(price, fc.bigInt(0n, 50n)).map(([bid, spread]): Sides => ({ bid, ask: bid + spread }))
const world = fc.tuple(sides, sides, fc.bigInt(500_000n, 2_000_000n)).map(([madrid, newYork, rate]): World => ({
  quotes: new Map([
    [MADRID, madrid],
    [NEW_YORK, newYork],
  ]),
  rate: { rate: rateE6(rate), markupBps: basisPoints(20n), at: NOW, source: 'practice' },
}))
const cash = fc.record({ EUR: fc.bigInt(0n, 200_000n), USD: fc.bigInt(0n, 200_000n) })
const count = fc.oneof(fc.bigInt(1n, 5n), fc.bigInt(1n, 500n))
const act = fc.record({
  listing: fc.constantFrom(MADRID, NEW_YORK),
  side: fc.constantFrom('buy' as const, 'sell' as const),
  shares: count,
})

test('no sequence of orders, in either currency, leaves a customer with more than before', () => {
  let accepted = 0
  fc.assert(
    fc.property(world, cash, fc.array(act, { minLength: 1, maxLength: 40 }), (market, purse, acts) => {
      const account = accountWith(purse)
      const before = worthOf(account, market)
      let last = before
      for (const one of acts) {
        if (trade(account, market, one)) accepted += 1
        const now = worthOf(account, market)
        expect(now <= last).toBe(true)
        last = now
      }
      // In cash alone as well: all that is left is sold in one order for each share.
      for (const listing of [MADRID, NEW_YORK] as const) {
        const shares = unitsOf(account, listing)
        if (shares > 0n) expect(trade(account, market, { listing, side: 'sell', shares })).not.toBeNull()
      }
      const cashOf = (asset: Currency) => unitsOf(account, asset)
      expect(cashOf('EUR') * market.rate.rate + cashOf('USD') * RATE_UNIT <= purse.EUR * market.rate.rate + purse.USD * RATE_UNIT).toBe(true) // prettier-ignore
    }),
    { numRuns: 400, endOnFailure: true },
  )
  expect(accepted).toBeGreaterThan(1_000)
})

test('after any sequence each currency is what came in, was converted and was booked as results, less the cost of lots', () => {
  fc.assert(
    fc.property(world, cash, fc.array(act, { minLength: 1, maxLength: 40 }), (market, purse, acts) => {
      const account = accountWith(purse)
      const booked: Record<Currency, bigint> = { ...purse }
      for (const one of acts) {
        const fill = trade(account, market, one)
        if (!fill) continue
        booked[currencyFor(fill.listing)] += fill.realised ?? 0n
        for (const [amount, sign] of signsOf(fill)) if (isCurrency(amount.asset)) booked[amount.asset] += sign * amount.units
      }
      for (const currency of ['EUR', 'USD'] as const) {
        const lots = account.lots.filter(({ listing }) => currencyFor(listing) === currency)
        const cost = lots.reduce((sum, lot) => sum + lot.costLeft, 0n)
        expect(unitsOf(account, currency)).toBe(booked[currency] - cost)
      }
      for (const listing of [MADRID, NEW_YORK]) {
        const open = account.lots.filter((lot) => lot.listing === listing).reduce((sum, lot) => sum + lot.left, 0n)
        expect(open).toBe(unitsOf(account, listing))
      }
    }),
    { numRuns: 300, endOnFailure: true },
  ) // prettier-ignore
})

/** The amounts of a fill's conversion, with the sign that each has for the customer. */
const signsOf = ({ conversion }: Fill): [Amount, bigint][] =>
  conversion ? [[conversion.paid, -1n], [conversion.markup, -1n], [conversion.received, 1n]] : [] // prettier-ignore

test('an order that is split is never cheaper, and its sale never brings more', () => {
  const split = fc.array(count, { minLength: 2, maxLength: 10 })
  let compared = 0
  fc.assert(
    fc.property(world, cash, fc.constantFrom(MADRID, NEW_YORK), split, (market, purse, listing, parts) => {
      const [once, apart] = [accountWith(purse), accountWith(purse)]
      const all = parts.reduce((sum, shares) => sum + shares, 0n)
      fc.pre(trade(once, market, { listing, side: 'buy', shares: all }) !== null)
      fc.pre(parts.every((shares) => trade(apart, market, { listing, side: 'buy', shares }) !== null))
      expect(worthOf(apart, market) <= worthOf(once, market)).toBe(true)
      for (const shares of parts) trade(apart, market, { listing, side: 'sell', shares })
      trade(once, market, { listing, side: 'sell', shares: all })
      expect(worthOf(apart, market) <= worthOf(once, market)).toBe(true)
      compared += 1
    }),
    { numRuns: 300, endOnFailure: true },
  )
  expect(compared).toBe(300)
})
