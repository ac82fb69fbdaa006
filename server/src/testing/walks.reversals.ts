import type { Currency } from '@lonja/core/base/amount'
import { listEntries } from '@lonja/core/ledger/ledger.contract'
import { reverseByTwo } from '../reversals/reversals.testing.ts'
import { centsOf, type Act } from './walks.people.ts'

/** An entry of cash, as its customer reads it. */
interface CashEntry {
  readonly version: number
  readonly kind: string
  readonly free: { readonly asset: Currency; readonly units: string }
}

/** Two seats reverse one of a customer's credits, or a part of it: also more than is left of it, or free. */
export const reversing: Act = async ({ house, chance, seats: [one, two] }, who) => {
  if (!one || !two) return null
  const { rows } = (await house.ask(listEntries, { asset: 'cash', limit: '100' }, { token: who.token })).data
  const credits = (rows as CashEntry[]).filter(({ kind }) => kind === 'deposit' || kind === 'grant')
  if (credits.length === 0) return null
  const { version, free } = chance.pick(credits)
  const amount = chance.pick([free.units, '0.01', '250.00'])
  const request = { entry: version, currency: free.asset }
  const answer = await reverseByTwo(house, [two, one, two], who.id, amount, request)
  if (answer.status === 200) who.paidIn[free.asset] -= centsOf(amount)
  return answer
}
