/*
 * The debts of customers from their loans. They stand below the orders, because the equity of an account is its value
 * less everything that is owed.
 */

/** The debt of one loan, in cents of EUR. Its entries against the account `loans` sum up to both parts. */
export interface LoanDebt {
  /** The part that was paid out and is not repaid yet. Interest is charged on it. */
  readonly principal: bigint
  /** Charged interest that is not repaid yet. It bears no interest of its own. */
  readonly interest: bigint
}

export const owedOf = ({ principal, interest }: LoanDebt): bigint => principal + interest
