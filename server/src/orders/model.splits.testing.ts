import type { ListingId, PriceE4 } from '@lonja/core/base/amount'
import { currencyFor } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import { isRefused } from '@lonja/core/base/refusal'
import { splitLines, splitLots } from '@lonja/core/corporate/corporate.rules'
import type { Line } from '@lonja/core/ledger/ledger.rules'
import type { Ratio } from '@lonja/core/market/actions'
import { isOpen, type Order } from '@lonja/core/orders/orders.rules'
import type { Book } from '../database/book.ts'
import { post } from '../ledger/ledger.actions.ts'
import { balances } from '../ledger/ledger.store.ts'
import { lots } from './lots.store.ts'
import type { WalkedMarket } from './model.market.testing.ts'
import type { TradingParts } from './orders.actions.ts'
import { orders } from './orders.store.ts'
import { splitting } from './splitting.lane.ts'

/*
 * A split on the books of `model.house.testing.ts`: by the rules and the commands of the lane, in the order in which
 * `server/src/corporate/corporate.actions.ts` carries it out within its transaction.
 */

interface Parts {
  readonly book: Book
  readonly trading: TradingParts
  readonly walked: WalkedMarket
  readonly changed: Set<CustomerId>
}

interface Split {
  readonly listing: ListingId
  readonly ratio: Ratio
  readonly close: PriceE4 | null
}

const ACTION = '00000000-0000-7000-8000-0000000000ac'

/** Splits the position of a customer and adjusts their open orders, once every event is decided. */
export async function splitInMemory(parts: Parts, customer: CustomerId, split: Split): Promise<void> {
  const { book, walked, changed } = parts
  const { listing, ratio, close } = split
  const at = walked.now()
  const moved = await splitOrders(parts, customer, split)
  const postMoved = (isMore: boolean): void => {
    for (const { order, lines } of moved)
      if (lines.length > 0 && lines.some(({ held }) => held > 0n) === isMore)
        post(book, { customer, cause: { kind: 'order', id: order.id }, at, lines })
  }
  postMoved(false)
  const before = book.on(lots).list({ customer, listing }).filter(({ left }) => left > 0n) // prettier-ignore
  const { lots: changes, ...change } = splitLots(before, ratio, close)
  const free = book.on(balances).find({ customer, asset: currencyFor(listing) })?.free ?? 0n
  const lines = splitLines(listing, change, free)
  if (lines.length > 0) post(book, { customer, cause: { kind: 'action', id: ACTION }, at, lines })
  for (const { after } of changes) book.on(lots).put(after)
  postMoved(true)
  if (before.length > 0) changed.add(customer)
}

async function splitOrders({ book, trading, walked }: Parts, customer: CustomerId, { listing, ratio }: Split) {
  const moved: { readonly order: Order; readonly lines: readonly Line[] }[] = []
  const terms = {
    split: { action: ACTION, ratio },
    recordAt: walked.now(),
    moved: (order: Order, lines: readonly Line[]) => void moved.push({ order, lines }),
  }
  for (const id of trading.open.idsOf(customer)) {
    const order = book.on(orders).find({ customer, id })
    if (!order || !isOpen(order) || order.listing !== listing) continue
    const group = { customer, listing, side: order.side, members: trading.open.group(order) }
    const result = await trading.lane.submit(splitting(customer, id, group, trading, terms))
    assert(!isRefused(result) && !result.overtakenBy && result.stale.length === 0, 'every event is decided')
    trading.open.take(result.order)
  }
  return moved
}
