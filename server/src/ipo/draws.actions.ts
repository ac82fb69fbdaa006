import { assert } from '@lonja/core/base/assert'
import type { Instant } from '@lonja/core/base/instant'
import {
  isBeaconOf,
  isSeedOfTerms,
  roundFor,
  roundTime,
  seedDayFor,
  type BeaconValue,
  type DrandChain,
} from '@lonja/core/ipo/beacon.rules'
import { crowdDayFor } from '@lonja/core/ipo/crowd.rules'
import {
  drawSteps,
  markOf,
  rootSteps,
  wholeListSteps,
  type Application,
  type Draw,
  type DrawFacts,
} from '@lonja/core/ipo/draw.rules'
import { FREEZE_AFTER_MS } from '@lonja/core/ipo/ipo.rules'
import type { Terms } from '@lonja/core/ipo/terms.text'
import type { Clock } from '../base/clock.ts'
import { inTurns, takeTurns } from '../base/turns.ts'
import type { Db, Tx } from '../database/db.ts'
import { findRevealed } from '../market/market.store.ts'
import {
  findSteps,
  insertBeacon,
  insertFreeze,
  insertList,
  insertPublication,
  insertWholeRoot,
  type FrozenList,
  type WholeRoot,
} from './draws.store.ts'
import { findOffer, listByTicket, lockOffer } from './ipo.store.ts'
import type { RoundAnswer } from './relays.actions.ts'

/*
 * The steps of a draw. Each looks whether it is due and not yet done, and writes one row in a transaction of its own, so any
 * server may run any step at any time, and however often.
 */

/** The parts that the steps of a draw need. */
export interface DrawParts {
  readonly db: Db
  readonly clock: Pick<Clock, 'now'>
  /** The drand chain of this house, and the way to its rounds. */
  readonly chain: DrandChain
  readonly fetchRound: (round: number) => Promise<RoundAnswer>
}

/** The reason why a draw waits, for the log of the house; null once its beacon is there. */
export type DrawWait =
  | { readonly for: 'deadline' | 'seed' | 'round' }
  | { readonly for: 'relays'; readonly round: number; readonly faults: RoundAnswer['faults'] }

/** Brings the draw of an offer as far as it goes now. Returns what it waits for; null once its beacon is there. */
export async function advanceDraw(parts: DrawParts, terms: Terms): Promise<DrawWait | null> {
  if (!(await freezeList(parts, terms))) return { for: 'deadline' }
  await storeListRoot(parts, terms)
  if (!(await storeWholeRoot(parts, terms))) return { for: 'seed' }
  await publishRoot(parts, terms)
  return takeBeacon(parts, terms)
}

/** Freezes the customers' list after the deadline. False while the list is open. */
export async function freezeList({ db, clock }: DrawParts, terms: Terms): Promise<boolean> {
  const now = clock.now()
  if (now <= terms.closes + FREEZE_AFTER_MS) return false
  return db.write(async (tx) => {
    const offer = await lockOffer(tx, terms.offer)
    if (!offer || offer.cancelledAt !== null) return false
    await insertFreeze(tx, terms.offer, now)
    return true
  })
}

/**
 * Stores the root of the frozen list. It is worked out in turns with the calls of customers, and without a lock: nothing on
 * the list changes any more.
 */
export async function storeListRoot({ db, clock }: DrawParts, terms: Terms): Promise<void> {
  const { frozenAt, list } = await db.read((tx) => findSteps(tx, terms.offer))
  if (frozenAt === null || list) return
  const root = await inTurns(rootSteps(terms, await customersOf(db, terms.offer)))
  await db.write((tx) => insertList(tx, terms.offer, root, clock.now()))
}

/**
 * Adds the crowd to the frozen list and stores the root of the whole. False while the seed of the crowd's day is not
 * revealed, and for an offer that the house has withdrawn. Asserts that the customers' list is the one that was frozen.
 */
export async function storeWholeRoot({ db, clock }: DrawParts, terms: Terms): Promise<boolean> {
  const { list, whole } = await db.read((tx) => findSteps(tx, terms.offer))
  if (!list || whole) return whole !== null
  const crowdSeed = terms.crowd ? await db.read((tx) => seedOf(tx, terms)) : null
  if (terms.crowd && !crowdSeed) return false
  const customers = await customersOf(db, terms.offer)
  assert(list.root.equals((await inTurns(rootSteps(terms, customers))).hash), 'the list is the one that was frozen')
  const root = await inTurns(rootSteps(terms, await inTurns(wholeListSteps(terms, customers, crowdSeed))))
  return db.write(async (tx) => {
    const offer = await lockOffer(tx, terms.offer)
    if (!offer || offer.cancelledAt !== null) return false
    await insertWholeRoot(tx, terms.offer, root, crowdSeed, clock.now())
    return true
  })
}

/** Stores the instant from which the whole root counts as public: one at which its row is there for everybody. */
export async function publishRoot({ db, clock }: DrawParts, { offer }: Terms): Promise<void> {
  const { whole, publishedAt } = await db.read((tx) => findSteps(tx, offer))
  if (!whole || publishedAt !== null) return
  await db.write((tx) => insertPublication(tx, offer, clock.now()))
}

/** Takes the beacon that counts for the published root. Returns what it waits for; null once the beacon is there. */
export async function takeBeacon(parts: DrawParts, terms: Terms): Promise<DrawWait | null> {
  const { db, clock, chain } = parts
  const { publishedAt, beacon } = await db.read((tx) => findSteps(tx, terms.offer))
  if (beacon) return null
  if (publishedAt === null) return { for: 'seed' }
  const value = await beaconFor(parts, terms, publishedAt)
  if ('for' in value) return value
  assert(isBeaconOf(chain, terms, publishedAt, value), 'a draw takes the beacon that its terms announced')
  await db.write((tx) => insertBeacon(tx, terms.offer, value, clock.now()))
  return null
}

async function beaconFor(
  { db, clock, chain, fetchRound }: DrawParts,
  terms: Terms,
  publishedAt: Instant,
): Promise<BeaconValue | DrawWait> {
  const { beacon } = terms
  if (beacon.kind === 'seeds') {
    const day = seedDayFor(publishedAt)
    return (await db.read((tx) => findRevealed(tx, day))) ?? { for: 'seed' }
  }
  assert(beacon.chain === chain.hash, 'the terms name the chain of this house')
  const round = roundFor(chain, beacon.round, publishedAt)
  if (clock.now() < roundTime(chain, round)) return { for: 'round' }
  const { signature, faults } = await fetchRound(round)
  return signature ? { round, signature } : { for: 'relays', round, faults }
}

/** A draw as it is stored: its facts, and the roots of its lists as they were published. */
export interface StoredDraw {
  readonly facts: DrawFacts
  readonly list: FrozenList
  readonly whole: WholeRoot
}

/** Finds the stored draw of an offer; null before its beacon is there. */
export async function findDrawFacts(db: Db, id: string): Promise<StoredDraw | null> {
  const [offer, steps] = await db.read(async (tx) => [await findOffer(tx, id), await findSteps(tx, id)] as const)
  const { list, whole, publishedAt, beacon } = steps
  if (!offer || !list || !whole || publishedAt === null || !beacon) return null
  const { terms } = offer
  const customers = await customersOf(db, id)
  return { facts: { terms, customers, crowdSeed: whole.crowdSeed, published: publishedAt, beacon }, list, whole }
}

/** The draw of an offer, worked out in turns from what is stored; null before its beacon is there. */
export async function findDraw(db: Db, id: string): Promise<Draw | null> {
  const inputs = await findDrawFacts(db, id)
  if (!inputs) return null
  const draw = await inTurns(drawSteps(inputs.facts))
  assert(inputs.list.root.equals(draw.customersRoot.hash), 'the list is the one that was frozen')
  assert(inputs.whole.root.equals(draw.root.hash), 'the drawn list is the one whose root was published')
  return draw
}

/** The seed of the day that gives the crowd; null while it is not revealed. Asserts that it is of the terms' chain. */
async function seedOf(tx: Tx, terms: Terms): Promise<Uint8Array | null> {
  const day = crowdDayFor(terms)
  const revealed = await findRevealed(tx, day)
  assert(!revealed || isSeedOfTerms(terms, day, revealed.seed), 'the crowd comes from the chain that the terms name')
  return revealed?.seed ?? null
}

const PAGE = 1_000

/** The applications of a frozen list, page by page: nothing on it changes between two pages. */
async function customersOf(db: Db, offer: string): Promise<Application[]> {
  const customers: Application[] = []
  for (;;) {
    const last = customers.at(-1)?.ticket ?? 0
    const page = await db.read((tx) => listByTicket(tx, offer, last, PAGE))
    for (const { ticket, lots, id } of page) {
      customers.push({ ticket, lots, mark: markOf(id) })
      await takeTurns()
    }
    if (page.length < PAGE) return customers
  }
}
