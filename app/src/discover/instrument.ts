import type { ReplyOf } from '@lonja/core/base/contract'
import type { Instant } from '@lonja/core/base/instant'
import type { readInstrument } from '@lonja/core/market/market.contract'

/** A share or an index as its page reads it. */
export type Instrument = ReplyOf<typeof readInstrument>

/** A calendar day, `2026-11-21`, as an instant that falls on that day in every zone shown. */
export const dayAt = (day: string): Instant => Date.parse(`${day}T12:00:00Z`)
