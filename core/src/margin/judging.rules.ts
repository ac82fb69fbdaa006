import {
  BPS,
  basisPoints,
  costOf,
  divideDown,
  minus,
  partFor,
  wholeShares,
  type BasisPoints,
  type ListingId,
  type PriceE4,
  type RateE6,
  type Shares,
} from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { LotId } from '../base/ids.ts'
import type { Balance } from '../ledger/ledger.rules.ts'
import { byAge, type Lot } from '../orders/lots.rules.ts'
import { MARGIN_LEVELS, isAtMost, marginStanding, type MarginStanding } from '../orders/margin.rules.ts'

/** More than the open orders that a customer can have on a listing. */
export const OTHER_ORDERS_MOST = 1_000

/** The close-outs that the margin page shows, the newest first. */
export const CLOSE_OUTS_SHOWN = 50

/*
 * The judging of an account that holds lots which the house has financed: when its customer is warned, and which shares
 * the house closes.
 */

/** An open lot, with the shares of it that orders of the house are closing already. */
export interface JudgedLot extends Pick<Lot, 'id' | 'listing' | 'openedAt' | 'left' | 'costLeft' | 'financedLeft'> {
  readonly closing: Shares
}

/** An account at a minute: what it owns and owes, and the price of each listing and the rate at that minute. */
export interface JudgedAccount {
  readonly balances: readonly Pick<Balance, 'asset' | 'free' | 'held' | 'owed'>[]
  readonly lots: readonly JudgedLot[]
  /** The cents of EUR that are owed of loans. */
  readonly lent: bigint
  readonly last: (listing: ListingId) => PriceE4 | null
  readonly rate: RateE6 | null
}

/** The standing of an account, and the used margin of what is not being closed already. */
export interface Judgement extends MarginStanding {
  readonly usedOpen: bigint
}

/** Shares of one lot that the house closes. */
export interface LotToClose {
  readonly lot: LotId
  readonly listing: ListingId
  readonly shares: Shares
}

/** A lot without some of its shares. */
function without(lot: JudgedLot, shares: bigint): JudgedLot {
  const some = wholeShares(shares)
  return {
    ...lot,
    left: minus(lot.left, some),
    costLeft: minus(lot.costLeft, partFor(lot.costLeft, some, lot.left)),
    financedLeft: minus(lot.financedLeft, partFor(lot.financedLeft, some, lot.left)),
  }
}

const withoutClosing = (lots: readonly JudgedLot[]): JudgedLot[] =>
  lots.map((lot) => without(lot, lot.closing)).filter(({ left }) => left > 0n)

/**
 * The standing of an account. Shares that orders of the house are closing count as closed: the equity stays, and the used
 * margin becomes less. Null where there is no rate for an account with amounts in both currencies.
 */
export function judgementOf(account: JudgedAccount): Judgement | null {
  const standing = marginStanding(account)
  return standing && { ...standing, usedOpen: usedIn(account, withoutClosing(account.lots)) }
}

/** The used margin of some of the lots, in the currency in which all of them are judged. */
function usedIn(account: JudgedAccount, lots: readonly JudgedLot[]): bigint {
  const standing = marginStanding({ ...account, lots })
  assert(standing !== null, 'fewer lots need no rate that all of them do not')
  return standing.used
}

/** The levels below which a customer is warned. */
export const WARNING_LEVELS = ['full', 'near'] as const
export type WarningLevel = (typeof WARNING_LEVELS)[number]

/** The warnings that were given and are not armed again. */
export type WarningStates = Readonly<Record<WarningLevel, boolean>>
export const NOT_WARNED: WarningStates = { full: false, near: false }

/** A warning is armed again once the account is at least so much above its level: ten points. */
export const ARMED_ABOVE = basisPoints(1_000n)

type Figures = Pick<Judgement, 'equity' | 'used'>

/** True if the equity is less than so much of the used margin. An account without used margin is never below. */
export const isBelow = ({ equity, used }: Figures, level: BasisPoints): boolean =>
  used > 0n && equity * BPS < used * level

/**
 * The warnings after a judgement, and the one to give: of levels that are fallen below at once, the lowest. A level warns
 * once, and again only after the account was above it by ten points.
 */
export function decideWarnings(
  judged: Figures,
  warned: WarningStates,
): { readonly warned: WarningStates; readonly warn: WarningLevel | null } {
  const after = { ...warned }
  let warn: WarningLevel | null = null
  for (const level of WARNING_LEVELS) {
    const at = MARGIN_LEVELS[level]
    if (!warned[level] && isBelow(judged, at)) {
      after[level] = true
      warn = level
    } else if (warned[level] && !isBelow(judged, basisPoints(at + ARMED_ABOVE))) after[level] = false
  }
  return { warned: after, warn }
}

/** The level of an account: its equity in basis points of its used margin, rounded down. Null without used margin. */
export const levelOf = ({ equity, used }: Figures): bigint | null => (used > 0n ? divideDown(equity * BPS, used) : null)

/** The lowest level that an account has fallen to; null above all of them, and without used margin. */
export function fallenTo(judged: Figures): keyof typeof MARGIN_LEVELS | null {
  if (isAtMost(judged, MARGIN_LEVELS.closeOut)) return 'closeOut'
  return WARNING_LEVELS.findLast((level) => isBelow(judged, MARGIN_LEVELS[level])) ?? null
}

/** Whether the house closes lots: the equity is at most half of the used margin that is not being closed already. */
export const isClosedOut = ({ equity, usedOpen }: Judgement): boolean =>
  isAtMost({ equity, used: usedOpen }, MARGIN_LEVELS.closeOut)

/**
 * The shares that the house closes: of the lots that it has financed, the one with the greatest loss against its cost
 * first, and of the last one as few as leave the equity above half of the used margin. A lot without a price is valued at
 * its cost. Nothing where the account is above that level.
 */
export function lotsToClose(account: JudgedAccount): LotToClose[] {
  const judged = judgementOf(account)
  if (!judged || !isClosedOut(judged)) return []
  const chosen: LotToClose[] = []
  let rest = withoutClosing(account.lots)
  const isEnough = (lots: readonly JudgedLot[]): boolean => !isClosedOut({ ...judged, usedOpen: usedIn(account, lots) })
  for (const lot of rest.filter(({ financedLeft }) => financedLeft > 0n).toSorted(byLoss(account))) {
    const others = rest.filter(({ id }) => id !== lot.id)
    const after = (shares: bigint): JudgedLot[] => (shares === lot.left ? others : [...others, without(lot, shares)])
    const shares = isEnough(others) ? leastOf(lot.left, (some) => isEnough(after(some))) : lot.left
    chosen.push({ lot: lot.id, listing: lot.listing, shares: wholeShares(shares) })
    rest = after(shares)
    if (isEnough(rest)) break
  }
  return chosen
}

/** The least number from one on that suffices; `most` does. */
function leastOf(most: bigint, suffices: (some: bigint) => boolean): bigint {
  let [low, high] = [1n, most]
  while (low < high) {
    const middle = (low + high) / 2n
    if (suffices(middle)) high = middle
    else low = middle + 1n
  }
  return low
}

/** The greatest loss against the cost first; equal ones by age. */
const byLoss =
  ({ last }: Pick<JudgedAccount, 'last'>) =>
  (a: JudgedLot, b: JudgedLot): number => {
    const [one, other] = [valueOf(a, last) * b.costLeft, valueOf(b, last) * a.costLeft]
    return one < other ? -1 : one > other ? 1 : byAge(a, b)
  }

function valueOf({ listing, left, costLeft }: JudgedLot, last: JudgedAccount['last']): bigint {
  const price = last(listing)
  return price === null ? costLeft : costOf(price, left)
}
