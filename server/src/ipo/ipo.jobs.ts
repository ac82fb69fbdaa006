import type { Log } from '../base/log.ts'
import { eachInTurn } from '../jobs/rounds.ts'
import { listUnsettledOffers } from './allotments.store.ts'
import type { DrawParts } from './draws.actions.ts'
import { drawsInRounds } from './draws.jobs.ts'
import { publishPracticeOffer, type PracticeParts } from './practice.actions.ts'
import { settleOffer, type SettlingParts } from './settling.actions.ts'

/** The parts that the offers of a practice house need. */
export interface OfferParts extends PracticeParts, DrawParts, SettlingParts {}

/**
 * Rounds that publish the offer that is due, bring the draws on, and settle the drawn offers. Every server of a house may run
 * them: each step is made once. One that fails does not stop the others.
 */
export function offersInRounds(parts: OfferParts, log: Log): () => Promise<void> {
  const draw = drawsInRounds(parts, log)
  const publish = async (): Promise<void> => {
    const terms = await publishPracticeOffer(parts)
    if (terms) log.info({ offer: terms.offer, company: terms.company }, 'an offer is published')
  }
  const settle = async (): Promise<void> => {
    await eachInTurn(await parts.db.read(listUnsettledOffers), async (offer) => {
      await settleOffer(parts, offer)
      log.info({ offer }, 'an offer is settled')
    })
  }
  return () => eachInTurn([publish, draw, settle], (step) => step())
}
