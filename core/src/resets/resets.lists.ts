import { DECIDED, WARNING } from '../notices/push.rules.ts'

const OWN = { about: 'account', push: WARNING, leadsTo: 'ownReset' } as const

export const resetsLists = {
  acts: {
    reset_asked: 'own',
    reset_disowned: 'own',
    reset_found: 'decisions',
    viewed_reset: 'views',
    judged_reset: 'decisions',
    account_restricted_self: 'own',
  },
  views: ['reset'],
  subjects: ['reset'],
  notices: {
    reset_asked: OWN,
    reset_in_notice: OWN,
    reset_let_through: OWN,
    reset_used: OWN,
    reset_refused: { about: 'account', push: DECIDED, leadsTo: 'activity' },
    account_restricted_self: { about: 'account', push: WARNING, leadsTo: 'activity' },
  },
  places: { ownReset: { path: '/subPackages/accounts/not-me' } },
} as const
