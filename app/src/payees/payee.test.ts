import { expect, test } from 'vitest'
import { decideAddress } from '@lonja/core/payees/address.rules'
import { CHAINS } from '@lonja/core/payees/chains'
import { decideIban } from '@lonja/core/payees/payees.rules'
import { EXAMPLES, untilParts } from './payee.ts'

// prettier-ignore
test.each([
  [0, { hours: 0, minutes: 0 }],
  [1, { hours: 0, minutes: 1 }],
  [59 * 60_000, { hours: 0, minutes: 59 }],
  [59 * 60_000 + 1, { hours: 1, minutes: 0 }],
  [44.55 * 3_600_000, { hours: 44, minutes: 33 }],
  [-5, { hours: 0, minutes: 0 }],
])('%d ms ahead', (ms, parts) => {
  expect(untilParts(1_000 + ms, 1_000)).toEqual(parts)
})

test('the examples to practise with are right by their checks', () => {
  for (const chain of CHAINS) expect(decideAddress(chain, EXAMPLES[chain])).toEqual({ address: EXAMPLES[chain] })
  expect(decideIban(EXAMPLES.iban)).toHaveProperty('iban')
})
