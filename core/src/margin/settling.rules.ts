import { cents, isCurrency, otherCurrency, type Amount, type Currency, type RateE6 } from '../base/amount.ts'
import type { Instant } from '../base/instant.ts'
import { freeLine, type Balance, type Line } from '../ledger/ledger.rules.ts'
import type { ExchangeRate } from '../market/market.contract.ts'
import { NO_CHARGES, withConversion } from '../orders/charges.rules.ts'
import { NEWEST_FEE_TABLE } from '../orders/fees.rules.ts'

/*
 * A close-out at a price far below may not bring back what the house financed. The rest is a debt. Cash of the other
 * currency pays it, and once nothing is left of the account, the house forgives it.
 */

/** A change of what is owed in one currency, in the order in which they were posted. */
export interface DebtMove {
  /** Above zero: came to be owed. Below: was paid. */
  readonly units: bigint
  /** A debt that a reversal left, or a payment by this feature; any other payment pays the oldest debt first. */
  readonly by: 'financing' | 'reversal' | 'settlement' | 'payment'
}

/** The part of what is owed that financing left. This feature pays that part alone. */
export function financingOwed(moves: readonly DebtMove[]): bigint {
  let debts: { readonly isFinancing: boolean; left: bigint }[] = []
  for (const { units, by } of moves) {
    if (units > 0n) {
      debts.push({ isFinancing: by === 'financing', left: units })
      continue
    }
    let paid = -units
    for (const debt of debts) {
      if (by === 'settlement' && !debt.isFinancing) continue
      const part = paid < debt.left ? paid : debt.left
      debt.left -= part
      paid -= part
    }
    debts = debts.filter(({ left }) => left > 0n)
  }
  return debts.reduce((sum, { isFinancing, left }) => (isFinancing ? sum + left : sum), 0n)
}

/** Cash of the other currency that is converted to pay a debt. */
export interface DebtConversion {
  readonly received: bigint
  readonly paid: bigint
  readonly markup: bigint
  readonly rate: RateE6
  readonly rateAt: Instant
}

/** The most of a debt that free cash of the other currency pays at a rate with the house's markup; null if not one cent. */
export function conversionOfDebt(owed: Amount, free: bigint, rate: ExchangeRate): DebtConversion | null {
  let [least, most] = [0n, owed.units]
  while (least < most) {
    const middle = (least + most + 1n) / 2n
    const { paid, markup } = priceOf({ ...owed, units: middle }, rate)
    if (paid + markup <= free) least = middle
    else most = middle - 1n
  }
  if (least === 0n) return null
  return { received: least, ...priceOf({ ...owed, units: least }, rate), rate: rate.rate, rateAt: rate.at }
}

function priceOf({ asset, units }: Amount, rate: ExchangeRate): { paid: bigint; markup: bigint } {
  const terms = { feeTable: NEWEST_FEE_TABLE, side: 'buy', currency: asset as Currency } as const
  const { paid, markup } = withConversion(terms, { ...NO_CHARGES, cost: cents(units) }, 0n, rate)
  return { paid, markup }
}

/** The lines of a conversion, as those of an order's; the posting's own repayment pays the debt. */
export function conversionLines(owed: Currency, { received, paid, markup }: DebtConversion): Line[] {
  const other = otherCurrency(owed)
  return [
    freeLine('conversion', 'conversion', { asset: other, units: -paid }),
    freeLine('conversion', 'markup', { asset: other, units: -markup }),
    freeLine('conversion', 'conversion', { asset: owed, units: received }),
  ].filter(({ free }) => free !== 0n)
}

/** Cash that no cent of the other currency can be bought with: one that costs a cent, or two, has a markup of one. */
export const DUST_MOST = 2n

/**
 * Whether nothing is left of an account with a debt in a currency: no shares, nothing held, and nothing free but what no
 * cent of the debt can be bought with.
 */
export const isNothingLeft = (balances: readonly Pick<Balance, 'asset' | 'free' | 'held'>[]): boolean =>
  balances.every(({ asset, free, held }) => held === 0n && (isCurrency(asset) ? free <= DUST_MOST : free === 0n))

/** The line that forgives a debt; the posting's own repayment pays it. */
export const forgivenLine = (amount: Amount): Line => freeLine('forgiven', 'forgiven', amount)
