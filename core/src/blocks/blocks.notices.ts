import { currencyFor, wholeShares, type Amount, type ListingId, type PriceE4, type Shares } from '../base/amount.ts'
import { formatDate } from '../base/dates.ts'
import { formatCount, formatPrice } from '../base/formats.ts'
import type { Instant } from '../base/instant.ts'
import type { NoticeCode } from '../notices/notices.contract.ts'
import {
  amountFacts,
  amountIn,
  factIn,
  listingOf,
  plain,
  type NewNotice,
  type NoticeHead,
  type Words,
} from '../notices/notices.rules.ts'
import { blockReview, blockWithdrawalReview } from './blocks.review.ts'

/** The facts of a step of an application. Each step's words use some of them. */
export interface BlockNotice {
  readonly id: string
  readonly listing: ListingId
  readonly shares: Shares
  /** The amount that is held, or was paid, or is free again. */
  readonly amount: Amount
  /** The price of a share, and the instant that the step names: of the price, or of the end of the lock or of an offer. */
  readonly price?: PriceE4
  readonly when?: Instant
  /** The code of a decision's reason; of a withdrawn offer, that of the withdrawal. */
  readonly reason?: string
}

/** A notice about a step of an application for a block. It links to the application. */
export const noticeOfBlock = (
  whose: NoticeHead,
  code: NoticeCode & `block_${string}`,
  { id, listing, shares, amount, price, when, reason }: BlockNotice,
): NewNotice => ({
  ...whose,
  code,
  facts: {
    record: 'block',
    recordId: id,
    listing,
    shares: shares.toString(),
    ...amountFacts(amount),
    ...(price === undefined ? {} : { price: price.toString() }),
    ...(when === undefined ? {} : { when: String(when) }),
    ...(reason === undefined ? {} : { review: `${reasonsOf(code)}.${reason}` }),
  },
  order: null,
})

/** The kind of review whose reasons a notice names. */
const reasonsOf = (code: NoticeCode): string =>
  code === 'block_withdrawn' ? blockWithdrawalReview.name : blockReview.name

const stepWords: Words = (notice) => {
  const { code, facts, language, nameOf } = notice
  const listing = listingOf(facts)
  const { price, when } = facts
  return {
    ...plain(code, {
      company: listing === null ? '' : nameOf(listing),
      count: formatCount(wholeShares(BigInt(factIn(facts, 'shares'))), language),
      amount: amountIn(notice),
      ...(price === undefined || listing === null
        ? {}
        : { price: formatPrice(BigInt(price) as PriceE4, language, currencyFor(listing)) }),
      ...(when === undefined ? {} : { when: formatDate(Number(when)) }),
    }),
    review: facts['review'],
  }
}

export const blocksWords = {
  block_received: stepWords,
  block_cancelled: stepWords,
  block_in_review: stepWords,
  block_approved: stepWords,
  block_offered: stepWords,
  block_declined: stepWords,
  block_expired: stepWords,
  block_refused: stepWords,
  block_bought: stepWords,
  block_above_cap: stepWords,
  block_changed: stepWords,
  block_withdrawn: stepWords,
  block_freed: stepWords,
} as const
