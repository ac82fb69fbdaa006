import { assert } from '@lonja/core/base/assert'
import { noticeOfPostponement } from '@lonja/core/ipo/ipo.notices'
import { newId } from '../base/ids.ts'
import { writeFor } from '../database/locks.ts'
import { eachOfPages } from '../jobs/rounds.ts'
import { insertNotices } from '../notices/notices.store.ts'
import {
  hasPostponementNotice,
  insertPostponementNotice,
  insertPostponementSent,
  listUnnoticed,
  type UnnoticedApplication,
  type UnsentPostponement,
} from './postponing.store.ts'
import { findOwn } from './reading.store.ts'
import type { SettlingParts } from './settling.actions.ts'

const ROWS_AT_ONCE = 500

/**
 * Sends the notice of later dates to each application that ran when they were decided, each in a transaction of its own. A server
 * that is killed in between leaves the rest to the next round, and several servers send each notice once.
 */
export async function sendPostponement(parts: SettlingParts, postponement: UnsentPostponement): Promise<void> {
  const { db, clock } = parts
  const page = (behind: UnnoticedApplication | null) =>
    db.read((tx) => listUnnoticed(tx, postponement, behind?.ticket ?? 0, ROWS_AT_ONCE))
  await eachOfPages(ROWS_AT_ONCE, page, (application) => sendOne(parts, postponement, application))
  await db.write((tx) => insertPostponementSent(tx, postponement, clock.now()))
}

async function sendOne(
  { db, clock, events }: SettlingParts,
  postponement: UnsentPostponement,
  unnoticed: UnnoticedApplication,
): Promise<void> {
  const { customer, application: id } = unnoticed
  const { before, terms, place } = postponement
  const isNew = await writeFor(db, customer, async (tx) => {
    // Another server may have sent it meanwhile, or the customer may have withdrawn the application.
    if (await hasPostponementNotice(tx, unnoticed, place)) return false
    const own = await findOwn(tx, customer, id)
    assert(own !== null, 'an application stays')
    const { asset, held, withdrawnAt } = own.application
    if (withdrawnAt !== null) return false
    const at = clock.now()
    const amount = { asset, units: held }
    await insertPostponementNotice(tx, unnoticed, postponement, at)
    await insertNotices(tx, [noticeOfPostponement({ customer, id: newId(), at }, { before, after: terms, amount })])
    return true
  })
  if (isNew) events.publish(customer, ['ipo', 'notices'])
}
