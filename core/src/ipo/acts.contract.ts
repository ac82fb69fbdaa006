import * as z from 'zod/mini'
import { Moment } from '../base/wire.ts'

/** The reasons for which the house withdraws an offer in public. */
export const OFFER_WITHDRAWAL_REASONS = ['terms_mistaken', 'dates_not_kept', 'draw_not_possible'] as const
export type OfferWithdrawalReason = (typeof OFFER_WITHDRAWAL_REASONS)[number]

/** The dates of an offer that can come later. */
export const OfferDates = z.object({ closes: Moment, draws: Moment, lists: Moment })

/** The withdrawal of an offer with its public reason; null if it runs. Its time alone is known of an earlier one. */
export const OfferWithdrawal = z.nullable(
  z.object({ at: Moment, reason: z.nullable(z.enum(OFFER_WITHDRAWAL_REASONS)) }),
)

/** The acts of the house on an offer, which everybody sees. */
export const publicActs = {
  withdrawal: OfferWithdrawal,
  /** Its later dates beside those before, the first time first, with the hash of the terms before. */
  postponements: z.array(z.object({ at: Moment, before: OfferDates, after: OfferDates, termsHash: z.string() })),
}
