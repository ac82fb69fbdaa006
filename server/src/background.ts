import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { headsFile, signAuditHeads } from './audit/audit.jobs.ts'
import { signingKeyOf } from './audit/audit.signing.ts'
import { BLOCKS_EVERY_MS, runBlocks } from './blocks/blocks.jobs.ts'
import type { Clock } from './base/clock.ts'
import type { Closing } from './lifecycle/closing.ts'
import type { Config } from './config/config.ts'
import type { Db } from './database/db.ts'
import type { Events } from './base/events.ts'
import type { Log } from './base/log.ts'
import type { HouseSecret } from './secrets/secret.ts'
import { NO_LISTENER, type Vitals } from './jobs/vitals.ts'
import { OFFERS_EVERY_MS, runOffers } from './ipo/ipo.jobs.ts'
import { houseOf } from './ipo/practice.actions.ts'
import { askRelaysAtStart, type OpenRelays } from './ipo/relays.actions.ts'
import { purgeDocumentNumbers } from './kyc/kyc.jobs.ts'
import { findVerifiedName } from './kyc/kyc.store.ts'
import { warmMarket } from './market/market.jobs.ts'
import type { OpenedMarket } from './market/market.opening.ts'
import { pollNewsFeeds } from './news/feeds.jobs.ts'
import { LOANS_EVERY_MS, runLoans } from './loans/loans.jobs.ts'
import { INTEREST_EVERY_MS, openInterest } from './interest/interest.jobs.ts'
import { publishMarketNews } from './news/news.jobs.ts'
import { OPTIONS_EVERY_MS, runOptions } from './options/options.jobs.ts'
import { BACKTESTS_EVERY_MS, runBacktests } from './strategies/backtests.jobs.ts'
import { RUNS_EVERY_MS, runRuns } from './strategies/runs.jobs.ts'
import type { TradingParts } from './orders/orders.actions.ts'
import { announceReadyPayees } from './payees/payees.jobs.ts'
import { purgePictures } from './pictures/pictures.jobs.ts'
import { rootKeysOf } from './proof/roots.actions.ts'
import { closeDays, CLOSING_EVERY_MS } from './proof/roots.jobs.ts'
import { followResets, purgeOldResets } from './resets/resets.jobs.ts'
import { withdrawalsOf } from './dependencies.ts'
import { openAlertEngine } from './watchlist/alerts.jobs.ts'
import { sendApprovedWithdrawals } from './withdrawals/withdrawals.jobs.ts'

interface JobsGround {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secret: HouseSecret
  readonly folder: string
  readonly closing: Closing
  readonly vitals: Vitals
  readonly relays: OpenRelays
  readonly trading: TradingParts
}

/**
 * Starts the jobs of an open house besides trading. Each runs until the house closes, and its rounds appear on the page
 * of the house's state.
 */
export function startJobs(ground: JobsGround, opened: OpenedMarket, events: Events): void {
  const { config, db, clock, log, secret, folder, closing, vitals, trading } = ground
  const start = (what: string, job: { stop(): Promise<void> | void }): void => closing.addFirst(what, job.stop)
  const signing = { db, clock, key: signingKeyOf(secret), file: headsFile(folder) }
  start('signing the audit log', signAuditHeads(signing, log, vitals.job('signing', HOUR)))
  const closed = vitals.job('roots', CLOSING_EVERY_MS)
  start('closing days', closeDays(db, rootKeysOf(secret), opened.guard, log, closed))
  start('warming the market', warmMarket(opened.market, log))
  start('publishing market news', startMarketNews(ground, opened))
  const feeds = config.newsFeeds
  start(
    'polling news feeds',
    pollNewsFeeds({ ...ground, feeds }, feeds.length > 0 ? vitals.job('feeds', MINUTE) : NO_LISTENER),
  )
  const shared = { db, events, clock }
  const withdrawals = withdrawalsOf(config, opened.market)
  start('sending withdrawals', sendApprovedWithdrawals(shared, withdrawals, log, vitals.job('withdrawals', 5 * SECOND)))
  start(
    'announcing ready payees',
    announceReadyPayees(shared, { verifiedNameOf: findVerifiedName }, log, vitals.job('payees', MINUTE)),
  )
  // Alerts missed while the house was closed are published in the background; the start does not wait for them.
  const alerts = openAlertEngine({ ...shared, log, market: opened.market, heard: vitals.job('alerts', SECOND) })
  alerts.start()
  startOffers(ground, opened, events)
  const { market, guard } = opened
  start('block trades', runBlocks({ ...shared, market, guard }, log, vitals.job('blocks', BLOCKS_EVERY_MS)))
  start('the interest of loans', runLoans({ ...shared, guard }, log, vitals.job('loans', LOANS_EVERY_MS)))
  start(
    'binary options',
    runOptions({ db, lane: trading.lane, market, guard }, log, vitals.job('options', OPTIONS_EVERY_MS)),
  )
  start('backtests', runBacktests({ ...shared, market }, log, vitals.job('backtests', BACKTESTS_EVERY_MS)))
  const runs = { trading, clock, events, isOn: !config.off.has('strategies') }
  start('runs of strategies', runRuns(runs, log, vitals.job('runs', RUNS_EVERY_MS)))
  const interest = openInterest({ ...shared, log, market: opened.market, guard: opened.guard, heard: vitals.job('interest', INTEREST_EVERY_MS) }) // prettier-ignore
  interest.start()
  start('the interest of the night', interest)
  start('price alerts', alerts)
  start('requests for new passwords', followResets(shared, log, vitals.job('resets', SECOND)))
  start('purging old requests', purgeOldResets(shared, log, vitals.job('old_resets', 10 * MINUTE)))
  start('purging pictures', purgePictures(db, clock, log, vitals.job('pictures', 10 * MINUTE)))
  start('purging document numbers', purgeDocumentNumbers(db, clock, log, vitals.job('numbers', 10 * MINUTE)))
}

/** Runs the offers of a practice house. With relays their draws are ordered by rounds of drand, otherwise by day seeds. */
function startOffers(
  { db, clock, log, closing, vitals, relays }: JobsGround,
  opened: OpenedMarket,
  events: Events,
): void {
  const { opening, takeListings } = opened
  const { chain, addresses, fetchRound } = relays
  const house = houseOf(opening, addresses)
  if (!house || !opening.practice || !takeListings) return
  const { historySeed } = opening.practice
  if (addresses.length > 0) log.info({ relays: addresses, chain: chain.hash }, 'draws follow the rounds of drand')
  const answer = askRelaysAtStart(relays, clock, log)
  closing.addFirst('asking the relays', () => answer)
  // An offer that was announced with a round waits for it, also after its house has lost its relays.
  const parts = { db, clock, events, house, historySeed, chain, fetchRound, takeListings } // prettier-ignore
  closing.addFirst('the offers', runOffers(parts, log, vitals.job('offers', OFFERS_EVERY_MS)).stop)
}

/**
 * Publishes news from three days before a practice house opened, because its past is public. A replay or feed begins
 * now.
 */
function startMarketNews({ db, clock, log, vitals }: JobsGround, { market, opening }: OpenedMarket) {
  const from = opening.practice ? opening.openedAt - NEWS_BEFORE_MS : market.now()
  return publishMarketNews({ db, market, clock, from }, log, vitals.job('news', 5 * SECOND))
}

const NEWS_BEFORE_MS = 3 * 24 * HOUR
