import { maxOf, minOf } from '../base/amount.ts'
import { lotNamed, unaskedOf, type CheckLot } from './lots.check.ts'
import { accountOf, end, holdAnew, reserve, type CheckOrder, type Running } from './state.check.ts'
import type { CheckTicket } from './tickets.check.ts'

/* Sells by hand that take shares over from exits of the model. */

/** The shares that an exit gives to a sell by hand. */
export interface CheckTakeover {
  readonly exit: CheckOrder
  readonly shares: bigint
  /** Those of them that the sell needs of the lot which it names. */
  readonly ofLot: bigint
}

/** The shares that a sell by hand takes from exits: from those of its lot first, then from the newest. */
export function sharesTaken(model: Running, { customer, listing, lot, shares }: CheckTicket): CheckTakeover[] {
  const account = accountOf(model, customer)
  const named = lot === null ? null : lotNamed(account, listing, lot)
  const givers = [...model.open]
    .filter((of) => of.customer === customer && of.listing === listing && of.exit && of.trigger === null)
    .toSorted((a, b) => b.rank - a.rank || (a.id < b.id ? 1 : -1))
    .map((exit) => ({ exit, ofLot: 0n, shares: 0n, left: exit.shares - exit.filled, inLot: inLot(exit, named) }))
  const own = givers.filter((giver) => giver.inLot > 0n)
  let lacking = named ? shares - unaskedOf(named) : 0n
  for (const giver of own) {
    giver.ofLot = giver.shares = maxOf(minOf(lacking, giver.inLot), 0n)
    lacking -= giver.ofLot
  }
  let short = own.reduce((rest, { ofLot }) => rest - ofLot, shares - (account.free.get(listing) ?? 0n))
  for (const giver of [...own, ...givers.filter((each) => !own.includes(each))]) {
    const more = maxOf(minOf(short, giver.left - giver.shares), 0n)
    giver.shares += more
    short -= more
  }
  return givers.filter((giver) => giver.shares > 0n)
}

/** The shares of a lot that an exit asks for. That of a buy asks for shares of all lots of its buy. */
function inLot({ lot, ofBuy, shares, filled }: CheckOrder, named: CheckLot | null): bigint {
  if (named === null) return 0n
  if (ofBuy !== null) return ofBuy === named.buy ? named.guarded : 0n
  return lot === named.name ? shares - filled : 0n
}

/** Makes exits smaller, which keeps their place, or ends them as closed by hand. */
export function takeOver(model: Running, parts: readonly CheckTakeover[], lot: string | null): void {
  for (const { exit, shares } of parts) {
    if (shares === exit.shares - exit.filled) {
      end(model, exit, 'cancelled', 'closed_by_hand')
      continue
    }
    reserve(model, exit, -shares, lot)
    exit.shares -= shares
    exit.changes += 1
    holdAnew(model, exit, new Map([[exit.listing, exit.shares - exit.filled]]))
  }
}
