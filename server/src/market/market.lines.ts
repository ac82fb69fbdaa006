import type { ListingId } from '@lonja/core/base/amount'
import { MINUTE } from '@lonja/core/base/instant'
import { lineText } from '@lonja/core/market/line'
import type { Market } from './market.quotes.ts'
import { dayLineFor } from './market.replies.ts'

interface MinuteLine {
  readonly minute: number
  readonly line: string
}

const known = new WeakMap<Market, Map<ListingId, MinuteLine>>()

/** The day so far as at most 30 closes in wire form, built once a minute; empty before the day's first trade. */
export function dayLineTextFor(market: Market, listing: ListingId): string {
  const lines = known.get(market) ?? new Map<ListingId, MinuteLine>()
  if (lines.size === 0) known.set(market, lines)
  const minute = Math.floor(market.now() / MINUTE)
  const cached = lines.get(listing)
  if (cached?.minute === minute) return cached.line
  const line = lineText(dayLineFor(market, listing))
  lines.set(listing, { minute, line })
  return line
}
