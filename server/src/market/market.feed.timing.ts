import { MINUTE, SECOND } from '@lonja/core/base/instant'

/** The waits of a stream of the feed. */
export interface FeedTiming {
  /** The longest wait for the answer to each of connecting, signing in and subscribing. */
  readonly answerMs: number
  /**
   * The silence while a market is open after which the state is `silent`, and after which the stream is reconnected.
   */
  readonly silentMs: number
  readonly deadMs: number
  readonly beatMs: number
  /** The wait before a stream that got no symbol asks again. */
  readonly againMs: number
  /** The first wait before a reconnect, and the longest. */
  readonly waitMs: number
  readonly waitMostMs: number
}

export const FEED_TIMING: FeedTiming = {
  answerMs: 10 * SECOND,
  silentMs: 30 * SECOND,
  deadMs: 90 * SECOND,
  beatMs: 15 * SECOND,
  againMs: 10 * MINUTE,
  waitMs: SECOND,
  waitMostMs: 60 * SECOND,
}
