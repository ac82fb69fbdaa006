import type { Amount, Currency, RateE6 } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { DebtMove } from '@lonja/core/margin/settling.rules'
import { cellOf, instant, orNull, rate, shapeOf, tableOf, units, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

/** A debt that financing left, paid by a conversion or forgiven: `units` of it. */
export interface Settlement {
  readonly customer: CustomerId
  readonly id: string
  readonly kind: 'converted' | 'forgiven'
  readonly asset: Currency
  readonly units: bigint
  readonly paid: bigint | null
  readonly markup: bigint | null
  readonly rate: RateE6 | null
  readonly rateAt: Instant | null
  readonly posting: number
  readonly madeAt: Instant
}

const SETTLEMENTS = tableOf<Settlement>({
  customer: uuid('customer'),
  id: uuid('id'),
  kind: word('kind'),
  asset: word('asset'),
  units: units('units'),
  paid: orNull(units('paid')),
  markup: orNull(units('markup')),
  rate: orNull(rate('rate_e6')),
  rateAt: orNull(instant('rate_at')),
  posting: instant('posting'),
  madeAt: instant('made_at'),
})

const INSERT = sql('insert_settlement', `insert into settlements (${SETTLEMENTS.names}) values (${SETTLEMENTS.slots})`)

export async function insertSettlement(tx: LockedTx, row: Settlement): Promise<void> {
  await tx.run(INSERT, SETTLEMENTS.values(row))
}

const LIST = sql(
  'list_settlements',
  `select ${SETTLEMENTS.names} from settlements where customer = $1 order by id desc limit $2`,
)

/** Settlements of a customer, newest first. */
export const listSettlements = async (tx: Tx, customer: CustomerId, most: number): Promise<Settlement[]> =>
  (await tx.run(LIST, [customer, most])).map(SETTLEMENTS.ofRow)

const DEBTORS = sql(
  'list_financing_debtors',
  `select distinct b.customer from balances b
   where b.owed > 0 and exists (
     select from entries e where e.customer = b.customer and e.asset = b.asset and e.kind = 'debt' and e.cause_kind <> 'reversal'
   ) and (
     exists (select from balances o where o.customer = b.customer and o.asset in ('EUR', 'USD') and o.free > 0)
     or not exists (select from balances o where o.customer = b.customer and o.free + o.held > 0)
   ) order by 1`,
  cellOf(uuid<'customer'>('customer')),
)

/** The customers who owe a debt of which financing may have left a part, and who have cash, or nothing at all. */
export const listDebtors = async (tx: Tx): Promise<CustomerId[]> => tx.run(DEBTORS)

const MOVES = sql(
  'list_debt_moves',
  `select free_moved as units, case when kind = 'debt' then case cause_kind when 'reversal' then 'reversal' else 'financing' end
     else case cause_kind when 'settlement' then 'settlement' else 'payment' end end as by
   from entries where customer = $1 and asset = $2 and counter = 'debts' order by version`,
  shapeOf<DebtMove>({ units: units('units'), by: word('by') }),
)

/** The changes of what a customer owes in a currency, oldest first. */
export const listDebtMoves = async (tx: Tx, customer: CustomerId, asset: Currency): Promise<DebtMove[]> =>
  tx.run(MOVES, [customer, asset])

const FORGIVEN = sql(
  'sum_forgiven',
  `select asset, sum(units)::int8 as units from settlements where kind = 'forgiven' group by asset order by asset`,
  shapeOf<Amount>({ asset: word('asset'), units: units('units') }),
)

/** The sums that the house has forgiven so far, by currency. */
export const sumForgiven = async (tx: Tx): Promise<Amount[]> => tx.run(FORGIVEN, [])
