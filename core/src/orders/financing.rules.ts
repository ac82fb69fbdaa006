import { BPS, basisPoints, cents, divideUp, type Amount, type BasisPoints, type Cents } from '../base/amount.ts'
import { freeLine, type Line } from '../ledger/ledger.rules.ts'
import type { Leverage } from './orders.contract.ts'

/*
 * A buy with leverage is paid in part by its customer, and the house finances the rest. The financed amount is owed until
 * the lot is closed, and costs interest for each night.
 */

/** A year of interest has so many days (the money market's convention for EUR and USD, actual/360). */
export const DAYS_A_YEAR = 360n

/** The terms of financing. A night's interest names the version that it was charged by. */
export interface FinancingTerms {
  /** The interest of a year on what is financed. */
  readonly yearBps: BasisPoints
}

export const FINANCING_TERMS = { 1: { yearBps: basisPoints(500n) } } as const satisfies Record<number, FinancingTerms>
export type FinancingVersion = keyof typeof FINANCING_TERMS
export const FINANCING_VERSION: FinancingVersion = 1

/** The part of a cost, fee included, that the customer pays: the cost by the leverage, rounded up. */
export const ownPart = (total: Cents, leverage: Leverage): Cents => cents(divideUp(total, BigInt(leverage)))

/** The interest of one night on what is financed, rounded up to the cent. */
export const nightOf = (financed: bigint, { yearBps }: FinancingTerms = FINANCING_TERMS[FINANCING_VERSION]): Cents =>
  cents(divideUp(financed * yearBps, BPS * DAYS_A_YEAR))

/**
 * The lines that pay back what was financed. Cash that is missing for it is owed to the house, and what becomes free pays
 * it first.
 */
export function repaymentLines({ asset, units }: Amount, free: bigint): Line[] {
  const missing = units > free ? units - free : 0n
  return [
    freeLine('debt', 'debts', { asset, units: missing }),
    freeLine('financing', 'financing', { asset, units: -units }),
  ]
}
