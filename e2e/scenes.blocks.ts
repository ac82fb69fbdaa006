import { priceE4, wholeShares, type ListingId } from '@lonja/core/base/amount'
import { applyForBlock, listBlockOffers, readBlock } from '@lonja/core/blocks/blocks.contract'
import { decideBlockOffer, openBlockOffer, proposeBlockOffer } from '@lonja/core/blocks/blocks.staff.contract'
import { proposeBlockWithdrawal } from '@lonja/core/blocks/withdrawals.staff.contract'
import { listInstruments } from '@lonja/core/discover/discover.contract'
import { askFor, newId } from './client.ts'
import type { Customer } from './customers.ts'
import { reviewOf, type Desk } from './scenes.desk.ts'

const DAY = 86_400_000

/** The reviews that wait: of an application for a block, of the terms of an offer, and of the withdrawal of another one. */
export type BlockNames = Readonly<Record<'blockReview' | 'blockTerms' | 'blockWithdrawal', string>>

/** A published block offer with an application that waits and a proposed withdrawal, and the terms of another one. */
export async function addBlocks({ house: { url }, one, two }: Desk, { token }: Customer): Promise<BlockNames> {
  const shares = await askFor(url, listInstruments, { list: 'active', venue: 'XMAD', limit: 2 })
  const [first, second] = shares.listing as readonly ListingId[]
  const propose = async (listing: ListingId, discountBps: number) => {
    const sizes = { shares: wholeShares(20_000n), least: wholeShares(10n), most: wholeShares(500n) }
    const terms = { listing, discountBps, ...sizes, lockDays: 30, endsAt: Date.now() + 12 * DAY }
    const { id, review } = await askFor(url, proposeBlockOffer, { id: newId(), ...terms }, one)
    if (review === null) throw new Error('Two people decide about an offer.')
    return { id, review }
  }
  const offer = await propose(first!, 400)
  const { seen } = await askFor(url, openBlockOffer, { id: offer.review }, { token: two.token })
  await askFor(url, decideBlockOffer, { id: offer.review, seen, opinion: 'approve', reason: 'terms_read' }, two)
  const { rows } = await askFor(url, listBlockOffers, {}, { token })
  const price = rows.find((row) => row.offer === offer.id)?.price
  if (!price) throw new Error('A share that trades has a price.')
  const id = newId()
  await askFor(
    url,
    applyForBlock,
    { id, offer: offer.id, shares: wholeShares(12n), cap: priceE4((price / 1_000n) * 1_100n) },
    { token },
  )
  const { number } = await askFor(url, readBlock, { id }, { token })
  const { review } = await propose(second!, 550)
  const withdrawal = { id: newId(), offer: offer.id, reason: 'company_event' } as const
  const { review: blockWithdrawal } = await askFor(url, proposeBlockWithdrawal, withdrawal, one)
  if (blockWithdrawal === null) throw new Error('Two people decide about a withdrawal.')
  return { blockReview: await reviewOf(url, one, number), blockTerms: review, blockWithdrawal }
}
