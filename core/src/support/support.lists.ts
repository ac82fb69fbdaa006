import { DECIDED } from '../notices/push.rules.ts'

export const supportLists = {
  topics: ['support'],
  subjects: ['support', 'support_thread'],
  acts: {
    support_ended: 'own',
    viewed_thread: 'views',
    viewed_picture: 'views',
    answered_thread: 'decisions',
    closed_thread: 'decisions',
    noted_customer: 'decisions',
    held_thread: 'decisions',
    let_go_thread: 'decisions',
  },
  views: ['thread', 'picture'],
  pictures: { support: { role: 'support', act: 'viewed_picture', topic: 'support' } },
  notices: {
    support_answered: { about: 'account', push: DECIDED, leadsTo: 'support' },
    support_closed: { about: 'account', push: DECIDED, leadsTo: 'support' },
  },
  places: { support: { path: '/subPackages/support/thread' } },
} as const
