import { DECIDED } from '../notices/push.rules.ts'

export const supportLists = {
  topics: ['support'],
  subjects: ['support', 'support_thread'],
  acts: { support_ended: 'own', viewed_thread: 'views', answered_thread: 'decisions', closed_thread: 'decisions' },
  notices: {
    support_answered: { about: 'account', push: DECIDED, leadsTo: 'support' },
    support_closed: { about: 'account', push: DECIDED, leadsTo: 'support' },
  },
  places: { support: { path: '/subPackages/support/thread' } },
} as const
