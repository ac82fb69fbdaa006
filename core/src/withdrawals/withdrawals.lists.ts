import { recordWords } from '../notices/records.rules.ts'
import { DECIDED, WARNING } from '../notices/push.rules.ts'

const UNDER_WAY = { withdrawal_under_way: { path: '/subPackages/withdraw/record' } } as const

export const withdrawalsLists = {
  floor: 5,
  topics: ['withdrawals'],
  acts: { viewed_withdrawal: 'views', judged_withdrawal: 'decisions', recalled_withdrawal: 'decisions' },
  views: ['withdrawal'],
  notices: {
    withdrawal_received: { about: 'money', push: WARNING },
    withdrawal_in_review: { about: 'money', push: DECIDED },
    withdrawal_approved: { about: 'money', push: DECIDED },
    withdrawal_recalled: { about: 'money', push: WARNING },
    withdrawal_margin: { about: 'money', push: WARNING },
    withdrawal_sent: { about: 'money', push: DECIDED },
    withdrawal_refused: { about: 'money', push: DECIDED },
    withdrawal_cancelled: { about: 'money', push: WARNING },
  },
  records: ['withdrawal'],
  subjects: ['withdrawal'],
  places: { withdrawal: { path: '/subPackages/withdraw/record', takesId: true } },
  entries: { withdrawal: { look: 'out', groups: ['withdrawals'] } },
  accounts: ['withdrawals'],
  causes: ['withdrawal'],
  holds: ['withdrawal'],
  groups: { withdrawals: { first: '/subPackages/withdraw/index' } },
  recordPages: { withdrawals: '/subPackages/withdraw/record' },
  againstStartOver: UNDER_WAY,
  againstClosing: UNDER_WAY,
} as const

export const withdrawalsWords = {
  withdrawal_received: recordWords,
  withdrawal_in_review: recordWords,
  withdrawal_approved: recordWords,
  withdrawal_recalled: recordWords,
  withdrawal_margin: recordWords,
  withdrawal_sent: recordWords,
  withdrawal_refused: recordWords,
  withdrawal_cancelled: recordWords,
} as const
