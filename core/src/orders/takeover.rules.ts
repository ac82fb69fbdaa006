import { maxOf, minOf } from '../base/amount.ts'
import type { LotId } from '../base/ids.ts'

/*
 * An exit holds its shares. A sell by hand that needs them takes them over: the exits become smaller by what is missing, or
 * end. An exit whose stop was reached is selling already, and is left alone.
 */

/** An open exit as a sell by hand sees it: its lot, and the shares that it still asks for. */
export interface Exit {
  readonly lot: LotId | null
  readonly left: bigint
  /** The shares that an exit which closes several lots asks for of the lot that the sell names. */
  readonly inLot?: bigint | undefined
}

/** A sell by hand, the free shares of the listing, and those of its lot that no open sell asks for. */
export interface ByHand {
  readonly shares: bigint
  readonly lot: LotId | null
  readonly free: bigint
  readonly lotFree: bigint
}

/** The shares of one exit that a sell by hand takes over. */
export interface Takeover<Of extends Exit> {
  readonly exit: Of
  readonly shares: bigint
  /** Those of them that are needed of the lot which the sell names. */
  readonly ofLot: bigint
}

/**
 * The shares that a sell by hand takes over from each exit, of its own lot first, then from the newest on. All of them
 * together may be too few: then the sell is refused.
 *
 * @param exits The newest first.
 */
export function takenBy<Of extends Exit>(exits: readonly Of[], { shares, lot, free, lotFree }: ByHand): Takeover<Of>[] {
  const byExit = new Map<Of, bigint>()
  const inLot = (exit: Of): bigint => exit.inLot ?? (exit.lot === lot ? exit.left : 0n)
  const take = (from: readonly Of[], needed: bigint, of: (exit: Of) => bigint): bigint => {
    let missing = needed
    for (const exit of from) {
      const before = byExit.get(exit) ?? 0n
      const more = minOf(of(exit) - before, missing)
      if (more > 0n) byExit.set(exit, before + more)
      missing -= maxOf(more, 0n)
    }
    return needed - missing
  }
  const own = lot === null ? [] : exits.filter((exit) => inLot(exit) > 0n)
  const fromLot = take(own, lot === null ? 0n : maxOf(shares - lotFree, 0n), inLot)
  const ofLot = new Map(byExit)
  take([...own, ...exits.filter((exit) => !own.includes(exit))], maxOf(shares - free - fromLot, 0n), ({ left }) => left)
  return [...byExit].map(([exit, of]) => ({ exit, shares: of, ofLot: ofLot.get(exit) ?? 0n }))
}
