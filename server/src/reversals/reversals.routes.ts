import { listReversals } from '@lonja/core/reversals/reversals.contract'
import { REVERSALS_PAGE } from '@lonja/core/reversals/reversals.rules'
import { onRead, type Route } from '../door/serve.ts'
import { entryPlace } from '../ledger/ledger.replies.ts'
import { owedBy, reversalReply } from './reversals.actions.ts'
import { listPostedReversals } from './reversals.store.ts'

/** The customer's reversed credits, and what is owed of them. */
export const reversalsRoutes: Route[] = [
  onRead(listReversals, async ({ tx, customer, language }, { cursor, limit = REVERSALS_PAGE }) => {
    const range = { before: entryPlace(cursor), entry: null, most: limit + 1 }
    const reversals = await listPostedReversals(tx, customer, range)
    const rows = reversals.slice(0, limit).map((row) => reversalReply(row, language))
    const last = rows.at(-1)
    return {
      rows,
      cursor: reversals.length > limit && last ? `${last.posting}` : null,
      owed: await owedBy(tx, customer),
    }
  }),
]
