import type { Instant } from '@lonja/core/base/instant'
import type { OfferWithdrawalReason } from '@lonja/core/ipo/acts.contract'
import { PAST_ALL_IDS } from '../base/ids.ts'
import { flag, instant, orNull, shapeOf, word } from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'
import { OFFERS, offerFrom, type OfferRow } from './ipo.store.ts'
import type { OfferPlace } from './reading.store.ts'

/** An offer with the times of its steps, as staff see it. */
export interface OfferSteps extends OfferRow {
  readonly frozenAt: Instant | null
  readonly rootAt: Instant | null
  /** The whole root is stored, and public from that instant on. */
  readonly hasRoot: boolean
  readonly publicAt: Instant | null
  readonly beaconAt: Instant | null
  readonly drawnAt: Instant | null
  readonly settledAt: Instant | null
  /** False for an offer whose shares traded before there were notices of it; `noticesAt` is null until all are sent. */
  readonly hasNotices: boolean
  readonly noticesAt: Instant | null
  readonly reason: OfferWithdrawalReason | null
  /** True if operations made it; false for one that came by itself. */
  readonly isOwn: boolean
}

const STEPS = `
  select ${OFFERS.under('o')}, f.frozen_at, l.made_at as root_at, r.offer is not null as has_root, p.published_at as public_at,
    b.taken_at as beacon_at, d.drawn_at, s.settled_at, w.reason, h.offer is not null as own,
    t.offer is null or t.sent_at is not null as has_notices, t.sent_at as notices_at
  from ipo_offers o
  left join ipo_freezes f on f.offer = o.id left join ipo_lists l on l.offer = o.id left join ipo_roots r on r.offer = o.id
  left join ipo_publications p on p.offer = o.id left join ipo_beacons b on b.offer = o.id left join ipo_draws d on d.offer = o.id
  left join ipo_settled s on s.offer = o.id left join ipo_withdrawals w on w.offer = o.id left join ipo_house_offers h on h.offer = o.id
  left join ipo_trading_sent t on t.offer = o.id`
const TIMES = shapeOf<Omit<OfferSteps, keyof OfferRow>>({
  frozenAt: orNull(instant('frozen_at')),
  rootAt: orNull(instant('root_at')),
  hasRoot: flag('has_root'),
  publicAt: orNull(instant('public_at')),
  beaconAt: orNull(instant('beacon_at')),
  drawnAt: orNull(instant('drawn_at')),
  settledAt: orNull(instant('settled_at')),
  hasNotices: flag('has_notices'),
  noticesAt: orNull(instant('notices_at')),
  reason: orNull(word<OfferWithdrawalReason>('reason')),
  isOwn: flag('own'),
})
const stepsFrom = (row: Row): OfferSteps => ({ ...offerFrom(row), ...TIMES(row) })

const LIST_PAGE = sql(
  'list_ipo_offer_steps',
  `${STEPS} where (o.opens_at, o.id) < ($1, $2) order by o.opens_at desc, o.id desc limit $3`,
  stepsFrom,
)
const LIST_BETWEEN = sql(
  'list_ipo_offer_steps_between',
  `${STEPS} where o.opens_at < $2 and (o.lists_at >= $1 or s.settled_at is null or s.settled_at >= $1 or t.sent_at >= $1
     or d.offer is not null and t.offer is null) order by o.opens_at, o.id`,
  stepsFrom,
)

/** A page of the offers, those that open last first, behind a place; null begins with the last. */
export async function listOfferSteps(tx: Tx, behind: OfferPlace | null, limit: number): Promise<OfferSteps[]> {
  const { opens, offer } = behind ?? { opens: Number.MAX_SAFE_INTEGER, offer: PAST_ALL_IDS }
  return tx.run(LIST_PAGE, [opens, offer, limit])
}

/**
 * The offers that open before an instant and are not over before another one. Those that are not settled, or whose notices of the
 * listing are not all sent, are never over.
 */
export async function listStepsBetween(tx: Tx, from: Instant, until: Instant): Promise<OfferSteps[]> {
  return tx.run(LIST_BETWEEN, [from, until])
}
