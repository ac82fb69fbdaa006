import type { CustomerId } from '@lonja/core/base/ids'
import { noticeOfWithdrawal } from '@lonja/core/corporate/corporate.notices'
import { actionKey, type MarketAction } from '@lonja/core/market/actions'
import type { Clock } from '../base/clock.ts'
import type { Events } from '../base/events.ts'
import { BEFORE_ALL_IDS, newId } from '../base/ids.ts'
import type { Db, Tx } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import { eachInTurn } from '../jobs/rounds.ts'
import { insertNotices } from '../notices/notices.store.ts'
import type { CustomerPage } from './concerned.store.ts'
import { listActionRows, listToldOf, saveToldWithdrawn, saveWithdrawn } from './corporate.store.ts'

const CUSTOMERS_AT_ONCE = 200

/** Calls `work` with each customer of a list that is read page by page. */
export async function eachCustomer(
  { db }: { readonly db: Db },
  list: (tx: Tx, page: CustomerPage) => Promise<CustomerId[]>,
  work: (customer: CustomerId) => Promise<void>,
): Promise<void> {
  for (let after: string | undefined = BEFORE_ALL_IDS; after;) {
    const page = { after, most: CUSTOMERS_AT_ONCE }
    const customers: CustomerId[] = await db.read((tx) => list(tx, page))
    await eachInTurn(customers, work)
    after = customers.length < CUSTOMERS_AT_ONCE ? undefined : customers.at(-1)
  }
}

/** The name of an action among those that were announced twice, with other terms. */
const announcementKey = (action: MarketAction): string => `${actionKey(action)} ${action.announcedAt}`

/** Puts withdrawals on record. Customers who had a notice of an action first get one that it does not come. */
export async function putWithdrawals(
  { db, clock, events }: { readonly db: Db; readonly clock: Clock; readonly events: Pick<Events, 'publish'> },
  withdrawn: readonly MarketAction[],
): Promise<void> {
  const keys = new Set(withdrawn.map(announcementKey))
  const rows = (await db.read(listActionRows)).filter(({ action }) => keys.has(announcementKey(action)))
  for (const { id, action } of rows) {
    const recipients = (tx: Tx, { after, most }: CustomerPage) => listToldOf(tx, id, after, most)
    await eachCustomer({ db }, recipients, async (customer) => {
      const at = clock.now()
      await writeFor(db, customer, async (tx) => {
        if (!(await saveToldWithdrawn(tx, customer, id, at))) return
        await insertNotices(tx, [noticeOfWithdrawal({ customer, id: newId(), at }, id, action)])
      })
      events.publish(customer, ['notices'])
    })
    await db.write((tx) => saveWithdrawn(tx, id, clock.now()))
  }
}
