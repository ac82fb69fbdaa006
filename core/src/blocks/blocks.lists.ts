import { DECIDED } from '../notices/push.rules.ts'

const PAGE = '/subPackages/home/blockTrading/blockTrading'
const UNDER_WAY = { block_under_way: { path: PAGE } } as const
const OWN_STEP = { about: 'money', push: null } as const
const STEP = { about: 'money', push: DECIDED } as const

export const blocksLists = {
  floor: 5,
  products: ['blocks'],
  topics: ['blocks'],
  acts: { viewed_block: 'views', judged_block: 'decisions' },
  houseActs: [
    'block_offer_proposed',
    'viewed_block_offer',
    'judged_block_offer',
    'block_withdrawal_proposed',
    'viewed_block_withdrawal',
    'judged_block_withdrawal',
    'block_offer_withdrawn',
  ],
  views: ['block'],
  notices: {
    block_received: OWN_STEP,
    block_cancelled: OWN_STEP,
    block_in_review: STEP,
    block_approved: STEP,
    block_offered: STEP,
    block_declined: OWN_STEP,
    block_expired: STEP,
    block_refused: STEP,
    block_bought: STEP,
    block_above_cap: STEP,
    block_changed: STEP,
    block_withdrawn: STEP,
    block_freed: STEP,
  },
  records: ['block'],
  subjects: ['block', 'block_offer', 'block_withdrawal'],
  places: { block: { path: PAGE, takesId: true } },
  entries: { block: { look: 'exchange', groups: ['blocks'] } },
  accounts: ['blocks'],
  causes: ['block'],
  holds: ['block'],
  groups: { blocks: { first: PAGE } },
  recordPages: { blocks: PAGE },
  againstStartOver: UNDER_WAY,
  againstClosing: UNDER_WAY,
} as const
