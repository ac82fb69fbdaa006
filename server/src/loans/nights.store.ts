import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { DayNumber } from '@lonja/core/calendar/days'
import { instant, int4, tableOf, units, uuid } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

/** The interest of a night of a loan, as it was charged. */
export interface NightRow {
  readonly customer: CustomerId
  readonly loan: string
  readonly day: DayNumber
  /** The principal on which it was charged. */
  readonly principal: bigint
  readonly interest: bigint
  readonly posting: number
  readonly at: Instant
}

const NIGHTS = tableOf<NightRow>({
  customer: uuid('customer'),
  loan: uuid('loan'),
  day: int4('day'),
  principal: units('principal'),
  interest: units('interest'),
  posting: instant('posting'),
  at: instant('made_at'),
})

const INSERT = sql('insert_loan_night', `insert into loan_nights (${NIGHTS.names}) values (${NIGHTS.slots})`)
const LIST = sql(
  'list_loan_nights',
  `select ${NIGHTS.names} from loan_nights where customer = $1 and loan = $2 and day > $3 order by day`,
)

export async function insertNight(tx: LockedTx, row: NightRow): Promise<void> {
  await tx.run(INSERT, NIGHTS.values(row))
}

/** The nights of a loan after a day, oldest first. A loan has as many as its term. */
export const listNights = async (
  tx: Tx,
  { customer, loan }: Pick<NightRow, 'customer' | 'loan'>,
  after: DayNumber,
): Promise<NightRow[]> => (await tx.run(LIST, [customer, loan, after])).map(NIGHTS.ofRow)
