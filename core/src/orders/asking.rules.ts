import { minOf, minus, plus, wholeShares, type Shares } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { LotId, OrderId, RunId } from '../base/ids.ts'
import { byAge, type Aim, type Lot } from './lots.rules.ts'

/* The shares of a lot that open sells ask for: those that name it, and the exit of the buy that opened it. */

const NONE = wholeShares(0n)

/** A lot of which no sell asks for anything by naming it or its buy. */
const UNASKED: Pick<Lot, 'reserved' | 'guarded' | 'run'> = { reserved: NONE, guarded: NONE, run: null }

/** The part of a new lot that is reserved: all of it for the run that bought it, none for a customer's buy. */
export const askedOfNew = (run: RunId | null, shares: Shares): Pick<Lot, 'reserved' | 'guarded' | 'run'> =>
  run === null ? UNASKED : { ...UNASKED, run, reserved: shares }

/**
 * The lots after a sell of one of them asks for more of it, or for less. Asserts that the lot is there and has them: the
 * rules of placing and replacing see to it.
 */
export function reserve(lots: readonly Lot[], { lot }: Aim, more: bigint): Lot | null {
  if (lot === null || more === 0n) return null
  const row = lots.find(({ id }) => id === lot)
  assert(row !== undefined, 'the lot that a sell names is open')
  const reserved = wholeShares(row.reserved + more)
  assert(reserved >= 0n && reserved + row.guarded <= row.left, 'a lot has what is asked of it')
  return { ...row, reserved }
}

/** The shares of a lot that no open sell asks for by naming it or its buy. */
export const unasked = ({ left, reserved, guarded }: Pick<Lot, 'left' | 'reserved' | 'guarded'>): Shares =>
  minus(minus(left, reserved), guarded)

/**
 * The lots of a buy after its exit asks for more of them, or for fewer: more of the oldest on, fewer of `first` and then of
 * the newest on. Lots that stay as they are are left out. Asserts that they have the shares.
 */
export function guard(lots: readonly Lot[], buy: OrderId, more: bigint, first: LotId | null = null): readonly Lot[] {
  const own = lots.filter(({ order }) => order === buy).toSorted(byAge)
  const named = own.filter(({ id }) => id === first)
  const turn = more > 0n ? own : [...named, ...own.filter(({ id }) => id !== first).toReversed()]
  const changed: Lot[] = []
  let rest = more
  for (const lot of turn) {
    const part = minOf(rest > 0n ? unasked(lot) : lot.guarded, wholeShares(rest > 0n ? rest : -rest))
    if (part === 0n) continue
    changed.push({ ...lot, guarded: rest > 0n ? plus(lot.guarded, part) : minus(lot.guarded, part) })
    rest += rest > 0n ? -BigInt(part) : BigInt(part)
  }
  assert(rest === 0n, 'the lots of a buy have what its exit asks of them')
  return changed
}

/** The shares that are left of a lot, and those that all sells which name it or its buy ask for. */
export const askedOf = (lot: Pick<Lot, 'left' | 'reserved' | 'guarded'>): Pick<Lot, 'left' | 'reserved'> => ({
  left: lot.left,
  reserved: plus(lot.reserved, lot.guarded),
})

/** The lots of a buy as one, for an exit that asks for more of them. */
export const lotsOfBuy = (lots: readonly Lot[], buy: OrderId): Pick<Lot, 'left' | 'reserved'> =>
  lots
    .filter(({ order }) => order === buy)
    .map(askedOf)
    .reduce((all, lot) => ({ left: plus(all.left, lot.left), reserved: plus(all.reserved, lot.reserved) }), {
      left: NONE,
      reserved: NONE,
    })
