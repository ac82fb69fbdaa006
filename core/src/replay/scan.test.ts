import { utf8ToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { isBroken, scanDayBars, scanMinuteBars, type MinuteBars, type Scan } from './csv.ts'
import { barRow, dayStartOf, minuteOf } from './rows.ts'

/** A small generator of numbers, so that a failure can be repeated. */
function drawing(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const COLUMNS = ['time', 'open', 'high', 'low', 'close', 'volume', 'bid', 'bid_size', 'ask', 'ask_size'] as const
const priceOf = (units: number, decimals = 4): string => (units / 10_000).toFixed(decimals)

/** A file as people have them: columns in any order, others between, gaps, rows of odd forms among usual ones. */
function randomFile(draw: (below: number) => number): { text: string; rows: Record<string, string>[] } {
  const names = [...COLUMNS, 'note', ''].toSorted(() => draw(3) - 1)
  let at = Date.UTC(2013, 9, 4 + draw(300), 13, draw(60))
  const rows = Array.from({ length: 30 + draw(40) }, () => {
    at += (1 + draw(3) * draw(900)) * 60_000
    const low = 10_000 + draw(90_000) * 100
    const high = low + draw(50) * 100
    const time = new Date(at).toISOString().replace('.000Z', 'Z')
    const isQuoted = draw(4) > 0
    const row: Record<string, string> = {
      time: draw(9) === 0 ? time.replace('Z', '+00:00') : time,
      open: priceOf(low, 2 + draw(4)),
      high: priceOf(high),
      low: priceOf(low, 2 + draw(3)),
      close: priceOf(high, 2),
      volume: `${draw(100_000)}${draw(9) === 0 ? '.0' : ''}`,
      bid: isQuoted ? priceOf(low, 2) : '',
      bid_size: draw(9) > 0 ? `${1 + draw(5_000)}` : '',
      ask: isQuoted ? priceOf(high + draw(3)) : '',
      ask_size: isQuoted ? `${1 + draw(5_000)}` : '',
      note: ['', 'é', '📈', '"'][draw(4)] ?? '',
      '': '',
    }
    return row
  })
  const lines = [names.join(','), ...rows.map((row) => names.map((name) => row[name]).join(','))]
  const [mark, end, last] = [draw(2) === 0 ? '\uFEFF' : '', draw(2) === 0 ? '\r\n' : '\n', draw(2) === 0 ? '\n' : '']
  return { text: mark + lines.join(end) + last, rows }
}

/** The same rows by the parser of text alone. */
function plainly(rows: readonly Record<string, string>[]): Record<string, number[]> {
  const values = rows.map((row): Record<string, number> => {
    const read = barRow(row)
    if (typeof read === 'string') throw new Error(read)
    return { ...read, time: minuteOf(row['time'] ?? '') as number }
  })
  return Object.fromEntries(COLUMNS.map((name) => [name, values.map((row) => row[name] ?? 0)]))
}

function inPieces<T extends object>(scan: Scan<T>, bytes: Uint8Array, draw: (below: number) => number): T {
  const most = [1, 40, 400, 4_000][draw(4)] ?? 1
  // The buffer is used again for each piece, as the reader of a file does.
  const buffer = new Uint8Array(most)
  for (let from = 0; from < bytes.length;) {
    const piece = bytes.subarray(from, from + 1 + draw(most))
    buffer.set(piece)
    const fault = scan.take(buffer.subarray(0, piece.length))
    if (fault) throw new Error(`line ${fault.line}: ${fault.broken}`)
    from += piece.length
  }
  const read = scan.end()
  if (isBroken(read)) throw new Error(`line ${read.line}: ${read.broken}`)
  return read
}

test('wherever a file is cut, its columns are those of the plain parser', () => {
  for (let seed = 1; seed <= 100; seed++) {
    const draw = drawing(seed)
    const { text, rows } = randomFile(draw)
    const plain = plainly(rows)
    const bars: MinuteBars = inPieces(scanMinuteBars(), utf8ToBytes(text), draw)
    const read = { ...bars, time: bars.at, bid_size: bars.bidSize, ask_size: bars.askSize }
    for (const name of COLUMNS) expect([seed, name, [...read[name]]]).toEqual([seed, name, plain[name]])
  }
})

const HEADING = 'date,open,high,low,close,volume'
const NAMES = HEADING.split(',')
function readDay(line: string) {
  const scan = scanDayBars()
  return scan.take(utf8ToBytes(`${HEADING}\n${line}\n`)) ?? scan.end()
}

/** Cells in every form that a number may have, right and wrong. */
// prettier-ignore
const NUMBERS = ['14', '14.', '.5', '014', '14.05', '14.0512', '14.05120', '14.05121', '0', '0.0', '', ' 14', '14 ', '1e1',
  '-14', '+14', '14.1.1', '99999999999', '999999999999', '1000000000000', '1000000000001', '9999999999999',
  '0000000000014', '00000000000014', '14.00000000000000000', '12345678901.1234', '900719925474.0993', '1x', 'é']

test('a row is read from its bytes as from its text, and refused for the same reason', () => {
  for (const column of NAMES.slice(1)) {
    for (const number of NUMBERS) {
      const row: Record<string, string> = { date: '2013-10-04', open: '14', high: '14', low: '14', close: '14' }
      row['volume'] = '1'
      row[column] = number
      const bars = readDay(NAMES.map((name) => row[name]).join(','))
      const byText = barRow(row)
      const read = isBroken(bars)
        ? bars.broken
        : [bars.open, bars.high, bars.low, bars.close, bars.volume].map(([one]) => one)
      const expected = typeof byText === 'string' ? byText : NAMES.slice(1).map((name) => byText[name])
      expect([column, number, read]).toEqual([column, number, expected])
    }
  }
})

test('days of many years, and days that are none, are read as from their text', () => {
  const twoDigits = (number: number): string => String(number).padStart(2, '0')
  for (const year of [1_899, 1_900, 1_999, 2_000, 2_012, 2_013]) {
    for (const month of [0, 1, 2, 3, 12, 13]) {
      for (const day of [0, 1, 28, 29, 30, 31, 32]) {
        const date = `${year}-${twoDigits(month)}-${twoDigits(day)}`
        const bars = readDay(`${date},1,1,1,1,1`)
        const byText = dayStartOf(date)
        expect(isBroken(bars) ? bars.broken : bars.day).toEqual(typeof byText === 'string' ? byText : [date])
      }
    }
  }
})
