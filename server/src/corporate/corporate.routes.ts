import { currencyFor } from '@lonja/core/base/amount'
import type { Language } from '@lonja/core/base/language'
import { refuse } from '@lonja/core/base/refusal'
import {
  listActions,
  listOwnActions,
  readAction,
  type ActionReply,
  type OwnAction,
} from '@lonja/core/corporate/corporate.contract'
import { fractionResult, ACTIONS_SHOWN } from '@lonja/core/corporate/corporate.rules'
import { lotNumberFor } from '@lonja/core/orders/lots.rules'
import type { Tx } from '../database/db.ts'
import { onLook, onRead, type Route } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { listLotChanges } from '../orders/lot-changes.store.ts'
import {
  findAction,
  findPart,
  listActionsOf,
  listOwnParts,
  type ActionPart,
  type ActionRow,
} from './corporate.store.ts'

/** The corporate actions of a listing, and what each did to the customer. */
export const corporateRoutes = (market: Market): Route[] => [
  onLook(listActions, async ({ db, language }, { listing }) => {
    if (!market.find(listing)) return refuse('unknown_listing')
    const rows = await db.read((tx) => listActionsOf(tx, listing, ACTIONS_SHOWN))
    return { rows: rows.map((row) => actionReply(row, market, language)) }
  }),

  onRead(readAction, async ({ tx, customer, language }, { id }) => {
    const row = await findAction(tx, id)
    if (!row) return refuse('unknown_action')
    const part = await findPart(tx, customer, id)
    return { action: actionReply(row, market, language), own: part && (await ownReply(tx, part)) }
  }),

  onRead(listOwnActions, async ({ tx, customer, language }, { listing }) => {
    const rows = []
    for (const part of await listOwnParts(tx, customer, listing, ACTIONS_SHOWN)) {
      const row = await findAction(tx, part.action)
      if (row) rows.push({ action: actionReply(row, market, language), own: await ownReply(tx, part) })
    }
    return { rows }
  }),
]

function actionReply(row: ActionRow, market: Market, language: Language): ActionReply {
  const { id, action, withholdingBps, doneAt, withdrawnAt, close } = row
  const { listing, kind, exDay, recordAt, announcedAt } = action
  return {
    id,
    kind,
    listing,
    name: nameOf(market, listing, language),
    currency: currencyFor(listing),
    exDay,
    recordAt,
    announcedAt,
    doneAt,
    withdrawnAt,
    ratio: action.kind === 'split' ? action.ratio : null,
    amount: action.kind === 'dividend' ? action.amount : null,
    withholdingBps,
    successor: action.kind === 'symbol' ? action.successor : null,
    close,
  }
}

async function ownReply(tx: Tx, part: ActionPart): Promise<OwnAction> {
  const {
    customer,
    action,
    posting,
    sharesBefore,
    sharesAfter,
    gross,
    withheld,
    cash,
    cost,
    orders,
    adjusted,
    madeAt,
  } = part
  const lots = await listLotChanges(tx, customer, action)
  return {
    posting,
    sharesBefore,
    sharesAfter,
    gross,
    withheld,
    net: gross - withheld,
    cash,
    cost,
    realised: fractionResult({ cash, cost }),
    orders,
    adjusted,
    at: madeAt,
    lots: lots.map((change) => ({ ...change, number: lotNumberFor(change.lot) })),
  }
}
