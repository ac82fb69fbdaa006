import { formatDate } from '../base/dates.ts'
import type { Instant } from '../base/instant.ts'
import { factIn, plain, type NewNotice, type NoticeHead, type Words } from '../notices/notices.rules.ts'

/** A payee was added, with the time from which it can be paid; its wait is over; or it was removed. */
export const noticeOfPayee = (
  whose: NoticeHead,
  code: 'payee_added' | 'payee_ready' | 'payee_removed',
  { kind, what, where, readyAt }: { kind: 'wallet' | 'card'; what: string; where: string; readyAt?: Instant },
): NewNotice => ({
  ...whose,
  code,
  facts: { kind, what, where, ...(readyAt === undefined ? {} : { readyAt: String(readyAt) }) },
  order: null,
})

const payeeWords: Words = ({ code, facts }) => {
  const { readyAt } = facts
  const time = readyAt === undefined ? {} : { time: formatDate(Number(readyAt)) }
  const blanks = { what: factIn(facts, 'what'), where: factIn(facts, 'where'), ...time }
  return plain(`${code}_${factIn(facts, 'kind')}`, blanks)
}

export const payeesWords = { payee_added: payeeWords, payee_ready: payeeWords, payee_removed: payeeWords } as const
