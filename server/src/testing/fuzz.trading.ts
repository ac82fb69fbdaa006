import { TIMES_IN_FORCE } from '@lonja/core/orders/orders.contract'
import { newId } from '../base/ids.ts'
import { ABC, ESP } from '../orders/orders.testing.ts'
import { idFrom, maybe, type Dice, type Fields } from './fuzz.dice.ts'

interface Trader {
  readonly orders: readonly string[]
}

const SHARES = [ABC, ESP]
/** The prices of an order that waits for a stop, one kind of stop each. */
const stopPrices = (chance: Dice): Fields =>
  chance.pick<() => Fields>([
    () => ({ stop: chance.pick(['3.00', '9.99', '15']), trail: null, trailBps: null }),
    () => ({ stop: null, trail: chance.pick(['0.05', '2']), trailBps: null }),
    () => ({ stop: null, trail: null, trailBps: 1 + chance.below(900) }),
    () => ({ stop: '3.00', trail: null, trailBps: null, profit: chance.pick(['9.99', '15', '2.99']) }),
  ])()

/** The exit attached to a buy, or none. */
const exitPrices = (chance: Dice): Fields | null =>
  chance.pick([
    null,
    { stop: '2.99', profit: null },
    { stop: '2.99', profit: '15' },
    { stop: null, profit: '9.99' },
    { stop: null, trailBps: 1 + chance.below(900), profit: chance.pick([null, '15']) },
  ])

/** Valid inputs for the calls that place, replace and cancel orders. */
export const TRADING = {
  placeOrder: (_who: Trader, chance: Dice) => {
    const listing = chance.pick(SHARES)
    // One that rests, for the calls that need an open order.
    if (chance.once(35)) return { id: newId(), listing, side: 'buy', shares: '1', limit: '3.00', timeInForce: 'gtc' }
    const side = chance.once(65) ? 'buy' : 'sell'
    const limit = chance.once(50) ? null : chance.pick(['3.00', '5', '9.99', '12.5', '0.9999'])
    return {
      id: newId(),
      listing,
      side,
      shares: String(1 + chance.below(20)),
      limit,
      ...maybe(chance, () => stopPrices(chance)),
      timeInForce: chance.pick(TIMES_IN_FORCE),
      ...maybe(chance, () => ({ exit: side === 'sell' && chance.once(50) })),
      ...maybe(chance, () => ({ lot: chance.once(90) ? null : newId() })),
      ...(side === 'buy' ? maybe(chance, () => ({ exits: exitPrices(chance) })) : {}),
    }
  },
  replaceOrder: ({ orders }: Trader, chance: Dice) => ({
    id: idFrom(orders, chance),
    side: chance.once(65) ? 'buy' : 'sell',
    changes: chance.below(2),
    shares: String(1 + chance.below(20)),
    limit: chance.pick(['3.00', '5', '9.99', '12.5']),
    stop: null,
    trail: null,
    trailBps: null,
    ...maybe(chance, () => ({ limit: null, ...stopPrices(chance) })),
    timeInForce: chance.pick(['day', 'gtc', 'gtc', 'open']),
    ...maybe(chance, () => ({ exits: exitPrices(chance) })),
  }),
  cancelOrders: (_who: Trader, chance: Dice) => ({
    ...maybe(chance, () => ({ listing: chance.pick(SHARES) })),
    ...maybe(chance, () => ({ side: chance.pick(['buy', 'sell']) })),
  }),
  cancelOrder: ({ orders }: Trader, chance: Dice) => ({ id: idFrom(orders, chance) }),
} as const
