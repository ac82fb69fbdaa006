import type { Instant } from '@lonja/core/base/instant'
import type { Chain, Coin } from '@lonja/core/payees/chains'
import type { BankCard, Payee, Wallet } from '@lonja/core/payees/payees.rules'
import { sql, type Tx } from '../base/db.ts'

/** A payee as it stands in the database: one that was taken away is kept. */
export interface PayeeRow extends Payee {
  readonly removedAt: Instant | null
}

type Raw = {
  customer: string
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
  `insert into payees (${COLUMNS}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, null)`,
)
const REMOVE = sql(
  'remove_payee',
  'update payees set removed_at = $3 where customer = $1 and id = $2 and removed_at is null',
)

/** Those that are there, oldest first. */
export async function listPayeeRows(tx: Tx, customer: string): Promise<PayeeRow[]> {
  return (await tx.run<Raw>(LIST, [customer])).map(toRow)
}

/** One of the customer's, also one that was taken away. */
export async function findPayeeRow(tx: Tx, customer: string, id: string): Promise<PayeeRow | null> {
  const [raw] = await tx.run<Raw>(FIND, [customer, id])
  return raw ? toRow(raw) : null
}

export async function insertPayee(tx: Tx, { customer, id, to, addedAt, readyAt }: Payee): Promise<void> {
  const wallet = to.kind === 'wallet' ? [to.currency, to.chain, to.address] : [null, null, null]
  const card = to.kind === 'card' ? [to.iban, to.accountName, to.bankName, to.bankAddress] : [null, null, null, null]
  await tx.run(INSERT, [customer, id, to.kind, ...wallet, ...card, addedAt, readyAt])
}

export async function savePayeeRemoval(tx: Tx, customer: string, id: string, now: Instant): Promise<void> {
  await tx.run(REMOVE, [customer, id, now])
}
