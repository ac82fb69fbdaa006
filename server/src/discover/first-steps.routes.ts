import type { CustomerId } from '@lonja/core/base/ids'
import type { Language } from '@lonja/core/base/language'
import { refuse } from '@lonja/core/base/refusal'
import { noteFirstSteps, readFirstSteps } from '@lonja/core/discover/first-steps.contract'
import { firstStepsFor } from '@lonja/core/discover/first-steps.rules'
import type { Tx } from '../database/db.ts'
import { onRead, onWrite, type Route } from '../door/serve.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { hasBought } from '../orders/orders.store.ts'
import { hasSetAlert } from '../watchlist/alerts.store.ts'
import { findFirstSteps, saveFirstLook, saveStepsAway } from './first-steps.store.ts'

/** The first steps of a newcomer, which home shows until they are done or put away. */
export const firstStepsRoutes = (market: Market): Route[] => [
  onRead(readFirstSteps, ({ tx, customer, language }) => stepsOf(tx, market, customer, language)),

  onWrite(noteFirstSteps, async ({ tx, customer, now, language, publish }, { looked, away }) => {
    if (looked !== undefined && !market.find(looked)) return refuse('unknown_listing', {}, 'looked')
    if (looked !== undefined) await saveFirstLook(tx, customer, looked, now)
    if (away !== undefined) await saveStepsAway(tx, customer, away ? now : null)
    publish('steps')
    return stepsOf(tx, market, customer, language)
  }),
]

async function stepsOf(tx: Tx, market: Market, customer: CustomerId, language: Language) {
  const row = await findFirstSteps(tx, customer)
  const listing = row?.listing ?? null
  const facts = {
    looked: listing !== null,
    bought: await hasBought(tx, customer),
    alerted: await hasSetAlert(tx, customer),
    away: (row?.putAwayAt ?? null) !== null,
  }
  return { ...firstStepsFor(facts), looked: listing && { listing, name: nameOf(market, listing, language) } }
}
