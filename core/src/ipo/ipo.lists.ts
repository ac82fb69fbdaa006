import { DECIDED } from '../notices/push.rules.ts'

const RECORDS = '/subPackages/applications/records'
const OWN_STEP = { about: 'money', push: null, leadsTo: 'applications' } as const
const RESULT = { about: 'money', push: DECIDED, leadsTo: 'applications' } as const
const RUNNING = { application_running: { path: RECORDS } } as const

export const ipoLists = {
  floor: 5,
  products: ['ipo'],
  topics: ['ipo'],
  houseActs: [
    'offer_draft_saved',
    'offer_draft_discarded',
    'offer_proposed',
    'offer_withdrawal_proposed',
    'offer_postponement_proposed',
    'offer_published',
    'offer_withdrawn',
    'offer_postponed',
    'viewed_offer',
    'judged_offer',
  ],
  subjects: ['offer', 'offer_draft'],
  notices: {
    application_received: OWN_STEP,
    application_changed: OWN_STEP,
    application_withdrawn: OWN_STEP,
    application_won: RESULT,
    application_not_won: RESULT,
    application_released: RESULT,
    application_postponed: RESULT,
    application_listed: RESULT,
  },
  places: {
    applications: { path: RECORDS },
    application: { path: '/subPackages/home/ipo/detail', takesId: true },
  },
  entries: { allotment: { look: 'exchange', groups: ['offers'] } },
  accounts: ['offers'],
  causes: ['application'],
  holds: ['application'],
  groups: { offers: { first: '/subPackages/home/ipo/ipo' } },
  recordPages: { offers: RECORDS },
  againstStartOver: RUNNING,
  againstClosing: RUNNING,
} as const
