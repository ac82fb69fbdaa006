import type { CustomerId } from '@lonja/core/base/ids'
import type { DayNumber } from '@lonja/core/calendar/days'
import type { LoanDebt } from '@lonja/core/lending/lending.rules'
import { cellOf, group, int4, shapeOf, tableOf, units, uuid } from '../database/codecs.ts'
import type { BookTable, CustomerKey } from '../database/book.ts'
import { loadSet, uuids } from '../database/columns.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

/* The debts of customers from loans. The equity of an account is its value less them, so they stand below the orders. */

/** The debt of a loan, and how far its nights are charged. */
export interface DebtRow {
  readonly customer: CustomerId
  readonly loan: string
  readonly debt: LoanDebt
  /** The last day whose night was charged, and the last that ever is. */
  readonly chargedThrough: DayNumber
  readonly lastDay: DayNumber
}

const DEBTS = tableOf<DebtRow>({
  customer: uuid('customer'),
  loan: uuid('loan'),
  debt: group<LoanDebt>({ principal: units('principal'), interest: units('interest') }),
  chargedThrough: int4('charged_through'),
  lastDay: int4('last_day'),
})

const INSERT = sql('insert_loan_debt', `insert into loan_debts (${DEBTS.names}) values (${DEBTS.slots})`)
const FIND = sql('find_loan_debt', `select ${DEBTS.names} from loan_debts where customer = $1 and loan = $2`)
const LIST = sql(
  'list_loan_debts',
  `select ${DEBTS.names} from loan_debts where customer = $1 and principal + interest > 0 order by loan`,
)
const SAVE = sql(
  'save_loan_debt',
  'update loan_debts set principal = $3, interest = $4, charged_through = $5 where customer = $1 and loan = $2',
)
const SUM = sql(
  'sum_loan_debts',
  'select coalesce(sum(principal + interest), 0)::int8 as owed from loan_debts where customer = $1',
  cellOf(units('owed')),
)
const SUM_EACH = sql(
  'sum_loan_debts_of_customers',
  `select customer, sum(principal + interest)::int8 as owed from loan_debts where customer = any($1::uuid[]) group by customer`,
  shapeOf({ customer: uuid<'customer'>('customer'), owed: units('owed') }),
)
const LIST_DUE = sql(
  'list_customers_with_nights_due',
  `select customer from loan_debts where principal > 0 and charged_through < last_day and charged_through < $1 and customer > $2
   group by customer order by customer limit $3`,
  cellOf(uuid<'customer'>('customer')),
)

export async function insertDebt(tx: LockedTx, row: DebtRow): Promise<void> {
  await tx.run(INSERT, DEBTS.values(row))
}

/** The debt of a loan; null if it was not paid out. It stays, at zero, once it is repaid. */
export async function findDebt(tx: Tx, customer: CustomerId, loan: string): Promise<DebtRow | null> {
  const [row] = await tx.run(FIND, [customer, loan])
  return row ? DEBTS.ofRow(row) : null
}

/** A customer's loans of which something is owed. */
export const listDebts = async (tx: Tx, customer: CustomerId): Promise<DebtRow[]> =>
  (await tx.run(LIST, [customer])).map(DEBTS.ofRow)

export async function saveDebt(tx: LockedTx, { customer, loan, debt, chargedThrough }: DebtRow): Promise<void> {
  await tx.run(SAVE, [customer, loan, debt.principal, debt.interest, chargedThrough])
}

/** The debt of a customer from all loans, in cents of EUR. */
export async function lentTo(tx: Tx, customer: CustomerId): Promise<bigint> {
  const [owed] = await tx.run(SUM, [customer])
  return owed ?? 0n
}

/** The debt of each of some customers from all loans; a customer without one may be missing. */
export const lentToEach = async (tx: Tx, customers: readonly CustomerId[]): Promise<ReadonlyMap<CustomerId, bigint>> =>
  new Map((await tx.run(SUM_EACH, [customers])).map(({ customer, owed }) => [customer, owed]))

/** Customers with a night that has begun by a day and is not charged, in the order of their ids. */
export const listNightsDue = async (tx: Tx, today: DayNumber, after: CustomerId, most: number): Promise<CustomerId[]> =>
  tx.run(LIST_DUE, [today, after, most])

const findDebts = loadSet<CustomerKey, DebtRow>(
  'find_loan_debts_of_customers',
  [uuids(({ customer }) => customer)],
  DEBTS.ofCells,
  `select ${DEBTS.under('d')}, d.ctid from $rows as wanted (customer) join loan_debts d on d.customer = wanted.customer`,
)

/** The debts of a customer's loans in a batch's book, for a decision on the whole account. The batch changes none. */
export const debtsOfAll: BookTable<CustomerKey, DebtRow> = {
  load: findDebts,
  textOf: () => '',
  keyOf: ({ customer }) => ({ customer }),
  idOf: ({ loan }) => loan,
  save: () => [],
}
