import type { Instant } from '@lonja/core/base/instant'
import { isRefused, refuse, type Refused } from '@lonja/core/base/refusal'
import { addBankCard, addWallet, listPayees, removePayee, removePayeeByGet } from '@lonja/core/payees/payees.contract'
import {
  PAYEES_MAX,
  decideBankCard,
  decidePayeeRemoval,
  decideRoom,
  decideWallet,
  type BankCard,
  type Wallet,
} from '@lonja/core/payees/payees.rules'
import { noticeOfPayee } from '@lonja/core/payees/payees.notices'
import { preparedCode, takeFormCode, type FormCode } from '../accounts/second-step.actions.ts'
import { findSecondStep } from '../accounts/second-step.store.ts'
import { newId } from '../base/ids.ts'
import { onWritingRead } from '../door/serve.gets.ts'
import { onPreparedWrite, onRead, onWrite, type Route, type WriteContext } from '../door/serve.ts'
import { insertNotices } from '../notices/notices.store.ts'
import { listPayeeReplies, payeeNamed, type PayeeFacts } from './payees.actions.ts'
import { findPayeeRow, insertPayee, listPayeeRows, savePayeeRemoval } from './payees.store.ts'

/** `waitMs` is how long a new payee waits before it can be paid to; `codesKey` seals the secrets of one-time codes. */
export function payeesRoutes(waitMs: number, facts: PayeeFacts, codesKey: Buffer): Route[] {
  return [
    onRead(listPayees, async ({ tx, customer, now }) => ({
      rows: await listPayeeReplies(tx, customer, now, facts),
      most: PAYEES_MAX,
      waitMs,
      needsCode: (await findSecondStep(tx, customer)) !== null,
    })),

    // Errors of the form are refused first and cost no attempt of a code.
    onPreparedWrite(
      addWallet,
      async (context, { id: _id, code, ...form }) => {
        const to = decideWallet(form)
        return isRefused(to) ? to : withCode(to, await preparedCode(context, code))
      },
      (context, { id }, { to, code }) => add(context, { id, to, code }, { waitMs, codesKey }),
    ),

    onPreparedWrite(
      addBankCard,
      async (context, { id: _id, code, ...form }) => {
        const to = decideBankCard(form)
        return isRefused(to) ? to : withCode(to, await preparedCode(context, code))
      },
      (context, { id }, { to, code }) => add(context, { id, to, code }, { waitMs, codesKey }),
    ),

    onWrite(removePayee, (context, { id }) => remove(context, id, facts)),

    // The spec removes by GET: the call writes, and a repeat finds the payee removed.
    onWritingRead(removePayeeByGet, (context, { id }) => remove(context, id, facts)),
  ]
}

const withCode = <To, No>(to: To, code: FormCode | Refused<No & string>) => (isRefused(code) ? code : { to, code })

interface NewPayee {
  readonly id: string
  readonly to: Wallet | BankCard
  readonly code: FormCode
}

async function add(
  { tx, customer, now, publish }: WriteContext,
  { id, to, code }: NewPayee,
  { waitMs, codesKey }: { waitMs: number; codesKey: Buffer },
) {
  // The key's stored answer is purged, but its payee exists.
  if (await findPayeeRow(tx, customer, id)) return refuse('key_reused')
  const room = decideRoom(to, await listPayeeRows(tx, customer))
  if (isRefused(room)) return room
  const wrong = await takeFormCode(tx, { customer, codesKey, now }, code)
  if (wrong) return wrong
  const readyAt: Instant = now + waitMs
  await insertPayee(tx, { customer, id, to, addedAt: now, readyAt })
  await insertNotices(tx, [
    noticeOfPayee({ customer, id: newId(), at: now }, 'payee_added', { ...payeeNamed(to), readyAt }),
  ])
  publish('payees', 'notices')
  return { id, readyAt }
}

async function remove({ tx, customer, now, publish }: WriteContext, id: string, facts: PayeeFacts) {
  const payee = await findPayeeRow(tx, customer, id)
  if (!payee) return refuse('unknown_payee', {}, 'id')
  const removed = { id, removed: true as const }
  if (payee.removedAt !== null) return removed
  const decision = decidePayeeRemoval((await facts.usesOf(tx, customer)).get(id)?.underWay ?? 0)
  if (isRefused(decision)) return decision
  await savePayeeRemoval(tx, customer, id, now)
  await insertNotices(tx, [noticeOfPayee({ customer, id: newId(), at: now }, 'payee_removed', payeeNamed(payee.to))])
  publish('payees', 'notices')
  return removed
}
