import { BLOCK_WITHDRAWAL_REASONS } from '@lonja/core/blocks/blocks.review'
import { OPINIONS } from '@lonja/core/review/review.contract'
import { newId } from '../base/ids.ts'
import { blockForm, openBlocks } from '../blocks/blocks.testing.ts'
import { idFrom, maybe, paged, type Dice, type Fields } from './fuzz.dice.ts'
import type { TestHouse } from './house.ts'

/** The block offers of the house, and the ids of a customer's applications. */
export interface KnownBlocks {
  readonly blockOffers: readonly string[]
  readonly blocks: string[]
}

const OFFERS = 4

/** Block offers that take applications as long as the noise lasts. */
export const blockOffersIn = async (house: TestHouse): Promise<string[]> => {
  const opened = Array.from({ length: OFFERS }, () => openBlocks(house.db, house.clock.now()))
  return (await Promise.all(opened)).map(({ offer }) => offer)
}

const listed = (chance: Dice): Fields => ({
  ...paged(chance),
  ...maybe(chance, () => ({ cursor: chance.pick([`1.${newId()}`, '1', 'x.y']) })),
})
const opinionOn = (id: string, chance: Dice, approval: string): Fields => {
  const opinion = chance.pick(OPINIONS)
  return { id, opinion, reason: opinion === 'approve' ? approval : 'customer_asked', seen: '' }
}

/** Valid inputs for the calls on blocks. */
export const BLOCKS = {
  listBlockOffers: (_who: KnownBlocks, chance: Dice): Fields => listed(chance),
  listBlockApplications: (_who: KnownBlocks, chance: Dice): Fields => listed(chance),
  listBlockPurchases: (_who: KnownBlocks, chance: Dice): Fields => listed(chance),
  readBlock: ({ blocks }: KnownBlocks, chance: Dice): Fields => ({ id: idFrom(blocks, chance) }),
  applyForBlock: ({ blockOffers }: KnownBlocks, chance: Dice): Fields => ({
    id: newId(),
    offer: idFrom(blockOffers, chance),
    shares: chance.pick(['1', '2', '50', '50001']),
    cap: chance.pick(['5.00', '4.9999', '0.0001']),
  }),
  cancelBlock: ({ blocks }: KnownBlocks, chance: Dice): Fields => ({ id: idFrom(blocks, chance) }),
  acceptBlock: ({ blocks }: KnownBlocks, chance: Dice): Fields => ({ id: idFrom(blocks, chance), seen: '' }),
  declineBlock: ({ blocks }: KnownBlocks, chance: Dice): Fields => ({ id: idFrom(blocks, chance), seen: '' }),
  proposeBlockOffer: (_who: KnownBlocks, chance: Dice): Fields => ({
    ...blockForm(),
    ...maybe(chance, () => ({ least: '601' })),
  }),
  openBlockOffer: (): Fields => ({ id: newId() }),
  decideBlockOffer: (_who: KnownBlocks, chance: Dice): Fields => opinionOn(newId(), chance, 'terms_read'),
  listRunningBlockOffers: (): Fields => ({}),
  // The offers that take applications stay as they are: the calls on them are to be accepted.
  proposeBlockWithdrawal: (_who: KnownBlocks, chance: Dice): Fields => ({
    id: newId(),
    offer: newId(),
    reason: chance.pick(BLOCK_WITHDRAWAL_REASONS),
  }),
  openBlockWithdrawal: (): Fields => ({ id: newId() }),
  decideBlockWithdrawal: (_who: KnownBlocks, chance: Dice): Fields => opinionOn(newId(), chance, 'company_event'),
  openBlock: ({ blocks }: KnownBlocks, chance: Dice): Fields => ({ id: idFrom(blocks, chance) }),
  decideBlock: ({ blocks }: KnownBlocks, chance: Dice): Fields => ({
    ...opinionOn(idFrom(blocks, chance), chance, 'requirements_met'),
    ...maybe(chance, () => ({ less: { listing: 'XMAD:ESP', shares: '1' } })),
  }),
} as const
