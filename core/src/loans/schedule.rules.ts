import { BPS, basisPoints, divideUp, minOf, type BasisPoints } from '../base/amount.ts'
import type { Day, Instant } from '../base/instant.ts'
import { dayNumberAt, dayOf, type DayNumber } from '../calendar/days.ts'
import { owedOf, type LoanDebt } from '../lending/lending.rules.ts'

/*
 * The interest of a loan. It is simple: charged for each night on what is left of the loan, rounded up to the cent, never on
 * interest. A night begins at a midnight of Madrid. After the last night of the term there is no interest any more.
 */

/** The terms of a loan. A loan keeps the version that it was applied for under. */
export interface LoanTerms {
  /** The interest of a year of 365 days. */
  readonly yearBps: BasisPoints
  /** The nights with interest. */
  readonly nights: number
}

export const LOAN_TERMS = { 1: { yearBps: basisPoints(600n), nights: 365 } } as const satisfies Record<
  number,
  LoanTerms
>
export type LoanTermsVersion = keyof typeof LOAN_TERMS
export const LOAN_TERMS_VERSION: LoanTermsVersion = 1

const DAYS_A_YEAR = 365n
const ZONE = 'Europe/Madrid'

/** The interest of one night on what is left of a loan, in cents. */
export const nightOf = (principal: bigint, { yearBps }: Pick<LoanTerms, 'yearBps'>): bigint =>
  divideUp(principal * yearBps, BPS * DAYS_A_YEAR)

/** The day of Madrid at an instant. */
export const loanDayAt = (at: Instant): DayNumber => dayNumberAt(ZONE, at)

/** The nights of a loan: the last day whose night was charged, and the last that ever is. */
export interface LoanNights {
  readonly chargedThrough: DayNumber
  readonly lastDay: DayNumber
}

/** The nights that a loan begins with when it is paid out: the first one begins at the next midnight. */
export const firstNights = (paidOutAt: Instant, terms: Pick<LoanTerms, 'nights'>): LoanNights => ({
  chargedThrough: loanDayAt(paidOutAt),
  lastDay: loanDayAt(paidOutAt) + terms.nights,
})

/** The days whose nights have begun by an instant and are not charged yet, oldest first. */
export const nightsDue = ({ chargedThrough, lastDay }: LoanNights, at: Instant): DayNumber[] =>
  Array.from(
    { length: Math.max(0, Math.min(loanDayAt(at), lastDay) - chargedThrough) },
    (_, place) => chargedThrough + 1 + place,
  )

/** The nights of the term that are still to be charged. */
export const nightsLeft = ({ chargedThrough, lastDay }: LoanNights): number => lastDay - chargedThrough

/** The debt once the nights that have begun by an instant are charged. */
export const debtAt = (debt: LoanDebt, terms: LoanTerms, nights: LoanNights, at: Instant): LoanDebt => ({
  principal: debt.principal,
  interest: debt.interest + nightOf(debt.principal, terms) * BigInt(nightsDue(nights, at).length),
})

/** A repayment pays interest first, then the loan. Asserts nothing: at most the whole debt is taken. */
export function repaid({ principal, interest }: LoanDebt, units: bigint): LoanDebt {
  const ofInterest = minOf(units, interest)
  return { principal: principal - minOf(units - ofInterest, principal), interest: interest - ofInterest }
}

/** A repayment that is booked some nights after it was applied for, as of the day of its application. */
export interface Booking {
  readonly debt: LoanDebt
  /** The interest of the nights since the application that the repayment saves: it is given back. */
  readonly returned: bigint
}

/**
 * The debt after a repayment that counts from the day of its application. `charged` is the interest of each night since
 * then; nothing else has changed the debt in that time.
 */
export function bookedAsOf(
  debt: LoanDebt,
  { units, charged, terms }: { readonly units: bigint; readonly charged: readonly bigint[]; readonly terms: LoanTerms },
): Booking {
  const since = charged.reduce((sum, night) => sum + night, 0n)
  const then = repaid({ principal: debt.principal, interest: debt.interest - since }, units)
  const anew = nightOf(then.principal, terms) * BigInt(charged.length)
  return { debt: { principal: then.principal, interest: then.interest + anew }, returned: since - anew }
}

/** The figures of a debt: what is owed now, what a night costs, and what is owed at the end if nothing more is repaid. */
export interface Outlook {
  readonly owed: bigint
  readonly night: bigint
  readonly nightsLeft: number
  readonly atEnd: bigint
}

export function outlookOf(debt: LoanDebt, terms: LoanTerms, left: number): Outlook {
  const night = nightOf(debt.principal, terms)
  const owed = owedOf(debt)
  return { owed, night, nightsLeft: left, atEnd: owed + night * BigInt(left) }
}

/** The interest that a repayment today saves until the end of the term. */
export const savedBy = (debt: LoanDebt, units: bigint, terms: LoanTerms, left: number): bigint =>
  (nightOf(debt.principal, terms) - nightOf(repaid(debt, units).principal, terms)) * BigInt(left)

/** One day of a schedule: the interest of its night, and what is owed after it. */
export interface ScheduleDay {
  readonly day: Day
  readonly interest: bigint
  readonly owed: bigint
}

/** The nights that are left, day by day, if nothing more is repaid. `from` is the last day that was charged. */
export function scheduleOf(debt: LoanDebt, terms: LoanTerms, from: DayNumber, left: number): ScheduleDay[] {
  const night = nightOf(debt.principal, terms)
  return Array.from({ length: left }, (_, place) => ({
    day: dayOf(from + 1 + place),
    interest: night,
    owed: owedOf(debt) + night * BigInt(place + 1),
  }))
}
