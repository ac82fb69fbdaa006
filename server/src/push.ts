import { SECOND } from '@lonja/core/base/instant'
import type { Clock } from './base/clock.ts'
import type { Closing } from './lifecycle/closing.ts'
import type { Config } from './config/config.ts'
import type { Db } from './database/db.ts'
import type { Log } from './base/log.ts'
import type { HouseSecret } from './secrets/secret.ts'
import type { Vitals } from './jobs/vitals.ts'
import type { Market } from './market/market.quotes.ts'
import { pushNotices } from './notices/push.jobs.ts'
import { openPushKey } from './notices/push.key.ts'
import type { PushOptions } from './notices/push.routes.ts'
import { pushFacts } from './dependencies.ts'

interface PushGround {
  readonly config: Pick<Config, 'pushContact'>
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly secret: HouseSecret
  readonly closing: Closing
  readonly vitals: Vitals
}

/**
 * Starts pushing notices to subscribed devices, unless the house has no push contact. Returns the key that the calls
 * need.
 */
export async function openPush(
  { closing, secret, config, vitals, ...ground }: PushGround,
  market: Market,
): Promise<PushOptions> {
  const { pushContact: contact } = config
  if (contact === null) return { key: null }
  const key = await openPushKey(ground.db, secret, ground.clock.now())
  closing.addFirst(
    'pushing notices',
    pushNotices({ ...ground, ...pushFacts(market), key, contact }, vitals.job('push', SECOND)).stop,
  )
  return { key }
}
