import { LIMITS } from '@lonja/core/kyc/kyc.rules'
import { readWithdrawalTerms } from '@lonja/core/withdrawals/withdrawals.contract'
import { WITHDRAWALS_MAX } from '@lonja/core/withdrawals/withdrawals.rules'
import type { TestHouse } from './house.ts'
import type { CallAnswer } from './ask.ts'
import { centsOf, type Cash, type Walker } from './walks.people.ts'
import { TRADING } from '../withdrawals/withdrawals.testing.ts'

interface Terms {
  readonly free: readonly Cash[]
  readonly owed: readonly Cash[]
  readonly spare: readonly Cash[] | null
  readonly minimum: string
  readonly payees: readonly { readonly id: string; readonly state: string }[]
  readonly waitsUntil: number | null
  readonly hasTradingPassword: boolean
  /** The EUR submitted for withdrawal in the last 24 hours. */
  readonly recent: string
  /** The USD for one EUR; null if there is no rate. */
  readonly rate: string | null
}

interface Form {
  readonly amount: { readonly amount: string; readonly currency: string }
  readonly payee: string
  readonly password: string
}

/**
 * The permitted reasons for refusing a withdrawal of free cash. Each holds only if the customer's own screen says so.
 * No other reason is allowed, and none that asks for a payment.
 */
const REASONS: Readonly<Record<string, (terms: Terms, form: Form, open: number) => boolean>> = {
  trading_password_needed: ({ hasTradingPassword }) => !hasTradingPassword,
  wrong_trading_password: (_terms, { password }) => password !== TRADING,
  unknown_payee: ({ payees }, { payee }) => !payees.some(({ id }) => id === payee),
  payee_waits: ({ payees }, { payee }) => payees.some(({ id, state }) => id === payee && state === 'waiting'),
  payee_other_holder: ({ payees }, { payee }) =>
    payees.some(({ id, state }) => id === payee && state === 'other_holder'),
  debt_open: ({ owed }) => owed.length > 0,
  reset_waits: ({ waitsUntil }) => waitsUntil !== null,
  minimum_withdrawal: ({ minimum }, { amount }) => centsOf(amount.amount) < centsOf(minimum),
  insufficient_balance: ({ free }, { amount }) =>
    centsOf(amount.amount) > centsOf(free.find(({ currency }) => currency === amount.currency)?.amount ?? '0'),
  margin_needed: ({ spare }, { amount }) =>
    centsOf(amount.amount) >
    centsOf(spare?.find(({ currency }) => currency === amount.currency)?.amount ?? amount.amount),
  withdrawal_limit: ({ recent, rate }, { amount: { amount, currency } }) => {
    const cents = centsOf(amount)
    const eurCents = currency === 'EUR' ? cents : (cents * 1_000_000n) / rateOf(rate)
    return centsOf(recent) + eurCents >= LIMITS.basic.withdrawal
  },
  too_many_withdrawals: (_terms, _form, open) => open >= WITHDRAWALS_MAX,
}

/** Parses a rate into millionths: `"1.1"` is 1,100,000. */
function rateOf(rate: string | null): bigint {
  const [whole = '0', places = ''] = (rate ?? '1').split('.')
  return BigInt(whole + places.padEnd(6, '0'))
}

/** Describes a refused withdrawal whose reason does not hold; null if the reason holds. */
export async function reasonlessIn(
  house: TestHouse,
  who: Walker,
  form: Form,
  answer: CallAnswer,
): Promise<string | null> {
  const { error = '' } = answer
  if (error === 'account_restricted' && house.clock.now() < who.restrictedUntil) return null
  const { token } = who
  const { terms } = (await house.ask(readWithdrawalTerms, {}, { token })).data as { terms: Terms }
  const under = await house.ask(readWithdrawalTerms, { record: '1', state: 'open' }, { token })
  const { records } = under.data as { records: { rows: unknown[] } }
  if (REASONS[error]?.(terms, form, records.rows.length)) return null
  return `a withdrawal of ${form.amount.amount} ${form.amount.currency} is refused without a reason: ${error}`
}

/** Describes free cash that cannot be withdrawn; null if there is none. */
export async function blockedIn(
  house: TestHouse,
  { token }: Walker,
  freeCents: (currency: string) => bigint,
): Promise<string[]> {
  const answer = await house.ask(readWithdrawalTerms, {}, { token })
  if (answer.status !== 200) return [`what is free is answered with ${answer.status}: ${answer.msg}`]
  const { terms } = answer.data as { terms: Terms }
  return terms.free
    .filter(({ amount, currency }) => centsOf(amount) !== freeCents(currency))
    .map(({ currency }) => `free ${currency} cannot be withdrawn`)
}
