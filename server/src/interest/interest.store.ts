import type { Amount, Cents, Currency } from '@lonja/core/base/amount'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Day, Instant } from '@lonja/core/base/instant'
import type { Night } from '@lonja/core/interest/interest.rules'
import { cash, cellOf, flag, instant, int4, shapeOf, tableOf, units, uuid, word } from '../database/codecs.ts'
import { sql, type Tx } from '../database/db.ts'
import type { LockedTx } from '../database/locks.ts'

/** A customer's interest of a night in one currency, as it was charged. */
export interface ChargeRow {
  readonly customer: CustomerId
  readonly day: Day
  readonly currency: Currency
  /** The cause of its posting. */
  readonly id: string
  readonly at: Instant
  readonly financed: bigint
  readonly interest: Cents
  readonly terms: number
  readonly posting: number
  readonly madeAt: Instant
}

const CHARGES = tableOf<ChargeRow>({
  customer: uuid('customer'),
  day: word('day'),
  currency: word('currency'),
  id: uuid('id'),
  at: instant('night_at'),
  financed: units('financed'),
  interest: cash('interest'),
  terms: int4('terms'),
  posting: instant('posting'),
  madeAt: instant('made_at'),
})

const INSERT = sql(
  'insert_interest_charge',
  `insert into interest_charges (${CHARGES.names}) values (${CHARGES.slots})`,
)
const IS_CHARGED = sql(
  'is_interest_charged',
  'select exists (select from interest_charges where customer = $1 and day = $2) as charged',
  cellOf(flag('charged')),
)
const LIST = sql(
  'list_interest_charges',
  `select ${CHARGES.names} from interest_charges where customer = $1 order by night_at desc, currency limit $2`,
)

export async function insertCharge(tx: LockedTx, row: ChargeRow): Promise<void> {
  await tx.run(INSERT, CHARGES.values(row))
}

export async function isCharged(tx: Tx, customer: CustomerId, day: Day): Promise<boolean> {
  const [charged] = await tx.run(IS_CHARGED, [customer, day])
  return charged ?? false
}

/** The interest that a customer was charged, the latest night first. */
export const listCharges = async (tx: Tx, customer: CustomerId, most: number): Promise<ChargeRow[]> =>
  (await tx.run(LIST, [customer, most])).map(CHARGES.ofRow)

const SUM_OF_NIGHT = sql(
  'sum_interest_of_night',
  'select currency as asset, sum(interest)::int8 as units from interest_charges where day = $1 group by currency order by currency',
  shapeOf<Amount>({ asset: word('asset'), units: units('units') }),
)

/** The interest that all customers were charged for a night, by currency. */
export const sumChargesOf = async (tx: Tx, day: Day): Promise<Amount[]> => tx.run(SUM_OF_NIGHT, [day])

const LAST_NIGHT = sql(
  'find_last_night',
  'select day, night_at from nights order by night_at desc limit 1',
  shapeOf<Night>({ day: word('day'), at: instant('night_at') }),
)
const INSERT_NIGHT = sql(
  'insert_night',
  'insert into nights (day, night_at, is_charged, done_at) values ($1, $2, $3, $4) on conflict do nothing',
)

/** The last night that was gone through; null before the first. */
export async function findLastNight(tx: Tx): Promise<Night | null> {
  const [night] = await tx.run(LAST_NIGHT, [])
  return night ?? null
}

/** Puts a night on record that was gone through; another server may have been first. */
export async function insertNight(
  tx: Tx,
  { day, at }: Night,
  { isCharged, doneAt }: { readonly isCharged: boolean; readonly doneAt: Instant },
): Promise<void> {
  await tx.run(INSERT_NIGHT, [day, at, isCharged, doneAt])
}
