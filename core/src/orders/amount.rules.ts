import { wholeShares } from '../base/amount.ts'
import { isRefused } from '../base/refusal.ts'
import { COST_MOST, holdFor } from './holds.rules.ts'
import { kindTermsOf, lacksAsk } from './kinds.rules.ts'
import { mostThat, type Draft, type PreviewFacts } from './preview.rules.ts'

/*
 * A buy for an amount of money: the whole shares that it buys. An order is of shares all the same, so nothing else in the
 * house knows of amounts.
 */

/** A buy without its shares. */
export type AmountDraft = Pick<Draft, 'listing' | 'limit' | 'stop' | 'trail' | 'trailBps' | 'leverage'>

/** The shares that an amount buys, all amounts in cents of the listing's currency. */
export interface AmountBuy {
  /** 0 if the amount does not suffice for one. */
  readonly shares: bigint
  /** The hold of those shares: with the fee, the collar of a buy at market, and without what the house finances. */
  readonly needed: bigint
  /** The part of the amount that they do not need. */
  readonly rest: bigint
  /** The hold of one share. */
  readonly one: bigint
}

type Facts = Pick<PreviewFacts, 'quote' | 'feeTable'>

/** The hold of some shares of a buy; null if its prices do not go together, or without the ask that it needs. */
export function neededFor(draft: AmountDraft, shares: bigint, { quote, feeTable }: Facts): bigint | null {
  const terms = kindTermsOf(draft)
  if (isRefused(terms) || lacksAsk('buy', terms, quote) || shares < 1n) return null
  const { listing, leverage } = draft
  return holdFor({ side: 'buy', listing, shares: wholeShares(shares), leverage, ...terms }, quote, feeTable).units
}

/**
 * The most whole shares whose hold is at most an amount. The amount is what the customer puts in themselves: with leverage
 * the house finances the rest of the cost. Null if the draft has no hold.
 */
export function buyForAmount(draft: AmountDraft, amount: bigint, facts: Facts): AmountBuy | null {
  const one = neededFor(draft, 1n, facts)
  if (one === null) return null
  const leverage = BigInt(draft.leverage ?? 1)
  const covers = (some: bigint): boolean => {
    const needed = neededFor(draft, some, facts) ?? amount + 1n
    return needed <= amount && needed * leverage <= COST_MOST
  }
  // A share costs at least a hundredth of a cent.
  const shares = amount < one ? 0n : mostThat(covers, amount * leverage * 100n + 1n)
  const needed = shares > 0n ? (neededFor(draft, shares, facts) ?? 0n) : 0n
  return { shares, needed, rest: amount - needed, one }
}
