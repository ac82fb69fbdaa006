import {
  APPLICATION_KINDS,
  APPLICATION_MARKETS,
  APPLICATION_STATUSES,
} from '@lonja/core/applications/applications.contract'
import { OFFER_STATES } from '@lonja/core/ipo/ipo.contract'
import { newId } from '../base/ids.ts'
import { openOffer } from '../ipo/ipo.testing.ts'
import { idFrom, maybe, paged, type Dice, type Fields } from './fuzz.dice.ts'
import type { TestHouse } from './house.ts'

/** The offers of the house, and the ids of a customer's applications. */
export interface KnownIpo {
  readonly offers: readonly string[]
  readonly applications: string[]
}

const OFFERS = 12

/** Offers that take applications as long as the noise lasts. */
export const offersIn = async (house: TestHouse): Promise<string[]> => {
  const opened = Array.from({ length: OFFERS }, () => openOffer(house.db, house.clock.now()))
  return (await Promise.all(opened)).map(({ offer }) => offer)
}

const wishFrom = (chance: Dice): Fields =>
  chance.once(60)
    ? { lots: String(1 + chance.below(3)) }
    : { amount: { amount: chance.pick(['620.00', '1240.5', '1', '-5', '999999.99']), currency: chance.pick(['EUR', 'EUR', 'USD']) } } // prettier-ignore

/** Valid inputs for the calls on offers. */
export const IPO = {
  listOffers: (_who: KnownIpo, chance: Dice): Fields => ({
    ...paged(chance),
    ...maybe(chance, () => ({ state: chance.pick(OFFER_STATES) })),
    ...maybe(chance, () => ({ cursor: chance.pick([`1.${newId()}`, '1', 'x.y']) })),
  }),
  listFirstDays: (): Fields => ({}),
  readOffer: ({ offers }: KnownIpo, chance: Dice): Fields => ({ id: idFrom(offers, chance) }),
  listOwnApplications: (_who: KnownIpo, chance: Dice): Fields => ({
    ...paged(chance),
    ...maybe(chance, () => ({ which: chance.pick(['lottery', 'inventory']) })),
  }),
  listApplications: (_who: KnownIpo, chance: Dice): Fields => ({
    ...paged(chance),
    ...maybe(chance, () => ({ kind: chance.pick(APPLICATION_KINDS) })),
    ...maybe(chance, () => ({ market: chance.pick(APPLICATION_MARKETS) })),
    ...maybe(chance, () => ({ status: chance.pick(APPLICATION_STATUSES) })),
    ...maybe(chance, () => ({ from: chance.pick(['0', '1780000000000']), to: chance.pick(['1', '1900000000000']) })),
  }),
  subscribeToOffer: ({ offers }: KnownIpo, chance: Dice): Fields => ({
    id: newId(),
    offer: idFrom(offers, chance),
    wish: wishFrom(chance),
  }),
  changeApplication: ({ applications }: KnownIpo, chance: Dice): Fields => ({
    id: idFrom(applications, chance),
    wish: wishFrom(chance),
  }),
  withdrawApplication: ({ applications }: KnownIpo, chance: Dice): Fields => ({ id: idFrom(applications, chance) }),
  readDraw: ({ offers }: KnownIpo, chance: Dice): Fields => ({ id: idFrom(offers, chance) }),
} as const
