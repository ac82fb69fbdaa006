import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { Chain, Coin } from '@lonja/core/payees/chains'
import type { BankCard, Payee, Wallet } from '@lonja/core/payees/payees.rules'
import { sql, type Tx } from '../database/db.ts'

/** A payee as it is stored. A removed one keeps its row. */
export interface PayeeRow extends Payee {
  readonly removedAt: Instant | null
}

type Raw = {
  customer: CustomerId
  id: string
  added_at: bigint
  ready_at: bigint
  removed_at: bigint | null
} & (
  | { kind: 'wallet'; currency: Coin; chain: Chain; address: string }
  | { kind: 'card'; iban: string; account_name: string; bank_name: string; bank_address: string }
)

const toPlace = (raw: Raw): Wallet | BankCard =>
  raw.kind === 'wallet'
    ? { kind: 'wallet', currency: raw.currency, chain: raw.chain, address: raw.address }
    : {
        kind: 'card',
        iban: raw.iban,
        accountName: raw.account_name,
        bankName: raw.bank_name,
        bankAddress: raw.bank_address,
      }

const toRow = (raw: Raw): PayeeRow => ({
  customer: raw.customer,
  id: raw.id,
  to: toPlace(raw),
  addedAt: Number(raw.added_at),
  readyAt: Number(raw.ready_at),
  removedAt: raw.removed_at === null ? null : Number(raw.removed_at),
})

const COLUMNS = `customer, id, kind, currency, chain, address, iban, account_name, bank_name, bank_address, added_at, ready_at, removed_at`
const LIST = sql(
  'list_payees',
  `select ${COLUMNS} from payees where customer = $1 and removed_at is null order by added_at, id`,
)
const FIND = sql('find_payee', `select ${COLUMNS} from payees where customer = $1 and id = $2`)
const INSERT = sql(
  'insert_payee',
  `insert into payees (${COLUMNS}, ready_told_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, null, $13)`,
)
const REMOVE = sql(
  'remove_payee',
  'update payees set removed_at = $3 where customer = $1 and id = $2 and removed_at is null',
)

/** Payees that are not removed, oldest first. */
export async function listPayeeRows(tx: Tx, customer: CustomerId): Promise<PayeeRow[]> {
  return (await tx.run<Raw>(LIST, [customer])).map(toRow)
}

/** A payee of the customer, also a removed one. */
export async function findPayeeRow(tx: Tx, customer: CustomerId, id: string): Promise<PayeeRow | null> {
  const [raw] = await tx.run<Raw>(FIND, [customer, id])
  return raw ? toRow(raw) : null
}

/** A payee without a waiting time counts as announced when it is added. */
export async function insertPayee(tx: Tx, { customer, id, to, addedAt, readyAt }: Payee): Promise<void> {
  const wallet = to.kind === 'wallet' ? [to.currency, to.chain, to.address] : [null, null, null]
  const card = to.kind === 'card' ? [to.iban, to.accountName, to.bankName, to.bankAddress] : [null, null, null, null]
  const toldAt = readyAt <= addedAt ? addedAt : null
  await tx.run(INSERT, [customer, id, to.kind, ...wallet, ...card, addedAt, readyAt, toldAt])
}

export async function savePayeeRemoval(tx: Tx, customer: CustomerId, id: string, now: Instant): Promise<void> {
  await tx.run(REMOVE, [customer, id, now])
}

const LIST_TO_TELL = sql(
  'list_payees_to_tell',
  `select customer, id from payees
   where ready_told_at is null and removed_at is null and ready_at <= $1 order by ready_at limit $2`,
)
const SAVE_TOLD = sql(
  'save_payee_told',
  `update payees set ready_told_at = $3
   where customer = $1 and id = $2 and ready_told_at is null and removed_at is null returning ${COLUMNS}`,
)

/** Payees whose waiting time is over and that have had no notice, the longest waiting first. */
export const listReadyUnannounced = (tx: Tx, now: Instant, most: number): Promise<Pick<Payee, 'customer' | 'id'>[]> =>
  tx.run<Pick<Payee, 'customer' | 'id'>>(LIST_TO_TELL, [now, most])

/** Stores that the notice is sent now; null if it was sent meanwhile, or the payee was removed. */
export async function savePayeeAnnounced(
  tx: Tx,
  { customer, id }: Pick<Payee, 'customer' | 'id'>,
  now: Instant,
): Promise<PayeeRow | null> {
  const [raw] = await tx.run<Raw>(SAVE_TOLD, [customer, id, now])
  return raw ? toRow(raw) : null
}
