import { SECOND, type Instant } from '@lonja/core/base/instant'
import { readBarsPage, readEuroRate, readLatestQuotes } from '@lonja/core/feed/history'
import type { FeedBarRow } from '@lonja/core/feed/bars'
import type { FeedQuote } from '@lonja/core/feed/messages'

/**
 * Requests to the feed: bars of the past, latest quotes, the exchange rate. API:
 * https://docs.alpaca.markets/reference/stockbars. One request at a time; a 429 answer slows them down.
 */

export interface FeedCallsOptions {
  readonly url: string
  readonly key: string
  readonly secret: string
  /** The feed's name for the US stream: `iex`, `sip`. */
  readonly feed: string
  readonly pauseMs?: number
}

export interface FeedCalls {
  /** Bars of some symbols from an instant on, page by page. Null if the feed does not answer or refuses the key. */
  bars(
    symbols: readonly string[],
    timeframe: '1Min' | '1Day',
    from: Instant,
    page: (bars: ReadonlyMap<string, readonly FeedBarRow[]>) => void,
  ): Promise<'done' | null>
  latestQuotes(symbols: readonly string[]): Promise<readonly FeedQuote[] | null>
  euroRate(): Promise<{ readonly at: Instant; readonly rate: number } | null>
  close(): void
}

const TIMEOUT_MS = 20 * SECOND
const BODY_MOST = 16 * 1024 * 1024
const PAGES_MOST = 2_000
/** The shortest and the longest wait before a retry. A 429 answer may name the wait in between. */
const SLOW_DOWN_MS = SECOND
const SLOW_DOWN_MOST_MS = 60 * SECOND
const TRIES = 5

export function feedCalls({ url, key, secret, feed, pauseMs = SLOW_DOWN_MS }: FeedCallsOptions): FeedCalls {
  const headers = { 'APCA-API-KEY-ID': key, 'APCA-API-SECRET-KEY': secret, accept: 'application/json' }
  const closing = new AbortController()
  const ask = async (path: string, query: Record<string, string>): Promise<unknown> => {
    const address = `${url}${path}?${new URLSearchParams(query).toString()}`
    for (let tries = 0; tries < TRIES && !closing.signal.aborted; tries++) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(TIMEOUT_MS)])
      const answer = await fetch(address, { headers, signal, redirect: 'error' }).catch(() => null)
      if (answer?.ok) return bodyOf(answer)
      await answer?.body?.cancel().catch(() => {})
      if (answer && answer.status !== 429 && answer.status < 500) return null
      const retryMs = Number(answer?.headers.get('retry-after')) * SECOND || 0
      await rest(Math.min(Math.max(retryMs, pauseMs * 2 ** tries), SLOW_DOWN_MOST_MS), closing.signal)
    }
    return null
  }
  return {
    bars: async (symbols, timeframe, from, page) => {
      const query = {
        symbols: symbols.join(','),
        timeframe,
        start: new Date(from).toISOString(),
        limit: '10000',
        adjustment: 'raw',
        feed,
      }
      let next: string | null = null
      for (let pages = 0; pages < PAGES_MOST; pages++) {
        const read = readBarsPage(
          await ask('/v2/stocks/bars', next === null ? query : { ...query, page_token: next }),
          timeframe,
        )
        if (!read) return null
        page(read.bars)
        if (read.next === null || read.next === next) return 'done'
        next = read.next
      }
      return 'done'
    },
    latestQuotes: async (symbols) => {
      const body = await ask('/v2/stocks/quotes/latest', { symbols: symbols.join(','), feed })
      return body === null ? null : readLatestQuotes(body)
    },
    euroRate: async () => readEuroRate(await ask('/v1beta1/forex/latest/rates', { currency_pairs: 'EURUSD' })),
    close: () => closing.abort(),
  }
}

/** The JSON of an answer; null if it is too long, breaks off or is not JSON. */
async function bodyOf(answer: Response): Promise<unknown> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of answer.body ?? []) {
      parts.push(part as Uint8Array)
      length += (part as Uint8Array).length
      if (length > BODY_MOST) return null
    }
    return JSON.parse(Buffer.concat(parts).toString('utf8'))
  } catch {
    return null
  }
}

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
