import { WARNING } from '../notices/push.rules.ts'

export const reversalsLists = {
  acts: {
    reversal_asked: 'decisions',
    viewed_reversal: 'views',
    judged_reversal: 'decisions',
    credit_reversed: 'decisions',
  },
  views: ['reversal'],
  subjects: ['reversal'],
  notices: {
    credit_reversed: { about: 'money', push: WARNING },
    credit_reversed_owed: { about: 'money', push: WARNING },
  },
  records: ['reversal'],
  places: { reversal: { path: '/subPackages/reversals/reversals', takesId: true } },
  entries: { reversal: { look: 'out', groups: [] } },
  causes: ['reversal'],
} as const
