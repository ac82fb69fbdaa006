import type { Amount, Asset } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { Instant } from '../base/instant.ts'
import type { EntryKind, HouseAccount, PostingAccount, PostingCauseKind } from './ledger.contract.ts'

/** Where an entry's amount comes from or goes to: a house account, or the other column of the same balance. */
export type Counter = HouseAccount | 'hold'

/** What a customer has of one asset: free to use, and set aside. Neither is ever below zero. */
export interface Balance {
  readonly customer: string
  readonly asset: Asset
  readonly free: bigint
  readonly held: bigint
  /** The number of the customer's entry that made it; 0 before the first. */
  readonly version: number
}

/**
 * One change of one balance, with what was there before and after. Never altered, never removed. A customer's entries are
 * numbered from 1 without a gap, over all assets: that number is the version.
 */
export interface Entry {
  readonly customer: string
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
export const causeIdsOf = (entries: readonly Pick<Entry, 'causeKind' | 'cause'>[], kind: PostingCauseKind): string[] => [
  ...new Set(entries.flatMap(({ causeKind, cause }) => (causeKind === kind && cause !== null ? [cause] : []))),
]

/** A line of a posting from the customer's side: signed changes of what is free and what is held. */
export interface Line {
  readonly asset: Asset
  readonly kind: EntryKind
  readonly counter: Counter
  readonly free: bigint
  readonly held: bigint
}

/** The thing that caused a posting. Ids are unique within a kind only. A grant at sign-up has no id. */
export interface PostingCause {
  readonly kind: PostingCauseKind
  readonly id: string | null
}

/** The cause of the grant that a new customer gets at sign-up. */
export const SIGN_UP_GRANT: PostingCause = { kind: 'grant', id: null }

/** Lines that move together or not at all, in order, with the thing that caused them. */
export interface Posting {
  readonly customer: string
  readonly cause: PostingCause
  readonly at: Instant
  readonly lines: readonly Line[]
}

/** Where an entry stands among its customer's: its own number, and that of its posting's first. */
export interface Place {
  readonly version: number
  readonly posting: number
}

export const emptyBalance = (customer: string, asset: Asset): Balance => ({
  customer,
  asset,
  free: 0n,
  held: 0n,
  version: 0,
})

/** Set aside what is free. Kind `hold`; the amount stays the customer's. */
export const holdLine = ({ asset, units }: Amount): Line => ({
  asset,
  kind: 'hold',
  counter: 'hold',
  free: -units,
  held: units,
})

/** Give back what was set aside. Kind `release`. */
export const releaseLine = ({ asset, units }: Amount): Line => ({
  asset,
  kind: 'release',
  counter: 'hold',
  free: units,
  held: -units,
})

/** What comes in from a house account, to be used at once. Negative goes out. */
export const freeLine = (kind: EntryKind, counter: HouseAccount, { asset, units }: Amount): Line => ({
  asset,
  kind,
  counter,
  free: units,
  held: 0n,
})

/** What goes out of a hold to a house account (negative), or into it. */
export const heldLine = (kind: EntryKind, counter: HouseAccount, { asset, units }: Amount): Line => ({
  asset,
  kind,
  counter,
  free: 0n,
  held: units,
})

/**
 * Sets amounts of cash or shares aside for the cause of the posting. The cause's own record says what it holds, by asset; what its
 * feature says there is compared with the entries of that cause.
 */
export const hold = (amounts: readonly Amount[]): Line[] => amounts.map(holdLine)

/** Gives back all that a cause holds. */
export const release = (held: readonly Amount[]): Line[] => held.map(releaseLine)

/**
 * Pays out of what a cause holds, and gives back what the lines leave of it. Lines may also bring into the hold what later ones take.
 * Asserts that they take no more than is there.
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
 * The one way to move: apply a line to a balance and write the entry that says so. Asserts that something moves, that a
 * hold only changes columns, that any other line touches one column, and that nothing falls below zero: whether there is
 * enough was decided before, so that a shortage here is a bug.
 */
export function move(
  balance: Balance,
  of: Omit<Posting, 'lines'>,
  line: Line,
  { version, posting }: Place,
): { balance: Balance; entry: Entry } {
  const { customer, asset, free, held } = balance
  assert(customer === of.customer && asset === line.asset, 'a line moves the balance it names')
  assert(line.free !== 0n || line.held !== 0n, 'a line moves something')
  assert(
    line.counter === 'hold' ? line.free + line.held === 0n : line.free === 0n || line.held === 0n,
    'a hold changes columns, any other line one column',
  )
  assert(version > balance.version, 'entries are numbered upwards')
  const after: Balance = { customer, asset, free: free + line.free, held: held + line.held, version }
  assert(after.free >= 0n && after.held >= 0n, 'no balance falls below zero')
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

/** The house's side of an entry: the opposite of what the customer's balance changed by. Null for a hold, which stays the customer's. */
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

/** One line of a posting as people read it: the customer's with the balance before and after it, or the house's. */
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

/** The two sides of an entry: what changed for the customer, and where it came from or went to. They sum to zero. */
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

/** What lines come to, by asset in the order they are met: zero for a whole posting. */
export function sumsOf(lines: readonly Pick<PostedLine, 'change'>[]): Amount[] {
  const sums = new Map<Asset, bigint>()
  for (const { change } of lines) sums.set(change.asset, (sums.get(change.asset) ?? 0n) + change.units)
  return [...sums].map(([asset, units]) => ({ asset, units }))
}
