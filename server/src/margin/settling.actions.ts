import { CURRENCIES, otherCurrency, type Currency } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import { noticeOfForgiven } from '@lonja/core/margin/margin.notices'
import {
  conversionLines,
  conversionOfDebt,
  financingOwed,
  forgivenLine,
  isNothingLeft,
} from '@lonja/core/margin/settling.rules'
import { newId } from '../base/ids.ts'
import type { LockedTx } from '../database/locks.ts'
import { postNow } from '../ledger/ledger.actions.ts'
import { listBalances } from '../ledger/ledger.store.ts'
import type { Market } from '../market/market.quotes.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { insertSettlement, listDebtMoves } from './settlements.store.ts'

interface Settling {
  readonly market: Pick<Market, 'rate'>
  readonly now: Instant
}

/**
 * Settles what financing left owing, in its customer's lock: cash of the other currency pays it, and once nothing is left
 * of the account, the house forgives it. Returns whether anything moved.
 */
export async function settleNow(tx: LockedTx, customer: CustomerId, settling: Settling): Promise<boolean> {
  let isMoved = false
  for (const asset of CURRENCIES) if (await convertFor(tx, customer, asset, settling)) isMoved = true
  for (const asset of CURRENCIES) if (await forgive(tx, customer, asset, settling.now)) isMoved = true
  return isMoved
}

async function owedNow(tx: LockedTx, customer: CustomerId, asset: Currency) {
  const balances = await listBalances(tx, customer)
  const owed = balances.find((balance) => balance.asset === asset)?.owed ?? 0n
  const units = owed === 0n ? 0n : financingOwed(await listDebtMoves(tx, customer, asset))
  return { balances, units: units < owed ? units : owed }
}

async function convertFor(
  tx: LockedTx,
  customer: CustomerId,
  asset: Currency,
  { market, now }: Settling,
): Promise<boolean> {
  const { balances, units } = await owedNow(tx, customer, asset)
  const free = balances.find((balance) => balance.asset === otherCurrency(asset))?.free ?? 0n
  const rate = market.rate()
  const conversion = units > 0n && rate !== null ? conversionOfDebt({ asset, units }, free, rate) : null
  if (!conversion) return false
  const id = newId()
  const cause = { kind: 'settlement', id } as const
  const posting = await postNow(tx, { customer, cause, at: now, lines: conversionLines(asset, conversion) })
  const { received, ...price } = conversion
  await insertSettlement(tx, {
    customer,
    id,
    kind: 'converted',
    asset,
    units: received,
    ...price,
    posting,
    madeAt: now,
  })
  return true
}

const NO_PRICE = { paid: null, markup: null, rate: null, rateAt: null } as const

async function forgive(tx: LockedTx, customer: CustomerId, asset: Currency, now: Instant): Promise<boolean> {
  const { balances, units } = await owedNow(tx, customer, asset)
  if (units === 0n || !isNothingLeft(balances)) return false
  const id = newId()
  const cause = { kind: 'settlement', id } as const
  const posting = await postNow(tx, { customer, cause, at: now, lines: [forgivenLine({ asset, units })] })
  await insertSettlement(tx, { customer, id, kind: 'forgiven', asset, units, ...NO_PRICE, posting, madeAt: now })
  await insertNotices(tx, [noticeOfForgiven({ customer, id: newId(), at: now }, { asset, units })])
  return true
}
