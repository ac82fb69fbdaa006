import { cents } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import { OrderId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { allottedOf } from '@lonja/core/ipo/draw.rules'
import { noticeOfApplication } from '@lonja/core/ipo/ipo.notices'
import { allotmentLines, settlementFor } from '@lonja/core/ipo/ipo.rules'
import { wholeLots } from '@lonja/core/ipo/terms.text'
import { paidLot } from '@lonja/core/orders/lots.rules'
import * as z from 'zod/mini'
import type { Clock } from '../base/clock.ts'
import type { Events } from '../base/events.ts'
import { newId } from '../base/ids.ts'
import type { Db } from '../database/db.ts'
import { writeFor, type LockedTx } from '../database/locks.ts'
import { eachOfPages } from '../jobs/rounds.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { insertLot } from '../orders/lots.store.ts'
import {
  findAllotment,
  insertAllotment,
  insertSettled,
  listUnsettled,
  type UnsettledApplication,
} from './allotments.store.ts'
import { findOwn, type ApplicationView } from './reading.store.ts'

/** The parts that settling needs. */
export interface SettlingParts {
  readonly db: Db
  readonly clock: Pick<Clock, 'now'>
  readonly events: Pick<Events, 'publish'>
}

const ROWS_AT_ONCE = 500

/**
 * Settles the applications of a drawn offer, or releases those of one that the house withdrew, each in a transaction of its own,
 * also if one of them fails. A server that is killed in between leaves the rest to the next round, and several servers settle each
 * application once.
 */
export async function settleOffer(parts: SettlingParts, offer: string): Promise<void> {
  const { db, clock } = parts
  const page = (behind: UnsettledApplication | null) =>
    db.read((tx) => listUnsettled(tx, offer, behind?.customer ?? null, ROWS_AT_ONCE))
  await eachOfPages(ROWS_AT_ONCE, page, (application) => settle(parts, application))
  await db.write((tx) => insertSettled(tx, offer, clock.now()))
}

async function settle(
  { db, clock, events }: SettlingParts,
  { customer, application }: UnsettledApplication,
): Promise<void> {
  const isNew = await writeFor(db, customer, async (tx) => {
    // Another server may have settled it meanwhile.
    if (await findAllotment(tx, customer, application)) return false
    const own = await findOwn(tx, customer, application)
    assert(own !== null, 'an application stays')
    await allotTo(tx, own, clock.now())
    return true
  })
  if (isNew) events.publish(customer, ['ipo', 'balances', 'notices'])
}

/**
 * One posting pays for the allotted shares, brings them in, and releases the rest of the hold. They are a lot at their cost. Of an
 * offer that the house withdrew it releases everything.
 */
async function allotTo(tx: LockedTx, { application, offer, result }: ApplicationView, now: Instant) {
  const { terms, cancelledAt } = offer
  assert(
    (result === null) === (cancelledAt !== null),
    'a drawn application has a result, and one of a withdrawn offer none',
  )
  const { customer, id, asset, held } = application
  const { listing, price } = terms
  const settlement = settlementFor(terms, result ? allottedOf(result.allotment) : wholeLots(0n), held)
  const { shares, paid } = settlement
  const lines = allotmentLines(terms, { asset, units: held }, settlement)
  const posting = await postNow(tx, { customer, cause: { kind: 'application', id }, at: now, lines })
  const lot = shares > 0n ? newId<'lot'>() : null
  if (lot !== null) {
    const content = paidLot({ shares, cost: paid, fee: cents(0n), price })
    // The application stands where a bought lot has its order.
    await insertLot(tx, { ...content, customer, id: lot, listing, order: z.decode(OrderId, id), openedAt: now })
  }
  await insertAllotment(tx, {
    customer,
    application: id,
    offer: terms.offer,
    listing,
    lot,
    shares,
    paid,
    posting,
    at: now,
  })
  const units = shares > 0n ? paid : settlement.released
  const won = shares > 0n ? { lists: terms.lists } : {}
  const facts = { company: terms.company, count: shares, amount: { asset, units }, ...won }
  const code = shares > 0n ? 'application_won' : result ? 'application_not_won' : 'application_released'
  await insertNotices(tx, [noticeOfApplication({ customer, id: newId(), at: now }, code, facts)])
}
