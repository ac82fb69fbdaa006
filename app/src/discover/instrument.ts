import type { ReplyOf } from '@lonja/core/base/contract'
import type { readInstrument } from '@lonja/core/market/market.contract'

/** A share or an index as its page knows it. */
export type Instrument = ReplyOf<typeof readInstrument>
