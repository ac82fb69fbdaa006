import { describe, expect, test } from 'vitest'
import { priceE4, rateE6, usd, wholeShares } from '../base/amount.ts'
import { aFill } from '../base/ids.testing.ts'
import { receiptDifferences } from './leaf.differences.ts'
import { fieldsOf } from './leaf.fields.ts'

describe('the fields of a row', () => {
  test('stand under their names, also those larger than a number holds', () => {
    const entry =
      '["entry", "a-1", 7, 6, "EUR", "buy", "market", 9007199254740993, 0, 0, 12, "order", null, 1790000000000]'
    expect(fieldsOf(entry)).toMatchObject({ row: 'entry', version: '7', freeBefore: '9007199254740993', cause: null, at: '1790000000000' }) // prettier-ignore
  })
  test('a text with quotes and brackets stays one field', () => {
    const asset = JSON.stringify('a "b", [1]')
    const entry = `["entry", "a", 7, 6, ${asset}, "buy", "market", 1, 0, 0, 12, "order", null, 5]`
    expect(fieldsOf(entry)).toMatchObject({ asset: 'a "b", [1]', at: '5' })
  })
  test.each([
    ['nothing', ''],
    ['another kind', '["audit", 1, "line"]'],
    ['a field too few', '["entry", "a", 7]'],
  ])('%s has none', (_what, written) => {
    expect(fieldsOf(written)).toEqual({})
  })
})

describe('a receipt', () => {
  const text =
    '["fill", "ana", "order", 1790000000120, "fill", 9, "XNYS:ABC", "buy", 10, 2314600, 231460, 232, 2, 10, 2314500, 2314600, 200, 300, 2314600, "practice", null, null, null, null, null, null, 1790000001000]'
  const receipt = {
    id: aFill('fill'),
    shares: wholeShares(10n),
    price: priceE4(2_314_600n),
    at: 1_790_000_001_000,
    cost: usd(231_460n),
    fee: usd(232n),
    financed: null,
    feeTable: 2 as const,
    feeBps: 10,
    quote: { at: 1_790_000_000_120, bid: priceE4(2_314_500n), ask: priceE4(2_314_600n), bidSize: 200n, askSize: 300n, source: 'practice' }, // prettier-ignore
    conversion: null,
    posting: 9,
  }

  test('has the figures of its leaf', () => {
    expect(receiptDifferences(fieldsOf(text), 'order', receipt)).toEqual([])
  })
  test.each([
    ['price', { price: priceE4(2_314_601n) }],
    ['shares', { shares: wholeShares(11n) }],
    ['cost', { cost: usd(231_459n) }],
    ['fee', { fee: usd(231n) }],
    ['at', { at: receipt.at + 1 }],
    ['quoteAt', { quote: { ...receipt.quote, at: receipt.quote.at - 1 } }],
    ['ask', { quote: { ...receipt.quote, ask: priceE4(2_314_599n) } }],
    ['fill', { id: aFill('another') }],
    ['paid', { conversion: { paid: usd(1n), received: usd(1n), rate: rateE6(1n), markup: usd(0n) } }],
  ])('with another %s differs from it', (name, change) => {
    expect(receiptDifferences(fieldsOf(text), 'order', { ...receipt, ...change })).toContain(name)
  })
  test('of another order differs from it', () => {
    expect(receiptDifferences(fieldsOf(text), 'other', receipt)).toEqual(['order'])
  })
})
