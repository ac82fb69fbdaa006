import { expect, test } from 'vitest'
import { parseDayBars, parseMinuteBars, parseRates, scanMinuteBars } from './csv.ts'

const HEADING = 'time,open,high,low,close,volume,bid,bid_size,ask,ask_size'
const GOOD = '2013-10-04T13:30:00Z,14.05,14.1,14,14.05,1000,14.03,800,14.08,2000'
const minute = (...rows: string[]): string => [HEADING, ...rows, ''].join('\n')

test('a good file is read to the ten-thousandth', () => {
  const bars = parseMinuteBars(minute(GOOD, '2013-10-04T13:31:00Z,14.0612,14.0612,14.0612,14.0612,0,,,,'))
  expect(bars).toEqual({
    at: Float64Array.of(Date.UTC(2013, 9, 4, 13, 30), Date.UTC(2013, 9, 4, 13, 31)),
    open: Float64Array.of(140_500, 140_612),
    high: Float64Array.of(141_000, 140_612),
    low: Float64Array.of(140_000, 140_612),
    close: Float64Array.of(140_500, 140_612),
    volume: Float64Array.of(1000, 0),
    bid: Float64Array.of(140_300, 0),
    bidSize: Float64Array.of(800, 0),
    ask: Float64Array.of(140_800, 0),
    askSize: Float64Array.of(2000, 0),
  })
})

test('columns may stand in any order, with others between, with Windows line ends and a byte order mark', () => {
  const text = '\uFEFFvolume,date,note,close,low,high,open\r\n5,2013-10-04,x,2,1,3,2\r\n'
  expect(parseDayBars(text)).toMatchObject({ day: ['2013-10-04'], high: Float64Array.of(30_000) })
})

// prettier-ignore
test.each<[string, string, number, string]>([
  // fault                   the file                                                     line  the reason
  ['nothing in it',          '',                                                          1, 'the column time is missing'],
  ['no rows',                HEADING,                                                     1, 'there are no rows'],
  ['missing column',         minute(GOOD).replace(',ask_size', ''),                       1, 'the column ask_size is missing'],
  ['a cell too few',         minute(GOOD, '2013-10-04T13:31:00Z,1,1,1,1'),                3, '5 columns, not 10'],
  ['an empty line between',  minute(GOOD, '', GOOD),                                      3, '1 columns, not 10'],
  ['bad number',             minute(GOOD.replace('14.1,', '14.1x,')),                     2, "high is no price: '14.1x'"],
  ['a negative price',       minute(GOOD.replace('14.1,', '-14.1,')),                     2, "high is no price: '-14.1'"],
  ['a price of nothing',     minute(GOOD.replace('14.1,', ',')),                          2, "high is no price: ''"],
  ['a power of ten',         minute(GOOD.replace('14.1,', '1e1,')),                       2, "high is no price: '1e1'"],
  ['a fifth decimal',        minute(GOOD.replace('14.1,', '14.10001,')),                  2, "high has more than four decimals: '14.10001': round it to four"],
  ['half a share',           minute(GOOD.replace(',1000,', ',1000.5,')),                  2, "volume is no number of shares: '1000.5'"],
  ['bad size',               minute(GOOD.replace(',800,', ',some,')),                     2, "bid_size is no size: 'some'"],
  ['bad time',               minute(GOOD.replace('10-04', '02-30')),                      2, "time is not of this calendar: '2013-02-30T13:30:00Z'"],
  ['not on the minute',      minute(GOOD.replace('30:00Z', '30:30Z')),                    2, "time is not the start of a minute: '2013-10-04T13:30:30Z'"],
  ['an hour that is none',   minute(GOOD.replace('T13:', 'T24:')),                        2, "time is not of this calendar: '2013-10-04T24:30:00Z'"],
  ['a part of a second',     minute(GOOD.replace(':00Z', ':00.5Z')),                      2, "time has a part of a second: '2013-10-04T13:30:00.5Z'"],
  ['no seconds',             minute(GOOD.replace(':00Z', 'Z')),                           2, "time has no seconds: '2013-10-04T13:30Z': write it as 2013-10-04T13:30:00Z"],
  ['no time zone',           minute(GOOD.replace('00Z', '00')),                           2, "time has no time zone: '2013-10-04T13:30:00': write Z behind a time of UTC, or the offset, such as -04:00"],
  ['a space for a T',        minute(GOOD.replace('T', ' ')),                              2, "time has a space instead of T: '2013-10-04 13:30:00Z': write it as 2013-10-04T13:30:00Z"],
  ['seconds since 1970',     minute(GOOD.replace(/^[^,]+/, '1380893400')),                2, "time is not understood: '1380893400': write it as 2013-10-04T13:30:00Z"],
  ['a column named twice',   minute(GOOD + ',14').replace('ask_size', 'ask_size,close'),  1, 'the column close is named twice: keep one of them'],
  ['tabs',                   minute(GOOD).replaceAll(',', '\t'),                          1, 'its columns are separated by tabs: separate them by commas'],
  ['semicolons',             minute(GOOD).replaceAll(',', ';'),                           1, 'its columns are separated by semicolons: separate them by commas'],
  ['a space in the heading', minute(GOOD).replace(',open', ', open'),                     1, 'the heading has a space beside open: write the names with commas alone'],
  ['upper-case names',       minute(GOOD).replace('time,open', 'Time,Open'),              1, 'the heading says Time: write time, in lower case'],
  ['names in quotes',        minute(GOOD).replace('time,', '"time",'),                    1, 'the heading has time in quotation marks: leave them out'],
  ['CR alone',               minute(GOOD, GOOD).replaceAll('\n', '\r'),                   1, 'its lines end with CR alone: save it with line ends of LF or CRLF'],
  ['CR alone in a long file', minute(...Array.from({ length: 2_000 }, () => GOOD)).replaceAll('\n', '\r'), 1, 'its lines end with CR alone: save it with line ends of LF or CRLF'],
  ['UTF-16',                 [...minute(GOOD)].map((letter) => `${letter}\0`).join(''),   1, 'the file is UTF-16: save it as UTF-8'],
  ['no lines at all',        'x'.repeat(70_000),                                          1, 'the line has no end within 64 KB'],
  ['time going back',        minute(GOOD, GOOD.replace(':30:', ':29:')),                  3, 'time goes back to 2013-10-04T13:29:00Z'],
  ['duplicate row',          minute(GOOD, GOOD),                                          3, 'a second row for 2013-10-04T13:30:00Z'],
  ['high below low',         minute(GOOD.replace('14.1,14,', '14,14.1,')),                2, 'high 14 is below low 14.1'],
  ['close above high',       minute(GOOD.replace('14.05,1000', '14.11,1000')),            2, 'close 14.11 is not between low and high'],
  ['open below low',         minute(GOOD.replace('Z,14.05', 'Z,13.99')),                  2, 'open 13.99 is not between low and high'],
  ['bid above ask',          minute(GOOD.replace('14.03,', '14.09,')),                    2, 'bid 14.09 is above ask 14.08'],
])('a minute file is refused for %s', (_name, text, line, broken) => {
  expect(parseMinuteBars(text)).toEqual({ broken, line })
})

test('bid and ask at one price are a quote; a quote without a size is none', () => {
  expect(parseMinuteBars(minute(GOOD.replace('14.08', '14.03')))).toMatchObject({ ask: Float64Array.of(140_300) })
  expect(parseMinuteBars(minute(GOOD.replace(',2000', ',')))).toMatchObject({ bid: Float64Array.of(0) })
})

test.each([
  ['date,open,high,low,close,volume\n2013-13-04,1,1,1,1,1\n', 2, "date is not of this calendar: '2013-13-04'"],
  ['date,open,high,low,close,volume\n2013-10-04,1,1,1,1,1\n2013-10-04,1,1,1,1,1\n', 3, 'a second row for 2013-10-04'],
])('a daily file is refused: %#', (text, line, broken) => {
  expect(parseDayBars(text)).toEqual({ broken, line })
})

// prettier-ignore
test.each([
  ['2013-10-04T13:30:00.000Z'],
  ['2013-10-04T13:30:00+00:00'],
  ['2013-10-04T09:30:00-04:00'],
  ['2013-10-04T09:30:00.0-04:00'],
  ['2013-10-04T19:00:00+05:30'],
])('%s is the same minute, beside rows of the usual form', (time) => {
  const rows = [GOOD.replace(':30:', ':29:'), GOOD.replace('2013-10-04T13:30:00Z', time), GOOD.replace(':30:', ':31:')]
  expect(parseMinuteBars(minute(...rows))).toMatchObject({
    at: Float64Array.from([29, 30, 31], (minutes) => Date.UTC(2013, 9, 4, 13, minutes)),
    ask: Float64Array.of(140_800, 140_800, 140_800),
  })
})

test('volumes with a decimal point, long decimals of zeros and bytes that are no UTF-8 in other columns are read', () => {
  const row = GOOD.replace(',1000,', ',1000.0,').replace('14.05,', '14.0500000,')
  const bytes = [...`${HEADING},note\n${row},`].map((letter) => letter.charCodeAt(0)).concat(0xff, 0xfe, 0x80)
  const scan = scanMinuteBars()
  expect(scan.take(Uint8Array.from(bytes))).toBeNull()
  expect(scan.end()).toMatchObject({ volume: Float64Array.of(1_000), open: Float64Array.of(140_500) })
})

test('rates are read to the millionth, and a rate of nothing is refused', () => {
  expect(parseRates('time,rate\n2013-10-04T00:00:00Z,1.3558\n')).toMatchObject({ rate: Float64Array.of(1_355_800) })
  expect(parseRates('time,rate\n2013-10-04T00:00:00Z,0\n')).toEqual({
    broken: "rate is no rate of exchange: '0'",
    line: 2,
  })
})
