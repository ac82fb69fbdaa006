import { currencyFor } from '@lonja/core/base/amount'
import { noticeOfApplication } from '@lonja/core/ipo/ipo.notices'
import { newId } from '../base/ids.ts'
import { takeTurns } from '../base/turns.ts'
import { writeFor } from '../database/locks.ts'
import { eachInTurn } from '../jobs/rounds.ts'
import { insertNotices } from '../notices/notices.store.ts'
import type { SettlingParts } from './settling.actions.ts'
import {
  findLeftOver,
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
  for (let behind = 0; ;) {
    const due = await db.read((tx) => listUnnoticedAllotments(tx, offer, behind, ROWS_AT_ONCE))
    await eachInTurn(due, async (allotment) => {
      await sendOne(parts, allotment)
      await takeTurns()
    })
    if (due.length < ROWS_AT_ONCE) break
    behind = due.at(-1)?.place ?? behind
  }
  await db.write((tx) => insertTradingSent(tx, offer, clock.now()))
}

async function sendOne({ db, clock, events }: SettlingParts, allotment: UnnoticedAllotment): Promise<void> {
  const { customer } = allotment
  const isNew = await writeFor(db, customer, async (tx) => {
    // Null: another server has sent it meanwhile.
    const leftOver = await findLeftOver(tx, allotment)
    if (leftOver === null) return false
    const { terms, left, cost } = leftOver
    const at = clock.now()
    await insertTradingNotice(tx, allotment, leftOver, at)
    // A customer without these shares has handed them back by starting over, or has sold them and knows that they trade.
    if (left === 0n) return false
    const amount = { asset: currencyFor(terms.listing), units: cost }
    const facts = { company: terms.company, count: left, amount }
    await insertNotices(tx, [noticeOfApplication({ customer, id: newId(), at }, 'application_listed', facts)])
    return true
  })
  if (isNew) events.publish(customer, ['ipo', 'notices'])
}
