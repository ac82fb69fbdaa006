import type { Amount, ListingId, Shares } from '../base/amount.ts'
import { formatCount } from '../base/formats.ts'
import {
  amountFacts,
  amountIn,
  factIn,
  listingOf,
  type NewNotice,
  type NoticeHead,
  type Words,
} from '../notices/notices.rules.ts'
import type { StopReason } from './running.rules.ts'

/** The end of a run: its reason, the cash that is free again, and the shares that its customer keeps. */
export interface RunEnd {
  readonly id: string
  readonly listing: ListingId
  /** The name of the customer's own strategy; null for one of the house. */
  readonly own: string | null
  readonly reason: StopReason
  readonly cash: Amount
  readonly shares: Shares
}

/** The notice of an end. It links to the run. */
export const noticeOfRunEnd = (whose: NoticeHead, { id, listing, own, reason, cash, shares }: RunEnd): NewNotice => ({
  ...whose,
  code: reason === 'by_customer' ? 'run_stopped' : 'run_ended',
  facts: {
    record: 'run',
    recordId: id,
    listing,
    ...(own !== null && { own }),
    reason,
    ...amountFacts(cash),
    shares: shares.toString(),
  },
  order: null,
})

const endWords: Words = (notice) => {
  const { code, facts, language, nameOf } = notice
  const listing = listingOf(facts)
  const shares = BigInt(factIn(facts, 'shares'))
  return {
    key: code,
    blanks: {
      name: listing === null ? '' : nameOf(listing),
      amount: amountIn(notice),
      shares: formatCount(shares, language),
      own: facts['own'] ?? '',
    },
    reason: code === 'run_ended' ? `reason.run_${factIn(facts, 'reason')}` : null,
    also: [
      ...(facts['own'] === undefined ? [] : ['run_own']),
      ...(BigInt(factIn(facts, 'units')) > 0n ? ['run_cash'] : []),
      ...(shares > 0n ? ['run_shares'] : []),
    ],
  }
}

export const strategiesWords = { run_stopped: endWords, run_ended: endWords } as const
