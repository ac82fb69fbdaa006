import { EXTREME } from '../../base/maths.ts'
import { WORDS, mix } from '../../base/noise.ts'
import type { Offer } from '../bars.ts'
import type { TickDay } from './paths.ts'
import { sharesOn, type Share } from './shares.ts'

/** A trade within a day. */
export interface DayTrade {
  readonly minute: number
  readonly second: number
  readonly last: number
}

/** A quote of each side offers this part of a usual day's volume on average. */
const QUOTES_A_DAY = 5_000

/** The least chance of a spread that is two ticks wider. */
const WIDE_LEAST = 1 / 16

/** Places of quotes among a day's draws for its seconds. */
const QUOTES = 0x40000

/**
 * The quote around a trade. The spread is fixed for the day but for two ticks, one on each side, so the middle between
 * bid and ask moves exactly as the trades do. Sizes go with the listing's volume: whole hundreds from 200 shares on.
 */
export function offerAt({ day, drawn, tick, spread }: TickDay, share: Share, traded: DayTrade): Offer {
  const { minute, second, last } = traded
  const t = WORDS.ticks
  const { words } = drawn
  const bits = mix(words[t]!, words[t + 1]!, words[t + 2]!, words[t + 3]!, QUOTES + minute * 64 + second)
  const usual = Math.max(1, Math.floor(spread))
  const isWide = (bits & 4_095) < 4_096 * Math.max(WIDE_LEAST, (spread - usual) / 2)
  const below = ((usual + (share.name[6]! & 1)) >> 1) + (isWide ? 1 : 0)
  const bid = Math.max(tick, last - below * tick)
  const size = (share.temper.turnover * sharesOn(share, day.number)) / QUOTES_A_DAY / 2
  return {
    bid,
    ask: bid + (usual + (isWide ? 2 : 0)) * tick,
    bidSize: sizeFor(size * EXTREME[((bits >>> 12) & 1_023) * 4 + 2]!),
    askSize: sizeFor(size * EXTREME[(bits >>> 22) * 4 + 2]!),
  }
}

function sizeFor(shares: number): number {
  const whole = Math.max(1, Math.floor(shares))
  return whole < 200 ? whole : 100 * Math.floor(whole / 100)
}
