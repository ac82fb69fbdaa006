import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse } from '@lonja/core/base/refusal'
import { noticeOfPayee } from '@lonja/core/notices/notices.rules'
import {
  PAYEES_MAX,
  addBankCard,
  addWallet,
  listPayees,
  removePayee,
  removePayeeByGet,
} from '@lonja/core/payees/payees.contract'
import {
  decideBankCard,
  decidePayeeRemoval,
  decideRoom,
  decideWallet,
  type BankCard,
  type Wallet,
} from '@lonja/core/payees/payees.rules'
import { newId } from '../base/ids.ts'
import { asCustomer, onEntry, onRead, onWrite, type Route, type WriteContext } from '../base/serve.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { listPayeeReplies, placeReply, type PayeeFacts } from './payees.actions.ts'
import { findPayeeRow, insertPayee, listPayeeRows, savePayeeRemoval } from './payees.store.ts'

/** `waitMs` is how long a new payee waits before it can be paid to. */
export function payeesRoutes(waitMs: number, facts: PayeeFacts): Route[] {
  return [
    onRead(listPayees, async ({ tx, customer, now }) => ({
      rows: await listPayeeReplies(tx, customer, now, facts),
      most: PAYEES_MAX,
      waitMs,
    })),

    onWrite(addWallet, async (context, { id, ...form }) => {
      const to = decideWallet(form)
      return isRefused(to) ? to : add(context, id, to, waitMs)
    }),

    onWrite(addBankCard, async (context, { id, ...form }) => {
      const to = decideBankCard(form)
      return isRefused(to) ? to : add(context, id, to, waitMs)
    }),

    onWrite(removePayee, (context, { id }) => remove(context, id, facts)),

    // A read by the spec's method that removes: it writes, and a repeat finds it removed.
    onEntry(removePayeeByGet, (asked, house) =>
      asCustomer(asked, house, (context) => remove(context, asked.input.id, facts)),
    ),
  ]
}

async function add({ tx, customer, now, tell }: WriteContext, id: string, to: Wallet | BankCard, waitMs: number) {
  // A key whose answer is no longer kept: the payee was made with it.
  if (await findPayeeRow(tx, customer, id)) return refuse('key_reused')
  const room = decideRoom(to, await listPayeeRows(tx, customer))
  if (isRefused(room)) return room
  const readyAt: Instant = now + waitMs
  await insertPayee(tx, { customer, id, to, addedAt: now, readyAt })
  await insertNotices(tx, [noticeOfPayee({ customer, id: newId(), at: now }, 'payee_added', { ...said(to), readyAt })])
  tell('payees', 'notices')
  return { id, readyAt }
}

async function remove({ tx, customer, now, tell }: WriteContext, id: string, facts: PayeeFacts) {
  const payee = await findPayeeRow(tx, customer, id)
  if (!payee) return refuse('unknown_payee', {}, 'id')
  const removed = { id, removed: true as const }
  if (payee.removedAt !== null) return removed
  const decision = decidePayeeRemoval((await facts.usesOf(tx, customer)).get(id)?.underWay ?? 0)
  if (isRefused(decision)) return decision
  await savePayeeRemoval(tx, customer, id, now)
  await insertNotices(tx, [noticeOfPayee({ customer, id: newId(), at: now }, 'payee_removed', said(payee.to))])
  tell('payees', 'notices')
  return removed
}

/** How a notice names it: the masked address or number, and whose or on which chain. */
function said(to: Wallet | BankCard): { kind: 'wallet' | 'card'; what: string; where: string } {
  const { wallet, card } = placeReply(to)
  return wallet
    ? { kind: 'wallet', what: wallet.currency, where: wallet.address }
    : { kind: 'card', what: card?.bankName ?? '', where: card?.iban ?? '' }
}
