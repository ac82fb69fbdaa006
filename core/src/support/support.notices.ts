import { factIn, plain, type NewNotice, type NoticeHead, type Words } from '../notices/notices.rules.ts'

/** Customer service answered or closed the thread, with the number of the seat. */
export const noticeOfSupport = (
  whose: NoticeHead,
  code: 'support_answered' | 'support_closed',
  seat: number,
): NewNotice => ({ ...whose, code, facts: { seat: String(seat) }, order: null })

const seatWords: Words = ({ code, facts }) => plain(code, { seat: factIn(facts, 'seat') })

export const supportWords = { support_answered: seatWords, support_closed: seatWords } as const
