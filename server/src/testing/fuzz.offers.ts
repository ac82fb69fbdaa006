import type { CallName } from '@lonja/core/calls'
import { OFFER_MARKETS } from '@lonja/core/ipo/house.rules'
import { OFFER_WITHDRAWAL_REASONS } from '@lonja/core/ipo/acts.contract'
import { SECTORS } from '@lonja/core/market/instruments'
import { newId } from '../base/ids.ts'
import { draftFields } from '../ipo/drafts.testing.ts'
import { START } from '../orders/orders.testing.ts'
import type { KnownIpo } from './fuzz.ipo.ts'
import { idFrom, maybe, paged, type Dice, type Fields } from './fuzz.dice.ts'

const OPINIONS = [
  { opinion: 'approve', reason: 'terms_read' },
  { opinion: 'refuse', reason: 'not_now' },
]
const DAYS = ['2026-11-28', '2026-12-31', '2026-02-31']

/** Valid inputs of the calls by which operations make offers. */
export const OFFERS = {
  listOfferDrafts: () => ({}),
  saveOfferDraft: (_who, chance) => ({
    id: newId(),
    version: chance.pick([0, 0, 1]),
    ...draftFields(START, {
      sector: chance.pick(SECTORS),
      market: chance.pick(OFFER_MARKETS),
      price: chance.pick(['8.50', '0.0001', '500']),
      closes: chance.pick([START, 8_640_000_000_000_000]),
      crowd: chance.once(50),
    }),
  }),
  discardOfferDraft: () => ({ id: newId() }),
  proposeOffer: () => ({ id: newId(), version: 1 }),
  proposeOfferWithdrawal: ({ offers }, chance) => ({
    offer: idFrom(offers, chance),
    reason: chance.pick(OFFER_WITHDRAWAL_REASONS),
  }),
  proposePostponement: ({ offers }, chance) => ({
    offer: idFrom(offers, chance),
    closes: chance.below(2 ** 41),
    draws: chance.pick([START, 8_640_000_000_000_000]),
    lists: chance.below(2 ** 41),
  }),
  listHouseOffers: (_who, chance) => ({
    ...paged(chance),
    ...maybe(chance, () => ({ cursor: chance.pick([`1.${newId()}`, '1', 'x.y']) })),
  }),
  readOfferCalendar: (_who, chance) => maybe(chance, () => ({ day: chance.pick(DAYS) })),
  openOfferReview: () => ({ id: newId() }),
  decideOfferReview: (_who, chance) => ({ id: newId(), seen: '', ...chance.pick(OPINIONS) }),
} satisfies Partial<Record<CallName, (who: KnownIpo, chance: Dice) => Fields>>
