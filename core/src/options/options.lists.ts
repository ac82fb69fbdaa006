import { DECIDED } from '../notices/push.rules.ts'
import { recordWords } from '../notices/records.rules.ts'

const PAGE = '/subPackages/home/options/options'
const DETAIL = '/subPackages/home/options/detail'
const UNDER_WAY = { option_under_way: { path: PAGE } } as const
const RESULT = { about: 'money', push: DECIDED } as const
const OWN_STEP = { about: 'money', push: null } as const

export const optionsLists = {
  floor: 5,
  products: ['options'],
  topics: ['options'],
  notices: {
    option_won: RESULT,
    option_lost: RESULT,
    option_tied: RESULT,
    option_refunded: RESULT,
    option_sold: OWN_STEP,
  },
  records: ['option'],
  places: { option: { path: DETAIL, takesId: true } },
  entries: { option: { look: 'exchange', groups: ['options'] } },
  accounts: ['options'],
  causes: ['option'],
  holds: ['option'],
  groups: { options: { first: PAGE } },
  recordPages: { options: PAGE },
  againstStartOver: UNDER_WAY,
  againstClosing: UNDER_WAY,
} as const

export const optionsWords = {
  option_won: recordWords,
  option_lost: recordWords,
  option_tied: recordWords,
  option_refunded: recordWords,
  option_sold: recordWords,
} as const
