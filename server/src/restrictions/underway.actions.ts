import { currencyFor, eur } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import { recordNumber } from '@lonja/core/base/numbers'
import { blockReview } from '@lonja/core/blocks/blocks.review'
import { depositNumber } from '@lonja/core/deposits/deposits.rules'
import { OPEN_ORDERS_MOST } from '@lonja/core/orders/placing.rules'
import { APPLICATIONS_SHOWN, DEPOSITS_SHOWN } from '@lonja/core/restrictions/restrictions.rules'
import type { openRestriction } from '@lonja/core/restrictions/restrictions.staff.contract'
import { stateFor } from '@lonja/core/withdrawals/withdrawals.rules'
import { PAST_ALL_IDS } from '../base/ids.ts'
import { heldOf } from '../blocks/blocks.actions.ts'
import { ALL_BLOCKS, listBlocks } from '../blocks/blocks.store.ts'
import type { Tx } from '../database/db.ts'
import { listDepositRows } from '../deposits/deposits.store.ts'
import { applicationReply } from '../ipo/replies.actions.ts'
import { listOwn } from '../ipo/reading.store.ts'
import { listLoanRows } from '../loans/loans.store.ts'
import { listRepaymentRows } from '../loans/repayments.store.ts'
import { loanNumber, repaymentNumber } from '../loans/replies.actions.ts'
import { listRunningOptions } from '../options/options.store.ts'
import { optionNumber } from '../options/replies.actions.ts'
import { listOrdersOf } from '../orders/orders.store.ts'
import { listOpenRuns } from '../strategies/runs.store.ts'
import { numberFor } from '../withdrawals/replies.actions.ts'
import { listUnsent } from '../withdrawals/withdrawals.store.ts'

type UnderWay = ReplyOf<typeof openRestriction>['underWay']

/** A customer's things that are under way. The caller has recorded the view. */
export async function underWayOf(tx: Tx, customer: CustomerId): Promise<UnderWay> {
  const open = { which: 'open', listing: null, after: null } as const
  const orders = await listOrdersOf(tx, customer, open, OPEN_ORDERS_MOST)
  const waiting = { states: ['pending', 'in_review'], after: null, most: DEPOSITS_SHOWN }
  return {
    orders: orders.map(({ id, listing, side, shares, filled, held }) => ({
      id,
      listing,
      side,
      shares,
      filled,
      held: [...held],
    })),
    withdrawals: (await listUnsent(tx, customer)).map((row) => ({
      id: row.reviewId,
      number: numberFor(row.id),
      amount: row.amount,
      state: stateFor(row),
    })),
    deposits: (await listDepositRows(tx, customer, waiting)).map((row) => ({
      id: row.reviewId,
      number: depositNumber(row.id),
      amount: row.cash,
      state: row.state,
    })),
    applications: await applicationsOf(tx, customer),
  }
}

const FROM_THE_NEWEST = { at: Number.MAX_SAFE_INTEGER, id: PAST_ALL_IDS }

/** A customer's applications, repayments, options and strategies that run, by product. */
async function applicationsOf(tx: Tx, customer: CustomerId): Promise<UnderWay['applications']> {
  const most = APPLICATIONS_SHOWN
  const running = { ...ALL_BLOCKS, status: 'running' } as const
  const loans = await listLoanRows(tx, customer, { isPaidOut: false, after: FROM_THE_NEWEST, most })
  const repayments = await listRepaymentRows(tx, customer, FROM_THE_NEWEST, most)
  return [
    ...(await listOwn(tx, customer, running, null, most)).map((view) => {
      const { number, hold } = applicationReply(view)
      return { kind: 'ipo' as const, number, amount: hold }
    }),
    ...(await listBlocks(tx, customer, running, null, most)).map((block) => ({
      kind: 'block' as const,
      number: recordNumber(blockReview, block.id),
      amount: heldOf(block),
    })),
    ...loans
      .filter(({ paidOutAt, end }) => paidOutAt === null && end === null)
      .map(({ id, units }) => ({ kind: 'loan' as const, number: loanNumber(id), amount: eur(units) })),
    ...repayments
      .filter(({ end }) => end === null)
      .map(({ id, units }) => ({ kind: 'loan_repayment' as const, number: repaymentNumber(id), amount: eur(units) })),
    ...(await listRunningOptions(tx, customer, most)).map(({ id, stake }) => ({
      kind: 'option' as const,
      number: optionNumber(id),
      amount: eur(stake),
    })),
    ...(await listOpenRuns(tx, customer)).map(({ id, listing, budget }) => ({
      kind: 'run' as const,
      number: id.slice(-6).toUpperCase(),
      amount: { asset: currencyFor(listing), units: budget },
    })),
  ]
}
