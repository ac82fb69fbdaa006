import { WARNING } from '../notices/push.rules.ts'

export const payeesLists = {
  topics: ['payees'],
  notices: {
    payee_added: { about: 'money', push: WARNING, leadsTo: 'payees' },
    payee_ready: { about: 'money', push: WARNING, leadsTo: 'payees' },
    payee_removed: { about: 'money', push: WARNING, leadsTo: 'payees' },
  },
  places: { payees: { path: '/subPackages/bank/list' } },
} as const
