import type { ListingId } from '@lonja/core/base/amount'
import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { RENEW_EVERY_MS } from '@lonja/core/orders/servers.rules'
import type { OpenSessions } from '../accounts/sessions.ts'
import type { Clock } from '../base/clock.ts'
import { heldBack, openCorporateActions } from '../corporate/corporate.jobs.ts'
import type { Events } from '../base/events.ts'
import { newId } from '../base/ids.ts'
import type { Log } from '../base/log.ts'
import type { Db, Tx } from '../database/db.ts'
import { openLane, type BatchFacts } from '../database/lane.ts'
import type { Vitals } from '../jobs/vitals.ts'
import type { Metrics } from '../monitoring/metrics.ts'
import { rollUpHouseDays } from '../ledger/ledger.jobs.ts'
import { listHeldListings } from '../ledger/ledger.store.ts'
import { watchClocks } from '../market/market.guard.ts'
import { revealSeedsDaily } from '../market/market.jobs.ts'
import type { OpenedMarket } from '../market/market.opening.ts'
import { NOTHING_HEARD } from '../market/market.heard.ts'
import { watchHalts } from '../market/market.pauses.ts'
import { openMargin } from '../margin/margin.jobs.ts'
import { listActionFileRows } from '../news/action-files.store.ts'
import { listOffered } from '../ipo/listing.actions.ts'
import { openFeeTables } from '../orders/fees.actions.ts'
import { lastStartIn } from '../orders/last-start.ts'
import type { TradingParts } from '../orders/orders.actions.ts'
import { openFillEngine } from '../orders/orders.jobs.ts'
import { openOrders } from '../orders/orders.open.ts'
import { listOpenListings } from '../orders/open.store.ts'
import type { Closing } from './closing.ts'

/** The listings that customers own or have open orders in. */
export const listTraded = async (tx: Tx): Promise<ListingId[]> => [
  ...new Set([...(await listHeldListings(tx)), ...(await listOpenListings(tx))]),
]

/**
 * The reads of other features: by them a feed knows what to subscribe to, and its corporate actions, and a practice market the
 * companies that come to it.
 */
export const MARKET_READS = { traded: listTraded, confirmed: listActionFileRows, offered: listOffered } as const

/** The parts of a house that opens, as far as trading needs them. */
interface TradingGround {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly closing: Closing
  readonly vitals: Vitals
  readonly folder: string
  readonly metrics: Pick<Metrics, 'batch' | 'filled'>
}

/** Opens the lane and the fill engine. All missed quote events are processed before the first new order. */
export async function openTrading(
  ground: TradingGround,
  opened: OpenedMarket,
  { events, sessions }: { readonly events: Events; readonly sessions: OpenSessions },
): Promise<TradingParts> {
  const { db, clock, log, closing, vitals, folder, metrics } = ground
  const { opening, seeds, pauses, feed, guard } = opened
  if (feed) closing.add('the feed', feed.close)
  if (pauses) closing.add('watching halts', watchHalts(pauses, log).stop)
  const onBatch = (batch: BatchFacts): void => {
    metrics.batch(batch)
    log.debug(batch, 'a batch has ended')
  }
  const lane = openLane(db, { clock, newId, publish: events.publish, guard: sessions.guard, heard: onBatch })
  const fees = await openFeeTables(db, { openedAt: opening.openedAt, now: clock.now() })
  const heardEvents = feed?.heard ?? NOTHING_HEARD
  const open = openOrders(heardEvents)
  const ending = { open, heardEvents, fees }
  const actionsHeard = vitals.job('actions', SECOND)
  const actions = openCorporateActions({ ...ground, market: opened.market, guard, events, trading: ending, heard: actionsHeard }) // prettier-ignore
  // Orders meet no event of after a split before it is carried out.
  const market = heldBack(opened.market, actions)
  const trading: TradingParts = { db, lane, market, heardEvents, fees, open, guard, doubtful: [] }
  const servers = { lastStart: lastStartIn(folder), heard: vitals.job('servers', RENEW_EVERY_MS) }
  const heardOfRound = vitals.job('fills', SECOND)
  const engine = openFillEngine(trading, { clock, log, heard: heardOfRound, servers, filled: metrics.filled })
  // Closed in reverse: the orders are handed over when the lane takes no more.
  closing.add('handing over the orders', engine.servers.handOver)
  closing.add('the lane', lane.close)
  await engine.servers.begin()
  engine.servers.start() // It is renewed also while missed events are processed.
  await actions.round()
  await engine.sweep()
  const margin = openMargin({ ...ground, guard, events, parts: trading, heard: vitals.job('margin', SECOND) })
  engine.start()
  actions.start()
  margin.start()
  closing.addFirst('watching the clocks', watchClocks(guard, log, vitals.job('clock', SECOND)).stop)
  closing.addFirst('the fill engine', engine.stop)
  closing.addFirst('corporate actions', actions.stop)
  closing.addFirst('judging accounts', margin.stop)
  closing.addFirst('rolling up house days', rollUpHouseDays(db, clock, log, vitals.job('totals', HOUR)).stop)
  if (seeds)
    closing.addFirst('revealing seeds', revealSeedsDaily(db, seeds, guard, log, vitals.job('seeds', MINUTE)).stop)
  return trading
}
