import { BLOCK_BOOKS } from './blocks/blocks.verify.ts'
import { assert } from '@lonja/core/base/assert'
import { ACCOUNT_BOOKS } from './accounts/accounts.verify.ts'
import { CORPORATE_BOOKS } from './corporate/corporate.verify.ts'
import type { Db, Tx } from './database/db.ts'
import { DEPOSIT_BOOKS } from './deposits/deposits.verify.ts'
import { INTEREST_BOOKS } from './interest/interest.verify.ts'
import { IPO_BOOKS } from './ipo/ipo.verify.ts'
import type { Books } from './ledger/laws.verify.ts'
import { LEDGER_BOOKS } from './ledger/ledger.laws.verify.ts'
import { checkLaws, verifyLedger, type Breach, type VerifyReport } from './ledger/ledger.verify.ts'
import { MARGIN_BOOKS } from './margin/margin.verify.ts'
import { OPTION_BOOKS } from './options/options.verify.ts'
import { ORDER_BOOKS } from './orders/orders.verify.ts'
import { LOAN_BOOKS } from './loans/loans.verify.ts'
import { LEAVING_BOOKS } from './portfolio/leaving.verify.ts'
import { REVERSAL_BOOKS } from './reversals/reversals.verify.ts'
import { REVIEW_BOOKS } from './review/review.verify.ts'
import { RUN_BOOKS } from './strategies/runs.verify.ts'
import { WITHDRAWAL_BOOKS } from './withdrawals/withdrawals.verify.ts'

/**
 * The books of the whole house: the laws of each feature that moves money or decides on it, and the counts of its rows.
 */
export const BOOKS: readonly Books[] = [
  LEDGER_BOOKS,
  ACCOUNT_BOOKS,
  REVIEW_BOOKS,
  ORDER_BOOKS,
  CORPORATE_BOOKS,
  INTEREST_BOOKS,
  MARGIN_BOOKS,
  DEPOSIT_BOOKS,
  REVERSAL_BOOKS,
  WITHDRAWAL_BOOKS,
  IPO_BOOKS,
  BLOCK_BOOKS,
  LOAN_BOOKS,
  OPTION_BOOKS,
  RUN_BOOKS,
  LEAVING_BOOKS,
]

/** The query for each thing that stops a customer from starting over or closing the account. */
const AGAINST = new Map(BOOKS.flatMap(({ against = {} }) => Object.entries(against)))

/** These codes with their queries, in this order. Asserts that a feature has the query of each. */
export const againstOf = (codes: readonly string[]): [code: string, query: string][] =>
  codes.map((code) => {
    const query = AGAINST.get(code)
    assert(query !== undefined, `the books of a feature have the query of ${code}`)
    return [code, query]
  })

/** Checks every law in a snapshot and returns the broken ones. */
export const checkBooks = (tx: Tx): Promise<Breach[]> => checkLaws(tx, BOOKS)

/** Rebuilds every balance from its entries and checks every law, in one snapshot. Changes nothing. */
export const verifyBooks = (db: Db): Promise<VerifyReport> => verifyLedger(db, BOOKS)
