import { expect, test } from 'vitest'
import { emptyColumns, packBars, putRow, rowsBefore, rowsOf, unpackBars } from './bars.ts'
import { readFrame } from './messages.ts'
import { exactPriceOf, fineInstantOf, roundedPriceOf, sizeOf } from './numbers.ts'

// prettier-ignore
test.each<[unknown, number | null, number | null]>([
  // the number in JSON   price that fills orders   price on a chart
  [87.66,                876_600,              876_600],
  [0.0001,               1,                    1],
  [0.1 + 0.2,            null,                 3_000],
  [39.1582,              391_582,              391_582],
  [699_999.99,           6_999_999_900,        6_999_999_900],
  [9_999_999.9999,       99_999_999_999,       99_999_999_999],
  [10_000_000.0001,      null,                 null],
  [12.34565,             null,                 123_456],
  [12.34575,             null,                 123_458],
  [12.345751,            null,                 123_458],
  [12.3457499,           null,                 123_457],
  [0.00004,              null,                 null],
  [0,                    null,                 null],
  [-1.5,                 null,                 null],
  [NaN,                  null,                 null],
  [Infinity,             null,                 null],
  ['87.66',              null,                 null],
  [null,                 null,                 null],
])('%s is %s, or %s', (value, exact, rounded) => {
  expect(exactPriceOf(value)).toBe(exact)
  expect(roundedPriceOf(value)).toBe(rounded)
})

test('every price of four decimals is read exactly, however JSON writes it', () => {
  for (let units = 1; units < 2_000_000_000; units = Math.ceil(units * 1.0007) + 1) {
    expect(exactPriceOf(JSON.parse(`${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}`))).toBe(
      units,
    )
  }
})

test('sizes and times', () => {
  expect([0, 100, 12.7, -1, NaN, 1e13, '5'].map(sizeOf)).toEqual([0, 100, 12, null, null, null, null])
  const at = Date.UTC(2021, 1, 22, 15, 51, 45)
  // prettier-ignore
  const times: [unknown, object | null][] = [
    ['2021-02-22T15:51:45Z',                { at, nanos: 0 }],
    ['2021-02-22T15:51:45.335689322Z',      { at: at + 335, nanos: 689_322 }],
    ['2021-02-22T10:51:45.5-05:00',         { at: at + 500, nanos: 0 }],
    ['2021-02-30T15:51:45Z',                null],
    ['2021-02-22T24:00:00Z',                null],
    ['2021-02-22 15:51:45',                 null],
    [1_614_009_105,                         null],
  ]
  for (const [text, instant] of times) expect(fineInstantOf(text)).toEqual(instant)
})

const T = '2026-11-20T15:00:00.000000001Z'
const quote = { T: 'q', S: 'ABC', bx: 'U', bp: 87.66, bs: 100, ax: 'Q', ap: 87.68, as: 400, t: T, c: ['R'], z: 'C' }
const trade = { T: 't', S: 'ABC', i: 96_921, x: 'D', p: 126.55, s: 10, t: T, c: ['@'], z: 'C' }
const bar = { T: 'b', S: 'ABC', o: 10, h: 11, l: 9, c: 10.5, v: 500, t: '2026-11-20T15:00:00Z', n: 3, vw: 10.1 }

const read = (...messages: object[]) => readFrame(JSON.stringify(messages))

// prettier-ignore
test.each<[string, object, object | string]>([
  ['a quote',             quote,                                 { kind: 'quote', symbol: 'ABC', bid: 876_600, ask: 876_800, bidSize: 100, askSize: 400, nanos: 1 }],
  ['locked',              { ...quote, bp: 87.68 },               { bid: 876_800, ask: 876_800 }],
  ['crossed',             { ...quote, bp: 87.69 },               'crossed'],
  ['negative',            { ...quote, bp: -87.66 },              'no price'],
  ['finer than a price',  { ...quote, ap: 87.680001 },           'no price'],
  ['a text for a price',  { ...quote, ap: '87.68' },             'no price'],
  ['no bid',              { ...quote, bp: 0, bs: 0 },            'one side alone'],
  ['no size',             { ...quote, as: 0 },                   'one side alone'],
  ['a broken size',       { ...quote, as: null },                'no size'],
  ['no time',             { ...quote, t: 'today' },              'no time'],
  ['no symbol',           { ...quote, S: 7 },                    'no symbol'],
  ['a trade',             trade,                                 { kind: 'trade', id: 'D 96921', price: 1_265_500, size: 10, makesPrice: true, makesVolume: true }],
  ['an odd lot',          { ...trade, c: ['@', 'I'] },           { makesPrice: false, makesVolume: true }],
  ['the official close',  { ...trade, c: ['6', 'M'] },           { makesPrice: false, makesVolume: false }],
  ['an average on tape A', { ...trade, c: ['B'], z: 'A' },       { makesPrice: false, makesVolume: true }],
  ['an average on tape B', { ...trade, c: ['B'], z: 'B' },       { makesPrice: false, makesVolume: true }],
  ['bunched on tape C',   { ...trade, c: ['B'], z: 'C' },        { makesPrice: true, makesVolume: true }],
  ['a minute',            bar,                                   { kind: 'minute', open: 100_000, high: 110_000, low: 90_000, close: 105_000, volume: 500 }],
  ['told again',          { ...bar, T: 'u' },                    { kind: 'updated' }],
  ['a day',               { ...bar, T: 'd', t: '2026-11-20T05:00:00Z' }, { kind: 'day' }],
  ['high below close',    { ...bar, h: 10.4 },                   'a bar beside itself'],
  ['between two minutes', { ...bar, t: '2026-11-20T15:00:01Z' }, 'no minute'],
  ['a halt',              { T: 's', S: 'ABC', sc: 'H', sm: 'Trading Halt', rc: 'T12', rm: '', t: T, z: 'C' }, { kind: 'status', isHalted: true }],
  ['a volatility pause',  { T: 's', S: 'ABC', sc: 'P', sm: '', t: T }, { isHalted: true }],
  ['a resumption',        { T: 's', S: 'ABC', sc: 'T', sm: 'Trading Resumption', t: T }, { isHalted: false }],
  ['of the other tape',   { T: 's', S: 'ABC', sc: '2', sm: 'Trading Halt', t: T }, { isHalted: true }],
  ['in words alone',      { T: 's', S: 'ABC:XMAD', sc: 'SUSP', sm: 'Suspended', t: T }, { isHalted: true }],
  ['a correction',        { T: 'c', S: 'ABC', x: 'M', oi: 5, op: 39.1, os: 4, oc: [], ci: 6, cp: 39.2, cs: 3, cc: [], t: T }, { kind: 'correction', id: 'M 5', right: { id: 'M 6', price: 392_000, size: 3, makesPrice: true, makesVolume: true } }],
  ['into an average',     { T: 'c', S: 'ABC', x: 'M', oi: 5, ci: 6, cp: 39.2, cs: 3, cc: ['W'], t: T }, { right: { id: 'M 6', price: 392_000, size: 3, makesPrice: false, makesVolume: true } }],
  ['a cancel',            { T: 'x', S: 'ABC', i: 465, x: 'D', p: 105.31, s: 300, a: 'C', t: T }, { kind: 'correction', id: 'D 465', right: null }],
  ['something new',       { T: 'z' },                            'unknown message'],
])('%s', (_what, message, expected) => {
  const frame = read(message)
  if (typeof expected === 'string') expect(frame).toEqual({ data: [], control: [], refused: [expected] })
  else expect(frame?.data).toEqual([expect.objectContaining(expected)])
})

test('parses each message of a frame by itself; skips irrelevant ones', () => {
  const frame = read(quote, { ...quote, bp: 1e9 }, { T: 'l', S: 'ABC', u: 3, d: 2, t: T }, trade, {
    T: 's',
    sc: 'E',
    S: 'ABC',
    t: T,
  })
  expect(frame?.data.map(({ kind }) => kind)).toEqual(['quote', 'trade'])
  expect(frame?.refused).toEqual(['no price'])
  expect(readFrame('[null, 7, {"T":"t"}]')?.refused).toEqual(['no message', 'no message', 'no symbol'])
})

test('a frame must be an array of messages', () => {
  const texts = ['', '[{"T":"q","S":"AB', '{"T":"q"}', '[{"T":"q","bp":NaN}]', '7', 'null', '[]['.repeat(1_000)]
  for (const text of texts) expect(readFrame(text)).toBeNull()
})

test('control messages', () => {
  const messages = [
    { T: 'success', msg: 'connected' },
    { T: 'success', msg: 'authenticated' },
    { T: 'error', code: 406, msg: 'connection limit exceeded' },
    { T: 'subscription', trades: ['ABC'], quotes: ['ABC', 7], bars: [] },
  ]
  expect(read(...messages)?.control).toEqual([
    { kind: 'connected' },
    { kind: 'authenticated' },
    { kind: 'error', code: 406, message: 'connection limit exceeded' },
    { kind: 'subscription', channels: { trades: ['ABC'], quotes: ['ABC'], bars: [] } },
  ])
})

test('bars stand in order, whatever order they come in, and are packed without a loss', () => {
  const rows = Array.from({ length: 390 }, (_row, n) => {
    const open = 1_000_000 + ((n * 7_919) % 5_000)
    const close = 1_000_000 + ((n * 104_729) % 5_000)
    return {
      at: (29_000_000 + n) * 60_000,
      open,
      high: Math.max(open, close) + n,
      low: Math.min(open, close) - n,
      close,
      volume: n * 1_000,
    }
  })
  const columns = emptyColumns()
  for (const row of rows.toReversed()) putRow(columns, { ...row, volume: 1 })
  for (const row of rows) putRow(columns, row)
  expect(rowsOf(columns)).toEqual(rows)
  expect(rowsBefore(columns, rows[10]?.at ?? 0)).toBe(10)
  const packed = packBars(rows, 60_000)
  expect(unpackBars(packed, 60_000)).toEqual(rows)
  expect(packed.length / rows.length).toBeLessThan(16)
  expect(unpackBars(packed.slice(0, -1), 60_000)).toBeNull()
  expect(unpackBars(Uint8Array.of(9, 9), 60_000)).toBeNull()
  expect(unpackBars(new Uint8Array(), 60_000)).toBeNull()
})
