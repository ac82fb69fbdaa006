import { DECIDED } from '../notices/push.rules.ts'

const RUN = '/subPackages/strategies/run'
const RUNS = '/subPackages/strategies/runs'

/** A backtest moves no money. A run holds its amount, and the shares that it buys, until it stops. */
export const strategiesLists = {
  floor: 5,
  products: ['strategies'],
  topics: ['strategies'],
  notices: {
    run_stopped: { about: 'money', push: null },
    run_ended: { about: 'money', push: DECIDED },
  },
  records: ['run'],
  places: { run: { path: RUN, takesId: true } },
  causes: ['run'],
  holds: ['run'],
  groups: { strategies: { first: '/subPackages/home/dayTrading/dayTrading' } },
  recordPages: { strategies: RUNS },
} as const
