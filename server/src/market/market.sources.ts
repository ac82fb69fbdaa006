import type { Instant } from '@lonja/core/base/instant'
import type { Source } from '@lonja/core/market/market.source'
import { replaySource, type ReplayFiles } from '@lonja/core/replay/replay'
import { RECORDED } from '@lonja/core/replay/calendar'
import { replayTimeAt, serverTimeOf, type ReplayClock } from '@lonja/core/replay/clock'
import type { MarketGuard } from './market.guard.ts'

/** A recorded market on the replay's clock. */
export function recordedSource(files: ReplayFiles, clock: Pick<MarketGuard, 'now'>, set: () => ReplayClock): Source {
  const now = monotonicClock(() => replayTimeAt(set(), clock.now()))
  return replaySource(files, RECORDED, { now, serverTimeOf: (at) => serverTimeOf(set(), at) })
}

/** A clock that stops while the machine's clock is set back. */
export function monotonicClock(read: () => Instant): () => Instant {
  let latest = -Infinity
  return () => {
    latest = Math.max(latest, read())
    return latest
  }
}
