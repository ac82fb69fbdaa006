import { AT_ONCE } from '../notices/push.rules.ts'

export const ordersLists = {
  topics: ['orders', 'balances'],
  notices: {
    order_filled: { about: 'orders', push: AT_ONCE },
    order_cancelled: { about: 'orders', push: null },
    order_expired: { about: 'orders', push: AT_ONCE },
    order_rejected: { about: 'orders', push: AT_ONCE },
  },
  places: { order: { path: '/subPackages/trade/detail', takesId: true } },
} as const
