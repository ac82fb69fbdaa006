import { isRefused } from '@lonja/core/base/refusal'
import type { Instant } from '@lonja/core/base/instant'
import { decideRestriction } from '@lonja/core/restrictions/restrictions.rules'
import { customerNamed } from '../accounts/operator.actions.ts'
import { CannotOpen } from '../base/cannot.ts'
import { newId } from '../base/ids.ts'
import type { Db } from '../database/db.ts'
import { lockCustomer } from '../database/locks.ts'
import { NOTHING_HEARD } from '../market/market.heard.ts'
import type { EndingMarket } from '../orders/orders.events.ts'
import { listFeeTables } from '../orders/fees.store.ts'
import { openOrders } from '../orders/orders.open.ts'
import { insertServer, saveStop } from '../orders/progress.store.ts'
import { impose, lift } from './restrictions.actions.ts'
import type { Terms } from './restrictions.store.ts'

/*
 * Restricting and lifting at the command line. The operator, who holds the database itself, decides alone, for up to 90 days.
 * A running house drops the ended orders from its memory when a quote meets them.
 */

/**
 * Restricts an account, as seats can at the console. The notice names the operator, the level, the reason and the end. A
 * quote event that fills an open buy up to the market's clock fills it first.
 */
export const restrictCustomer = (
  { db, market }: { readonly db: Db; readonly market: EndingMarket },
  named: string,
  terms: Terms,
  now: Instant,
): Promise<void> =>
  db.write(async (begun) => {
    const { id: customer } = await customerNamed(begun, named)
    const facts = { now, ownAccount: null, inForce: null, alone: [] }
    const decision = decideRestriction({ customer, ...terms }, facts)
    if (isRefused(decision)) throw new CannotOpen('An account is restricted for 1 to 90 days.')
    const tx = await lockCustomer(begun, customer)
    const open = openOrders()
    // The exit of a buy that an event fills first is an order of this process, which hands it to a running house at once.
    await insertServer(begun, { node: open.node(), name: 'the command line', through: market.now(), at: now })
    await saveStop(begun, open.node())
    const fees = await listFeeTables(begun)
    await impose(
      tx,
      { id: newId(), customer, ...terms, by: null, people: null, now },
      { market, heardEvents: NOTHING_HEARD, open, fees },
    )
  })

/** Lifts a restriction; false if there was none. */
export const liftCustomer = (db: Db, named: string, now: Instant): Promise<boolean> =>
  db.write(async (begun) => {
    const { id: customer } = await customerNamed(begun, named)
    return lift(await lockCustomer(begun, customer), { customer, by: null, now })
  })
