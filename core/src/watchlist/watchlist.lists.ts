import { AT_ONCE } from '../notices/push.rules.ts'

export const watchlistLists = {
  topics: ['watchlist', 'alerts'],
  notices: {
    alert_above: { about: 'prices', push: AT_ONCE },
    alert_below: { about: 'prices', push: AT_ONCE },
    alert_percent: { about: 'prices', push: AT_ONCE },
  },
  places: { alerts: { path: '/subPackages/watchlist/alerts' } },
} as const
