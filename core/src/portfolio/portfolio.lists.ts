import { WARNING } from '../notices/push.rules.ts'

export const portfolioLists = {
  acts: { started_over: 'own', account_closed: 'own' },
  notices: { started_over: { about: 'money', push: WARNING, leadsTo: 'funds' } },
  places: {
    funds: { path: '/subPackages/portfolio/funds' },
    statements: { path: '/subPackages/portfolio/statements' },
  },
  entries: { handed_back: { look: 'freed', groups: [] }, written_off: { look: 'coins' } },
  accounts: ['write_offs'],
  pagelessCauses: ['hand_back'],
} as const
