import { CURRENCIES, isCurrency, type Amount, type Currency } from '../base/amount.ts'
import { recordNumber } from '../base/numbers.ts'
import { refuse, type Refused } from '../base/refusal.ts'
import type { HouseAccount } from '../ledger/ledger.contract.ts'
import { freeLine, type Balance, type Entry, type Line } from '../ledger/ledger.rules.ts'
import type { CreditKind } from './reversals.contract.ts'
import { reversalReview, type ReversalReason } from './reversals.review.ts'

/** Debts on a page of the list, unless the call says how many. */
export const DEBTS_PAGE = 50

/** Reversals on a page of the list, unless the call says how many. */
export const REVERSALS_PAGE = 30

/** The account of the house from which each kind of credit came, and to which its reversal goes. */
const ACCOUNT_OF = { deposit: 'deposits', grant: 'grants' } as const satisfies Record<CreditKind, HouseAccount>

/** A credit that can be reversed: an entry that brought a customer cash from a deposit or a grant. */
export interface Credit {
  /** The number of the entry. */
  readonly entry: number
  readonly kind: CreditKind
  readonly amount: Amount & { readonly asset: Currency }
}

const KINDS: readonly string[] = Object.keys(ACCOUNT_OF)

/** The credit of an entry; null if the entry is none. */
export function creditOf({ version, kind, counter, asset, freeBefore, freeAfter }: CreditEntry): Credit | null {
  const units = freeAfter - freeBefore
  if (!KINDS.includes(kind) || counter === 'hold' || units <= 0n || !isCurrency(asset)) return null
  return { entry: version, kind: kind as CreditKind, amount: { asset, units } }
}

type CreditEntry = Pick<Entry, 'version' | 'kind' | 'counter' | 'asset' | 'freeBefore' | 'freeAfter'>

export interface ReversalFacts {
  readonly credit: Credit
  /** The sum of the credit's other reversals that are posted or wait for a decision. */
  readonly reversed: bigint
}

export type ReversalRefusal =
  'amount_positive' | 'another_currency' | 'credit_reversed' | 'more_than_credited' | 'reason_of_grants'

/** The reasons that fit a credit: nobody pays for a grant, and a deposit is none by mistake. */
export const reasonsOf = (kind: CreditKind): readonly ReversalReason[] =>
  kind === 'grant'
    ? ['wrong_amount', 'wrong_customer', 'granted_by_mistake', 'credited_twice']
    : ['wrong_amount', 'wrong_customer', 'payment_missing', 'credited_twice']

/** Let two people decide on the reversal of a credit or a part of it, or refuse it. All reversals of a credit are never more than it. */
export function decideReversal(
  { amount, reason }: { readonly amount: Amount; readonly reason: ReversalReason },
  { credit, reversed }: ReversalFacts,
): { readonly left: bigint } | Refused<ReversalRefusal> {
  const { asset } = credit.amount
  if (amount.asset !== asset) return refuse('another_currency', { currency: asset }, 'amount')
  if (amount.units <= 0n) return refuse('amount_positive', {}, 'amount')
  if (!reasonsOf(credit.kind).includes(reason)) return refuse('reason_of_grants', {}, 'reason')
  const left = credit.amount.units - reversed
  if (left <= 0n) return refuse('credit_reversed')
  return amount.units > left ? refuse('more_than_credited', { left: { asset, units: left } }, 'amount') : { left }
}

/** The effect of a reversal on a balance: the part that is free is taken, the rest is owed. */
export const shareFor = (units: bigint, free: bigint): { readonly taken: bigint; readonly owed: bigint } =>
  units <= free ? { taken: units, owed: 0n } : { taken: free, owed: units - free }

/** The debts among a customer's balances, by currency; empty if nothing is owed. */
export const debtsIn = (balances: readonly Pick<Balance, 'asset' | 'owed'>[]): Amount[] =>
  CURRENCIES.map((asset) => ({ asset, units: balances.find((own) => own.asset === asset)?.owed ?? 0n })).filter(
    ({ units }) => units > 0n,
  )

/** True if withdrawals are stopped after a reversal: any debt stops them, an earlier one or one in another currency too. */
export const stopsWithdrawals = (owed: readonly Amount[], wouldOwe: Amount): boolean =>
  owed.length > 0 || wouldOwe.units > 0n

/**
 * The lines of a reversal. The part that is not free becomes a debt, which the house pays in; then the whole amount goes
 * back to the account that it came from. Nothing falls below zero, and one entry names the whole amount.
 */
export function reversalLines(kind: CreditKind, { asset, units }: Amount, free: bigint): Line[] {
  const { owed } = shareFor(units, free)
  const back = freeLine('reversal', ACCOUNT_OF[kind], { asset, units: -units })
  return owed === 0n ? [back] : [freeLine('debt', 'debts', { asset, units: owed }), back]
}

/** The record number of a reversal that people read out. */
export const reversalNumber = (id: string): string => recordNumber(reversalReview, id)
