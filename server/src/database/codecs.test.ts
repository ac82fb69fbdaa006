import { expect, test } from 'vitest'
import { priceE4, rateE6, type PriceE4, type RateE6 } from '@lonja/core/base/amount'
import {
  bytes,
  cellOf,
  flag,
  group,
  instant,
  int4,
  int8,
  json,
  orNull,
  price,
  rate,
  renamed,
  shapeOf,
  tableOf,
  typed,
  units,
  uuid,
  word,
} from './codecs.ts'
import type { Row } from './db.ts'
import { newId } from '../base/ids.ts'

/** A row as the pool gives it. */
const rowOf = (cells: Readonly<Record<string, unknown>>): Row => cells as unknown as Row

/** A value whose fields differ from its columns in names and order. */
interface Trade {
  readonly at: number
  readonly id: string
  readonly side: 'buy' | 'sell'
  readonly shares: bigint
  readonly limit: PriceE4 | null
  readonly feeBps: number
}

const TRADES = tableOf<Trade>({
  at: instant('made_at'),
  id: uuid('id'),
  side: word<Trade['side']>('side'),
  shares: units('shares'),
  limit: orNull(price('limit_e4')),
  feeBps: int4('fee_bps'),
})

const id = newId()
const trade: Trade = {
  at: 1_795_000_000_000,
  id,
  side: 'sell',
  shares: 9_007_199_254_740_993n,
  limit: priceE4(5n),
  feeBps: 10,
}

test('the columns have the order of the fields', () => {
  expect(TRADES.names).toBe('made_at, id, side, shares, limit_e4, fee_bps')
  expect(TRADES.under('t')).toBe('t.made_at, t.id, t.side, t.shares, t.limit_e4, t.fee_bps')
  expect(TRADES.columns.map(({ type }) => type)).toEqual(['int8', 'uuid', 'text', 'int8', 'int8', 'int4'])
  expect(TRADES.columns.map(({ of }) => of(trade))).toEqual(Object.values(trade))
})

test('a line’s cells and a row of the pool decode to the same value, to the last share', () => {
  const cells = ['1795000000000', id, 'sell', '9007199254740993', '5', '10', '(0,1)']
  expect(TRADES.ofCells(cells)).toEqual(trade)
  const row = {
    fee_bps: 10,
    limit_e4: 5n,
    shares: 9_007_199_254_740_993n,
    side: 'sell',
    id,
    made_at: 1_795_000_000_000n,
  }
  expect(TRADES.ofRow(rowOf(row))).toEqual(trade)
})

test('a null cell decodes to null in both', () => {
  expect(TRADES.ofCells(['1', id, 'buy', '1', null, '0']).limit).toBeNull()
  const row = rowOf({ made_at: 1n, id, side: 'buy', shares: 1n, limit_e4: null, fee_bps: 0 })
  expect(TRADES.ofRow(row).limit).toBeNull()
})

/** A value with a group of columns that are all set or all null, a flag, and a JSON list. */
interface Transfer {
  readonly id: string
  readonly coins: { readonly units: bigint; readonly usd: RateE6 } | null
  readonly sample: boolean
  readonly facts: readonly string[]
}

const TRANSFERS = tableOf<Transfer>({
  id: renamed(uuid('id'), 'transfer'),
  coins: orNull(group({ units: units('coin_e8'), usd: rate('coin_rate_e6') })),
  sample: flag('sample'),
  facts: json('facts'),
})

const transfer: Transfer = {
  id,
  coins: { units: 150_000_000n, usd: rateE6(1_080_000n) },
  sample: false,
  facts: ['paid'],
}

test('an ordinary insert has a slot and a value for each column, also of a group', () => {
  expect(TRANSFERS.names).toBe('id, coin_e8, coin_rate_e6, sample, facts')
  expect(TRANSFERS.slots).toBe('$1, $2, $3, $4, $5')
  expect(TRANSFERS.values(transfer)).toEqual([id, 150_000_000n, 1_080_000n, false, '["paid"]'])
  expect(TRANSFERS.values({ ...transfer, coins: null })).toEqual([id, null, null, false, '["paid"]'])
})

test('a group decodes from cells by position and from a row by name, and is null where a column is', () => {
  expect(TRANSFERS.ofCells([id, '150000000', '1080000', 'f', '["paid"]'])).toEqual(transfer)
  const row = { transfer: id, coin_e8: 150_000_000n, coin_rate_e6: 1_080_000n, sample: true, facts: ['paid'] }
  expect(TRANSFERS.ofRow(rowOf(row))).toEqual({ ...transfer, sample: true })
  expect(TRANSFERS.ofRow(rowOf({ ...row, coin_rate_e6: null })).coins).toBeNull()
  expect(TRANSFERS.ofCells([id, null, null, 't', '[]'])).toEqual({ id, coins: null, sample: true, facts: [] })
})

test('a renamed column is selected under its other name', () => {
  expect(TRANSFERS.under('t')).toBe('t.id as transfer, t.coin_e8, t.coin_rate_e6, t.sample, t.facts')
})

test('a shape reads the columns of a result, and a cell the only one', () => {
  const waits = shapeOf({ count: int8('waiting'), oldestAt: orNull(instant('oldest')) })
  expect(waits(rowOf({ waiting: 3n, oldest: 7n }))).toEqual({ count: 3, oldestAt: 7 })
  expect(waits(rowOf({ waiting: 0n, oldest: null }))).toEqual({ count: 0, oldestAt: null })
  expect(cellOf(orNull(units('sum')))(rowOf({ sum: '9007199254740993' }))).toBe(9_007_199_254_740_993n)
})

test('a column that a statement does not return is a mistake, not a null', () => {
  expect(() => cellOf(orNull(units('sum')))(rowOf({ units: 1n }))).toThrow('a row has the column sum')
})

test('bytes decode from a line and from the pool', () => {
  const table = tableOf({ hash: bytes('hash') })
  expect(table.ofCells(['\\x00ff'])).toEqual({ hash: Buffer.from([0, 255]) })
  expect(table.ofRow(rowOf({ hash: Buffer.from([0, 255]) }))).toEqual({ hash: Buffer.from([0, 255]) })
})

test('a typed column has the cells of its codec, and the values that it makes of them', () => {
  const tenths = tableOf({ tenths: typed(units('tenths'), (stored) => stored * 10n) })
  expect(tenths.ofRow(rowOf({ tenths: 4n }))).toEqual({ tenths: 40n })
  expect(tenths.values({ tenths: 4n })).toEqual([4n])
})
