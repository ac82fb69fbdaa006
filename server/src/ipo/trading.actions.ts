import { currencyFor, wholeShares } from '@lonja/core/base/amount'
import { noticeOfApplication } from '@lonja/core/ipo/ipo.notices'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { eachOfPages } from '../jobs/rounds.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { listOpenLots } from '../orders/lots.store.ts'
import type { SettlingParts } from './settling.actions.ts'
import {
  findUnnoticedShares,
  insertTradingNotice,
  insertTradingSent,
  listUnnoticedAllotments,
  type UnnoticedAllotment,
} from './trading.store.ts'

const ROWS_AT_ONCE = 500

/**
 * Tells each customer with won shares of an offer that they trade, each in a transaction of its own. A server that is killed in
 * between leaves the rest to the next round, and several servers send each notice once.
 */
export async function sendTradingNotices(parts: SettlingParts, offer: string): Promise<void> {
  const { db, clock } = parts
  const page = (behind: UnnoticedAllotment | null) =>
    db.read((tx) => listUnnoticedAllotments(tx, offer, behind?.place ?? 0, ROWS_AT_ONCE))
  await eachOfPages(ROWS_AT_ONCE, page, (allotment) => sendOne(parts, allotment))
  await db.write((tx) => insertTradingSent(tx, offer, clock.now()))
}

async function sendOne({ db, clock, events }: SettlingParts, allotment: UnnoticedAllotment): Promise<void> {
  const { customer } = allotment
  const isNew = await writeFor(db, customer, async (tx) => {
    const won = await findUnnoticedShares(tx, allotment)
    // Another server has sent it meanwhile.
    if (won === null) return false
    const { offer, company, listing } = won.terms
    const lot = (await listOpenLots(tx, customer, listing)).find(({ id }) => id === won.lot)
    const at = clock.now()
    await insertTradingNotice(tx, allotment, { offer, left: lot?.left ?? wholeShares(0n), at })
    // The shares went back with a new start, or are sold: then the customer knows that they trade.
    if (!lot) return false
    const amount = { asset: currencyFor(listing), units: lot.costLeft }
    const facts = { company, count: lot.left, amount, listing }
    await insertNotices(tx, [noticeOfApplication({ customer, id: newId(), at }, 'application_listed', facts)])
    return true
  })
  if (isNew) events.publish(customer, ['ipo', 'notices'])
}
