import { exactPriceOf, fineInstantOf, roundedPriceOf, sizeOf, type FineInstant } from './numbers.ts'

/**
 * The messages of Alpaca's market data streams, as published: https://docs.alpaca.markets/docs/streaming-market-data
 * (frames, signing in, subscribing, errors), https://docs.alpaca.markets/docs/real-time-stock-pricing-data (the US
 * stream, v2) and https://docs.alpaca.markets/us/docs/real-time-stock-data-v3 (other markets, v3; symbols are
 * `TICKER:MIC`).
 *
 * A frame is an array of messages `{"T": …}`. Each is parsed by itself: an invalid one is dropped and counted by its
 * reason, and the others stand. Prices are whole ten-thousandths in a double.
 */

export interface FeedQuote extends FineInstant {
  readonly kind: 'quote'
  readonly symbol: string
  readonly bid: number
  readonly ask: number
  readonly bidSize: number
  readonly askSize: number
}

export interface FeedTrade extends FineInstant {
  readonly kind: 'trade'
  readonly symbol: string
  readonly id: string
  readonly price: number
  readonly size: number
  /** Whether it makes a price (last, high, low), and whether it counts in the volume. */
  readonly makesPrice: boolean
  readonly makesVolume: boolean
}

export interface FeedBar extends FineInstant {
  /** A completed minute; a minute sent again because of late trades; the day so far. */
  readonly kind: 'minute' | 'updated' | 'day'
  readonly symbol: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
}

export interface FeedStatus extends FineInstant {
  readonly kind: 'status'
  readonly symbol: string
  readonly isHalted: boolean
}

/** An earlier trade that was wrong, with the trade in its place, or that is cancelled: `right` is null. */
export interface FeedCorrection extends FineInstant {
  readonly kind: 'correction'
  readonly symbol: string
  readonly id: string
  /** A later correction names the right trade by its own id. Its conditions decide what it counts for. */
  readonly right: Pick<FeedTrade, 'id' | 'price' | 'size' | 'makesPrice' | 'makesVolume'> | null
}

export type FeedData = FeedQuote | FeedTrade | FeedBar | FeedStatus | FeedCorrection

export type FeedControl =
  | { readonly kind: 'connected' | 'authenticated' }
  | { readonly kind: 'error'; readonly code: number; readonly message: string }
  /** The current subscription, by channel. */
  | { readonly kind: 'subscription'; readonly channels: Readonly<Record<string, readonly string[]>> }

export interface FeedFrame {
  readonly data: readonly FeedData[]
  readonly control: readonly FeedControl[]
  /** The reasons for dropped messages, one each. */
  readonly refused: readonly string[]
}

type Fields = Readonly<Record<string, unknown>>

/** Parse one frame; null if it is no array of messages, such as half of one. */
export function readFrame(text: string): FeedFrame | null {
  const parsed = parsedFrom(text)
  return Array.isArray(parsed) ? readMessages(parsed) : null
}

/** Parse messages after JSON decoding, each by itself. */
export function readMessages(messages: readonly unknown[]): FeedFrame {
  const data: FeedData[] = []
  const control: FeedControl[] = []
  const refused: string[] = []
  for (const message of messages) {
    if (typeof message !== 'object' || message === null) refused.push('no message')
    else {
      const read = readMessage(message as Fields)
      if (typeof read === 'string') refused.push(read)
      else if (read !== null) (isControl(read) ? control : data).push(read as never)
    }
  }
  return { data, control, refused }
}

/** A string or a number as text, cut to a limit; empty for anything else. */
const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.slice(0, 200) : typeof value === 'number' ? String(value) : ''

function parsedFrom(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const CONTROL: ReadonlySet<string> = new Set(['connected', 'authenticated', 'error', 'subscription'])
const isControl = ({ kind }: FeedData | FeedControl): boolean => CONTROL.has(kind)

/** A message, the reason why it is invalid, or null for one of no interest here (price bands, imbalances). */
function readMessage(fields: Fields): FeedData | FeedControl | string | null {
  switch (fields['T']) {
    case 'q':
      return dated(fields, quoteFrom)
    case 't':
      return dated(fields, tradeFrom)
    case 'b':
      return dated(fields, (...from) => barFrom('minute', ...from))
    case 'u':
      return dated(fields, (...from) => barFrom('updated', ...from))
    case 'd':
      return dated(fields, (...from) => barFrom('day', ...from))
    case 's':
      return dated(fields, statusFrom)
    case 'c':
      return dated(fields, correctionFrom)
    case 'x':
      return dated(fields, cancelFrom)
    case 'l':
    case 'i':
      return null
    case 'success':
      return fields['msg'] === 'connected' || fields['msg'] === 'authenticated' ? { kind: fields['msg'] } : null
    case 'error':
      return { kind: 'error', code: Number(fields['code']) || 0, message: textOf(fields['msg']) }
    case 'subscription':
      return { kind: 'subscription', channels: channelsFrom(fields) }
    default:
      return 'unknown message'
  }
}

type From<T> = (fields: Fields, symbol: string, time: FineInstant) => T | string | null

function dated<T extends FeedData>(fields: Fields, from: From<T>): T | string | null {
  const symbol = fields['S']
  if (typeof symbol !== 'string' || symbol === '' || symbol.length > 24) return 'no symbol'
  const time = fineInstantOf(fields['t'])
  return time === null ? 'no time' : from(fields, symbol, time)
}

/**
 * Both sides or none: without one side there is no quote to trade on. A price must be exact, because orders fill at it.
 */
function quoteFrom(fields: Fields, symbol: string, time: FineInstant): FeedQuote | string {
  if (fields['bp'] === 0 || fields['ap'] === 0) return 'one side alone'
  const [bid, ask] = [exactPriceOf(fields['bp']), exactPriceOf(fields['ap'])]
  const [bidSize, askSize] = [sizeOf(fields['bs']), sizeOf(fields['as'])]
  if (bid === null || ask === null) return 'no price'
  if (bidSize === null || askSize === null) return 'no size'
  if (bidSize === 0 || askSize === 0) return 'one side alone'
  if (bid > ask) return 'crossed'
  return { kind: 'quote', symbol, ...time, bid, ask, bidSize, askSize }
}

/**
 * Trade conditions that make no price (odd lots, averages, prior references, late or out of sequence, outside the
 * session, derivatively priced, contingent), and those that do not count in the volume either (official open and close,
 * which repeat a trade). From the tapes' own tables, as in the stream's `c`. The letter B has two meanings: an average
 * price on tapes A and B, a bunched trade, which makes a price, on tape C.
 */
const NO_PRICE: ReadonlySet<unknown> = new Set([
  'C',
  'H',
  'I',
  'M',
  'N',
  'P',
  'Q',
  'R',
  'T',
  'U',
  'V',
  'W',
  'Z',
  '4',
  '7',
  '9',
])
const NO_VOLUME: ReadonlySet<unknown> = new Set(['M', 'Q', '9'])
const AVERAGE_ON_TAPES_A_AND_B = 'B'
const BUNCHING_TAPE = 'C'

/** The figures that a trade with these conditions counts in, on the tape of its message. */
function countsIn({ z: tape }: Fields, conditions: unknown): Pick<FeedTrade, 'makesPrice' | 'makesVolume'> {
  const all = Array.isArray(conditions) ? (conditions as unknown[]) : []
  const isAverage = tape !== BUNCHING_TAPE && all.includes(AVERAGE_ON_TAPES_A_AND_B)
  return {
    makesPrice: !isAverage && !all.some((one) => NO_PRICE.has(one)),
    makesVolume: !all.some((one) => NO_VOLUME.has(one)),
  }
}

function tradeFrom(fields: Fields, symbol: string, time: FineInstant): FeedTrade | string {
  const price = roundedPriceOf(fields['p'])
  const size = sizeOf(fields['s'])
  if (price === null) return 'no price'
  if (size === null) return 'no size'
  return {
    kind: 'trade',
    symbol,
    ...time,
    id: tradeId(fields, fields['i']),
    price,
    size,
    ...countsIn(fields, fields['c']),
  }
}

/** Trade ids are unique within an exchange. */
const tradeId = (fields: Fields, id: unknown): string => `${textOf(fields['x'])} ${textOf(id)}`

function barFrom(kind: FeedBar['kind'], fields: Fields, symbol: string, time: FineInstant): FeedBar | string {
  const prices = ['o', 'h', 'l', 'c'].map((name) => roundedPriceOf(fields[name]))
  const volume = sizeOf(fields['v'])
  const [open = null, high = null, low = null, close = null] = prices
  if (open === null || high === null || low === null || close === null) return 'no price'
  if (volume === null) return 'no size'
  if (low > Math.min(open, close) || high < Math.max(open, close)) return 'a bar beside itself'
  if (kind !== 'day' && time.at % 60_000 !== 0) return 'no minute'
  return { kind, symbol, ...time, open, high, low, close, volume }
}

/**
 * Codes of the two tapes (CTA: 2, 3; UTP: H, P, T); for other markets, their words. Other status messages halt nothing.
 */
const HALTS: ReadonlySet<unknown> = new Set(['2', 'H', 'P'])
const RESUMES: ReadonlySet<unknown> = new Set(['3', 'T'])
const SAYS_NOTHING: ReadonlySet<unknown> = new Set(['5', '6', '7', '8', '9', 'A', 'C', 'D', 'E', 'F', 'Q'])

function statusFrom(fields: Fields, symbol: string, time: FineInstant): FeedStatus | null {
  const code = fields['sc']
  if (SAYS_NOTHING.has(code)) return null
  const words = textOf(fields['sm'])
  const isHalted = HALTS.has(code) || (!RESUMES.has(code) && /halt|suspen|pause/i.test(words))
  if (!isHalted && !RESUMES.has(code) && !/resum/i.test(words)) return null
  return { kind: 'status', symbol, ...time, isHalted }
}

function correctionFrom(fields: Fields, symbol: string, time: FineInstant): FeedCorrection | string {
  const price = roundedPriceOf(fields['cp'])
  const size = sizeOf(fields['cs'])
  if (price === null || size === null) return price === null ? 'no price' : 'no size'
  const right = { id: tradeId(fields, fields['ci'] ?? fields['oi']), price, size, ...countsIn(fields, fields['cc']) }
  return { kind: 'correction', symbol, ...time, id: tradeId(fields, fields['oi']), right }
}

const cancelFrom = (fields: Fields, symbol: string, time: FineInstant): FeedCorrection => ({
  kind: 'correction',
  symbol,
  ...time,
  id: tradeId(fields, fields['i']),
  right: null,
})

function channelsFrom(fields: Fields): Record<string, string[]> {
  const channels: Record<string, string[]> = {}
  for (const [name, symbols] of Object.entries(fields)) {
    if (Array.isArray(symbols)) channels[name] = symbols.filter((one): one is string => typeof one === 'string')
  }
  return channels
}
