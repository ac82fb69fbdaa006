import type { Amount, ListingId } from '../base/amount.ts'
import { formatDate } from '../base/dates.ts'
import { formatCount } from '../base/formats.ts'
import type { Instant } from '../base/instant.ts'
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
import type { Terms } from './terms.text.ts'

interface ApplicationFacts {
  readonly company: string
  readonly count: bigint
  readonly amount: Amount
  /** The listing day, for shares that were allotted. */
  readonly lists?: Instant
  /** The share, once it trades: its page is then the first that the notice leads to. */
  readonly listing?: ListingId
}

/**
 * A step of an application: the company, the lots that it asks for, the shares that it was allotted or those that begin to trade,
 * and the amount.
 */
export const noticeOfApplication = (
  whose: NoticeHead,
  code: NoticeCode & `application_${string}`,
  { company, count, amount, lists, listing }: ApplicationFacts,
): NewNotice => ({
  ...whose,
  code,
  facts: {
    company,
    count: count.toString(),
    ...amountFacts(amount),
    ...(lists === undefined ? {} : { lists: String(lists) }),
    ...(listing === undefined ? {} : { listing }),
  },
  order: null,
})

const DATES = ['closes', 'draws', 'lists'] as const
type OfferDates = Pick<Terms, 'company' | (typeof DATES)[number]>

/** Later dates of an offer, to whom it applies: each date before and after, and the amount that stays held. */
export const noticeOfPostponement = (
  whose: NoticeHead,
  { before, after, amount }: { readonly before: OfferDates; readonly after: OfferDates; readonly amount: Amount },
): NewNotice => ({
  ...whose,
  code: 'application_postponed',
  facts: {
    company: after.company,
    ...amountFacts(amount),
    ...Object.fromEntries(
      DATES.flatMap((date) => [
        [date, String(after[date])],
        [`${date}Before`, String(before[date])],
      ]),
    ),
  },
  order: null,
})

/** Only the dates that moved are sentences. */
const postponementWords: Words = ({ code, facts, language }) => {
  const dateIn = (name: string): string => formatDate(Number(factIn(facts, name)))
  const later = DATES.filter((date) => factIn(facts, date) !== factIn(facts, `${date}Before`))
  const dates = DATES.flatMap((date) => [date, `${date}Before`]).map((name): [string, string] => [name, dateIn(name)])
  const blanks = { company: factIn(facts, 'company'), amount: amountIn({ facts, language }) }
  return {
    ...plain(code, { ...blanks, ...Object.fromEntries(dates) }),
    also: [...later.map((date) => `${code}.${date}`), `${code}.money`],
  }
}

const stepWords: Words = ({ code, facts, language }) =>
  plain(code, {
    company: factIn(facts, 'company'),
    count: formatCount(factIn(facts, 'count'), language),
    amount: amountIn({ facts, language }),
  })

/** Notices of releases before this one do not say the listing. */
const wonWords: Words = (notice) => {
  const words = stepWords(notice)
  const lists = notice.facts['lists']
  if (lists === undefined) return words
  return {
    ...words,
    blanks: { ...words.blanks, lists: formatDate(Number(lists)) },
    also: [`${notice.code}.lists`],
  }
}

export const ipoWords = {
  application_received: stepWords,
  application_changed: stepWords,
  application_withdrawn: stepWords,
  application_won: wonWords,
  application_not_won: stepWords,
  application_released: stepWords,
  application_postponed: postponementWords,
  application_listed: stepWords,
} as const
