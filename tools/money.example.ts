import {
  eur,
  priceE4,
  rateE6,
  wholeShares,
  basisPoints,
  type Amount,
  type Asset,
  type ListingId,
} from '@lonja/core/base/amount'
import { formatAmount } from '@lonja/core/base/formats'
import { aCustomer, aFill, anOrder } from '@lonja/core/base/ids.testing'
import {
  SIGN_UP_GRANT,
  emptyBalance,
  freeLine,
  move,
  type Balance,
  type Entry,
  type Line,
} from '@lonja/core/ledger/ledger.rules'
import type { ExchangeRate, Quote } from '@lonja/core/market/market.contract'
import { NEWEST_FEE_TABLE } from '@lonja/core/orders/fees.rules'
import { NO_CHARGES } from '@lonja/core/orders/charges.rules'
import { decideFill } from '@lonja/core/orders/fills.rules'
import type { Lot } from '@lonja/core/orders/lots.rules'
import type { Order } from '@lonja/core/orders/orders.rules'
import { decideOrder, type OrderFacts } from '@lonja/core/orders/placing.rules'

/**
 * The example of docs/MONEY.md, computed by the rules themselves: a grant in euros, a buy in New York paid by
 * conversion, a sell. The document contains this output, and a test compares the two.
 */

const CUSTOMER = aCustomer('019a0000-0000-7000-8000-000000000001')
const LISTING: ListingId = 'XNYS:ABC'
const OPEN = Date.UTC(2026, 0, 5, 14, 30)
const CLOSE = Date.UTC(2026, 0, 5, 21)
const RATE: ExchangeRate = {
  rate: rateE6(1_081_500n),
  markupBps: basisPoints(20n),
  at: OPEN + 60_000,
  source: 'practice',
}

const quoteAt = (at: number, bid: bigint, ask: bigint): Quote => ({
  listing: LISTING,
  at,
  bid: priceE4(bid),
  ask: priceE4(ask),
  bidSize: 500n,
  askSize: 500n,
  last: priceE4(bid),
})

interface Account {
  readonly balances: Map<Asset, Balance>
  readonly entries: Entry[]
  readonly captions: string[]
}

/** The entries of the example, one per line of a table, with the balances before and after. */
export function workedExample(): string {
  const account: Account = { balances: new Map(), entries: [], captions: [] }
  postLines(account, 'the starting grant', [freeLine('grant', 'grants', eur(5_000_00n))])

  const buy = ordered(account, 'buy', quoteAt(OPEN + 60_000, 200_400n, 200_500n), [])
  postLines(account, 'the buy is placed: its cash is held', buy.lines)
  const bought = filled(buy.order, quoteAt(OPEN + 61_000, 200_500n, 200_600n), [])
  postLines(account, 'it fills at the ask of the next quote', bought.lines)

  const sell = ordered(account, 'sell', quoteAt(OPEN + 120_000, 210_000n, 210_100n), bought.lots)
  postLines(account, 'the sell is placed: its shares are held', sell.lines)
  const sold = filled(sell.order, quoteAt(OPEN + 121_000, 209_900n, 210_000n), bought.lots)
  postLines(account, 'it fills at the bid', sold.lines)

  const head = ['| What happens | Kind | Against | Free | Held |', '|---|---|---|---|---|']
  const rows = account.entries.map((entry, at) => rowFor(entry, account.captions[at] ?? ''))
  const result = { asset: 'USD' as const, units: sold.fill.realised ?? 0n }
  return [...head, ...rows, '', `Result of the sale: ${formatAmount(result, 'en', 'results')}.`].join('\n')
}

function ordered(account: Account, side: 'buy' | 'sell', quote: Quote, lots: readonly Lot[]) {
  const facts: OrderFacts = {
    node: 'one',
    now: quote.at,
    marketNow: quote.at,
    kind: 'share',
    halted: false,
    pausedSince: null,
    publicUntil: null,
    session: { venue: 'XNYS', day: '2026-01-05', open: OPEN, close: CLOSE },
    sessionAfter: () => null,
    quote,
    staleAfterMs: 30_000,
    isUnquoted: false,
    hasRates: true,
    rate: RATE,
    free: (asset) => account.balances.get(asset)?.free ?? 0n,
    openOrders: 0,
    lot: null,
    feeTable: NEWEST_FEE_TABLE,
    covers: null,
  }
  const ticket = {
    id: anOrder(`${side}-${lots.length}`),
    listing: LISTING,
    side,
    shares: wholeShares(10n),
    limit: null,
    timeInForce: 'day' as const,
  }
  const decision = decideOrder(CUSTOMER, ticket, facts)
  if ('refused' in decision) throw new Error(`The example was refused: ${decision.refused}`)
  return decision
}

function filled(order: Order, quote: Quote, lots: readonly Lot[]) {
  const facts = {
    now: quote.at,
    quote,
    source: 'practice',
    rate: RATE,
    lots,
    fillId: aFill(`fill-${order.id}`),
    posting: 1,
    free: 0n,
    before: NO_CHARGES,
  }
  const decision = decideFill(order, order.shares, facts)
  if (!decision) throw new Error('The example did not fill')
  return decision
}

function postLines(account: Account, caption: string, lines: readonly Line[]): void {
  for (const [at, line] of lines.entries()) {
    const before = account.balances.get(line.asset) ?? emptyBalance(CUSTOMER, line.asset)
    const version = account.entries.length + 1
    const moved = move(before, { customer: CUSTOMER, cause: SIGN_UP_GRANT, at: OPEN }, line, {
      version,
      posting: version - at,
    })
    account.balances.set(line.asset, moved.balance)
    account.entries.push(moved.entry)
    account.captions.push(at === 0 ? caption : '')
  }
}

function rowFor(
  { kind, counter, asset, freeBefore, freeAfter, heldBefore, heldAfter }: Entry,
  caption: string,
): string {
  const change = (before: bigint, after: bigint): string =>
    before === after ? '' : `${text({ asset, units: before })} → ${text({ asset, units: after })}`
  return `| ${caption} | ${kind} | ${counter} | ${change(freeBefore, freeAfter)} | ${change(heldBefore, heldAfter)} |`
}

const text = (amount: Amount): string =>
  amount.asset === LISTING ? `${amount.units} ABC` : formatAmount(amount, 'en').replaceAll('\u00a0', ' ')
