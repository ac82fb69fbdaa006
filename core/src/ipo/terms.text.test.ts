import { expect, test } from 'vitest'
import { priceE4 } from '../base/amount.ts'
import { TERMS } from './draw.testing.ts'
import { readTerms, termsHash, termsText, wholeLots, TERMS_LINES, type Terms } from './terms.text.ts'

test('the text of terms is a line for each field', () => {
  expect(termsText({ ...TERMS, beacon: { kind: 'seeds' }, crowd: false }).split('\n')).toEqual([
    'lonja offer 1',
    'offer 019a9000-0000-7000-8000-000000000041',
    'company Marisma Acuicultura',
    'sector staples',
    'listing XMAD:MRA',
    'price 12.40',
    'lot 50',
    'lots 40',
    'most 20',
    'opens 2026-11-17T08:00:00.000Z',
    'closes 2026-11-28T17:00:00.000Z',
    'draws 2026-11-30T12:00:00.000Z',
    'delivers 2026-12-02T08:00:00.000Z',
    'lists 2026-12-03T08:00:00.000Z',
    `prospectus ${TERMS.prospectus}`,
    `seeds 2026-10-01 ${TERMS.seeds.end}`,
    'crowd 0',
    'beacon seeds',
    'draw 1',
    '',
  ])
  expect(termsText(TERMS).trimEnd().split('\n')).toHaveLength(TERMS_LINES)
})

// prettier-ignore
test.each<[string, Partial<Terms>]>([
  ['price',        { price: priceE4(124_001n) }],
  ['lots',         { lots: wholeLots(41n) }],
  ['deadline',     { closes: TERMS.closes + 1 }],
  ['first day of trading', { lists: TERMS.lists + 86_400_000 }],
  ['prospectus',   { prospectus: '0'.repeat(64) }],
  ['crowd',        { crowd: false }],
  ['beacon',       { beacon: { kind: 'seeds' } }],
  ['name',         { company: 'Marisma Acuicultura SA' }],
])('another %s has another hash, and is read back', (_field, change) => {
  const terms = { ...TERMS, ...change }
  expect(termsHash(terms)).not.toBe(termsHash(TERMS))
  expect(readTerms(termsText(terms))).toEqual(terms)
})

// prettier-ignore
test.each<[string, (text: string) => string]>([
  ['a line is missing',             (text) => text.replace(/^lot .*\n/m, '')],
  ['two lines are exchanged',       (text) => text.replace(/^(lot .*\n)(lots .*\n)/m, '$2$1')],
  ['a line stands twice',           (text) => text.replace(/^(lot .*\n)/m, '$1$1')],
  ['a zero stands before a count',  (text) => text.replace('lots 40', 'lots 040')],
  ['a price has a zero too many',   (text) => text.replace('price 12.40', 'price 12.400')],
  ['a time has no milliseconds',    (text) => text.replace('17:00:00.000Z', '17:00:00Z')],
  ['a time is in no calendar',      (text) => text.replace('closes 2026-11-28', 'closes 2026-11-31')],
  ['the rules have a version 2',    (text) => text.replace('draw 1', 'draw 2')],
  ['the name ends with a space',    (text) => text.replace('Acuicultura\n', 'Acuicultura \n')],
  ['there is no such venue',        (text) => text.replace('XMAD', 'XPAR')],
  ['a hash is in capitals',         (text) => text.replace(/^prospectus .*$/m, (line) => line.toUpperCase())],
  ['it ends without a line feed',   (text) => text.trimEnd()],
])('a text is not that of terms: %s', (_what, change) => {
  const text = change(termsText(TERMS))
  expect(text).not.toBe(termsText(TERMS))
  expect(readTerms(text)).toBeNull()
})
