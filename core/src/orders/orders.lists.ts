import { AT_ONCE } from '../notices/push.rules.ts'

export const ordersLists = {
  topics: ['orders', 'balances'],
  notices: {
    order_filled: { about: 'orders', push: AT_ONCE },
    order_part_filled: { about: 'orders', push: AT_ONCE },
    order_cancelled: { about: 'orders', push: null },
    order_expired: { about: 'orders', push: AT_ONCE },
    order_split: { about: 'orders', push: AT_ONCE },
    order_moved: { about: 'orders', push: AT_ONCE },
    order_rejected: { about: 'orders', push: AT_ONCE },
  },
  places: { order: { path: '/subPackages/trade/detail', takesId: true } },
  entries: {
    buy: { look: 'out', groups: ['trades'] },
    sell: { look: 'in', groups: ['trades'] },
    fee: { look: 'cost', groups: ['trades'] },
    conversion: { look: 'exchange', groups: ['trades'] },
    financing: { look: 'coins', groups: ['trades'] },
    forgiven: { look: 'in', groups: [] },
  },
  accounts: ['market', 'fees', 'conversion', 'markup', 'financing', 'interest', 'forgiven'],
  causes: ['order'],
  holds: ['order'],
  groups: { trades: { first: '/pages/market/index' } },
} as const
