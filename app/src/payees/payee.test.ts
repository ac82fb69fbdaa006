import { expect, test } from 'vitest'
import { decideAddress } from '@lonja/core/payees/address.rules'
import { CHAINS } from '@lonja/core/payees/chains'
import { decideIban } from '@lonja/core/payees/payees.rules'
import { EXAMPLES, exampleFor, untilParts } from './payee.ts'

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

test('the examples to practise with are right by their checks, and no two of a list end alike', () => {
  for (const chain of CHAINS)
    for (const address of EXAMPLES[chain]) expect(decideAddress(chain, address)).toEqual({ address })
  for (const iban of EXAMPLES.iban) expect(decideIban(iban)).toHaveProperty('iban')
  for (const list of Object.values(EXAMPLES))
    expect(new Set(list.map((each) => each.replaceAll(' ', '').slice(-4))).size).toBe(list.length)
})

test('an example that is on the list already is not offered again', () => {
  const [first, second] = EXAMPLES.polygon
  expect(exampleFor('polygon', [])).toBe(first)
  expect(exampleFor('polygon', [{ ending: '0000' }, { ending: first.slice(-4) }])).toBe(second)
  expect(exampleFor('polygon', [{ ending: second.slice(-4) }, { ending: first.slice(-4) }])).toBeNull()
  expect(exampleFor('iban', [{ ending: '1332' }])).toBe(EXAMPLES.iban[1])
  expect(exampleFor('iban', [{ ending: '1332' }, { ending: '3000' }])).toBe(EXAMPLES.iban[2])
  expect(exampleFor('iban', [{ ending: '1332' }, { ending: '3000' }, { ending: '2606' }])).toBeNull()
})
