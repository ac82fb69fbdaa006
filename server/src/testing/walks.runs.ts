import { priceE4, wholeShares } from '@lonja/core/base/amount'

import { STRATEGIES } from '@lonja/core/strategies/listed'
import { startOwnRun } from '@lonja/core/strategies/own.contract'
import { pauseRun, resumeRun, startRun, stopRun } from '@lonja/core/strategies/runs.contract'
import { openLog } from '../base/log.ts'
import { newId } from '../base/ids.ts'
import { placeForRun } from '../orders/orders.actions.ts'
import { ABC, ESP, ticket } from '../orders/orders.testing.ts'
import { openRuns, type RunServer } from '../strategies/runs.jobs.ts'
import { ownInPlace } from '../strategies/sandbox.testing.ts'
import { listOpenRuns } from '../strategies/runs.store.ts'
import { ownRunForm, runForm, savedIn } from '../strategies/strategies.testing.ts'
import type { TestHouse } from './house.ts'
import { anyOf, type Act } from './walks.people.ts'
import { answerWithId } from './walks.trading.ts'

/** The acts of a walk that start, pause, resume and stop runs, and orders of runs at random prices and sizes. */
export const RUN_ACTS = {
  startRun: [
    3,
    async ({ house, chance }, who) => {
      const budget = chance.pick(['100.00', '100.00', '450.05', '99.99'])
      const { id: strategy, version } = chance.pick(STRATEGIES)
      const amounts = { budget, most: budget, lossStop: chance.pick([budget, '20.00']) }
      const form = runForm({ strategy, version, listing: chance.pick([ABC, ESP]), ...amounts })
      return answerWithId(await house.ask(startRun, form, { token: who.token, key: form.id }), form.id, who.runs)
    },
  ],
  startOwnRun: [
    1,
    async ({ house, chance }, who) => {
      const own = await savedIn(house.db, who.id, house.clock.now())
      const budget = chance.pick(['100.00', '450.05', '99.99'])
      const form = ownRunForm({ own, listing: chance.pick([ABC, ESP]), budget, most: budget, lossStop: budget })
      return answerWithId(await house.ask(startOwnRun, form, { token: who.token, key: form.id }), form.id, who.runs)
    },
  ],
  pauseRun: [
    1,
    ({ house, chance }, { token, runs }) => house.ask(pauseRun, { id: anyOf(runs, chance) }, { token, key: newId() }),
  ],
  resumeRun: [
    1,
    ({ house, chance }, { token, runs }) => house.ask(resumeRun, { id: anyOf(runs, chance) }, { token, key: newId() }),
  ],
  stopRun: [
    1,
    ({ house, chance }, { token, runs }) =>
      house.ask(stopRun, { id: anyOf(runs, chance), sells: chance.once(2) }, { token, key: newId() }),
  ],
  orderOfRun: [
    5,
    async ({ house, chance }, { id: customer }) => {
      const runs = await house.db.read((tx) => listOpenRuns(tx, customer))
      if (runs.length === 0) return null
      const { id, listing } = chance.pick(runs)
      const side = chance.pick(['buy', 'buy', 'sell'] as const)
      const limit = chance.once(2) ? priceE4(BigInt(chance.pick([40_000, 70_000, 110_000]))) : null
      const shares = wholeShares(BigInt(1 + chance.below(20)))
      await placeForRun(house.trading, { customer, id }, ticket(listing, { side, shares, limit }))
      return null
    },
  ],
} as const satisfies Readonly<Record<string, readonly [weight: number, act: Act]>>

const servers = new WeakMap<TestHouse, RunServer>()

/** A round of the house's runs. */
export async function runStrategyRound(house: TestHouse): Promise<void> {
  const server = servers.get(house) ?? openRuns({ ...house, isOn: true, startOwn: ownInPlace }, openLog('silent'))
  servers.set(house, server)
  await server.round()
}
