import { DECIDED } from '../notices/push.rules.ts'

const ABOUT_MONEY = { about: 'money', push: DECIDED } as const

export const corporateLists = {
  notices: {
    split_announced: ABOUT_MONEY,
    split_done: ABOUT_MONEY,
    dividend_announced: ABOUT_MONEY,
    dividend_paid: ABOUT_MONEY,
    symbol_announced: ABOUT_MONEY,
    symbol_changed: ABOUT_MONEY,
    action_withdrawn: ABOUT_MONEY,
  },
  records: ['action'],
  places: { action: { path: '/subPackages/corporate/action', takesId: true } },
  entries: {
    split: { look: 'exchange', groups: ['actions'] },
    dividend: { look: 'in', groups: ['actions'] },
    withholding: { look: 'cost', groups: ['actions'] },
    symbol_change: { look: 'exchange', groups: ['actions'] },
  },
  accounts: ['issuers', 'withheld'],
  causes: ['action'],
  groups: { actions: { first: '/pages/market/index' } },
} as const
