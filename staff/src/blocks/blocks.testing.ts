import { eur, wholeShares } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { listRunningBlockOffers, openBlockWithdrawal } from '@lonja/core/blocks/withdrawals.staff.contract'
import { newId } from '@lonja/kit/ids'
import { framed } from '../review/queue.testing.ts'

export const SHA = 'ab'.repeat(32)

/** The frozen terms of an offer. */
export const TERMS = {
  listing: 'XMAD:TRQ',
  company: 'Torque Ibérico',
  venue: 'XMAD',
  currency: 'EUR',
  discountBps: 400,
  shares: wholeShares(10_000n),
  least: wholeShares(100n),
  most: wholeShares(5_000n),
  lockDays: 30,
  endsAt: Date.UTC(2026, 11, 1, 17),
  terms: 'lonja block 1\n',
  termsHash: SHA,
} as const

/** A proposed withdrawal that ends 31 applications, and leaves 4 as they are. */
export const withdrawal = (): ReplyOf<typeof openBlockWithdrawal> => ({
  ...framed(['company_event'], ['not_needed', 'not_now']),
  ...TERMS,
  people: { approve: 2, refuse: 2 },
  number: 'W-558120',
  state: 'in_review',
  offerNumber: 'G-0214AF',
  reason: { code: 'company_event', title: 'Un hecho de la empresa cambia su valor', next: '' },
  applications: 31,
  released: eur(21_721_70n),
  staying: 4,
  proposedBy: { role: 'operations', number: 4 },
})

type Running = ReplyOf<typeof listRunningBlockOffers>['rows'][number]

/** A published offer that can be withdrawn. */
export const running = (more: Partial<Running> = {}): Running => ({
  id: newId(),
  number: 'G-0214AF',
  company: 'Torque Ibérico',
  listing: 'XMAD:TRQ',
  endsAt: TERMS.endsAt,
  shares: TERMS.shares,
  applications: 31,
  released: eur(21_721_70n),
  review: null,
  ...more,
})
