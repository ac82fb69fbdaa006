import type { Amount } from '@lonja/core/base/amount'
import { Cents, Id } from '@lonja/core/base/wire'
import * as z from 'zod/mini'
import { grantTo } from '../accounts/operator.actions.ts'
import { argumentsIn } from './arguments.ts'
import { CannotOpen, exitOnCannotOpen } from '../base/cannot.ts'
import { systemClock } from '../base/clock.ts'
import { withHouseDatabase } from '../database/database.ts'
import { newId } from '../base/ids.ts'

/** `npm run grant -- CUSTOMER AMOUNT CURRENCY`: grants practice money to a customer, beside an open or closed house. */
export const run = (args: readonly string[] = process.argv.slice(2)): Promise<void> =>
  exitOnCannotOpen(async () => {
    const { customer, amount, key } = grantIn(args)
    await withHouseDatabase('grant', async (db) => {
      const isNew = await grantTo(db, customer, { amount, key }, systemClock.now())
      const sum = `${z.encode(Cents, amount.units)} ${amount.asset}`
      if (isNew) console.log(`Given: ${sum} of practice money. The same again changes nothing with --key ${key}`)
      else console.log(`It was given before: ${sum}. Nothing was changed.`)
    })
  })

const MOST = 1_000_000_000_00n

export function grantIn(args: readonly string[]): { customer: string; amount: Amount; key: string } {
  const { values, words } = argumentsIn(args, { key: 'text' }, { words: 3 })
  const [customer = '', written = '', currency = ''] = words
  if (customer === '')
    throw new CannotOpen('Say npm run grant -- CUSTOMER AMOUNT CURRENCY, such as 600123456 5000 EUR.')
  const units = /^\d{1,12}(\.\d{1,2})?$/.test(written)
    ? z.decode(Cents, written.includes('.') ? written : `${written}.00`)
    : 0n
  if (units <= 0n || units > MOST)
    throw new CannotOpen(`The amount is "${written}": give one above 0, such as 5000 or 99.50.`)
  if (currency !== 'EUR' && currency !== 'USD') throw new CannotOpen(`The currency is "${currency}": give EUR or USD.`)
  const { key = newId() } = values
  if (!z.safeParse(Id, key).success)
    throw new CannotOpen(`--key is "${key}": give the one that the command said before, or leave it out.`)
  return { customer, amount: { asset: currency, units }, key }
}
