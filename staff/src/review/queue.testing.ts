import { eur, rateE6, type Amount } from '@lonja/core/base/amount'
import type { ReplyOf } from '@lonja/core/base/contract'
import { countQueues } from '@lonja/core/reviews.contract'
import type { openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import type { House } from '@lonja/kit/house.testing'
import { newId } from '@lonja/kit/ids'
import type { QueueRow } from './queue.ts'

/* A desk's data: waiting withdrawals, and one of them with its evidence. */

const NOW = Date.now()
const HOUR = 3_600_000

export const customer = { id: newId<'customer'>(), name: 'Marta Ruiz', phone: '•••• 321' }

/** A waiting withdrawal. */
export const waiting = (amount: Amount, more: Partial<QueueRow> = {}): QueueRow => ({
  id: newId(),
  kind: 'withdrawal',
  number: 'R-7K2M-91QX',
  state: 'pending',
  customer,
  about: null,
  amount,
  eur: amount.units,
  openedAt: NOW - HOUR,
  dueAt: NOW + 20 * HOUR,
  late: false,
  endedAt: null,
  holder: null,
  opinions: [],
  round: 1,
  ownAccount: false,
  reason: null,
  ...more,
})

const reason = (code: string, title: string) => ({ code, title, next: '' })

export type Evidence = ReplyOf<typeof openWithdrawal>

/** The same withdrawal opened by this seat: one person approves, two refuse. */
export const evidence = (more: Partial<Evidence> = {}): Evidence => ({
  review: 'in_review',
  seen: 'what was seen first',
  steps: [],
  holder: null,
  onlyLook: null,
  moves: [],
  people: { approve: 1, refuse: 2 },
  onePerson: false,
  seatedBy: [],
  reasons: {
    approve: [reason('checks_passed', 'Comprobado'), reason('customer_confirmed', 'Confirmado por el cliente')],
    refuse: [reason('payee_unusable', 'El destino no sirve'), reason('asked_twice', 'Pedida dos veces')],
  },
  id: newId(),
  number: 'R-7K2M-91QX',
  state: 'in_review',
  amount: eur(500_00n),
  eur: 500_00n,
  rate: rateE6(1_100_000n),
  coins: null,
  at: NOW - HOUR,
  dueAt: NOW + 20 * HOUR,
  payee: {
    kind: 'card',
    wallet: null,
    card: { iban: 'ES9121000418450200051332', accountName: 'Marta Ruiz', bankName: 'Banco Ribera', bankAddress: '' },
    addedAt: NOW - 100 * HOUR,
    readyAt: NOW - 50 * HOUR,
    removedAt: null,
    earlier: 0,
  },
  customer: {
    ...customer,
    verifiedName: 'Marta Ruiz',
    kyc: 'passed',
    joinedAt: NOW - 1_000 * HOUR,
    free: [],
    held: [eur(500_00n)],
  },
  checks: [],
  inWindow: 500_00n,
  untraded: null,
  limit: 10_000_00n,
  margin: null,
  ...more,
})

/** The first opinion, by another seat. */
export const proposed = (step: 'approve' | 'refuse', title: string): Evidence['steps'][number] => ({
  step,
  at: NOW,
  seat: { role: 'treasurer', number: 2, letInBy: null },
  round: 1,
  person: 1,
  reason: reason('code', title),
  note: null,
})

/** Nothing waits in any queue, as the console's header shows. */
export const countNone = (house: House): void => house.answer(countQueues, { rows: [], limit: 0n, onePerson: false })

/** The evidence that is the same for every kind, with reasons of these codes. */
export function framed(approve: readonly string[], refuse: readonly string[]) {
  const { review, seen, steps, holder, onlyLook, onePerson, seatedBy, id, dueAt, at, people } = evidence()
  const reasonOf = (code: string) => ({ code, title: code, next: '' })
  const reasons = { approve: approve.map(reasonOf), refuse: refuse.map(reasonOf) }
  return { review, seen, steps, holder, onlyLook, onePerson, seatedBy, id, dueAt, at, people, reasons }
}
