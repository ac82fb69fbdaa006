import { MINUTE } from '@lonja/core/base/instant'
import type { Log } from '../base/log.ts'
import { eachInTurn, runRounds } from '../jobs/rounds.ts'
import { NO_LISTENER } from '../jobs/vitals.ts'
import { listUnreleasedOffers, listUnsettledOffers } from './allotments.store.ts'
import type { DrawParts } from './draws.actions.ts'
import { drawsInRounds } from './draws.jobs.ts'
import { sendPostponement } from './postponing.actions.ts'
import { listUnsentPostponements } from './postponing.store.ts'
import { publishPracticeOffer, type PracticeParts } from './practice.actions.ts'
import { settleOffer, type SettlingParts } from './settling.actions.ts'
import { sendTradingNotices } from './trading.actions.ts'
import { listUnsentTrading } from './trading.store.ts'

/** The parts that the offers of a practice house need. */
export interface OfferParts extends PracticeParts, DrawParts, SettlingParts {
  /** Takes the companies that have come to the market into this server. */
  readonly takeListings: () => Promise<void>
}

export const OFFERS_EVERY_MS = MINUTE

/** Runs the offers of a practice house until it is stopped. */
export const runOffers = (parts: OfferParts, log: Log, listener = NO_LISTENER): { stop(): Promise<void> } =>
  runRounds(offersInRounds(parts, log), {
    pauseMs: OFFERS_EVERY_MS,
    afterFailureMs: OFFERS_EVERY_MS,
    log,
    waits: 'the offers wait for the database',
    failed: 'a step of the offers failed',
    heard: listener,
  })

/**
 * Rounds that list the companies that are due, publish the offer that is due, send the notices of later dates, bring the draws on,
 * settle the drawn offers, release those that the house withdrew, and tell who has won shares when they trade. Every server of a
 * house may run them: each step is made once. One that fails does not stop the others.
 */
export function offersInRounds(parts: OfferParts, log: Log): () => Promise<void> {
  const draw = drawsInRounds(parts, log)
  const publish = async (): Promise<void> => {
    const terms = await publishPracticeOffer(parts)
    if (terms) log.info({ offer: terms.offer, company: terms.company }, 'an offer is published')
  }
  const postpone = async (): Promise<void> => {
    await eachInTurn(await parts.db.read(listUnsentPostponements), async (postponement) => {
      await sendPostponement(parts, postponement)
      log.info({ offer: postponement.offer }, 'the notices of later dates are sent')
    })
  }
  const settle = async (): Promise<void> => {
    await eachInTurn(await parts.db.read(listUnsettledOffers), async (offer) => {
      await settleOffer(parts, offer)
      log.info({ offer }, 'an offer is settled')
    })
  }
  const release = async (): Promise<void> => {
    await eachInTurn(await parts.db.read(listUnreleasedOffers), async (offer) => {
      await settleOffer(parts, offer)
      log.info({ offer }, 'a withdrawn offer is released')
    })
  }
  const announce = async (): Promise<void> => {
    await eachInTurn(await parts.db.read((tx) => listUnsentTrading(tx, parts.clock.now())), async (offer) => {
      await sendTradingNotices(parts, offer)
      log.info({ offer }, 'the notices of won shares that trade are sent')
    })
  }
  return () => eachInTurn([parts.takeListings, publish, postpone, draw, settle, release, announce], (step) => step())
}
