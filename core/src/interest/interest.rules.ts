import {
  CURRENCIES,
  currencyFor,
  negated,
  type Amount,
  type Cents,
  type Currency,
  type ListingId,
} from '../base/amount.ts'
import type { Day, Instant } from '../base/instant.ts'
import { dayNumberAt, dayOf, localInstant, type DayNumber } from '../calendar/days.ts'
import { freeLine, type Line } from '../ledger/ledger.rules.ts'
import { FINANCING_TERMS, FINANCING_VERSION, nightOf, type FinancingVersion } from '../orders/financing.rules.ts'

/*
 * Interest on what the house finances. It is charged for each night that begins with something financed: a night begins at
 * a midnight of Madrid, by the clock of the price source.
 */

/** A night: the day that it ends, and the midnight. */
export interface Night {
  readonly day: Day
  readonly at: Instant
}

const ZONE = 'Europe/Madrid'

const nightAfterDay = (day: DayNumber): Night => ({ day: dayOf(day), at: localInstant(ZONE, day + 1, 0) })

/** The last night that had begun at an instant. */
export const lastNightAt = (at: Instant): Night => nightAfterDay(dayNumberAt(ZONE, at) - 1)

/** The night after another one. */
export const nightAfter = ({ at }: Night): Night => nightAfterDay(dayNumberAt(ZONE, at))

/** The cents that are financed of an account, by currency. */
export type FinancedCents = Readonly<Record<Currency, bigint>>

/**
 * The cents that were financed at an instant: those of the open lots now, less what later fills financed, and with what
 * they paid back.
 */
export function financedAt(
  lots: readonly { readonly listing: ListingId; readonly financedLeft: bigint }[],
  later: readonly { readonly listing: ListingId; readonly financed: bigint }[],
): FinancedCents {
  const sums = { EUR: 0n, USD: 0n }
  for (const { listing, financedLeft } of lots) sums[currencyFor(listing)] += financedLeft
  for (const { listing, financed } of later) sums[currencyFor(listing)] -= financed
  return sums
}

/** The interest of a night in one currency. */
export interface NightCharge {
  readonly currency: Currency
  readonly financed: bigint
  readonly interest: Cents
}

/** The interest of a night, by the terms in force; a currency in which nothing is financed has none. */
export const chargesFor = (financed: FinancedCents, version: FinancingVersion = FINANCING_VERSION): NightCharge[] =>
  CURRENCIES.map((currency) => ({
    currency,
    financed: financed[currency],
    interest: nightOf(financed[currency], FINANCING_TERMS[version]),
  })).filter((charge) => charge.financed > 0n)

/** The lines of a night's interest. Cash that is missing for it is owed, and what becomes free pays it first. */
export const interestLines = (charges: readonly NightCharge[], free: (currency: Currency) => bigint): Line[] =>
  charges.flatMap(({ currency, interest }) => {
    const own = free(currency)
    const missing: Amount = { asset: currency, units: interest > own ? interest - own : 0n }
    return [
      ...(missing.units > 0n ? [freeLine('debt', 'debts', missing)] : []),
      freeLine('interest', 'interest', { asset: currency, units: negated(interest) }),
    ]
  })
