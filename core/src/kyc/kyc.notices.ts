import { plainSentence, factIn, type NewNotice, type NoticeHead, type Words } from '../notices/notices.rules.ts'

/** A change of the identity check. */
export type KycNews =
  | { readonly code: 'kyc_submitted' | 'kyc_in_review' | 'kyc_passed' }
  | { readonly code: 'kyc_refused'; readonly reason: string }

/** The identity check has reached a new state, or was refused with a reason. */
export const noticeOfKyc = (whose: NoticeHead, submission: string, change: KycNews): NewNotice => ({
  ...whose,
  code: change.code,
  facts: { record: 'kyc', recordId: submission, ...('reason' in change ? { reason: change.reason } : {}) },
  order: null,
})

export const kycWords = {
  kyc_submitted: plainSentence,
  kyc_in_review: plainSentence,
  kyc_passed: plainSentence,
  kyc_refused: ({ code, facts }) => ({ key: code, blanks: {}, reason: `reason.${factIn(facts, 'reason')}` }),
} as const satisfies Readonly<Record<string, Words>>
