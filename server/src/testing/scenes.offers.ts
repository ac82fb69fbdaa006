import { proposeOfferWithdrawal } from '@lonja/core/ipo/offers.staff.contract'
import { DRAFT } from '@lonja/core/ipo/house.testing'
import { newId } from '../base/ids.ts'
import { insertDraft } from '../ipo/drafts.store.ts'
import { openOffer } from '../ipo/ipo.testing.ts'
import type { TestHouse } from './house.ts'

/** A seat of operations, and an offer that takes applications. */
async function openOfferIn(house: TestHouse) {
  const { id, number, token } = await house.seat({ roles: ['operations'] })
  const { offer } = await openOffer(house.db, house.clock.now())
  return { id, number, token, input: { offer, reason: 'terms_mistaken' } }
}

/** The calls of operations on offers, each as a seat sends it whose request is accepted. */
export const OFFER_SCENES = {
  discardOfferDraft: async (house: TestHouse) => {
    const { id: seat, number, token } = await house.seat({ roles: ['operations'] })
    const by = { seat, number, role: 'operations' } as const
    const draft = { ...DRAFT, id: newId(), version: 1, by, changedAt: house.clock.now(), endedAt: null }
    await house.db.write((tx) => insertDraft(tx, draft))
    return { token, input: { id: draft.id }, customer: null }
  },
  proposeOfferWithdrawal: async (house: TestHouse) => {
    const { token, input } = await openOfferIn(house)
    return { token, input, customer: null }
  },
  openOfferReview: async (house: TestHouse) => {
    const { token: proposer, input } = await openOfferIn(house)
    const answer = await house.ask(proposeOfferWithdrawal, input, { token: proposer, key: newId() })
    const { token } = await house.seat({ roles: ['operations'] })
    return { token, input: { id: (answer.data as { review: string }).review }, customer: null }
  },
}
