import { BYTE_ORDER_MARK, delimiterFor } from '../base/cells.ts'
import type { Language } from '../base/language.ts'
import type { DayLine, HouseDay } from './days.rules.ts'

/** The columns, by names that are the same in every language, because programs read them. */
const COLUMNS = ['day', 'currency', 'account', 'kind', 'opening', 'came', 'went', 'closing', 'entries']

/** Cents with the decimal sign that a spreadsheet expects beside the language's delimiter. */
const centsIn = (language: Language) => {
  const sign = delimiterFor(language) === ';' ? ',' : '.'
  return (units: bigint): string => {
    const digits = String(units < 0n ? -units : units).padStart(3, '0')
    return `${units < 0n ? '-' : ''}${digits.slice(0, -2)}${sign}${digits.slice(-2)}`
  }
}

/**
 * A day of the books as the text of a CSV file: a row for each account with its kinds of entry below it, one for the customers, and
 * the sum. It names no customer.
 */
export function dayFileFor(day: string, currencies: readonly HouseDay[], language: Language): string {
  const cents = centsIn(language)
  const rows = currencies.flatMap(({ currency, accounts, customers, sum }) => {
    const line = (account: string, { opening, came, went, closing }: DayLine): string[] => {
      return [day, currency, account, '', cents(opening), cents(came), cents(went), cents(closing), '']
    }
    return [
      ...accounts.flatMap((each) => [
        line(each.account, each),
        ...each.sources.map(({ kind, came, went, entries }) => {
          return [day, currency, each.account, kind, '', cents(came), cents(went), '', String(entries)]
        }),
      ]),
      line('customers', customers),
      [day, currency, 'sum', '', cents(sum.opening), '', '', cents(sum.closing), ''],
    ]
  })
  return BYTE_ORDER_MARK + [COLUMNS, ...rows].map((cells) => `${cells.join(delimiterFor(language))}\r\n`).join('')
}
