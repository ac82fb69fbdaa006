import { assert } from '@lonja/core/base/assert'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { BankCard, Payee, Wallet } from '@lonja/core/payees/payees.rules'
import { group, instant, orNull, shapeOf, tableOf, uuid, word } from '../database/codecs.ts'
import { sql, type Row, type Tx } from '../database/db.ts'

/** A payee as it is stored. A removed one keeps its row. */
export interface PayeeRow extends Payee {
  readonly removedAt: Instant | null
}

/** A payee in its columns: either a wallet or a card. */
interface StoredPayee extends Omit<PayeeRow, 'to'> {
  readonly kind: 'wallet' | 'card'
  readonly wallet: Omit<Wallet, 'kind'> | null
  readonly card: Omit<BankCard, 'kind'> | null
}

const PAYEES = tableOf<StoredPayee>({
  customer: uuid('customer'),
  id: uuid('id'),
  kind: word('kind'),
  wallet: orNull(
    group<Omit<Wallet, 'kind'>>({ currency: word('currency'), chain: word('chain'), address: word('address') }),
  ),
  card: orNull(
    group<Omit<BankCard, 'kind'>>({
      iban: word('iban'),
      accountName: word('account_name'),
      bankName: word('bank_name'),
      bankAddress: word('bank_address'),
    }),
  ),
  addedAt: instant('added_at'),
  readyAt: instant('ready_at'),
  removedAt: orNull(instant('removed_at')),
})

function placeOf({ wallet, card }: StoredPayee): Wallet | BankCard {
  if (wallet) return { kind: 'wallet', ...wallet }
  assert(card !== null, 'a payee is a wallet or a card')
  return { kind: 'card', ...card }
}

function payeeFrom(row: Row): PayeeRow {
  const payee = PAYEES.ofRow(row)
  const { customer, id, addedAt, readyAt, removedAt } = payee
  return { customer, id, to: placeOf(payee), addedAt, readyAt, removedAt }
}

const LIST = sql(
  'list_payees',
  `select ${PAYEES.names} from payees where customer = $1 and removed_at is null order by added_at, id`,
)
const FIND = sql('find_payee', `select ${PAYEES.names} from payees where customer = $1 and id = $2`)
const INSERT = sql('insert_payee', `insert into payees (${PAYEES.names}, ready_told_at) values (${PAYEES.slots}, $14)`)
const REMOVE = sql(
  'remove_payee',
  'update payees set removed_at = $3 where customer = $1 and id = $2 and removed_at is null',
)

/** Payees that are not removed, oldest first. */
export async function listPayeeRows(tx: Tx, customer: CustomerId): Promise<PayeeRow[]> {
  return (await tx.run(LIST, [customer])).map(payeeFrom)
}

/** A payee of the customer, also a removed one. */
export async function findPayeeRow(tx: Tx, customer: CustomerId, id: string): Promise<PayeeRow | null> {
  const [row] = await tx.run(FIND, [customer, id])
  return row ? payeeFrom(row) : null
}

/** A payee without a waiting time counts as announced when it is added. */
export async function insertPayee(tx: Tx, payee: Payee): Promise<void> {
  const { customer, id, to, addedAt, readyAt } = payee
  const wallet = to.kind === 'wallet' ? to : null
  const card = to.kind === 'card' ? to : null
  const stored = { customer, id, kind: to.kind, wallet, card, addedAt, readyAt, removedAt: null }
  await tx.run(INSERT, [...PAYEES.values(stored), readyAt <= addedAt ? addedAt : null])
}

export async function savePayeeRemoval(tx: Tx, customer: CustomerId, id: string, now: Instant): Promise<void> {
  await tx.run(REMOVE, [customer, id, now])
}

const LIST_TO_TELL = sql(
  'list_payees_to_tell',
  `select customer, id from payees
   where ready_told_at is null and removed_at is null and ready_at <= $1 order by ready_at limit $2`,
  shapeOf<Pick<Payee, 'customer' | 'id'>>({ customer: uuid('customer'), id: uuid('id') }),
)
const SAVE_TOLD = sql(
  'save_payee_told',
  `update payees set ready_told_at = $3
   where customer = $1 and id = $2 and ready_told_at is null and removed_at is null returning ${PAYEES.names}`,
)

/** Payees whose waiting time is over and that have had no notice, the longest waiting first. */
export const listReadyUnannounced = (tx: Tx, now: Instant, most: number): Promise<Pick<Payee, 'customer' | 'id'>[]> =>
  tx.run(LIST_TO_TELL, [now, most])

/** Stores that the notice is sent now; null if it was sent meanwhile, or the payee was removed. */
export async function savePayeeAnnounced(
  tx: Tx,
  { customer, id }: Pick<Payee, 'customer' | 'id'>,
  now: Instant,
): Promise<PayeeRow | null> {
  const [row] = await tx.run(SAVE_TOLD, [customer, id, now])
  return row ? payeeFrom(row) : null
}
