import { maxOf, minOf } from '../base/amount.ts'
import { lotNamed } from './lots.check.ts'
import { accountOf, end, holdAnew, reserve, type CheckOrder, type Running } from './state.check.ts'
import type { CheckTicket } from './tickets.check.ts'

/* Sells by hand that take shares over from exits of the model. */

/** The shares that an exit gives to a sell by hand. */
export interface CheckTaken {
  readonly exit: CheckOrder
  readonly shares: bigint
}

/** The shares that a sell by hand takes from exits: from those of its lot first, then from the newest. */
export function sharesTaken(model: Running, { customer, listing, lot, shares }: CheckTicket): CheckTaken[] {
  const account = accountOf(model, customer)
  const exits = [...model.open]
    .filter((of) => of.customer === customer && of.listing === listing && of.exit && of.trigger === null)
    .toSorted((a, b) => b.rank - a.rank || (a.id < b.id ? 1 : -1))
  const taken: CheckTaken[] = []
  const takeFrom = (some: readonly CheckOrder[], wanted: bigint): bigint => {
    let rest = wanted
    for (const exit of some) {
      const part = minOf(rest, exit.shares - exit.filled)
      if (part > 0n) taken.push({ exit, shares: part })
      rest -= part
    }
    return rest
  }
  const short = maxOf(shares - (account.free.get(listing) ?? 0n), 0n)
  if (lot === null) {
    takeFrom(exits, short)
    return taken
  }
  const { left = 0n, reserved = 0n } = lotNamed(account, listing, lot) ?? {}
  const ofLot = maxOf(shares - (left - reserved), 0n)
  const wanted = maxOf(short, ofLot)
  const got = wanted - takeFrom(exits.filter((exit) => exit.lot === lot), wanted) // prettier-ignore
  takeFrom(exits.filter((exit) => exit.lot !== lot), maxOf(short - got, 0n)) // prettier-ignore
  return taken
}

/** Makes exits smaller, which keeps their place, or ends them as closed by hand. */
export function takeOver(model: Running, taken: readonly CheckTaken[]): void {
  for (const { exit, shares } of taken) {
    if (shares === exit.shares - exit.filled) {
      end(model, exit, 'cancelled', 'closed_by_hand')
      continue
    }
    reserve(model, exit, -shares)
    exit.shares -= shares
    exit.changes += 1
    holdAnew(model, exit, new Map([[exit.listing, exit.shares - exit.filled]]))
  }
}
