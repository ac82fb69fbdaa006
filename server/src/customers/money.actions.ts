import { currencyFor } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { openCustomer } from '@lonja/core/customers/customers.staff.contract'
import { FILE_ROWS } from '@lonja/core/customers/customers.rules'
import { depositNumber } from '@lonja/core/deposits/deposits.rules'
import { OPEN_ORDERS_MOST } from '@lonja/core/orders/placing.rules'
import { stateFor } from '@lonja/core/withdrawals/withdrawals.rules'
import type { Customer } from '../accounts/accounts.store.ts'
import type { Tx } from '../database/db.ts'
import type { StaffWriteContext } from '../door/serve.staff.ts'
import { listDepositRows } from '../deposits/deposits.store.ts'
import { lastVersion } from '../ledger/ledger.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { nameOf } from '../market/market.replies.ts'
import { listOrdersOf } from '../orders/orders.store.ts'
import { figuresOf, positionsWith } from '../portfolio/portfolio.actions.ts'
import { numberFor } from '../withdrawals/replies.actions.ts'
import { placeOf } from '../withdrawals/withdrawals.actions.ts'
import { listWithdrawals } from '../withdrawals/withdrawals.store.ts'

type Money = NonNullable<ReplyOf<typeof openCustomer>['money']>

/** A customer's balances and requests, computed by the functions of the customer's own screens. */
export async function moneyOf(
  { tx, language }: StaffWriteContext,
  { id, displayCurrency }: Customer,
  market: Market,
): Promise<Money> {
  const open = { which: 'open', listing: null, after: null } as const
  const orders = await listOrdersOf(tx, id, open, OPEN_ORDERS_MOST)
  const positions = await positionsWith(tx, id, market, { language, listing: null })
  return {
    ...(await figuresOf(tx, id, market, displayCurrency)),
    entries: await lastVersion(tx, id),
    positions: positions.map(({ lots: _lots, ...row }) => row),
    orders: orders.map((order) => ({
      id: order.id,
      listing: order.listing,
      side: order.side,
      shares: order.shares,
      filled: order.filled,
      name: nameOf(market, order.listing, language),
      currency: currencyFor(order.listing),
      limit: order.limit,
      placedAt: order.placedAt,
      endsAt: order.endsAt,
      held: [...order.held],
    })),
    deposits: await depositsOf(tx, id),
    withdrawals: await withdrawalsOf(tx, id),
  }
}

/** Merges open and newest rows without duplicates, newest first. */
function together<Row extends { readonly id: string; readonly at: number }>(waiting: Row[], newest: Row[]): Row[] {
  const known = new Set(newest.map(({ id }) => id))
  return [...newest, ...waiting.filter(({ id }) => !known.has(id))].toSorted((one, other) => other.at - one.at)
}

async function depositsOf(tx: Tx, customer: CustomerId): Promise<Money['deposits']> {
  const list = async (states: readonly string[] | null): Promise<Money['deposits']> =>
    (await listDepositRows(tx, customer, { states, after: null, most: FILE_ROWS })).map((row) => ({
      id: row.reviewId,
      number: depositNumber(row.id),
      amount: row.cash,
      way: row.way,
      state: row.state,
      at: row.madeAt,
      dueAt: row.dueAt,
      decidedAt: row.endedAt,
    }))
  return together(await list(['pending', 'in_review']), await list(null))
}

async function withdrawalsOf(tx: Tx, customer: CustomerId): Promise<Money['withdrawals']> {
  const list = async (state: 'open' | null): Promise<Money['withdrawals']> => {
    const rows: Money['withdrawals'] = []
    for (const row of await listWithdrawals(tx, customer, { after: null, state }, FILE_ROWS)) {
      const { to } = await placeOf(tx, row)
      rows.push({
        id: row.reviewId,
        number: numberFor(row.id),
        amount: row.amount,
        to: to.kind,
        state: stateFor(row),
        at: row.at,
        dueAt: row.dueAt,
        decidedAt: row.reviewedAt ?? row.ending?.at ?? null,
      })
    }
    return rows
  }
  return together(await list('open'), await list(null))
}
