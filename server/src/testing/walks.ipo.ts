import { changeApplication, listOffers, subscribeToOffer, withdrawApplication } from '@lonja/core/ipo/ipo.contract'
import { newId } from '../base/ids.ts'
import { answerWithId } from './walks.trading.ts'
import { anyOf, type Act, type Walk, type Walker } from './walks.people.ts'

/** Lots, amounts of either currency, and amounts below the least. */
const WISHES = [
  { lots: '1' },
  { lots: '20' },
  { lots: '21' },
  { amount: { amount: '5000.00', currency: 'EUR' } },
  { amount: { amount: '619.99', currency: 'EUR' } },
  { amount: { amount: '5000.00', currency: 'USD' } },
] as const

/** Any offer of the house. */
async function anyOffer({ house, chance }: Walk, { token }: Walker): Promise<string> {
  const { data } = await house.ask(listOffers, {}, { token })
  const ids = (data?.rows ?? []) as { id: string }[]
  return ids.length > 0 ? chance.pick(ids).id : newId()
}

/** The acts of a walk that apply for offers, and change and withdraw applications. */
export const IPO_ACTS = {
  subscribeToOffer: [
    3,
    async (walk, who) => {
      const { house, chance } = walk
      const id = newId()
      const form = { id, offer: await anyOffer(walk, who), wish: chance.pick(WISHES) }
      return answerWithId(await house.ask(subscribeToOffer, form, { token: who.token, key: id }), id, who.applications)
    },
  ],
  changeApplication: [
    1,
    ({ house, chance }, { token, applications }) => {
      const form = { id: anyOf(applications, chance), wish: chance.pick(WISHES) }
      return house.ask(changeApplication, form, { token, key: newId() })
    },
  ],
  withdrawApplication: [
    1,
    ({ house, chance }, { token, applications }) =>
      house.ask(withdrawApplication, { id: anyOf(applications, chance) }, { token, key: newId() }),
  ],
} as const satisfies Readonly<Record<string, readonly [weight: number, act: Act]>>
