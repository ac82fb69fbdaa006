import { backtestForm, sayPast } from '../strategies/strategies.testing.ts'
import { ownerIn } from './access.owner.ts'
import type { TestHouse } from './house.ts'

/** Scenes of writes on backtests. */
export const STRATEGY_SCENES = {
  startBacktest: async (house: TestHouse) => {
    sayPast(house, 10)
    const customer = await ownerIn(house)
    return { token: customer.token, input: backtestForm(), customer }
  },
}
