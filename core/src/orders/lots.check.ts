import { divideHalfEven, minOf, type Asset, type Currency, type ListingId } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { OrderId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import { add } from './amounts.check.ts'

/* The accounts of the model of orders: balances, debts, and lots with what the house has financed of them. */

/** An open lot: its shares that are left, their cost, and what the house has financed of it. */
export interface CheckLot {
  /** Its buy, and which of its fills it is of. */
  readonly name: string
  readonly buy: OrderId
  readonly openedAt: Instant
  left: bigint
  costLeft: bigint
  financedLeft: bigint
  /** The shares that open sells of this lot still ask for. */
  reserved: bigint
  /** The shares that the exit of its buy still asks for. */
  guarded: bigint
}

export type SellType = 'customer' | 'take_profit' | 'stop_loss' | 'close_out'

/** The part of a lot that a sell has closed. */
export interface CheckClosing {
  readonly listing: ListingId
  readonly lot: string
  readonly shares: bigint
  readonly cost: bigint
  readonly repaid: bigint
  readonly type: SellType
}

/** The balances, the debts and the open lots of a customer. */
export interface CheckAccount {
  readonly free: Map<Asset, bigint>
  readonly held: Map<Asset, bigint>
  readonly owed: Map<Asset, bigint>
  /** Oldest first. */
  readonly lots: Map<ListingId, CheckLot[]>
  readonly closings: CheckClosing[]
  /** The warnings that were given and are not armed again. */
  readonly warned: { full: boolean; near: boolean }
  openOrders: number
}

export const newAccount = (cash: readonly (readonly [Asset, bigint])[]): CheckAccount => ({
  free: new Map(cash),
  held: new Map(),
  owed: new Map(),
  lots: new Map(),
  closings: [],
  warned: { full: false, near: false },
  openOrders: 0,
})

export const lotName = (order: OrderId, fill: number): string => `${order} ${fill}`

export const lotsIn = ({ lots }: CheckAccount, listing: ListingId): CheckLot[] => lots.get(listing) ?? []

export const lotNamed = (account: CheckAccount, listing: ListingId, name: string): CheckLot | null =>
  lotsIn(account, listing).find((lot) => lot.name === name) ?? null

/** Pays what is owed out of what became free. */
export function payDebts({ free, owed }: CheckAccount): void {
  for (const currency of ['EUR', 'USD'] as const) {
    const paid = minOf(owed.get(currency) ?? 0n, free.get(currency) ?? 0n)
    if (paid === 0n) continue
    add(owed, currency, -paid)
    add(free, currency, -paid)
  }
}

/** Takes cash for the house. The part that is not free becomes a debt. */
export function pay(account: CheckAccount, currency: Currency, units: bigint): void {
  const own = minOf(units, account.free.get(currency) ?? 0n)
  if (own > 0n) add(account.free, currency, -own)
  if (units > own) add(account.owed, currency, units - own)
}

/** Some of the shares of an amount; the last ones take the rest. */
export const partOf = (amount: bigint, shares: bigint, left: bigint): bigint =>
  shares === left ? amount : divideHalfEven(amount * shares, left)

/** The lots that a sell closes: the one that it names, those of the buy whose exit it is, or else the oldest. */
interface Aim {
  readonly lot: string | null
  readonly ofBuy: OrderId | null
}

/** The shares of a lot that nothing asks for. */
export const unaskedOf = ({ left, reserved, guarded }: CheckLot): bigint => left - reserved - guarded

function openTo(each: CheckLot, { lot, ofBuy }: Aim): bigint {
  if (ofBuy !== null) return each.buy === ofBuy ? each.guarded : 0n
  if (lot !== null) return each.name === lot ? each.reserved : 0n
  return unaskedOf(each)
}

/** Closes lots out of what they keep for a sell, or the oldest ones out of what they keep for none. */
export function closeLots(
  account: CheckAccount,
  listing: ListingId,
  { shares, type, ...aim }: Aim & { readonly shares: bigint; readonly type: SellType },
): { readonly cost: bigint; readonly repaid: bigint } {
  const all = lotsIn(account, listing)
  let [rest, cost, repaid] = [shares, 0n, 0n]
  for (const each of [...all]) {
    const piece = minOf(rest, openTo(each, aim))
    if (piece === 0n) continue
    const part = partOf(each.costLeft, piece, each.left)
    const back = partOf(each.financedLeft, piece, each.left)
    account.closings.push({ listing, lot: each.name, shares: piece, cost: part, repaid: back, type })
    if (aim.ofBuy !== null) each.guarded -= piece
    else if (aim.lot !== null) each.reserved -= piece
    each.left -= piece
    each.costLeft -= part
    each.financedLeft -= back
    rest -= piece
    cost += part
    repaid += back
    if (each.left === 0n) all.splice(all.indexOf(each), 1)
  }
  assert(rest === 0n, 'the lots of the model hold what is sold')
  return { cost, repaid }
}

/** Keeps more shares of the lots of a buy for its exit, the oldest first; or fewer, of one lot first and then of the newest. */
export function guardLots(
  account: CheckAccount,
  { listing, buy }: { readonly listing: ListingId; readonly buy: OrderId },
  more: bigint,
  first: string | null,
): void {
  const own = lotsIn(account, listing).filter((lot) => lot.buy === buy)
  const turn = more > 0n ? own : [...own.filter(({ name }) => name === first), ...own.toReversed()]
  let rest = more
  for (const lot of turn) {
    const part = rest > 0n ? minOf(rest, unaskedOf(lot)) : -minOf(-rest, lot.guarded)
    lot.guarded += part
    rest -= part
  }
  assert(rest === 0n, 'the lots of a buy have what its exit asks for')
}
