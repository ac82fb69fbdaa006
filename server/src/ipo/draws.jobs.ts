import type { Log } from '../base/log.ts'
import { eachInTurn } from '../jobs/rounds.ts'
import { advanceDraw, type DrawParts, type DrawWait } from './draws.actions.ts'
import { listUndrawn } from './ipo.store.ts'
import { saveRelayFault } from './relays.store.ts'
import { storeDraw } from './results.actions.ts'

/**
 * Rounds that bring the draws of all offers after their deadline as far as they go now. Every server of a house may run
 * them. The log names once the relays for which a draw waits.
 */
export function drawsInRounds(parts: DrawParts, log: Log): () => Promise<void> {
  /** The round for which each draw waits, as the log has said. */
  const loggedRounds = new Map<string, number>()
  return async () => {
    const offers = await parts.db.read((tx) => listUndrawn(tx, parts.clock.now()))
    await eachInTurn(offers, async (terms) => {
      const { offer } = terms
      const wait = await advanceDraw(parts, terms)
      if (wait?.for === 'relays') await keepFaults(parts, offer, wait)
      if (wait?.for === 'relays' && loggedRounds.get(offer) !== wait.round) {
        loggedRounds.set(offer, wait.round)
        log.warn({ offer, round: wait.round, faults: wait.faults }, 'a draw waits for its round')
      }
      if (wait) return
      loggedRounds.delete(offer)
      if (await storeDraw(parts, offer)) log.info({ offer }, 'an offer is drawn')
    })
  }
}

/** Stores what each relay answered, for the calendar of the console. */
const keepFaults = (
  { db, clock }: DrawParts,
  offer: string,
  { round, faults }: Extract<DrawWait, { for: 'relays' }>,
): Promise<void> =>
  db.write(async (tx) => {
    for (const { relay, fault } of faults) await saveRelayFault(tx, { offer, relay, round, fault, at: clock.now() })
  })
