import type { Instant } from '@lonja/core/base/instant'
import type { FeedFrame } from '@lonja/core/feed/messages'
import type { Clock } from '../base/clock.ts'
import type { Log } from '../base/log.ts'
import type { FeedTiming } from './market.feed.timing.ts'

/** The shapes of one stream of the feed: its settings, its state, and the times at which it is not heard. */

/**
 * `live`: subscribed, with recent data or out of hours. `silent`: connected, but without data while a market is open.
 * `empty`: connected, but the terms of the key give it no symbol.
 */
export type StreamState = 'away' | 'live' | 'silent' | 'empty'

export interface StreamStatus {
  readonly state: StreamState
  /** The start of the state; for `silent`, the time of the last data. */
  readonly since: Instant
  /** The last error of the feed, such as `406 connection limit exceeded`; null while there is none. */
  readonly problem: string | null
  /** The number of symbols that the feed has accepted; those before a first subscription are taken for accepted. */
  readonly heard: number
  readonly wanted: number
}

export interface FeedStreamOptions {
  readonly url: string
  readonly key: string
  readonly secret: string
  /** In the order in which they are subscribed to: the terms of the key may end before the list does. */
  readonly symbols: readonly string[]
  readonly clock: Clock
  readonly log: Log
  readonly timing: FeedTiming
  /** Whether a market of this stream is open. */
  readonly isOpen: () => boolean
  /** Receives a frame of data. */
  readonly take: (frame: FeedFrame) => void
  /** Called for a frame that cannot be read. */
  readonly broken: () => void
  /** Called once the symbols are subscribed to: missed data can be requested now. */
  readonly onLive: () => void
  /** Called when a stream ends that was live, with the last instant at which it was certainly heard. */
  readonly onLost: (heardThrough: Instant) => void
  /** Called when data come after a silence while a market is open, with the last data before and the first after it. */
  readonly onSilence: (from: Instant, to: Instant) => void
}

/** A present time without hearing. */
export interface Lapse {
  /** The last instant at which the stream was certainly heard. */
  readonly from: Instant
  readonly reason: 'disconnected' | 'silent'
}

export interface FeedStream {
  status(): StreamStatus
  /** Whether the feed has accepted a symbol. */
  hears(symbol: string): boolean
  /** The present lapse; null while the stream is live and not silent. */
  lapse(): Lapse | null
  /** The instant since which the stream is live; of one that is not, the begin of the last time. */
  liveAt(): Instant
  close(): void
}
