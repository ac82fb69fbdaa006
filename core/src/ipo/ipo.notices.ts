import type { Amount } from '../base/amount.ts'
import { formatCount } from '../base/formats.ts'
import {
  amountFacts,
  amountIn,
  factIn,
  plain,
  type NewNotice,
  type NoticeHead,
  type Words,
} from '../notices/notices.rules.ts'
import type { NoticeCode } from '../notices/notices.contract.ts'

/** A step of an application: the company, the lots that it asks for or the shares that it was allotted, and the amount. */
export const noticeOfApplication = (
  whose: NoticeHead,
  code: NoticeCode & `application_${string}`,
  { company, count, amount }: { readonly company: string; readonly count: bigint; readonly amount: Amount },
): NewNotice => ({ ...whose, code, facts: { company, count: count.toString(), ...amountFacts(amount) }, order: null })

const stepWords: Words = ({ code, facts, language }) =>
  plain(code, {
    company: factIn(facts, 'company'),
    count: formatCount(factIn(facts, 'count'), language),
    amount: amountIn({ facts, language }),
  })

export const ipoWords = {
  application_received: stepWords,
  application_changed: stepWords,
  application_withdrawn: stepWords,
  application_won: stepWords,
  application_not_won: stepWords,
  application_released: stepWords,
} as const
