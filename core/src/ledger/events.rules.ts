import { isCurrency, type Amount, type Asset } from '../base/amount.ts'
import { assert } from '../base/assert.ts'
import type { Instant } from '../base/instant.ts'
import type { EntryKind, PostingCauseKind } from './ledger.contract.ts'
import type { Entry } from './ledger.rules.ts'

/** Events on a page of the list, unless the call says how many. */
export const EVENTS_PAGE = 30

/**
 * Kinds of entries that serve another: a purchase has a hold, a fee and a conversion, and is none of them. They stand
 * in the order in which they name an event that has nothing else.
 */
const SERVING: readonly EntryKind[] = [
  'forgiven',
  'conversion',
  'financing',
  'withholding',
  'fee',
  'debt_paid',
  'debt',
  'hold',
  'release',
]

/** `open`: a part is still held. `void`: it held an amount, did nothing else, and holds nothing now. */
type EventState = 'open' | 'done' | 'void'

/** One event in one asset: one row of the fund flow. The first three fields are those of the event in all its assets. */
export interface FundEvent {
  /** The kind of entry that names it; `hold` if it has done nothing but hold. */
  readonly name: EntryKind
  readonly state: EventState
  /** The shares that came (positive) or went, if it moved those of one listing. A hold moves none. */
  readonly shares: Amount | null
  readonly causeKind: PostingCauseKind
  readonly cause: string | null
  readonly asset: Asset
  /** The change of the free amount in all, and the part of it that is still held. */
  readonly effect: bigint
  readonly held: bigint
  /** The free amount with this event and all that moved last before it: the sum of their effects. */
  readonly left: bigint
  /** The version of its last entry in this asset, by which it is ordered. */
  readonly moved: number
  readonly beganAt: Instant
  readonly movedAt: Instant
}

/** The part of an event in one asset, as far as its entries are gathered. */
interface Part {
  readonly asset: Asset
  readonly beganAt: Instant
  free: bigint
  held: bigint
  last: Entry
}

/** An event as far as its entries are gathered. */
interface EventParts {
  readonly kinds: Set<EntryKind>
  readonly parts: Map<Asset, Part>
}

/** The kind that names an event or a step of one: the first that serves no other, else the one that says most. */
export function mainKind(kinds: ReadonlySet<EntryKind>): EntryKind {
  const own = [...kinds].find((kind) => !SERVING.includes(kind))
  const name = own ?? SERVING.find((kind) => kinds.has(kind))
  assert(name !== undefined, 'an event has entries')
  return name
}

function factsOf({ kinds, parts }: EventParts): Pick<FundEvent, 'name' | 'state' | 'shares'> {
  const main = mainKind(kinds)
  const name = main === 'release' ? 'hold' : main
  const all = [...parts.values()]
  const [listing, ...others] = all.filter(({ asset }) => !isCurrency(asset))
  const units = listing && others.length === 0 ? listing.free + listing.held : 0n
  const isOpen = all.some(({ held }) => held > 0n)
  return {
    name,
    state: isOpen ? 'open' : name === 'hold' ? 'void' : 'done',
    shares: listing && units !== 0n ? { asset: listing.asset, units } : null,
  }
}

function add({ kinds, parts }: EventParts, entry: Entry): void {
  const { asset, freeBefore, freeAfter, heldBefore, heldAfter } = entry
  kinds.add(entry.kind)
  const part = parts.get(asset) ?? { asset, beganAt: entry.at, free: 0n, held: 0n, last: entry }
  part.free += freeAfter - freeBefore
  part.held += heldAfter - heldBefore
  part.last = entry
  parts.set(asset, part)
}

/** Gathers events from entries that come piece by piece, so that a month of them is never in memory as a whole. */
interface EventGathering {
  /** Adds the next entries of the customer, in order. */
  readonly add: (entries: readonly Entry[]) => void
  /**
   * The events in the order in which each last moved. In each asset their effects sum to the change of the free amount
   * over the entries, and `left` begins at what was free before the first of them.
   */
  readonly events: () => FundEvent[]
}

export function gatherEvents(): EventGathering {
  const events = new Map<string, EventParts>()
  const opening = new Map<Asset, bigint>()
  return {
    add: (entries) => {
      for (const entry of entries) {
        const { asset, causeKind, cause, freeBefore } = entry
        const key = `${causeKind} ${cause ?? ''}`
        const event = events.get(key) ?? { kinds: new Set(), parts: new Map() }
        events.set(key, event)
        add(event, entry)
        if (!opening.has(asset)) opening.set(asset, freeBefore)
      }
    },
    events: () => inOrder([...events.values()], opening),
  }
}

function inOrder(gathered: readonly EventParts[], opening: ReadonlyMap<Asset, bigint>): FundEvent[] {
  const left = new Map(opening)
  return gathered
    .flatMap((event) => [...event.parts.values()].map((part) => ({ part, facts: factsOf(event) })))
    .toSorted((one, other) => one.part.last.version - other.part.last.version)
    .map(({ part, facts }) => {
      const { asset, free, held, last, beganAt } = part
      const after = (left.get(asset) ?? 0n) + free
      left.set(asset, after)
      const { causeKind, cause } = last
      const moved = { moved: last.version, beganAt, movedAt: last.at }
      return { ...facts, causeKind, cause, asset, effect: free, held, left: after, ...moved }
    })
}

/** The events of some entries in a row of a customer, in order. */
export function eventsOf(entries: readonly Entry[]): FundEvent[] {
  const gathering = gatherEvents()
  gathering.add(entries)
  return gathering.events()
}
