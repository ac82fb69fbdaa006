import { CURRENCIES, type Currency, type ListingId } from '../base/amount.ts'
import { DISPLAY_ZONE } from '../base/dates.ts'
import { TRIES_WINDOW_MS, type Throttle } from '../base/throttle.ts'
import { HOUR, type Instant } from '../base/instant.ts'
import { offsetAt } from '../base/zones.ts'
import { figuresFor, identityGap, type Flow, type PortfolioFacts } from './portfolio.rules.ts'
import type { StatementFigures } from './statements.contract.ts'

/** A file costs the house more than a screen: a person needs a few, a program would take them all day. */
export const FILE_TRIES: Throttle = { kind: 'files', most: 60, windowMs: TRIES_WINDOW_MS }

/** A calendar month in the display time zone (Madrid): from its first instant up to the next month's. */
export interface Month {
  /** `2026-11`. */
  readonly month: string
  readonly from: Instant
  /** The first instant after the month. */
  readonly to: Instant
}

/**
 * Madrid never changes its clock at midnight on the first of a month, so the offset an hour earlier is also the offset
 * at midnight.
 */
function firstOf(year: number, month: number): Instant {
  const utc = Date.UTC(year, month, 1)
  return utc - offsetAt(DISPLAY_ZONE, utc - 2 * HOUR)
}

const monthFrom = (year: number, month: number): Month => {
  const first = new Date(Date.UTC(year, month, 1))
  return { month: first.toISOString().slice(0, 7), from: firstOf(year, month), to: firstOf(year, month + 1) }
}

/** The month that contains an instant. */
export function monthAt(at: Instant): Month {
  const there = new Date(at + offsetAt(DISPLAY_ZONE, at))
  return monthFrom(there.getUTCFullYear(), there.getUTCMonth())
}

/** The months from one instant to another, newest first, including both ends. */
export function monthsBetween(from: Instant, to: Instant): Month[] {
  const months: Month[] = []
  for (let month = monthAt(to); month.to > from; month = monthAt(month.from - 1)) months.push(month)
  return months
}

/** A customer's facts up to and including one entry: the facts that the screens' figures use. */
export type FactsThrough = Omit<PortfolioFacts, 'last'>

/** Fees paid for orders, up to the same entry. */
const feesOf = (currency: Currency, flows: readonly Flow[]): bigint =>
  flows
    .filter(({ asset, counter }) => asset === currency && counter === 'fees')
    .reduce((sum, { came, went }) => sum + went - came, 0n)

/** Shares count at cost, because a month's end has no price that everybody could check. */
const AT_COST = (_listing: ListingId): null => null

/**
 * A month in one currency: the figures at its end less those at its start, both by `figuresFor`, which the screens use
 * too. `gap` is the difference between the closing figures and the opening figures plus the movements. It is zero,
 * because the identity holds at both ends.
 */
export function statementFigures(currency: Currency, opening: FactsThrough, closing: FactsThrough): StatementFigures {
  const [before, after] = [opening, closing].map((facts) => figuresFor(currency, { ...facts, last: AT_COST }))
  if (!before || !after) throw new RangeError('a month has two ends')
  const between = {
    paidIn: after.paidIn - before.paidIn,
    paidOut: after.paidOut - before.paidOut,
    convertedIn: after.convertedIn - before.convertedIn,
    convertedOut: after.convertedOut - before.convertedOut,
    accumulated: after.accumulated - before.accumulated,
  }
  const { paidIn, paidOut, convertedIn, convertedOut, accumulated } = between
  const came = paidIn - paidOut + convertedIn - convertedOut + accumulated
  const missed = after.total - before.total - came
  return {
    currency,
    openingCash: before.free + before.held,
    openingCost: before.cost,
    openingOwed: before.owed,
    ...between,
    fees: feesOf(currency, closing.flows) - feesOf(currency, opening.flows),
    realised: after.realised - before.realised,
    closingCash: after.free + after.held,
    closingCost: after.cost,
    closingOwed: after.owed,
    gap: missed === 0n ? identityGap(after) : missed,
  }
}

/** A month in all currencies. */
export const statementFor = (opening: FactsThrough, closing: FactsThrough): StatementFigures[] =>
  CURRENCIES.map((currency) => statementFigures(currency, opening, closing))
