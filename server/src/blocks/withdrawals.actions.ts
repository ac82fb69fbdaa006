import { cents, currencyFor, type Amount } from '@lonja/core/base/amount'
import { assert } from '@lonja/core/base/assert'
import { decideBlockOfferWithdrawal, endsWithOffer } from '@lonja/core/blocks/blocks.rules'
import { recordAct } from '../audit/audit.actions.ts'
import type { Tx } from '../database/db.ts'
import { writeFor } from '../database/locks.ts'
import type { StaffWriteContext } from '../door/serve.staff.ts'
import { eachOfPages } from '../jobs/rounds.ts'
import { endReview } from '../review/ending.actions.ts'
import { endBlock, TOLD } from './blocks.actions.ts'
import { findBlock } from './blocks.store.ts'
import { findBlockOffer, lockBlockOffer, saveWithdrawn, type BlockOffer } from './offers.store.ts'
import type { SettlingParts } from './settling.actions.ts'
import {
  listWaitingOfWithdrawn,
  sumDemand,
  type OfferDemand,
  type ProposedWithdrawal,
  type WaitingBlock,
} from './withdrawals.store.ts'

const NO_DEMAND: OfferDemand = { waiting: 0, held: cents(0n), staying: 0 }

/** The applications for an offer. */
export const demandOf = async (tx: Tx, offer: string): Promise<OfferDemand> =>
  (await sumDemand(tx, [offer])).get(offer) ?? NO_DEMAND

/** The end that a withdrawal of an offer makes: the applications that wait, and what is held for them. */
export const endingOf = (
  { terms }: Pick<BlockOffer, 'terms'>,
  { waiting, held }: OfferDemand = NO_DEMAND,
): { readonly applications: number; readonly released: Amount } => ({
  applications: waiting,
  released: { asset: currencyFor(terms.listing), units: held },
})

/** The refusal to withdraw an offer as it stands now; null if it can be withdrawn. The offer is locked until the transaction ends. */
export async function withdrawalRefusal({ tx, now }: StaffWriteContext, id: string) {
  const offer = await lockBlockOffer(tx, id)
  assert(offer !== null, 'an offer stays')
  const { withdrawal, terms } = offer
  const { waiting } = await demandOf(tx, id)
  return decideBlockOfferWithdrawal({ isWithdrawn: withdrawal !== null, endsAt: terms.endsAt, waiting }, now)
}

/**
 * Withdraws an offer in public: from then on nobody applies for it and nothing of it is approved. The rounds end the applications
 * that wait. `withdrawalRefusal` has let it through in the same transaction.
 */
export async function withdrawOffer(
  { tx, seat, now }: StaffWriteContext,
  { offer: id, reason }: ProposedWithdrawal,
): Promise<void> {
  const offer = await findBlockOffer(tx, id)
  assert(offer !== null && offer.publishedAt !== null, 'a published offer is withdrawn')
  await saveWithdrawn(tx, id, { at: Math.max(now, offer.publishedAt), reason })
  const about = { kind: 'block_offer', id }
  await recordAct(tx, { act: 'block_offer_withdrawn', customer: null, seat, about, detail: { reason }, at: now })
}

const AT_ONCE = 200

/**
 * Ends the applications that wait although their offer is withdrawn, each with its hold in a transaction of its own. A server that
 * is killed in between leaves the rest to the next round, and several servers end each application once.
 */
export async function releaseWithdrawn(parts: SettlingParts): Promise<void> {
  const page = (behind: WaitingBlock | null) => parts.db.read((tx) => listWaitingOfWithdrawn(tx, behind, AT_ONCE))
  await eachOfPages(AT_ONCE, page, (application) => releaseOne(parts, application))
}

async function releaseOne({ db, clock, events }: SettlingParts, { customer, id, offer }: WaitingBlock): Promise<void> {
  const isDone = await writeFor(db, customer, async (tx) => {
    const block = await findBlock(tx, customer, id)
    // Its customer took it back, or another server has ended it.
    if (!block || !endsWithOffer(block.state)) return false
    const withdrawal = (await findBlockOffer(tx, offer))?.withdrawal ?? null
    assert(withdrawal !== null, 'the withdrawal of an offer is not taken back')
    const now = clock.now()
    await endReview(tx, block.reviewId, now)
    await endBlock(tx, block, { end: 'withdrawn', now, reason: withdrawal.reason })
    return true
  })
  if (isDone) events.publish(customer, [...TOLD])
}
