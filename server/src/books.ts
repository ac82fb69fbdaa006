import type { Db, Tx } from './database/db.ts'
import { DEPOSIT_BOOKS } from './deposits/deposits.laws.store.ts'
import type { Books } from './ledger/laws.store.ts'
import { LEDGER_BOOKS } from './ledger/ledger.laws.store.ts'
import { checkLaws, verifyLedger, type Breach, type Verified } from './ledger/ledger.verify.ts'
import { ORDER_BOOKS } from './orders/orders.laws.store.ts'
import { LEAVING_BOOKS } from './portfolio/leaving.laws.store.ts'
import { REVIEW_BOOKS } from './review/review.laws.store.ts'
import { WITHDRAWAL_BOOKS } from './withdrawals/withdrawals.laws.store.ts'

/** The books of the whole house: the laws of each feature that moves money or decides about it, and what it holds. */
export const BOOKS: readonly Books[] = [
  LEDGER_BOOKS,
  REVIEW_BOOKS,
  ORDER_BOOKS,
  DEPOSIT_BOOKS,
  WITHDRAWAL_BOOKS,
  LEAVING_BOOKS,
]

/** Tries every law inside a snapshot and answers those that are broken. */
export const checkBooks = (tx: Tx): Promise<Breach[]> => checkLaws(tx, BOOKS)

/** Rebuilds every balance from its entries and tries every law, in one snapshot. Changes nothing. */
export const verifyBooks = (db: Db): Promise<Verified> => verifyLedger(db, BOOKS)
