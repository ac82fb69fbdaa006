import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  costOf,
  currencyFor,
  priceE4,
  rateE6,
  cents,
  minOf,
  plus,
  wholeShares,
  negated,
  type Amount,
  type Currency,
  type ListingId,
} from '../base/amount.ts'
import { aCustomer, anOrder, aFill, aLot } from '../base/ids.testing.ts'
import type { EntryKind } from '../ledger/ledger.contract.ts'
import type { HouseAccount } from '../ledger/ledger.contract.ts'
import { closeLots, type Closing, type Lot } from '../orders/lots.rules.ts'
import { curveFor, instantsFor } from './curve.rules.ts'
import {
  allFigures,
  dayChangeFor,
  displayFigures,
  figuresFor,
  identityGap,
  type Flow,
  type PortfolioFacts,
} from './portfolio.rules.ts'

const US: ListingId = 'XNYS:ABC'
const ES: ListingId = 'XMAD:ESP'

/** A second, plain implementation of a customer's books: cash, lots and their changes. */
function openBooks() {
  const cash = { EUR: 0n, USD: 0n }
  const flows: Flow[] = []
  let lots: Lot[] = []
  const closings: Closing[] = []
  let count = 0
  const moved = (
    kind: EntryKind,
    counter: HouseAccount,
    { asset, units }: { asset: Currency; units: bigint },
  ): void => {
    cash[asset] += units
    flows.push({ asset, kind, counter, came: units > 0n ? units : 0n, went: units < 0n ? -units : 0n })
  }
  const of = (currency: Currency): bigint =>
    closings
      .filter(({ listing }) => currencyFor(listing) === currency)
      .reduce((sum, { realised }) => sum + realised, 0n)
  return {
    moved,
    buy: (listing: ListingId, quantity: bigint, price: bigint, paid: bigint): void => {
      const [shares, fee] = [wholeShares(quantity), cents(paid)]
      const currency = currencyFor(listing)
      const cost = costOf(priceE4(price), shares)
      moved('buy', 'market', { asset: currency, units: negated(cost) })
      moved('fee', 'fees', { asset: currency, units: negated(fee) })
      const id = `lot-${(count += 1)}`
      const of = { customer: aCustomer('c'), id: aLot(id), order: anOrder(id) }
      const lot = { listing, openedAt: count, price: priceE4(price), shares }
      lots.push({
        ...of,
        ...lot,
        cost: plus(cost, fee),
        fee,
        left: shares,
        costLeft: plus(cost, fee),
        leverage: 1,
        financedLeft: cents(0n),
        reserved: wholeShares(0n),
        guarded: wholeShares(0n),
        run: null,
      })
    },
    sell: (listing: ListingId, quantity: bigint, price: bigint, paid: bigint): void => {
      const lotsOfListing = lots.filter((lot) => lot.listing === listing)
      const have = lotsOfListing.reduce((sum, { left }) => plus(sum, left), wholeShares(0n))
      const [shares, fee] = [minOf(wholeShares(quantity), have), cents(paid)]
      if (shares === 0n) return
      const proceeds = costOf(priceE4(price), shares)
      const of = { fill: aFill(`fill-${(count += 1)}`), order: anOrder('o') }
      const sale = {
        ...of,
        at: count,
        price: priceE4(price),
        shares,
        proceeds,
        fee,
        lot: null,
        sellType: 'customer' as const,
      }
      const closed = closeLots(lotsOfListing, sale)
      lots = lots.map((lot) => closed.lots.find(({ id }) => id === lot.id) ?? lot)
      closings.push(...closed.closings)
      moved('sell', 'market', { asset: currencyFor(listing), units: proceeds })
      moved('fee', 'fees', { asset: currencyFor(listing), units: negated(fee) })
    },
    facts: (prices: Partial<Record<ListingId, bigint>>): PortfolioFacts => ({
      balances: [
        { asset: 'EUR', free: cash.EUR, held: 0n },
        { asset: 'USD', free: cash.USD, held: 0n },
      ],
      lots: lots.filter(({ left }) => left > 0n),
      flows,
      realised: { EUR: of('EUR'), USD: of('USD') },
      last: (listing) => {
        const price = prices[listing]
        return price === undefined ? null : priceE4(price)
      },
    }),
  }
}

const money = fc.bigInt({ min: 1n, max: 10n ** 12n })
const price = fc.bigInt({ min: 1n, max: 10n ** 8n })
const shares = fc.bigInt({ min: 1n, max: 10n ** 6n })
const fee = fc.bigInt({ min: 0n, max: 10n ** 5n })
const listing = fc.constantFrom(US, ES)
const currency = fc.constantFrom<Currency>('EUR', 'USD')
const step = fc.oneof(
  fc.record({ do: fc.constant('grant' as const), asset: currency, units: money }),
  fc.record({ do: fc.constant('withdraw' as const), asset: currency, units: money }),
  fc.record({ do: fc.constant('convert' as const), asset: currency, units: money, got: money, markup: fee }),
  fc.record({ do: fc.constant('dividend' as const), asset: currency, units: money }),
  fc.record({ do: fc.constant('buy' as const), listing, shares, price, fee }),
  fc.record({ do: fc.constant('sell' as const), listing, shares, price, fee }),
)

const walked = (steps: readonly (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) => {
  const books = openBooks()
  for (const one of steps) {
    if (one.do === 'grant') books.moved('grant', 'grants', one)
    else if (one.do === 'withdraw') books.moved('withdrawal', 'grants', { asset: one.asset, units: -one.units })
    else if (one.do === 'dividend') books.moved('dividend', 'market', one)
    else if (one.do === 'convert') {
      books.moved('conversion', 'conversion', { asset: one.asset, units: -one.units })
      if (one.markup > 0n) books.moved('conversion', 'markup', { asset: one.asset, units: -one.markup })
      books.moved('conversion', 'conversion', { asset: one.asset === 'EUR' ? 'USD' : 'EUR', units: one.got })
    } else if (one.do === 'buy') books.buy(one.listing, one.shares, one.price, one.fee)
    else books.sell(one.listing, one.shares, one.price, one.fee)
  }
  return books
}

describe('the identity', () => {
  test('holds to the cent, by currency, for any history and any prices', () => {
    const prices = fc.record({ [US]: fc.option(price, { nil: undefined }), [ES]: fc.option(price, { nil: undefined }) })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), prices, (steps, last) => {
        const facts = walked(steps).facts(last)
        for (const figures of allFigures(facts))
          expect([figures.currency, identityGap(figures)]).toEqual([figures.currency, 0n])
      }),
      { numRuns: 500 },
    )
  })

  test('misses by a cent that was not posted', () => {
    const books = openBooks()
    books.moved('grant', 'grants', { asset: 'EUR', units: 100n })
    const facts = books.facts({})
    const balances = [{ asset: 'EUR' as const, free: 101n, held: 0n }]
    expect(identityGap(figuresFor('EUR', { ...facts, balances }))).toBe(1n)
  })
})

describe('each figure by its definition', () => {
  const books = openBooks()
  books.moved('grant', 'grants', { asset: 'EUR', units: 1_000_000n })
  books.moved('conversion', 'conversion', { asset: 'EUR', units: -200_000n })
  books.moved('conversion', 'markup', { asset: 'EUR', units: -400n })
  books.moved('conversion', 'conversion', { asset: 'USD', units: 220_000n })
  books.buy(US, 100n, 100_000n, 100n) // 100 at 10.00
  books.buy(US, 100n, 110_000n, 110n) // 100 at 11.00
  books.sell(US, 150n, 120_000n, 180n) // 150 at 12.00: 1,800.00 − 1.80 − (1,001.00 + 550.55)
  const facts = books.facts({ [US]: 125_000n })

  test('in dollars', () => {
    expect(figuresFor('USD', facts)).toMatchObject({
      free: 220_000n - 100_100n - 110_110n + 180_000n - 180n,
      held: 0n,
      cost: 55_055n,
      marketValue: 62_500n,
      unrealised: 7_445n,
      realised: 24_665n,
      accumulated: 24_665n,
      convertedIn: 220_000n,
      convertedOut: 0n,
      paidIn: 0n,
      total: 189_610n + 62_500n,
    })
  })

  test('in euros: the markup is a cost, what was converted is not', () => {
    expect(figuresFor('EUR', facts)).toMatchObject({
      paidIn: 1_000_000n,
      convertedOut: 200_000n,
      accumulated: -400n,
      total: 799_600n,
    })
  })

  test('shares without a price count at cost', () => {
    expect(figuresFor('USD', books.facts({}))).toMatchObject({ marketValue: 55_055n, unrealised: 0n })
  })

  test('held cash is part of the total', () => {
    const balances = [{ asset: 'EUR' as const, free: 700_000n, held: 99_600n }]
    expect(figuresFor('EUR', { ...facts, balances })).toMatchObject({ free: 700_000n, held: 99_600n, total: 799_600n })
  })

  test('in the display currency, at the rate; without one, only its own', () => {
    const byCurrency = allFigures(facts)
    expect(displayFigures(byCurrency, 'EUR', rateE6(1_100_000n)).total).toBe(799_600n + 229_191n) // 252,110 / 1.1
    expect(displayFigures(byCurrency, 'USD', rateE6(1_100_000n)).total).toBe(252_110n + 879_560n)
    expect(displayFigures(byCurrency, 'EUR', null).total).toBe(799_600n)
  })
})

describe('what changed since the day began', () => {
  const now = (total: bigint, change: Partial<ReturnType<typeof figuresFor>> = {}) => ({
    ...figuresFor('USD', openBooks().facts({})),
    total,
    ...change,
  })
  const start = (units: bigint, close: bigint | null) => ({
    balances: [
      { asset: 'USD' as const, units: 1_000n },
      { asset: US, units },
      { asset: ES, units: 50n },
    ],
    flows: [],
    previousClose: () => (close === null ? null : priceE4(close)),
  })

  test.each<[string, ReturnType<typeof now>, ReturnType<typeof start>, bigint | null]>([
    ['shares that rose', now(1_300n), start(10n, 2_000n), 100n],
    ['money that was paid in is no gain', now(1_800n, { paidIn: 500n }), start(10n, 2_000n), 100n],
    ['nor what was converted', now(1_500n, { convertedIn: 200n }), start(10n, 2_000n), 100n],
    ['no previous close', now(1_300n), start(10n, null), null],
    ['no previous close of nothing', now(1_300n), start(0n, null), 300n],
  ])('%s', (_line, figures, began, change) => expect(dayChangeFor(figures, began)).toBe(change))
})

describe('the curve of a day', () => {
  const minutes = 60_000
  test('has at most so many points, on whole steps, now the last', () => {
    expect(instantsFor(0, 24 * 60 * minutes, 100)).toHaveLength(97)
    expect(instantsFor(0, 12 * minutes, 100)).toEqual([0, 5 * minutes, 10 * minutes, 12 * minutes])
    expect(instantsFor(7, 7, 100)).toEqual([7])
  })

  test('counts what there was then, at the price known then', () => {
    const facts = {
      start: [{ asset: 'EUR' as const, units: 1_000n }],
      changes: [
        { asset: 'EUR' as const, units: -500n, at: 10, paid: false },
        { asset: ES, units: 5n, at: 10, paid: false },
      ],
      wallOf: (at: number) => at,
      priceAt: (_listing: ListingId, at: number) => priceE4(BigInt(at) * 1_000n),
      display: (_asset: Amount['asset'], units: bigint) => units,
    }
    expect(curveFor([0, 9, 10, 20], facts)).toEqual([1_000n, 1_000n, 1_000n, 500n + 1_000n])
    // Money paid in at noon is no result, so the curve includes it from the start.
    const paid = { asset: 'EUR' as const, units: 700n, at: 15, paid: true }
    expect(curveFor([0, 9, 10, 20], { ...facts, changes: [...facts.changes, paid] })).toEqual([
      1_700n,
      1_700n,
      1_700n,
      2_200n,
    ])
  })
})
