import type { Amount, Asset } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { CustomerId } from '../base/ids.ts'
import type { Instant } from '../base/instant.ts'
import type { EntryKind, HouseAccount, PostingAccount, PostingCauseKind } from './ledger.contract.ts'

/** The most entries that are counted. An exact count above this is of no use to the reader. */
export const ENTRIES_COUNTED_MOST = 10_000

/** Entries on a page of the list, unless the call says how many. */
export const ENTRIES_PAGE = 30

/** Lines of the house’s side on a page of the list, unless the call says how many. */
export const HOUSE_LINES_PAGE = 50

/** The counterpart of an entry's amount: a house account, or the other column of the same balance. */
export type Counter = HouseAccount | 'hold'

/** A customer's balance of one asset: free and held, and what is owed to the house. None is ever below zero. */
export interface Balance {
  readonly customer: CustomerId
  readonly asset: Asset
  readonly free: bigint
  readonly held: bigint
  /** Debts against the account `debts`. While something is owed, nothing is free: `repaymentFor` sees to it. */
  readonly owed: bigint
  /** The number of the customer's entry that produced it; 0 before the first. */
  readonly version: number
}

/**
 * One change of one balance, with the columns before and after. Never altered, never removed. A customer's entries are
 * numbered from 1 without a gap, over all assets: that number is the version.
 */
export interface Entry {
  readonly customer: CustomerId
  readonly asset: Asset
  readonly version: number
  /** The number of the posting's first entry. */
  readonly posting: number
  readonly kind: EntryKind
  readonly counter: Counter
  readonly freeBefore: bigint
  readonly freeAfter: bigint
  readonly heldBefore: bigint
  readonly heldAfter: bigint
  readonly causeKind: PostingCauseKind
  readonly cause: string | null
  readonly at: Instant
}

/** The ids of the causes of one kind among some entries, each once. */
export const causeIdsOf = (
  entries: readonly Pick<Entry, 'causeKind' | 'cause'>[],
  kind: PostingCauseKind,
): string[] => [
  ...new Set(entries.flatMap(({ causeKind, cause }) => (causeKind === kind && cause !== null ? [cause] : []))),
]

/** A line of a posting from the customer's side: signed changes of free and held. */
export interface Line {
  readonly asset: Asset
  readonly kind: EntryKind
  readonly counter: Counter
  readonly free: bigint
  readonly held: bigint
}

/** The cause of a posting. Ids are unique within a kind only. A grant at registration has no id. */
export interface PostingCause {
  readonly kind: PostingCauseKind
  readonly id: string | null
}

/** The cause of the grant at registration. */
export const SIGN_UP_GRANT: PostingCause = { kind: 'grant', id: null }

/** Lines that move together or not at all, in order, with their cause. */
export interface Posting {
  readonly customer: CustomerId
  readonly cause: PostingCause
  readonly at: Instant
  readonly lines: readonly Line[]
}

/** An entry's position among the customer's: its own number, and the number of its posting's first entry. */
export interface Place {
  readonly version: number
  readonly posting: number
}

export const emptyBalance = (customer: CustomerId, asset: Asset): Balance => ({
  customer,
  asset,
  free: 0n,
  held: 0n,
  owed: 0n,
  version: 0,
})

/** Set an amount aside from free to held. Kind `hold`; the amount stays the customer's. */
export const holdLine = ({ asset, units }: Amount): Line => ({
  asset,
  kind: 'hold',
  counter: 'hold',
  free: -units,
  held: units,
})

/** Give a held amount back to free. Kind `release`. */
export const releaseLine = ({ asset, units }: Amount): Line => ({
  asset,
  kind: 'release',
  counter: 'hold',
  free: units,
  held: -units,
})

/** An amount from a house account to free. Negative goes out. */
export const freeLine = (kind: EntryKind, counter: HouseAccount, { asset, units }: Amount): Line => ({
  asset,
  kind,
  counter,
  free: units,
  held: 0n,
})

/** An amount from a hold to a house account (negative), or from it into a hold. */
export const heldLine = (kind: EntryKind, counter: HouseAccount, { asset, units }: Amount): Line => ({
  asset,
  kind,
  counter,
  free: 0n,
  held: units,
})

/**
 * Set amounts of cash or shares aside for the posting's cause. The cause's own record states its hold by asset, and a
 * law compares that with the entries of the cause.
 */
export const hold = (amounts: readonly Amount[]): Line[] => amounts.map(holdLine)

/** Give back everything that a cause holds. */
export const release = (held: readonly Amount[]): Line[] => held.map(releaseLine)

/**
 * Pay out of a cause's hold, and give back the rest that the lines leave. A line may also add to the hold for later
 * lines. Asserts that the lines take no more than the hold.
 */
export function spend(held: readonly Amount[], lines: readonly Line[]): Line[] {
  const left = new Map(held.map(({ asset, units }) => [asset, units]))
  for (const line of lines) left.set(line.asset, (left.get(line.asset) ?? 0n) + line.held)
  const rest = [...left].map(([asset, units]) => ({ asset, units }))
  assert(
    rest.every(({ units }) => units >= 0n),
    'no more is spent than a cause holds',
  )
  return [...lines, ...release(rest.filter(({ units }) => units > 0n))]
}

/**
 * The line that pays what is owed in a balance out of what is free in it; null if there is nothing to pay, or to pay it
 * with. It ends every posting, so each credit of free cash goes to the debt first.
 */
export function repaymentFor({ asset, free, owed }: Balance): Line | null {
  const units = free < owed ? free : owed
  return units > 0n ? freeLine('debt_paid', 'debts', { asset, units: -units }) : null
}

/**
 * The only way to move money: apply a line to a balance and write its entry. Asserts that something moves, that a hold
 * only changes columns, that any other line touches one column, and that nothing falls below zero: sufficiency was
 * decided before, so a shortage here is a bug. A line against `debts` changes what is owed by the same amount.
 */
export function move(
  balance: Balance,
  of: Omit<Posting, 'lines'>,
  line: Line,
  { version, posting }: Place,
): { balance: Balance; entry: Entry } {
  const { customer, asset, free, held, owed } = balance
  assert(customer === of.customer && asset === line.asset, 'a line moves the balance it names')
  assert(line.free !== 0n || line.held !== 0n, 'a line moves something')
  assert(
    line.counter === 'hold' ? line.free + line.held === 0n : line.free === 0n || line.held === 0n,
    'a hold changes columns, any other line one column',
  )
  assert(version > balance.version, 'entries are numbered upwards')
  const after: Balance = {
    customer,
    asset,
    free: free + line.free,
    held: held + line.held,
    owed: line.counter === 'debts' ? owed + line.free : owed,
    version,
  }
  assert(after.free >= 0n && after.held >= 0n && after.owed >= 0n, 'no balance falls below zero')
  const entry: Entry = {
    customer,
    asset,
    version,
    posting,
    kind: line.kind,
    counter: line.counter,
    freeBefore: free,
    freeAfter: after.free,
    heldBefore: held,
    heldAfter: after.held,
    causeKind: of.cause.kind,
    cause: of.cause.id,
    at: of.at,
  }
  return { balance: after, entry }
}

/** One line of the house's side of a posting. */
export interface HouseLine {
  readonly account: HouseAccount
  readonly asset: Asset
  readonly units: bigint
}

/**
 * The house's side of an entry: the opposite of the change of the customer's balance. Null for a hold, which stays the
 * customer's.
 */
export function houseLineFor({
  counter,
  asset,
  freeBefore,
  freeAfter,
  heldBefore,
  heldAfter,
}: Entry): HouseLine | null {
  if (counter === 'hold') return null
  return { account: counter, asset, units: freeBefore - freeAfter + (heldBefore - heldAfter) }
}

/** One line of a posting for display: the customer's with the balance before and after it, or the house's. */
export interface PostedLine {
  readonly account: PostingAccount
  readonly kind: EntryKind
  readonly change: Amount
  /** Null on the house's side. */
  readonly before: Amount | null
  readonly after: Amount | null
  /** The number of the customer's entry; null on the house's side. */
  readonly version: number | null
}

/** The two sides of an entry: the customer's change and its counterpart. They sum to zero. */
export function postedLines(entry: Entry): PostedLine[] {
  const { asset, kind, version, freeBefore, freeAfter, heldBefore, heldAfter } = entry
  const customerLines = (account: 'free' | 'held', before: bigint, after: bigint): PostedLine[] =>
    before === after
      ? []
      : [
          {
            account,
            kind,
            change: { asset, units: after - before },
            before: { asset, units: before },
            after: { asset, units: after },
            version,
          },
        ]
  const house = houseLineFor(entry)
  return [
    ...customerLines('free', freeBefore, freeAfter),
    ...customerLines('held', heldBefore, heldAfter),
    ...(house
      ? [
          {
            account: house.account,
            kind,
            change: { asset, units: house.units },
            before: null,
            after: null,
            version: null,
          },
        ]
      : []),
  ]
}

/** The sums of lines by asset, in order of appearance: zero for a whole posting. */
export function sumsOf(lines: readonly Pick<PostedLine, 'change'>[]): Amount[] {
  const sums = new Map<Asset, bigint>()
  for (const { change } of lines) sums.set(change.asset, (sums.get(change.asset) ?? 0n) + change.units)
  return [...sums].map(([asset, units]) => ({ asset, units }))
}
