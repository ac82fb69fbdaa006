import { priceE4 } from '@lonja/core/base/amount'
import { backtestForm, ownBacktestForm } from '../strategies/strategies.testing.ts'
import { ownerIn } from './access.owner.ts'
import type { TestHouse } from './house.ts'

/** Scenes of writes on backtests. */
export const STRATEGY_SCENES = {
  startBacktest: async (house: TestHouse) => {
    pricesIn(house)
    const customer = await ownerIn(house)
    return { token: customer.token, input: backtestForm(), customer }
  },
  startOwnBacktest: async (house: TestHouse) => {
    pricesIn(house)
    const customer = await ownerIn(house)
    return { token: customer.token, input: ownBacktestForm({ own: customer.ownStrategy }), customer }
  },
}

/** The period of a backtest has a price. Quotes and sessions stay those of the scenes after it. */
function pricesIn(house: TestHouse): void {
  house.script.candles = (_listing, interval, { from }) => {
    const at = interval === 'day' ? [from] : []
    const price = at.map(() => priceE4(100_000n))
    return { at, open: price, high: price, low: price, close: price, volume: at.map(() => 1n) }
  }
}
