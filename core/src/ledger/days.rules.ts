import type { Currency } from '../base/amount.ts'
import type { EntryKind, HouseAccount } from './ledger.contract.ts'

/** An account of the house in one currency: its sum before a span, and its change in the span, by the house's own lines. */
export interface AccountSums {
  readonly account: HouseAccount
  readonly before: bigint
  readonly change: bigint
}

/** The customers' entries of a span against one account of the house, of one kind: what they received and gave, gross. */
export interface SourceSums {
  readonly account: HouseAccount
  readonly kind: EntryKind
  readonly received: bigint
  readonly given: bigint
  readonly entries: number
}

/** The customers' side of a currency: their balances now, the change of these since the span, and the entries in it. */
export interface CustomerSums {
  readonly now: bigint
  readonly since: bigint
  readonly sources: readonly SourceSums[]
}

/** One row of a day: the sum at both ends, and all that came and went between. */
export interface DayLine {
  readonly opening: bigint
  readonly came: bigint
  readonly went: bigint
  readonly closing: bigint
}

/** A kind of entry behind a row, from the house's side. */
export interface DaySource {
  readonly kind: EntryKind
  readonly came: bigint
  readonly went: bigint
  readonly entries: number
}

export interface AccountDay extends DayLine {
  readonly account: HouseAccount
  /** False if the customers' entries say another change than the house's own lines. */
  readonly agrees: boolean
  readonly sources: DaySource[]
}

/** A day of the books in one currency. Both sums are zero unless the books are broken. */
export interface HouseDay {
  readonly currency: Currency
  readonly accounts: AccountDay[]
  readonly customers: DayLine
  readonly sum: { readonly opening: bigint; readonly closing: bigint }
}

const total = <Row>(rows: readonly Row[], of: (row: Row) => bigint): bigint =>
  rows.reduce((sum, row) => sum + of(row), 0n)

/**
 * Reconciles a span of the books in one currency from its two sides. The house's lines give the sums of its accounts, the customers'
 * balances and entries give theirs: neither is computed from the other, so that a difference is seen.
 */
export function houseDayFor(currency: Currency, house: readonly AccountSums[], customers: CustomerSums): HouseDay {
  const names = [...new Set([...house, ...customers.sources].map(({ account }) => account))].toSorted()
  const accounts = names.map((account) => accountDay(account, house, customers.sources))
  const closing = customers.now - customers.since
  const received = total(customers.sources, (row) => row.received)
  const paidOut = total(customers.sources, (row) => row.given)
  const owned: DayLine = { opening: closing - received + paidOut, came: received, went: paidOut, closing }
  return {
    currency,
    accounts,
    customers: owned,
    sum: {
      opening: owned.opening + total(accounts, (row) => row.opening),
      closing: owned.closing + total(accounts, (row) => row.closing),
    },
  }
}

function accountDay(account: HouseAccount, house: readonly AccountSums[], sources: readonly SourceSums[]): AccountDay {
  const own = house.filter((row) => row.account === account)
  const opening = total(own, (row) => row.before)
  const closing = opening + total(own, (row) => row.change)
  // The house receives what customers give.
  const behind = sources
    .filter((row) => row.account === account)
    .map(({ kind, received, given, entries }): DaySource => ({ kind, came: given, went: received, entries }))
  const [came, went] = [total(behind, (row) => row.came), total(behind, (row) => row.went)]
  return { account, opening, came, went, closing, agrees: opening + came - went === closing, sources: behind }
}

/** The change of the house's accounts by the entries of one kind in a day, and their number. */
export function changeBy(day: Pick<HouseDay, 'accounts'>, name: EntryKind): { units: bigint; entries: number } {
  const own = day.accounts.flatMap(({ sources }) => sources).filter(({ kind }) => kind === name)
  return {
    units: total(own, (row) => row.came - row.went),
    entries: own.reduce((sum, row) => sum + row.entries, 0),
  }
}
