import type { ReplyOf } from '@lonja/core/base/contract'
import type { CustomerId } from '@lonja/core/base/ids'
import type { Instant } from '@lonja/core/base/instant'
import type { listPayees } from '@lonja/core/payees/payees.contract'
import {
  endingOf,
  maskedAddress,
  maskedIban,
  payeeStateFor,
  type BankCard,
  type Payee,
  type Wallet,
} from '@lonja/core/payees/payees.rules'
import type { Tx } from '../database/db.ts'
import { findPayeeRow, listPayeeRows } from './payees.store.ts'

/** The number of withdrawals to a payee: those under way, and all. */
export interface PayeeUses {
  readonly underWay: number
  readonly all: number
}

/** Knowledge of features above or beside payees, from the composition root. */
export interface PayeeFacts {
  /** By payee; a payee without withdrawals is left out. */
  usesOf(tx: Tx, customer: CustomerId): Promise<ReadonlyMap<string, PayeeUses>>
  /** First and last name as on the documents, once they are verified; null before that. */
  verifiedNameOf(tx: Tx, customer: CustomerId): Promise<string | null>
}

export type PayeeReply = ReplyOf<typeof listPayees>['rows'][number]

const NO_USES: PayeeUses = { underWay: 0, all: 0 }

/** A payee of the customer that is not removed, unmasked. `payeeStateFor` says whether it can be paid to already. */
export async function findPayee(tx: Tx, customer: CustomerId, id: string): Promise<Payee | null> {
  const payee = await findPayeeRow(tx, customer, id)
  return payee?.removedAt === null ? payee : null
}

/** The payees of a customer as they are shown: masked, oldest first. */
export async function listPayeeReplies(
  tx: Tx,
  customer: CustomerId,
  now: Instant,
  facts: PayeeFacts,
): Promise<PayeeReply[]> {
  const rows = await listPayeeRows(tx, customer)
  const uses = await facts.usesOf(tx, customer)
  const name = await facts.verifiedNameOf(tx, customer)
  return rows.map((payee) => {
    const { underWay, all } = uses.get(payee.id) ?? NO_USES
    const { id, to, addedAt, readyAt } = payee
    const state = payeeStateFor(payee, name, now)
    return { id, ...placeReply(to), addedAt, readyAt, state, underWay, withdrawals: all }
  })
}

/** A wallet or bank card as it is shown, on its own and with a withdrawal to it. */
export function placeReply(to: Wallet | BankCard) {
  if (to.kind === 'wallet') {
    const { kind, currency, chain, address } = to
    return { kind, wallet: { currency, chain, address: maskedAddress(address) }, card: null, ending: endingOf(to) }
  }
  const { kind, iban, accountName, bankName, bankAddress } = to
  const card = { iban: maskedIban(iban), accountName, bankName, bankAddress }
  return { kind, wallet: null, card, ending: endingOf(to) }
}

/** The name of a payee in a notice: the masked address or number, and the holder or the chain. */
export function payeeNamed(to: Wallet | BankCard): { kind: 'wallet' | 'card'; what: string; where: string } {
  const { wallet, card } = placeReply(to)
  return wallet
    ? { kind: 'wallet', what: wallet.currency, where: wallet.address }
    : { kind: 'card', what: card?.bankName ?? '', where: card?.iban ?? '' }
}
