import { expect, test } from 'vitest'
import type { Language } from '../base/language.ts'
import type { HouseDay } from './days.rules.ts'
import { dayFileFor } from './day-file.rules.ts'

const DAY: HouseDay = {
  currency: 'EUR',
  accounts: [
    {
      account: 'deposits',
      opening: -1_000_00n,
      came: 0n,
      went: 310_00n,
      closing: -1_310_00n,
      agrees: true,
      sources: [{ kind: 'deposit', came: 0n, went: 310_00n, entries: 2 }],
    },
  ],
  customers: { opening: 1_000_00n, came: 310_00n, went: 0n, closing: 1_310_00n },
  sum: { opening: 0n, closing: -5n },
}

// prettier-ignore
test.each<[Language, string[]]>([
  ['en', [
    'day,currency,account,kind,opening,came,went,closing,entries',
    '2026-11-26,EUR,deposits,,-1000.00,0.00,310.00,-1310.00,',
    '2026-11-26,EUR,deposits,deposit,,0.00,310.00,,2',
    '2026-11-26,EUR,customers,,1000.00,310.00,0.00,1310.00,',
    '2026-11-26,EUR,sum,,0.00,,,-0.05,',
  ]],
  ['tur', [
    'day;currency;account;kind;opening;came;went;closing;entries',
    '2026-11-26;EUR;deposits;;-1000,00;0,00;310,00;-1310,00;',
    '2026-11-26;EUR;deposits;deposit;;0,00;310,00;;2',
    '2026-11-26;EUR;customers;;1000,00;310,00;0,00;1310,00;',
    '2026-11-26;EUR;sum;;0,00;;;-0,05;',
  ]],
])('a day as a file in %s has a row for each account, each kind, the customers and the sum', (language, lines) => {
  expect(dayFileFor('2026-11-26', [DAY], language)).toBe(`\ufeff${lines.join('\r\n')}\r\n`)
})
