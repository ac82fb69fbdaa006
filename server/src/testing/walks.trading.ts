import { cancelOrder, placeOrder } from '@lonja/core/orders/orders.contract'
import { cancelOrders, replaceOrder } from '@lonja/core/orders/replacing.contract'
import { listPositions } from '@lonja/core/portfolio/portfolio.contract'
import { newId } from '../base/ids.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import type { CallAnswer } from './ask.ts'
import { anyOf, type Act, type Walk, type Walker } from './walks.people.ts'

/** Records the id of an accepted request. */
export function answerWithId(answer: CallAnswer, id: string, ids: string[]): CallAnswer {
  if (answer.status === 200) ids.push(id)
  return answer
}

/** Any open lot of a customer in a listing, or one that is not there. */
async function anyLot({ house, chance }: Walk, { token }: Walker, listing: string): Promise<string> {
  const answer = await house.ask(listPositions, { listing }, { token })
  const [position]: { lots: { lot: string }[] }[] = answer.data.rows
  return position ? chance.pick(position.lots).lot : newId()
}

const PAIR = { limit: null, stop: '3.50', profit: '9.99' }
/** Exits attached to buys: near the market, and far from it. */
const EXITS = [
  { stop: '2.90', profit: '10.10' },
  { stop: '4.90', profit: null },
  { stop: null, profit: '5.10' },
  { stop: null, trailBps: 300, profit: null },
]

/** The acts of a walk that place, replace and cancel orders. */
export const TRADING_ACTS = {
  placeOrder: [
    16,
    async (walk, who) => {
      const { house, chance } = walk
      const id = newId()
      const limit = chance.pick([null, '3.00', '5.00', '9.99'])
      const ticket = { id, listing: chance.pick([ABC, ESP]), side: chance.once(65) ? 'buy' : 'sell', limit }
      const shares = String(1 + chance.below(300))
      const stop = chance.once(80)
        ? {}
        : chance.pick<object>([{ stop: '9.50' }, { trailBps: 300 }, { stop: '10.50' }, PAIR, { ...PAIR, exit: true }])
      const lot = ticket.side === 'sell' && chance.once(40) ? { lot: await anyLot(walk, who, ticket.listing) } : {}
      const attached = ticket.side === 'buy' && chance.once(40) ? { exits: chance.pick(EXITS) } : {}
      const form = {
        ...ticket,
        ...stop,
        ...lot,
        ...attached,
        shares,
        timeInForce: chance.pick(['gtc', 'gtc', 'ioc', 'day']),
      }
      const answer = await house.ask(placeOrder, form, { token: who.token, key: id })
      return answerWithId(answer, id, who.orders)
    },
  ],
  cancelOrder: [
    6,
    ({ house, chance }, who) =>
      house.ask(cancelOrder, { id: anyOf(who.orders, chance) }, { token: who.token, key: newId() }),
  ],
  replaceOrder: [
    6,
    ({ house, chance }, who) => {
      const side = chance.pick(['buy', 'sell'])
      const limit = chance.pick(['3.00', '5.00', '9.99'])
      const terms = { limit, stop: null, trail: null, trailBps: null, timeInForce: 'gtc' }
      const form = { id: anyOf(who.orders, chance), side, changes: chance.below(2), shares: String(1 + chance.below(400)), ...terms } // prettier-ignore
      return house.ask(replaceOrder, form, { token: who.token, key: newId() })
    },
  ],
  cancelOrders: [
    1,
    ({ house, chance }, who) =>
      house.ask(cancelOrders, { side: chance.pick(['buy', 'sell', null]) }, { token: who.token, key: newId() }),
  ],
} as const satisfies Readonly<Record<string, readonly [weight: number, act: Act]>>
