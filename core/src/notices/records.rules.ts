import type { Amount } from '../base/amount.ts'
import type { NoticeCode, NoticeRecord } from './notices.contract.ts'
import {
  amountFacts,
  amountIn,
  plain,
  type Facts,
  type NewNotice,
  type NoticeHead,
  type Words,
} from './notices.rules.ts'

/** A record that staff decide about, in the fields that its notice needs. */
export interface RecordFacts {
  readonly kind: NoticeRecord
  readonly id: string
  readonly amount?: Amount
  /** The masked origin or destination of the money. */
  readonly place?: string
  /** The code of a decision's reason: its text and next step fill the blanks {reason} and {next}. */
  readonly reason?: string
}

/** A notice for a new state of a record that staff decide about; it links to the record. */
export const noticeOfRecord = (
  whose: NoticeHead,
  code: NoticeCode,
  { kind, id, amount, place, reason }: RecordFacts,
): NewNotice => ({
  ...whose,
  code,
  facts: {
    record: kind,
    recordId: id,
    ...(amount ? amountFacts(amount) : {}),
    ...(place === undefined ? {} : { place }),
    ...(reason === undefined ? {} : { review: `${kind}.${reason}` }),
  },
  order: null,
})

/** The words of such a notice: {amount}, {place}, and for a decision {reason} and {next}. */
export const recordWords: Words = ({ code, facts, language }) => {
  const amount = facts['asset'] === undefined ? {} : { amount: amountIn({ facts, language }) }
  const place = facts['place'] === undefined ? {} : { place: facts['place'] }
  return { ...plain(code, { ...amount, ...place }), review: facts['review'] }
}

/** The record that a notice links to; null for none. */
export function recordOf(facts: Facts): { kind: NoticeRecord; id: string } | null {
  const { record, recordId } = facts
  return record === undefined || recordId === undefined ? null : { kind: record as NoticeRecord, id: recordId }
}
