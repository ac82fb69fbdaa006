import { HOUR, MINUTE, SECOND } from '@lonja/core/base/instant'
import { headsFile, keepSigning } from './audit/audit.jobs.ts'
import { signingKeyOf } from './audit/audit.signing.ts'
import type { Clock } from './base/clock.ts'
import type { Closing } from './lifecycle/closing.ts'
import type { Config } from './config/config.ts'
import type { Db } from './database/db.ts'
import type { Events } from './base/events.ts'
import type { Log } from './base/log.ts'
import type { HouseSecret } from './secrets/secret.ts'
import { UNHEARD, type Vitals } from './jobs/vitals.ts'
import { keepForgetting } from './kyc/kyc.jobs.ts'
import { warmMarket } from './market/market.jobs.ts'
import type { OpenedMarket } from './market/market.opening.ts'
import { keepHearing } from './news/feeds.jobs.ts'
import { keepTelling } from './news/news.jobs.ts'
import { keepTellingReady } from './payees/payees.jobs.ts'
import { keepRemoving } from './pictures/pictures.jobs.ts'
import { withdrawalsOf } from './routes.ts'
import { openAlertEngine } from './watchlist/alerts.jobs.ts'
import { keepSending } from './withdrawals/withdrawals.jobs.ts'

interface KeepingGround {
  readonly config: Config
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secret: HouseSecret
  readonly folder: string
  readonly closing: Closing
  readonly vitals: Vitals
}

/** What an open house does by itself besides trading, from now until it closes. Each job is heard by the page of the house's state. */
export function keepHouse(ground: KeepingGround, opened: OpenedMarket, events: Events): void {
  const { config, db, clock, log, secret, folder, closing, vitals } = ground
  const keep = (what: string, job: { stop(): Promise<void> | void }): void => closing.addFirst(what, job.stop)
  const signing = { db, clock, key: signingKeyOf(secret), file: headsFile(folder) }
  keep('the signing of the audit log', keepSigning(signing, log, vitals.job('signing', HOUR)))
  keep('the warming', warmMarket(opened.market, log))
  keep('the telling of news', keepNews(ground, opened))
  const feeds = config.newsFeeds
  keep(
    'the hearing of feeds',
    keepHearing({ ...ground, feeds }, feeds.length > 0 ? vitals.job('feeds', MINUTE) : UNHEARD),
  )
  const telling = { db, events, clock }
  const withdrawals = withdrawalsOf(config, opened.market)
  keep('the sending of withdrawals', keepSending(telling, withdrawals, log, vitals.job('withdrawals', 5 * SECOND)))
  keep('the telling of payees', keepTellingReady(telling, withdrawals.facts, log, vitals.job('payees', MINUTE)))
  // What was missed is told while the house is open: nobody waits for it.
  const alerts = openAlertEngine({ ...telling, log, market: opened.market, heard: vitals.job('alerts', SECOND) })
  alerts.start()
  keep('the alerts', alerts)
  keep('the removing of pictures', keepRemoving(db, clock, log, vitals.job('pictures', 10 * MINUTE)))
  keep('the forgetting of numbers', keepForgetting(db, clock, log, vitals.job('numbers', 10 * MINUTE)))
}

/** What the market did is told from three days before a house on practice prices opened: its past is public. A recorded one begins now. */
function keepNews({ db, clock, log, vitals }: KeepingGround, { market, opening }: OpenedMarket) {
  const from = opening.practice ? opening.openedAt - NEWS_BEFORE_MS : market.now()
  return keepTelling({ db, market, clock, from }, log, vitals.job('news', 5 * SECOND))
}

const NEWS_BEFORE_MS = 3 * 24 * HOUR
