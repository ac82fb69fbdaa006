import { formatCount } from '../base/formats.ts'
import { factIn, plain, type NewNotice, type NoticeHead, type Words } from '../notices/notices.rules.ts'

/** The customer started over; `orders` open orders were cancelled for it. */
export const noticeOfStartOver = (whose: NoticeHead, orders: number): NewNotice => ({
  ...whose,
  code: 'started_over',
  facts: { orders: String(orders) },
  order: null,
})

const startOverWords: Words = ({ code, facts, language }) =>
  plain(code, { orders: formatCount(factIn(facts, 'orders'), language) })

export const portfolioWords = { started_over: startOverWords } as const
