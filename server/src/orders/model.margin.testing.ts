import type { Asset } from '@lonja/core/base/amount'
import { wholeShares } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId, LotId, OrderId } from '@lonja/core/base/ids'
import { MINUTE, type Instant } from '@lonja/core/base/instant'
import { isRefused } from '@lonja/core/base/refusal'
import { chargesFor, financedAt, interestLines, lastNightAt, nightAfter } from '@lonja/core/interest/interest.rules'
import {
  NOT_WARNED,
  decideWarnings,
  isClosedOut,
  judgementOf,
  lotsToClose,
  type JudgedAccount,
  type LotToClose,
  type WarningStates,
} from '@lonja/core/margin/judging.rules'
import { emptyBalance } from '@lonja/core/ledger/ledger.rules'
import { unasked } from '@lonja/core/orders/asking.rules'
import type { Lot } from '@lonja/core/orders/lots.rules'
import { isCloseOut, isOpen, type Order } from '@lonja/core/orders/orders.rules'
import type { Book } from '../database/book.ts'
import { post } from '../ledger/ledger.actions.ts'
import { balances } from '../ledger/ledger.store.ts'
import { closingOut } from './closeouts.lane.ts'
import { cancelling } from './ending.lane.ts'
import { LISTINGS, type WalkedMarket } from './model.market.testing.ts'
import type { TradingParts } from './orders.actions.ts'
import { orders } from './orders.store.ts'

/*
 * The rounds of a server that judge accounts and charge nights, on the books of `model.house.testing.ts`: by the rules and
 * the commands of the lane, in place of the transactions that read and write them.
 */

interface Parts {
  readonly book: Book
  readonly trading: TradingParts
  readonly lotsIn: (customer: CustomerId) => readonly Lot[]
  readonly walked: WalkedMarket
  readonly changed: Set<CustomerId>
  readonly placed: Map<CustomerId, OrderId[]>
}

export function marginInMemory(parts: Parts) {
  const { book, walked, lotsIn, changed } = parts
  const warned = new Map<CustomerId, WarningStates>()
  return {
    /** Judges an account at a whole minute, up to which every event is decided. */
    judge: async (customer: CustomerId, minute: Instant, nextId: () => OrderId): Promise<void> => {
      const own = lotsIn(customer).filter(({ left }) => left > 0n)
      const isCandidate =
        own.some(({ financedLeft }) => financedLeft > 0n) &&
        own.some(({ listing }) => walked.source.quotesIn(listing, minute - MINUTE, minute, 1).length > 0)
      const judged = isCandidate ? judgementOf(accountIn(parts, customer, minute)) : null
      if (!judged) return
      changed.add(customer)
      const closes = isClosedOut(judged) && (await closeOut(parts, customer, minute, nextId))
      const after = decideWarnings(judged, warned.get(customer) ?? NOT_WARNED).warned
      warned.set(customer, closes ? { full: true, near: true } : after)
    },
    /** Charges the nights that have begun between two instants. */
    nights: (customer: CustomerId, from: Instant, to: Instant): void => {
      for (let night = nightAfter(lastNightAt(from)); night.at <= to; night = nightAfter(night)) {
        const charges = chargesFor(financedAt(lotsIn(customer), []))
        if (charges.length === 0) continue
        const lines = interestLines(charges, (asset) => book.on(balances).find({ customer, asset })?.free ?? 0n)
        post(book, { customer, cause: { kind: 'night', id: night.day }, at: to, lines })
        changed.add(customer)
      }
    },
    sayWarned: (customer: CustomerId): string => {
      const { full, near } = warned.get(customer) ?? NOT_WARNED
      return `warned ${full} ${near}`
    },
  }
}

const openOf = ({ book, trading }: Parts, customer: CustomerId): Order[] =>
  trading.open
    .idsOf(customer)
    .flatMap((id) => book.on(orders).find({ customer, id }) ?? [])
    .filter(isOpen)

function accountIn(parts: Parts, customer: CustomerId, at: Instant): JudgedAccount {
  const { book, lotsIn, walked } = parts
  const own = (asset: Asset) => book.on(balances).find({ customer, asset }) ?? emptyBalance(customer, asset)
  const selling = openOf(parts, customer).filter(isCloseOut)
  return {
    balances: (['EUR', 'USD', ...LISTINGS] as const).map(own),
    lots: lotsIn(customer)
      .filter(({ left }) => left > 0n)
      .map((lot) => ({ ...lot, closing: wholeShares(closingOf(selling, lot.id)) })),
    lent: 0n,
    last: (listing) => walked.source.quoteAt(listing, at)?.last ?? null,
    rate: walked.source.rateAt(at)?.rate ?? null,
  }
}

const closingOf = (selling: readonly Order[], lot: LotId): bigint =>
  selling.reduce((sum, each) => (each.conditions?.lot === lot ? sum + each.shares - each.filled : sum), 0n)

/** Closes shares of an account, once the customer's own sells are out of the way. */
async function closeOut(parts: Parts, customer: CustomerId, minute: Instant, nextId: () => OrderId): Promise<boolean> {
  const { trading, placed } = parts
  const chosen = lotsToClose(accountIn(parts, customer, minute))
  if (chosen.length === 0) return false
  await makeFree(parts, customer, chosen)
  for (const { lot, listing, shares } of chosen) {
    const id = nextId()
    const order = await trading.lane.submit(
      closingOut({ customer, id, listing, lot, shares, marketAt: minute }, trading),
    )
    assert(!isRefused(order), 'an order of the house is not refused')
    trading.open.take(order)
    placed.set(customer, [...(placed.get(customer) ?? []), id])
  }
  return true
}

/** As in the server: sells of lots that are short, and sells of the oldest lots where shares of the listing lack. */
async function makeFree(parts: Parts, customer: CustomerId, chosen: readonly LotToClose[]): Promise<void> {
  const { book, trading, lotsIn } = parts
  const free = new Map(
    LISTINGS.map((asset) => [asset, book.on(balances).find({ customer, asset })?.free ?? 0n] as const),
  )
  const short = chosen.flatMap(({ lot, shares }) => {
    const standing = lotsIn(customer).find(({ id }) => id === lot)
    return standing && unasked(standing) < shares ? [standing.id, standing.order] : []
  })
  for (const order of openOf(parts, customer)) {
    if (order.side !== 'sell' || isCloseOut(order)) continue
    const { listing, conditions } = order
    const total = chosen.reduce((sum, each) => (each.listing === listing ? sum + each.shares : sum), 0n)
    const named = conditions?.lot ?? conditions?.ofBuy ?? null
    const isInTheWay = named === null ? total > (free.get(listing) ?? 0n) : short.some((each) => each === named)
    if (!isInTheWay) continue
    const group = { customer, listing, side: order.side, members: trading.open.group(order) }
    const terms = { reason: 'close_out', isNoticed: true } as const
    const ended = await trading.lane.submit(cancelling({ customer }, order.id, group, trading, terms))
    assert(!isRefused(ended) && !ended.overtakenBy, 'every event is decided')
    trading.open.take(ended.order)
  }
}
