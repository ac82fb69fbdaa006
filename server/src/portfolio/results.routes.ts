import { currencyFor, isCurrency, type Asset, type Currency, type ListingId } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { instantsFor } from '@lonja/core/portfolio/curve.rules'
import { OWED_ACCOUNTS, PAID_ACCOUNTS, inDisplay } from '@lonja/core/portfolio/portfolio.rules'
import { readResults } from '@lonja/core/portfolio/results.contract'
import {
  midnightsFor,
  shareResultsFor,
  totalsFor,
  DAY_POINTS,
  type AssetChange,
  type ResultSpan,
} from '@lonja/core/portfolio/results.rules'
import { readCustomer } from '../accounts/accounts.store.ts'
import type { Tx } from '../database/db.ts'
import { onRead, type Route } from '../door/serve.ts'
import { listMoved, versionBefore } from '../ledger/flows.store.ts'
import { historyOf, type History } from '../market/market.history.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { listOpenThrough, listRealisedAfter } from '../orders/results.store.ts'
import { lastStartOver } from './leaving.store.ts'
import { dayCloses, dayPrices, rateOf, startOf, withOfferPrices } from './portfolio.actions.ts'

const EVER = Number.MAX_SAFE_INTEGER

/** The total over time and the result by share, at the prices of one market. */
export function resultsRoutes(market: Market): Route[] {
  const history = historyOf(market)
  return [
    onRead(readResults, async ({ tx, customer, language }, { span }) => {
      const { displayCurrency: display } = await readCustomer(tx, customer)
      const facts = await spanOf(tx, customer, market, span)
      const { instants, start, moved } = facts
      const prices = await pricesOf(listingsIn(start, moved), { market, history, span, instants })
      const priceAt = await withOfferPrices(tx, customer, prices)
      const rate = rateOf(market)
      const total = totalsFor(instants.length, { start, moved, priceAt, display, rate })
      const last = instants.length - 1
      const shares = shareResultsFor(
        {
          realised: await listRealisedAfter(tx, customer, facts.after),
          before: {
            lots: await listOpenThrough(tx, customer, facts.after),
            last: (listing) => priceAt(listing, 0),
          },
          after: { lots: await listOpenThrough(tx, customer, EVER), last: (listing) => priceAt(listing, last) },
        },
        display,
        rate,
      )
      const result = (total[last] ?? 0n) - (total[0] ?? 0n)
      const inShown = (asset: Currency, units: bigint) => inDisplay({ asset, units }, display, rate) ?? 0n
      return {
        currency: display,
        at: [...instants],
        total,
        paid: paidIn(moved, inShown),
        payments: paymentsIn(moved, instants, inShown),
        startedOverAt: facts.startedOverAt,
        shares: shares.map((share) => ({
          ...share,
          name: nameOf(market, share.listing, language),
          currency: currencyFor(share.listing),
        })),
        rest: result - shares.reduce((sum, { shown }) => sum + (shown ?? 0n), 0n),
      }
    }),
  ]
}

/** The span of a customer: its instants, what there was at its start, and what moved since, up to each of them. */
async function spanOf(tx: Tx, customer: CustomerId, market: Market, span: ResultSpan) {
  const { joinedAt } = await readCustomer(tx, customer)
  const wallOf = (at: Instant): Instant => market.serverTimeOf(at) ?? EVER
  const overAt = await lastStartOver(tx, customer)
  const midnights = midnightsFor(span, { now: market.now(), firstAt: Math.max(joinedAt, overAt ?? 0), wallOf })
  const [from = market.now()] = midnights
  const instants = span === 'day' ? instantsFor(from, market.now(), DAY_POINTS) : midnights
  // A start-over hands everything back: a span that holds one begins after it.
  const isOver = overAt !== null && overAt >= wallOf(from)
  const after = await versionBefore(tx, customer, isOver ? overAt + 1 : wallOf(from) + 1)
  return {
    instants,
    after,
    startedOverAt: isOver ? overAt : null,
    start: await startOf(tx, customer, after),
    moved: await listMoved(tx, customer, after, instants.map(wallOf), { paidBy: PAID_ACCOUNTS, owedTo: OWED_ACCOUNTS }),
  }
}

const listingsIn = (...of: readonly (readonly { readonly asset: Asset }[])[]): ListingId[] => [
  ...new Set(of.flat().flatMap(({ asset }) => (isCurrency(asset) ? [] : [asset]))),
]

/** The prices of shares at the instants of a span: through a day every few minutes, else the last close. */
async function pricesOf(
  listings: readonly ListingId[],
  {
    market,
    history,
    span,
    instants,
  }: { market: Market; history: History; span: ResultSpan; instants: readonly Instant[] },
) {
  const [from = market.now()] = instants
  if (span === 'day') {
    const prices = dayPrices(listings, market, from)
    return (listing: ListingId, part: number) => prices(listing, instants[part] ?? from)
  }
  const range = { from, to: market.now() + 1, most: instants.length + 1 }
  for (const listing of listings) await history.make(listing, 'day', range)
  return dayCloses(listings, market, instants)
}

/** The money paid in less the money paid out, in the display currency. */
function paidIn(moved: readonly AssetChange[], shown: (asset: Currency, units: bigint) => bigint): bigint {
  const paid = { EUR: 0n, USD: 0n }
  for (const { asset, units, paid: isPaid } of moved) if (isPaid && isCurrency(asset)) paid[asset] += units
  return shown('EUR', paid.EUR) + shown('USD', paid.USD)
}

/** The payments at each point of the line that has any. */
function paymentsIn(
  moved: readonly AssetChange[],
  instants: readonly Instant[],
  shown: (asset: Currency, units: bigint) => bigint,
): { at: Instant; paid: bigint }[] {
  const own = moved.filter(({ paid }) => paid)
  return [...new Set(own.map(({ part }) => part))]
    .toSorted((one, other) => one - other)
    .flatMap((part) => {
      const at = instants[part]
      const inPart = own.filter((each) => each.part === part)
      const paid = paidIn(inPart, shown)
      return at === undefined || paid === 0n ? [] : [{ at, paid }]
    })
}
