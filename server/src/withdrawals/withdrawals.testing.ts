import { setTradingPassword } from '@lonja/core/accounts/accounts.contract'
import { assert } from '@lonja/core/base/assert'
import type { BankCard } from '@lonja/core/payees/payees.rules'
import { decideWithdrawal, openWithdrawal } from '@lonja/core/withdrawals/withdrawals.staff.contract'
import { submitWithdrawal } from '@lonja/core/withdrawals/withdrawals.contract'
import { newId } from '../base/ids.ts'
import type { TestCustomer, TestHouse } from '../testing/house.ts'
import type { CallAnswer } from '../testing/ask.ts'
import { insertPayee } from '../payees/payees.store.ts'
import type { TestSeat } from '../staff/staff.testing.ts'
import { reviewOf } from '../review/reviewed.testing.ts'

export const TRADING = 'to trade with'
/** A bank card of Ana García's. */
export const CARD: BankCard = {
  kind: 'card',
  iban: 'ES9121000418450200051332',
  accountName: 'Ana García',
  bankName: 'Banco Ribera',
  bankAddress: 'Vigo',
}

/** A customer who can withdraw at once: with a trading password, and a card whose waiting time is over. */
export interface Payer extends TestCustomer {
  readonly payee: string
}

export async function payerIn(house: TestHouse): Promise<Payer> {
  const who = await house.customer()
  const { token, password: old } = who
  const answer = await house.ask(
    setTradingPassword,
    { old, password: TRADING, again: TRADING },
    { token, key: newId() },
  )
  assert(answer.status === 200, `a trading password is set: ${answer.error}`)
  const payee = newId()
  const now = house.clock.now()
  await house.db.write((tx) => insertPayee(tx, { customer: who.id, id: payee, to: CARD, addedAt: now, readyAt: now }))
  return { ...who, payee }
}

export interface Form {
  readonly id?: string
  readonly amount?: string
  readonly currency?: 'EUR' | 'USD'
  readonly password?: string
  readonly payee?: string
  readonly quote?: string
}

/** Submits a withdrawal: 1,500.00 EUR by default. */
export const submit = (house: TestHouse, { token, payee: own }: Payer, form: Form = {}): Promise<CallAnswer> => {
  const { id = newId(), amount = '1500.00', currency = 'EUR', password = TRADING, payee = own, quote } = form
  const shown = quote === undefined ? {} : { quote }
  return house.ask(
    submitWithdrawal,
    { id, amount: { amount, currency }, payee, password, ...shown },
    { token, key: id },
  )
}

/** A seat opens the review of a withdrawal. */
export const open = async (house: TestHouse, { token }: TestSeat, withdrawal: string): Promise<CallAnswer> =>
  house.ask(openWithdrawal, { id: await reviewOf(house, withdrawal) }, { token })

const USUAL = { approve: 'customer_confirmed', refuse: 'payee_name_differs' } as const

/** Gives a seat's opinion on a withdrawal whose review it has opened. */
export const decide = async (
  house: TestHouse,
  { token }: TestSeat,
  { id, ...verdict }: { id: string; seen: string; opinion: 'approve' | 'refuse'; reason?: string; note?: string },
): Promise<CallAnswer> =>
  house.ask(
    decideWithdrawal,
    { id: await reviewOf(house, id), reason: USUAL[verdict.opinion], ...verdict },
    { token, key: newId() },
  )

/** Opens a review and gives the seat's opinion. */
export async function judge(
  house: TestHouse,
  seat: TestSeat,
  id: string,
  opinion: 'approve' | 'refuse',
  reason?: string,
): Promise<CallAnswer> {
  const opened = await open(house, seat, id)
  assert(opened.status === 200, `a seat opens a withdrawal: ${opened.error}`)
  const why = reason === undefined ? {} : { reason }
  const { seen } = opened.data as { seen: string }
  return decide(house, seat, { id, seen, opinion, ...why })
}
