import type { ListingId } from '@lonja/core/base/amount'
import { SECOND } from '@lonja/core/base/instant'
import { NO_ROWS, chained, heardOf, type HeardEvent, type HeardHead, type HeardRow } from '@lonja/core/feed/heard'
import type { Clock } from '../base/clock.ts'
import { isDuplicate, type Db } from '../database/db.ts'
import { findHeardHash, findHeardHeads, insertHeard } from './heard.store.ts'

/** An event with the server that heard it. */
type Waiting = HeardEvent & { readonly node: string }

/** The chains of heard events, with the events that wait for the database. */
export interface Chains {
  add(listing: ListingId, node: string, events: readonly HeardEvent[]): void
  waits(listing: ListingId): boolean
  /** Resolves once everything that was added before is committed. One batch is under way at a time. */
  store(): Promise<void>
}

/** The rows of one statement, and the events that wait for a listing, at most. */
const ROWS_AT_ONCE = 4_000
const WAITING_MOST = 20_000
/** A second server may write to the same chain in between. */
const TRIES = 5

interface Running {
  readonly db: Db
  readonly clock: Clock
  readonly waiting: Map<ListingId, Waiting[]>
  readonly heads: Map<ListingId, HeardHead>
  /** The last row of each chain in a batch whose outcome is unknown, and the number of events that it would have stored. */
  readonly doubtful: Map<ListingId, HeardHead & { readonly events: number }>
}

export function openChains(db: Db, clock: Clock): Chains {
  const chains: Running = { db, clock, waiting: new Map(), heads: new Map(), doubtful: new Map() }
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  const run = (): Promise<void> => {
    next = null
    running = storeAll(chains).finally(() => (running = null))
    return running
  }
  return {
    add: (listing, node, events) => {
      if (events.length === 0) return
      const waiting = chains.waiting.get(listing) ?? []
      for (const event of events) waiting.push({ ...event, node })
      chains.waiting.set(listing, waiting)
      if (waiting.length > WAITING_MOST) forget(chains, listing, waiting)
    },
    waits: (listing) => chains.waiting.has(listing),
    store: () => {
      if (chains.waiting.size === 0) return running ?? Promise.resolve()
      // Callers during a batch share the next one.
      if (running) return (next ??= running.then(run, run))
      return run()
    },
  }
}

async function storeAll(chains: Running): Promise<void> {
  for (let tries = 1; chains.waiting.size > 0;) {
    await settleDoubts(chains)
    await findHeads(chains)
    const rows = nextRows(chains)
    try {
      await chains.db.write((tx) => insertHeard(tx, rows))
    } catch (error) {
      doubt(chains, rows)
      if (!isDuplicate(error) || (tries += 1) > TRIES) throw error
      continue
    }
    for (const [listing, { n, hash, events }] of endsOf(rows)) {
      chains.heads.set(listing, { n, hash })
      take(chains, listing, events)
    }
  }
}

/** Events of a batch whose answer was lost are in their chains if the row that ended them is. */
async function settleDoubts(chains: Running): Promise<void> {
  for (const [listing, { n, hash, events }] of chains.doubtful) {
    const stored = await chains.db.read((tx) => findHeardHash(tx, { listing, n }))
    if (stored === hash) take(chains, listing, events)
    chains.doubtful.delete(listing)
  }
}

async function findHeads({ db, waiting, heads }: Running): Promise<void> {
  const unknown = [...waiting.keys()].filter((listing) => !heads.has(listing))
  if (unknown.length === 0) return
  const stored = await db.read((tx) => findHeardHeads(tx, unknown))
  for (const listing of unknown) heads.set(listing, stored.get(listing) ?? NO_ROWS)
}

function nextRows({ waiting, heads, clock }: Running): HeardRow[] {
  const rows: HeardRow[] = []
  const writtenAt = clock.now()
  for (const [listing, events] of waiting) {
    const some = events.slice(0, ROWS_AT_ONCE - rows.length)
    rows.push(...chained(heads.get(listing) ?? NO_ROWS, { listing, writtenAt }, some))
    if (rows.length === ROWS_AT_ONCE) break
  }
  return rows
}

/** The last row of each listing, and the number of its rows. */
function endsOf(rows: readonly HeardRow[]): Map<ListingId, HeardHead & { events: number }> {
  const ends = new Map<ListingId, HeardHead & { events: number }>()
  for (const { listing, n, hash } of rows) ends.set(listing, { n, hash, events: (ends.get(listing)?.events ?? 0) + 1 })
  return ends
}

function doubt({ heads, doubtful }: Running, rows: readonly HeardRow[]): void {
  for (const [listing, end] of endsOf(rows)) {
    heads.delete(listing)
    doubtful.set(listing, end)
  }
}

function take({ waiting }: Running, listing: ListingId, events: number): void {
  const left = waiting.get(listing)?.slice(events) ?? []
  if (left.length > 0) waiting.set(listing, left)
  else waiting.delete(listing)
}

/** The database has been away for long: the quotes that wait are given up, and a gap stands for them. */
function forget({ waiting, doubtful }: Running, listing: ListingId, all: readonly Waiting[]): void {
  const underWay = Math.max(doubtful.get(listing)?.events ?? 0, ROWS_AT_ONCE)
  const [soon, late] = [all.slice(0, underWay), all.slice(underWay)]
  const quotes = late.filter(({ kind }) => kind === 'quote')
  const [first, last] = [quotes[0], quotes.at(-1)]
  if (!first || !last) return
  const gap = { from: first.at - SECOND, reason: 'not_stored' } as const
  const others = late.filter(({ kind }) => kind !== 'quote')
  waiting.set(listing, [...soon, ...others, { ...heardOf('gap', last.at, last.heardAt, { gap }), node: last.node }])
}
