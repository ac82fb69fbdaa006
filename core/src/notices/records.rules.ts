import type { Amount } from '../base/amount.ts'
import type { NoticeCode, NoticeRecord } from './notices.contract.ts'
import type { Facts, NewNotice, Whose } from './notices.rules.ts'

/** What a notice tells of a withdrawal, a deposit, an identity check: its record, and what its words need. */
export interface RecordTold {
  readonly kind: NoticeRecord
  readonly id: string
  readonly amount?: Amount
  /** Where the money goes or comes from, masked. */
  readonly place?: string
  /** The code of a decision's reason: its words and the next step fill the blanks {reason} and {next}. */
  readonly reason?: string
}

/** Something that staff decide has come a step on; it leads to its record. */
export const noticeOfRecord = (
  whose: Whose,
  code: NoticeCode,
  { kind, id, amount, place, reason }: RecordTold,
): NewNotice => ({
  ...whose,
  code,
  facts: {
    record: kind,
    recordId: id,
    ...(amount ? { asset: amount.asset, units: amount.units.toString() } : {}),
    ...(place === undefined ? {} : { place }),
    ...(reason === undefined ? {} : { review: `${kind}.${reason}` }),
  },
  order: null,
})
/** Customer service answered, or closed the talk: the number of the seat that did. */
export const noticeOfSupport = (
  whose: Whose,
  code: 'support_answered' | 'support_closed',
  seat: number,
): NewNotice => ({ ...whose, code, facts: { seat: String(seat) }, order: null })

/** The record that a notice leads to; null for none. */
export function recordOf(facts: Facts): { kind: NoticeRecord; id: string } | null {
  const { record, recordId } = facts
  return record === undefined || recordId === undefined ? null : { kind: record as NoticeRecord, id: recordId }
}
