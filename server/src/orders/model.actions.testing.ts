import { currencyFor, wholeShares, type ListingId, type PriceE4 } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { isRefused, type Refused } from '@lonja/core/base/refusal'
import {
  dividendLines,
  dividendOn,
  entitledShares,
  renameLots,
  splitLines,
  splitLots,
  symbolLines,
  withholdingOf,
} from '@lonja/core/corporate/corporate.rules'
import type { Line } from '@lonja/core/ledger/ledger.rules'
import type { Ratio } from '@lonja/core/market/actions'
import type { Lot } from '@lonja/core/orders/lots.rules'
import { isOpen, type Order } from '@lonja/core/orders/orders.rules'
import type { Book } from '../database/book.ts'
import { post } from '../ledger/ledger.actions.ts'
import { balances } from '../ledger/ledger.store.ts'
import type { EndResult } from './ending.lane.ts'
import { fills } from './fills.store.ts'
import { lots } from './lots.store.ts'
import type { Group } from './matching.lane.ts'
import type { WalkedMarket } from './model.market.testing.ts'
import { moving } from './moving.lane.ts'
import type { TradingParts } from './orders.actions.ts'
import { orders } from './orders.store.ts'
import { splitting } from './splitting.lane.ts'

/*
 * Corporate actions on the books of `model.house.testing.ts`: by the rules and the commands of the lane, in the order in
 * which `server/src/corporate/corporate.actions.ts` carries them out within its transaction.
 */

interface Parts {
  readonly book: Book
  readonly trading: TradingParts
  readonly walked: WalkedMarket
  readonly changed: Set<CustomerId>
  readonly ordersOf: (customer: CustomerId) => readonly Order[]
}

export interface Split {
  readonly listing: ListingId
  readonly ratio: Ratio
  readonly close: PriceE4 | null
}

export interface Dividend {
  readonly listing: ListingId
  readonly amount: PriceE4
  readonly recordAt: Instant
}

const ACTION = '00000000-0000-7000-8000-0000000000ac'
const CAUSE = { kind: 'action', id: ACTION } as const

export function actionsInMemory(parts: Parts) {
  return {
    /** Splits the position of a customer and adjusts their open orders, once every event is decided. */
    split: (customer: CustomerId, of: Split) => split(parts, customer, of),
    /** Pays a dividend on the shares of its record instant. */
    payDividend: (customer: CustomerId, of: Dividend) => payDividend(parts, customer, of),
    /** Moves the position and the open orders of a customer to a new ticker, once every event is decided. */
    rename: (customer: CustomerId, listing: ListingId, successor: ListingId) =>
      rename(parts, customer, listing, successor),
  }
}

const openLots = ({ book }: Parts, customer: CustomerId, listing: ListingId): Lot[] =>
  book
    .on(lots)
    .list({ customer, listing })
    .filter(({ left }) => left > 0n)

async function split(parts: Parts, customer: CustomerId, of: Split): Promise<void> {
  const { book, walked, changed, trading } = parts
  const { listing, ratio, close } = of
  const at = walked.now()
  const moved: { readonly order: Order; readonly lines: readonly Line[] }[] = []
  const terms = {
    split: { action: ACTION, ratio },
    recordAt: at,
    moved: (order: Order, lines: readonly Line[]) => void moved.push({ order, lines }),
  }
  await eachOpen(parts, customer, listing, (order, group) => splitting(order, group, trading, terms))
  const postMoved = (isMore: boolean): void => {
    for (const { order, lines } of moved)
      if (lines.length > 0 && lines.some(({ held }) => held > 0n) === isMore)
        post(book, { customer, cause: { kind: 'order', id: order.id }, at, lines })
  }
  postMoved(false)
  const before = openLots(parts, customer, listing)
  const { lots: changes, ...outcome } = splitLots(before, ratio, close)
  const free = book.on(balances).find({ customer, asset: currencyFor(listing) })?.free ?? 0n
  const lines = splitLines(listing, outcome, free)
  if (lines.length > 0) post(book, { customer, cause: CAUSE, at, lines })
  for (const { after } of changes) book.on(lots).put(after)
  postMoved(true)
  if (before.length > 0) changed.add(customer)
}

/** Runs a command on each open order of a customer on a listing. */
async function eachOpen(
  { book, trading }: Parts,
  customer: CustomerId,
  listing: ListingId,
  command: (order: Order, group: Group) => ReturnType<typeof moving>,
): Promise<void> {
  for (const id of trading.open.idsOf(customer)) {
    const order = book.on(orders).find({ customer, id })
    if (!order || !isOpen(order) || order.listing !== listing) continue
    const group = { customer, listing, side: order.side, members: trading.open.group(order) }
    const result: EndResult | Refused = await trading.lane.submit(command(order, group))
    assert(!isRefused(result) && !result.overtakenBy && result.stale.length === 0, 'every event is decided')
    trading.open.take(result.order)
  }
}

function payDividend(parts: Parts, customer: CustomerId, { listing, amount, recordAt }: Dividend): void {
  const { book, walked, changed } = parts
  const open = openLots(parts, customer, listing).reduce((sum, { left }) => sum + left, 0n)
  const shares = entitledShares({ open, ...fillsAfter(parts, customer, listing, recordAt) })
  const lines = dividendLines(listing, dividendOn(shares, amount, withholdingOf(listing)))
  if (lines.length === 0) return
  post(book, { customer, cause: CAUSE, at: walked.now(), lines })
  changed.add(customer)
}

/** The sums of `sumFillsAfter`, which the database counts. */
function fillsAfter({ book, ordersOf }: Parts, customer: CustomerId, listing: ListingId, after: Instant) {
  const later = ordersOf(customer)
    .flatMap(({ id }) => book.on(fills).list({ customer, order: id }))
    .filter((fill) => fill.listing === listing && fill.quote.at > after)
  const sum = (side: 'buy' | 'sell'): bigint =>
    later.reduce((shares, fill) => (fill.side === side ? shares + fill.shares : shares), 0n)
  return { bought: sum('buy'), sold: sum('sell') }
}

async function rename(parts: Parts, customer: CustomerId, listing: ListingId, successor: ListingId): Promise<void> {
  const { book, trading, walked, changed } = parts
  const recordAt = walked.now()
  let held = 0n
  const terms = {
    move: { action: ACTION, successor },
    recordAt,
    moved: (_order: Order, more: bigint) => void (held += more),
  }
  await eachOpen(parts, customer, listing, (order, group) => moving(order, group, trading, terms))
  const before = openLots(parts, customer, listing)
  const shares = wholeShares(before.reduce((sum, { left }) => sum + left, 0n))
  const lines = symbolLines(listing, successor, { shares, held: wholeShares(held) })
  if (lines.length > 0) post(book, { customer, cause: CAUSE, at: recordAt, lines })
  for (const { before: old, after } of renameLots(before, successor)) {
    // A server reads the row under its new listing alone. This book keeps its key, so what stays there is empty.
    book.on(lots).put({ ...old, ...EMPTY })
    book.on(lots).put(after)
  }
  if (before.length > 0) changed.add(customer)
}

const NO_SHARES = wholeShares(0n)
const EMPTY = { left: NO_SHARES, reserved: NO_SHARES, guarded: NO_SHARES }
