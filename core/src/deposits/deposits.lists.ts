import { recordWords } from '../notices/records.rules.ts'
import { DECIDED } from '../notices/push.rules.ts'

const UNDER_WAY = { deposit_under_way: { path: '/subPackages/recharge/record' } } as const

export const depositsLists = {
  floor: 5,
  topics: ['deposits'],
  acts: { viewed_deposit: 'views', viewed_proof: 'views', judged_deposit: 'decisions' },
  views: ['deposit'],
  pictures: { deposit: { role: 'treasurer', act: 'viewed_proof', topic: 'profile' } },
  notices: {
    deposit_received: { about: 'money', push: null },
    deposit_in_review: { about: 'money', push: DECIDED },
    deposit_credited: { about: 'money', push: DECIDED },
    deposit_refused: { about: 'money', push: DECIDED },
  },
  records: ['deposit'],
  subjects: ['deposit'],
  places: { deposit: { path: '/subPackages/recharge/record', takesId: true } },
  entries: { deposit: { look: 'in', groups: ['deposits'] } },
  accounts: ['deposits'],
  causes: ['deposit'],
  groups: ['deposits'],
  againstStartOver: UNDER_WAY,
  againstClosing: UNDER_WAY,
} as const

export const depositsWords = {
  deposit_received: recordWords,
  deposit_in_review: recordWords,
  deposit_credited: recordWords,
  deposit_refused: recordWords,
} as const
