import { cents, type ListingId } from '@lonja/core/base/amount'
import { MINUTE, SECOND, type Instant } from '@lonja/core/base/instant'
import { freedResultBps, pricingEvent } from '@lonja/core/blocks/blocks.rules'
import type { Quote } from '@lonja/core/market/market.contract'
import type { Log } from '../base/log.ts'
import { eachInTurn, eachOfPages, runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import type { MarketGuard } from '../market/market.guard.ts'
import type { Market } from '../market/market.quotes.ts'
import { listToPrice, type BlockRow } from './blocks.store.ts'
import { insertOutcome, listToFree, listWithoutOutcome, type Purchase } from './purchases.store.ts'
import { freeBlock, settleBlock, type SettlingParts } from './settling.actions.ts'
import { releaseWithdrawn } from './withdrawals.actions.ts'

/** The parts of the rounds of blocks. */
export interface BlockJobParts extends SettlingParts {
  /** While the clocks disagree no price is made. */
  readonly guard: Pick<MarketGuard, 'agrees'>
}

const AT_ONCE = 200
export const BLOCKS_EVERY_MS = 5 * SECOND

/** Runs the rounds of blocks until they are stopped. Every server of a house may run them: each step is made once. */
export const runBlocks = (parts: BlockJobParts, log: Log, heard = NO_LISTENER): { stop(): Promise<void> } =>
  runRounds(() => blocksRound(parts), {
    pauseMs: BLOCKS_EVERY_MS,
    afterFailureMs: MINUTE / 2,
    log,
    waits: 'the prices of blocks wait for the database',
    failed: 'a step of blocks failed',
    heard,
  })

/**
 * Ends the applications of withdrawn offers, prices approved ones, ends the locks that are over, and notes what the freed blocks
 * have become.
 */
export async function blocksRound(parts: BlockJobParts): Promise<void> {
  const byTheMarket = parts.guard.agrees() ? [priceDue, freeDue, noteOutcomes] : []
  await eachInTurn([releaseWithdrawn, ...byTheMarket], (step) => step(parts))
}

/** The events of a stretch that are read at once: nearly every one has an ask. */
const EVENTS_AT_ONCE = 100

function* eventsAfter(market: Pick<Market, 'nextQuotes'>, listing: ListingId, after: Instant, until: Instant) {
  for (let from = after; from < until;) {
    const events: readonly Quote[] = market.nextQuotes(listing, from, until, EVENTS_AT_ONCE)
    yield* events
    if (events.length < EVENTS_AT_ONCE) return
    from = events.at(-1)?.at ?? until
  }
}

async function priceDue(parts: BlockJobParts): Promise<void> {
  const { db, market } = parts
  const until = market.settled()
  const page = (behind: BlockRow | null) => db.read((tx) => listToPrice(tx, until, behind, AT_ONCE))
  await eachOfPages(AT_ONCE, page, async (block) => {
    const event = pricingEvent(eventsAfter(market, block.listing, block.priceAfter ?? until, until))
    if (event) await settleBlock(parts, block, event)
  })
}

async function freeDue(parts: BlockJobParts): Promise<void> {
  const { db, market } = parts
  for (;;) {
    const due = await db.read((tx) => listToFree(tx, market.now(), AT_ONCE))
    await eachInTurn(due, (purchase) => freeBlock(parts, purchase))
    if (due.length < AT_ONCE) return
  }
}

async function noteOutcomes({ db, market }: BlockJobParts): Promise<void> {
  const until = market.settled()
  await eachInTurn(await db.read((tx) => listWithoutOutcome(tx, AT_ONCE)), async (purchase) => {
    const event = outcomeEvent(market, purchase, until)
    if (!event || !purchase.freed) return
    const { customer, application, cost, fee, freed } = purchase
    const resultBps = freedResultBps({ shares: freed.shares, cost: cents(cost + fee) }, event.bid)
    await db.write((tx) => insertOutcome(tx, { customer, application, at: event.at, bid: event.bid, resultBps }))
  })
}

/** The first event with a bid after the end of a lock. */
export function outcomeEvent(
  market: Pick<Market, 'nextQuotes'>,
  { until, freed }: Purchase,
  now: Instant,
): Quote | null {
  for (const event of freed ? eventsAfter(market, freed.listing, until, now) : []) if (event.bid > 0n) return event
  return null
}
